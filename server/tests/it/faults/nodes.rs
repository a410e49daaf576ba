//! Two servers on one Postgres hold the same interview.

use crate::ground::{ADMIN, Answer, Api, Database, Frame, Server, Settings, Socket, Turn, eventually, everything, stands_in};
use futures::{StreamExt as _, stream};
use protocol::interview::InterviewView;
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_with_the_same_interview_stay_equal() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let session = super::endless(&left, 1).await.remove(0);
    let (mut left_tab, mut right_tab) = (Socket::open(&left).await, Socket::open(&right).await);
    left_tab.join(&session, None).await;
    right_tab.join(&session, None).await;

    let path = format!("/api/v1/sessions/{session}/obligations/budget");
    let talk = async |api: &Api, name: &str| {
        for number in 0..40 {
            let body = json!({"sessionId": session, "message": format!("{name} {number}: we sell honey"), "clientMessageId": format!("{name} {number}")});
            let said = api.chat(&body).await;
            assert_eq!(said.status, 200, "{}", said.text);
            let set = api.patch(&path, &json!({"action": "set", "value": number})).await;
            assert_eq!(set.status, 200, "{}", set.text);
        }
    };
    // Who is slower decides again: nobody is refused.
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
        assert_eq!(ids.iter().filter(|id| id.starts_with(name)).count(), 40, "all of both was heard: {ids:?}");
    }

    // A message that one server took is known to the other.
    let again = json!({"sessionId": session, "message": "one for both: we sell honey", "clientMessageId": "for both"});
    let first = crate::ground::Turn::parse(left.chat(&again).await);
    assert_eq!(crate::ground::Turn::parse(right.chat(&again).await).0, first.0);
}

/// Of the race: how often both servers get a message at the same moment in each interview. Few, as whoever comes second reads the whole
/// interview again.
const ROUNDS: usize = 10;
const INTERVIEWS: usize = 50;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_messages_that_race_through_two_servers_are_all_heard() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let apis = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let sessions = super::endless(&apis[0], INTERVIEWS).await;
    let races: Vec<usize> = stream::iter(&sessions).map(|session| race(&apis, session)).buffer_unordered(2).collect().await;
    assert_eq!((races.len(), races.iter().sum::<usize>()), (INTERVIEWS, 1_000));
}

/// Says something through both servers at once, again and again; how much of it the interview has heard.
async fn race(apis: &[Api; 2], session: &str) -> usize {
    for round in 0..ROUNDS {
        let both = apis.iter().enumerate().map(|(place, api)| {
            let (text, id) = (format!("Remark {round} by {place}: we sell honey"), format!("{round} by {place}"));
            let body = json!({"sessionId": session, "message": text, "clientMessageId": id});
            async move { api.chat(&body).await }
        });
        for answer in futures::future::join_all(both).await {
            let turn = Turn::parse(answer);
            assert!(turn.all("error").next().is_none() && turn.all("done").next().is_some(), "{turn:?}");
        }
    }
    // One server hears from the other of what was stored last.
    eventually("each server knows what was said through the other", async || {
        apis[0].session(session).await == apis[1].session(session).await
    })
    .await;
    let state = apis[0].session(session).await;
    let messages = state["messages"].as_array().expect("messages");
    let ids: Vec<_> = messages.iter().filter_map(|one| one["client_message_id"].as_str()).collect();
    let once: std::collections::HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(once.len(), ids.len(), "nothing twice: {ids:?}");
    ids.len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_messages_at_once_belong_to_one_interview() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let apis = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    for context in ["business_profile", "idea_discovery", "project_discovery"] {
        let said = (0..6).map(|number| {
            let api = &apis[number % 2];
            async move {
                let body =
                    json!({"contextType": context, "message": format!("Remark {number}"), "clientMessageId": number.to_string()});
                api.chat(&body).await
            }
        });
        // Who is slower decides again: nobody is refused.
        let turns: Vec<Turn> = futures::future::join_all(said).await.into_iter().map(Turn::parse).collect();
        assert!(turns.iter().all(|turn| turn.session() == turns[0].session()), "{context}: {turns:?}");
        let mut numbers: Vec<_> = turns.iter().filter_map(|turn| turn.0.last()?.1["turn"].as_u64()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "{context}");
        let listed = apis[0].get(&format!("/api/v1/sessions?context_type={context}")).await.json(200);
        assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
    }
}

/// Less than the 5 seconds for which a token is remembered.
const AT_ONCE: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_taken_away_on_one_server_is_gone_on_the_other_at_once() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));

    let made = left.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "member"})).await.json(201);
    let program = Api::new(&right.base, made["token"].as_str());
    let mut socket = Socket::open(&program).await;
    for _ in 0..3 {
        program.get("/api/v1/sessions").await.json(200);
    }
    left.delete(&format!("/api/v1/admin/tokens/{}", made["id"].as_str().expect("an id"))).await;
    let begun = Instant::now();
    Api::new(&left.base, made["token"].as_str()).get("/api/v1/sessions").await.problem(401);
    eventually("the other server refuses it", async || program.get("/api/v1/sessions").await.status == 401).await;
    assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
    assert!(socket.closes().await && begun.elapsed() < AT_ONCE * 2, "{:?}", begun.elapsed());

    let (ada, browser) = person(&left, "ada@example.org").await;
    let elsewhere = browser.at(&right.base);
    let mut tab = Socket::open(&elsewhere).await;
    assert_eq!(elsewhere.get("/api/v1/sessions").await.status, 200);
    assert_eq!(Answer::fetch(browser.call(Method::POST, "/logout")).await.status, 303);
    let begun = Instant::now();
    elsewhere.get("/api/v1/sessions").await.problem(401);
    assert!(tab.closes().await && begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
    assert_eq!(left.delete(&format!("/api/v1/admin/users/{ada}")).await.status, 204);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_removed_on_one_server_leaves_the_other_and_every_table() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let settings = Settings::new(&database);
        let first = Server::start(&settings);
        // SQLite has one server.
        let second = database.url.starts_with("postgres").then(|| Server::start(&settings));
        let left = Api::new(&first.base, Some(ADMIN));
        let right = Api::new(&second.as_ref().unwrap_or(&first).base, Some(ADMIN));
        let (ada, browser) = person(&left, "ada.lovelace@example.org").await;
        let elsewhere = browser.at(&right.base);
        let session = elsewhere.open("project_discovery").await;
        elsewhere.say(&session, "We need a portal for zebra keepers").await;
        let keyed = |api: &Api, part: &str, body: serde_json::Value| {
            let call = api.call(Method::POST, &format!("/api/v1/sessions/{session}{part}"));
            Answer::fetch(call.header("idempotency-key", "some key").json(&body))
        };
        keyed(&elsewhere, "/reevaluate", json!({})).await.json(200);
        let told = json!({"turns": [{"speaker": "user", "text": "The zebra keepers pay 5000 EUR"}]});
        keyed(&right, "/transcript", told).await.json(200);
        right.get(&format!("/api/v1/sessions/{session}/export?format=md")).await;
        let mut tab = Socket::open(&right).await;
        tab.join(&session, None).await;
        assert!(tab.next().await.is_some());
        let before = everything(&database.url).await;
        let traces = [ada.as_str(), &session, "zebra", "lovelace"];
        assert!(traces.iter().all(|trace| stands_in(&before, trace)));

        assert_eq!(left.delete(&format!("/api/v1/admin/users/{ada}")).await.status, 204);
        let begun = Instant::now();
        elsewhere.get("/api/v1/sessions").await.problem(401);
        let gone = async || right.get(&format!("/api/v1/sessions/{session}")).await.status == 404;
        eventually("it is not there any more", gone).await;
        assert!(matches!(tab.next().await, Some(Frame::Refused { .. })), "whoever follows it is told");
        assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
        right.chat(&json!({"sessionId": session, "message": "Is anybody there?"})).await.problem(404);
        let after = everything(&database.url).await;
        for trace in traces {
            let left: Vec<&str> = after.lines().filter(|line| stands_in(line, trace)).collect();
            assert!(left.is_empty(), "{trace} is left: {left:?}");
        }
        let audit = left.get("/api/v1/admin/audit?action=user.removed").await.json(200);
        assert_eq!(audit["items"][0]["detail"], json!({"role": "member"}));
    }
}

/// Somebody new, signed in: their id and their browser.
async fn person(admin: &Api, email: &str) -> (String, Api) {
    let password = "a long enough password";
    let new = json!({"name": "Ada Lovelace", "email": email, "password": password, "role": "member"});
    let call = admin.call(Method::POST, "/api/v1/admin/users").header("idempotency-key", email);
    let made = Answer::fetch(call.json(&new)).await.json(201);
    let browser = Api::browser(&admin.base);
    let entered = Answer::fetch(browser.call(Method::POST, "/login").form(&[("email", email), ("password", password)])).await;
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    (made["id"].as_str().expect("an id").to_owned(), Api::with_cookie(&admin.base, &cookie))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_calls_at_once_are_one_on_two_servers() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let apis = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let body = json!({"context_type": "idea_discovery"});
    for round in 0..5 {
        let calls = (0..8).map(|number| {
            let call =
                apis[number % 2].call(Method::POST, "/api/v1/sessions").header("idempotency-key", format!("round {round}"));
            Answer::fetch(call.json(&body))
        });
        let answers = futures::future::join_all(calls).await;
        let ids: std::collections::HashSet<String> = answers.iter().map(|answer| answer.json(201)["id"].to_string()).collect();
        assert_eq!(ids.len(), 1, "one interview, and everybody is told which");
    }
    assert_eq!(apis[0].get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(5));
}
