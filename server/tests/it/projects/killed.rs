//! A server that is killed while it reads a source leaves no half of it; two servers over one database agree.

use super::{ORDERS, full, made, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn a_killed_server_leaves_no_half_source() {
    let databases = [Some(Database::sqlite()), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let settings = Settings::of(&database);
        let mut server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Killed").await;
        // Large enough that it is killed somewhere between the first byte and the answer.
        let rows: String = (0..200_000).map(|row| format!("{row},Ada,{row}.5,AT\n")).collect();
        let large = format!("id,customer,total,country\n{rows}");
        for pause in [5, 40, 150, 400] {
            let (api, project, large) = (api.at(&server.base), project.clone(), large.clone());
            let sending = tokio::spawn(async move {
                let name = format!("s{pause}");
                // The connection breaks when the server dies.
                let fields = [("kind", "database"), ("name", name.as_str())];
                drop(
                    tokio::time::timeout(
                        Duration::from_secs(5),
                        upload(&api, &project, &fields, &[("big.csv", large.as_bytes())]),
                    )
                    .await,
                );
            });
            tokio::time::sleep(Duration::from_millis(pause)).await;
            server.kill();
            sending.abort();
            server = Server::start(&settings);
        }
        let api = api.at(&server.base);
        let sources = api.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        for source in sources["items"].as_array().expect("items") {
            let name = source["name"].as_str().expect("a name");
            let count = json!({"sql": format!("SELECT COUNT(*) FROM {name}.big")});
            assert_eq!(
                api.post(&format!("/api/v1/projects/{project}/query"), &count).await.json(200)["rows"],
                json!([[200_000]])
            );
        }
        let again =
            upload(&api, &project, &[("kind", "database"), ("name", "again")], &[("orders.csv", ORDERS.as_bytes())]).await;
        assert_eq!(again.json(201)["status"], "ready");
    }
}

#[tokio::test]
async fn two_servers_agree() {
    let Some(database) = Database::postgres().await else { return };
    let first = Server::start(&Settings::of(&database));
    let elsewhere = tempfile::tempdir().expect("a folder");
    // The same keys, another disk: what was uploaded to one is read on the other.
    std::fs::copy(database.folder().join("secret.key"), elsewhere.path().join("secret.key")).expect("the key");
    let second = Server::start(&Settings { data: elsewhere.path().to_owned(), ..Settings::of(&database) });
    let (here, there) = (Api::new(&first.base, Some(ADMIN)), Api::new(&second.base, Some(ADMIN)));
    let project = full(&here).await;
    let sum = json!({"sql": "SELECT SUM(total) FROM shop.orders"});
    let path = format!("/api/v1/projects/{project}/query");
    assert_eq!(there.post(&path, &sum).await.json(200)["rows"], json!([[60.5]]));
    assert_eq!(tool(&there, &project, "list_databases", json!({})).await.json(200).as_array().map(Vec::len), Some(1));
    upload(&here, &project, &[("kind", "database"), ("name", "more")], &[("more.csv", b"id\n1\n")]).await.json(201);
    eventually("the other server knows the new source", async || {
        tool(&there, &project, "list_databases", json!({})).await.json(200).as_array().map(Vec::len) == Some(2)
    })
    .await;
    let counts = there.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    assert_eq!(counts["schema"], json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 2}));
}
