//! `kill -9` in the middle of asks, and two servers with the same ones: the same answer, and nothing that was finished is paid again.

use crate::{
    ask::{
        scripted::{call, choose, is_wording, plan, query, settings},
        settled,
    },
    ground::{ADMIN, Api, Database, Server, Settings, Turn, eventually},
    projects::{made, upload},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};
use testkit::{API_TOKEN, ApiStub, Behaviour, ModelStub, StubRequest};

const JOINED: &str = "SELECT b.owner_name, COUNT(*) AS n FROM step_1 b JOIN step_2 s ON s.berth = b.id GROUP BY b.owner_name";
const NAMED: &str = "SELECT o.city, j.n FROM owners o JOIN step_3 j ON j.owner_name = o.owner ORDER BY o.city";
/// Before each page of the service, and before each piece of what the model writes: so long that a kill hits the middle, on a slow
/// machine too.
const PAUSE_MS: u64 = 120;
const WRITING_MS: u64 = 400;

struct Scene {
    stub: ApiStub,
    model: ModelStub,
    settings: Settings,
    _database: Database,
}

/// Where an ask is when its server dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Plan,
    /// With so many steps done.
    Steps(usize),
    Conclusion,
}

impl Scene {
    async fn new(database: Database, lease: &str) -> Self {
        let (stub, model) = (ApiStub::start().await, ModelStub::start().await.expect("a free port"));
        stub.takes(Duration::from_millis(PAUSE_MS));
        let steps = [
            call("port", "listBerths", &json!({})),
            call("port", "listShips", &json!({})),
            query("Join them", JOINED),
            query("Name them", NAMED),
        ];
        let plan = plan(&["owners.owners"], &["port.listBerths", "port.listShips"], &steps).to_string();
        model.answering(move |request| answer(request, &plan));
        let settings = settings(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", lease);
        Self { stub, model, settings, _database: database }
    }

    fn start(&self) -> Server {
        Server::start(&self.settings)
    }

    /// A project with the service and with a file.
    async fn project(&self, api: &Api) -> String {
        choose(api, &self.model, "gpt-4o").await;
        let project = made(api, "Harbour").await;
        let source = json!({"kind": "api", "type": "openapi", "name": "port", "secrets": {"token": API_TOKEN},
            "config": {"url": self.stub.url("/openapi.json")}});
        api.post(&format!("/api/v1/projects/{project}/sources"), &source).await.json(201);
        let owners = b"owner,city\nAda,Skala\nBen,Livadi\n";
        upload(api, &project, &[("kind", "database"), ("name", "owners")], &[("owners.csv", owners)]).await.json(201);
        project
    }

    /// How often each thing was done that may be paid for.
    async fn counts(&self, api: &Api) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for request in self.model.requests() {
            *counts.entry(kind(&request)).or_default() += 1;
        }
        counts.insert("step 1".to_owned(), self.stub.count("/v1/berths"));
        counts.insert("step 2".to_owned(), self.stub.count("/v1/ships"));
        let lines = api.get("/api/v1/admin/audit/queries?limit=200").await.json(200);
        let lines = lines["items"].as_array().expect("items");
        let count = |word: &str| lines.iter().filter(|line| line["sql"].as_str().is_some_and(|sql| sql.contains(word))).count();
        counts.insert("step 3".to_owned(), count("step_1"));
        counts.insert("step 4".to_owned(), count("step_3"));
        counts
    }
}

/// Two rounds of looking things up, the plan, the wording.
fn answer(request: &StubRequest, plan: &str) -> Behaviour {
    let drip = |text: &str| {
        let middle = text.len() / 3;
        let pieces = vec![text[..middle].to_owned(), text[middle..2 * middle].to_owned(), text[2 * middle..].to_owned()];
        Behaviour::Drips { pieces, pause_ms: WRITING_MS }
    };
    let look = |operation: &str| Behaviour::Calls {
        text: String::new(),
        calls: vec![
            ("get_operation_details".to_owned(), json!({"api": "port", "operation": operation})),
            ("get_table_schema".to_owned(), json!({"database": "owners", "table": "owners"})),
        ],
    };
    match kind(request).as_str() {
        "round 0" => look("listBerths"),
        "round 1" => look("listShips"),
        "round 2" => drip(plan),
        _ => drip("Here is what was found of the harbour."),
    }
}

fn kind(request: &StubRequest) -> String {
    if is_wording(request) {
        return "wording".to_owned();
    }
    let messages = request.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    format!("round {}", messages.iter().filter(|message| message["role"] == "tool").count() / 2)
}

/// What of this ask is finished, by the names of [`Scene::counts`].
fn finished(whole: &Value) -> Vec<String> {
    let lookups = whole["lookups"].as_array().map_or(0, Vec::len);
    let mut done: Vec<String> = (0..lookups / 2).map(|round| format!("round {round}")).collect();
    if whole["plan"].is_object() {
        done.push("round 2".to_owned());
    }
    let steps = whole["steps"].as_array().into_iter().flatten().filter(|step| step["state"] == "done");
    done.extend(steps.map(|step| format!("step {}", step["number"])));
    if whole["status"] == "completed" {
        done.push("wording".to_owned());
    }
    done
}

fn is_at(whole: &Value, moment: Moment) -> bool {
    let steps = whole["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let done = steps.iter().filter(|step| step["state"] == "done").count();
    match moment {
        Moment::Plan => whole["lookups"].as_array().is_some_and(|lookups| lookups.len() >= 2) && !whole["plan"].is_object(),
        // Or all of them are, where nobody looked in time.
        Moment::Steps(wanted) => whole["plan"].is_object() && done >= wanted && whole["answer"].is_null(),
        Moment::Conclusion => !steps.is_empty() && done == steps.len() && whole["answer"].is_null(),
    }
}

/// What does not differ from one ask to the next.
fn timeless(whole: &Value) -> Value {
    let premises = whole["premises"].as_array().expect("premises").iter();
    let premises: Vec<Value> = premises.map(|one| json!([one["id"], one["value"], one["source"], one["status"]])).collect();
    let steps = whole["steps"].as_array().expect("steps").iter();
    let steps: Vec<Value> = steps.map(|one| json!([one["number"], one["state"], one["table"]])).collect();
    json!([whole["status"], whole["answer"], whole["tables"], premises, steps, whole["engine"]])
}

/// Puts a question beside the test, and does not mind that nobody answers; its id.
async fn begin(api: &Api, project: &str, name: &str) -> String {
    let question = format!("What is there of {name}?");
    let body = json!({"question": question, "mode": "exploratory"});
    let request = api.call(Method::POST, &format!("/api/v1/projects/{project}/ask")).json(&body);
    tokio::spawn(async move { drop(request.send().await) });
    let mut id = String::new();
    eventually("it is listed", async || {
        let listed = api.get(&format!("/api/v1/projects/{project}/asks")).await.json(200);
        let found = listed["items"].as_array().expect("items").iter().find(|one| one["question"] == question.as_str()).cloned();
        id = found.and_then(|one| one["id"].as_str().map(str::to_owned)).unwrap_or_default();
        !id.is_empty()
    })
    .await;
    id
}

async fn reach(api: &Api, id: &str, moment: Moment) -> Value {
    let mut whole = Value::Null;
    for _ in 0..3_000 {
        whole = api.get(&format!("/api/v1/asks/{id}")).await.json(200);
        if is_at(&whole, moment) {
            return whole;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it does not come to {moment:?}: {whole:#}");
}

/// Every number once and none left out, as whoever follows it reads them.
async fn check_stream(api: &Api, id: &str) {
    let stream = Turn::parse(api.get(&format!("/api/v1/asks/{id}/stream")).await);
    let mut numbers: Vec<u64> = stream.all("step").filter_map(|step| step["number"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let ids = stream.ids();
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "ids only grow: {ids:?}");
    let numbers: Vec<u64> = ids.iter().map(|id| id / 10_000).collect();
    assert!(numbers.windows(2).all(|pair| pair[1] <= pair[0] + 1), "events without a gap: {numbers:?}");
    assert_eq!(stream.all("message").count(), 1);
}

async fn survives(scene: Scene, asks: usize) {
    let mut server = scene.start();
    let api = Api::new(&server.base, Some(ADMIN));
    let project = scene.project(&api).await;
    let whole = begin(&api, &project, "the whole").await;
    let wanted = timeless(&settled(&api, &whole).await);
    assert_eq!(wanted[2][0]["rows"].as_array().map(Vec::len), Some(2), "{wanted:#}");
    let mut kills = 0;
    for ask in 0..asks {
        let id = begin(&Api::new(&server.base, Some(ADMIN)), &project, &format!("kill {ask}")).await;
        let mut paid: BTreeMap<String, usize> = BTreeMap::new();
        for moment in [Moment::Plan, Moment::Steps(ask % 3), Moment::Conclusion] {
            let api = Api::new(&server.base, Some(ADMIN));
            let state = reach(&api, &id, moment).await;
            let counts = scene.counts(&api).await;
            for name in finished(&state) {
                paid.entry(name.clone()).or_insert(counts[&name]);
            }
            tokio::time::sleep(Duration::from_millis(kills * 29 % 100)).await;
            server.kill();
            server = scene.start();
            kills += 1;
        }
        let api = Api::new(&server.base, Some(ADMIN));
        assert_eq!(timeless(&settled(&api, &id).await), wanted, "the same came of it");
        let counts = scene.counts(&api).await;
        for (name, count) in &paid {
            assert_eq!(counts[name], *count, "{name} was finished, and was done again");
        }
        assert!(paid.len() >= 7, "most of it was finished before the last kill: {paid:?}");
        check_stream(&api, &id).await;
    }
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_one_kills_in_plan_steps_and_conclusion_change_no_answer_on_sqlite() {
    survives(Scene::new(Database::sqlite(), "1").await, 7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_in_plan_steps_and_conclusion_change_no_answer_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(Scene::new(database, "1").await, 2).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_goes_on_with_an_ask_whose_server_died() {
    let Some(database) = Database::postgres().await else { return };
    let scene = Scene::new(database, "5").await;
    let (first, second) = (scene.start(), scene.start());
    let [api, other] = [&first, &second].map(|server| Api::new(&server.base, Some(ADMIN)));
    let project = scene.project(&api).await;
    let wanted = timeless(&settled(&other, &begin(&api, &project, "the whole").await).await);
    let id = begin(&api, &project, "what is left alone").await;
    let state = reach(&other, &id, Moment::Steps(1)).await;
    let counts = scene.counts(&other).await;
    first.kill();
    // Nobody asks for it again: it goes on by itself.
    assert_eq!(timeless(&settled(&other, &id).await), wanted, "the same came of it");
    let after = scene.counts(&other).await;
    for name in finished(&state) {
        assert_eq!(after[&name], counts[&name], "{name} was finished, and was done again");
    }
    check_stream(&other, &id).await;
}
