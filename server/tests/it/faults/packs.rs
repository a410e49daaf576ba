//! `kill -9` while packs are drafted: each is drafted to its end, once.

use crate::ground::{ADMIN, Api, Database, Server, Settings, Socket, eventually};
use protocol::{frame::Frame, frame::Request, live::Topic, pack::PackView};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pack_is_drafted_once_whatever_dies_on_sqlite() {
    survives(Database::sqlite(), 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pack_is_drafted_once_whatever_dies_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(database, 5).await;
    }
}

async fn survives(database: Database, kills: u64) {
    // On Postgres the lease of the one that died has to be over first.
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "1");
    let mut server = Server::start(&settings);
    let mut projects = Vec::new();
    for kill in 0..kills {
        let api = Api::new(&server.base, Some(ADMIN));
        let body = json!({"name": format!("Draft {kill}"), "generate_pack": {"enabled": true}});
        let project = api.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/v1/projects/{project}");
        let asking = tokio::spawn({
            let (api, path) = (Api::new(&server.base, Some(ADMIN)), path.clone());
            async move { drop(api.post(&format!("{path}/pack-generate"), &json!({})).await) }
        });
        // Some are asked for in time, however slow the machine is.
        while kill % 4 == 3 && !asking.is_finished() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // Spread over the time that drafting takes, so that different moments of it are hit.
        tokio::time::sleep(Duration::from_millis(kill * 13 % 40)).await;
        server.kill();
        // The call broke off, or was answered before.
        drop(asking.await);
        server = Server::start(&settings);
        projects.push(path);
    }
    let api = Api::new(&server.base, Some(ADMIN));
    let mut drafted = 0;
    for path in projects {
        let state = async || api.get(&path).await.json(200)["state"].as_str().expect("a state").to_owned();
        let is_settled = async || ["pack_generation_pending", "pack_generation_done"].contains(&state().await.as_str());
        eventually("nothing is left in the middle", is_settled).await;
        if state().await == "pack_generation_pending" {
            // It was killed before the wish was stored.
            assert_eq!(api.get(&format!("{path}/pack-generate")).await.json(200)["generation"], 0);
            continue;
        }
        drafted += 1;
        let generation = api.get(&format!("{path}/pack-generate")).await.json(200);
        assert_eq!((&generation["status"], &generation["generation"]), (&json!("completed"), &json!(1)), "{generation}");
        assert!(api.get(&path).await.json(200)["pack"]["areas"].is_array());
    }
    assert!(drafted > 0, "some were asked for in time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_tab_follows_a_pack_and_nobody_elses_does() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let body = json!({"name": "Draft", "generate_pack": {"enabled": true}});
    let project = api.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/v1/projects/{project}/pack-generate");
    assert_eq!(api.post(&format!("{path}/cancel"), &json!({})).await.status, 404, "none was asked for");
    assert_eq!(api.post(&path, &json!({})).await.json(202)["state"], "pack_generation");
    eventually("it is drafted", async || api.get(&path).await.json(200)["status"] == "completed").await;
    let done: Value = api.get(&path).await.json(200);
    assert_eq!(done["steps"], json!([{"step": "survey", "state": "done"}, {"step": "draft", "state": "done"}]));
    api.post(&format!("{path}/cancel"), &json!({})).await.problem(409);

    let topic = Topic::pack(project.parse().expect("an id"));
    let mut tab = Socket::open(&api).await;
    assert!(tab.send(&Request::Join { topic, after: None }).await);
    let Some(Frame::Snapshot { view, .. }) = tab.next_of::<PackView>().await else { panic!("a snapshot") };
    assert_eq!((json!(view.work.status), json!(view.areas)), (done["status"].clone(), done["areas"].clone()));
    assert!(tab.send(&Request::Join { topic, after: Some(1) }).await);
    let Some(Frame::Events { events, .. }) = tab.next_of::<PackView>().await else { panic!("what was missed") };
    let seqs: Vec<u64> = events.iter().map(|event| event.seq).collect();
    assert_eq!(seqs, (2..=view.work.seq).collect::<Vec<_>>(), "without a gap");

    let stranger = Topic::pack(protocol::ProjectId(uuid::Uuid::from_u128(5)));
    assert!(tab.send(&Request::Join { topic: stranger, after: None }).await);
    let Some(Frame::Refused { detail, .. }) = tab.next_of::<PackView>().await else { panic!("it is refused") };
    assert_eq!(detail, "there is no such pack");

    // Nothing is left of it when its project goes.
    assert_eq!(api.delete(&format!("/api/v1/projects/{project}")).await.status, 204);
    assert!(tab.send(&Request::Join { topic, after: None }).await);
    eventually("it is gone", async || matches!(tab.next_of::<PackView>().await, Some(Frame::Refused { .. }))).await;
}
