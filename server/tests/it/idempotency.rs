//! `Idempotency-Key`: a call that may be repeated.

use crate::ground::{Answer, Api, everywhere};
use domain::account::AccountStore;
use protocol::UserId;
use reqwest::Method;
use serde_json::{Value, json};
use store::Store;

async fn keyed(api: &Api, key: &str, path: &str, body: &Value) -> Answer {
    Answer::fetch(api.call(Method::POST, path).header("idempotency-key", key).json(body)).await
}

#[tokio::test]
async fn the_same_call_again_gets_the_first_answer() {
    everywhere(async |place| {
        let api = place.member();
        let body = json!({"context_type": "idea_discovery"});
        let first = keyed(&api, "key 1", "/api/v1/sessions", &body).await;
        let second = keyed(&api, "key 1", "/api/v1/sessions", &body).await;
        assert_eq!(second.json(201), first.json(201));
        assert_eq!(second.header("idempotency-replayed"), "true");
        assert!(first.headers.get("idempotency-replayed").is_none());
        keyed(&api, "key 1", "/api/v1/sessions", &json!({"context_type": "business_profile"})).await.problem(409);
        let session = first.json(201)["id"].as_str().expect("an id").to_owned();
        keyed(&api, "key 1", &format!("/api/v1/sessions/{session}/reevaluate"), &body).await.problem(409);
        assert_eq!(api.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1));

        let other = keyed(&place.member(), "key 1", "/api/v1/sessions", &body).await.json(201);
        assert_ne!(other["id"], first.json(201)["id"], "another person's key is another key");
    })
    .await;
}

#[tokio::test]
async fn equal_calls_at_once_are_one() {
    everywhere(async |place| {
        let api = place.member();
        let body = json!({"context_type": "idea_discovery"});
        let answers = futures::future::join_all((0..8).map(|_| keyed(&api, "at once", "/api/v1/sessions", &body))).await;
        let ids: std::collections::HashSet<String> = answers.iter().map(|answer| answer.json(201)["id"].to_string()).collect();
        assert_eq!(ids.len(), 1);
        assert_eq!(api.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn an_error_did_nothing_and_may_be_tried_again() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let complete = format!("/api/v1/sessions/{session}/complete");
        keyed(&api, "finish", &complete, &json!({})).await.problem(409);
        for (key, value) in [("goods", "honey"), ("size", "small")] {
            api.patch(&format!("/api/v1/sessions/{session}/obligations/{key}"), &json!({"action": "set", "value": value}))
                .await
                .json(200);
        }
        assert_eq!(keyed(&api, "finish", &complete, &json!({})).await.json(200)["status"], "completed");
    })
    .await;
}

#[tokio::test]
async fn every_changing_call_takes_a_key() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        owner.say(&session, "We sell honey and the shop is small").await;
        let of = |part: &str| format!("/api/v1/sessions/{session}{part}");
        let email = format!("{}-again@example.org", owner.token.clone().expect("a token"));
        let state = owner.session(&session).await;
        let message = |role: &str| {
            let all = state["messages"].as_array().expect("messages");
            all.iter().rfind(|one| one["role"] == role).and_then(|one| one["id"].as_str()).expect("a message").to_owned()
        };
        let (said, answered) = (message("user"), message("agent"));
        owner.post("/api/v1/documents", &json!({"title": "Bees", "text": "Bees dance in the shop."})).await.json(201);
        let mut newer = crate::ground::plan();
        newer["obligations"].as_array_mut().expect("a list").retain(|one| one["key"] != "opening_day");
        let newer = json!({"context_type": "project_discovery", "version": "2.0.0", "config": newer});
        let newer = owner.post("/api/v1/objectives", &newer).await.json(201)["id"].clone();
        let question = json!({"key": "hives", "fieldPath": "shop.hives", "prompt": "How many hives?",
            "collectionType": "direct_question", "widgetType": "number", "priority": 3});
        for (path, body) in [
            (of("/research"), json!({"query": "bees that dance"})),
            (of(&format!("/messages/{answered}/feedback")), json!({"rating": "like"})),
            (of(&format!("/messages/{answered}/regenerate")), json!({})),
            (of(&format!("/messages/{said}/edit")), json!({"content": "We sell jam and the shop is small"})),
            (of("/obligations"), json!({"prompt": "Who helps?"})),
            (of("/obligations/merge"), json!({"keys": ["goods", "worry"], "into": "goods"})),
            (of("/obligations/channels/split"), json!({"into": [{"prompt": "Which street?"}, {"prompt": "Which market?"}]})),
            (of("/migrate"), json!({"objective_id": newer})),
            ("/api/v1/question-pools".into(), json!({"pool_id": "bees", "obligations": [question]})),
            ("/api/v1/admin/reviews/next".into(), json!({})),
            (format!("/api/v1/admin/reviews/{session}/release"), json!({})),
            (format!("/api/v1/admin/reviews/{session}/reserve"), json!({})),
            (of("/transcript"), json!({"turns": [{"speaker": "user", "text": "on the market"}]})),
            (of("/negotiations/size"), json!({"value": "large"})),
            (of("/negotiations/size/value"), json!({"value": "medium"})),
            (of("/negotiations/size/resolve"), json!({"resolution": "user_accepted"})),
            (of("/reevaluate"), json!({})),
            (of("/phase"), json!({"phase": "closing"})),
            ("/api/v1/documents".into(), json!({"title": "Soap", "text": "about soap"})),
            ("/api/v1/objectives".into(), json!({"context_type": "idea_discovery", "config": crate::ground::plan()})),
            (
                "/api/v1/admin/users".into(),
                json!({"name": "Ada", "email": email, "password": "a long enough password", "role": "viewer"}),
            ),
        ] {
            let first = keyed(&owner, &path, &path, &body).await;
            assert!(first.status < 300, "{path}: {}", first.text);
            if path.ends_with("/research") {
                // What is looked up goes on by itself.
                crate::research::over(&owner, &session, first.json(202)["id"].as_str().expect("an id")).await;
            }
            let before = owner.session(&session).await;
            let second = keyed(&owner, &path, &path, &body).await;
            assert_eq!((second.status, &second.text), (first.status, &first.text), "{path}");
            assert_eq!(owner.session(&session).await, before, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn keys_have_a_shape() {
    everywhere(async |place| {
        let api = place.member();
        for wrong in ["", &"x".repeat(201)] {
            keyed(&api, wrong, "/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.problem(400);
        }
        keyed(&place.nobody(), "key", "/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.problem(401);
        assert_eq!(api.get("/api/v1/sessions").await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_secret_is_never_kept() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let body = json!({"name": "reports", "role": "viewer"});
        let made = keyed(&owner, "token", "/api/v1/admin/tokens", &body).await.json(201);
        let secret = made["token"].as_str().expect("a secret");
        place.as_token(secret).get("/api/v1/sessions").await.json(200);
        let again = keyed(&owner, "token", "/api/v1/admin/tokens", &body).await;
        assert!(!again.text.contains(secret), "{}", again.text);
        assert!(again.problem(409)["detail"].as_str().is_some_and(|detail| detail.contains("only once")), "{}", again.text);
        let tokens = owner.get("/api/v1/admin/tokens").await.json(200);
        let named = tokens["items"].as_array().expect("items").iter().filter(|one| one["name"] == "reports").count();
        assert_eq!(named, 1, "no second one was made");
        let user: UserId = tokens["items"][0]["user_id"].as_str().and_then(|id| id.parse().ok()).expect("whose it is");
        let store = Store::open(&place.database.url).await.expect("the database opens");
        let tenant = store.user(user).await.expect("an answer").expect("the owner").tenant;
        let kept = store.idempotent_answer(tenant, &format!("{user}:token")).await.expect("an answer").expect("it is kept");
        store.close().await;
        assert_eq!((kept.status, kept.body.as_str()), (201, ""), "what is kept is that it was done");
    })
    .await;
}

#[tokio::test]
async fn a_form_is_the_same_call_whatever_its_boundary() {
    everywhere(async |place| {
        let api = place.member();
        let project = crate::projects::made(&api, "Shop").await;
        let path = format!("/api/v1/projects/{project}/sources");
        let send = async |edge: &str, rows: &str| {
            let body = format!(
                "--{edge}\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nshop\r\n--{edge}\r\nContent-Disposition: form-data; \
                 name=\"file\"; filename=\"orders.csv\"\r\n\r\n{rows}\r\n--{edge}--\r\n"
            );
            let call = api.call(Method::POST, &path).header("idempotency-key", "upload");
            Answer::fetch(call.header("content-type", format!("multipart/form-data; boundary={edge}")).body(body)).await
        };
        let first = send("edge-1", "id\n1").await.json(201);
        assert_eq!(send("another-edge", "id\n1").await.json(201), first);
        send("edge-1", "id\n2").await.problem(409);
    })
    .await;
}
