//! Findings become briefs. A model says what belongs together and words it; evidence and coverage are the findings' own.

use super::{
    ModelAgents,
    answer::BriefAnswer,
    batch::{Sieve, entries, expect_grounded, line, lines, require},
    material, nothing,
    sheet::Sheet,
};
use crate::opportunities::{coverage, evidence};
use domain::{
    opportunities::{Client, Context},
    runs::Judged,
};
use protocol::{
    Timestamp,
    opportunities::{Brief, Finding},
};
use serde_json::Value;

const LONGEST_AREA: usize = 160;

pub(super) async fn frame(agents: &ModelAgents, client: Client, findings: &[Finding], context: &Context) -> Judged<Vec<Brief>> {
    if findings.is_empty() {
        return nothing();
    }
    let mut data = material::show_history(context);
    data["findings"] = findings.iter().map(material::show_finding).collect();
    let common = material::common_material(context);
    let sieve = Sieve::default();
    let read = move |reply: &str| {
        let briefs = entries(reply, "briefs")?;
        let known = (1..).zip(briefs).filter_map(|(number, entry)| {
            let brief = read_brief(entry, findings, &common, context.now).transpose()?;
            Some(brief.map_err(|why| format!("brief {number}: {why}")))
        });
        let briefs = sieve.keep(known)?;
        if briefs.is_empty() { Err("no brief names a finding by its `id`".to_owned()) } else { Ok(briefs) }
    };
    agents.judge(client, Sheet::frame(), &data, read).await
}

/// None where it rests on no finding that is there.
fn read_brief(entry: Value, findings: &[Finding], common: &[String], now: Timestamp) -> Result<Option<Brief>, String> {
    let answer: BriefAnswer = serde_json::from_value(entry).map_err(|fault| fault.to_string())?;
    let own: Vec<&Finding> = findings.iter().filter(|finding| answer.findings.contains(&finding.id)).collect();
    if own.is_empty() {
        return Ok(None);
    }
    let mut brief = word_brief(&answer)?;
    let material: Vec<String> = common.iter().cloned().chain(own.iter().copied().flat_map(material::finding_material)).collect();
    expect_grounded(&brief_texts(&brief), &material::to_ground(&material))?;
    rest_on(&mut brief, &own, now);
    Ok(Some(brief))
}

/// The words of a brief that rests on nothing yet.
///
/// # Errors
/// In words for the model.
pub(super) fn word_brief(answer: &BriefAnswer) -> Result<Brief, String> {
    Ok(Brief {
        affected_area: line(&require(&answer.affected_area, "affected_area")?, LONGEST_AREA),
        problem_statement: require(&answer.problem_statement, "problem_statement")?,
        evidence: Vec::new(),
        counterfactual: require(&answer.counterfactual, "counterfactual")?,
        explorer_coverage: String::new(),
        stage_hints: lines(&answer.stage_hints),
        findings: Vec::new(),
        validation_warnings: Vec::new(),
    })
}

/// What a model wrote of it.
pub(super) fn brief_texts(brief: &Brief) -> Vec<&str> {
    let texts = [&brief.affected_area, &brief.problem_statement, &brief.counterfactual];
    texts.into_iter().chain(&brief.stage_hints).map(String::as_str).collect()
}

/// Takes evidence and coverage from its findings.
pub(super) fn rest_on(brief: &mut Brief, findings: &[&Finding], now: Timestamp) {
    brief.findings = findings.iter().map(|finding| finding.id.clone()).collect();
    brief.explorer_coverage = coverage(findings);
    brief.evidence = Vec::new();
    for one in findings.iter().flat_map(|finding| evidence(finding, now)) {
        if !brief.evidence.contains(&one) {
            brief.evidence.push(one);
        }
    }
}
