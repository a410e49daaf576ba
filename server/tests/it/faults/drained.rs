//! SIGTERM: what was begun is finished, what stays open ends, nothing is lost.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, Socket};
use reqwest::Method;
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_end_finishes_what_it_took() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let settings = Settings::new(&database);
        let mut server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let sessions = super::endless(&api, 4).await;
        let mut tab = Socket::open(&api).await;
        tab.join(&sessions[0], None).await;
        assert!(tab.next().await.is_some());
        let mut feed = api.feed(&format!("/api/v1/sessions/{}/stream", sessions[1]), None).await;
        assert!(feed.next().await.is_some());
        let heard: Vec<_> = sessions.iter().map(|_| Arc::new(AtomicUsize::new(0))).collect();
        let begin = |(session, heard): (&String, &Arc<AtomicUsize>)| {
            let talking = talk(api.clone(), session.clone(), heard.clone());
            tokio::spawn(talking)
        };
        let talking: Vec<_> = sessions.iter().zip(&heard).map(begin).collect();
        let all_talk = async || heard.iter().all(|turns| turns.load(Relaxed) > 0);
        crate::ground::eventually("something is said in each", all_talk).await;

        server.ask_to_stop();
        let status = server.ended().await;
        assert_eq!(status.code(), Some(0), "{}", server.log());
        assert!(!server.log().contains("connections that did not end are cut"), "what stays open for ever ends by itself");
        assert!(tab.closes().await);
        while feed.next().await.is_some() {}

        let again = Server::start(&settings);
        let api = Api::new(&again.base, Some(ADMIN));
        for (session, talked) in sessions.iter().zip(talking) {
            let done = talked.await.expect("its words");
            assert!(!done.is_empty(), "something was said before the end");
            let state = api.session(session).await;
            let messages = state["messages"].as_array().expect("messages");
            for id in &done {
                assert_eq!(messages.iter().filter(|one| one["client_message_id"] == json!(id)).count(), 1, "{id}");
            }
            assert_eq!(messages.last().map(|last| &last["role"]), Some(&json!("agent")), "no message is left without its reply");
        }
    }
}

/// The ids of all messages whose turn was received completely; `heard` counts them meanwhile.
async fn talk(api: Api, session: String, heard: Arc<AtomicUsize>) -> Vec<String> {
    let mut done = Vec::new();
    for number in 0..10_000 {
        let id = format!("message {number}");
        let body = json!({"sessionId": session, "message": format!("Remark {number}: we sell honey"), "clientMessageId": id});
        let Some(answer) = Answer::try_fetch(api.call(Method::POST, "/api/discovery-chat").json(&body)).await else { break };
        if answer.status != 200 {
            answer.problem(503);
            break;
        }
        assert!(answer.text.contains("\"done\""), "a turn that was begun is told to its end: {}", answer.text);
        done.push(id);
        heard.fetch_add(1, Relaxed);
    }
    done
}

#[tokio::test]
async fn a_server_that_is_told_to_end_says_so_before_it_does() {
    let database = Database::sqlite();
    // Long enough for all that is looked at.
    let mut server = Server::start(&Settings::new(&database).with("DISCOVERY_LEAVE_SECONDS", "10"));
    let api = Api::new(&server.base, Some(ADMIN));
    assert_eq!(api.get("/readyz").await.status, 200);
    server.ask_to_stop();
    crate::ground::eventually("it is not ready", async || api.get("/readyz").await.status == 503).await;
    let told = api.get("/readyz").await.problem(503);
    assert_eq!(told["errors"][0]["field"], "server", "{told}");
    assert_eq!(api.get("/healthz").await.status, 200);
    assert_eq!(api.get("/api/v1/sessions").await.status, 200, "what still comes is answered");
    assert_eq!(server.ended().await.code(), Some(0));
}

/// A database that takes the connection and says nothing.
#[tokio::test]
async fn a_server_that_cannot_start_yet_says_so() {
    let mute = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let database = Database::sqlite();
    let database_url = format!("postgres://nobody@{}/nothing", mute.local_addr().expect("an address"));
    let more = vec![("DISCOVERY_ADDR", free.to_string())];
    let running = Settings { database_url, more, ..Settings::new(&database) };
    let running = tokio::task::spawn_blocking(move || running.run(&["serve"]));
    let api = Api::new(&format!("http://{free}"), None);
    let asked = async || Answer::try_fetch(api.call(Method::GET, "/readyz")).await;
    crate::ground::eventually("it answers", async || asked().await.is_some()).await;
    let told = asked().await.expect("an answer").problem(503);
    assert_eq!(told["errors"][0]["field"], "database", "{told}");
    assert_eq!(api.get("/healthz").await.text, "ok\n");
    let ended = running.await.expect("it ran");
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("the database cannot be opened"), "{ended:?}");
}
