//! Two servers on one Postgres hold the same interview.

use crate::ground::{ADMIN, Api, Database, Server, Settings, Socket, eventually};
use protocol::interview::InterviewView;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_with_the_same_interview_stay_equal() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::of(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let session = super::endless(&left, 1).await.remove(0);
    let (mut left_tab, mut right_tab) = (Socket::of(&left).await, Socket::of(&right).await);
    left_tab.join(&session, None).await;
    right_tab.join(&session, None).await;

    let path = format!("/api/v1/sessions/{session}/obligations/budget");
    let talk = async |api: &Api, name: &str| {
        for number in 0..12 {
            let body = json!({"sessionId": session, "message": format!("{name} {number}: we sell honey"), "clientMessageId": format!("{name} {number}")});
            let said = api.chat(&body).await;
            assert!([200, 409].contains(&said.status), "{}", said.text);
            let set = api.patch(&path, &json!({"action": "set", "value": number})).await;
            assert!([200, 409].contains(&set.status), "{}", set.text);
        }
    };
    futures::future::join(talk(&left, "left"), talk(&right, "right")).await;

    eventually("both servers know all of it", async || left.session(&session).await == right.session(&session).await).await;
    let state = left.session(&session).await;
    let until = state["seq"].as_u64().expect("a number");
    let (mut seen_left, mut seen_right): (Option<InterviewView>, Option<InterviewView>) = (None, None);
    left_tab.follow(&mut seen_left, until).await;
    right_tab.follow(&mut seen_right, until).await;
    assert_eq!(seen_left, seen_right);
    let ids: Vec<_> =
        state["messages"].as_array().expect("messages").iter().filter_map(|one| one["client_message_id"].as_str()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "nothing twice");
    for name in ["left", "right"] {
        assert!(ids.iter().any(|id| id.starts_with(name)), "both were heard: {ids:?}");
    }

    // A message that one server took is known to the other.
    let again = json!({"sessionId": session, "message": "one for both: we sell honey", "clientMessageId": "for both"});
    let first = crate::ground::Turn::of(left.chat(&again).await);
    assert_eq!(crate::ground::Turn::of(right.chat(&again).await).0, first.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_revoked_on_one_server_ends_on_the_other_soon() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::of(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let made = left.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "member"})).await.json(201);
    let program = Api::new(&right.base, made["token"].as_str());
    program.get("/api/v1/sessions").await.json(200);
    left.delete(&format!("/api/v1/admin/tokens/{}", made["id"].as_str().expect("an id"))).await;
    Api::new(&left.base, made["token"].as_str()).get("/api/v1/sessions").await.problem(401);
    eventually("the other server refuses it", async || program.get("/api/v1/sessions").await.status == 401).await;
}
