//! What a producer makes of a rejection: one call, whatever comes of it.

use super::*;
use protocol::opportunities::Artifact;

fn part(area: &str, statement: &str, findings: &[&str]) -> Value {
    json!({
        "affected_area": area, "problem_statement": statement, "counterfactual": "It goes on.", "stage_hints": [], "findings": findings,
    })
}

async fn revise(boundary: Boundary, item: &Opportunity, reply: impl ToString) -> Judged<Revised> {
    let (agents, model) = agents([text(reply)]);
    let rejection = Rejection {
        item: item.id,
        reason: "“leave” says nothing".into(),
        suggestion: "say that 88 % leave for Globex".into(),
        checks: Vec::new(),
    };
    let judged = agents.revise(CLIENT, boundary, item, &rejection, &context()).await;
    let requests = model.requests();
    assert_eq!((requests.len(), calls(&judged)), (1, 1), "one call that counts");
    assert!(requests[0].turns[0].text.contains("88 % leave"));
    judged
}

#[tokio::test]
async fn a_brief_keeps_what_it_rests_on() {
    let item = item(1, "Form", &["f1", "f2"]);
    let reply = json!({"briefs": [part("Address form", "47 % leave at the postcode.", &["f1"])]});
    let Ok(Revised::Replaced(Artifact::Brief { brief })) = revise(Boundary::BriefToSolution, &item, reply).await.result else {
        panic!("no brief")
    };
    assert_eq!((brief.affected_area.as_str(), &brief.findings), ("Address form", &item.brief.findings));
    assert_eq!((&brief.evidence, &brief.explorer_coverage), (&item.brief.evidence, &item.brief.explorer_coverage));
}

#[tokio::test]
async fn parts_share_the_findings_and_lose_none() {
    let item = item(1, "Glitches", &["f1", "f2", "f3"]);
    let split = async |parts: Value| match revise(Boundary::BriefToSolution, &item, json!({"briefs": parts})).await.result {
        Ok(Revised::Split(parts)) => parts.into_iter().map(|part| (part.findings.join(" "), part.evidence.len())).collect(),
        other => panic!("{other:?}"),
    };
    let found: Vec<(String, usize)> =
        split(json!([part("Form", "Customers leave.", &["f1"]), part("Export", "It is slow.", &["f3", "f9"])])).await;
    assert_eq!(found, [("f1 f2".into(), 2), ("f3".into(), 1)], "what none names stays with the first");
    let found: Vec<(String, usize)> =
        split(json!([part("Form", "Customers leave.", &[]), part("Export", "It is slow.", &["f3"])])).await;
    assert_eq!(found, [("f1 f2 f3".into(), 2), ("f3".into(), 1)], "who names none rests on all");
}

#[tokio::test]
async fn what_is_no_revision_is_told_from_what_cannot_be_read() {
    let item = item(1, "Form", &["f1"]);
    let same = json!({"briefs": [{
        "affected_area": "Form", "problem_statement": item.brief.problem_statement, "counterfactual": item.brief.counterfactual,
        "stage_hints": [], "findings": ["f1"],
    }]});
    for reply in [json!({"briefs": []}), same] {
        let judged = revise(Boundary::BriefToSolution, &item, &reply).await;
        assert!(matches!(judged.result, Ok(Revised::Nothing(_))), "{reply}");
    }
    let many = vec![part("Form", "Customers leave.", &["f1"]); 6];
    for (boundary, reply) in [
        (Boundary::BriefToSolution, json!("no")),
        (Boundary::BriefToSolution, json!({"briefs": [{"affected_area": "Form"}]})),
        (Boundary::BriefToSolution, json!({"briefs": many})),
        // A receiver's suggestion is no evidence.
        (Boundary::BriefToSolution, json!({"briefs": [part("Form", "88 % leave.", &["f1"])]})),
        (Boundary::BriefToSolution, json!({"briefs": [part("Form", "They leave for Globex.", &["f1"])]})),
        (Boundary::SolutionToSpec, json!({"proposed_solution": "x"})),
        (Boundary::SpecToRank, json!({"approach": "x"})),
    ] {
        let judged = revise(boundary, &item, &reply).await;
        assert!(matches!(judged.result, Err(EngineFault::Malformed(_))), "{reply}");
    }
}

#[tokio::test]
async fn solutions_and_specifications_are_replaced_as_a_whole() {
    let mut item = item(1, "Form", &["f1"]);
    item.guidance = Some("Finish within 14 days".into());
    let solution = json!({
        "proposed_solution": "Accept every postcode within 14 days.", "experiment_plan": "Compare both forms.",
        "success_metrics": [{"metric": "customers who leave", "baseline": "47 %", "target": "12.5 %"}],
        "build_experiment_decision": "build_direct",
    });
    let judged = revise(Boundary::SolutionToSpec, &item, solution).await;
    let Ok(Revised::Replaced(Artifact::Solution { solution })) = judged.result else { panic!("no solution") };
    assert_eq!(solution.success_metrics[0].target.as_deref(), Some("12.5 %"));
    let spec = json!({
        "approach": "Drop the check.", "effort_low_days": 9, "effort_high_days": 5.5, "dependencies": [], "constraints": ["Stripe"],
        "risks": [{"description": "Wrong addresses", "severity": "high", "mitigation": "Ask again"}],
        "acceptance_criteria": ["At most 40 % leave"], "opportunity_id": "another",
    });
    let judged = revise(Boundary::SpecToRank, &item, spec).await;
    let Ok(Revised::Replaced(Artifact::Spec { spec })) = judged.result else { panic!("no specification") };
    assert_eq!(
        (spec.opportunity_id.clone(), spec.effort_estimate),
        (item.id.to_string(), Effort { low_days: 5.5, high_days: 9.0 })
    );
}
