//! Files for a while: they lie in the data folder, and what a killed server left of them goes with the next start, while those of a
//! living one stay.

use super::full;
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The tables that were made of files, in the folders of their processes.
fn tables(data: &Path) -> Vec<PathBuf> {
    let (mut tables, mut folders) = (Vec::new(), vec![data.join("discovery-tmp")]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder for a while").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "parquet") {
                tables.push(path);
            }
        }
    }
    tables.sort();
    tables
}

async fn asks(api: &Api, project: &str) {
    let query = json!({"sql": "SELECT COUNT(*) AS n FROM orders"});
    let answer = api.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200);
    assert_eq!(answer["row_count"], 1, "{answer}");
}

#[tokio::test]
async fn what_a_killed_server_leaves_goes_with_the_next_start() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let system = tempfile::tempdir().expect("a folder");
        let settings = Settings::new(&database).with("TMPDIR", system.path().to_str().expect("a path"));
        let shared = database.url.starts_with("postgres");
        let data = database.folder();
        let victim = Server::start(&settings);
        let api = Api::new(&victim.base, Some(ADMIN));
        let project = full(&api).await;
        asks(&api, &project).await;
        let left = tables(data);
        assert!(!left.is_empty(), "a table is made of the file");
        // A second server that lives on shares the folder with it.
        let living = shared.then(|| Server::start(&settings));
        let mut lives = Vec::new();
        if let Some(living) = &living {
            asks(&api.at(&living.base), &project).await;
            lives = tables(data).into_iter().filter(|table| !left.contains(table)).collect();
            assert!(!lives.is_empty() && left.iter().all(|table| table.exists()), "each has its own");
        }
        victim.kill();
        assert!(left.iter().all(|table| table.exists()), "nobody was there to clean up");

        let mut next = Server::start(&settings);
        assert!(left.iter().all(|table| !table.exists()), "the next one did: {left:?}");
        assert!(lives.iter().all(|table| table.exists()), "and left those of the living alone");
        asks(&api.at(&next.base), &project).await;
        if let Some(living) = &living {
            asks(&api.at(&living.base), &project).await;
        }
        next.ask_to_stop();
        assert_eq!(next.ended().await.code(), Some(0), "{}", next.log());
        assert_eq!(tables(data), lives, "a server that ends takes its own along");
        let strays: Vec<_> = std::fs::read_dir(system.path()).expect("a folder").collect();
        assert!(strays.is_empty(), "the system's folder gets nothing: {strays:?}");
    }
}
