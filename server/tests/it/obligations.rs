//! `PATCH /api/v1/sessions/{id}/obligations/{key}`.

use crate::ground::{Answer, Api, Turn, everywhere};
use serde_json::{Value, json};

impl Api {
    async fn change(&self, session: &str, key: &str, body: Value) -> Answer {
        self.patch(&format!("/api/v1/sessions/{session}/obligations/{key}"), &body).await
    }

    /// One obligation as the whole state has it.
    pub(crate) async fn obligation(&self, session: &str, key: &str) -> Value {
        let state = self.session(session).await;
        state["obligations"]
            .as_array()
            .expect("obligations")
            .iter()
            .find(|one| one["obligation_key"] == key)
            .expect("it is there")
            .clone()
    }
}

#[tokio::test]
async fn a_value_is_set_reopened_and_taken_back() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let set = api.change(&session, "size", json!({"action": "set", "value": "Medium"})).await.json(200);
        let one = &set["obligation"];
        assert_eq!(
            (&one["status"], &one["extracted_value"], &one["source"]),
            (&json!("satisfied"), &json!("medium"), &json!("manual"))
        );
        assert!(one["confidence"].as_f64().is_some_and(|sure| sure > 0.9));
        assert_eq!(&set["completeness"], &api.session(&session).await["completeness"]);
        assert_eq!(one, &api.obligation(&session, "size").await);
        assert_eq!(api.obligation(&session, "budget").await["dependencies_resolved"], true, "what waited for it may be asked");

        api.change(&session, "size", json!({"action": "set", "value": "large"})).await.json(200);
        let undone = api.change(&session, "size", json!({"action": "undo"})).await.json(200);
        assert_eq!(undone["obligation"]["extracted_value"], "medium");
        api.change(&session, "size", json!({"action": "undo"})).await.problem(409);

        let reopened = api.change(&session, "size", json!({"action": "reopen", "reason": "not sure any more"})).await.json(200);
        assert_eq!(
            (&reopened["obligation"]["status"], &reopened["obligation"]["reason"]),
            (&json!("partial"), &json!("not sure any more"))
        );
    })
    .await;
}

#[tokio::test]
async fn what_is_put_off_or_skipped_is_not_asked_until_it_is_reopened() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let put_off = api.change(&session, "goods", json!({"action": "defer", "reason": "I must ask my sister"})).await.json(200);
        assert_eq!(
            (&put_off["obligation"]["status"], &put_off["obligation"]["reason"]),
            (&json!("deferred"), &json!("I must ask my sister"))
        );
        let skipped = api.change(&session, "worry", json!({"action": "skip"})).await.json(200);
        assert_eq!(skipped["obligation"]["status"], "skipped");
        assert_eq!(
            api.change(&session, "worry", json!({"action": "skip"})).await.json(200),
            skipped,
            "once more changes nothing"
        );
        api.say(&session, "hello").await;
        assert_ne!(api.session(&session).await["asked"]["key"], "goods");
        let again = api.change(&session, "worry", json!({"action": "reopen"})).await.json(200);
        assert_eq!(again["obligation"]["status"], "pending");
    })
    .await;
}

#[tokio::test]
async fn a_finished_interview_goes_on_when_an_answer_is_reopened() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        for (key, value) in [("goods", "honey"), ("size", "small")] {
            api.change(&session, key, json!({"action": "set", "value": value})).await.json(200);
        }
        api.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
        for body in [
            json!({"action": "set", "value": "wax"}),
            json!({"action": "defer"}),
            json!({"action": "skip"}),
            json!({"action": "undo"}),
        ] {
            api.change(&session, "goods", body).await.problem(409);
        }
        api.change(&session, "goods", json!({"action": "reopen"})).await.json(200);
        assert_eq!(api.session(&session).await["status"], "active");
        let turn = Turn::parse(api.chat(&json!({"sessionId": session, "widget": {"key": "goods", "value": "wax"}})).await);
        assert!(turn.all("obligation").any(|one| one["key"] == "goods" && one["value"] == "wax"));
    })
    .await;
}

#[tokio::test]
async fn what_does_not_fit_changes_nothing() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        for (status, key, body) in [
            (404, "nothing", json!({"action": "set", "value": "x"})),
            (404, "%00", json!({"action": "skip"})),
            (404, "a%2Fb", json!({"action": "defer"})),
            (422, "goods", json!({"action": "burn"})),
            (422, "goods", json!({})),
            (422, "goods", json!({"action": "set"})),
            (422, "goods", json!({"action": "set", "value": ""})),
            (422, "size", json!({"action": "set", "value": "gigantic"})),
            (422, "size", json!({"action": "set", "value": ["small", "large"]})),
            (422, "channels", json!({"action": "set", "value": "the moon"})),
            (422, "budget", json!({"action": "set", "value": "a lot"})),
            (422, "opening_day", json!({"action": "set", "value": "tomorrowish"})),
            (422, "goods", json!({"action": "skip", "reason": "x".repeat(501)})),
            (409, "goods", json!({"action": "undo"})),
        ] {
            let answer = api.change(&session, key, body.clone()).await;
            assert_eq!(answer.status, status, "{key} {body}: {}", answer.text);
            answer.problem(status);
        }
        let long = api.change(&session, "goods", json!({"action": "set", "value": "x".repeat(20_000)})).await;
        assert!([413, 422].contains(&long.status), "{}", long.text);
        assert_eq!(api.session(&session).await, before);
        api.change(&session, "goods", json!({"action": "set", "value": "honey"})).await.json(200);
        for action in ["defer", "skip"] {
            api.change(&session, "goods", json!({"action": action})).await.problem(409);
        }
    })
    .await;
}
