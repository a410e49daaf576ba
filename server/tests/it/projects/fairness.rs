//! One tenant that takes all it can get keeps no other tenant waiting.

use super::{made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::json;
use std::time::{Duration, Instant};

async fn other_tenant(settings: &Settings, server: &Server) -> Api {
    let (create, person) = (["tenant", "create", "north", "--name", "The North"], "ada@north.example");
    assert!(settings.run(&create).status.success());
    let with_password = settings.clone().with("DISCOVERY_PASSWORD", "a long enough password");
    let made = ["user", "create", "--tenant", "north", "--email", person, "--name", "Ada", "--role", "admin"];
    let output = with_password.run(&made);
    assert!(output.status.success(), "{output:?}");
    let token = settings.run(&["token", "create", "--email", person, "--name", "tests"]);
    Api::new(&server.base, Some(String::from_utf8_lossy(&token.stdout).trim()))
}

fn numbers(count: usize) -> String {
    std::iter::once("n\n".to_owned()).chain((0..count).map(|n| format!("{n}\n"))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_and_a_small_document_do_not_wait_for_another_tenants_flood() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "15");
    let server = Server::start(&settings);
    let (flood, quiet) = (Api::new(&server.base, Some(ADMIN)), other_tenant(&settings, &server).await);
    let mut projects = Vec::new();
    for api in [&flood, &quiet] {
        let project = made(api, "Shop").await;
        let fields = [("kind", "database"), ("name", "files")];
        upload(api, &project, &fields, &[("numbers.csv", numbers(20_000).as_bytes())]).await.json(201);
        projects.push(format!("/api/v1/projects/{project}"));
    }
    let count = async || {
        let begun = Instant::now();
        let path = format!("{}/query", projects[1]);
        quiet.post(&path, &json!({"sql": "SELECT COUNT(*) FROM numbers"})).await.json(200);
        begun.elapsed()
    };
    count().await;
    let alone = count().await;

    let sql = "SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE (a.n + b.n + c.n) % 7 = 3";
    let flooding: Vec<_> = (0..12)
        .map(|_| {
            let (api, path) = (flood.clone(), format!("{}/query", projects[0]));
            tokio::spawn(async move { api.post(&path, &json!({"sql": sql})).await.status })
        })
        .collect();
    crate::ground::eventually("the flood is worked on", async || server.helpers("run-query") > 0).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let beside = count().await;
    // Two processors are shared with it, no place in the queue is.
    assert!(beside < Duration::from_secs(5), "{beside:?} beside the flood, {alone:?} alone");
    let mut ends = Vec::new();
    for one in flooding {
        ends.push(one.await.expect("it ended"));
    }
    assert!(ends.iter().all(|status| [422, 429].contains(status)) && ends.contains(&429), "{ends:?}");
}
