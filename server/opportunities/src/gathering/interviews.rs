//! Findings of an interview: the values that it holds, with the words that they come from, and what research found for it.

use super::{GatherFault, Gathered, Sources, read_stream};
use domain::{
    Refusal,
    interview::{Interview, value::format_for_reading},
};
use protocol::{
    ResearchId, SessionId, Timestamp,
    account::Account,
    interview::{InterviewView, Obligation, ObligationTemplate, Status},
    opportunities::{Evidence, Finding},
    research::{CitedFinding, Stance},
};

/// A claim that stands verbatim in a source: that somebody wrote it does not make it true.
const CITED: f64 = 0.7;

/// A person's own interview. Administrators cannot take another person's: a pipeline is seen by everybody of the tenant, and it was
/// told for another purpose.
///
/// # Errors
/// 404 for another person's.
pub(super) async fn read_interview(sources: &Sources<'_>, account: &Account, id: SessionId) -> Result<Gathered, GatherFault> {
    let read = read_stream::<Interview>(sources, account.tenant_id, id.0).await?;
    let own = read.filter(|(row, _)| row.owner == Some(account.user_id));
    let (_, interview) = own.ok_or_else(|| Refusal::unknown("there is no such interview"))?;
    let mut gathered = from_interview(&interview.view);
    gathered.note_if_empty("The interview holds no answers yet.");
    Ok(gathered)
}

/// Values in the order of the objective, then research in the order it was done.
fn from_interview(view: &InterviewView) -> Gathered {
    let known = view.obligations.iter().filter(|one| matches!(one.status, Status::Satisfied | Status::Partial));
    let values = known.filter_map(|one| from_value(view, view.template(&one.key)?, one));
    let mut gathered = Gathered { findings: values.collect(), left_out: Vec::new() };
    for task in &view.research {
        if task.undone && !task.findings().is_empty() {
            gathered
                .left_out
                .push(format!("What research found about \"{}\" was left out: somebody took it back.", task.asked.query));
            continue;
        }
        gathered.findings.extend(task.findings().iter().map(|one| from_citation(view.id, task.id, one)));
    }
    gathered
}

fn from_value(view: &InterviewView, template: &ObligationTemplate, one: &Obligation) -> Option<Finding> {
    let words = format_for_reading(template, one.value.as_ref()?);
    if words.trim().is_empty() {
        return None;
    }
    let session = view.id;
    let (quote, link, retrieved_at) = match &one.evidence {
        Some(evidence) => {
            let message = view.messages.iter().find(|message| message.id == evidence.message_id);
            let at = message.map_or(view.updated_at, |message| message.created_at);
            (Some(evidence.quote.clone()), format!("/interviews/{session}#message-{}", evidence.message_id), at)
        }
        None => (None, format!("/interviews/{session}"), view.updated_at),
    };
    Some(Finding {
        id: format!("interview:{}", one.key),
        title: template.name(),
        description: words,
        evidence: vec![evidence("interview", session, (retrieved_at, one.confidence.get()), quote, link)],
        surface: None,
        impact: None,
    })
}

fn from_citation(session: SessionId, task: ResearchId, one: &CitedFinding) -> Finding {
    let source = &one.source;
    let mut lines = vec![one.claim.clone(), format!("Source: {}.", source.title.trim_end_matches('.'))];
    if one.stance == Stance::Contradicts {
        lines.push("It speaks against what was answered in the interview.".to_owned());
    }
    let link = format!("/interviews/{session}/research#task-{task}");
    Finding {
        id: format!("research:{}", one.id),
        title: one.claim.clone(),
        description: lines.join("\n"),
        evidence: vec![evidence("research", one.id, (source.accessed_at, CITED), Some(one.quote.clone()), link)],
        surface: None,
        impact: None,
    }
}

fn evidence(
    source_type: &str,
    id: impl ToString,
    (retrieved_at, confidence): (Timestamp, f64),
    quote: Option<String>,
    link: String,
) -> Evidence {
    let (source_type, source_id) = (source_type.to_owned(), id.to_string());
    Evidence { source_type, source_id, retrieved_at, confidence, quote, link: Some(link) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::interview::{ContextType, ObjectiveDefinition};
    use serde_json::{Value, json};
    use std::sync::Arc;

    const ID: &str = "00000000-0000-0000-0000-000000000001";

    fn interview(obligations: &Value) -> InterviewView {
        let question = |key: &str, widget: &str| {
            json!({
                "key": key, "fieldPath": key, "prompt": "?", "collectionType": "direct_question", "widgetType": widget, "priority": 5
            })
        };
        let definition: ObjectiveDefinition = serde_json::from_value(json!({
            "displayName": "Idea",
            "obligations": [question("target_market", "text"), question("start_day", "date"), question("budget", "number")]
        }))
        .expect("an objective");
        let ids = (ID.parse().expect("an id"), ID.parse().expect("an id"));
        let mut view =
            InterviewView::begun(ids.0, ContextType::IdeaDiscovery, ids.1, "1".into(), Arc::new(definition), Timestamp(3));
        view.obligations = serde_json::from_value(obligations.clone()).expect("obligations");
        view
    }

    fn obligation(key: &str, status: &str, value: &Value) -> Value {
        json!({
            "key": key, "status": status, "confidence": 0.8, "value": value, "attempts": 1, "dependencies_resolved": true,
            "evidence": {"message_id": ID, "turn": 1, "quote": "bakeries, mostly", "start": 0, "end": 16}
        })
    }

    #[test]
    fn known_values_are_findings_with_the_words_of_the_turn() {
        let view = interview(&json!([
            obligation("target_market", "satisfied", &json!("Bakeries")),
            obligation("start_day", "partial", &json!("2027-03-01")),
            obligation("budget", "in_progress", &json!(5)),
        ]));
        let found = from_interview(&view).findings;
        let texts: Vec<(&str, &str)> = found.iter().map(|one| (one.title.as_str(), one.description.as_str())).collect();
        assert_eq!(texts, [("Target market", "Bakeries"), ("Start day", "1 March 2027")]);
        assert_eq!(found[0].id, "interview:target_market");
        let evidence = &found[0].evidence[0];
        assert_eq!((evidence.source_type.as_str(), evidence.source_id.as_str()), ("interview", ID));
        assert_eq!((evidence.confidence, evidence.retrieved_at), (0.8, Timestamp(3)));
        assert_eq!(evidence.quote.as_deref(), Some("bakeries, mostly"));
        assert_eq!(evidence.link.as_deref(), Some(format!("/interviews/{ID}#message-{ID}").as_str()));
    }

    #[test]
    fn research_keeps_its_citations() {
        let cited: CitedFinding = serde_json::from_value(json!({
            "id": ID, "claim": "Flour got dearer.", "quote": "the price of flour rose", "stance": "contradicts",
            "source": {"id": ID, "title": "Flour news.", "sha256": "", "accessed_at": 9}
        }))
        .expect("a finding");
        let found = from_citation(ID.parse().expect("an id"), ID.parse().expect("an id"), &cited);
        assert_eq!(found.id, format!("research:{ID}"));
        let expected = "Flour got dearer.\nSource: Flour news.\nIt speaks against what was answered in the interview.";
        assert_eq!((found.title.as_str(), found.description.as_str()), ("Flour got dearer.", expected));
        let evidence = &found.evidence[0];
        assert_eq!((evidence.source_type.as_str(), evidence.retrieved_at), ("research", Timestamp(9)));
        assert_eq!(evidence.quote.as_deref(), Some("the price of flour rose"));
        assert_eq!(evidence.link.as_deref(), Some(format!("/interviews/{ID}/research#task-{ID}").as_str()));
    }
}
