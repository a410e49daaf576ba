//! Passwords that change, and what ends with the old one.

use crate::{
    accounts::{EMAIL, PASSWORD, grown_up, login, send},
    ground::{Answer, Api, Database, Settings, Socket, eventually},
};
use futures::future::join_all;
use protocol::Timestamp;
use reqwest::Method;
use serde_json::json;
use std::time::UNIX_EPOCH;

const OTHER: &str = "quite another password";

async fn change(browser: &Api, current: &str, password: &str) -> Answer {
    let form = [("current", current), ("password", password), ("email", EMAIL)];
    send(browser.call(Method::POST, "/settings/password").form(&form)).await
}

async fn signed_in(base: &str, email: &str, password: &str) -> Option<String> {
    let entered = send(login(&Api::new(base, None), email, password, "/")).await;
    (entered.header("location") == "/").then(|| entered.header("set-cookie").split(';').next().expect("a cookie").to_owned())
}

#[tokio::test]
async fn ones_own_password_is_changed_with_the_old_one() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = grown_up(&database).await;
        let browser = Api::browser(&server.base);
        assert_eq!(change(&browser, PASSWORD, OTHER).await.header("location"), "/login?next=/settings");
        send(login(&browser, EMAIL, PASSWORD, "/")).await;
        let cookie = signed_in(&server.base, EMAIL, PASSWORD).await.expect("signed in elsewhere");
        let elsewhere = Api::with_cookie(&server.base, &cookie);
        let token = browser.post("/api/v1/admin/tokens", &json!({"name": "program", "role": "viewer"})).await.json(201);
        let mut open = Socket::open(&elsewhere).await;

        for (current, new, code) in [("wrong", OTHER, "current"), (PASSWORD, "short", "password")] {
            let refused = change(&browser, current, new).await;
            assert_eq!(
                (refused.status, refused.header("location")),
                (303, format!("/settings?password={code}#password").as_str())
            );
        }
        assert_eq!(elsewhere.get("/api/v1/sessions").await.status, 200, "nothing was changed");

        let changed = change(&browser, PASSWORD, OTHER).await;
        assert_eq!(changed.header("location"), "/settings?password=changed#password", "{}", changed.text);
        assert_eq!(browser.get("/api/v1/sessions").await.status, 200, "this session goes on");
        elsewhere.get("/api/v1/sessions").await.problem(401);
        assert!(open.closes().await, "what was open elsewhere is closed");
        assert!(signed_in(&server.base, EMAIL, PASSWORD).await.is_none());
        assert!(signed_in(&server.base, EMAIL, OTHER).await.is_some());
        let program = Api::new(&server.base, token["token"].as_str());
        program.get("/api/v1/sessions").await.json(200);
        // Only where that is wished.
        let form = [("current", OTHER), ("password", PASSWORD), ("email", EMAIL), ("tokens", "on")];
        let changed = send(browser.call(Method::POST, "/settings/password").form(&form)).await;
        assert_eq!(changed.header("location"), "/settings?password=changed#password", "{}", changed.text);
        program.get("/api/v1/sessions").await.problem(401);
        let ended = browser.get("/api/v1/admin/audit?action=token.revoked").await.json(200);
        assert_eq!(ended["items"][0]["detail"], json!({"with": "password"}));
        let audit = browser.get("/api/v1/admin/audit?action=password").await.json(200);
        assert_eq!(audit["items"].as_array().map(Vec::len), Some(2), "{audit}");
        let page = browser.get("/settings?password=changed").await.text;
        assert!(page.contains("Your password has been changed") && page.contains("action=\"/settings/password\""));
    }
}

async fn rename(browser: &Api, name: &str, email: &str, current: &str) -> Answer {
    let form = [("name", name), ("email", email), ("current", current)];
    send(browser.call(Method::POST, "/settings/account").form(&form)).await
}

#[tokio::test]
async fn ones_own_name_and_address_are_changed_by_oneself() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = grown_up(&database).await;
        let browser = Api::browser(&server.base);
        assert_eq!(rename(&browser, "Ada", EMAIL, PASSWORD).await.header("location"), "/login?next=/settings");
        send(login(&browser, EMAIL, PASSWORD, "/")).await;
        let bob = json!({"name": "Bob", "email": "bob@example.org", "password": PASSWORD, "role": "member"});
        browser.post("/api/v1/admin/users", &bob).await.json(201);
        for (name, email, current, code) in [
            (" ", EMAIL, "", "name"),
            ("Ada", "nobody", PASSWORD, "email"),
            ("Ada", "other@example.org", "", "current"),
            ("Ada", "other@example.org", "wrong", "current"),
            ("Ada", "bob@example.org", PASSWORD, "address-taken"),
        ] {
            let refused = rename(&browser, name, email, current).await;
            let back = format!("/settings?account={code}#account");
            assert_eq!((refused.status, refused.header("location")), (303, back.as_str()), "{name} {email}");
        }
        // The name alone takes no password, and ends nothing.
        let renamed = rename(&browser, "Ada Byron", EMAIL, "").await;
        assert_eq!(renamed.header("location"), "/settings?account=changed#account");
        let page = browser.get("/settings?account=changed").await.text;
        assert!(page.contains("Your account is up to date.") && page.contains("value=\"Ada Byron\""));
        let moved = rename(&browser, "Ada Byron", "Other@Example.org", PASSWORD).await;
        assert_eq!(moved.header("location"), "/settings?account=changed#account");
        assert_eq!(browser.get("/api/v1/sessions").await.status, 200, "this session goes on");
        assert!(signed_in(&server.base, EMAIL, PASSWORD).await.is_none());
        assert!(signed_in(&server.base, "other@example.org", PASSWORD).await.is_some());
        let audit = browser.get("/api/v1/admin/audit?action=user.profile_changed").await.json(200);
        let details: Vec<_> = audit["items"].as_array().expect("items").iter().map(|one| one["detail"].clone()).collect();
        assert_eq!(details, [json!({"name": false, "email": true}), json!({"name": true, "email": false})]);
    }
}

#[tokio::test]
async fn the_old_password_cannot_be_guessed_for_ever() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let browser = Api::browser(&server.base);
    send(login(&browser, EMAIL, PASSWORD, "/")).await;
    let mut tries = Vec::new();
    // More than 8: some are forgiven while the server works on the next ones.
    while tries.len() < 60 && !tries.contains(&429) {
        tries.push(change(&browser, "a guess", OTHER).await.status);
    }
    assert!(tries.len() > 8 && tries.contains(&429), "{tries:?}");
}

#[tokio::test]
async fn links_for_a_password_cannot_be_guessed_for_ever() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let visitor = Api::new(&server.base, None);
    let guesses = (0..20).map(|number| {
        let form = [("code", format!("made-up-{number}")), ("password", OTHER.to_owned())];
        send(visitor.call(Method::POST, "/new-password").form(&form))
    });
    let refused = join_all(guesses).await.into_iter().filter(|answer| answer.status == 429);
    let refused: Vec<_> = refused.map(|answer| answer.header("retry-after").to_owned()).collect();
    assert!(refused.len() > 8 && refused.iter().all(|seconds| seconds == "10"), "{refused:?}");
}

#[tokio::test]
async fn an_administrator_hands_out_a_link_that_works_once() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = grown_up(&database).await;
        let admin = Api::browser(&server.base);
        send(login(&admin, EMAIL, PASSWORD, "/")).await;
        let bob = json!({"name": "Bob", "email": "bob@example.org", "password": PASSWORD, "role": "member"});
        let mut weak = bob.clone();
        weak["password"] = json!("bob@example.org");
        let refused = admin.post("/api/v1/admin/users", &weak).await.problem(422);
        assert!(refused["detail"].as_str().is_some_and(|why| why.contains("four unrelated words")), "{refused}");
        let id = admin.post("/api/v1/admin/users", &bob).await.json(201)["id"].as_str().expect("an id").to_owned();
        let cookie = signed_in(&server.base, "bob@example.org", PASSWORD).await.expect("signed in");
        let his = Api::with_cookie(&server.base, &cookie);
        let path = format!("/api/v1/admin/users/{id}/password-link");
        his.post(&path, &json!({})).await.problem(403);
        let link = async || {
            let made = admin.post(&path, &json!({})).await.json(201);
            made["link"].as_str().expect("a link").to_owned()
        };
        let (earlier, link) = (link().await, link().await);
        let code = |link: &str| link.split_once("code=").expect("a code").1.to_owned();

        let visitor = Api::new(&server.base, None);
        let page = visitor.get(&link).await;
        assert!(page.status == 200 && page.text.contains("action=\"/new-password\""), "{}", page.status);
        let enter = async |code: &str, password: &str| {
            let call = visitor.call(Method::POST, "/new-password").form(&[("code", code), ("password", password)]);
            send(call).await.header("location").to_owned()
        };
        assert!(enter(&code(&earlier), OTHER).await.ends_with("&error=link"), "a newer one took its place");
        assert!(enter("made-up", OTHER).await.ends_with("code=made-up&error=link"));
        for weak in ["short", "bob@example.org"] {
            assert!(enter(&code(&link), weak).await.ends_with("&error=password"), "{weak}");
        }
        assert_eq!(his.get("/api/v1/sessions").await.status, 200, "until it is used the old password holds");
        assert_eq!(enter(&code(&link), OTHER).await, "/login?done=password");
        assert!(enter(&code(&link), "a third password").await.ends_with("&error=link"), "it works once");
        his.get("/api/v1/sessions").await.problem(401);
        assert!(signed_in(&server.base, "bob@example.org", PASSWORD).await.is_none());
        assert!(signed_in(&server.base, "bob@example.org", OTHER).await.is_some());

        let audit = admin.get("/api/v1/admin/audit?action=password").await.json(200);
        let told: Vec<_> = audit["items"].as_array().expect("items").iter().map(|entry| entry["action"].clone()).collect();
        assert_eq!(told, ["password.changed", "password.link_made", "password.link_made"]);
        let kept = crate::ground::everything(&database.url).await;
        assert!(!kept.contains(&code(&link).to_lowercase()), "the database knows no link");
    }
}

#[tokio::test]
async fn tokens_end_when_the_link_is_used_and_only_where_that_is_chosen() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = grown_up(&database).await;
        let admin = Api::browser(&server.base);
        send(login(&admin, EMAIL, PASSWORD, "/")).await;
        let bob = json!({"name": "Bob", "email": "bob@example.org", "password": PASSWORD, "role": "admin"});
        let id = admin.post("/api/v1/admin/users", &bob).await.json(201)["id"].as_str().expect("an id").to_owned();
        let bobs =
            Api::with_cookie(&server.base, &signed_in(&server.base, "bob@example.org", PASSWORD).await.expect("signed in"));
        let program = async |of: &Api| {
            let token = of.post("/api/v1/admin/tokens", &json!({"name": "program", "role": "viewer"})).await.json(201);
            Api::new(&server.base, token["token"].as_str())
        };
        let (his, mine) = (program(&bobs).await, program(&admin).await);
        let works = async |program: &Api| program.get("/api/v1/sessions").await.status == 200;
        let link = async || {
            let made = admin.post(&format!("/api/v1/admin/users/{id}/password-link"), &json!({})).await.json(201);
            made["link"].as_str().and_then(|link| link.split_once("code=")).expect("a link with a code").1.to_owned()
        };
        let visitor = Api::new(&server.base, None);
        let enter = async |code: &str, password: &str, ends_tokens: bool| {
            let mut form = vec![("code", code), ("password", password)];
            form.extend(ends_tokens.then_some(("tokens", "on")));
            send(visitor.call(Method::POST, "/new-password").form(&form)).await.header("location").to_owned()
        };

        let (earlier, first) = (link().await, link().await);
        assert!(works(&his).await, "a link that was made ends nothing");
        assert!(enter(&earlier, OTHER, true).await.ends_with("&error=link"));
        assert!(enter(&first, "short", true).await.ends_with("&error=password"));
        assert!(works(&his).await, "no password was changed");
        assert_eq!(enter(&first, OTHER, false).await, "/login?done=password");
        assert!(works(&his).await, "it was not chosen");
        assert!(enter(&first, PASSWORD, true).await.ends_with("&error=link"), "it works once");
        assert!(works(&his).await, "a link that was used ends nothing");

        let second = link().await;
        assert_eq!(enter(&second, PASSWORD, true).await, "/login?done=password");
        his.get("/api/v1/sessions").await.problem(401);
        assert!(works(&mine).await, "those of others go on");
        let ended = admin.get("/api/v1/admin/audit?action=token.revoked").await.json(200);
        assert_eq!(ended["items"].as_array().map(Vec::len), Some(1), "{ended}");
        assert_eq!(
            (&ended["items"][0]["detail"], &ended["items"][0]["user_id"]),
            (&json!({"with": "password"}), &json!(id)),
            "{ended}"
        );

        // Of two that use a link at once, only the choice of the one that set the password counts.
        let bobs =
            Api::with_cookie(&server.base, &signed_in(&server.base, "bob@example.org", PASSWORD).await.expect("signed in"));
        let (his, third) = (program(&bobs).await, link().await);
        let (kept, with_tokens) = tokio::join!(enter(&third, OTHER, false), enter(&third, OTHER, true));
        let done = |location: &str| location == "/login?done=password";
        assert!(done(&kept) != done(&with_tokens), "{kept} {with_tokens}");
        assert_eq!(works(&his).await, done(&kept));
    }
}

#[tokio::test]
async fn the_command_line_sets_a_password() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let cookie = signed_in(&server.base, EMAIL, PASSWORD).await.expect("signed in");
    let settings = Settings::new(&database);
    let arguments = ["user", "password", "--email", EMAIL];
    let refused = settings.clone().with("DISCOVERY_PASSWORD", "short").run(&arguments);
    assert_eq!(refused.status.code(), Some(1));
    let unknown = settings.clone().with("DISCOVERY_PASSWORD", OTHER).run(&["user", "password", "--email", "x@example.org"]);
    assert_eq!(unknown.status.code(), Some(1));
    let browser = Api::with_cookie(&server.base, &cookie);
    let token = browser.post("/api/v1/admin/tokens", &json!({"name": "program", "role": "viewer"})).await.json(201);
    let settings = settings.with("DISCOVERY_PASSWORD", OTHER);
    let done = settings.run(&[&arguments[..], &["--end-tokens"]].concat());
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    browser.get("/api/v1/sessions").await.problem(401);
    Api::new(&server.base, token["token"].as_str()).get("/api/v1/sessions").await.problem(401);
    assert!(signed_in(&server.base, EMAIL, OTHER).await.is_some());
}

#[tokio::test]
async fn a_token_ends_when_its_time_is_over() {
    crate::ground::everywhere(async |place| {
        let (owner, _) = place.tenant();
        let make = async |expires_at: serde_json::Value| {
            let body = json!({"name": "soon over", "role": "member", "expires_at": expires_at});
            owner.post("/api/v1/admin/tokens", &body).await
        };
        for wrong in [json!("tomorrow"), json!("2020-01-01T00:00:00Z")] {
            assert_eq!(make(wrong).await.problem(422)["errors"][0]["field"], "expires_at");
        }
        let now = UNIX_EPOCH.elapsed().expect("a time");
        let until = Timestamp(i64::try_from(now.as_micros()).expect("a number") + 3_000_000).to_rfc3339();
        let made = make(json!(until)).await.json(201);
        assert_eq!(made["expires_at"], json!(until));
        let program = place.as_token(made["token"].as_str().expect("a secret"));
        program.get("/api/v1/sessions").await.json(200);
        let listed = owner.get("/api/v1/admin/tokens").await.json(200);
        let one = listed["items"].as_array().expect("items").iter().find(|one| one["id"] == made["id"]).expect("listed").clone();
        assert_eq!((&one["expires_at"], one["last_used_at"].is_string()), (&json!(until), true), "{one}");
        eventually("it is refused", async || program.get("/api/v1/sessions").await.status == 401).await;
        assert_eq!(make(json!(null)).await.json(201)["expires_at"], json!(null));
    })
    .await;
}
