//! What one caller can take of the server is bounded.

use crate::ground::{ADMIN, Answer, Api, Database, Frame, Server, Settings, Socket, Turn, everywhere, on_sqlite};
use protocol::frame::Request;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

#[tokio::test]
async fn one_person_holds_so_many_streams_and_sockets_open() {
    let database = Database::sqlite();
    let settings = Settings { more: vec![("DISCOVERY_STREAMS_PER_PERSON", "2".into())], ..Settings::new(&database) };
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let session = api.open("idea_discovery").await;
    let path = format!("/api/v1/sessions/{session}/stream");
    let mut feed = api.feed(&path, None).await;
    assert!(feed.next().await.is_some());
    let socket = Socket::open(&api).await;
    api.get(&path).await.problem(429);
    assert_eq!(Socket::with(&api, &[]).await.err(), Some(429));
    api.chat(&json!({"sessionId": session, "message": "We sell honey"})).await.problem(429);
    assert_eq!(api.session(&session).await["turn_count"], 0, "what was refused was not heard");
    drop((feed, socket));
    crate::ground::eventually("there is room again", async || Socket::with(&api, &[]).await.is_ok()).await;
    // The place of the last that was tried may not be free again yet.
    crate::ground::eventually("what is said is heard again", async || {
        let answer = api.chat(&json!({"sessionId": session, "message": "We sell honey"})).await;
        answer.status == 200 && !Turn::parse(answer).reply().is_empty()
    })
    .await;
}

#[tokio::test]
async fn bodies_of_forms_and_pages_are_bounded() {
    on_sqlite(async |place| {
        let (nobody, member) = (place.nobody(), place.member());
        let large = "a".repeat(64 * 1024);
        for path in ["/login", "/first-start", "/logout"] {
            let form = [("email", "ada@example.org"), ("password", &large)];
            let answer = Answer::fetch(nobody.call(Method::POST, path).form(&form)).await;
            assert_eq!(answer.status, 413, "{path}");
        }
        let call = |api: &Api, length: usize| {
            let call = api.call(Method::POST, "/call/visit").header("content-type", "application/json");
            Answer::fetch(call.body("x".repeat(length)))
        };
        assert_eq!(call(&nobody, 64 * 1024).await.status, 413);
        assert_eq!(call(&member, 5 * 1024 * 1024).await.status, 413);
        assert_ne!(call(&member, 64 * 1024).await.status, 413, "who is known may say more");
    })
    .await;
}

#[tokio::test]
async fn problems_beside_the_api_are_written_alike() {
    on_sqlite(async |place| {
        let nobody = place.nobody();
        for path in ["/healthz", "/readyz", "/metrics"] {
            let answer = Answer::fetch(nobody.call(Method::POST, path)).await;
            answer.problem(405);
            assert!(answer.header("allow").contains("GET"));
        }
        nobody.get("/pkg/nothing.css").await.problem(404);
    })
    .await;
}

/// A browser loads the code of a page as one file, which the page names.
#[tokio::test]
async fn a_page_names_the_file_with_its_code() {
    on_sqlite(async |place| {
        let page = place.tenant().0.get("/interviews?status=active").await;
        let links = page.text.matches(r#"as="fetch""#).count();
        assert!(
            links == 1 && page.text.contains(r#"href="/pkg/start.1.pack""#) && page.text.contains(r#"id="pack""#),
            "{}",
            page.text
        );
    })
    .await;
}

/// Whatever an interview or its objective is called, no header is made of it.
#[tokio::test]
async fn the_name_of_an_export_is_the_servers_own() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let mut config = crate::ground::plan();
        config["displayName"] = json!("x\"\r\nset-cookie: a=b; filename=../../evil.exe");
        let made = owner.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": config})).await;
        let body = json!({"context_type": "idea_discovery", "objective_id": made.json(201)["id"]});
        let session = owner.post("/api/v1/sessions", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        for format in ["md", "json", "csv"] {
            let answer = owner.get(&format!("/api/v1/sessions/{session}/export?format={format}")).await;
            let name = answer.header("content-disposition");
            let begins = name.starts_with("attachment; filename=\"x-set-cookie-a-b-filename-evil-exe-");
            assert!(answer.status == 200 && begins && name.ends_with(&format!(".{format}\"")), "{name}");
            assert!(answer.headers.get("set-cookie").is_none());
        }
    })
    .await;
}

#[tokio::test]
async fn a_socket_that_neither_speaks_nor_answers_is_closed_and_leaves_its_place() {
    let database = Database::sqlite();
    let settings =
        Settings::new(&database).with("DISCOVERY_STREAMS_PER_PERSON", "2").with("DISCOVERY_SOCKET_SILENCE_SECONDS", "6");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let mut listening = Socket::open(&api).await;
    // Nobody reads what comes here, so nobody answers a ping.
    let mut dead = Socket::open(&api).await;
    assert_eq!(Socket::with(&api, &[]).await.err(), Some(429));
    assert!(tokio::time::timeout(Duration::from_secs(15), listening.closes()).await.is_err(), "one that answers stays");
    assert!(listening.send(&Request::Ping).await);
    assert_eq!(listening.next().await, Some(Frame::Pong));
    crate::ground::eventually("the place of the dead one is free", async || Socket::with(&api, &[]).await.is_ok()).await;
    assert!(dead.closes().await);
}

/// An interview of more than the wire holds.
async fn open_long(api: &Api) -> String {
    let session = api.open("idea_discovery").await;
    let turns = json!({"turns": vec![json!({"speaker": "agent", "text": "x".repeat(16 * 1024)}); 200]});
    for _ in 0..4 {
        api.post(&format!("/api/v1/sessions/{session}/transcript"), &turns).await.json(200);
    }
    session
}

#[tokio::test]
async fn a_socket_that_asks_and_takes_no_answers_is_closed_too() {
    let database = Database::sqlite();
    let settings =
        Settings::new(&database).with("DISCOVERY_STREAMS_PER_PERSON", "1").with("DISCOVERY_SOCKET_SILENCE_SECONDS", "4");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let session = open_long(&api).await;
    let mut deaf = Socket::open(&api).await;
    deaf.join(&session, None).await;
    // The snapshot, of which nothing is read, gets stuck, and behind it the answers to what is sent now.
    assert!(deaf.receives_something().await);
    for _ in 0..180 {
        assert!(deaf.send(&Request::Ping).await);
    }
    assert_eq!(Socket::with(&api, &[]).await.err(), Some(429));
    crate::ground::eventually("its place is free", async || Socket::with(&api, &[]).await.is_ok()).await;
}

#[tokio::test]
async fn a_feed_that_nobody_reads_is_closed_and_leaves_its_place() {
    let database = Database::sqlite();
    let settings =
        Settings::new(&database).with("DISCOVERY_STREAMS_PER_PERSON", "2").with("DISCOVERY_SOCKET_SILENCE_SECONDS", "4");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let session = open_long(&api).await;
    let path = format!("/api/v1/sessions/{session}/stream");
    let until = api.session(&session).await["seq"].as_u64().expect("a number");
    let mut read = api.feed(&path, None).await;
    let whole: usize = read.until(until).await.iter().map(|(_, event)| event.to_string().len()).sum();
    let mut deaf = begin_reading(&server, &path).await;
    assert!(is_full(&api).await, "both places are taken");
    crate::ground::eventually("its place is free", async || !is_full(&api).await).await;
    // What had come before is there still, and then the connection is gone.
    let mut rest = Vec::new();
    let end = tokio::time::timeout(Duration::from_secs(15), deaf.read_to_end(&mut rest)).await;
    assert!(end.is_ok() && rest.len() < whole / 2, "{end:?} after {} of {whole} bytes", rest.len());
    // By a call that takes no place: the last that was tried may not be free again yet.
    api.patch(&format!("/api/v1/sessions/{session}/obligations/budget"), &json!({"action": "defer"})).await.json(200);
    assert!(read.next().await.is_some(), "one that is read stays");
}

/// A connection over which an answer begins to come. No more than its first line is read, and there is little room for the rest.
async fn begin_reading(server: &Server, path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(8 * 1024).expect("a small buffer");
    let address = server.base.trim_start_matches("http://");
    let mut connection = socket.connect(address.parse().expect("an address")).await.expect("a connection");
    let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {ADMIN}\r\n\r\n");
    connection.write_all(head.as_bytes()).await.expect("it is sent");
    let mut status = [0; 12];
    connection.read_exact(&mut status).await.expect("an answer");
    assert_eq!(&status, b"HTTP/1.1 200");
    connection
}

/// Whether whoever asks may open nothing more.
async fn is_full(api: &Api) -> bool {
    Socket::with(api, &[]).await.err() == Some(429)
}
