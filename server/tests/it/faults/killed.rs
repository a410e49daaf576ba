//! `kill -9` in the middle of turns: what was answered is there once, what was not is there at most once.

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

const ROUNDS: u32 = 50;
const TALKERS: usize = 4;
/// After so many rounds the talk goes on in new interviews: each round reads all that was said, and says the last of it again.
const ROUNDS_OF_ONE: u32 = 10;

/// How much of a turn was received before the connection broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Nothing,
    /// Something that the message led to: it was accepted.
    Part,
    Whole,
}

/// The messages of one interview: the sender's id of each and how much of its turn was received.
#[derive(Default)]
struct Told(Vec<(String, Heard)>);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_accepted_is_lost_and_nothing_is_doubled_on_sqlite() {
    survives(Database::sqlite(), ROUNDS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_accepted_is_lost_and_nothing_is_doubled_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(database, ROUNDS / 5).await;
    }
}

async fn survives(database: Database, rounds: u32) {
    let settings = Settings::new(&database);
    let mut server = Server::start(&settings);
    let objective = super::unending(&api(&server)).await;
    let mut interviews: Vec<(String, Told)> = Vec::new();
    let (mut cut, mut finished) = (0, 0);
    for round in 0..rounds {
        if round % ROUNDS_OF_ONE == 0 {
            let sessions = super::talks(&api(&server), &objective, TALKERS).await;
            interviews = sessions.into_iter().map(|session| (session, Told::default())).collect();
        }
        let answered = Arc::new(AtomicU32::new(0));
        let talking: Vec<_> = interviews
            .into_iter()
            .enumerate()
            .map(|(talker, (session, told))| {
                tokio::spawn(talk(api(&server), session, told, format!("r{round}t{talker}"), answered.clone()))
            })
            .collect();
        while answered.load(Relaxed) == 0 && talking.iter().any(|one| !one.is_finished()) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // Spread over the length of several turns, so that different moments of a turn are hit.
        tokio::time::sleep(Duration::from_millis(40 + u64::from(round * 37 % 160))).await;
        server.kill();
        interviews = Vec::new();
        for one in talking {
            interviews.push(one.await.expect("its words"));
        }
        server = Server::start(&settings);
        for (session, told) in &mut interviews {
            cut += told.0.iter().filter(|(_, heard)| *heard != Heard::Whole).count();
            finished += told.0.iter().filter(|(_, heard)| *heard == Heard::Whole).count();
            check(&api(&server), session, told).await;
        }
    }
    assert!(
        cut > rounds as usize / 2 && finished >= rounds as usize,
        "turns were cut ({cut}) and turns were finished ({finished})"
    );
}

fn api(server: &Server) -> Api {
    Api::new(&server.base, Some(ADMIN))
}

/// Says one thing after the other until the server is gone; remembers only this round's words, and counts what was answered.
async fn talk(api: Api, session: String, mut told: Told, name: String, answered: Arc<AtomicU32>) -> (String, Told) {
    told.0.clear();
    for number in 0..10_000 {
        let id = format!("{name}n{number}");
        let heard = send(&api, &session, &id).await;
        told.0.push((id, heard));
        if heard != Heard::Whole {
            break;
        }
        answered.fetch_add(1, Relaxed);
    }
    (session, told)
}

async fn send(api: &Api, session: &str, id: &str) -> Heard {
    let text = format!("Remark {id}: we sell honey, candles and wax to {id} shops");
    let body = json!({"sessionId": session, "message": text, "clientMessageId": id});
    let Ok(mut response) = api.call(Method::POST, "/api/discovery-chat").json(&body).send().await else { return Heard::Nothing };
    assert_eq!(response.status(), 200);
    let mut text = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        text.extend_from_slice(&chunk);
    }
    let text = String::from_utf8_lossy(&text);
    let (all, first) = (text.matches("\"type\":").count(), text.matches("\"type\":\"session\"").count());
    match (text.contains("\"type\":\"done\""), all > first) {
        (true, _) => Heard::Whole,
        (false, true) => Heard::Part,
        (false, false) => Heard::Nothing,
    }
}

/// Compares what is stored with what was received, sends everything once more, and compares again.
async fn check(api: &Api, session: &str, told: &Told) {
    let before = count_messages(&api.session(session).await);
    for (id, heard) in &told.0 {
        let times = before.get(id).copied().unwrap_or_default();
        assert!(times == 1 || (*heard == Heard::Nothing && times == 0), "{id} is there {times} times, heard: {heard:?}");
    }
    for (id, _) in &told.0 {
        assert_eq!(send(api, session, id).await, Heard::Whole, "said again, it is answered");
    }
    let state = api.session(session).await;
    let after = count_messages(&state);
    assert!(told.0.iter().all(|(id, _)| after.get(id) == Some(&1)), "each is there once");
    let messages = state["messages"].as_array().expect("messages");
    for pair in messages[1..].chunks(2) {
        let roles: Vec<&Value> = pair.iter().map(|message| &message["role"]).collect();
        assert_eq!(
            (roles, &pair[0]["turn"]),
            (vec![&json!("user"), &json!("agent")], &pair[1]["turn"]),
            "every message has its one reply"
        );
    }
    let events = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
    let seqs: Vec<u64> = events["items"].as_array().expect("items").iter().filter_map(|item| item["seq"].as_u64()).collect();
    assert!(seqs.iter().zip(1..).all(|(seq, place)| *seq == place), "no gap and nothing twice");
}

/// How often each message is there, by its sender's id.
fn count_messages(state: &Value) -> HashMap<String, u32> {
    let mut times = HashMap::new();
    for message in state["messages"].as_array().expect("messages") {
        if let Some(id) = message["client_message_id"].as_str() {
            *times.entry(id.to_owned()).or_default() += 1;
        }
    }
    times
}
