//! Kept answers that are asked for again by themselves: once, without a model, and the webhook hears of changes and of checks that turn.

mod kept;

use super::{answered, line};
use crate::{
    ground::{ADMIN, Answer, Api, Database, Frame, Server, Settings, Socket, eventually, id_of},
    projects::upload,
    schedules::Receiver,
};
use axum::http::StatusCode;
use domain::{
    account::AccountStore as _,
    ask::{AskScheduleRow, AskScheduleStore as _},
    runs::Firing,
};
use protocol::{AskResultId, AskScheduleId, Timestamp, frame::Request, live::Topic};
use reqwest::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::time::Duration;
use store::Store;
use uuid::Uuid;

const PATH: &str = "/api/v1/ask-schedules";
const NEW_YEAR: &str = "0 0 1 1 *";
const DAY: i64 = 86_400_000_000;
const FIVE: &[u8] = b"ferry,harbour,seats,built\nHeron,Skala,120,1998\nPelican,Skala,340,2011\nGannet,Livadi,90,2004\nTern,Livadi,150,2016\nPuffin,Skala,60,1989\n";
const TWO: &[u8] = b"ferry,harbour,seats,built\nHeron,Skala,120,1998\nTern,Livadi,150,2016\n";

/// Keeps an answer and has it asked again; what the schedule is called.
pub(crate) async fn scheduled(api: &Api, ask: &str, name: &str, more: &Value) -> String {
    let mut body = json!({"name": name, "schedule": {"cron": NEW_YEAR}});
    for (field, value) in more.as_object().expect("fields") {
        body[field] = value.clone();
    }
    let whole = api.post(&format!("/api/v1/asks/{ask}/save"), &body).await.json(200);
    whole["schedule"]["id"].as_str().unwrap_or_else(|| panic!("no schedule: {whole:#}")).to_owned()
}

async fn counted(api: &Api, project: &str) -> String {
    answered(api, project, "How many ferries are there?", None).await["id"].as_str().expect("an id").to_owned()
}

async fn shown(api: &Api, id: &str) -> Value {
    api.get(&format!("{PATH}/{id}")).await.json(200)
}

async fn row(store: &Store, id: &str) -> AskScheduleRow {
    let tenant = store.tenant_by_slug("default").await.expect("it is read").expect("the tenant").id;
    let id: AskScheduleId = id.parse().expect("an id");
    store.ask_schedule(tenant, id).await.expect("it is read").expect("a schedule")
}

/// As if its time had come so many days before it was made.
async fn make_due(url: &str, id: &str, days: i64) -> Timestamp {
    let store = Store::open(url).await.expect("the database opens");
    let due = loop {
        let mut row = row(&store, id).await;
        let (was, due) = (row.updated_at, Timestamp(row.created_at.0 - days * DAY));
        (row.next_run_at, row.updated_at) = (Some(due), Timestamp(was.0 + 1));
        if store.change_ask_schedule(&row, was, true, None).await.is_ok() {
            break due;
        }
    };
    store.close().await;
    due
}

/// A server with the ferry line.
struct Ground {
    database: Database,
    settings: Settings,
    server: Server,
    api: Api,
    project: String,
    ask: String,
}

impl Ground {
    async fn over(database: Database, receiver: Option<&Receiver>) -> Self {
        let mut settings = Settings::new(&database);
        if let Some(receiver) = receiver {
            settings = settings.with("DISCOVERY_ALLOW_PRIVATE_URLS", &receiver.address);
        }
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = line(&api).await;
        let ask = counted(&api, &project).await;
        Self { database, settings, server, api, project, ask }
    }

    async fn telling(receiver: &Receiver, more: &Value) -> (Self, String) {
        let ground = Self::over(Database::sqlite(), Some(receiver)).await;
        let webhook = json!({"url": format!("http://{}/hook", receiver.address), "secret": "sesame"});
        let mut body = json!({"schedule": {"cron": NEW_YEAR, "webhook": webhook}});
        for (field, value) in more.as_object().expect("fields") {
            body[field] = value.clone();
        }
        let id = scheduled(&ground.api, &ground.ask, "All ferries", &body).await;
        (ground, id)
    }

    /// The schedule once it was asked again, and its webhook knows or is not told.
    async fn again(&self, id: &str, days: i64) -> Value {
        let before = shown(&self.api, id).await["last_result"]["id"].clone();
        make_due(&self.database.url, id, days).await;
        let mut schedule = Value::Null;
        eventually("it is asked again", async || {
            schedule = shown(&self.api, id).await;
            let (last, delivery) = (&schedule["last_result"], &schedule["webhook"]["last_delivery"]);
            last.is_object()
                && last["id"] != before
                && (schedule["webhook"].is_null() || (delivery.is_object() && delivery["status"] != "pending"))
        })
        .await;
        schedule
    }

    async fn forget(&self) {
        let path = format!("/api/v1/projects/{}/sources", self.project);
        let sources = self.api.get(&path).await.json(200);
        let old = sources["items"].as_array().expect("sources").iter().find(|one| one["name"] == "line").expect("the line");
        self.api.delete(&format!("{path}/{}", old["id"].as_str().expect("an id"))).await;
    }

    async fn read_in(&self, ferries: &[u8]) {
        let fields = [("kind", "database"), ("name", "line")];
        upload(&self.api, &self.project, &fields, &[("ferries.csv", ferries)]).await.json(201);
    }

    async fn results(&self, id: &str) -> Vec<Value> {
        self.api.get(&format!("{PATH}/{id}/results")).await.json(200)["items"].as_array().expect("results").clone()
    }
}

fn came(receiver: &Receiver, at: usize) -> Value {
    serde_json::from_slice(&receiver.came.lock().expect("a lock")[at].1).expect("JSON")
}

/// What is shown of the last time: state, value, whether it holds, what became of the webhook.
fn last(schedule: &Value) -> [Value; 4] {
    let last = &schedule["last_result"];
    [last["state"].clone(), last["value"].clone(), last["holds"].clone(), schedule["webhook"]["last_delivery"]["status"].clone()]
}

/// The list as its page reads it: its mark, and how often each was asked again.
async fn list(api: &Api) -> (String, Vec<usize>) {
    let packed = Answer::fetch(api.call(Method::POST, "/call/ask-schedules").json(&json!({}))).await.json(200);
    let list: Value = serde_json::from_str(packed.as_str().expect("a text")).expect("JSON");
    let schedules = list["schedules"].as_array().expect("schedules").iter();
    let results = schedules.map(|one| one["results"].as_array().expect("results").len()).collect();
    (list["mark"].as_str().expect("a mark").to_owned(), results)
}

async fn next_mark(tab: &mut Socket) -> String {
    match tab.next().await {
        Some(Frame::Changed { topic: Topic::AskSchedules, version }) => version,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn who_looks_at_the_list_sees_what_came_of_it_at_once() {
    let ground = Ground::over(Database::sqlite(), None).await;
    let mut tab = Socket::open(&ground.api).await;
    assert!(tab.send(&Request::Join { after: None, topic: Topic::AskSchedules }).await);
    assert_eq!(list(&ground.api).await, (next_mark(&mut tab).await, Vec::new()));
    let id = scheduled(&ground.api, &ground.ask, "All ferries", &json!({})).await;
    assert_eq!(list(&ground.api).await, (next_mark(&mut tab).await, vec![0]));
    make_due(&ground.database.url, &id, 30).await;
    // It is told more than once that something is under way.
    loop {
        let mark = next_mark(&mut tab).await;
        let (current, results) = list(&ground.api).await;
        if current == mark && results == [1] {
            break;
        }
    }
}

#[tokio::test]
async fn a_webhook_hears_of_another_answer_and_of_the_same_one_nothing() {
    let receiver = Receiver::open(StatusCode::NO_CONTENT).await;
    let (ground, id) = Ground::telling(&receiver, &json!({})).await;
    let first = ground.again(&id, 30).await;
    assert_eq!(last(&first), [json!("same"), json!(5), Value::Null, json!("nothing_new")], "{first}");
    assert!(first["next_run_at"].as_str().is_some_and(|at| at.contains("-01-01T00:00:00")), "{first}");
    assert_eq!((receiver.count(), &first["webhook"]["last_delivery"]["attempts"]), (0, &json!(0)));

    ground.forget().await;
    ground.read_in(TWO).await;
    let second = ground.again(&id, 29).await;
    assert_eq!(last(&second), [json!("changed"), json!(2), Value::Null, json!("delivered")], "{second}");
    let told = came(&receiver, 0);
    assert_eq!((&told["event"], &told["schedule"]), (&json!("ask.changed"), &json!({"id": id, "name": "All ferries"})));
    assert_eq!(told["ask"], json!({"id": ground.ask, "question": "How many ferries are there?"}));
    assert_eq!((&told["result"]["id"], &told["result"]["value"]), (&second["last_result"]["id"], &json!(2)), "{told}");
    assert_eq!(told["result"]["premises"], json!([{"id": "P1", "state": "changed", "old": 5, "new": 2}]));
    let (headers, body) = receiver.came.lock().expect("a lock")[0].clone();
    let signature = providers::webhook::sign(&SecretString::from("sesame"), &body);
    assert_eq!(headers.get("x-discovery-signature").and_then(|value| value.to_str().ok()), Some(signature.as_str()));

    let third = ground.again(&id, 28).await;
    assert_eq!(last(&third), [json!("same"), json!(2), Value::Null, json!("nothing_new")], "{third}");
    assert_eq!(receiver.count(), 1);
    let results = ground.results(&id).await;
    let seen: Vec<(&Value, &Value, &Value)> = results.iter().map(|one| (&one["state"], &one["value"], &one["notice"])).collect();
    let expected = [
        (&json!("same"), &json!(2), &Value::Null),
        (&json!("changed"), &json!(2), &json!("changed")),
        (&json!("same"), &json!(5), &Value::Null),
    ];
    assert_eq!(seen, expected, "newest first");
    let page = ground.api.get(&format!("{PATH}/{id}/results?limit=2")).await.json(200);
    assert_eq!(page["items"], json!(results[..2]));
    let rest = format!("{PATH}/{id}/results?cursor={}", page["next_cursor"].as_str().expect("a cursor"));
    assert_eq!(ground.api.get(&rest).await.json(200)["items"], json!(results[2..]));
    // The ask itself stays as it was.
    assert_eq!(ground.api.get("/api/v1/asks").await.json(200)["items"].as_array().map(Vec::len), Some(1));
    let page = ground.api.get("/ask/schedules").await.text;
    for text in ["All ferries", "the same", "changed", "not sent, because nothing was new", "Next time"] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains("sesame"));
}

#[tokio::test]
async fn a_standing_check_is_told_when_it_begins_to_fail_and_when_it_holds_again() {
    let receiver = Receiver::open(StatusCode::OK).await;
    let (ground, id) = Ground::telling(&receiver, &json!({"expected": 5})).await;
    let held = ground.again(&id, 30).await;
    assert_eq!(last(&held), [json!("same"), json!(5), json!(true), json!("nothing_new")], "{held}");
    ground.forget().await;
    ground.read_in(TWO).await;
    let failed = ground.again(&id, 29).await;
    assert_eq!(last(&failed), [json!("changed"), json!(2), json!(false), json!("delivered")], "{failed}");
    let failing = ground.again(&id, 28).await;
    assert_eq!(last(&failing), [json!("same"), json!(2), json!(false), json!("nothing_new")], "{failing}");
    ground.forget().await;
    ground.read_in(FIVE).await;
    let mended = ground.again(&id, 27).await;
    assert_eq!(last(&mended), [json!("changed"), json!(5), json!(true), json!("delivered")], "{mended}");
    assert_eq!(receiver.count(), 2);
    let events = [0, 1].map(|at| came(&receiver, at)["event"].clone());
    assert_eq!(events, [json!("ask.check_failed"), json!("ask.check_holds")]);
    // Another expectation begins anew.
    ground.api.put(&format!("{PATH}/{id}"), &json!({"expected": 6})).await.json(200);
    let other = ground.again(&id, 26).await;
    assert_eq!(last(&other), [json!("same"), json!(5), json!(false), json!("delivered")], "{other}");
    assert_eq!(came(&receiver, 2)["event"], "ask.check_failed");
    let page = ground.api.get("/ask/schedules").await.text;
    assert!(page.contains("not as expected") && page.contains("expected to be 6"), "{page}");
}

#[tokio::test]
async fn what_cannot_be_answered_any_more_is_told_once_and_comes_back() {
    let receiver = Receiver::open(StatusCode::OK).await;
    let (ground, id) = Ground::telling(&receiver, &json!({"expected": 5})).await;
    ground.forget().await;
    let gone = ground.again(&id, 30).await;
    assert_eq!(last(&gone), [json!("gone"), Value::Null, Value::Null, json!("delivered")], "{gone}");
    assert_eq!(gone["last_result"]["status"], "failed");
    let told = came(&receiver, 0);
    assert_eq!(told["event"], "ask.gone");
    assert!(told["result"]["error"].as_str().is_some_and(|why| why.contains("failed")), "{told}");
    let still = ground.again(&id, 29).await;
    assert_eq!(last(&still)[3], json!("nothing_new"), "{still}");
    ground.read_in(FIVE).await;
    let back = ground.again(&id, 28).await;
    assert_eq!(last(&back), [json!("changed"), json!(5), json!(true), json!("delivered")], "{back}");
    assert_eq!((receiver.count(), &came(&receiver, 1)["event"]), (2, &json!("ask.changed")));
}

#[tokio::test]
async fn two_servers_ask_once() {
    let Some(database) = Database::postgres().await else { return };
    let ground = Ground::over(database, None).await;
    let id = scheduled(&ground.api, &ground.ask, "All ferries", &json!({})).await;
    let second = Server::start(&ground.settings);
    ground.again(&id, 30).await;
    // Two looks later there is still one.
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(ground.results(&id).await.len(), 1);
    drop(second);
}

/// It was taken by a server that died before the answer was there: another one works out that very result, and tells of it.
#[tokio::test]
async fn what_was_taken_and_not_answered_is_not_forgotten() {
    let receiver = Receiver::open(StatusCode::OK).await;
    let (mut ground, id) = Ground::telling(&receiver, &json!({"expected": 7})).await;
    ground.server.kill();
    let due = make_due(&ground.database.url, &id, 30).await;
    let store = Store::open(&ground.database.url).await.expect("the database opens");
    let row = row(&store, &id).await;
    let result = AskResultId(id_of("a result"));
    let firing = Firing::Start { run: result, delivery: Some(Uuid::from_u128(7)) };
    let long_ago = Timestamp(row.created_at.0 - DAY);
    assert!(store.claim_ask_firing(&row, Some(Timestamp(row.created_at.0 + DAY)), &firing, long_ago).await.expect("no fault"));
    store.close().await;
    ground.server = Server::start(&ground.settings);
    ground.api = ground.api.at(&ground.server.base);
    eventually("it is told", async || receiver.count() == 1).await;
    let results = ground.results(&id).await;
    assert_eq!(results.len(), 1);
    assert_eq!(
        (results[0]["id"].as_str(), results[0]["due_at"].as_str()),
        (Some(result.to_string().as_str()), Some(due.to_rfc3339().as_str()))
    );
    assert_eq!(came(&receiver, 0)["event"], "ask.check_failed");
}
