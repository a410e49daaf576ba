//! Findings become briefs.

use super::*;

fn brief(area: &str, statement: &str, findings: &[&str]) -> Value {
    json!({
        "affected_area": area, "problem_statement": statement, "counterfactual": "Customers keep leaving.",
        "stage_hints": [], "findings": findings, "evidence": [{"source_type": "made up"}],
    })
}

fn briefs(briefs: &[Value]) -> ModelScript {
    text(json!({"briefs": briefs}))
}

async fn frame(script: impl IntoIterator<Item = ModelScript>) -> (Judged<Vec<Brief>>, Arc<ScriptedModel>) {
    let (agents, model) = agents(script);
    let context = context();
    (agents.frame(CLIENT, &context.findings, &context).await, model)
}

#[tokio::test]
async fn evidence_and_coverage_are_the_findings_own() {
    let good = briefs(&[
        brief("Address form", "47 % of customers leave, and 31 postcodes a day are refused.", &["f1", "f2", "f99"]),
        brief("Invoice export", "Exports take 90 seconds.", &["f3", "f3"]),
    ]);
    let (judged, _) = frame([good]).await;
    let found = judged.result.expect("briefs");
    assert_eq!((found[0].findings.as_slice(), found[0].evidence.len()), (&["f1".to_owned(), "f2".to_owned()][..], 2));
    assert!(found[0].evidence.iter().all(|one| one.source_type == "insight"));
    // What was pasted without evidence is evidence of itself.
    assert_eq!((found[1].evidence[0].source_id.as_str(), found[1].evidence[0].retrieved_at), ("f3", Timestamp(9)));
    assert_eq!(found.iter().map(|one| one.explorer_coverage.is_empty()).collect::<Vec<_>>(), [false, false]);
}

#[tokio::test]
async fn equal_areas_stay_apart_and_briefs_of_nothing_are_dropped() {
    let answer = briefs(&[
        brief("Address form", "Customers leave.", &["f1"]),
        brief("Address form", "Postcodes are refused.", &["f2"]),
        brief("Search", "Nobody finds anything.", &["f7"]),
    ]);
    let (judged, model) = frame([answer]).await;
    let areas: Vec<String> = judged.result.expect("briefs").into_iter().map(|one| one.affected_area).collect();
    assert_eq!((areas, model.requests().len()), (vec!["Address form".into(), "Address form".into()], 1));
}

#[tokio::test]
async fn an_invented_number_is_sent_back_once_and_then_left_out() {
    let good = brief("Invoice export", "Exports take 90 seconds.", &["f3"]);
    for (statement, named) in [
        ("52 % of customers leave.", "52 % is in no finding"),
        // Of another finding.
        ("31 customers leave.", "31 is in no finding"),
        ("Customers leave for Globex.", "Globex is in no finding"),
        ("52 customers leave for Globex.", "52, Globex are in no finding"),
    ] {
        let bad = brief("Address form", statement, &["f1"]);
        let (judged, model) = frame([briefs(&[bad.clone(), good.clone()]), briefs(&[bad, good.clone()])]).await;
        assert_eq!((judged.spending.input_tokens, judged.result.expect("the other").len()), (20, 1), "{statement}");
        let nudge = model.requests()[1].turns[2].text.clone();
        assert!(nudge.contains("brief 1") && nudge.contains(named), "{nudge}");
    }
    // Facts and past decisions may be named.
    let (judged, _) = frame([briefs(&[brief("Form", "Customers of Stripe leave until 2027.", &["f1"])])]).await;
    assert!(judged.result.is_ok());
}

#[tokio::test]
async fn what_cannot_be_read_is_sent_back_and_counted() {
    let bad = [
        text("I would rather not."),
        briefs(&[]),
        briefs(&[brief("Search", "Nobody finds anything.", &["f7"])]),
        briefs(&[brief(" ", "Customers leave.", &["f1"])]),
    ];
    let (judged, model) = frame(bad.clone()).await;
    assert_eq!(judged.result.as_ref().map_err(EngineFault::kind), Err("malformed"));
    assert_eq!((calls(&judged), model.requests().len()), (4, 4));
    let (judged, _) = frame(bad.into_iter().take(3).chain([briefs(&[brief("Form", "Customers leave.", &["f1"])])])).await;
    assert_eq!((calls(&judged), judged.result.expect("briefs").len()), (4, 1));
}
