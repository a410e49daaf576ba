//! A query that would take everything is ended with its process, and the server answers everybody else.

use super::{ORDERS, made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, sqlite_file};
use serde_json::json;
use std::time::{Duration, Instant};

/// `SELECT x || x` of the same, so many times: each doubles what the database has to work out.
fn doubling(levels: usize) -> String {
    let inner = (0..levels).fold("SELECT 'aaaa' AS x".to_owned(), |inner, _| format!("SELECT x || x AS x FROM ({inner}) AS t"));
    format!("SELECT length(x) FROM ({inner}) AS t")
}

async fn sqlite(views: &str) -> Vec<u8> {
    sqlite_file(&format!("CREATE TABLE orders (id INTEGER, customer TEXT); INSERT INTO orders VALUES (1, 'Ada'); {views}")).await
}

#[tokio::test]
async fn what_takes_all_memory_ends_and_everybody_else_is_answered() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::of(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    upload(&api, &project, &[("kind", "database"), ("name", "lite")], &[("lite.sqlite", &sqlite("").await)]).await.json(201);
    upload(&api, &project, &[("kind", "database"), ("name", "files")], &[("sales.csv", ORDERS.as_bytes())]).await.json(201);
    let path = format!("/api/v1/projects/{project}/query");

    let before = Instant::now();
    let bombs = [
        doubling(26),
        "SELECT max(length(a)) FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(customer, 'A', \
         'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', \
         'AAAAAAAAAA'), 'A', 'AAAAAAAAAA') || replace(repeat(customer, 10000), 'A', repeat('A', 10000)) AS a FROM sales) AS t"
            .to_owned(),
    ];
    let sqls: Vec<_> = bombs.iter().map(|sql| json!({"sql": sql})).collect();
    let (slow, quick) = tokio::join!(futures::future::join_all(sqls.iter().map(|body| api.post(&path, body))), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let began = Instant::now();
        let answer = api.post(&path, &json!({"sql": "SELECT count(*) AS n FROM orders"})).await.json(200);
        (answer["rows"].clone(), began.elapsed())
    });
    for answer in slow {
        let problem = answer.problem(422);
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(
            ["memory", "too long"].iter().any(|word| detail.contains(word))
                || detail.contains("longer than it may")
                || detail.contains("too big"),
            "{problem}"
        );
    }
    assert_eq!(quick.0, json!([[1]]));
    assert!(before.elapsed() < Duration::from_secs(80), "they ended: {:?}", before.elapsed());
    let after = api.post(&path, &json!({"sql": "SELECT count(*) AS n FROM sales"})).await.json(200);
    assert_eq!(after["rows"], json!([[3]]));
}

#[tokio::test]
async fn views_of_an_uploaded_file_are_as_little_trusted_as_queries() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::of(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    let bomb = format!("CREATE VIEW bomb AS {};", doubling(26));
    let answer =
        upload(&api, &project, &[("kind", "database"), ("name", "lite")], &[("lite.sqlite", &sqlite(&bomb).await)]).await;
    assert!(matches!(answer.status, 201 | 422), "{}", answer.text);
    assert_eq!(api.get("/api/v1/projects").await.status, 200, "the server goes on");
}
