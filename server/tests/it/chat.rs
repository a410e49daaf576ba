//! `POST /api/discovery-chat`.

use crate::ground::{Answer, Api, Place, Turn, everywhere, id_of};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_turn_is_told_in_order_and_is_what_is_stored() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let turn = api.say(&session, "We will sell honey and candles, and the shop is small.").await;
        let kinds: Vec<&str> = turn.0.iter().map(|(_, object)| object["type"].as_str().expect("a type")).collect();
        assert_eq!((kinds.first(), kinds.last()), (Some(&"session"), Some(&"done")));
        let order = ["session", "message", "obligation", "negotiation", "research", "completeness", "phase", "error", "done"];
        let places: Vec<usize> =
            kinds.iter().map(|kind| order.iter().position(|one| one == kind).expect("a known type")).collect();
        assert!(places.is_sorted(), "{kinds:?}");
        assert!(turn.ids().is_sorted_by(|a, b| a < b), "{:?}", turn.ids());
        assert_eq!(turn.0.last().map(|(_, done)| done.clone()), Some(json!({"type": "done", "sessionId": session, "turn": 1})));

        let state = api.session(&session).await;
        let messages = state["messages"].as_array().expect("messages");
        assert_eq!(
            messages.last().map(|reply| (&reply["role"], &reply["content"])),
            Some((&json!("agent"), &json!(turn.reply())))
        );
        assert_eq!(turn.all("completeness").next().map(|object| &object["score"]), Some(&state["completeness_score"]));
        let size = turn.all("obligation").find(|one| one["key"] == "size").expect("the size was taken");
        assert_eq!((&size["status"], &size["value"]), (&json!("satisfied"), &json!("small")));
        let stored = state["obligations"].as_array().expect("obligations").iter().find(|one| one["obligation_key"] == "size");
        let stored = stored.expect("it is there");
        assert_eq!((&stored["extracted_value"], &stored["confidence"]), (&size["value"], &size["confidence"]));
        assert_eq!(size["evidence"]["quote"], "small");
    })
    .await;
}

#[tokio::test]
async fn ids_grow_from_turn_to_turn() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let mut last = 0;
        for text in ["We sell honey", "No, not honey: we sell candles", "why?", "skip this", "it is large", "that is all"] {
            let ids = api.say(&session, text).await.ids();
            assert!(last < ids[0] && ids.is_sorted_by(|a, b| a < b), "{last} then {ids:?}");
            last = *ids.last().expect("an id");
        }
    })
    .await;
}

#[tokio::test]
async fn the_same_message_again_is_answered_the_same() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let texts =
            ["We sell honey and the shop is small", "No, actually it is large", "online and on the market", "what do you mean?"];
        let mut first: Vec<(Value, Turn)> = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            let body = json!({"sessionId": session, "message": text, "clientMessageId": format!("message {number}")});
            let turn = Turn::parse(api.chat(&body).await);
            first.push((body, turn));
        }
        let widget =
            json!({"sessionId": session, "message": "", "clientMessageId": "widget", "widget": {"key": "budget", "value": 1200}});
        first.push((widget.clone(), Turn::parse(api.chat(&widget).await)));
        let before = api.session(&session).await;
        for (body, turn) in &first {
            assert_eq!(Turn::parse(api.chat(body).await).0, turn.0, "{body}");
        }
        assert_eq!(api.session(&session).await, before);

        let other = json!({"sessionId": session, "message": "something else", "clientMessageId": "message 0"});
        api.chat(&other).await.problem(409);
        let other =
            json!({"sessionId": session, "message": "", "clientMessageId": "widget", "widget": {"key": "budget", "value": 9}});
        api.chat(&other).await.problem(409);
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}

#[tokio::test]
async fn a_stream_that_was_cut_goes_on_after_the_last_event_seen() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let body = json!({"sessionId": session, "message": "We sell honey, the shop is small", "clientMessageId": "once"});
        let whole = Turn::parse(api.chat(&body).await);
        for seen in whole.ids() {
            let rest = after(&api, &body, &seen.to_string()).await;
            let wanted: Vec<_> = whole.0.iter().filter(|(id, _)| *id > seen).cloned().collect();
            assert_eq!(Turn::parse(rest).0, wanted);
        }
        after(&api, &body, "not a number").await.problem(400);
        // The id of a longer interview swallows nothing of a turn that is new.
        let next = json!({"sessionId": session, "message": "On the market", "clientMessageId": "another"});
        let turn = Turn::parse(after(&api, &next, "990001").await);
        assert_eq!(Turn::parse(api.chat(&next).await).0, turn.0);
    })
    .await;
}

async fn after(api: &Api, body: &Value, id: &str) -> Answer {
    Answer::fetch(api.call(Method::POST, "/api/discovery-chat").json(body).header("last-event-id", id)).await
}

#[tokio::test]
async fn two_equal_messages_at_once_are_one() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let body = json!({"sessionId": session, "message": "We sell honey", "clientMessageId": "twice"});
        let answers = futures::future::join_all((0..8).map(|_| api.chat(&body))).await;
        let turns: Vec<Turn> = answers.into_iter().map(Turn::parse).collect();
        assert!(turns.iter().all(|turn| turn.0 == turns[0].0));
        assert_eq!(api.session(&session).await["turn_count"], 1);
    })
    .await;
}

#[tokio::test]
async fn different_messages_at_once_are_taken_one_after_the_other() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let answers = (0..10).map(|number| {
            let (api, session) = (api.clone(), session.clone());
            async move { api.chat(&json!({"sessionId": session, "message": format!("remark number {number}")})).await }
        });
        let answers = futures::future::join_all(answers).await;
        let (mut taken, mut turns) = (Vec::new(), Vec::new());
        for (number, answer) in answers.into_iter().enumerate() {
            if answer.status == 200 {
                taken.push(format!("remark number {number}"));
                turns.push(Turn::parse(answer).0.last().and_then(|(_, done)| done["turn"].as_u64()));
            } else {
                answer.problem(409);
            }
        }
        assert!(!taken.is_empty());
        turns.sort_unstable();
        assert_eq!(turns, (1..=taken.len() as u64).map(Some).collect::<Vec<_>>(), "each has a turn of its own");
        let state = api.session(&session).await;
        let messages = state["messages"].as_array().expect("messages").iter().filter(|message| message["role"] == "user");
        let mut said: Vec<&str> = messages.filter_map(|message| message["content"].as_str()).collect();
        said.sort_unstable();
        assert_eq!(said, taken, "exactly those are there that were taken");
        assert_eq!(state["turn_count"].as_u64(), Some(taken.len() as u64));
    })
    .await;
}

#[tokio::test]
async fn without_a_session_the_active_one_goes_on() {
    everywhere(async |place| {
        let api = place.member();
        let body = json!({"contextType": "idea_discovery", "message": "An app for beekeepers"});
        let first = Turn::parse(api.chat(&body).await).session();
        let second = Turn::parse(api.chat(&json!({"contextType": "idea_discovery", "message": "It counts bees"})).await);
        assert_eq!(second.session(), first);
        assert_eq!(second.0.last().map(|(_, done)| &done["turn"]), Some(&json!(2)));
        let other = Turn::parse(api.chat(&json!({"contextType": "business_profile", "message": "We sell honey"})).await);
        assert_ne!(other.session(), first);
        // Another person's message opens another interview.
        assert_ne!(Turn::parse(place.member().chat(&body).await).session(), first);
    })
    .await;
}

#[tokio::test]
async fn first_messages_at_once_are_all_heard_in_one_interview() {
    everywhere(async |place| {
        let api = place.member();
        let bodies: Vec<Value> =
            (0..6).map(|n| json!({"contextType": "idea_discovery", "message": "An app for beekeepers", "clientMessageId": format!("{n}")})).collect();
        let answers = futures::future::join_all(bodies.iter().map(|body| api.chat(body))).await;
        let turns: Vec<Turn> = answers.into_iter().map(Turn::parse).collect();
        assert!(turns.iter().all(|turn| turn.session() == turns[0].session()), "{turns:?}");
        let mut numbers: Vec<_> = turns.iter().filter_map(|turn| turn.0.last()?.1["turn"].as_u64()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "each has a turn of its own");
    })
    .await;
}

#[tokio::test]
async fn nobody_speaks_for_somebody_else() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let me = api.token.clone().expect("a token");
        let body = |field: &str, value: String| json!({"sessionId": session, "message": "We sell honey", field: value});
        for (field, foreign) in [
            ("userId", id_of("viewer-0").to_string()),
            ("userId", "nobody".into()),
            ("tenantId", id_of("tenant-0").to_string()),
            ("tenantId", "tenant-0".into()),
        ] {
            let problem = api.chat(&body(field, foreign)).await.problem(403);
            assert!(problem["detail"].as_str().expect("a detail").contains(field), "{problem}");
        }
        assert_eq!(api.session(&session).await["turn_count"], 0);
        for (turn, (field, own)) in [
            ("userId", id_of(&me).to_string()),
            ("userId", id_of(&me).to_string().to_uppercase()),
            ("tenantId", "default".into()),
            ("tenantId", id_of("default").to_string()),
            ("tenantId", id_of("default").to_string().to_uppercase()),
        ]
        .into_iter()
        .enumerate()
        {
            let told = Turn::parse(api.chat(&body(field, own)).await);
            assert_eq!(told.0.last().map(|(_, done)| &done["turn"]), Some(&json!(turn + 1)));
        }
    })
    .await;
}

/// What a body about the shop is refused for, and how.
fn senseless() -> Vec<(u16, Value)> {
    vec![
        (422, json!({"message": ""})),
        (422, json!({"message": " \n\t "})),
        (422, json!({"message": 7})),
        (413, json!({"message": "a".repeat(16 * 1024 + 1)})),
        (422, json!({"contextType": "cooking"})),
        (422, json!({"clientMessageId": ""})),
        (422, json!({"clientMessageId": "x".repeat(201)})),
        (404, json!({"widget": {"key": "nothing", "value": "x"}})),
        (422, json!({"widget": {"key": "size", "value": "gigantic"}})),
        (422, json!({"widget": {"key": "budget", "value": "a lot"}})),
        (422, json!({"widget": {"key": "opening_day", "value": "2026-02-30"}})),
        (422, json!({"widget": {"key": "channels", "value": ["street", "moon"]}})),
        (422, json!({"widget": {"key": "size"}})),
    ]
}

async fn refused(api: &Api, status: u16, body: &Value) {
    let answer = api.chat(body).await;
    assert_eq!(answer.status, status, "{body} {}", answer.text);
    let problem = answer.problem(status);
    assert!(status != 422 || problem["errors"][0]["message"].is_string(), "{problem}");
    assert!(
        status != 413 || problem["detail"].as_str().is_some_and(|detail| detail.contains("16")),
        "the limit is said: {problem}"
    );
}

#[tokio::test]
async fn what_makes_no_sense_opens_nothing() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let shop = owner.make_plan("project_discovery").await;
        owner.activate(&shop).await;
        for (status, more) in senseless() {
            let mut body = json!({"contextType": "project_discovery", "message": "We sell honey"});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            refused(&guest, status, &body).await;
            assert_eq!(guest.get("/api/v1/sessions").await.json(200)["items"], json!([]), "{body} opened an interview");
        }
        let good = json!({"contextType": "project_discovery", "widget": {"key": "size", "value": "small"}});
        Turn::parse(guest.chat(&good).await);
        assert_eq!(guest.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn the_last_message_of_a_finished_interview_again_opens_no_other() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let shop = owner.make_plan("project_discovery").await;
        owner.activate(&shop).await;
        let say = |id: &str, more: Value| {
            let mut body = json!({"contextType": "project_discovery", "clientMessageId": id});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            body
        };
        Turn::parse(guest.chat(&say("1", json!({"widget": {"key": "goods", "value": "honey"}}))).await);
        let last = say("2", json!({"widget": {"key": "size", "value": "small"}}));
        let told = Turn::parse(guest.chat(&last).await);
        guest.post(&format!("/api/v1/sessions/{}/complete", told.session()), &json!({})).await.json(200);
        assert_eq!(Turn::parse(guest.chat(&last).await).0, told.0);
        assert_eq!(guest.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1));
        // A client that counts the messages of each interview from the beginning begins another one.
        let next = Turn::parse(guest.chat(&say("1", json!({"message": "We sell candles"}))).await);
        assert_ne!(next.session(), told.session());
        assert_eq!(Turn::parse(guest.chat(&last).await).0, told.0, "also while another one is under way");
    })
    .await;
}

#[tokio::test]
async fn the_previous_value_is_that_of_before_the_turn() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let widget = async |value: &str| {
            let body = json!({"sessionId": session, "widget": {"key": "size", "value": value}});
            let turn = Turn::parse(api.chat(&body).await);
            turn.all("obligation").find(|one| one["key"] == "size").map(|one| one["previousValue"].clone())
        };
        assert_eq!(widget("small").await, Some(Value::Null), "there was none");
        assert_eq!(widget("large").await, Some(json!("small")));
        let size = format!("/api/v1/sessions/{session}/obligations/size");
        api.patch(&size, &json!({"action": "undo"})).await.json(200);
        assert_eq!(widget("medium").await, Some(json!("small")), "not what was taken back");
        for text in ["We sell honey", "It opens on 2027-03-01", "On the market"] {
            let turn = api.say(&session, text).await;
            let named: Vec<_> = turn.all("obligation").filter(|one| one.get("previousValue").is_some()).collect();
            assert!(named.is_empty(), "nothing was replaced: {named:?}");
        }
        assert_eq!(widget("medium").await.unwrap_or_default(), Value::Null, "the same again replaces nothing");
    })
    .await;
}

#[tokio::test]
async fn what_makes_no_sense_changes_nothing() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        let with = |more: Value| {
            let mut body = json!({"sessionId": session, "message": "We sell honey"});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            body
        };
        let mut bodies: Vec<_> = senseless().into_iter().map(|(status, body)| (status, with(body))).collect();
        bodies.extend([
            (422, with(json!({"contextType": "idea_discovery"}))),
            (404, with(json!({"sessionId": "nothing"}))),
            (404, with(json!({"sessionId": id_of("nobody").to_string()}))),
            (422, json!({"message": "no kind and no interview"})),
            (422, json!({"contextType": "idea_discovery", "message": "  "})),
            (422, json!("just a text")),
        ]);
        for (status, body) in bodies {
            refused(&api, status, &body).await;
        }
        assert_eq!(api.session(&session).await, before);
        assert_eq!(api.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1), "nothing was opened");
    })
    .await;
}

#[tokio::test]
async fn every_widget_answers_its_obligation() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        for (key, value, kept) in [
            ("goods", json!("honey"), json!("honey")),
            ("size", json!("small"), json!("small")),
            ("channels", json!(["street", "online"]), json!(["street", "online"])),
            ("budget", json!(1200.5), json!(1200.5)),
            ("opening_day", json!("2027-03-01"), json!("2027-03-01")),
        ] {
            let turn = Turn::parse(api.chat(&json!({"sessionId": session, "widget": {"key": key, "value": value}})).await);
            let told = turn.all("obligation").find(|one| one["key"] == key).expect("it was taken");
            assert_eq!((&told["status"], &told["value"]), (&json!("satisfied"), &kept), "{key}");
            assert!(!turn.reply().is_empty());
        }
        let again = Turn::parse(api.chat(&json!({"sessionId": session, "widget": {"key": "size", "value": "large"}})).await);
        assert_eq!(
            again.all("obligation").find(|one| one["key"] == "size").map(|one| &one["previousValue"]),
            Some(&json!("small"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_finished_interview_takes_nothing_more() {
    everywhere(async |place| {
        let api = place.member();
        let session = finished(place, &api).await;
        let before = api.session(&session).await;
        assert_eq!(before["status"], "completed");
        api.chat(&json!({"sessionId": session, "message": "one more thing"})).await.problem(409);
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}

/// An interview with what is required, completed.
async fn finished(place: &Place, api: &Api) -> String {
    let session = place.interview(api).await;
    for (key, value) in [("goods", "honey"), ("size", "small")] {
        Turn::parse(api.chat(&json!({"sessionId": session, "widget": {"key": key, "value": value}})).await);
    }
    api.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
    session
}
