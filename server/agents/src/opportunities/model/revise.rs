//! What a producer makes of a rejection: one call for one item (seed 003, Agent Methods). An answer that cannot be read, or that says
//! more than the data has, is no revision.

use super::{
    ModelAgents,
    answer::BriefAnswer,
    assess::read_spec,
    batch::{entries, expect_grounded},
    design::read_solution,
    frame::{brief_texts, rest_on, word_brief},
    material::{item_material, show_brief, show_history, show_solution, show_spec, to_ground},
    sheet::Sheet,
};
use crate::interview::model::form;
use domain::{
    opportunities::{Client, Context, Ground, Revised},
    runs::Judged,
};
use protocol::opportunities::{Artifact, Boundary, Brief, Finding, Opportunity, Rejection};
use serde_json::{Value, json};

const MOST_PARTS: usize = 5;

pub(super) async fn revise(
    agents: &ModelAgents,
    client: Client,
    (boundary, item, rejection): (Boundary, &Opportunity, &Rejection),
    context: &Context,
) -> Judged<Revised> {
    let mut data = show_history(context);
    data["item"] = show_item(boundary, item, context);
    data["guidance"] = item.guidance.clone().into();
    data["rejection"] = json!({
        "by": boundary.consumer().name(),
        "reason": rejection.reason,
        "suggestion": rejection.suggestion,
        "checks": rejection.checks,
    });
    // The rejection is no evidence.
    let ground = to_ground(&item_material(item, context));
    let read = |reply: &str| match boundary {
        Boundary::BriefToSolution => read_briefs(reply, item, &ground, context),
        Boundary::SolutionToSpec => read_solution(form::parse::<Value>(reply)?, &ground).map(|mut solution| {
            solution.validation_warnings = item.solution.as_ref().map(|old| old.validation_warnings.clone()).unwrap_or_default();
            replace(boundary, item, Artifact::Solution { solution: Box::new(solution) })
        }),
        Boundary::SpecToRank => read_spec(form::parse::<Value>(reply)?, item, &ground).map(|mut spec| {
            spec.validation_warnings = item.spec.as_ref().map(|old| old.validation_warnings.clone()).unwrap_or_default();
            replace(boundary, item, Artifact::Spec { spec: Box::new(spec) })
        }),
    };
    agents.judge_once(client, Sheet::revise(boundary), &data, read).await
}

fn show_item(boundary: Boundary, item: &Opportunity, context: &Context) -> Value {
    let mut shown = json!({"brief": show_brief(&item.brief, context)});
    if boundary != Boundary::BriefToSolution {
        shown["solution"] = item.solution.as_ref().map(show_solution).into();
    }
    if boundary == Boundary::SpecToRank {
        shown["feasibility"] = json!(item.feasibility);
        shown["specification"] = item.spec.as_ref().map(show_spec).into();
    }
    shown
}

fn replace(boundary: Boundary, item: &Opportunity, artifact: Artifact) -> Revised {
    if item.artifact(boundary).as_ref() == Some(&artifact) {
        return Revised::Nothing("the revision changes nothing".to_owned());
    }
    Revised::Replaced(artifact)
}

/// # Errors
/// In words for the model.
fn read_briefs(reply: &str, item: &Opportunity, ground: &Ground, context: &Context) -> Result<Revised, String> {
    let parent = &item.brief;
    let mut parts: Vec<(Brief, Vec<String>)> = Vec::new();
    for entry in entries(reply, "briefs")? {
        let answer: BriefAnswer = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
        let brief = word_brief(&answer)?;
        expect_grounded(&brief_texts(&brief), ground)?;
        parts.push((brief, answer.findings));
    }
    match parts.len() {
        0 => Ok(Revised::Nothing("its findings support no better brief".to_owned())),
        1 => {
            let brief = Brief {
                evidence: parent.evidence.clone(),
                explorer_coverage: parent.explorer_coverage.clone(),
                findings: parent.findings.clone(),
                validation_warnings: parent.validation_warnings.clone(),
                ..parts.remove(0).0
            };
            Ok(replace(Boundary::BriefToSolution, item, Artifact::Brief { brief: Box::new(brief) }))
        }
        2..=MOST_PARTS => Ok(Revised::Split(share_findings(parts, parent, context))),
        many => Err(format!("{many} parts are too many: at most {MOST_PARTS}")),
    }
}

/// Each part rests on the parent's findings that it names, or on all. What no part names stays with the first: nothing is lost.
fn share_findings(parts: Vec<(Brief, Vec<String>)>, parent: &Brief, context: &Context) -> Vec<Brief> {
    let findings: Vec<&Finding> = context.findings_of(parent).collect();
    let names = |named: &[String], finding: &Finding| named.contains(&finding.id);
    let names_any = |named: &[String]| findings.iter().any(|finding| names(named, finding));
    let is_left = |finding: &Finding| parts.iter().all(|(_, named)| names_any(named) && !names(named, finding));
    let left: Vec<&str> = findings.iter().filter(|finding| is_left(finding)).map(|finding| finding.id.as_str()).collect();
    let mut shared = Vec::new();
    for (at, (brief, named)) in parts.iter().enumerate() {
        let mut part = brief.clone();
        let is_own = |finding: &&&Finding| names(named, finding) || at == 0 && left.contains(&finding.id.as_str());
        let own: Vec<&Finding> = findings.iter().filter(is_own).copied().collect();
        if names_any(named) && own.len() < findings.len() {
            rest_on(&mut part, &own, context.now);
        } else {
            part.evidence.clone_from(&parent.evidence);
            part.explorer_coverage.clone_from(&parent.explorer_coverage);
            part.findings.clone_from(&parent.findings);
        }
        shared.push(part);
    }
    shared
}
