//! `kill -9` in the middle of searches, and two servers with the same ones: the same answer, and nothing that was answered is asked again.

use crate::{
    companies::{DISCOVERY, answered, counted, in_adgm, names, queries, reaching, search_id, timeless, wish},
    ground::{ADMIN, Api, Database, Server, Settings, eventually},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::{SearchStub, SearchWire};

/// Of one search; after five starts it is given up.
const KILLS: u64 = 3;
/// Calls of one search at once: what is under way may be asked again.
const AT_ONCE: usize = 4;
/// So long that a search takes several rounds of calls.
const SLOW: Duration = Duration::from_millis(120);
/// So long that nobody waits for it.
const HANGING: Duration = Duration::from_secs(60);

struct Scene {
    stub: SearchStub,
    settings: Settings,
    database: Database,
}

impl Scene {
    async fn new(database: Database, lease: &str) -> Self {
        let stub = SearchStub::start(SearchWire::Searxng).await;
        stub.finds(in_adgm());
        let settings = reaching(Settings::new(&database), SearchWire::Searxng, &stub);
        Self { stub, settings: settings.with("DISCOVERY_RESEARCH_LEASE_SECONDS", lease), database }
    }

    fn start(&self) -> Server {
        Server::start(&self.settings)
    }
}

fn named(name: &str) -> Value {
    wish(&json!({"request_id": name}))
}

/// Asks beside the test, and does not mind that nobody answers.
fn begin(api: &Api, name: &str) {
    let call = api.call(Method::POST, DISCOVERY).json(&named(name));
    tokio::spawn(async move { drop(call.send().await) });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_come_to_the_same_answer_whatever_dies_on_sqlite() {
    survives(Scene::new(Database::sqlite(), "1").await, 7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_come_to_the_same_answer_whatever_dies_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(Scene::new(database, "1").await, 2).await;
    }
}

async fn survives(scene: Scene, searches: u64) {
    let mut server = scene.start();
    let api = Api::new(&server.base, Some(ADMIN));
    let whole = api.post(DISCOVERY, &named("whole")).await.json(200);
    assert_eq!(names(&whole).len(), 2, "{whole}");
    let wanted = counted(queries(&scene.stub)).len();
    let (mut answers, mut interrupted) = (vec![whole.clone()], 0);
    scene.stub.takes(SLOW);
    for search in 0..searches {
        let (name, before) = (format!("killed {search}"), scene.stub.requests().len());
        let asked = || counted(queries(&scene.stub).split_off(before));
        let mut kept: BTreeMap<String, usize> = BTreeMap::new();
        for kill in 0..KILLS {
            let api = Api::new(&server.base, Some(ADMIN));
            begin(&api, &name);
            // Spread over the time that a search takes, so that different moments of it are hit.
            tokio::time::sleep(Duration::from_millis(20 + (search * KILLS + kill) * 53 % 260)).await;
            for query in answered(&api, &name).await {
                let count = asked()[&query];
                kept.entry(query).or_insert(count);
            }
            interrupted += usize::from(kept.len() < wanted);
            server.kill();
            server = scene.start();
        }
        let api = Api::new(&server.base, Some(ADMIN));
        let answer = api.post(DISCOVERY, &named(&name)).await.json(200);
        assert_eq!(timeless(&answer), timeless(&whole), "the same came of it");
        let asked = asked();
        for (query, count) in &kept {
            assert_eq!(asked[query], *count, "“{query}” had its answer and was asked again");
        }
        let calls: usize = asked.values().sum();
        // Beside what was under way, one answer may have been on its way into the store.
        let lost = (AT_ONCE + 1) * usize::try_from(KILLS).unwrap_or_default();
        assert!(asked.len() == wanted && calls <= wanted + lost, "only what was under way: {asked:?}");
        assert_eq!(api.post(DISCOVERY, &named(&name)).await.json(200), answer, "and it stays so");
        answers.push(answer);
    }
    assert!(interrupted > 1, "searches were hit in the middle");
    // Without the service every answer is found again.
    drop(scene.stub);
    let api = Api::new(&server.base, Some(ADMIN));
    for answer in answers {
        let path = format!("/api/v1/company-searches/{}/replay", search_id(&answer));
        assert_eq!(api.post(&path, &json!({})).await.json(200), answer);
    }
    server.kill();
    drop(scene.database);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_answer_one_name_once() {
    let Some(database) = Database::postgres().await else { return };
    let scene = Scene::new(database, "30").await;
    scene.stub.takes(SLOW);
    let servers = [scene.start(), scene.start()];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    for round in 0..5 {
        let (body, before) = (named(&format!("round {round}")), scene.stub.requests().len());
        let (one, other) = tokio::join!(left.post(DISCOVERY, &body), right.post(DISCOVERY, &body));
        assert_eq!(one.json(200), other.json(200), "one search, one answer");
        let asked = counted(queries(&scene.stub).split_off(before));
        assert!(asked.len() >= 4 && asked.values().all(|count| *count == 1), "{asked:?}");
    }
    let listed = right.get("/api/v1/company-searches").await.json(200);
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(5), "{listed}");
    // What one of them did, the other one knows.
    let id = listed["items"][0]["id"].as_str().expect("an id");
    let path = format!("/api/v1/company-searches/{id}");
    assert_eq!(left.get(&path).await.json(200), right.get(&path).await.json(200));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_goes_on_with_a_search_whose_server_died() {
    let Some(database) = Database::postgres().await else { return };
    let scene = Scene::new(database, "5").await;
    let (first, second) = (scene.start(), scene.start());
    let [api, other] = [&first, &second].map(|server| Api::new(&server.base, Some(ADMIN)));
    let whole = api.post(DISCOVERY, &named("whole")).await.json(200);
    let (wanted, before) = (counted(queries(&scene.stub)).len(), scene.stub.requests().len());
    // The first round is answered, and the next one is not.
    scene.stub.takes_after(AT_ONCE, HANGING);
    begin(&api, "left alone");
    let mut kept = Vec::new();
    eventually("the first round is answered, and others are asked", async || {
        kept = answered(&api, "left alone").await;
        kept.len() == AT_ONCE && scene.stub.requests().len() > before + AT_ONCE
    })
    .await;
    first.kill();
    let died = Instant::now();
    assert!(!kept.is_empty() && kept.len() < wanted, "in the middle: {kept:?}");
    scene.stub.takes(Duration::ZERO);
    // Nobody asks for it again: it goes on by itself.
    eventually("it is over", async || {
        let listed = other.get("/api/v1/company-searches").await.json(200);
        listed["items"]
            .as_array()
            .expect("items")
            .iter()
            .any(|one| one["request_id"] == "left alone" && one["status"] == "completed")
    })
    .await;
    assert!(died.elapsed() < Duration::from_secs(35), "within its lease and 30 s: {:?}", died.elapsed());
    let answer = other.post(DISCOVERY, &named("left alone")).await.json(200);
    assert_eq!(timeless(&answer), timeless(&whole), "the same came of it");
    let asked = counted(queries(&scene.stub).split_off(before));
    assert!(kept.iter().all(|query| asked[query] == 1), "what was answered is not asked again: {asked:?}");
    assert!(asked.len() == wanted && asked.values().all(|count| *count <= 2), "{asked:?}");
}
