//! What pages without scripts send in an interview: as a member, and as a guest.

use crate::ground::{Answer, Api, Turn, eventually, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

const YES: &str = "Yes, that's right";

async fn send(of: &Api, path: &str, fields: &[(&str, &str)]) -> Answer {
    Answer::fetch(of.call(Method::POST, path).header("accept", "text/html").form(fields)).await
}

/// The newest message of the person in a session's state.
fn newest(state: &Value) -> &Value {
    let messages = state["messages"].as_array().expect("messages");
    messages.iter().rev().find(|one| one["role"] == "user").expect("a message")
}

#[tokio::test]
async fn a_confirmation_counts_unless_the_fields_beside_it_hold_another_value_and_leads_back_to_the_message() {
    everywhere(async |place| {
        let api = place.member();
        for (chosen, value, words) in [("", "small", YES), ("large", "large", "Large")] {
            let session = place.interview(&api).await;
            let goods = json!({"sessionId": session, "widget": {"key": "goods", "value": "honey"}});
            Turn::parse(api.chat(&goods).await);
            api.say(&session, "Probably small").await;
            assert_eq!(api.session(&session).await["asked"]["kind"], "read_back");
            let page = api.get(&format!("/interviews/{session}")).await.text;
            assert!(page.contains("id=\"answer-fields\"") && page.contains("form=\"answer-fields\""), "{page}");

            let fields = [("id", session.as_str()), ("key", "size"), ("value", chosen), ("text", YES)];
            let sent = send(&api, "/call/form/answer", &fields).await;
            let state = api.session(&session).await;
            let id = newest(&state)["id"].as_str().expect("an id");
            assert_eq!((sent.status, &newest(&state)["content"]), (302, &json!(words)), "{}", sent.text);
            assert_eq!(sent.header("location"), format!("/interviews/{session}#message-{id}"));
            let settled = async || {
                let size = api.obligation(&session, "size").await;
                size["extracted_value"] == value && size["status"] == "satisfied"
            };
            eventually(value, settled).await;
            assert!(api.get(&format!("/interviews/{session}")).await.text.contains(&format!("id=\"message-{id}\"")));
        }
    })
    .await;
}

#[tokio::test]
async fn a_guest_chooses_between_two_values_with_a_button() {
    everywhere(async |place| {
        for (side, value, words) in [("held", "small", "Small"), ("proposed", "large", "Large")] {
            let (owner, _) = place.tenant();
            owner.activate(&owner.make_plan("idea_discovery").await).await;
            let session = owner.open("idea_discovery").await;
            let made =
                owner.post("/call/interview/links/make", &json!({"id": session, "invite": true, "transcript": false})).await;
            let link: String = serde_json::from_str(&made.text).expect("a text");
            let link: Value = serde_json::from_str(&link).expect("JSON");
            let path = link["path"].as_str().expect("a path");
            let guest = Api::browser(place.base());
            assert_eq!(send(&guest, &format!("{path}/start"), &[("name", "Gus")]).await.status, 303);
            let say = async |fields: &[(&str, &str)]| {
                let sent = send(&guest, &format!("{path}/say"), fields).await;
                assert_eq!((sent.status, sent.header("location")), (303, format!("{path}#answer").as_str()), "{}", sent.text);
                guest.get(path).await.text
            };
            let early = send(&guest, &format!("{path}/say"), &[("key", "size"), ("side", side)]).await;
            assert_eq!(early.status, 422, "nothing is at odds");
            say(&[("key", "goods"), ("value", "honey")]).await;
            say(&[("key", "size"), ("value", "small")]).await;
            let page = say(&[("text", "No, actually it is large")]).await;
            for part in ["data-testid=\"settle\"", "value=\"held\"", ">Small<", "value=\"proposed\"", ">Large<"] {
                assert!(page.contains(part), "{part}: {page}");
            }
            for _ in 0..2 {
                let settled = say(&[("at", "guest-99"), ("key", "size"), ("side", side)]).await;
                assert!(!settled.contains("data-testid=\"settle\""), "{settled}");
            }
            let all = owner.get("/api/v1/sessions").await.json(200);
            let theirs = all["items"].as_array().expect("a list").iter().find(|one| one["id"] != session.as_str());
            let theirs = theirs.expect("the guest's")["id"].as_str().expect("an id").to_owned();
            assert_eq!(owner.obligation(&theirs, "size").await["extracted_value"], value);
            assert_eq!(newest(&owner.session(&theirs).await)["content"], words);
        }
    })
    .await;
}
