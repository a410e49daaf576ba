//! A query that would take everything is ended with its process, and the server answers everybody else.

use super::{made, shops::Shop, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, sqlite_file};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The argument of a process that runs a query.
const QUERY: &str = "run-query";
/// For three of a table to be more than anybody waits for.
const MANY: usize = 20_000;

fn numbers() -> String {
    std::iter::once("n\n".to_owned()).chain((0..MANY).map(|n| format!("{n}\n"))).collect()
}

fn endless(table: &str) -> String {
    format!("SELECT COUNT(*) FROM {table} a, {table} b, {table} c WHERE (a.n + b.n + c.n) % 7 = 3")
}

/// `SELECT x || x` of the same, so many times: each doubles what the database has to work out.
fn doubling(levels: usize) -> String {
    let inner = (0..levels).fold("SELECT 'aaaa' AS x".to_owned(), |inner, _| format!("SELECT x || x AS x FROM ({inner}) AS t"));
    format!("SELECT length(x) FROM ({inner}) AS t")
}

async fn sqlite(views: &str) -> Vec<u8> {
    sqlite_file(&format!("CREATE TABLE orders (id INTEGER, customer TEXT); INSERT INTO orders VALUES (1, 'Ada'); {views}")).await
}

/// A project with numbers in a file and in a SQLite file.
async fn of_numbers(api: &Api) -> String {
    let project = made(api, "Shop").await;
    let rows = format!("WITH RECURSIVE i(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM i WHERE n < {}) SELECT n FROM i", MANY - 1);
    let lite = sqlite(&format!("CREATE TABLE lite_numbers (n INTEGER); INSERT INTO lite_numbers {rows};")).await;
    upload(api, &project, &[("kind", "database"), ("name", "lite")], &[("lite.sqlite", &lite)]).await.json(201);
    let numbers = numbers();
    let files: [(&str, &[u8]); 2] = [("numbers.csv", numbers.as_bytes()), ("sales.csv", b"id,customer\n1,Ada\n")];
    upload(api, &project, &[("kind", "database"), ("name", "files")], &files).await.json(201);
    project
}

async fn counted(api: &Api, path: &str, table: &str) -> Value {
    api.post(path, &json!({"sql": format!("SELECT COUNT(*) FROM {table}")})).await.json(200)["rows"].clone()
}

#[tokio::test]
async fn what_takes_everything_ends_and_everybody_else_is_answered() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "20"));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = of_numbers(&api).await;
    let path = format!("/api/v1/projects/{project}/query");
    assert_eq!(counted(&api, &path, "numbers").await, json!([[MANY]]));

    let before = Instant::now();
    let bombs = [
        doubling(26),
        "SELECT max(length(a)) FROM (SELECT replace(replace(replace(replace(replace(replace(replace(replace(customer, 'A', \
         'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', 'AAAAAAAAAA'), 'A', \
         'AAAAAAAAAA'), 'A', 'AAAAAAAAAA') || replace(repeat(customer, 10000), 'A', repeat('A', 10000)) AS a FROM sales) AS t"
            .to_owned(),
        // Cross joins of all with all: two count for ever, two want to hold everything.
        endless("numbers"),
        endless("lite_numbers"),
        "SELECT array_agg(a.n) FROM numbers a CROSS JOIN numbers b".to_owned(),
        "SELECT length(group_concat(a.n)) FROM lite_numbers a CROSS JOIN lite_numbers b".to_owned(),
    ];
    let sqls: Vec<_> = bombs.iter().map(|sql| json!({"sql": sql})).collect();
    let (slow, quick) = tokio::join!(futures::future::join_all(sqls.iter().map(|body| api.post(&path, body))), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        // The server itself has nothing to do with it; a query waits for its turn.
        let began = Instant::now();
        api.get("/api/v1/projects").await.json(200);
        let listed = began.elapsed();
        // Where no turn comes in time, it is to come again.
        loop {
            let answer = api.post(&path, &json!({"sql": "SELECT COUNT(*) FROM orders"})).await;
            if answer.status != 429 {
                break (listed, answer.json(200)["rows"].clone());
            }
        }
    });
    for (sql, answer) in bombs.iter().zip(slow) {
        let problem = answer.problem(422);
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(
            ["memory", "too long", "longer than it may", "too big", "needs more than it may have", "try again in a moment"]
                .iter()
                .any(|word| detail.contains(word)),
            "{sql}: {problem}"
        );
    }
    assert!(quick.0 < Duration::from_secs(10) && quick.1 == json!([[1]]), "{quick:?}");
    assert!(before.elapsed() < Duration::from_secs(80), "they ended: {:?}", before.elapsed());
    assert_eq!(counted(&api, &path, "sales").await, json!([[1]]));
    assert_eq!(server.helpers(QUERY), 0);
    assert!(server.peak_memory() < 600, "{} MB", server.peak_memory());
}

/// Five ask for what never ends, and hang up once the database works on it.
async fn hung_up(api: &Api, path: &str, sql: &str, working: impl AsyncFn() -> bool) {
    let asking: Vec<_> = (0..5)
        .map(|_| {
            let call = api.call(reqwest::Method::POST, path).json(&json!({"sql": sql}));
            tokio::spawn(call.send())
        })
        .collect();
    eventually("the query runs", &working).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(asking.iter().all(|one| !one.is_finished()), "it is still worked on");
    asking.iter().for_each(tokio::task::JoinHandle::abort);
    let left = Instant::now();
    while working().await {
        assert!(left.elapsed() < Duration::from_secs(20), "nobody waits for it, and it is worked on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The quickest of three: what else the machine does is not the question.
async fn quickest(api: &Api, path: &str, sql: &str) -> Duration {
    let mut quickest = Duration::MAX;
    for _ in 0..3 {
        let began = Instant::now();
        api.post(path, &json!({"sql": sql})).await.json(200);
        quickest = quickest.min(began.elapsed());
    }
    quickest
}

#[tokio::test]
async fn a_query_nobody_waits_for_frees_its_process() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "300"));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = of_numbers(&api).await;
    let path = format!("/api/v1/projects/{project}/query");
    for table in ["numbers", "lite_numbers"] {
        // What is made ready for the first query is not what is looked for.
        assert_eq!(counted(&api, &path, table).await, json!([[MANY]]));
        hung_up(&api, &path, &endless(table), async || server.helpers(QUERY) > 0).await;
        let took = quickest(&api, &path, &format!("SELECT MAX(n) FROM {table}")).await;
        assert!(took < Duration::from_secs(10), "{table}: {took:?}");
    }
}

#[tokio::test]
async fn a_query_nobody_waits_for_frees_its_server() {
    for shop in Shop::all().await {
        let rows = "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 900) SELECT n FROM i";
        shop.run("CREATE TABLE numbers (n INT)").await;
        shop.run(&format!("INSERT INTO numbers {rows}")).await;
        let database = Database::sqlite();
        let settings = Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true");
        let server = Server::start(&settings.with("DISCOVERY_QUERY_SECONDS", "300"));
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Shop").await;
        api.post(&format!("/api/v1/projects/{project}/sources"), &shop.source()).await.json(201);
        let path = format!("/api/v1/projects/{project}/query");
        let sql = "SELECT COUNT(*) FROM numbers a, numbers b, numbers c, numbers d WHERE a.n + b.n = c.n + d.n";
        hung_up(&api, &path, sql, async || shop.working().await > 0).await;
        let took = quickest(&api, &path, "SELECT MAX(n) FROM numbers").await;
        assert!(took < Duration::from_secs(10), "{}: {took:?}", shop.kind());
    }
}

#[tokio::test]
async fn views_of_an_uploaded_file_are_as_little_trusted_as_queries() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    let bomb = format!("CREATE VIEW bomb AS {};", doubling(26));
    let answer =
        upload(&api, &project, &[("kind", "database"), ("name", "lite")], &[("lite.sqlite", &sqlite(&bomb).await)]).await;
    assert!(matches!(answer.status, 201 | 422), "{}", answer.text);
    assert_eq!(api.get("/api/v1/projects").await.status, 200, "the server goes on");
}
