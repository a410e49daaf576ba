use super::*;
use domain::runs::{ClaimKind, Deed, Holds, Severity};
use protocol::RunId;
use testkit::{ModelScript, ScriptedModel};
use uuid::Uuid;

fn client() -> Client {
    Client { tenant: TenantId(Uuid::from_u128(1)), run: RunId(Uuid::from_u128(2)), limit: None }
}

fn text(text: &str) -> ModelScript {
    ModelScript::Text(text.to_owned())
}

#[test]
fn actions_are_read_strictly() {
    let query = |sql: &str| Some(Deed::Query(sql.to_owned()));
    let tables = |names: &[&str]| Some(Deed::LookupSchema(names.iter().map(|name| (*name).to_owned()).collect()));
    for (answer, expected) in [
        (r#"{"thinking": "first", "query": "SELECT 1"}"#, query("SELECT 1")),
        ("```json\n{\"query\": \"SELECT 1\"}\n```", query("SELECT 1")),
        (r#"{"query": "SELECT 1", "lookup_schema": null, "search_tables": null, "done": false}"#, query("SELECT 1")),
        (r#"{"lookup_schema": ["a", "b"]}"#, tables(&["a", "b"])),
        (r#"{"lookup_schema": "a"}"#, tables(&["a"])),
        (r#"{"search_tables": "orders"}"#, Some(Deed::SearchTables("orders".into()))),
        (r#"{"done": true, "summary": "x"}"#, Some(Deed::Done)),
        (r#"{"action": "query", "query": "SELECT 1"}"#, query("SELECT 1")),
        (r#"{"action": "complete"}"#, Some(Deed::Done)),
        (r#"{"action": "dance"}"#, None),
        ("I am done, the exploration is complete.", None),
        (r#"{"plan": "query everything", "thinking": "done"}"#, None),
        (r#"{"query": "SELECT 1", "done": true}"#, None),
        (r#"{"query": 5}"#, None),
        (r#"{"done": false}"#, None),
        (r#"{"query": "SELECT 1""#, None),
        (r#"{"query": "SELECT 1"} and then {"done": true}"#, None),
    ] {
        assert_eq!(action::parse(answer).ok().map(|action| action.deed), expected, "{answer}");
    }
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_sent_back_three_times() {
    let model = Arc::new(ScriptedModel::new([text("done"), text("{"), text(r#"{"query": "SELECT 1"}"#)], None));
    let judged = ModelAnalyst::new(model.clone()).next_action(client(), &Prompt::default(), &[]).await;
    assert_eq!(judged.result.expect("an action").deed, Deed::Query("SELECT 1".into()));
    assert_eq!((model.requests().len(), judged.spending.input_tokens), (3, 30), "all calls are counted");
    assert!(model.requests()[2].turns.last().expect("a turn").text.contains("could not be used"));

    let model = Arc::new(ScriptedModel::always(text("I think we are complete.")));
    let judged = ModelAnalyst::new(model.clone()).next_action(client(), &Prompt::default(), &[]).await;
    assert!(judged.result.is_err());
    assert_eq!(model.requests().len(), 4, "three nudges");
}

#[tokio::test]
async fn older_results_are_not_sent_again() {
    let model = Arc::new(ScriptedModel::always(text(r#"{"done": true}"#)));
    let exchanges: Vec<Exchange> =
        (0..50).map(|number| Exchange { reply: format!("r{number}"), result: format!("rows of {number}") }).collect();
    let _ = ModelAnalyst::new(model.clone()).next_action(client(), &Prompt::default(), &exchanges).await;
    let turns = &model.requests()[0].turns;
    assert_eq!(turns.len(), 101);
    assert!(turns[2].text.contains("no longer shown") && turns[100].text == "rows of 49");
}

#[test]
fn the_seeds_example_of_an_insight_is_read() {
    let found = analysis::parse(
        r#"{"insights": [{"name": "Day 0-to-Day 1 Drop: 67% Never Return", "description": "…", "severity": "critical",
            "affected_count": 8298, "risk_score": 0.67, "confidence": 0.85, "indicators": ["a", ""], "source_steps": [1, 3, 5]},
            {"name": " ", "severity": "low"},
            {"name": "Odd", "severity": "enormous", "affected_count": "1,200", "confidence": 85,
             "claims": [{"text": "mean", "kind": "mean", "value": "3.5", "sql": "SELECT 3.5"}, {"kind": "sum"}]}]}"#,
    )
    .expect("insights");
    assert_eq!(found.len(), 2);
    let first = &found[0];
    assert_eq!(
        (first.severity, first.affected_count, first.source_steps.as_slice()),
        (Severity::Critical, Some(8_298), &[1, 3, 5][..])
    );
    assert_eq!((first.claims[0].kind, first.claims[0].value), (ClaimKind::Count, 8_298.0), "its headline");
    assert_eq!((found[1].severity, found[1].affected_count), (Severity::Medium, Some(1_200)));
    assert_eq!(found[1].claims.len(), 2, "a claim without a number is none");
    assert!((found[1].confidence - 0.85).abs() < 1e-9);
    assert!(analysis::parse(r#"{"insights": []}"#).expect("nothing to say").is_empty());
    assert!(analysis::parse("Nothing of note.").is_err());
}

#[test]
fn an_insight_is_marked_as_saying_nothing_by_the_model_or_else_by_its_name() {
    for (name, mark, expected) in [
        ("Returns differ by kind", "false", false),
        ("Returns differ by kind", "true", true),
        ("There is no significant difference by kind", "null", true),
        ("There is no significant difference by kind", "false", false),
        ("Returns differ by kind", "\"perhaps\"", false),
    ] {
        let text = format!(r#"{{"insights": [{{"name": "{name}", "is_null_result": {mark}}}]}}"#);
        assert_eq!(analysis::parse(&text).expect("insights")[0].is_null_result, expected, "{name} {mark}");
    }
    let unmarked = analysis::parse(r#"{"insights": [{"name": "Orders are evenly distributed"}]}"#).expect("insights");
    assert!(unmarked[0].is_null_result);
}

#[test]
fn challenges_and_recommendations_are_read() {
    let challenge =
        challenging::parse(r#"{"question": "q", "query": "SELECT 1", "at_least": 0.5, "at_most": null, "objection": "o"}"#);
    assert_eq!(challenge.expect("a challenge").holds, Holds::AtLeast(0.5));
    assert!(challenging::parse(r#"{"question": "q", "query": "SELECT 1", "objection": "o"}"#).is_err());
    let found = recommending::parse(
        r#"{"recommendations": [{"title": "Send extra lives", "priority": 9, "segment_size": 642,
            "expected_impact": {"metric": "retention_rate", "estimated_improvement": "+15-20%"}, "actions": ["Step 1"],
            "related_insight_ids": ["churn-1"], "confidence": 0.85}, {"title": ""}]}"#,
    )
    .expect("recommendations");
    assert_eq!((found.len(), found[0].priority, found[0].segment_size), (1, 5, Some(642)));
    assert_eq!(found[0].related_insight_ids, ["churn-1"]);
}
