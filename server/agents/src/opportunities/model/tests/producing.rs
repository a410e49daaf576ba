//! Solutions, assessments and ranks: matched by what the items were called.

use super::*;

fn solution(item: &str, plan: &str, baseline: &str) -> Value {
    json!({
        "item_id": item, "proposed_solution": "Accept every postcode.", "experiment_plan": plan,
        "success_metrics": [{"metric": "customers who leave", "baseline": baseline, "target": "below 5 % in 30 days"}],
        "build_experiment_decision": "experiment_first",
    })
}

fn assessment(item: &str, feasible: bool) -> Value {
    json!({
        "item_id": item, "feasible": feasible, "constraints": ["Stripe checks the address"], "reasoning": "It is a change of one form.",
        "approach": if feasible { "Drop the check." } else { "" }, "effort_low_days": 3, "effort_high_days": 8, "dependencies": [],
        "risks": [{"description": "Wrong addresses", "severity": "medium", "mitigation": "Ask again"}],
        "acceptance_criteria": ["40 % or fewer leave"],
    })
}

async fn design(script: impl IntoIterator<Item = ModelScript>) -> (Judged<Vec<(OpportunityId, Solution)>>, usize) {
    let (agents, model) = agents(script);
    let judged = agents.design(CLIENT, &items(), &context()).await;
    (judged, model.requests().len())
}

fn numbers<T>(found: &[(OpportunityId, T)]) -> Vec<u128> {
    found.iter().map(|(id, _)| id.0.as_u128()).collect()
}

#[tokio::test]
async fn solutions_go_to_the_items_they_name() {
    let answer = json!({"solutions": [
        solution("item_3", "Compare both.", "90 seconds"), solution("item_1", "Compare both.", "47 %"),
        solution("item_1", "A second one.", "47 %"), solution("item_8", "Of nobody.", "47 %"), solution("Address form", "By name.", "47 %"),
    ]});
    let (judged, asked) = design([text(answer)]).await;
    let found = judged.result.expect("solutions");
    assert_eq!((numbers(&found), asked), (vec![3, 1], 1), "what is left out is absent");
    assert_eq!(found[1].1.experiment_plan, "Compare both.");
}

#[tokio::test]
async fn targets_may_be_new_and_nothing_else() {
    for (plan, baseline) in
        [("Run it for 14 days.", "47 %"), ("Compare both.", "46 %"), ("Buy Globex Forms for it.", "47 %"), ("", "47 %")]
    {
        let bad = text(json!({"solutions": [solution("item_1", plan, baseline), solution("item_2", "Compare both.", "31")]}));
        let (judged, asked) = design([bad.clone(), bad]).await;
        assert_eq!((numbers(&judged.result.expect("the other")), asked), (vec![2], 2), "{plan} {baseline}");
        let only = text(json!({"solutions": [solution("item_1", plan, baseline)]}));
        let (judged, asked) = design(vec![only; 4]).await;
        assert_eq!((judged.result.map_err(|fault| fault.kind()), asked), (Err("malformed"), 4));
    }
}

#[tokio::test]
async fn assessments_have_a_specification_or_constraints_that_rule_it_out() {
    let (agents, model) = agents([
        text(json!({"assessments": [assessment("item_1", true), {"item_id": "item_2", "feasible": false}]})),
        text(json!({"assessments": [assessment("item_1", true), assessment("item_2", false)]})),
    ]);
    let judged = agents.assess(CLIENT, &items(), &context()).await;
    assert_eq!((calls(&judged), model.requests().len()), (2, 2));
    let found = judged.result.expect("assessments");
    let spec = found[0].2.as_ref().expect("a specification");
    assert_eq!((spec.opportunity_id.clone(), spec.effort_estimate.high_days), (found[0].0.to_string(), 8.0));
    assert_eq!((found[1].1.feasible, found[1].1.constraints.len(), found[1].2.is_none()), (false, 1, true));
}

#[tokio::test]
async fn efforts_are_ranges() {
    for (low, high) in [(json!(-1), json!(3)), (json!(0), json!(0)), (json!(1), json!(1e9)), (json!("three"), json!(5))] {
        let mut bad = assessment("item_1", true);
        (bad["effort_low_days"], bad["effort_high_days"]) = (low, high);
        let (agents, _) = agents(vec![text(json!({"assessments": [bad]})); 4]);
        assert!(agents.assess(CLIENT, &items(), &context()).await.result.is_err());
    }
}

#[tokio::test]
async fn ranks_are_in_the_order_of_the_answer() {
    let answer = json!({"ranking": [
        {"item_id": "item_2", "rationale": "Before item_3, as 31 postcodes are refused.", "dependencies": ["item_1"], "flags": []},
        {"item_id": "item_1", "rationale": "47 % leave.", "dependencies": ["item_2", "item_2", "item_1", "item_7"], "flags": ["Thin evidence", ""]},
        {"item_id": "item_2", "rationale": "Again.", "dependencies": [], "flags": []},
    ]});
    let (agents, _) = agents([text(answer)]);
    let found = agents.rank(CLIENT, &items(), &context()).await.result.expect("ranks");
    assert_eq!((numbers(&found), found[0].1.rank, found[1].1.rank), (vec![2, 1], 1, 2));
    assert_eq!(found[0].1.rationale, "Before Invoice export, as 31 postcodes are refused.");
    assert!(found[0].1.dependencies.is_empty(), "what comes later cannot be built before it");
    assert_eq!((found[1].1.dependencies.as_slice(), found[1].1.flags.len()), (&[found[0].0][..], 1));
    assert!(found.iter().all(|(_, rank)| rank.score > 0.0));
}

#[tokio::test]
async fn a_rationale_says_no_more_than_the_data() {
    let bad =
        text(json!({"ranking": [{"item_id": "item_1", "rationale": "It earns 9,000 a year.", "dependencies": [], "flags": []}]}));
    let (agents, model) = agents(vec![bad; 4]);
    let judged = agents.rank(CLIENT, &items(), &context()).await;
    assert_eq!((judged.result.is_err(), judged.spending.input_tokens, model.requests().len()), (true, 40, 4));
}
