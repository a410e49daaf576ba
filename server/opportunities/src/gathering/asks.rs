//! The finding of an ask: its answer, with the premises that prove it.

use super::{GatherFault, Gathered, Sources, read_stream};
use domain::{Refusal, ask::Ask};
use protocol::{
    AskId, ProjectId,
    account::{Account, Role},
    ask::{Answer, AskTable, AskView, NodeStatus, ProofNode, ProofSource, Verdict},
    opportunities::{Evidence, Finding},
    work::StepState,
};
use serde_json::Value;

/// Rows of the answer's table that the finding names.
const ROWS: usize = 10;
/// Characters of the answer that are quoted.
const QUOTED: usize = 500;
/// An answer without a proof is not surer than this, and one that could not be decided is less sure.
const UNPROVEN: f64 = 0.7;
const UNDECIDED: f64 = 0.4;

/// A person's own ask; administrators take the tenant's.
///
/// # Errors
/// 404 for another person's, or another project's; 409 where it has no answer.
pub(super) async fn read_ask(
    sources: &Sources<'_>,
    account: &Account,
    project: ProjectId,
    id: AskId,
) -> Result<Gathered, GatherFault> {
    let read = read_stream::<Ask>(sources, account.tenant_id, id.0).await?.map(|(_, ask)| ask.view);
    let may_see = |view: &AskView| account.role >= Role::Admin || view.by == account.user_id;
    let view = read.filter(|view| view.project == project && may_see(view));
    let view = view.ok_or_else(|| Refusal::unknown("there is no such ask in this project"))?;
    let Some(answer) = view.answer.as_ref().filter(|_| view.work.status.is_over()) else {
        return Err(Refusal::conflict(format!("this ask is {}: it has no answer yet", view.status().name())).into());
    };
    if !was_answered(&view, answer) {
        return Err(Refusal::conflict("this ask could not be answered: there is nothing that a pipeline could go on from").into());
    }
    Ok(Gathered { findings: vec![from_answer(&view, answer)], left_out: Vec::new() })
}

/// Neither left to a person to fill in, nor did every step of it fail.
fn was_answered(view: &AskView, answer: &Answer) -> bool {
    let is_lost = !view.steps.is_empty() && view.steps.iter().all(|step| step.state == StepState::Failed);
    answer.guided.is_none() && !is_lost
}

fn from_answer(view: &AskView, answer: &Answer) -> Finding {
    let mut lines = vec![answer.text.trim().to_owned()];
    lines.extend(answer.verdict.map(|verdict| format!("Verdict: {}.", verdict.name())));
    if let Some(table) = answer.tables.last() {
        lines.extend(rows(table));
    }
    lines.extend(answer.warnings.iter().map(|warning| format!("Warning: {warning}")));
    lines.retain(|line| !line.is_empty());
    let (id, at) = (view.id, view.finished_at.unwrap_or(view.work.updated_at));
    let evidence = |confidence: f64, quote: String, link: String| Evidence {
        source_type: "ask".to_owned(),
        source_id: id.to_string(),
        retrieved_at: at,
        confidence,
        quote: Some(quote).filter(|quote| !quote.is_empty()),
        link: Some(link),
    };
    let quote = answer.text.trim().chars().take(QUOTED).collect();
    let mut all = vec![evidence(confidence(answer), quote, format!("/ask/{id}"))];
    let premises = answer.premises.iter().filter(|premise| is_known(premise));
    all.extend(premises.map(|premise| evidence(premise.confidence, words(premise), format!("/ask/{id}#node-{}", premise.id))));
    Finding {
        id: format!("ask:{id}"),
        title: view.request.question.clone(),
        description: lines.join("\n"),
        evidence: all,
        surface: only_table(view),
        impact: None,
    }
}

/// What a model knows by itself proves nothing.
fn is_known(premise: &ProofNode) -> bool {
    premise.status == NodeStatus::Resolved && !matches!(premise.source, ProofSource::Model | ProofSource::Unresolved)
}

fn words(premise: &ProofNode) -> String {
    premise.quote.clone().unwrap_or_else(|| format!("{}: {}", premise.name, cell(&premise.value)))
}

/// As sure as the weakest of what proves it.
fn confidence(answer: &Answer) -> f64 {
    let nodes = answer.premises.iter().chain(&answer.inferences);
    let weakest = nodes.map(|node| node.confidence).fold(1.0_f64, f64::min);
    match answer.verdict {
        Some(Verdict::Undecided) => weakest.min(UNDECIDED),
        Some(_) => weakest,
        None => weakest.min(UNPROVEN),
    }
}

/// The first rows in words, `region north, orders 12`.
fn rows(table: &AskTable) -> Vec<String> {
    let row = |values: &Vec<Value>| {
        let cells = table.columns.iter().zip(values).map(|(name, value)| format!("{name} {}", cell(value)));
        format!("- {}", cells.collect::<Vec<_>>().join(", "))
    };
    let mut rows: Vec<String> = table.rows.iter().take(ROWS).map(row).collect();
    if table.row_count > ROWS as u64 {
        rows.push(format!("{} rows in all.", table.row_count));
    }
    rows
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "unknown".to_owned(),
        other => other.to_string(),
    }
}

/// The table that it was answered from, where that is a single one.
fn only_table(view: &AskView) -> Option<String> {
    let mut tables: Vec<&String> = view.plan.iter().flat_map(|plan| &plan.plan.steps).flat_map(|step| &step.tables).collect();
    tables.sort_unstable();
    tables.dedup();
    match tables.as_slice() {
        [table] => Some((*table).clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        ConversationId, Timestamp,
        ask::{AskPlan, AskRequest, GuidedQuery},
    };
    use serde_json::json;
    use uuid::Uuid;

    fn view(tables: &[&str]) -> AskView {
        let request: AskRequest = serde_json::from_value(json!({"question": "Which region is slow?"})).expect("a request");
        let id = Uuid::nil();
        let by = protocol::UserId(id);
        let mut view = AskView::new(AskId(id), (ProjectId(id), ConversationId(id)), by, request, None);
        view.finished_at = Some(Timestamp(4));
        let steps: Vec<Value> = tables
            .iter()
            .map(|table| json!({"number": 1, "goal": "", "tables": [table], "action": {"type": "query", "sql": ""}}))
            .collect();
        let plan: AskPlan = serde_json::from_value(json!({"reasoning": "", "plan": {"steps": steps}})).expect("a plan");
        view.plan = Some(plan);
        view
    }

    fn premise(id: &str, source: &str, confidence: f64) -> Value {
        json!({"id": id, "name": "Orders", "status": "resolved", "value": 12, "source": source, "confidence": confidence})
    }

    #[test]
    fn an_answer_is_one_finding_with_its_premises_as_evidence() {
        let answer: Answer = serde_json::from_value(json!({
            "text": "North is slow.", "verdict": "proven", "premises": [premise("P1", "database", 0.9), premise("P2", "model", 0.95)],
            "tables": [{"name": "answer", "columns": ["region", "days"], "rows": [["north", 12], ["south", null]], "row_count": 2}]
        }))
        .expect("an answer");
        let found = from_answer(&view(&["shop.orders", "shop.orders"]), &answer);
        let id = Uuid::nil();
        assert_eq!((found.id, found.title.as_str()), (format!("ask:{id}"), "Which region is slow?"));
        let expected = "North is slow.\nVerdict: proven.\n- region north, days 12\n- region south, days unknown";
        assert_eq!((found.description.as_str(), found.surface.as_deref()), (expected, Some("shop.orders")));
        let shown: Vec<(Option<&str>, Option<&str>, f64)> =
            found.evidence.iter().map(|one| (one.quote.as_deref(), one.link.as_deref(), one.confidence)).collect();
        let (whole, node) = (format!("/ask/{id}"), format!("/ask/{id}#node-P1"));
        assert_eq!(shown, [(Some("North is slow."), Some(whole.as_str()), 0.9), (Some("Orders: 12"), Some(node.as_str()), 0.9)]);
        assert!(found.evidence.iter().all(|one| one.retrieved_at == Timestamp(4)));
    }

    #[test]
    fn an_answer_is_as_sure_as_its_weakest_support() {
        for (verdict, premises, expected) in [
            (json!("proven"), vec![premise("P1", "fact", 0.8), premise("P2", "fact", 0.6)], 0.6),
            (json!("undecided"), vec![premise("P1", "fact", 0.8)], 0.4),
            (Value::Null, vec![], 0.7),
        ] {
            let answer: Answer =
                serde_json::from_value(json!({"text": "", "verdict": verdict, "premises": premises})).expect("an answer");
            assert!((confidence(&answer) - expected).abs() < f64::EPSILON, "{verdict}");
        }
        assert_eq!(only_table(&view(&["a", "b"])), None);
    }

    #[test]
    fn what_no_step_could_answer_is_no_answer() {
        let step = |state: &str| {
            json!({
                "number": 1, "goal": "", "action": "query", "state": state, "sql": null, "tool": null, "table": null, "error": null,
                "failed_attempts": [], "warnings": [], "elapsed_ms": 0
            })
        };
        for (states, expected) in [(vec![], true), (vec!["failed"], false), (vec!["failed", "done"], true)] {
            let steps: Vec<Value> = states.iter().map(|state| step(state)).collect();
            let view = AskView { steps: serde_json::from_value(Value::from(steps)).expect("steps"), ..view(&[]) };
            assert_eq!(was_answered(&view, &Answer::default()), expected, "{states:?}");
        }
        let guided = Answer { guided: Some(GuidedQuery::default()), ..Answer::default() };
        assert!(!was_answered(&view(&[]), &guided));
    }
}
