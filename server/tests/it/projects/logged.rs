//! A SQLite file by its path whose log somebody left beside it: it can be read as a copy only, and one copy is enough.

use super::made;
use crate::ground::{ADMIN, Api, Database, Server, Settings, sqlite_file};
use serde_json::{Value, json};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, sqlite::SqliteConnectOptions};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

const MADE: &str = "PRAGMA journal_mode = WAL; CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada')";

/// The file with one more row in its log than in itself, as of a program that was killed an hour ago.
async fn left(to: &Path, name: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("people.db");
    fs::write(&path, sqlite_file(MADE).await).expect("a file");
    let mut program = SqliteConnectOptions::new().filename(&path).connect().await.expect("SQLite opens it");
    program.execute(sqlx::query("INSERT INTO people VALUES ($1)").bind(name)).await.expect("it is written");
    for ending in ["", "-wal"] {
        let file = to.join(format!("people.db{ending}"));
        fs::copy(folder.path().join(format!("people.db{ending}")), &file).expect("a copy");
        let file = fs::File::options().write(true).open(file).expect("it is there");
        let then = file.metadata().and_then(|about| about.modified()).expect("a time") - Duration::from_secs(3_600);
        file.set_modified(then).expect("it is set");
    }
    program.close().await.expect("it ends");
}

/// The copies that a server has.
fn copies(data: &Path) -> Vec<PathBuf> {
    let all = data.join("discovery-tmp");
    let processes = fs::read_dir(all).expect("a folder for a while").filter_map(|entry| fs::read_dir(entry.ok()?.path()).ok());
    let kept = processes.flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
    kept.filter(|path| path.display().to_string().contains("discovery-sqlite-")).collect()
}

#[tokio::test]
async fn a_file_with_a_log_is_copied_once_while_it_stays_as_it_is() {
    let (database, folder) = (Database::sqlite(), tempfile::tempdir().expect("a folder"));
    left(folder.path(), "Bob").await;
    let mut server = Server::start(&Settings::new(&database).with("DISCOVERY_FILES_DIRS", &folder.path().display().to_string()));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Disk").await;
    let source = json!({"kind": "database", "type": "sqlite", "name": "people", "config": {"path": "people.db"}});
    api.post(&format!("/api/v1/projects/{project}/sources"), &source).await.json(201);
    let path = format!("/api/v1/projects/{project}/query");
    let names = async || -> Value {
        api.post(&path, &json!({"sql": "SELECT name FROM people.people ORDER BY name"})).await.json(200)["rows"].clone()
    };
    assert_eq!(names().await, json!([["Ada"], ["Bob"]]));
    let first = copies(database.folder());
    assert_eq!(first.len(), 1, "{first:?}");
    let all = futures::future::join_all((0..6).map(|_| names())).await;
    assert!(all.iter().all(|rows| *rows == json!([["Ada"], ["Bob"]])), "{all:?}");
    assert_eq!(copies(database.folder()), first, "the same copy");
    left(folder.path(), "Cid").await;
    assert_eq!(names().await, json!([["Ada"], ["Cid"]]));
    let second = copies(database.folder());
    assert!(second.len() == 1 && second != first, "the other one is gone: {second:?}");
    let beside: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(beside.len(), 2, "nothing is made beside the file: {beside:?}");
    server.ask_to_stop();
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
    assert!(copies(database.folder()).is_empty(), "it goes with the server");
}
