//! `/api/v1/admin`.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere, id_of};
use reqwest::Method;
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
            assert_eq!(problem["errors"][0]["field"], field, "{problem}");
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

#[tokio::test]
async fn the_audit_names_every_kind_of_deed_and_can_be_searched() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = Server::start(&Settings::new(&database));
        let admin = Api::new(&server.base, Some(ADMIN));
        let email = "ada@example.org";
        let new = json!({"name": "Ada", "email": email, "password": PASSWORD, "role": "member"});
        let ada = admin.post("/api/v1/admin/users", &new).await.json(201)["id"].as_str().expect("an id").to_owned();
        let form = |email: &str, password: &str| {
            let form = [("email", email.to_owned()), ("password", password.to_owned())];
            Answer::fetch(Api::new(&server.base, None).call(Method::POST, "/login").form(&form))
        };
        form(email, "a tried and wrong password").await;
        form("nobody@example.org", "another wrong password").await;
        let cookie = form(email, PASSWORD).await.header("set-cookie").split(';').next().expect("a cookie").to_owned();
        let browser = Api::with_cookie(&server.base, &cookie);
        let session = browser.open("idea_discovery").await;
        browser.get(&format!("/api/v1/sessions/{session}/export")).await.json(200);
        Answer::fetch(browser.call(Method::POST, "/logout")).await;
        admin.get(&format!("/api/v1/sessions/{session}/export?format=md")).await;

        let actions = async |filter: &str| {
            let entries = all(&admin, &format!("/api/v1/admin/audit?limit=2{filter}")).await;
            entries.iter().map(|entry| entry["action"].as_str().expect("an action").to_owned()).collect::<Vec<_>>()
        };
        let everything = ["session.exported", "logout", "login.succeeded", "login.failed", "login.failed", "user.created"];
        assert_eq!(actions("").await, everything, "newest first; one's own export is nobody's business");
        assert_eq!(actions("&action=login").await, ["login.succeeded", "login.failed", "login.failed"]);
        assert_eq!(actions("&action=login.failed").await.len(), 2);
        assert_eq!(actions(&format!("&target={ada}&action=login.failed")).await.len(), 1);
        assert_eq!(actions(&format!("&user_id={ada}")).await, ["logout", "login.succeeded"]);
        assert_eq!(actions("&since=2100-01-01T00:00:00Z").await.len(), 0);
        assert_eq!(actions("&until=2100-01-01T00:00:00Z").await.len(), everything.len());
        for (wrong, status) in [
            ("user_id=x", 400),
            ("since=yesterday", 422),
            ("since=2025-02-30T00:00:00Z", 422),
            ("since=0001-01-01T00:00:00Z", 422),
            ("since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z", 422),
            ("action=a%25", 422),
        ] {
            admin.get(&format!("/api/v1/admin/audit?{wrong}")).await.problem(status);
        }
        let text = admin.get("/api/v1/admin/audit").await.text;
        assert!(text.contains("127.0.0.1") && !text.contains("wrong password") && !text.contains("nobody@example.org"), "{text}");
        assert!(!server.log().contains("wrong password") && !server.log().contains(ADMIN) && !server.log().contains(&cookie));
    }
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
