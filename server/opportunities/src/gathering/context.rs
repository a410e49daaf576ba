//! What agents may know beside the items: what the project is about, its facts, and what people thought of earlier findings.

use super::{Sources, bounds::one_line};
use domain::{
    StoreFault,
    opportunities::{Context, PastDecision},
    tools::{FactRow, ProjectRow},
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    opportunities::{Finding, PipelineSource},
};
use serde_json::Value;
use std::collections::HashSet;

const MOST_FACTS: usize = 200;
/// Characters of a fact's value.
const LONGEST_FACT: usize = 500;
/// Characters of what is told of the project.
const LONGEST_PROJECT: usize = 4_000;
const PAST: u32 = 100;
/// Where a profile notes which of its values came from an interview; nothing about the business.
const ORIGIN: &str = "interview_origin";

/// # Errors
/// The store's.
pub(crate) async fn context(
    sources: &Sources<'_>,
    tenant: TenantId,
    project: ProjectId,
    source: &PipelineSource,
    findings: Vec<Finding>,
    now: Timestamp,
) -> Result<Context, StoreFault> {
    let row = sources.projects.project(tenant, project).await?;
    let facts = sources.projects.facts(tenant, project).await?;
    // With the ratings of opportunities; those of insights say nothing about a brief.
    let past = sources.opportunities.past_decisions(tenant, project, PAST).await?;
    Ok(Context {
        project: row.as_ref().map(describe).unwrap_or_default(),
        facts: known_facts(&facts, row.as_ref().map(|row| &row.profile)),
        findings,
        past: drop_repeated(past),
        experiment: source.experiment.clone(),
        now,
    })
}

fn describe(row: &ProjectRow) -> String {
    let kind = [row.domain.as_deref(), row.category.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let parts = [row.name.trim(), row.description.trim(), &kind].map(|part| part.trim_end_matches('.'));
    let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(". ");
    text.chars().take(LONGEST_PROJECT).collect()
}

/// What somebody stated, then the project's profile by the paths of its values.
fn known_facts(facts: &[FactRow], profile: Option<&Value>) -> Vec<(String, String)> {
    let stated = facts.iter().filter_map(|fact| Some((fact.name.clone(), in_words(fact.value.as_ref()?))));
    let mut known: Vec<(String, String)> = stated.collect();
    if let Some(Value::Object(fields)) = profile {
        for (name, value) in fields.iter().filter(|(name, _)| *name != ORIGIN) {
            add_values(name, value, &mut known);
        }
    }
    known.retain(|(_, value)| !value.is_empty());
    known.truncate(MOST_FACTS);
    known
}

fn add_values(path: &str, value: &Value, known: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| add_values(&format!("{path}.{name}"), value, known)),
        other => known.push((path.to_owned(), in_words(other))),
    }
}

fn in_words(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    one_line(&text).chars().take(LONGEST_FACT).collect()
}

/// Each once, as it was said last: they come newest first.
fn drop_repeated(mut past: Vec<PastDecision>) -> Vec<PastDecision> {
    let mut seen = HashSet::new();
    let plain = |text: &str| one_line(text).to_lowercase();
    past.retain(|one| seen.insert((plain(&one.affected_area), one.decision.clone(), plain(&one.reasoning))));
    past
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::FactId;
    use serde_json::json;
    use uuid::Uuid;

    fn fact(name: &str, value: Option<Value>) -> FactRow {
        FactRow {
            id: FactId(Uuid::nil()),
            tenant: TenantId(Uuid::nil()),
            project: ProjectId(Uuid::nil()),
            name: name.into(),
            value,
            source: "user".into(),
            confidence: 1.0,
            context: None,
            created_by: None,
            created_at: Timestamp(1),
            updated_at: Timestamp(1),
        }
    }

    #[test]
    fn facts_come_before_the_values_of_the_profile() {
        let facts = [fact("VIP", Some(json!("over 100,000\n dollars"))), fact("What is churn?", None)];
        let profile = json!({
            "constraints": {"rules": ["GDPR", "no cloud"], "team": 3, "when": null}, "interview_origin": {"session_id": "x"}
        });
        let known = known_facts(&facts, Some(&profile));
        let known: Vec<(&str, &str)> = known.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(known, [("VIP", "over 100,000 dollars"), ("constraints.rules", "GDPR, no cloud"), ("constraints.team", "3")]);
    }

    #[test]
    fn a_hint_is_there_once() {
        let past = |area: &str, decision: &str, reasoning: &str| PastDecision {
            affected_area: area.into(),
            decision: decision.into(),
            reasoning: reasoning.into(),
        };
        let newest_first = vec![
            past("Login", "accepted", "it pays"),
            past("login ", "rejected", "too late"),
            past("LOGIN", "accepted", "It  pays"),
        ];
        let kept: Vec<String> = drop_repeated(newest_first).into_iter().map(|one| one.decision).collect();
        assert_eq!(kept, ["accepted", "rejected"]);
    }

    #[test]
    fn there_is_an_end_to_facts() {
        let facts: Vec<FactRow> = (0..300).map(|number| fact(&format!("fact {number}"), Some(json!("ä".repeat(900))))).collect();
        let known = known_facts(&facts, None);
        assert_eq!((known.len(), known[0].1.chars().count()), (200, 500));
    }
}
