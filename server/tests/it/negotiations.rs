//! `/api/v1/sessions/{id}/negotiations/{key}`: two values, until one holds.

use crate::ground::{Answer, Api, everywhere};
use serde_json::{Value, json};

async fn negotiate(api: &Api, session: &str, step: &str, body: Value) -> Answer {
    api.post(&format!("/api/v1/sessions/{session}/negotiations/{step}"), &body).await
}

#[tokio::test]
async fn a_negotiation_is_started_argued_and_settled() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        negotiate(&api, &session, "size", json!({"reason": "nothing is known yet"})).await.problem(409);
        api.say(&session, "We sell honey and the shop is small").await;
        negotiate(&api, &session, "size/value", json!({"value": "large"})).await.problem(409);
        negotiate(&api, &session, "size/resolve", json!({"resolution": "agent_accepted"})).await.problem(409);

        let begun = negotiate(&api, &session, "size", json!({"reason": "It grew"})).await.json(200);
        assert_eq!(begun["negotiation"]["status"], "active");
        let round = &begun["negotiation"]["rounds"][0];
        assert_eq!(
            (&round["agentProposal"], &round["userResponse"], &round["agentReasoning"]),
            (&json!("small"), &json!("reject"), &json!("It grew"))
        );
        negotiate(&api, &session, "size", json!({})).await.problem(409);
        negotiate(&api, &session, "size/value", json!({"value": "gigantic"})).await.problem(422);
        negotiate(&api, &session, "size/value", json!({})).await.problem(422);
        negotiate(&api, &session, "size/resolve", json!({"resolution": "compromise"})).await.problem(422);
        negotiate(&api, &session, "size/resolve", json!({"resolution": "user_accepted"})).await.problem(422);
        negotiate(&api, &session, "size/resolve", json!({"resolution": "by force"})).await.problem(422);

        let argued = negotiate(&api, &session, "size/value", json!({"value": "large"})).await.json(200);
        assert_eq!(argued["negotiation"]["rounds"][1]["userValue"], "large");
        assert_eq!(argued["obligation"]["extracted_value"], "small", "until it is settled");
        let settled = negotiate(&api, &session, "size/resolve", json!({"resolution": "user_accepted"})).await.json(200);
        assert_eq!(
            (&settled["negotiation"]["status"], &settled["negotiation"]["finalValue"]),
            (&json!("resolved"), &json!("large"))
        );
        let one = &settled["obligation"];
        assert_eq!(
            (&one["extracted_value"], &one["source"], &one["status"]),
            (&json!("large"), &json!("negotiation"), &json!("satisfied"))
        );
        assert!(one["confidence"].as_f64().is_some_and(|sure| sure >= 0.91), "{one}");
        let state = api.session(&session).await;
        assert_eq!((&state["negotiations"][0]["key"], &state["negotiations"][0]["state"]), (&json!("size"), &json!("resolved")));

        let back = api.patch(&format!("/api/v1/sessions/{session}/obligations/size"), &json!({"action": "undo"})).await.json(200);
        assert_eq!(back["obligation"]["extracted_value"], "small");
    })
    .await;
}

#[tokio::test]
async fn the_held_value_or_a_third_one_may_win() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let begun = negotiate(&api, &session, "size", json!({"value": "large"})).await.json(200);
        assert_eq!(begun["negotiation"]["rounds"][0]["userResponse"], "modify");
        let kept = negotiate(&api, &session, "size/resolve", json!({"resolution": "agent_accepted"})).await.json(200);
        assert_eq!(kept["obligation"]["extracted_value"], "small");
        negotiate(&api, &session, "size", json!({"value": "large"})).await.json(200);
        let third = negotiate(&api, &session, "size/resolve", json!({"resolution": "compromise", "final_value": "medium"}))
            .await
            .json(200);
        assert_eq!(
            (&third["obligation"]["extracted_value"], &third["negotiation"]["resolution"]),
            (&json!("medium"), &json!("compromise"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_correction_in_words_is_shown_as_was_and_proposed() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let turn = api.say(&session, "No, actually it is large").await;
        let told = turn.all("negotiation").last().expect("a negotiation");
        assert_eq!((&told["key"], &told["state"], &told["proposed"]), (&json!("size"), &json!("active"), &json!("large")));
        assert_eq!(api.obligation(&session, "size").await["extracted_value"], "small", "until it is settled");
        let turn = api.say(&session, "yes").await;
        let size = turn.all("obligation").find(|one| one["key"] == "size").expect("it changed");
        assert_eq!((&size["value"], &size["previousValue"]), (&json!("large"), &json!("small")));
        assert_eq!(turn.all("negotiation").last().map(|told| &told["state"]), Some(&json!("resolved")));
    })
    .await;
}

#[tokio::test]
async fn unknown_keys_are_not_found() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        negotiate(&api, &session, "nothing", json!({"reason": "x"})).await.problem(404);
        negotiate(&api, &session, "nothing/value", json!({"value": "x"})).await.problem(404);
        negotiate(&api, &session, "nothing/resolve", json!({"resolution": "user_accepted"})).await.problem(404);
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}
