//! What a killed server had begun in processes of their own ends with it.

use super::{made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, parent, sqlite_file};
use serde_json::json;
use std::{
    io::Write as _,
    process::{Child, Command, Stdio},
    time::Duration,
};

const QUERY: &str = "run-query";

#[tokio::test]
async fn what_a_killed_server_was_at_ends_with_it() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "300"));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    let rows = "WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < 20000) SELECT n FROM i";
    let lite = sqlite_file(&format!("CREATE TABLE lite (n INTEGER); INSERT INTO lite {rows};")).await;
    let file: String = std::iter::once("n\n".to_owned()).chain((0..20_000).map(|n| format!("{n}\n"))).collect();
    for (name, file, bytes) in [("a", "lite.sqlite", &*lite), ("b", "numbers.csv", file.as_bytes())] {
        upload(&api, &project, &[("kind", "database"), ("name", name)], &[(file, bytes)]).await.json(201);
    }
    // What has to be made ready of a file is made before.
    let first = json!({"sql": "SELECT COUNT(*) FROM numbers"});
    api.post(&format!("/api/v1/projects/{project}/query"), &first).await.json(200);
    let asked = ["lite", "numbers"].map(|table| {
        let sql = format!("SELECT COUNT(*) FROM {table} x, {table} y, {table} z WHERE (x.n + y.n + z.n) % 7 = 3");
        let (api, path) = (api.at(&server.base), format!("/api/v1/projects/{project}/query"));
        // The connection breaks when the server dies.
        tokio::spawn(
            async move { drop(tokio::time::timeout(Duration::from_secs(60), api.post(&path, &json!({"sql": sql}))).await) },
        )
    });
    eventually("both are worked on", async || server.helpers(QUERY) == 2).await;
    let begun = server.helper_ids(QUERY);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(begun.iter().all(|pid| parent(*pid).is_some()), "they go on while somebody waits");
    server.kill();
    eventually("they have ended", async || begun.iter().all(|pid| parent(*pid).is_none())).await;
    asked.iter().for_each(tokio::task::JoinHandle::abort);
}

/// A process that is to make a table of a file that never gives a byte.
fn stuck(folder: &std::path::Path, seconds: u32) -> Child {
    let file = folder.join("never.csv");
    if !file.exists() {
        assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo").success());
    }
    let tables = json!([{"name": "never", "files": [{"path": file, "name": "never.csv"}]}]);
    let given = json!({"job": {"Prepare": {"tables": tables, "folder": folder}}, "time": {"secs": seconds, "nanos": 0}});
    let mut process = Command::new(env!("CARGO_BIN_EXE_discovery"));
    let mut process =
        process.arg(QUERY).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    writeln!(process.stdin.as_mut().expect("its input"), "{given}").expect("it is told");
    process
}

#[tokio::test]
async fn a_file_that_is_made_ready_has_its_time_and_its_server() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nothing ends this one, and its parent lives on.
    let mut late = stuck(folder.path(), 1);
    eventually("its time is over", async || late.try_wait().expect("a process").is_some()).await;
    let mut orphan = stuck(folder.path(), 600);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(orphan.try_wait().expect("a process").is_none(), "it waits for the file");
    // As the system does it when the server is killed.
    drop(orphan.stdin.take());
    eventually("it ended with its server", async || orphan.try_wait().expect("a process").is_some()).await;
}
