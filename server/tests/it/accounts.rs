//! Signing in and out, the first account, tokens and roles.

use crate::ground::{Answer, Api, Database, Place, Server, Settings, everywhere};
use futures::future::join_all;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

pub(crate) const PASSWORD: &str = "a long enough password";
pub(crate) const EMAIL: &str = "ada@example.org";

#[tokio::test]
async fn the_first_visitor_of_this_machine_makes_the_admin_account() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = Server::start(&Settings { bootstrap: false, ..Settings::new(&database) });
        let browser = Api::browser(&server.base);
        assert!(server.greeting.iter().any(|line| line.contains("First start")), "{:?}", server.greeting);
        let home = browser.get("/").await;
        assert_eq!((home.status, home.header("location")), (303, "/first-start"));
        assert_eq!(browser.get("/first-start").await.status, 200);

        for (field, name, email, password) in
            [("name", " ", EMAIL, PASSWORD), ("email", "Ada", "nobody", PASSWORD), ("password", "Ada", EMAIL, "short")]
        {
            let refused = send(first_account(&browser, name, email, password, "")).await;
            assert_eq!((refused.status, refused.header("location")), (303, format!("/first-start?error={field}").as_str()));
        }
        assert_eq!(browser.get("/api/v1/sessions").await.status, 401, "nobody is signed in yet");

        let made = send(first_account(&browser, "Ada", EMAIL, PASSWORD, "")).await;
        assert_eq!((made.status, made.header("location")), (303, "/"));
        let cookie = made.header("set-cookie");
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        assert_eq!(browser.get("/").await.status, 200);
        let users = browser.get("/api/v1/admin/users").await.json(200);
        assert!(
            users["items"]
                .as_array()
                .is_some_and(|users| users.iter().any(|one| one["email"] == EMAIL && one["role"] == "admin"))
        );
        assert!(!users.to_string().contains("argon2"), "no hash leaves the server");

        let second = send(first_account(&Api::browser(&server.base), "Eve", "eve@example.org", PASSWORD, "")).await;
        assert_eq!((second.status, second.header("location")), (303, "/login?error=taken"));
        assert_eq!(browser.get("/api/v1/admin/users").await.json(200)["items"].as_array().map(Vec::len), Some(1));
    }
}

#[tokio::test]
async fn a_visitor_from_elsewhere_needs_the_code() {
    let database = Database::sqlite();
    let server = Server::start(&Settings { bootstrap: false, ..Settings::new(&database) });
    let code = server.greeting.iter().find_map(|line| line.rsplit_once("code: ")).expect("a code is printed").1.to_owned();
    for header in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
        let browser = Api::browser(&server.base);
        let refused = send(first_account(&browser, "Eve", "eve@example.org", PASSWORD, "").header(header, "203.0.113.9")).await;
        assert_eq!(refused.header("location"), "/first-start?error=code");
    }
    // A name that somebody made lead here.
    let browser = Api::browser(&server.base);
    let refused =
        send(first_account(&browser, "Eve", "eve@example.org", PASSWORD, "wrong").header("host", "rebound.example")).await;
    assert_eq!(refused.header("location"), "/first-start?error=code");
    let made =
        send(first_account(&browser, "Ada", EMAIL, PASSWORD, &code.to_lowercase()).header("x-forwarded-for", "203.0.113.9"))
            .await;
    assert_eq!(made.header("location"), "/");
}

#[tokio::test]
async fn signing_in_and_out() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let server = grown_up(&database).await;
        let browser = Api::browser(&server.base);
        for (email, password) in [(EMAIL, "the wrong password"), ("nobody@example.org", PASSWORD), ("", "")] {
            let refused = send(login(&browser, email, password, "/interviews")).await;
            assert_eq!((refused.status, refused.header("location")), (303, "/login?error=credentials&next=/interviews"));
            assert_eq!(browser.get("/interviews").await.header("location"), "/login?next=/interviews");
        }
        let entered = send(login(&browser, &EMAIL.to_uppercase(), PASSWORD, "/interviews")).await;
        assert_eq!((entered.status, entered.header("location")), (303, "/interviews"));
        assert_eq!(browser.get("/interviews").await.status, 200);
        assert_eq!(browser.get("/api/v1/sessions").await.status, 200);
        let left = send(browser.call(Method::POST, "/logout")).await;
        assert_eq!((left.status, left.header("location")), (303, "/login"));
        assert_eq!(browser.get("/interviews").await.status, 303);
        browser.get("/api/v1/sessions").await.problem(401);
    }
}

#[tokio::test]
async fn a_cookie_is_worth_nothing_after_signing_out() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let entered = send(login(&Api::new(&server.base, None), EMAIL, PASSWORD, "/")).await;
    let cookie = entered.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    let thief = Api::new(&server.base, None);
    let with = |method: Method, path: &str| thief.call(method, path).header("cookie", cookie.clone());
    assert_eq!(send(with(Method::GET, "/api/v1/sessions")).await.status, 200);
    send(with(Method::POST, "/logout")).await;
    send(with(Method::GET, "/api/v1/sessions")).await.problem(401);
}

#[tokio::test]
async fn a_session_that_somebody_else_chose_is_not_taken_over() {
    let database = Database::sqlite();
    let settings =
        Settings { bootstrap: false, more: vec![("DISCOVERY_SECURE_COOKIES", "true".into())], ..Settings::new(&database) };
    let server = Server::start(&settings);
    send(first_account(&Api::new(&server.base, None), "Ada", EMAIL, PASSWORD, "")).await;
    let enter = async |cookie: &str| {
        let entered = send(login(&Api::with_cookie(&server.base, cookie), EMAIL, PASSWORD, "/")).await;
        entered.header("set-cookie").to_owned()
    };
    let planted = "discovery=AAAAAAAAAAAAAAAAAAAAAA";
    let first = enter(planted).await;
    for flag in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(first.contains(flag), "{flag} is missing in {first}");
    }
    let first = first.split(';').next().expect("a cookie");
    let second = enter(first).await;
    let second = second.split(';').next().expect("a cookie");
    assert!(first != planted && second != first, "who signs in gets a new one");
    for (cookie, status) in [(planted, 401), (first, 401), (second, 200)] {
        assert_eq!(Api::with_cookie(&server.base, cookie).get("/api/v1/sessions").await.status, status, "{cookie}");
    }
    let kept = crate::ground::everything(&database.url).await;
    let secret = second.split_once('=').expect("a value").1.to_lowercase();
    assert!(!kept.contains(&secret), "the database knows no cookie");
}

#[tokio::test]
async fn nobody_is_led_away_after_signing_in() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    for (next, to) in [
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("/interviews/a?b=c", "/interviews/a?b=c"),
    ] {
        let entered = send(login(&Api::browser(&server.base), EMAIL, PASSWORD, next)).await;
        assert_eq!((entered.status, entered.header("location")), (303, to));
    }
}

#[tokio::test]
async fn passwords_cannot_be_tried_for_ever() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let browser = Api::browser(&server.base);
    let mut limited = None;
    for number in 0..30 {
        // Another spelling, and another address that only a header claims.
        let email = if number % 2 == 0 { "bob@example.org" } else { " BOB@example.org" };
        let claimed = format!("198.51.100.{number}");
        let call = login(&browser, email, "a wrong password", "/").header("x-forwarded-for", &claimed);
        let answer = send(call.header("x-real-ip", &claimed).header("forwarded", format!("for={claimed}"))).await;
        if answer.status == 429 {
            limited = Some(answer);
            break;
        }
        assert_eq!(answer.header("location"), "/login?error=credentials&next=/");
    }
    let limited = limited.expect("it ends");
    assert!(limited.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
    assert!(limited.header("refresh").contains("/login?error=limited"), "a browser is shown why");
}

#[tokio::test]
async fn guesses_of_others_behind_one_address_lock_nobody_out() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let browser = Api::browser(&server.base);
    let admin = Api::browser(&server.base);
    send(login(&admin, EMAIL, PASSWORD, "/")).await;
    let mia = json!({"name": "Mia", "email": "mia@example.org", "password": PASSWORD, "role": "member"});
    admin.post("/api/v1/admin/users", &mia).await.json(201);
    // All come from the same address, as behind a proxy; more than an address may get wrong before each account is guarded closer.
    for number in 0..30 {
        let answer = send(login(&browser, &format!("nobody-{number}@example.org"), "a wrong password", "/")).await;
        assert_eq!(answer.header("location"), "/login?error=credentials&next=/", "guess {number}");
    }
    let enter = async |password: &str| send(login(&Api::browser(&server.base), EMAIL, password, "/")).await;
    assert_eq!(enter(PASSWORD).await.header("location"), "/");
    assert_eq!(enter("mistyped once").await.header("location"), "/login?error=credentials&next=/");
    assert_eq!(enter(PASSWORD).await.header("location"), "/");
    let guesses = (0..12).map(|_| send(login(&browser, "bob@example.org", "a wrong password", "/")));
    let guesses: Vec<_> = join_all(guesses).await.into_iter().map(|answer| answer.status).collect();
    // 2, and those that were forgiven meanwhile; 8 are let through from an address that got little wrong.
    assert!(guesses.iter().filter(|status| **status != 429).count() < 8, "{guesses:?}");
    let entered = send(login(&Api::browser(&server.base), "mia@example.org", PASSWORD, "/")).await;
    assert_eq!(entered.header("location"), "/", "who guessed nothing is let in");
}

#[tokio::test]
async fn another_sites_forms_are_refused() {
    let database = Database::sqlite();
    let server = grown_up(&database).await;
    let browser = Api::browser(&server.base);
    assert_eq!(send(login(&browser, EMAIL, PASSWORD, "/")).await.status, 303);
    let opening = |path: &str| browser.call(Method::POST, path).json(&json!({"context_type": "idea_discovery"}));
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "null"),
    ] {
        send(opening("/api/v1/sessions").header(name, value)).await.problem(403);
        assert_eq!(send(browser.call(Method::POST, "/logout").header(name, value)).await.status, 403);
        assert_eq!(send(browser.call(Method::POST, "/call/form/start").header(name, value)).await.status, 403);
    }
    assert_eq!(browser.get("/api/v1/sessions").await.json(200)["items"], json!([]), "still signed in, nothing was opened");
    for (name, value) in [("origin", server.base.as_str()), ("sec-fetch-site", "same-origin")] {
        assert_eq!(send(opening("/api/v1/sessions").header(name, value)).await.status, 201);
    }
    // Simple forms, which a browser sends to anybody without asking, are no JSON.
    let form = browser
        .call(Method::POST, "/api/v1/sessions")
        .header("content-type", "text/plain")
        .body("{\"context_type\":\"idea_discovery\"}");
    send(form).await.problem(415);
}

#[tokio::test]
async fn a_token_is_shown_once_and_is_gone_when_revoked() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let made = owner.post("/api/v1/admin/tokens", &json!({"name": "for a program", "role": "member"})).await.json(201);
        let program = place.as_token(made["token"].as_str().expect("the secret"));
        program.get("/api/v1/sessions").await.json(200);
        program.get("/api/v1/admin/users").await.problem(403);
        let for_another = json!({"name": "x", "role": "member", "user_id": made["id"]});
        owner.post("/api/v1/admin/tokens", &for_another).await.problem(422);
        let listed = owner.get("/api/v1/admin/tokens").await;
        assert!(!listed.text.contains(made["token"].as_str().expect("the secret")));
        let id = made["id"].as_str().expect("an id");
        assert_eq!(owner.delete(&format!("/api/v1/admin/tokens/{id}")).await.status, 204);
        program.get("/api/v1/sessions").await.problem(401);
        assert_eq!(owner.delete(&format!("/api/v1/admin/tokens/{id}")).await.status, 204, "once more changes nothing");
        let listed = owner.get("/api/v1/admin/tokens").await.json(200);
        let one = listed["items"].as_array().expect("items").iter().find(|one| one["id"] == id).expect("it is listed");
        assert_eq!(one["revoked"], true);
    })
    .await;
}

#[tokio::test]
async fn a_changed_role_holds_at_once_for_tokens_too() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let email = format!("mia-{}@example.org", owner.token.clone().expect("a token"));
        let new = json!({"name": "Mia", "email": email, "password": PASSWORD, "role": "admin"});
        let mia = owner.post("/api/v1/admin/users", &new).await.json(201);
        let path = format!("/api/v1/admin/users/{}", mia["id"].as_str().expect("an id"));
        let browser = Api::browser(place.base());
        assert_eq!(send(login(&browser, &email, PASSWORD, "/")).await.status, 303);
        let made = browser.post("/api/v1/admin/tokens", &json!({"name": "hers", "role": "admin"})).await.json(201);
        let program = place.as_token(made["token"].as_str().expect("the secret"));
        program.get("/api/v1/admin/users").await.json(200);
        browser.patch(&path, &json!({"role": "member"})).await.problem(409);
        let changed = owner.patch(&path, &json!({"role": "viewer"})).await.json(200);
        assert_eq!((&changed["role"], &changed["id"]), (&json!("viewer"), &mia["id"]));
        program.get("/api/v1/admin/users").await.problem(403);
        browser.get("/api/v1/admin/users").await.problem(403);
        program.get("/api/v1/sessions").await.json(200);
        browser.patch(&path, &json!({"role": "admin"})).await.problem(403);
        owner.patch(&path, &json!({"role": "king"})).await.problem(422);
        let log = owner.get("/api/v1/admin/audit?action=user.role_changed").await.json(200);
        assert_eq!(log["items"][0]["detail"], json!({"from": "admin", "to": "viewer"}));
    })
    .await;
}

#[tokio::test]
async fn a_viewer_reads_and_a_member_writes_their_own() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let of_role = async |role: &str| {
            let made = owner.post("/api/v1/admin/tokens", &json!({"name": role, "role": role})).await.json(201);
            place.as_token(made["token"].as_str().expect("the secret"))
        };
        let (viewer, member) = (of_role("viewer").await, of_role("member").await);
        let session = member.open("idea_discovery").await;
        assert_eq!(viewer.session(&session).await["id"], json!(session), "the same person reads it");
        viewer.say_refused(&session).await;
        assert_eq!(viewer.session(&session).await["turn_count"], 0);
        let visitor = place.viewer();
        visitor.chat(&json!({"contextType": "idea_discovery", "message": "hello"})).await.problem(403);
        assert_eq!(visitor.get("/api/v1/sessions").await.json(200)["items"], json!([]));
        for call in ["users", "tokens", "sessions", "audit"] {
            viewer.get(&format!("/api/v1/admin/{call}")).await.problem(403);
            member.get(&format!("/api/v1/admin/{call}")).await.problem(403);
            owner.get(&format!("/api/v1/admin/{call}")).await.json(200);
        }
    })
    .await;
}

impl Api {
    /// Everything that changes something is refused.
    async fn say_refused(&self, session: &str) {
        let path = |part: &str| format!("/api/v1/sessions/{session}{part}");
        self.chat(&json!({"sessionId": session, "message": "We sell honey"})).await.problem(403);
        self.chat(&json!({"contextType": "idea_discovery", "message": "We sell honey"})).await.problem(403);
        self.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.problem(403);
        self.patch(&path("/obligations/goods"), &json!({"action": "set", "value": "honey"})).await.problem(403);
        for part in ["/reevaluate", "/complete", "/negotiations/goods"] {
            self.post(&path(part), &json!({})).await.problem(403);
        }
        self.post(&path("/negotiations/goods/value"), &json!({"value": "wax"})).await.problem(403);
        self.post(&path("/negotiations/goods/resolve"), &json!({"resolution": "user_accepted"})).await.problem(403);
        self.post(&path("/phase"), &json!({"phase": "exploration"})).await.problem(403);
        self.post(&path("/transcript"), &json!({"turns": [{"speaker": "user", "text": "honey"}]})).await.problem(403);
        let greeting = self.session(session).await["messages"][0]["id"].clone();
        self.post(&path(&format!("/messages/{}/stop", greeting.as_str().expect("an id"))), &json!({})).await.problem(403);
        self.post("/api/v1/admin/tokens", &json!({"name": "more", "role": "admin"})).await.problem(403);
    }
}

#[tokio::test]
async fn the_bootstrap_token_changes_with_the_setting() {
    let database = Database::sqlite();
    let place = Place::own(database).await;
    place.admin().get("/api/v1/admin/users").await.json(200);
    let settings = Settings { bootstrap: false, ..Settings::new(&place.database) };
    let without = Server::start(&settings);
    Api::new(&without.base, Some(crate::ground::ADMIN)).get("/api/v1/admin/users").await.problem(401);
}

/// A server with an account.
pub(crate) async fn grown_up(database: &Database) -> Server {
    let server = Server::start(&Settings { bootstrap: false, ..Settings::new(database) });
    let made = send(first_account(&Api::browser(&server.base), "Ada", EMAIL, PASSWORD, "")).await;
    assert_eq!(made.header("location"), "/");
    server
}

fn first_account(browser: &Api, name: &str, email: &str, password: &str, code: &str) -> RequestBuilder {
    let form = [("name", name), ("email", email), ("password", password), ("code", code)];
    browser.call(Method::POST, "/first-start").form(&form)
}

pub(crate) fn login(browser: &Api, email: &str, password: &str, next: &str) -> RequestBuilder {
    browser.call(Method::POST, "/login").form(&[("email", email), ("password", password), ("next", next)])
}

pub(crate) async fn send(request: RequestBuilder) -> Answer {
    Answer::fetch(request).await
}
