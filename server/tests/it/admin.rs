//! `/api/v1/admin`.

use crate::ground::{Api, everywhere, id_of};
use serde_json::{Value, json};

const PASSWORD: &str = "a long enough password";

#[tokio::test]
async fn people_are_added_listed_and_removed_with_all_that_is_theirs() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let email = format!("ada-{}@example.org", owner.token.clone().expect("a token"));
        let new = json!({"name": "Ada", "email": email, "password": PASSWORD, "role": "member"});
        let made = owner.post("/api/v1/admin/users", &new).await.json(201);
        assert_eq!((&made["email"], &made["role"]), (&json!(email), &json!("member")));
        owner.post("/api/v1/admin/users", &new).await.problem(409);
        let listed = owner.get("/api/v1/admin/users").await;
        assert!(listed.text.contains(&email) && !listed.text.contains("password") && !listed.text.contains("argon2"));

        let session = guest.open("idea_discovery").await;
        guest.say(&session, "We sell honey").await;
        let mut feed = guest.feed(&format!("/api/v1/sessions/{session}/stream"), None).await;
        assert!(feed.next().await.is_some());
        let theirs = id_of(&guest.token.clone().expect("a token")).to_string();
        assert_eq!(owner.delete(&format!("/api/v1/admin/users/{theirs}")).await.status, 204);
        guest.get("/api/v1/sessions").await.problem(401);
        owner.get(&format!("/api/v1/sessions/{session}")).await.problem(404);
        owner.get(&format!("/api/v1/sessions/{session}/export")).await.problem(404);
        owner.chat(&json!({"sessionId": session, "message": "is anybody there?"})).await.problem(404);
        assert_eq!(owner.get("/api/v1/admin/sessions").await.json(200)["items"], json!([]));
        owner.delete(&format!("/api/v1/admin/users/{theirs}")).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn what_makes_no_account_is_refused() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let before = owner.get("/api/v1/admin/users").await.json(200);
        let good = json!({"name": "Ada", "email": "ada@example.org", "password": PASSWORD, "role": "member"});
        for (field, value) in [
            ("name", json!("")),
            ("name", json!("a".repeat(101))),
            ("name", json!("a\u{0}b")),
            ("email", json!("nobody")),
            ("email", json!("a b@example.org")),
            ("email", json!("a@b@example.org")),
            ("password", json!("short")),
            ("password", json!("x".repeat(201))),
            ("role", json!("emperor")),
            ("role", Value::Null),
        ] {
            let mut new = good.clone();
            new[field] = value;
            let problem = owner.post("/api/v1/admin/users", &new).await.problem(422);
            assert!(problem["errors"][0]["field"] == field || field == "role", "{problem}");
        }
        let me = id_of(&owner.token.clone().expect("a token"));
        owner.delete(&format!("/api/v1/admin/users/{me}")).await.problem(409);
        owner.delete("/api/v1/admin/users/x").await.problem(404);
        assert_eq!(owner.get("/api/v1/admin/users").await.json(200), before);
        owner.post("/api/v1/admin/tokens", &json!({"name": "", "role": "member"})).await.problem(422);
        owner.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "emperor"})).await.problem(422);
        owner.delete("/api/v1/admin/tokens/x").await.problem(404);
        owner.delete(&format!("/api/v1/admin/tokens/{}", id_of("nothing"))).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn what_was_done_is_noted() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let objective = owner.make_plan("idea_discovery").await;
        owner.activate(&objective).await;
        let token = owner.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "viewer"})).await.json(201);
        owner.delete(&format!("/api/v1/admin/tokens/{}", token["id"].as_str().expect("an id"))).await;
        let actions = all(&owner, "/api/v1/admin/audit?limit=1").await;
        let named: Vec<_> = actions.iter().map(|entry| entry["action"].as_str().expect("an action")).collect();
        assert_eq!(named, ["token.revoked", "token.created", "objective.activated", "objective.created"], "newest first");
        let me = id_of(&owner.token.clone().expect("a token")).to_string();
        assert!(actions.iter().all(|entry| entry["user_id"] == json!(me) && entry["created_at"].is_string()));
        assert!(!json!(actions).to_string().contains(token["token"].as_str().expect("a secret")), "no secret is noted");
    })
    .await;
}

async fn all(api: &Api, path: &str) -> Vec<Value> {
    let (mut items, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = api.get(&format!("{path}{cursor}")).await.json(200);
        items.extend(page["items"].as_array().expect("items").clone());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return items,
        }
    }
}

#[tokio::test]
async fn administrators_see_everybodys_interviews() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let sessions =
            [guest.open("idea_discovery").await, owner.open("idea_discovery").await, guest.open("idea_discovery").await];
        let listed = all(&owner, "/api/v1/admin/sessions?limit=2").await;
        let ids: Vec<_> = listed.iter().map(|one| one["id"].as_str().expect("an id")).collect();
        assert_eq!(ids, [&sessions[2], &sessions[1], &sessions[0]]);
        assert_eq!(listed[0]["user_id"], json!(id_of(&guest.token.clone().expect("a token"))));
        assert_eq!(owner.session(&sessions[0]).await["id"], json!(sessions[0]));
    })
    .await;
}
