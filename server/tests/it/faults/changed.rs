//! `kill -9` in the middle of changes beside the conversation: values set by hand, negotiations, imports. What was answered is there,
//! what was not is there whole or not at all, and nothing is there twice.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

const ROUNDS: u32 = 24;

/// What was asked for and what of it was answered.
#[derive(Default)]
struct Changes {
    /// The last number that was answered for, and the last that was asked for.
    budget: (u64, u64),
    /// The same of what was agreed on; `goods 7` is 7.
    goods: (u64, u64),
    /// Each imported line with whether it was answered for.
    lines: Vec<(String, bool)>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_there_once_or_not_at_all_on_sqlite() {
    survive(Database::sqlite(), ROUNDS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_there_once_or_not_at_all_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survive(database, ROUNDS / 4).await;
    }
}

async fn survive(database: Database, rounds: u32) {
    let settings = Settings::new(&database);
    let mut server = Server::start(&settings);
    let session = super::endless(&api(&server), 1).await.remove(0);
    let set =
        api(&server).patch(&session_path(&session, "obligations/goods"), &json!({"action": "set", "value": "goods 0"})).await;
    set.json(200);
    let (mut changes, mut cut, mut answered) = (Changes::default(), 0, 0);
    for round in 0..rounds {
        let done = Arc::new(AtomicU32::new(0));
        let changing = tokio::spawn(change(api(&server), session.clone(), changes, round, done.clone()));
        // From when one was answered for: how long that takes is the machine's affair.
        while done.load(Relaxed) == 0 && !changing.is_finished() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        tokio::time::sleep(Duration::from_millis(30 + u64::from(round * 41 % 150))).await;
        server.kill();
        changes = changing.await.expect("its changes");
        answered += done.load(Relaxed);
        cut += 1;
        server = Server::start(&settings);
        check(&api(&server), &session, &mut changes).await;
    }
    assert!(cut == rounds && answered >= rounds, "{answered} changes were answered for");
}

fn api(server: &Server) -> Api {
    Api::new(&server.base, Some(ADMIN))
}

fn session_path(session: &str, part: &str) -> String {
    format!("/api/v1/sessions/{session}/{part}")
}

/// One change after the other until the server is gone; `done` counts those that were answered for.
async fn change(api: Api, session: String, mut changes: Changes, round: u32, done: Arc<AtomicU32>) -> Changes {
    for number in 0..10_000_u32 {
        changes.budget.1 += 1;
        let value = json!({"action": "set", "value": changes.budget.1});
        if !made(&api, Method::PATCH, session_path(&session, "obligations/budget"), value).await {
            break;
        }
        changes.budget.0 = changes.budget.1;
        done.fetch_add(1, Relaxed);

        changes.goods.1 += 1;
        let wanted = format!("goods {}", changes.goods.1);
        // One that was open when the server went stays open.
        let open = json!({"value": wanted, "reason": "Another year"});
        if !made(&api, Method::POST, session_path(&session, "negotiations/goods"), open).await {
            break;
        }
        let agreed = json!({"resolution": "user_accepted", "final_value": wanted});
        if !made(&api, Method::POST, session_path(&session, "negotiations/goods/resolve"), agreed).await {
            break;
        }
        changes.goods.0 = changes.goods.1;
        done.fetch_add(2, Relaxed);

        let line = format!("Remark {round}-{number} about nothing in particular");
        changes.lines.push((line.clone(), false));
        let turns = json!({"turns": [{"speaker": "agent", "text": "Anything else?"}, {"speaker": "user", "text": line}]});
        if !made(&api, Method::POST, session_path(&session, "transcript"), turns).await {
            break;
        }
        if let Some(last) = changes.lines.last_mut() {
            last.1 = true;
        }
        done.fetch_add(1, Relaxed);
    }
    changes
}

/// False when the connection broke, also in the middle of the answer.
async fn made(api: &Api, method: Method, path: String, body: Value) -> bool {
    let Some(answer) = Answer::try_fetch(api.call(method, &path).json(&body)).await else { return false };
    // What was opened when the server went is open already.
    let open = answer.status == 409 && path.ends_with("negotiations/goods") && answer.text.contains("already");
    assert!(open || answer.status == 200 || answer.status == 503, "{path} {body}: {}", answer.text);
    open || answer.status == 200
}

async fn check(api: &Api, session: &str, changes: &mut Changes) {
    let state = api.session(session).await;
    let obligations = state["obligations"].as_array().expect("obligations");
    let value = |key: &str| {
        let one = obligations.iter().find(|one| one["obligation_key"] == key).expect("it is asked for");
        one["extracted_value"].clone()
    };
    let budget = value("budget").as_u64().unwrap_or_default();
    let (answered, asked) = changes.budget;
    assert!((answered..=asked).contains(&budget), "{answered} was answered for, {asked} asked for, {budget} is there");
    changes.budget = (budget, budget);
    let goods = value("goods");
    let goods: u64 =
        goods.as_str().and_then(|goods| goods.strip_prefix("goods ")).and_then(|n| n.parse().ok()).expect("a number");
    let (answered, asked) = changes.goods;
    assert!((answered..=asked).contains(&goods), "goods: {answered} was answered for, {asked} asked for, {goods} is there");
    changes.goods.0 = goods;
    let messages = state["messages"].as_array().expect("messages");
    for (line, answered) in changes.lines.drain(..) {
        let times = messages.iter().filter(|one| one["content"] == line.as_str()).count();
        assert!(times == 1 || (!answered && times == 0), "{line} is there {times} times, answered for: {answered}");
    }
    let mut after = 0;
    loop {
        let page = api.get(&format!("{}?limit=1000&after={after}", session_path(session, "events"))).await.json(200);
        let seqs: Vec<u64> = page["items"].as_array().expect("items").iter().filter_map(|item| item["seq"].as_u64()).collect();
        assert!(seqs.iter().zip(after + 1..).all(|(seq, place)| *seq == place), "no gap and nothing twice");
        after += seqs.len() as u64;
        if page["next_cursor"].is_null() {
            break;
        }
    }
    assert_eq!(state["seq"].as_u64(), Some(after), "the row and the events agree");
}
