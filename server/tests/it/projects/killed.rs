//! A server that is killed while it reads a source leaves no half of it; two servers over one database agree.

use super::{ORDERS, full, made, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, sqlite_file};
use serde_json::json;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::time::{Duration, Instant};

/// Files and parts of files in the database, all and those of no source.
async fn parts(database: &Database) -> (i64, i64) {
    const SQL: &str = "SELECT COUNT(*), COUNT(*) - COUNT(f.file_id) FROM project_file_parts p \
        LEFT JOIN project_files f ON f.file_id = p.file_id";
    if database.url.starts_with("postgres") {
        let mut on = PgConnection::connect(&database.url).await.expect("Postgres answers");
        return sqlx::query_as(SQL).fetch_one(&mut on).await.expect("counts");
    }
    let mut on = SqliteConnection::connect(&database.url).await.expect("it opens");
    sqlx::query_as(SQL).fetch_one(&mut on).await.expect("counts")
}

/// As if the server had been down for a day. Postgres carries out what the dead server had asked for until it sees that nobody is there.
async fn a_day_later(database: &Database) {
    if database.url.starts_with("postgres") {
        eventually("nobody else is connected", async || {
            let mut on = PgConnection::connect(&database.url).await.expect("Postgres answers");
            let others = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
            sqlx::query_scalar::<_, i64>(others).fetch_one(&mut on).await.expect("a count") == 0
        })
        .await;
        let mut on = PgConnection::connect(&database.url).await.expect("Postgres answers");
        let sql = "UPDATE project_file_parts SET created_at = created_at - INTERVAL '1 day' \
            WHERE file_id NOT IN (SELECT file_id FROM project_files)";
        sqlx::query(sql).execute(&mut on).await.expect("it is written");
    }
}

#[tokio::test]
async fn a_killed_server_leaves_no_half_source() {
    // Many parts, so that it is killed between the first and the last.
    let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 48) SELECT randomblob(1000000) FROM n";
    let large = sqlite_file(&format!("CREATE TABLE big (x BLOB); INSERT INTO big {rows};")).await;
    let whole = i64::try_from(large.len().div_ceil(1024 * 1024)).expect("small");
    let databases = [Some(Database::sqlite()), Database::postgres().await];
    for database in databases.into_iter().flatten() {
        let settings = Settings::new(&database);
        let mut server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Killed").await;
        let mut begun = 0;
        // At least three times, and until one of them was in the middle of it.
        for attempt in 0..20 {
            if attempt >= 3 && begun > 0 {
                break;
            }
            let (api, project, large) = (api.at(&server.base), project.clone(), large.clone());
            let sending = tokio::spawn(async move {
                let name = format!("s{attempt}");
                // The connection breaks when the server dies.
                let fields = [("kind", "database"), ("name", name.as_str())];
                let file: &[(&str, &[u8])] = &[("big.sqlite", &large)];
                drop(tokio::time::timeout(Duration::from_secs(60), upload(&api, &project, &fields, file)).await);
            });
            let waiting = Instant::now();
            let mut halfway = 0;
            while waiting.elapsed() < Duration::from_secs(60) && !sending.is_finished() {
                halfway = parts(&database).await.1;
                if halfway > 0 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            server.kill();
            sending.abort();
            begun += i64::from(halfway > 0 && halfway < whole);
            a_day_later(&database).await;
            server = Server::start(&settings);
        }
        assert!(begun > 0, "it was killed in the middle of it");
        let api = api.at(&server.base);
        eventually("nothing of the files is left", async || parts(&database).await.1 == 0).await;
        let sources = api.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        let sources = sources["items"].as_array().expect("items");
        assert_eq!(
            parts(&database).await.0,
            whole * i64::try_from(sources.len()).expect("few"),
            "whole sources have whole files"
        );
        let left = std::fs::read_dir(settings.data.join("files/incoming")).expect("the folder").count();
        assert!(left == 0 || database.url.starts_with("postgres"), "{left} uploads are left");
        for source in sources {
            let name = source["name"].as_str().expect("a name");
            let count = json!({"sql": format!("SELECT COUNT(*) FROM {name}.big")});
            assert_eq!(api.post(&format!("/api/v1/projects/{project}/query"), &count).await.json(200)["rows"], json!([[48]]));
        }
        let again =
            upload(&api, &project, &[("kind", "database"), ("name", "again")], &[("orders.csv", ORDERS.as_bytes())]).await;
        assert_eq!(again.json(201)["status"], "ready");
    }
}

#[tokio::test]
async fn two_servers_agree() {
    let Some(database) = Database::postgres().await else { return };
    let first = Server::start(&Settings::new(&database));
    let elsewhere = tempfile::tempdir().expect("a folder");
    // The same keys, another disk: what was uploaded to one is read on the other.
    std::fs::copy(database.folder().join("secret.key"), elsewhere.path().join("secret.key")).expect("the key");
    let second = Server::start(&Settings { data: elsewhere.path().to_owned(), ..Settings::new(&database) });
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
