//! A tenant sees only its own, a person only theirs: every route with somebody else's id.

use crate::ground::{Api, everywhere, plan};
use reqwest::Method;
use serde_json::{Value, json};

/// Every route that names an interview, with a body that would do.
fn routes(session: &str, message: &str) -> Vec<(Method, String, Value)> {
    let of = |part: &str| format!("/api/v1/sessions/{session}{part}");
    let mut routes: Vec<(Method, String, Value)> = [
        "", "/obligations", "/completeness", "/summaries", "/research", "/tasks", "/events", "/stream", "/export",
        "/export?format=csv",
    ]
    .map(|part| (Method::GET, of(part), Value::Null))
    .into();
    routes.extend([
        (Method::POST, "/api/discovery-chat".to_owned(), json!({"sessionId": session, "message": "We sell wax"})),
        (
            Method::POST,
            "/api/discovery-chat".to_owned(),
            json!({"sessionId": session, "widget": {"key": "goods", "value": "wax"}}),
        ),
        (Method::PATCH, of("/obligations/goods"), json!({"action": "set", "value": "wax"})),
        (Method::POST, of("/negotiations/goods"), json!({"value": "wax"})),
        (Method::POST, of("/negotiations/goods/value"), json!({"value": "wax"})),
        (Method::POST, of("/negotiations/goods/resolve"), json!({"resolution": "user_accepted"})),
        (Method::POST, of("/transcript"), json!({"turns": [{"speaker": "user", "text": "wax"}]})),
        (Method::POST, of("/research"), json!({"obligation_key": "goods"})),
        (Method::POST, of("/reevaluate"), json!({})),
        (Method::POST, of("/phase"), json!({"phase": "validation"})),
        (Method::POST, of("/complete"), json!({})),
        (Method::POST, of(&format!("/messages/{message}/stop")), json!({})),
    ]);
    routes
}

async fn is_hidden_from(session: &str, message: &str, stranger: &Api) {
    for (method, path, body) in routes(session, message) {
        let mut call = stranger.call(method.clone(), &path);
        if !body.is_null() {
            call = call.json(&body);
        }
        let answer = crate::ground::Answer::of(call).await;
        assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text);
        answer.problem(404);
    }
    let page = stranger.get(&format!("/interviews/{session}")).await;
    assert!(!page.text.contains("beekeepers"), "the page shows nothing of it");
    assert_eq!(page.status, 404);
    for list in ["/api/v1/sessions", "/api/v1/admin/sessions"] {
        let listed = stranger.get(list).await;
        assert!(listed.status == 403 || (listed.status == 200 && !listed.text.contains(session)), "{}", listed.text);
    }
}

#[tokio::test]
async fn an_interview_is_hidden_from_other_tenants_and_other_members() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey for beekeepers").await;
        let before = api.session(&session).await;
        let message = before["messages"][0]["id"].as_str().expect("an id");
        let (owner, guest) = place.tenant();
        for stranger in [owner, guest, place.member()] {
            is_hidden_from(&session, message, &stranger).await;
        }
        assert_eq!(api.session(&session).await, before);
        assert_eq!(api.get(&format!("/interviews/{session}")).await.status, 200);
        assert_eq!(place.admin().session(&session).await["id"], json!(session), "the tenant's administrator sees it");
    })
    .await;
}

#[tokio::test]
async fn objectives_are_hidden_from_other_tenants() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let objective = owner.make_plan("idea_discovery").await;
        let (stranger, guest) = place.tenant();
        let path = format!("/api/v1/objectives/{objective}");
        let body = json!({"context_type": "idea_discovery", "config": plan()});
        for other in [&stranger, &place.admin()] {
            other.get(&path).await.problem(404);
            other.put(&path, &body).await.problem(404);
            other.post(&format!("{path}/activate"), &json!({})).await.problem(404);
            other
                .post("/api/v1/sessions", &json!({"context_type": "idea_discovery", "objective_id": objective}))
                .await
                .problem(422);
            assert!(!other.get("/api/v1/objectives?limit=200").await.text.contains(&objective));
        }
        guest.get(&path).await.problem(404);
        assert_eq!(owner.get(&path).await.json(200)["active"], false);
    })
    .await;
}

#[tokio::test]
async fn people_tokens_and_the_audit_stay_in_their_tenant() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let token = owner.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "member"})).await.json(201);
        let token = token["id"].as_str().expect("an id");
        let (stranger, _) = place.tenant();
        let person = crate::ground::id_of(&guest.token.clone().expect("a token"));
        for other in [&stranger, &place.admin()] {
            other.delete(&format!("/api/v1/admin/users/{person}")).await.problem(404);
            other.delete(&format!("/api/v1/admin/tokens/{token}")).await.problem(404);
            for list in ["users", "tokens", "audit", "sessions"] {
                let listed = other.get(&format!("/api/v1/admin/{list}")).await;
                assert!(
                    listed.status == 200 && !listed.text.contains(token) && !listed.text.contains(&person.to_string()),
                    "{list}"
                );
            }
        }
        assert_eq!(guest.get("/api/v1/sessions").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_search_for_the_active_interview_finds_ones_own() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let mine = guest.open("idea_discovery").await;
        let turn =
            crate::ground::Turn::of(owner.chat(&json!({"contextType": "idea_discovery", "message": "We sell honey"})).await);
        assert_ne!(turn.session(), mine, "an administrator speaks for themselves too");
    })
    .await;
}
