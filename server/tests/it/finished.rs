//! A finished interview: whatever would change it is refused in the same clear words, and nothing of it changes.

use crate::ground::{Answer, Place, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_finished_interview_takes_nothing_but_what_reopens_it() {
    everywhere(async |place: &Place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        owner.say(&session, "We sell honey").await;
        let at = |part: &str| format!("/api/v1/sessions/{session}{part}");
        owner.patch(&at("/obligations/size"), &json!({"action": "set", "value": "small"})).await.json(200);
        let said = owner.session(&session).await["messages"][1]["id"].as_str().expect("an id").to_owned();
        let edited = owner.post(&at(&format!("/messages/{said}/edit")), &json!({"content": "We sell wax"})).await.json(200);
        owner.post("/api/v1/documents", &json!({"title": "Wax", "text": "Wax sells well in winter."})).await.json(201);
        let task = owner.post(&at("/research"), &json!({"query": "wax"})).await.json(202);
        let task = task["id"].as_str().expect("an id").to_owned();
        crate::research::over(&owner, &session, &task).await;
        for (key, value) in [("goods", "wax"), ("size", "small")] {
            owner.patch(&at(&format!("/obligations/{key}")), &json!({"action": "set", "value": value})).await.json(200);
        }
        assert_eq!(owner.post(&at("/complete"), &json!({})).await.json(200)["status"], "completed");
        let other = json!({"context_type": "project_discovery", "version": "7.0.0", "config": crate::ground::plan()});
        let other = owner.post("/api/v1/objectives", &other).await.json(201);
        let before = owner.session(&session).await;
        let messages = before["messages"].as_array().expect("messages");
        let mine = messages.iter().rfind(|one| one["role"] == "user").expect("something said")["id"].clone();
        let reply = messages.iter().rfind(|one| one["role"] == "agent").expect("a reply")["id"].clone();
        let message = |id: &Value, act: &str| at(&format!("/messages/{}/{act}", id.as_str().expect("an id")));
        let said_before = edited["branches"][0]["messages"][0]["id"].clone();
        let chat = |more: Value| {
            let mut body = json!({"sessionId": session});
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            ("/api/discovery-chat".to_owned(), body)
        };
        let mut calls: Vec<(Method, String, Value)> = [
            chat(json!({"message": "We sell candles"})),
            chat(json!({"widget": {"key": "size", "value": "large"}})),
            (at("/transcript"), json!({"turns": [{"speaker": "user", "text": "We sell candles"}]})),
            (at("/negotiations/goods"), json!({"value": "candles"})),
            (at("/negotiations/goods/value"), json!({"value": "candles"})),
            (at("/negotiations/goods/resolve"), json!({"resolution": "user_accepted"})),
            (at("/research"), json!({"query": "candles"})),
            (at(&format!("/research/{task}/retry")), json!({})),
            (at(&format!("/research/{task}/undo")), json!({})),
            (at("/reevaluate"), json!({})),
            (at("/phase"), json!({"phase": "exploration"})),
            (at("/phase"), json!({"phase": "closing"})),
            (message(&reply, "regenerate"), json!({})),
            (message(&mine, "edit"), json!({"content": "We sell candles"})),
            (message(&said_before, "restore"), json!({})),
            (at("/obligations"), json!({"prompt": "Who else should we talk to?"})),
            (at("/obligations/merge"), json!({"keys": ["worry"], "into": "goods"})),
            (at("/obligations/goods/split"), json!({"into": [{"prompt": "Now?"}, {"prompt": "Later?"}]})),
            (at("/migrate"), json!({"objective_id": other["id"]})),
        ]
        .into_iter()
        .map(|(path, body)| (Method::POST, path, body))
        .collect();
        for change in [
            json!({"action": "set", "value": "candles"}),
            json!({"action": "defer"}),
            json!({"action": "skip"}),
            json!({"action": "undo"}),
        ] {
            calls.push((Method::PATCH, at("/obligations/goods"), change));
        }
        for (method, path, body) in calls {
            let answer = Answer::fetch(owner.call(method.clone(), &path).json(&body)).await;
            assert_eq!(answer.status, 409, "{method} {path} {body}: {}", answer.text);
            let detail = answer.problem(409)["detail"].as_str().expect("words").to_owned();
            assert!(detail.contains("is finished"), "{method} {path} {body}: {detail}");
            assert_eq!(owner.session(&session).await, before, "{method} {path} {body}");
        }
        // Nothing is being written, so that there is nothing to stop: that changes nothing either.
        assert_eq!(owner.post(&message(&reply, "stop"), &json!({})).await.json(200)["stopped"], false);
        assert_eq!(owner.post(&at("/complete"), &json!({})).await.json(200), before, "it is finished already");
        let stored = owner.get(&at("/events?limit=1000")).await.json(200);
        let last = stored["items"].as_array().and_then(|items| items.last()).expect("events");
        assert_eq!(last["seq"], before["seq"], "nothing was stored");

        let reopened = owner.patch(&at("/obligations/goods"), &json!({"action": "reopen"})).await.json(200);
        assert_eq!(reopened["obligation"]["obligation_key"], "goods");
        assert_eq!(owner.session(&session).await["status"], "active", "and then it goes on");
        owner.say(&session, "We sell candles").await;
    })
    .await;
}
