//! Stages 1 to 4: what their agents make. A model that fails, or leaves something out, has the built-in agent beside it.

use crate::{
    agents::{Job, count, credit},
    contract::limit_parts,
    doer::Task,
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    opportunities::{Context, Revised, StepNews, StepResult, findings_of, items_of, settle_ranks},
    runs::Judged,
};
use protocol::{
    OpportunityId,
    opportunities::{
        Agent, AgentCall, Artifact, Boundary, Brief, Finding, Opportunity, OpportunityStatus, Produced, Purpose, Rejection, Stage,
    },
};
use std::time::Instant;

/// What the model and the built-in agent made together.
struct Made<T> {
    made: Vec<T>,
    calls: Vec<AgentCall>,
    fell_back: Option<String>,
}

impl Task {
    /// The first findings that are not framed yet.
    pub(crate) async fn frame(&self, from: u32) -> Result<StepResult, StoreFault> {
        let view = &self.pipeline.view;
        let taken = findings_of(view, from);
        let findings = &view.findings[from as usize..from as usize + taken];
        let context = self.context().await?;
        let (rules, begun) = (&self.opportunities.parts().rules, Instant::now());
        let job = Job { agent: Agent::OpportunityPm, purpose: Purpose::Produce, items: taken, item: None };
        let Made { mut made, mut calls, fell_back } = match self.model() {
            Some(_) => {
                let judged = self.opportunities.parts().analyst.frame(self.client(), findings, &context).await;
                self.judged(job, judged, begun)
            }
            None => Made { made: Vec::new(), calls: Vec::new(), fell_back: None },
        };
        let by_model = made.len();
        let left: Vec<Finding> = findings
            .iter()
            .filter(|finding| !made.iter().any(|brief: &Brief| brief.findings.contains(&finding.id)))
            .cloned()
            .collect();
        if !left.is_empty() {
            let begun = Instant::now();
            made.extend(rules.frame(&left, &context));
            calls.push(self.record_rules(Job { items: left.len(), ..job }, begun));
        }
        let to_new = |brief| Produced::Brief { id: self.new_id(), brief: Box::new(brief), part_of: None };
        let made: Vec<Produced> = made.into_iter().map(to_new).collect();
        let (modelled, ruled) = made.split_at(by_model);
        credit(&mut calls, collect_ids(modelled), collect_ids(ruled));
        Ok(StepResult { fell_back, news: StepNews::Produced { made, framed: count(taken), calls } })
    }

    /// A stage's artifacts of some items.
    pub(crate) async fn produce(&self) -> Result<StepResult, StoreFault> {
        let items = self.opportunities_of(&items_of(&self.pipeline.view, self.step));
        let Some(stage) = self.pipeline.view.active().map(|active| active.stage) else { return Ok(StepResult::default()) };
        let context = self.context().await?;
        let made = match stage {
            Stage::OpportunityFraming => self.frame_again(&items, &context).await,
            Stage::SolutionValidation => self.design(&items, &context).await,
            Stage::FeasibilityRisk => self.assess(&items, &context).await,
            Stage::Exploration | Stage::Prioritization | Stage::HumanReview => return Ok(StepResult::default()),
        };
        Ok(StepResult { fell_back: made.fell_back, news: StepNews::Produced { made: made.made, framed: 0, calls: made.calls } })
    }

    /// Briefs that came back: revised as the reviewer wants them, with what was found meanwhile.
    async fn frame_again(&self, items: &[Opportunity], context: &Context) -> Made<Produced> {
        let mut all = Made { made: Vec::new(), calls: Vec::new(), fell_back: None };
        for item in items {
            let reason = item.guidance.clone().unwrap_or_default();
            let rejection = Rejection { item: item.id, reason, suggestion: String::new(), checks: Vec::new() };
            let (revised, mut calls, fell_back) = self.revise_one(Boundary::BriefToSolution, item, &rejection, context).await;
            let is_revised = !matches!(revised, Revised::Nothing(_));
            let made = self.settle_revised(item, revised);
            if is_revised {
                credit(&mut calls, Vec::new(), collect_ids(&made));
            }
            all.made.extend(made);
            all.calls.extend(calls);
            all.fell_back = all.fell_back.or(fell_back);
        }
        all
    }

    /// What a brief that came back becomes: itself anew, several, or what it was with a word about that.
    fn settle_revised(&self, item: &Opportunity, revised: Revised) -> Vec<Produced> {
        let anew = |brief: Brief| {
            let brief = Brief { validation_warnings: Vec::new(), ..brief };
            vec![Produced::Brief { id: item.id, brief: Box::new(brief), part_of: None }]
        };
        let why = match revised {
            Revised::Replaced(Artifact::Brief { brief }) => return anew(*brief),
            Revised::Split(mut briefs) if briefs.len() == 1 => return anew(briefs.remove(0)),
            Revised::Split(briefs) if !briefs.is_empty() => {
                let part = |brief| Produced::Brief { id: self.new_id(), brief: Box::new(brief), part_of: Some(item.id) };
                return limit_parts(briefs).into_iter().map(part).collect();
            }
            Revised::Nothing(why) => why,
            Revised::Replaced(_) | Revised::Split(_) => "nothing came of it".to_owned(),
        };
        let mut brief = Box::new(item.brief.clone());
        brief.validation_warnings = vec![format!("Sent back, and not revised: {why}")];
        vec![Produced::Brief { id: item.id, brief, part_of: None }]
    }

    async fn design(&self, items: &[Opportunity], context: &Context) -> Made<Produced> {
        let job = Job { agent: Agent::SolutionDesigner, purpose: Purpose::Produce, items: items.len(), item: None };
        let begun = Instant::now();
        let Made { made, mut calls, fell_back } = match self.model() {
            Some(_) => {
                let judged = self.opportunities.parts().analyst.design(self.client(), items, context).await;
                self.judged(job, judged, begun)
            }
            None => Made { made: Vec::new(), calls: Vec::new(), fell_back: None },
        };
        let mut all = Vec::new();
        let (mut by_rules, begun) = (Vec::new(), Instant::now());
        for item in items {
            let solution = match made.iter().find(|(id, _)| *id == item.id) {
                Some((_, solution)) => solution.clone(),
                None => {
                    by_rules.push(item.id);
                    self.opportunities.parts().rules.design(item, context)
                }
            };
            all.push(Produced::Solution { id: item.id, solution: Box::new(solution) });
        }
        if !by_rules.is_empty() {
            calls.push(self.record_rules(Job { items: by_rules.len(), ..job }, begun));
        }
        let by_model = items.iter().map(|item| item.id).filter(|id| !by_rules.contains(id)).collect();
        credit(&mut calls, by_model, by_rules);
        Made { made: all, calls, fell_back }
    }

    async fn assess(&self, items: &[Opportunity], context: &Context) -> Made<Produced> {
        let job = Job { agent: Agent::FeasibilityDesigner, purpose: Purpose::Produce, items: items.len(), item: None };
        let begun = Instant::now();
        let Made { made, mut calls, fell_back } = match self.model() {
            Some(_) => {
                let judged = self.opportunities.parts().analyst.assess(self.client(), items, context).await;
                self.judged(job, judged, begun)
            }
            None => Made { made: Vec::new(), calls: Vec::new(), fell_back: None },
        };
        let mut all = Vec::new();
        let (mut by_rules, begun) = (Vec::new(), Instant::now());
        for item in items {
            let (feasibility, spec) = match made.iter().find(|(id, ..)| *id == item.id) {
                Some((_, feasibility, spec)) => (feasibility.clone(), spec.clone()),
                None => {
                    by_rules.push(item.id);
                    self.opportunities.parts().rules.assess(item, context)
                }
            };
            all.push(Produced::Feasibility { id: item.id, feasibility: Box::new(feasibility), spec: spec.map(Box::new) });
        }
        if !by_rules.is_empty() {
            calls.push(self.record_rules(Job { items: by_rules.len(), ..job }, begun));
        }
        let by_model = items.iter().map(|item| item.id).filter(|id| !by_rules.contains(id)).collect();
        credit(&mut calls, by_model, by_rules);
        Made { made: all, calls, fell_back }
    }

    /// All items in one call; what the model leaves out is appended and flagged.
    pub(crate) async fn rank(&self) -> Result<StepResult, StoreFault> {
        let view = &self.pipeline.view;
        let items = self.opportunities_of(&items_of(view, self.step));
        let context = self.context().await?;
        let job = Job { agent: Agent::TpmAgent, purpose: Purpose::Produce, items: items.len(), item: None };
        let begun = Instant::now();
        let by_rules = self.opportunities.parts().rules.rank(&items, &context);
        let (proposed, mut calls, fell_back) = match self.model() {
            Some(_) => {
                let judged = self.opportunities.parts().analyst.rank(self.client(), &items, &context).await;
                let Made { made, mut calls, fell_back } = self.judged(job, judged, begun);
                if made.is_empty() {
                    calls.push(self.record_rules(job, begun));
                    (by_rules.clone(), calls, fell_back)
                } else {
                    (made, calls, fell_back)
                }
            }
            None => (by_rules.clone(), vec![self.record_rules(job, begun)], None),
        };
        let standing: Vec<Opportunity> =
            view.opportunities.iter().filter(|one| one.status != OpportunityStatus::Split).cloned().collect();
        let ranks = settle_ranks(&items, proposed, by_rules, &standing);
        // Whoever ranked last ranked them all.
        credit(&mut calls, Vec::new(), ranks.iter().map(|(id, _)| *id).collect());
        let made = ranks.into_iter().map(|(id, rank)| Produced::Rank { id, rank: Box::new(rank) }).collect();
        Ok(StepResult { fell_back, news: StepNews::Produced { made, framed: 0, calls } })
    }

    /// What a model made, with its call; nothing of it, and why, where it failed.
    fn judged<T>(&self, job: Job, judged: Judged<Vec<T>>, begun: Instant) -> Made<T> {
        let call = self.record(job, &judged, begun);
        let fell_back = self.gives_up(&judged.result);
        Made { made: judged.result.unwrap_or_default(), calls: vec![call], fell_back }
    }

    /// Why the built-in engine goes on for the rest of the pipeline: there was no answer. One that cannot be read is no reason.
    pub(crate) fn gives_up<T>(&self, result: &Result<T, domain::interview::EngineFault>) -> Option<String> {
        result.as_ref().err().filter(|fault| !crate::agents::is_malformed(fault)).map(ToString::to_string)
    }

    pub(crate) fn new_id(&self) -> OpportunityId {
        OpportunityId(self.opportunities.id())
    }
}

fn collect_ids(made: &[Produced]) -> Vec<OpportunityId> {
    let id = |one: &Produced| match one {
        Produced::Brief { id, .. }
        | Produced::Solution { id, .. }
        | Produced::Feasibility { id, .. }
        | Produced::Rank { id, .. } => *id,
    };
    made.iter().map(id).collect()
}
