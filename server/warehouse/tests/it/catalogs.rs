//! Databases that are asked by HTTP: their catalogs, answers in parts, cuts, and the end of work that nobody waits for, each on a
//! stub of its wire that answers by what it is asked.

use crate::{
    ground::{open, seconds},
    rest::settings,
};
use domain::tools::{
    catalog::Table,
    warehouse::{QueryLimits, Rows, WarehouseFault},
};
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

const KINDS: [&str; 5] = ["bigquery", "snowflake", "clickhouse", "trino", "databricks"];

type Answer = Arc<dyn Fn(&str) -> Option<Value> + Send + Sync>;

/// Answers what it is asked; none is a call that stays without an answer.
struct Wire {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Wire {
    async fn answering(answer: impl Fn(&str, &str) -> Option<Value> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (kept, here) = (Arc::clone(&asked), url.clone());
        let answer: Answer = Arc::new(move |request: &str| answer(request, &here));
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&kept), Arc::clone(&answer)));
            }
        });
        Self { url, asked }
    }

    fn requests(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn was_asked(&self, what: &str) -> bool {
        self.requests().iter().any(|request| request.contains(what))
    }
}

async fn serve(mut stream: TcpStream, kept: Arc<Mutex<Vec<String>>>, answer: Answer) {
    let mut request = Vec::new();
    loop {
        let mut block = [0; 4096];
        let read = stream.read(&mut block).await.unwrap_or(0);
        request.extend_from_slice(&block[..read]);
        let text = String::from_utf8_lossy(&request);
        let length =
            text.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        if read == 0 || text.split_once("\r\n\r\n").is_some_and(|(_, body)| body.len() >= length.unwrap_or(0)) {
            break;
        }
    }
    let text = String::from_utf8_lossy(&request).into_owned();
    kept.lock().unwrap().push(text.clone());
    let Some(body) = answer(&text) else {
        tokio::time::sleep(Duration::from_secs(60)).await;
        return;
    };
    // Snowflake says by its status that it is not done.
    let status = if body["message"] == "in progress" { 202 } else { 200 };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // The client may not wait for the answer.
    drop(stream.write_all(format!("{head}{body}").as_bytes()).await);
}

/// A whole answer in the form of a service.
fn rows(kind: &str, columns: &[&str], rows: &Value) -> Value {
    let named =
        |extra: &str| columns.iter().map(|name| json!({"name": name, "type": extra, "type_name": extra})).collect::<Vec<_>>();
    match kind {
        "clickhouse" => json!({"meta": named("String"), "data": rows}),
        "trino" => json!({"id": "q", "columns": named("varchar"), "data": rows}),
        "snowflake" => json!({"resultSetMetaData": {"rowType": named("text"), "partitionInfo": [{}]}, "data": rows}),
        "databricks" => {
            json!({"statement_id": "s", "status": {"state": "SUCCEEDED"}, "manifest": {"schema": {"columns": named("STRING")}},
            "result": {"data_array": rows}})
        }
        _ => {
            let cells =
                |row: &Value| json!({"f": row.as_array().unwrap().iter().map(|cell| json!({"v": cell})).collect::<Vec<_>>()});
            let rows: Vec<Value> = rows.as_array().unwrap().iter().map(cells).collect();
            json!({"jobComplete": true, "schema": {"fields": named("STRING")}, "rows": rows, "jobReference": {"jobId": "j", "location": "EU"}})
        }
    }
}

/// What a shop's catalog says when it is asked by this statement.
fn catalog(kind: &str, request: &str) -> Value {
    let schema = match kind {
        "bigquery" => "d",
        "snowflake" => "S",
        "databricks" => "s",
        _ => "shop",
    };
    let asked = |what: &str| request.contains(what);
    if asked("PRIMARY KEY") || asked("is_in_primary_key") {
        let columns = if kind == "snowflake" {
            ["schema_name", "table_name", "column_name"]
        } else {
            ["own_schema", "own_table", "own_column"]
        };
        return rows(kind, &columns, &json!([[schema, "customers", "id"], [schema, "orders", "id"]]));
    }
    if asked("IMPORTED KEYS") || asked("FOREIGN KEY") {
        let columns = if kind == "snowflake" {
            ["fk_schema_name", "fk_table_name", "fk_column_name", "pk_schema_name", "pk_table_name", "pk_column_name"]
        } else {
            ["own_schema", "own_table", "own_column", "other_schema", "other_table", "other_column"]
        };
        let two = json!([
            [schema, "orders", "buyer", schema, "customers", "id"],
            // Of two columns together nobody can say which leads where.
            [schema, "orders", "id", schema, "customers", "id"],
            [schema, "orders", "id", schema, "customers", "name"]
        ]);
        return rows(kind, &columns, &two);
    }
    if asked("__TABLES__") || asked("row_count, comment") || asked("total_rows") {
        return rows(
            kind,
            &["a", "b", "c", "d"],
            &json!([[schema, "customers", "2", "who buys"], [schema, "orders", "1200000", ""], ["x", "y", "1", ""]]),
        );
    }
    if asked("SHOW STATS FOR") {
        let number = if asked("customers") { json!(2.0) } else { json!(1_200_000.0) };
        return json!({"id": "q", "columns": [{"name": "column_name", "type": "varchar"}, {"name": "row_count", "type": "double"}],
            "data": [["id", null], [null, number]]});
    }
    if asked("information_schema.columns") || asked("INFORMATION_SCHEMA.COLUMNS") || asked("system.columns") {
        let whole = json!([
            [schema, "customers", "id", "INT", "NO", "the number", "OWN", "1"],
            [schema, "customers", "name", "TEXT", "YES", "", "OWN", "2"],
            [schema, "customers", "password", "TEXT", "YES", "", "OWN", "3"],
            [schema, "orders", "id", "INT", "NO", "", "OWN", "1"],
            [schema, "orders", "buyer", "INT", "YES", "", "OWN", "2"],
            ["other", "notes", "text", "TEXT", "YES", "", "OWN", "1"],
        ]);
        return rows(kind, &["a", "b", "c", "d", "e", "f", "g", "h"], &whole);
    }
    if asked("customers") {
        return rows(kind, &["id", "name", "password"], &json!([["1", "Ada", "hunter2"], ["2", "Bob", "hunter3"]]));
    }
    rows(kind, &["id", "buyer"], &json!([["7", "1"]]))
}

#[tokio::test]
async fn catalogs_tell_columns_sizes_keys_and_samples() {
    for kind in KINDS {
        let wire = Wire::answering(move |request, _| Some(catalog(kind, request))).await;
        let shop = open(settings(kind, &wire.url));
        let tables: Vec<Table> = shop.tables().await.unwrap();
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["customers", "orders", "other.notes"], "{kind}");
        let (customers, orders, notes) = (&tables[0], &tables[1], &tables[2]);
        assert_eq!((customers.columns[0].nullable, customers.columns[1].nullable), (false, true), "{kind}");
        assert_eq!(customers.columns[0].description.as_deref(), Some("the number"), "{kind}");
        let counted = if kind == "databricks" { (None, None) } else { (Some(2), Some(1_200_000)) };
        assert_eq!((customers.row_count, orders.row_count), counted, "{kind}");
        assert_eq!((customers.estimated, notes.estimated), (kind == "trino", kind == "trino"), "{kind}");
        let told = matches!(kind, "bigquery" | "snowflake" | "clickhouse");
        assert_eq!(customers.description.is_some(), told, "{kind}");
        assert_eq!(customers.columns[0].primary_key && orders.columns[0].primary_key, kind != "trino", "{kind}");
        let key = orders.columns[1].foreign_key.as_ref().map(|key| (key.table.as_str(), key.column.as_str(), key.declared));
        let declared = matches!(kind, "bigquery" | "snowflake" | "databricks");
        assert_eq!(key, declared.then_some(("customers", "id", true)), "{kind}");
        assert_eq!(orders.columns[0].foreign_key, None, "{kind}");
        let sampled = if kind == "bigquery" { vec![] } else { vec![json!("Ada"), json!("Bob")] };
        assert_eq!((&customers.columns[1].samples, customers.columns[2].samples.len()), (&sampled, 0), "{kind}");
        if kind == "clickhouse" {
            assert!(wire.requests().iter().all(|request| request.contains("readonly=2")), "the server itself only reads");
        }
    }
}

#[tokio::test]
async fn a_reader_who_may_not_see_everything_still_has_tables() {
    for kind in KINDS {
        let wire = Wire::answering(move |request, _| {
            let only = ["KEY", "is_in_primary_key", "__TABLES__", "row_count", "total_rows", "SHOW STATS"];
            let refused = only.iter().any(|word| request.contains(word));
            Some(if refused {
                json!({"error": {"message": "no"}, "status": {"state": "FAILED"}})
            } else {
                catalog(kind, request)
            })
        })
        .await;
        let tables = open(settings(kind, &wire.url)).tables().await.unwrap();
        assert_eq!((tables.len(), tables[0].row_count), (3, None), "{kind}");
    }
}

/// Three parts of two rows each.
fn parted(kind: &str, request: &str, here: &str) -> Value {
    let line = request.lines().next().unwrap_or_default();
    let part = (1..3).find(|part| {
        let signs = [format!("partition={part}"), format!("chunks/{part}"), format!("pageToken=p{part}"), format!("/q/{part} ")];
        signs.iter().any(|sign| line.contains(sign))
    });
    let place = part.unwrap_or(0);
    let two = json!([[format!("{}", place * 2)], [format!("{}", place * 2 + 1)]]);
    let mut answer = rows(kind, &["n"], &two);
    let next = (place < 2).then_some(place + 1);
    match kind {
        "snowflake" => {
            answer["statementHandle"] = json!("h");
            answer["resultSetMetaData"]["partitionInfo"] = json!([{}, {}, {}]);
        }
        "databricks" => {
            answer["result"]["next_chunk_index"] = json!(next);
            if part.is_some() {
                answer = answer["result"].clone();
            }
        }
        "trino" => answer["nextUri"] = next.map_or(Value::Null, |next| json!(format!("{here}/v1/statement/q/{next}"))),
        "bigquery" => {
            answer["pageToken"] = next.map_or(Value::Null, |next| json!(format!("p{next}")));
            answer["totalBytesProcessed"] = json!("10485000");
            answer["totalBytesBilled"] = json!("10485760");
        }
        _ => {}
    }
    answer
}

async fn numbers(kind: &'static str, limits: &QueryLimits) -> (Rows, Wire) {
    let wire = Wire::answering(move |request, here| Some(parted(kind, request, here))).await;
    let rows = open(settings(kind, &wire.url)).query("SELECT n FROM numbers", limits).await.unwrap();
    (rows, wire)
}

#[tokio::test]
async fn answers_in_parts_are_put_together_and_cut() {
    for kind in KINDS.into_iter().filter(|kind| *kind != "clickhouse") {
        let (whole, _) = numbers(kind, &QueryLimits::default()).await;
        let told: Vec<String> = whole.rows.iter().map(|row| row[0].as_str().unwrap().to_owned()).collect();
        assert_eq!((told.concat().as_str(), whole.truncated), ("012345", false), "{kind}");
        assert_eq!(whole.billed_bytes, (kind == "bigquery").then_some(10_485_760), "{kind}");
        let (cut, wire) = numbers(kind, &QueryLimits { rows: 3, ..QueryLimits::default() }).await;
        assert_eq!((cut.rows.len(), cut.truncated), (3, true), "{kind}");
        let third = ["partition=2", "chunks/2", "pageToken=p2", "GET /v1/statement/q/2"];
        assert!(!third.iter().any(|sign| wire.was_asked(sign)), "{kind}: what is not wanted is not fetched");
        let (small, _) = numbers(kind, &QueryLimits { bytes: 20, ..QueryLimits::default() }).await;
        assert!(small.truncated && small.rows.len() < 6, "{kind}");
        if kind == "trino" {
            let until = Instant::now() + seconds(30);
            while !wire.was_asked("DELETE /v1/statement/q/2") {
                assert!(Instant::now() < until, "Trino is not told that the rest is not wanted");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    let wire = Wire::answering(|_, _| Some(rows("clickhouse", &["n"], &json!([["0"], ["1"], ["2"]])))).await;
    let shop = open(settings("clickhouse", &wire.url));
    let cut = shop.query("SELECT n FROM numbers", &QueryLimits { rows: 2, ..QueryLimits::default() }).await.unwrap();
    assert_eq!((cut.rows.len(), cut.truncated), (2, true));
    assert!(wire.was_asked("max_result_rows=3") && wire.was_asked("result_overflow_mode=break"), "the server cuts too");
}

/// Work that has begun and does not end.
fn endless(kind: &str, request: &str, here: &str) -> Option<Value> {
    let line = request.lines().next().unwrap_or_default();
    if line.contains("cancel") || line.starts_with("DELETE") {
        return Some(json!({}));
    }
    if line.starts_with("GET") || kind == "clickhouse" {
        return None;
    }
    Some(match kind {
        "snowflake" => json!({"statementHandle": "h1", "message": "in progress"}),
        "databricks" => json!({"statement_id": "h1", "status": {"state": "PENDING"}}),
        "trino" => json!({"id": "h1", "nextUri": format!("{here}/v1/statement/h1/1")}),
        _ => json!({"jobComplete": false, "jobReference": {"jobId": "h1", "location": "EU"}}),
    })
}

#[tokio::test]
async fn what_nobody_waits_for_is_ended_there() {
    for kind in KINDS.into_iter().filter(|kind| *kind != "clickhouse") {
        for by_time in [false, true] {
            let wire = Wire::answering(move |request, here| endless(kind, request, here)).await;
            let shop = open(settings(kind, &wire.url));
            let time = if by_time { Duration::from_secs(3) } else { Duration::from_secs(30) };
            let limits = QueryLimits { time, ..QueryLimits::default() };
            let asking = shop.query("SELECT n FROM numbers", &limits);
            if by_time {
                assert!(matches!(asking.await, Err(WarehouseFault::Limit(_))), "{kind}");
            } else {
                let begun = async {
                    while !wire.requests().iter().any(|request| request.starts_with("GET")) {
                        tokio::time::sleep(Duration::from_millis(10)).await;
                    }
                };
                tokio::select! {
                    answer = asking => panic!("{kind}: {:?}", answer.err()),
                    () = begun => {}
                }
            }
            let until = Instant::now() + seconds(30);
            let ended = |request: &String| {
                let line = request.lines().next().unwrap_or_default();
                line.contains("h1") && (line.contains("cancel") || line.starts_with("DELETE"))
            };
            while !wire.requests().iter().any(ended) {
                assert!(Instant::now() < until, "{kind} works on for nobody: {:?}", wire.requests());
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
}
