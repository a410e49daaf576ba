//! A receiver's verdict: one call, whatever comes of it.

use super::*;
use domain::{
    models::{Usage, Usd},
    opportunities::ItemRejection,
};
use protocol::opportunities::Check;

async fn validate(reply: &str) -> (Judged<Verdict>, usize) {
    let (agents, model) = agents([text(reply)]);
    let judged = agents.validate(CLIENT, Boundary::BriefToSolution, &items(), &context()).await;
    (judged, model.requests().len())
}

fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

fn rejection(item: String, reason: &str, checks: &[Check]) -> ItemRejection {
    ItemRejection { item, reason: reason.into(), suggestion: String::new(), checks: checks.to_vec() }
}

#[tokio::test]
async fn verdicts_are_read_conservatively() {
    let table = [
        (
            r#"{"accepted": ["item_1"], "rejected": [{"item_id": "item_2", "reason": "vague", "suggestion": "", "checks": ["no_surface", "ugly", 7]}]}"#,
            vec![id(1)],
            vec![rejection(id(2), "vague", &[Check::NoSurface])],
        ),
        // Partial: what is not mentioned is whoever's that asked.
        (r#"{"rejected": [{"item_id": "item_3"}]}"#, vec![], vec![rejection(id(3), "", &[])]),
        (r#"{"accepted": "all", "rejected": []}"#, vec![], vec![]),
        // Contradictory, unknown, by area: as the model wrote it.
        (
            r#"{"accepted": ["item_1", "item_9"], "rejected": [{"item_id": "item_1", "reason": "no"}, {"item_id": "Address form", "reason": "twice"},
                {"item_id": "item_0", "reason": "no"}, {"item_id": 2, "reason": "no"}, {"reason": "of nothing"}, "item_3"]}"#,
            vec![id(1), "item_9".into()],
            vec![
                rejection(id(1), "no", &[]),
                rejection("Address form".into(), "twice", &[]),
                rejection("item_0".into(), "no", &[]),
                rejection("2".into(), "no", &[]),
            ],
        ),
        // People know no item_3.
        (
            r#"{"accepted": [], "rejected": [{"item_id": "item_1", "reason": "as item_3,\n not item_1"}]}"#,
            vec![],
            vec![rejection(id(1), "as Invoice export, not Address form", &[])],
        ),
        // What no finding of the item says is no reason: 47 is known, 88 and 90 are not.
        (
            r#"{"rejected": [{"item_id": "item_1", "reason": "47 % leave, 88% of 1,200 in 90.5 days at 0.88"},
                {"item_id": "item_3", "reason": "it takes 90 seconds", "suggestion": "eleven would do; Eleven"}]}"#,
            vec![],
            vec![rejection(id(1), "47 % leave, …% of 1,200 in … days at …", &[]), rejection(id(3), "it takes 90 seconds", &[])],
        ),
    ];
    for (reply, accepted, rejected) in table {
        let (judged, asked) = validate(reply).await;
        assert_eq!(judged.result, Ok(Verdict { accepted, rejected }), "{reply}");
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn a_malformed_verdict_is_a_fault_after_one_call_that_counts() {
    for reply in [
        "All good!", "", "[]", "{}", r#"{"accepted": ["item_1"]}"#, r#"{"rejected": "none"}"#,
        r#"{"rejected": [{"reason": "x"}]}"#,
    ] {
        let (judged, asked) = validate(reply).await;
        assert!(matches!(judged.result, Err(EngineFault::Malformed(_))), "{reply}");
        assert_eq!((asked, calls(&judged), judged.reply.as_str()), (1, 1, reply));
        assert!(judged.spending.output_tokens > 0);
    }
}

#[tokio::test]
async fn a_fault_of_the_model_is_not_asked_again() {
    let cut = ModelFault::Truncated { usage: Usage { input: 10, output: 900 }, cost: Some(Usd::dollars(0.25)) };
    let wasted = Spending { input_tokens: 10, output_tokens: 900, usd: Some(0.25) };
    for (fault, expected, spending) in [
        (ModelFault::TimedOut, EngineFault::Model(ModelFault::TimedOut), Spending::nothing()),
        (cut.clone(), EngineFault::Model(cut), wasted),
        (ModelFault::Malformed("empty".into()), EngineFault::Malformed("empty".into()), Spending::nothing()),
    ] {
        let (agents, model) = agents([ModelScript::Fails(fault)]);
        let judged = agents.validate(CLIENT, Boundary::SpecToRank, &items(), &context()).await;
        assert_eq!((judged.result, model.requests().len(), judged.spending), (Err(expected), 1, spending));
    }
}

#[tokio::test]
async fn each_receiver_has_its_criteria_and_sees_what_it_checks() {
    for (boundary, criteria, shown) in [
        (Boundary::BriefToSolution, "You are the SolutionDesigner", "counterfactual"),
        (Boundary::SolutionToSpec, "You are the FeasibilityDesigner", "success_metrics"),
        (Boundary::SpecToRank, "You are the TPMAgent", "opportunity_id"),
    ] {
        let (agents, model) = agents([text(r#"{"accepted": [], "rejected": []}"#)]);
        assert!(agents.validate(CLIENT, boundary, &items(), &context()).await.result.is_ok());
        let request = model.requests().remove(0);
        assert!(request.system.starts_with(criteria));
        let data: Value = serde_json::from_str(&request.turns[0].text).expect("data");
        assert_eq!((data["items"][2]["item_id"].as_str(), data["items"].as_array().map(Vec::len)), (Some("item_3"), Some(3)));
        assert!(data["items"][0].to_string().contains(shown));
    }
}
