//! The contract at work: receivers validate, producers revise (seed 003, Validate-Retry-Process).

use crate::{
    agents::{BUILT_IN, Job, credit},
    doer::Task,
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    opportunities::{Context, ItemRejection, Revised, StepNews, StepResult, Verdict, items_of, settle_verdict},
};
use protocol::opportunities::{
    AgentCall, Artifact, Boundary, Brief, ContractCycle, Opportunity, Purpose, Rejection, Revision, RevisionOutcome,
};
use std::time::Instant;

/// Parts that one bundled brief may become.
const MOST_PARTS: usize = 5;

impl Task {
    /// One call for all items that are open.
    pub(crate) async fn validate(&self, cycle: u32) -> Result<StepResult, StoreFault> {
        let view = &self.pipeline.view;
        let Some((stage, attempt)) = view.active().map(|active| (active.stage, active.attempt)) else {
            return Ok(StepResult::default());
        };
        let Some(boundary) = stage.boundary() else { return Ok(StepResult::default()) };
        let items = self.opportunities_of(&items_of(view, self.step));
        let context = self.context().await?;
        let job = Job { agent: boundary.consumer(), purpose: Purpose::Validate, items: items.len(), item: None };
        let begun = Instant::now();
        let (verdict, call, failed, fell_back) = match self.model() {
            Some(_) => {
                let judged = self.opportunities.parts().analyst.validate(self.client(), boundary, &items, &context).await;
                let call = self.record(job, &judged, begun);
                let fell_back = self.gives_up(&judged.result);
                match judged.result {
                    Ok(verdict) => (Some(verdict), call, None, None),
                    Err(fault) => (None, call, Some(fault.to_string()), fell_back),
                }
            }
            None => {
                let verdict = self.verdict_of_rules(boundary, &items);
                (Some(verdict), self.record_rules(job, begun), None, None)
            }
        };
        // Where no verdict can be used all pass, and what the rules doubt is shown beside it.
        let doubts = match verdict {
            Some(_) => Vec::new(),
            None => settle_verdict(boundary, &items, Some(self.verdict_of_rules(boundary, &items))).rejected,
        };
        let settled = settle_verdict(boundary, &items, verdict);
        let purpose = if cycle == 1 { Purpose::Produce } else { Purpose::Revise };
        let cycle = ContractCycle {
            stage,
            attempt,
            boundary,
            cycle,
            at: self.opportunities.now(),
            accepted: settled.accepted,
            rejected: settled.rejected,
            ignored: settled.ignored,
            failed,
            doubts,
            revisions: Vec::new(),
            engine: self.model().unwrap_or(BUILT_IN).to_owned(),
            producer_version: self.version(boundary.producer(), purpose),
        };
        Ok(StepResult { fell_back, news: StepNews::Validated { cycle: Box::new(cycle), calls: vec![call] } })
    }

    fn verdict_of_rules(&self, boundary: Boundary, items: &[Opportunity]) -> Verdict {
        let rules = &self.opportunities.parts().rules;
        let reject = |item: &Opportunity| {
            let doubt = rules.validate(boundary, &item.artifact(boundary)?)?;
            Some(ItemRejection {
                item: item.id.to_string(),
                reason: doubt.reason,
                suggestion: doubt.suggestion,
                checks: doubt.checks,
            })
        };
        Verdict { accepted: Vec::new(), rejected: items.iter().filter_map(reject).collect() }
    }

    /// One call an item.
    pub(crate) async fn revise(&self) -> Result<StepResult, StoreFault> {
        let view = &self.pipeline.view;
        let Some(boundary) = view.active().and_then(|active| active.stage.boundary()) else { return Ok(StepResult::default()) };
        let context = self.context().await?;
        let (mut revisions, mut calls, mut fell_back) = (Vec::new(), Vec::new(), None);
        for item in self.opportunities_of(&items_of(view, self.step)) {
            let Some(before) = item.artifact(boundary) else { continue };
            let Some(rejection) = view.contract.rejected.iter().find(|one| one.item == item.id) else { continue };
            let (revised, mut made, gave_up) = self.revise_one(boundary, &item, rejection, &context).await;
            let outcome = self.to_outcome(boundary, revised);
            let revised = match &outcome {
                RevisionOutcome::Replaced { .. } => vec![item.id],
                RevisionOutcome::Split { parts } => parts.iter().map(|(id, _)| *id).collect(),
                RevisionOutcome::Skipped { .. } => Vec::new(),
            };
            credit(&mut made, Vec::new(), revised);
            calls.extend(made);
            fell_back = fell_back.or(gave_up);
            revisions.push(Revision { item: item.id, before, outcome });
        }
        Ok(StepResult { fell_back, news: StepNews::Revised { revisions, calls } })
    }

    /// What the producer makes of a rejection; an answer of the model that cannot be read skips the item.
    pub(crate) async fn revise_one(
        &self,
        boundary: Boundary,
        item: &Opportunity,
        rejection: &Rejection,
        context: &Context,
    ) -> (Revised, Vec<AgentCall>, Option<String>) {
        let job = Job { agent: boundary.producer(), purpose: Purpose::Revise, items: 1, item: Some(item.id) };
        let (parts, begun) = (self.opportunities.parts(), Instant::now());
        if self.model().is_none() {
            let revised = parts.rules.revise(boundary, item, rejection, context);
            return (revised, vec![self.record_rules(job, begun)], None);
        }
        let judged = parts.analyst.revise(self.client(), boundary, item, rejection, context).await;
        let call = self.record(job, &judged, begun);
        let fell_back = self.gives_up(&judged.result);
        match judged.result {
            Ok(revised) => (revised, vec![call], None),
            Err(fault) => (Revised::Nothing(fault.to_string()), vec![call], fell_back),
        }
    }

    fn to_outcome(&self, boundary: Boundary, revised: Revised) -> RevisionOutcome {
        match revised {
            Revised::Replaced(artifact) => RevisionOutcome::Replaced { artifact: Box::new(artifact) },
            Revised::Split(_) if boundary != Boundary::BriefToSolution => {
                RevisionOutcome::Skipped { why: "only a brief can be split".to_owned() }
            }
            Revised::Split(mut briefs) if briefs.len() == 1 => {
                let artifact = Artifact::Brief { brief: Box::new(briefs.remove(0)) };
                RevisionOutcome::Replaced { artifact: Box::new(artifact) }
            }
            Revised::Split(briefs) if briefs.is_empty() => RevisionOutcome::Skipped { why: "nothing came of it".to_owned() },
            Revised::Split(briefs) => {
                let part = |brief| (self.new_id(), Artifact::Brief { brief: Box::new(brief) });
                RevisionOutcome::Split { parts: limit_parts(briefs).into_iter().map(part).collect() }
            }
            Revised::Nothing(why) => RevisionOutcome::Skipped { why },
        }
    }
}

/// What is too many becomes one with the last: nothing of it is lost, and the next round may split that again.
pub(crate) fn limit_parts(mut parts: Vec<Brief>) -> Vec<Brief> {
    let rest = parts.split_off(parts.len().min(MOST_PARTS));
    if let Some(last) = parts.last_mut() {
        rest.into_iter().for_each(|one| join(last, one));
    }
    parts
}

fn join(brief: &mut Brief, other: Brief) {
    brief.affected_area = format!("{}; {}", brief.affected_area, other.affected_area);
    for (text, more) in [
        (&mut brief.problem_statement, other.problem_statement),
        (&mut brief.counterfactual, other.counterfactual),
        (&mut brief.explorer_coverage, other.explorer_coverage),
    ] {
        if !text.contains(&more) {
            *text = format!("{text} {more}").trim().to_owned();
        }
    }
    add_new(&mut brief.evidence, other.evidence);
    add_new(&mut brief.stage_hints, other.stage_hints);
    add_new(&mut brief.findings, other.findings);
}

fn add_new<T: PartialEq>(known: &mut Vec<T>, others: Vec<T>) {
    for other in others {
        if !known.contains(&other) {
            known.push(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(finding: &str) -> Brief {
        Brief {
            affected_area: format!("area {finding}"),
            problem_statement: format!("{finding} fails."),
            evidence: Vec::new(),
            counterfactual: "It goes on.".into(),
            explorer_coverage: String::new(),
            stage_hints: Vec::new(),
            findings: vec![finding.into()],
            validation_warnings: Vec::new(),
        }
    }

    #[test]
    fn parts_over_the_limit_are_one_with_the_last() {
        for (findings, expected) in [
            (vec!["a", "b"], vec!["a", "b"]),
            (vec!["a", "b", "c", "d", "e"], vec!["a", "b", "c", "d", "e"]),
            (vec!["a", "b", "c", "d", "e", "f", "g"], vec!["a", "b", "c", "d", "e f g"]),
        ] {
            let parts = limit_parts(findings.iter().map(|finding| brief(finding)).collect());
            let held: Vec<String> = parts.iter().map(|part| part.findings.join(" ")).collect();
            assert_eq!(held, expected);
            let last = parts.last().expect("a part");
            for finding in &last.findings {
                assert!(last.problem_statement.contains(&format!("{finding} fails.")), "{last:?}");
            }
            assert_eq!(last.counterfactual, "It goes on.");
        }
    }
}
