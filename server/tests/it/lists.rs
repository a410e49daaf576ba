//! The list of one's own interviews over `/ws`: its version is sent when it is first watched and whenever it changes, only to the
//! user, on whichever node it changed.

use crate::ground::{ADMIN, Answer, Api, Database, Frame, Server, Settings, Socket, everywhere};
use protocol::{frame::Request, live::Topic};
use reqwest::Method;
use serde_json::{Value, json};

const WATCH: Request = Request::Join { after: None, topic: Topic::Interviews };

/// The version of the list in the next frame of the socket.
async fn next_version(socket: &mut Socket) -> String {
    match socket.next().await {
        Some(Frame::Changed { topic: Topic::Interviews, version: mark }) => mark,
        other => panic!("{other:?}"),
    }
}

/// The list as the page reads it: its mark, and the titles on it.
async fn read(api: &Api) -> (String, Vec<String>) {
    let call = api.call(Method::POST, "/call/interviews");
    let packed = Answer::fetch(call.json(&json!({"filter": {"status": null, "title": "", "after": null}}))).await.json(200);
    let list: Value = serde_json::from_str(packed.as_str().expect("a text")).expect("JSON");
    let items = list["page"]["items"].as_array().expect("items");
    let titles = items.iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect();
    (list["mark"].as_str().expect("a mark").to_owned(), titles)
}

async fn command(api: &Api, session: &str, command: Value) {
    let call = api.call(Method::POST, "/call/interview/command").json(&json!({"id": session, "command": command}));
    assert_eq!(Answer::fetch(call).await.status, 200);
}

#[tokio::test]
async fn a_list_is_told_of_whatever_happens_to_its_interviews() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let mut tab = Socket::open(&guest).await;
        assert!(tab.send(&WATCH).await);
        let mut mark = next_version(&mut tab).await;
        assert_eq!((mark.clone(), Vec::new()), read(&guest).await);

        // Another person's interviews are none of this list's, also those of an administrator.
        let others = owner.open("project_discovery").await;
        owner.say(&others, "We sell honey").await;

        let session = guest.open("project_discovery").await;
        mark = moved(&mut tab, &guest, &mark, |titles| titles.len() == 1).await;
        guest.say(&session, "We sell honey").await;
        mark = moved(&mut tab, &guest, &mark, |titles| titles.len() == 1).await;
        command(&guest, &session, json!({"type": "retitle", "title": "The harvest"})).await;
        mark = moved(&mut tab, &guest, &mark, |titles| titles == ["The harvest"]).await;
        for (key, value) in [("goods", "honey"), ("size", "small")] {
            // What an administrator changes in it shows too.
            let path = format!("/api/v1/sessions/{session}/obligations/{key}");
            owner.patch(&path, &json!({"action": "set", "value": value})).await.json(200);
        }
        guest.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
        mark = moved(&mut tab, &guest, &mark, |_| true).await;
        while !mark.starts_with("completed:") {
            mark = moved(&mut tab, &guest, &mark, |_| true).await;
        }

        // Watched again, as after a lost connection: the version comes at once, whether anything changed or not.
        let mut again = Socket::open(&guest).await;
        assert!(again.send(&WATCH).await);
        assert_eq!(next_version(&mut again).await, mark);
        assert!(again.send(&Request::Leave { topic: Topic::Interviews }).await && again.send(&Request::Ping).await);
        assert_eq!(again.next().await, Some(Frame::Pong));
        guest.open("project_discovery").await;
        moved(&mut tab, &guest, &mark, |titles| titles.len() == 2).await;
        assert!(again.send(&Request::Ping).await);
        assert_eq!(again.next().await, Some(Frame::Pong), "who left hears nothing more");
    })
    .await;
}

/// The next mark, which is another one; the list is then as it should be.
async fn moved(tab: &mut Socket, api: &Api, before: &str, shows: impl Fn(&[String]) -> bool) -> String {
    let mut mark = next_version(tab).await;
    assert_ne!(mark, before, "only another mark is told");
    // Several changes may be sent one by one.
    loop {
        let (stands, titles) = read(api).await;
        if stands == mark {
            assert!(shows(&titles), "{titles:?}");
            return mark;
        }
        mark = next_version(tab).await;
    }
}

#[tokio::test]
async fn many_changes_at_once_are_told_as_few() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let mut tab = Socket::open(&api).await;
        assert!(tab.send(&WATCH).await);
        next_version(&mut tab).await;
        let path = format!("/api/v1/sessions/{session}/obligations/budget");
        // All at once: changes that come one by one are told one by one where each takes long. One is told in 300 ms.
        let begun = std::time::Instant::now();
        let bodies: Vec<Value> = (0..40).map(|number| json!({"action": "set", "value": number})).collect();
        for answer in futures::future::join_all(bodies.iter().map(|body| api.patch(&path, body))).await {
            answer.json(200);
        }
        let (mut marks, mut last) = (0_u128, String::new());
        // The last one is where it stands.
        while last != read(&api).await.0 {
            (marks, last) = (marks + 1, next_version(&mut tab).await);
        }
        let most = 2 + begun.elapsed().as_millis() / 300;
        assert!((1..=most).contains(&marks), "40 changes were told {marks} times, {most} at most");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_on_another_server_is_told_too() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let mut tab = Socket::open(&left).await;
    assert!(tab.send(&WATCH).await);
    let mark = next_version(&mut tab).await;
    let session = right.open("idea_discovery").await;
    let mark = moved(&mut tab, &left, &mark, |titles| titles.len() == 1).await;
    command(&right, &session, json!({"type": "retitle", "title": "From elsewhere"})).await;
    moved(&mut tab, &left, &mark, |titles| titles == ["From elsewhere"]).await;
}
