//! Sources that name files on the server's disk, beneath folders that the operator named.

use super::{ORDERS, PETS, made, tool, upload};
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere, sqlite_file};
use serde_json::{Value, json};
use std::fs;

async fn add(api: &Api, project: &str, kind: &str, subtype: &str, name: &str, config: Value) -> Answer {
    let body = json!({"kind": kind, "type": subtype, "name": name, "config": config});
    api.post(&format!("/api/v1/projects/{project}/sources"), &body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_beneath_a_named_folder_are_sources() {
    let (database, whole) = (Database::sqlite(), tempfile::tempdir().expect("a folder"));
    let shared = whole.path().join("shared");
    fs::create_dir_all(shared.join("2024")).expect("folders");
    fs::write(shared.join("orders.csv"), ORDERS).expect("a file");
    for month in 1..=2 {
        fs::write(shared.join(format!("2024/sales_{month}.csv")), format!("id,total\n{month},10\n")).expect("a file");
    }
    fs::write(shared.join("rules.md"), "# Rules\n\nA whale is a customer over one million.\n").expect("a file");
    fs::write(shared.join("pets.json"), PETS).expect("a file");
    let lite = sqlite_file("CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada'), ('Bob')").await;
    fs::write(shared.join("people.db"), lite).expect("a file");
    fs::write(whole.path().join("secret.csv"), "id\n1\n").expect("a file");
    std::os::unix::fs::symlink(whole.path().join("secret.csv"), shared.join("link.csv")).expect("a link");

    let server = Server::start(&Settings::new(&database).with("DISCOVERY_FILES_DIRS", &shared.display().to_string()));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Disk").await;
    let absolute = shared.join("people.db").display().to_string();
    for (kind, subtype, name, config, summary) in [
        ("database", "files", "shop", json!({"path": "orders.csv"}), "1 table, 4 columns, 3 rows"),
        ("database", "files", "sales", json!({"path": "2024"}), "1 table, 3 columns, 2 rows"),
        (
            "database",
            "files",
            "some",
            json!({"path": ["orders.csv", "2024/sales_?.csv"], "table": false}),
            "3 tables, 8 columns, 5 rows",
        ),
        ("database", "sqlite", "people", json!({"path": absolute}), "1 table, 1 column, 2 rows"),
        ("document", "file", "rules", json!({"path": "rules.md"}), "1 document, 1 section"),
        ("api", "openapi", "pets", json!({"path": "pets.json"}), "1 operation"),
    ] {
        let source = add(&owner, &project, kind, subtype, name, config).await.json(201);
        assert_eq!((&source["type"], &source["summary"]["text"]), (&json!(subtype), &json!(summary)), "{source}");
    }
    let ask = async |sql: &str| {
        owner.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.json(200)["rows"].clone()
    };
    assert_eq!(ask("SELECT COUNT(*) FROM people").await, json!([[2]]));
    assert_eq!(ask("SELECT file, total FROM sales.sales ORDER BY file").await, json!([["sales_1.csv", 10], ["sales_2.csv", 10]]));
    let databases = tool(&owner, &project, "list_databases", json!({})).await.json(200);
    let kinds: Vec<&str> = databases.as_array().expect("a list").iter().filter_map(|one| one["type"].as_str()).collect();
    assert_eq!(kinds, ["csv", "files", "csv", "sql"], "{databases}");

    // What was changed is seen, by a query at once and in the catalog after a refresh.
    fs::write(shared.join("orders.csv"), format!("{ORDERS}4,Cid,1,CH\n")).expect("a file");
    fs::write(shared.join("2024/sales_3.csv"), "id,total\n3,30\n").expect("a file");
    fs::write(shared.join("rules.md"), "# Rules\n\nA whale is a customer over two million.\n").expect("a file");
    assert_eq!(ask("SELECT COUNT(*) FROM shop.orders").await, json!([[4]]));
    let told = owner.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    assert_eq!((&told["documents"]["updated"], &told["failed"]), (&json!(1), &json!([])), "{told}");
    assert_eq!(told["schema"], json!({"added": 1, "updated": 3, "removed": 0, "unchanged": 3}), "{told}");
    let document = tool(&owner, &project, "get_document", json!({"name": "rules"})).await.json(200);
    assert!(document["content"].as_str().is_some_and(|text| text.contains("two million")), "{document}");
    assert!(document["last_updated"].is_string(), "{document}");

    // Nothing leads out, not even where the file was exchanged afterwards.
    for path in ["../secret.csv", "link.csv", "/etc/passwd", "2024/../../secret.csv", "none.csv"] {
        let problem = add(&owner, &project, "database", "files", "x", json!({"path": path})).await.problem(422);
        assert!(problem["errors"][0]["field"] == "config.path", "{path}: {problem}");
    }
    fs::remove_file(shared.join("orders.csv")).expect("it goes");
    std::os::unix::fs::symlink(whole.path().join("secret.csv"), shared.join("orders.csv")).expect("a link");
    let query = json!({"sql": "SELECT COUNT(*) FROM shop.orders"});
    owner.post(&format!("/api/v1/projects/{project}/query"), &query).await.problem(422);
    let told = owner.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    assert_eq!(told["failed"].as_array().map(Vec::len), Some(2), "shop and some: {told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_a_file_in_a_named_folder_nothing_is_made() {
    let (database, folder) = (Database::sqlite(), tempfile::tempdir().expect("a folder"));
    // In WAL mode, as most programs write.
    let lite = sqlite_file("PRAGMA journal_mode = WAL; CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada')").await;
    assert_eq!(lite[18..20], [2, 2]);
    fs::write(folder.path().join("people.db"), &lite).expect("a file");
    fs::write(folder.path().join("orders.csv"), ORDERS).expect("a file");
    let names = |folder: &std::path::Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        names
    };
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_FILES_DIRS", &folder.path().display().to_string()));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Disk").await;
    let before = names(folder.path());
    add(&owner, &project, "database", "sqlite", "people", json!({"path": "people.db"})).await.json(201);
    add(&owner, &project, "database", "files", "shop", json!({"path": "orders.csv"})).await.json(201);
    upload(&owner, &project, &[("kind", "database"), ("name", "mine")], &[("mine.db", &lite)]).await.json(201);
    for (table, rows) in [("people.people", 1), ("shop.orders", 3), ("mine.people", 1)] {
        let query = json!({"sql": format!("SELECT COUNT(*) FROM {table}")});
        let answer = owner.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200);
        assert_eq!(answer["rows"], json!([[rows]]), "{table}");
    }
    assert_eq!(names(folder.path()), before);
    let copies = names(&database.folder().join("files"));
    assert_eq!(copies.len(), 2, "the copy of the upload, and what is coming: {copies:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_may_be_another_tenants_and_the_servers_own_is_nobodys() {
    let (database, folder) = (Database::sqlite(), tempfile::tempdir().expect("a folder"));
    fs::write(folder.path().join("orders.csv"), ORDERS).expect("a file");
    let dirs = format!("acme={}:{}", folder.path().display(), database.folder().display());
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_FILES_DIRS", &dirs));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Disk").await;
    add(&owner, &project, "database", "files", "x", json!({"path": "orders.csv"})).await.problem(422);
    for own in ["discovery.db", "secret.key"] {
        add(&owner, &project, "database", "sqlite", "x", json!({"path": own})).await.problem(422);
        add(&owner, &project, "document", "file", "x", json!({"path": own})).await.problem(422);
    }
}

#[tokio::test]
async fn without_a_folder_no_path_is_opened() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Disk").await;
        for (kind, subtype) in [("database", "files"), ("database", "sqlite"), ("document", "file"), ("api", "openapi")] {
            let problem = add(&owner, &project, kind, subtype, "x", json!({"path": "/etc/passwd"})).await.problem(422);
            let detail = problem["detail"].as_str().expect("a detail");
            assert!(detail.contains("DISCOVERY_FILES_DIRS") && detail.contains("upload it"), "{detail}");
            add(&guest, &project, kind, subtype, "x", json!({"path": "/etc/passwd"})).await.problem(403);
        }
    })
    .await;
}
