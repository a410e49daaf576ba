//! `kill -9` while sources are read: each is read to its end, once, by whoever is there.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, Socket, eventually},
    projects::{made, tool, upload_preferring},
};
use protocol::{
    frame::Frame,
    frame::Request,
    live::Topic,
    reading::{ReadingEvent, ReadingView},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Leaf, WebSite};

/// As programs upload that do not wait.
const AT_ONCE: &str = "respond-async";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_source_is_read_once_whatever_dies_on_sqlite() {
    survives(Database::sqlite(), 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_source_is_read_once_whatever_dies_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(database, 5).await;
    }
}

async fn survives(database: Database, kills: u64) {
    // On Postgres the lease of the one that died has to be over first.
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "1");
    let mut server = Server::start(&settings);
    let project = made(&Api::new(&server.base, Some(ADMIN)), "Killed").await;
    let rows: String = std::iter::once("id,name\n".to_owned()).chain((0..2_000).map(|n| format!("{n},name {n}\n"))).collect();
    for kill in 0..kills {
        let (base, project, rows) = (server.base.clone(), project.clone(), rows.clone());
        let mut sending = tokio::spawn(async move {
            let (api, name) = (Api::new(&base, Some(ADMIN)), format!("s{kill}"));
            let text = format!("# Rules {kill}\n\nWe count honey.\n");
            let (kind, file): (_, (&str, &[u8])) = match kill % 2 {
                0 => ("database", ("rows.csv", rows.as_bytes())),
                _ => ("document", ("rules.md", text.as_bytes())),
            };
            let fields = [("kind", kind), ("name", name.as_str())];
            drop(
                tokio::time::timeout(Duration::from_secs(20), upload_preferring(AT_ONCE, &api, &project, &fields, &[file])).await,
            );
        });
        // Half of them are stored before anything dies, the others may die on their way.
        if kill % 4 < 2 {
            assert!((&mut sending).await.is_ok(), "it is stored");
        }
        // Spread over the time that reading takes, so that different moments of it are hit.
        tokio::time::sleep(Duration::from_millis(kill * 23 % 200)).await;
        server.kill();
        sending.abort();
        server = Server::start(&settings);
    }
    let api = Api::new(&server.base, Some(ADMIN));
    let path = format!("/api/v1/projects/{project}/sources");
    let listed = async || api.get(&path).await.json(200)["items"].as_array().expect("items").clone();
    eventually("nothing is left in the middle", async || listed().await.iter().all(|source| source["status"] == "ready")).await;
    let sources = listed().await;
    assert!(sources.len() as u64 * 2 >= kills, "half of them were stored: {}", sources.len());
    for source in sources {
        let name = source["name"].as_str().expect("a name");
        if source["kind"] == "database" {
            let count = json!({"sql": format!("SELECT COUNT(*), MAX(id) FROM {name}.rows")});
            assert_eq!(
                api.post(&format!("/api/v1/projects/{project}/query"), &count).await.json(200)["rows"],
                json!([[2000, 1999]])
            );
        } else {
            let document = tool(&api, &project, "get_document", json!({"name": name})).await.json(200);
            assert!(document["content"].as_str().is_some_and(|text| text.contains("honey")), "{document}");
        }
        let view = followed(&api, source["id"].as_str().expect("an id")).await;
        assert_eq!((view.work.generation, json!(view.work.status)), (1, json!("completed")));
    }
}

/// The reading of a source as a tab sees it, every event of it in order.
async fn followed(api: &Api, source: &str) -> ReadingView {
    let topic = Topic::reading(source.parse().expect("an id"));
    let mut tab = Socket::open(api).await;
    assert!(tab.send(&Request::Join { topic, after: None }).await);
    let Some(Frame::Snapshot { view, .. }) = tab.next_of::<ReadingView>().await else { panic!("a snapshot") };
    assert!(tab.send(&Request::Join { topic, after: Some(1) }).await);
    let Some(Frame::Events { events, .. }) = tab.next_of::<ReadingView>().await else { panic!("what was missed") };
    let seqs: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (2..=view.work.seq).collect::<Vec<_>>(), "without a gap");
    let read = events.iter().filter(|recorded| matches!(recorded.event, ReadingEvent::Read { .. })).count();
    assert_eq!(read, 1, "what was read is not read again");
    *view
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_reads_on_where_one_dies() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "1");
    let settings = settings.with("DISCOVERY_ALLOW_PRIVATE_URLS", "true");
    let (first, second) = (Server::start(&settings), Server::start(&settings));
    let site = WebSite::start().await;
    site.put("/rules.txt", slow());
    let (here, there) = (Api::new(&first.base, Some(ADMIN)), Api::new(&second.base, Some(ADMIN)));
    let project = made(&here, "Taken over").await;
    let path = connect(&here, &project, &site.url("/rules.txt")).await;
    eventually("it is being read", async || site.visits("/rules.txt") > 0).await;
    assert_eq!(there.get(&path).await.json(200)["status"], "reading");
    first.kill();
    site.put("/rules.txt", Leaf::text("We count honey by the jar, and nothing else is counted."));
    eventually("the other one reads it", async || there.get(&path).await.json(200)["status"] == "ready").await;
}

/// A page that never comes to its end.
fn slow() -> Leaf {
    Leaf::text("We count honey by the jar. ").endless().dripping(8, Duration::from_millis(100))
}

async fn connect(api: &Api, project: &str, url: &str) -> String {
    let body = json!({"kind": "document", "type": "http", "name": "rules", "config": {"url": url}});
    let call = api.call(Method::POST, &format!("/api/v1/projects/{project}/sources")).header("prefer", "wait=0").json(&body);
    let added = crate::ground::Answer::fetch(call).await.json(201);
    assert_eq!(added["status"], "reading", "{added}");
    format!("/api/v1/projects/{project}/sources/{}", added["id"].as_str().expect("an id"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reading_is_cancelled_and_begun_again() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let site = WebSite::start().await;
    site.put("/rules.txt", slow());
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Cancelled").await;
    let path = connect(&api, &project, &site.url("/rules.txt")).await;
    eventually("it is being read", async || site.visits("/rules.txt") > 0).await;
    let cancelled = api.post(&format!("{path}/cancel"), &json!({})).await.json(200);
    assert_eq!(cancelled["status"], "failed", "{cancelled}");
    assert!(cancelled["error"].as_str().is_some_and(|error| error.contains("cancelled")), "{cancelled}");
    api.post(&format!("{path}/cancel"), &json!({})).await.problem(409);
    assert_eq!(tool(&api, &project, "list_documents", json!({})).await.json(200), json!([]));

    site.put("/rules.txt", Leaf::text("We count honey by the jar, and nothing else is counted."));
    let refreshed = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
    assert_eq!((&refreshed["added"], &refreshed["failed"]), (&json!(1), &Value::Null), "{refreshed}");
    let read = api.get(&path).await.json(200);
    assert_eq!((&read["status"], &read["error"]), (&json!("ready"), &Value::Null), "{read}");

    // Who waits for a source that somebody else stops is told so, and the source stays.
    site.put("/rules.txt", slow());
    let body = json!({"kind": "document", "type": "http", "name": "more", "config": {"url": site.url("/rules.txt")}});
    let sources = format!("/api/v1/projects/{project}/sources");
    let (added, ()) = tokio::join!(api.post(&sources, &body), async {
        let more = async || {
            let listed = api.get(&sources).await.json(200)["items"].as_array().expect("items").clone();
            listed.into_iter().find(|source| source["name"] == "more")
        };
        eventually("it is being read", async || more().await.is_some()).await;
        let id = more().await.expect("there")["id"].as_str().expect("an id").to_owned();
        api.post(&format!("{sources}/{id}/cancel"), &json!({})).await.json(200);
    });
    assert_eq!(added.json(201)["status"], "failed", "{}", added.text);
    assert_eq!(api.get(&sources).await.json(200)["items"].as_array().map(Vec::len), Some(2));

    // Nothing is left of it when it goes.
    let topic = Topic::reading(read["id"].as_str().expect("an id").parse().expect("an id"));
    let mut tab = Socket::open(&api).await;
    assert_eq!(api.delete(&path).await.status, 204);
    assert!(tab.send(&Request::Join { topic, after: None }).await);
    let Some(Frame::Refused { detail, .. }) = tab.next_of::<ReadingView>().await else { panic!("it is refused") };
    assert_eq!(detail, "there is no such reading");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_answers_when_its_bytes_are_stored_and_tells_what_became_of_it() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Uploads").await;
    let send = async |name: &str, file: (&str, &[u8])| {
        let fields = [("kind", "database"), ("name", name)];
        upload_preferring(AT_ONCE, &api, &project, &fields, &[file]).await
    };
    let path = |added: &Value| format!("/api/v1/projects/{project}/sources/{}", added["id"].as_str().expect("an id"));
    let settled = async |path: &str| {
        eventually("it is settled", async || api.get(path).await.json(200)["status"] != "reading").await;
        api.get(path).await.json(200)
    };

    let added = send("good", ("orders.csv", b"id\n1\n")).await.json(201);
    assert!(["reading", "ready"].contains(&added["status"].as_str().expect("a status")), "{added}");
    let good = settled(&path(&added)).await;
    assert_eq!((&good["status"], &good["summary"]["rows"]), (&json!("ready"), &json!(1)), "{good}");
    send("good", ("orders.csv", b"id\n1\n")).await.problem(409);

    // What a look at it refuses is refused at once; what only reading shows is told afterwards.
    send("lite", ("lite.sqlite", b"no database")).await.problem(422);
    let broken = send("broken", ("broken.parquet", b"PAR1 and nothing of it is true PAR1")).await.json(201);
    let path = path(&broken);
    let broken = settled(&path).await;
    assert_eq!(broken["status"], "failed", "{broken}");
    assert!(broken["error"].as_str().is_some_and(|error| !error.is_empty()), "{broken}");
    let refreshed = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
    assert!(refreshed["failed"].is_string(), "{refreshed}");
    let databases = tool(&api, &project, "list_databases", json!({})).await.json(200);
    assert_eq!(databases.as_array().map(Vec::len), Some(1), "what was never read is not offered: {databases}");
    assert_eq!(api.delete(&path).await.status, 204);

    // Whoever prefers to wait is refused, and nothing is left.
    let fields = [("kind", "database"), ("name", "broken")];
    let file: (&str, &[u8]) = ("broken.parquet", b"PAR1 and nothing of it is true PAR1");
    upload_preferring("wait=60", &api, &project, &fields, &[file]).await.problem(422);
    assert_eq!(
        api.get(&format!("/api/v1/projects/{project}/sources")).await.json(200)["items"].as_array().map(Vec::len),
        Some(1)
    );
}
