//! The database is gone for a while.

use super::proxy::Wire;
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, Socket, Turn, eventually};
use reqwest::{Method, Url};
use serde_json::json;
use sqlx::{Connection as _, Executor as _, SqliteConnection};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_database_is_said_and_comes_back() {
    let Some(database) = Database::postgres().await else { return };
    let mut through_wire = Url::parse(&database.url).expect("an address");
    let behind = format!("{}:{}", through_wire.host_str().unwrap_or("127.0.0.1"), through_wire.port().unwrap_or(5432));
    let wire = Wire::to(behind).await;
    through_wire.set_host(Some("127.0.0.1")).expect("a host");
    through_wire.set_port(Some(wire.port)).expect("a port");
    let server = Server::start(&Settings { database_url: through_wire.into(), ..Settings::new(&database) });
    let api = Api::new(&server.base, Some(ADMIN));
    let browser = signed_in(&server, &api).await;
    let session = super::endless(&api, 1).await.remove(0);
    let first = json!({"sessionId": session, "message": "We sell honey", "clientMessageId": "first"});
    let told = Turn::parse(api.chat(&first).await);
    let mut tab = Socket::open(&api).await;
    tab.join(&session, None).await;
    let mut view = None;
    crate::ground::take(&mut view, tab.next().await.expect("a snapshot"));
    let before = api.session(&session).await;

    wire.cut();
    let second = json!({"sessionId": session, "message": "To beekeepers", "clientMessageId": "second"});
    api.chat(&second).await.problem(503);
    api.get("/api/v1/sessions").await.problem(503);
    api.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.problem(503);
    browser.get("/api/v1/sessions").await.problem(503);
    assert_eq!(browser.get("/interviews").await.status, 503);
    let alive = api.get("/healthz").await;
    assert_eq!((alive.status, alive.text.as_str()), (200, "ok\n"));
    api.get("/readyz").await.problem(503);

    wire.mend();
    eventually("it is ready again", async || api.get("/readyz").await.status == 200).await;
    eventually("it works again", async || api.get("/api/v1/sessions").await.status == 200).await;
    assert_eq!(browser.get("/interviews").await.status, 200, "still signed in");
    let after = api.session(&session).await;
    let times = after["messages"].as_array().expect("messages").iter().filter(|one| one["client_message_id"] == "second").count();
    assert!(times == 1 || after == before, "taken whole or not at all");
    let answered = Turn::parse(api.chat(&second).await);
    assert_eq!(answered.0.last().map(|(_, done)| &done["turn"]), Some(&json!(2)));
    assert_eq!(Turn::parse(api.chat(&first).await).0, told.0);
    tab.follow(&mut view, api.session(&session).await["seq"].as_u64().expect("a number")).await;
    assert_eq!(view.map(|view| view.messages.len()), Some(5), "the open tab knows it too");
}

/// A file of SQLite that is removed is still there for who has it open; what can happen is that another program holds it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_another_program_holds_is_said_and_comes_back() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let session = super::endless(&api, 1).await.remove(0);
    api.say(&session, "We sell honey").await;
    let before = api.session(&session).await;
    let page = api.call(Method::POST, "/call/interview/command");
    let page = page.json(&json!({"id": session, "command": {"type": "retitle", "title": "Never"}}));

    let mut holding = SqliteConnection::connect(&database.url).await.expect("a connection");
    holding.execute("BEGIN IMMEDIATE").await.expect("it is held");
    let held = json!({"sessionId": session, "message": "To beekeepers", "clientMessageId": "held"});
    let (path, value) = (format!("/api/v1/sessions/{session}/obligations/budget"), json!({"action": "set", "value": 7}));
    let opening = json!({"context_type": "idea_discovery"});
    let (chat, patch, open, page) =
        tokio::join!(api.chat(&held), api.patch(&path, &value), api.post("/api/v1/sessions", &opening), Answer::fetch(page));
    for answer in [chat, patch, open] {
        answer.problem(503);
    }
    assert_eq!(page.status, 503, "{}", page.text);
    assert_eq!(api.session(&session).await, before, "what is there can be read");
    assert_eq!(api.get("/interviews").await.status, 200);

    holding.execute("ROLLBACK").await.expect("it is let go");
    eventually("it works again", async || api.chat(&held).await.status == 200).await;
    api.patch(&path, &value).await.json(200);
    let after = api.session(&session).await;
    let times = after["messages"].as_array().expect("messages").iter().filter(|one| one["client_message_id"] == "held").count();
    assert_eq!((times, after["title"] == "Never"), (1, false));
}

async fn signed_in(server: &Server, admin: &Api) -> Api {
    let (email, password) = ("ada@example.org", "a long enough password");
    let new = json!({"name": "Ada", "email": email, "password": password, "role": "member"});
    admin.post("/api/v1/admin/users", &new).await.json(201);
    let browser = Api::browser(&server.base);
    let entered = Answer::fetch(browser.call(Method::POST, "/login").form(&[("email", email), ("password", password)])).await;
    assert_eq!((entered.status, entered.header("location")), (303, "/"));
    browser
}
