//! Databases that are asked by HTTP, against a server that answers as their descriptions say.

use crate::ground::open;
use domain::tools::warehouse::{QueryLimits, TenantFilter, Warehouse, WarehouseFault};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use warehouse::{ConnectionSettings, Options};

/// Gives its answers one after the other and keeps what it was asked.
struct Stub {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Stub {
    /// `HERE` in an answer becomes the stub's own address.
    async fn answering(answers: Vec<(u16, Value)>) -> Self {
        Self::after(Duration::ZERO, answers).await
    }

    /// The first answer comes after a while.
    async fn after(while_of_first: Duration, answers: Vec<(u16, Value)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (kept, here) = (Arc::clone(&asked), url.clone());
        tokio::spawn(async move {
            for (place, (status, answer)) in answers.into_iter().enumerate() {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = Vec::new();
                while !whole(&request) {
                    let mut block = [0; 4096];
                    let read = stream.read(&mut block).await.unwrap();
                    request.extend_from_slice(&block[..read]);
                }
                kept.lock().unwrap().push(String::from_utf8_lossy(&request).into_owned());
                if place == 0 {
                    tokio::time::sleep(while_of_first).await;
                }
                let body = answer.to_string().replace("HERE", &here);
                let head = format!(
                    "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                    body.len()
                );
                // The client may have gone.
                stream.write_all(format!("{head}{body}").as_bytes()).await.ok();
            }
        });
        Self { url, asked }
    }

    fn requests(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head
        .lines()
        .find_map(|line| line.to_lowercase().strip_prefix("content-length:").map(|n| n.trim().parse::<usize>().unwrap()));
    body.len() >= length.unwrap_or(0)
}

pub(crate) fn settings(kind: &str, url: &str) -> ConnectionSettings {
    serde_json::from_value(match kind {
        "clickhouse" => json!({"type": kind, "url": url, "database": "shop", "user": "u", "password": "p"}),
        "trino" => json!({"type": kind, "url": url, "database": "hive.shop", "user": "u"}),
        "snowflake" => {
            json!({"type": kind, "url": url, "account": "a", "database": "D", "schema": "S", "warehouse": "W", "token": "t"})
        }
        "databricks" => json!({"type": kind, "url": url, "warehouse": "w", "catalog": "c", "schema": "s", "token": "t"}),
        _ => json!({"type": "bigquery", "url": url, "project": "p", "datasets": ["d"], "token": "t"}),
    })
    .unwrap()
}

async fn query_stub(
    kind: &str,
    answers: Vec<(u16, Value)>,
) -> (Result<domain::tools::warehouse::Rows, WarehouseFault>, Vec<String>) {
    let stub = Stub::answering(answers).await;
    let rows = open(settings(kind, &stub.url)).query("SELECT id, total FROM orders", &QueryLimits::default()).await;
    (rows, stub.requests())
}

#[tokio::test]
async fn each_is_asked_and_read_in_its_own_way() {
    let cases = vec![
        (
            "clickhouse",
            vec![(
                200,
                json!({"meta": [{"name": "id", "type": "UInt64"}, {"name": "total", "type": "Decimal(10,2)"}], "data": [[1, "9.50"]]}),
            )],
            "readonly=2",
        ),
        (
            "trino",
            vec![
                (200, json!({"id": "q", "nextUri": "HERE/v1/statement/q/1"})),
                (
                    200,
                    json!({"id": "q", "columns": [{"name": "id", "type": "bigint"}, {"name": "total", "type": "decimal(10,2)"}], "data": [[1, "9.50"]], "nextUri": "HERE/v1/statement/q/2"}),
                ),
                (200, json!({"id": "q"})),
            ],
            "x-trino-catalog: hive",
        ),
        (
            "snowflake",
            vec![
                (202, json!({"statementHandle": "h"})),
                (
                    200,
                    json!({"resultSetMetaData": {"rowType": [{"name": "id", "type": "fixed"}, {"name": "total", "type": "fixed"}], "partitionInfo": [{}]}, "data": [["1", "9.50"]]}),
                ),
            ],
            "MULTI_STATEMENT_COUNT",
        ),
        (
            "databricks",
            vec![
                (200, json!({"statement_id": "s", "status": {"state": "PENDING"}})),
                (
                    200,
                    json!({"statement_id": "s", "status": {"state": "SUCCEEDED"}, "manifest": {"schema": {"columns": [{"name": "id", "type_name": "LONG"}, {"name": "total", "type_name": "DECIMAL"}]}}, "result": {"data_array": [["1", "9.50"]]}}),
                ),
            ],
            "warehouse_id",
        ),
        (
            "bigquery",
            vec![
                (200, json!({"jobComplete": false, "jobReference": {"jobId": "j", "location": "EU"}})),
                (
                    200,
                    json!({"jobComplete": true, "schema": {"fields": [{"name": "id", "type": "INTEGER"}, {"name": "total", "type": "NUMERIC"}]}, "rows": [{"f": [{"v": "1"}, {"v": "9.50"}]}]}),
                ),
            ],
            "defaultDataset",
        ),
    ];
    for (kind, answers, sign) in cases {
        let (rows, asked) = query_stub(kind, answers).await;
        let rows = rows.unwrap_or_else(|fault| panic!("{kind}: {fault}"));
        assert_eq!(
            (rows.columns.as_slice(), rows.rows.as_slice()),
            (["id".to_owned(), "total".to_owned()].as_slice(), [vec![json!(1), json!(9.5)]].as_slice()),
            "{kind}"
        );
        assert!(asked[0].contains(sign) && asked[0].contains("SELECT id, total FROM orders"), "{kind}: {}", asked[0]);
    }
}

#[tokio::test]
async fn refusals_are_told_apart() {
    let (fault, _) = query_stub("clickhouse", vec![(401, json!({"message": "no"}))]).await;
    assert_eq!(fault, Err(WarehouseFault::Unreachable("127.0.0.1 refuses the login: no".to_owned())));
    let (fault, _) = query_stub("snowflake", vec![(422, json!({"message": "SQL compilation error"}))]).await;
    assert_eq!(fault, Err(WarehouseFault::Invalid("SQL compilation error".to_owned())));
    let (fault, _) =
        query_stub("trino", vec![(200, json!({"error": {"message": "line 1:8: no column", "errorName": "COLUMN_NOT_FOUND"}}))])
            .await;
    assert_eq!(fault, Err(WarehouseFault::Invalid("line 1:8: no column".to_owned())));
    let (fault, _) = query_stub("trino", vec![(200, json!({"nextUri": "http://elsewhere.example/1"}))]).await;
    assert!(matches!(fault, Err(WarehouseFault::Unreachable(_))), "{fault:?}");
    let stub = Stub::answering(Vec::new()).await;
    let refused = open(settings("bigquery", &stub.url)).query("DROP TABLE orders", &QueryLimits::default()).await;
    assert!(matches!(refused, Err(WarehouseFault::Refused(_))) && stub.requests().is_empty());
}

#[tokio::test]
async fn the_tenants_filter_holds_there_too() {
    let columns = json!({"meta": [{"name": "a", "type": "String"}, {"name": "b", "type": "String"}, {"name": "c", "type": "String"},
        {"name": "t", "type": "String"}, {"name": "n", "type": "String"}, {"name": "d", "type": "String"}, {"name": "v", "type": "String"}],
        "data": [["shop", "orders", "id", "", "", "", "OWN"], ["shop", "orders", "tenant", "", "", "", "OWN"]]});
    let stub = Stub::answering(vec![(200, columns), (200, json!({"meta": [], "data": []}))]).await;
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let shop: Arc<dyn Warehouse> =
        warehouse::open(&settings("clickhouse", &stub.url), Options { filter: Some(filter), ..Options::default() }).unwrap();
    shop.query("SELECT id FROM shop.orders o", &QueryLimits::default()).await.unwrap();
    assert!(
        stub.requests()[1].ends_with("SELECT id FROM (SELECT * FROM shop.orders WHERE `tenant` = 'a') o"),
        "{}",
        stub.requests()[1]
    );
}

/// What each answers when it is asked for its columns: a table with the tenant's column, one without, and a view without.
fn catalog(kind: &str) -> Value {
    let rows = [("orders", "tenant", "OWN"), ("countries", "code", "OWN"), ("names", "name", "VIEW"), ("strange", "name", "")];
    let schema = if matches!(kind, "bigquery") {
        "d"
    } else if kind == "snowflake" {
        "S"
    } else {
        "s"
    };
    let row = |(table, column, view): (&str, &str, &str)| {
        json!([if matches!(kind, "clickhouse" | "trino") { "shop" } else { schema }, table, column, "text", "YES", null, view])
    };
    let (rows, names): (Vec<Value>, Vec<Value>) = (
        rows.into_iter().map(row).collect(),
        (0..7).map(|n| json!({"name": format!("c{n}"), "type": "STRING", "type_name": "STRING"})).collect(),
    );
    match kind {
        "clickhouse" => json!({"meta": names, "data": rows}),
        "trino" => json!({"id": "q", "columns": names, "data": rows}),
        "snowflake" => json!({"resultSetMetaData": {"rowType": names, "partitionInfo": [{}]}, "data": rows}),
        "databricks" => {
            json!({"statement_id": "s", "status": {"state": "SUCCEEDED"}, "manifest": {"schema": {"columns": names}}, "result": {"data_array": rows}})
        }
        _ => {
            let cells =
                |row: &Value| json!({"f": row.as_array().unwrap().iter().map(|cell| json!({"v": cell})).collect::<Vec<_>>()});
            json!({"jobComplete": true, "schema": {"fields": names}, "rows": rows.iter().map(cells).collect::<Vec<_>>()})
        }
    }
}

#[tokio::test]
async fn views_are_known_as_such_and_refused_where_they_hide_the_tenants_column() {
    for kind in ["clickhouse", "trino", "snowflake", "databricks", "bigquery"] {
        for (table, passes) in [("orders", true), ("countries", true), ("names", false), ("strange", false)] {
            let stub = Stub::answering(vec![(200, catalog(kind)), (200, catalog(kind))]).await;
            let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
            let shop =
                warehouse::open(&settings(kind, &stub.url), Options { filter: Some(filter), ..Options::default() }).unwrap();
            let answer = shop.query(&format!("SELECT * FROM {table}"), &QueryLimits::default()).await;
            let asked = stub.requests();
            assert!(asked[0].contains("table_type") || asked[0].contains("engine"), "{kind}: {}", asked[0]);
            if passes {
                assert!(answer.is_ok() && asked.len() == 2, "{kind} {table}: {answer:?}");
            } else {
                let fault = answer.expect_err(table);
                assert!(fault.to_string().contains("is a view without the column tenant") && asked.len() == 1, "{kind}: {fault}");
            }
        }
    }
}

/// What each answers at once when a query is not done yet, and the call that ends it.
fn begun(kind: &str) -> (u16, Value, &'static str) {
    match kind {
        "databricks" => {
            (200, json!({"statement_id": "s1", "status": {"state": "PENDING"}}), "POST /api/2.0/sql/statements/s1/cancel ")
        }
        "snowflake" => (202, json!({"statementHandle": "h1"}), "POST /api/v2/statements/h1/cancel "),
        "trino" => (200, json!({"id": "q1", "nextUri": "HERE/v1/statement/q1/1"}), "DELETE /v1/statement/q1/1 "),
        _ => (
            200,
            json!({"jobComplete": false, "jobReference": {"jobId": "j1", "location": "EU"}}),
            "POST /bigquery/v2/projects/p/jobs/j1/cancel?location=EU ",
        ),
    }
}

async fn asked_times(stub: &Stub, times: usize) -> Vec<String> {
    let began = Instant::now();
    while stub.requests().len() < times {
        assert!(began.elapsed() < Duration::from_secs(30), "only {:?}", stub.requests());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stub.requests()
}

/// Dropped, or out of time, before the first answer came.
async fn left(kind: &str, out_of_time: bool) {
    let (status, answer, ended) = begun(kind);
    let stub = Stub::after(Duration::from_secs(10), vec![(status, answer), (200, json!({}))]).await;
    let database = open(settings(kind, &stub.url));
    if out_of_time {
        // Enough for the call to be there, and less than its answer takes.
        let limits = QueryLimits { time: Duration::from_secs(4), ..QueryLimits::default() };
        let fault = database.query("SELECT id FROM orders", &limits).await;
        assert!(matches!(fault, Err(WarehouseFault::Limit(_))), "{kind}: {fault:?}");
    } else {
        let asking = tokio::spawn(async move { database.query("SELECT id FROM orders", &QueryLimits::default()).await });
        asked_times(&stub, 1).await;
        asking.abort();
    }
    assert!(stub.requests().len() < 2, "{kind}: the first is not answered yet");
    let asked = asked_times(&stub, 2).await;
    assert!(asked[1].starts_with(ended), "{kind}: {}", asked[1]);
}

#[tokio::test]
async fn a_query_that_is_left_before_it_is_answered_first_is_ended_there() {
    let kinds = ["databricks", "snowflake", "trino", "bigquery"];
    let mut all = tokio::task::JoinSet::new();
    for (kind, out_of_time) in kinds.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
        all.spawn(left(kind, out_of_time));
    }
    all.join_all().await;
}

#[tokio::test]
async fn a_query_is_taken_at_once_and_asked_for_afterwards() {
    for (kind, sign) in [
        ("databricks", "\"wait_timeout\":\"0s\""),
        ("snowflake", "/api/v2/statements?async=true "),
        ("bigquery", "\"timeoutMs\":200"),
    ] {
        let (status, answer, ended) = begun(kind);
        let stub = Stub::answering(vec![(status, answer), (404, json!({"message": "gone"})), (200, json!({}))]).await;
        let fault = open(settings(kind, &stub.url)).query("SELECT id FROM orders", &QueryLimits::default()).await;
        assert_eq!(fault, Err(WarehouseFault::Invalid("gone".to_owned())), "{kind}");
        let asked = asked_times(&stub, 3).await;
        assert!(asked[0].contains(sign), "{kind}: {}", asked[0]);
        assert!(asked[1].starts_with("GET ") && asked[2].starts_with(ended), "{kind}: {asked:?}");
    }
}

fn filtered(kind: &str, url: &str) -> Arc<dyn Warehouse> {
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    warehouse::open(&settings(kind, url), Options { filter: Some(filter), ..Options::default() }).unwrap()
}

/// ClickHouse's answer of these columns, all of tables of its database.
fn columns(rows: impl Iterator<Item = (&'static str, String)>) -> Value {
    let names: Vec<Value> = (0..7).map(|n| json!({"name": format!("c{n}"), "type": "String"})).collect();
    let rows: Vec<Value> = rows.map(|(table, column)| json!(["shop", table, column, "text", "YES", null, "OWN"])).collect();
    json!({"meta": names, "data": rows})
}

#[tokio::test]
async fn a_table_whose_columns_did_not_all_come_is_not_known() {
    let wide = (0..200_000).map(|number| ("payments", format!("c{number}")));
    let tables = [("orders", "tenant".to_owned())].into_iter().chain(wide).chain([("payments", "tenant".to_owned())]);
    let nothing = json!({"meta": [], "data": []});
    let stub = Stub::answering(vec![(200, columns(tables)), (200, nothing.clone())]).await;
    let shop = filtered("clickhouse", &stub.url);
    let limits = QueryLimits { time: Duration::from_secs(60), ..QueryLimits::default() };
    let fault = shop.query("SELECT c1 FROM payments", &limits).await.expect_err("its tenant's column is not known");
    assert!(matches!(&fault, WarehouseFault::Refused(why) if why.contains("payments is not a table that is known")), "{fault}");
    shop.query("SELECT tenant FROM orders", &limits).await.unwrap();
    let asked = stub.requests();
    assert!(asked[1].contains("FROM (SELECT * FROM orders WHERE `tenant` = 'a')"), "{}", asked[1]);
}

#[tokio::test]
async fn a_statement_that_databricks_cut_is_not_taken_for_whole() {
    let mut cut = catalog("databricks");
    cut["manifest"]["truncated"] = json!(true);
    let stub = Stub::answering(vec![(200, cut.clone()), (200, cut)]).await;
    let shop = filtered("databricks", &stub.url);
    // The last table of the answer.
    let fault = shop.query("SELECT * FROM strange", &QueryLimits::default()).await.expect_err("it may be cut");
    assert!(fault.to_string().contains("strange is not a table that is known"), "{fault}");
    assert!(shop.query("SELECT * FROM orders", &QueryLimits::default()).await.unwrap().truncated);
}

#[tokio::test]
async fn a_catalog_is_asked_once_for_many_queries_and_again_for_a_new_table() {
    let nothing = || json!({"meta": [], "data": []});
    let before = || [("orders", "tenant".to_owned()), ("orders", "id".to_owned())].into_iter();
    let after = before().chain([("refunds", "tenant".to_owned())]);
    let answers = vec![columns(before()), nothing(), nothing(), columns(after), nothing(), nothing()];
    let stub = Stub::answering(answers.into_iter().map(|answer| (200, answer)).collect()).await;
    let shop = filtered("clickhouse", &stub.url);
    let limits = QueryLimits::default();
    // At once.
    let (one, other) = tokio::join!(shop.query("SELECT id FROM orders", &limits), shop.query("SELECT 1 FROM orders", &limits));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    for sql in ["SELECT * FROM refunds", "SELECT * FROM refunds LIMIT 1"] {
        shop.query(sql, &limits).await.unwrap();
    }
    let of_catalog: Vec<bool> = stub.requests().iter().map(|asked| asked.contains("system.columns")).collect();
    assert_eq!(of_catalog, [true, false, false, true, false, false]);
}
