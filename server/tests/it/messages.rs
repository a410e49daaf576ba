//! One message of an interview: worded anew, edited, gone back to, judged.

use crate::ground::{Answer, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

fn ids(state: &Value, role: &str) -> Vec<String> {
    let messages = state["messages"].as_array().expect("messages").iter();
    messages.filter(|one| one["role"] == role).map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

fn content(state: &Value, at: usize) -> &str {
    state["messages"][at]["content"].as_str().expect("a text")
}

#[tokio::test]
async fn the_last_reply_in_other_words() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey").await;
        let before = api.session(&session).await;
        let last = ids(&before, "agent").pop().expect("a reply");
        let at = |message: &str, what: &str| format!("/api/v1/sessions/{session}/messages/{message}/{what}");
        let reworded = api.post(&at(&last, "regenerate"), &json!({})).await.json(200);
        assert_eq!(reworded["replying"], Value::Null);
        let shown = &reworded["message"];
        assert_ne!(shown["content"], shown["wordings"][0]["content"], "it is said otherwise");
        assert_eq!(shown["wordings"][0]["id"], json!(last));
        let state = api.session(&session).await;
        assert_eq!(state["obligations"], before["obligations"]);
        assert_eq!(state["messages"].as_array().map(Vec::len), Some(3));

        let restored = api.post(&at(&last, "restore"), &json!({})).await.json(200);
        assert_eq!(content(&restored, 2), content(&before, 2));
        api.post(&at(&ids(&before, "user")[0], "regenerate"), &json!({})).await.problem(409);
        api.post(&at(&session, "regenerate"), &json!({})).await.problem(404);
        api.post(&at("nothing", "restore"), &json!({})).await.problem(404);
        place.viewer().post(&at(&last, "regenerate"), &json!({})).await.problem(403);
    })
    .await;
}

#[tokio::test]
async fn an_edited_message_leaves_a_branch_behind() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey").await;
        let before = api.session(&session).await;
        let said = ids(&before, "user").pop().expect("a message");
        let at = |message: &str, what: &str| format!("/api/v1/sessions/{session}/messages/{message}/{what}");
        let edited = api.post(&at(&said, "edit"), &json!({"content": "We sell wooden chairs"})).await.json(200);
        assert_eq!(edited["branches"][0]["messages"][0]["content"], "We sell honey");
        let value = api.obligation(&session, "goods").await["extracted_value"].to_string();
        assert!(value.contains("chairs") && !value.contains("honey"), "{value}");
        assert_eq!(edited["turn_count"], 1);

        let restored = api.post(&at(&said, "restore"), &json!({})).await.json(200);
        assert_eq!((&restored["messages"], &restored["completeness"]), (&before["messages"], &before["completeness"]));
        assert!(api.obligation(&session, "goods").await["extracted_value"].to_string().contains("honey"));
        let rows = api.get(&format!("/api/v1/sessions/{session}/obligations")).await.json(200);
        assert_eq!(rows["items"].as_array().map(Vec::len), Some(6));
        let told = api.get(&format!("/api/v1/sessions/{session}/events")).await.json(200);
        assert_eq!(told["items"].as_array().expect("events").iter().filter(|one| one["event_type"] == "branched").count(), 2);

        api.post(&at(&said, "edit"), &json!({"content": " "})).await.problem(422);
        api.post(&at(&said, "edit"), &json!({"content": "x".repeat(20_000)})).await.problem(413);
        api.post(&at(&ids(&before, "agent")[0], "edit"), &json!({"content": "Hello"})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn feedback_is_seen_by_administrators() {
    everywhere(async |place| {
        let (admin, member) = place.tenant();
        admin.activate(&admin.make_plan("project_discovery").await).await;
        let session = member.open("project_discovery").await;
        let greeting = ids(&member.session(&session).await, "agent").pop().expect("a greeting");
        let path = format!("/api/v1/sessions/{session}/messages/{greeting}/feedback");
        let given = member.post(&path, &json!({"rating": "dislike", "comment": " Too stiff "})).await.json(200);
        assert_eq!(given["message"]["feedback"], json!({"rating": "dislike", "comment": "Too stiff"}));
        let listed = admin.get("/api/v1/admin/feedback?rating=dislike").await.json(200);
        let one = &listed["items"][0];
        assert_eq!(
            (&one["message_id"], &one["comment"], &one["engine"]),
            (&json!(greeting), &json!("Too stiff"), &json!("built_in"))
        );
        assert!(one["excerpt"].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!(admin.get("/api/v1/admin/feedback?rating=like").await.json(200)["items"], json!([]));
        member.get("/api/v1/admin/feedback").await.problem(403);
        member.post(&path, &json!({"rating": "splendid"})).await.problem(422);
        // What is forgotten or misspelt takes nothing back.
        member.post(&path, &json!({"comment": "even better"})).await.problem(422);
        member.post(&path, &json!({"ratings": "like"})).await.problem(422);
        assert_eq!(admin.get("/api/v1/admin/feedback").await.json(200)["items"].as_array().map(Vec::len), Some(1));

        let chat = json!({"sessionId": session, "contextType": "project_discovery", "message": "We sell honey"});
        admin.chat(&chat).await.problem(403);
        admin.post(&path, &json!({"rating": "like"})).await.json(200);
        let judged = admin.get("/api/v1/admin/feedback").await.json(200)["items"][0].clone();
        assert_ne!(judged["user_id"], one["user_id"], "whoever gave it");
        let log = admin.get(&format!("/api/v1/admin/audit?action=interview.changed&target={session}")).await.json(200);
        assert_eq!(log["items"][0]["detail"], json!({"command": "give_feedback"}), "{log}");
        member.post(&path, &json!({"rating": null})).await.json(200);
        assert_eq!(admin.get("/api/v1/admin/feedback").await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_sentence_in_another_language_is_declined_in_it_and_leaves_nothing() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        let turn = api.say(&session, "Wir verkaufen Honig und Kerzen an Familien in Zürich.").await;
        assert!(turn.reply().starts_with("Ich verstehe bisher leider nur Englisch"), "{}", turn.reply());
        assert!(turn.reply().contains('\n'), "the question stands below it: {}", turn.reply());
        let after = api.session(&session).await;
        assert_eq!(after["obligations"], before["obligations"]);
        assert_eq!(after["completeness_score"], before["completeness_score"]);
    })
    .await;
}

#[tokio::test]
async fn a_form_answers_with_a_month_a_quarter_or_a_range() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let held = async |key: &str| {
            let state = api.session(&session).await;
            let all = state["obligations"].as_array().expect("obligations").clone();
            all.into_iter().find(|one| one["obligation_key"] == key).expect("the obligation")["extracted_value"].clone()
        };
        let values = |all: [&str; 4]| all.map(str::to_owned);
        for (key, value, parts, kept) in [
            ("opening_day", "", values(["month", "3", "", "2027"]), json!({"date": "2027-03-01", "text": "March 2027"})),
            ("opening_day", "2027-01-01", values(["quarter", "", "2", "2027"]), json!({"date": "2027-06-30", "text": "Q2 2027"})),
            ("opening_day", "2027-01-01", values(["day", "", "", ""]), json!("2027-01-01")),
            ("budget", "2000", values(["range", "3000", "", ""]), json!({"min": 2000, "max": 3000, "text": "2000 to 3000"})),
        ] {
            let mut form = vec![("id".to_owned(), session.clone()), ("key".to_owned(), key.to_owned())];
            form.push(("value".to_owned(), value.to_owned()));
            form.extend(parts.into_iter().enumerate().map(|(at, part)| (format!("values[{at}]"), part)));
            let call = api.call(Method::POST, "/call/form/set").header("accept", "text/html").form(&form);
            assert_eq!(Answer::fetch(call).await.status, 302, "{key} {value}");
            assert_eq!(held(key).await, kept);
        }
    })
    .await;
}
