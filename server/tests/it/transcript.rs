//! `POST /api/v1/sessions/{id}/transcript`.

use crate::ground::{Answer, Api, everywhere};
use serde_json::{Value, json};

async fn import(api: &Api, session: &str, turns: Value) -> Answer {
    api.post(&format!("/api/v1/sessions/{session}/transcript"), &json!({"turns": turns})).await
}

#[tokio::test]
async fn a_conversation_held_elsewhere_is_understood_and_nothing_is_asked() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let asked_before = api.session(&session).await["messages"].as_array().map_or(0, Vec::len);
        let turns = json!([
            {"speaker": "agent", "text": "What will the shop sell?"},
            {"speaker": "user", "text": "We will sell honey and candles"},
            {"speaker": "agent", "text": "And how large is the shop?"},
            {"speaker": "user", "text": "It is large"},
            {"speaker": "user", "text": "Sorry, I meant small"},
            {"speaker": "agent", "text": "Small it is."},
        ]);
        let told = import(&api, &session, turns.clone()).await.json(200);
        let told = told["turns"].as_array().expect("turns");
        assert_eq!(told.iter().map(|turn| turn["index"].clone()).collect::<Vec<_>>(), [json!(1), json!(3), json!(4)]);
        assert_eq!((&told[1]["values"]["size"], &told[1]["changed"]), (&json!("large"), &json!(["size"])));
        assert_eq!((&told[2]["values"]["size"], &told[2]["changed"]), (&json!("small"), &json!(["size"])));

        let state = api.session(&session).await;
        let messages = &state["messages"].as_array().expect("messages")[asked_before..];
        let said: Vec<_> = messages.iter().map(|one| (one["role"].clone(), one["content"].clone())).collect();
        let given: Vec<_> =
            turns.as_array().expect("turns").iter().map(|one| (one["speaker"].clone(), one["text"].clone())).collect();
        assert_eq!(said, given, "every turn is there, and nothing was added");
        assert!(messages.iter().all(|one| one["imported"] == true));
        assert_eq!((&state["turn_count"], &state["replying"]), (&json!(3), &Value::Null));
        assert_eq!(api.obligation(&session, "size").await["source"], "transcript");
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_imported_changes_nothing() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        let one = json!({"speaker": "user", "text": "Honey"});
        for (status, turns) in [
            (422, json!([])),
            (422, json!("text")),
            (422, json!([one, {"speaker": "nobody", "text": "x"}])),
            (422, json!([one, {"speaker": "user"}])),
            (413, json!([one, {"speaker": "user", "text": "x".repeat(16 * 1024 + 1)}])),
            (413, json!(vec![one.clone(); 2001])),
        ] {
            import(&api, &session, turns).await.problem(status);
        }
        api.post(&format!("/api/v1/sessions/{session}/transcript"), &json!({})).await.problem(422);
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}

#[tokio::test]
async fn empty_turns_keep_their_place() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let turns = json!([{"speaker": "user", "text": ""}, {"speaker": "user", "text": "We will sell honey"}, {"speaker": "user", "text": "  "}]);
        let told = import(&api, &session, turns).await.json(200);
        let indexes: Vec<_> = told["turns"].as_array().expect("turns").iter().map(|turn| turn["index"].clone()).collect();
        assert_eq!(indexes, [json!(0), json!(1), json!(2)]);
        assert_eq!(told["turns"][2]["values"], told["turns"][1]["values"]);
    })
    .await;
}
