//! Rows that a query brings along: alone, beside files, under a project's filter, and in the place of a table of their name.

use crate::ground::open;
use domain::tools::warehouse::{GivenRows, QueryLimits, TenantFilter, Warehouse, WarehouseFault};
use serde_json::{Value, json};
use std::sync::Arc;
use warehouse::{ConnectionSettings, FileTable, FilesSettings, Options, TableFile};

fn rows(name: &str, columns: &[&str], rows: &[Value]) -> GivenRows {
    let row = |row: &Value| row.as_array().expect("a row").clone();
    GivenRows {
        name: name.to_owned(),
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

async fn answer(warehouse: &Arc<dyn Warehouse>, sql: &str, given: Vec<GivenRows>) -> Result<Value, WarehouseFault> {
    warehouse.query_with(sql, given, &QueryLimits::default()).await.map(|answer| json!(answer.rows))
}

#[tokio::test]
async fn rows_are_joined_without_any_file() {
    let alone = open(ConnectionSettings::Files(FilesSettings::default()));
    let ferries = || rows("step_1", &["Ferry", "seats"], &[json!(["Heron", 120]), json!(["Tern", null])]);
    let harbours = || rows("step_2", &["ferry", "share", "since"], &[json!(["Heron", 0.5, "2024-01-10"])]);
    // Two columns that differ in capitals alone are named as they are.
    let sql = "SELECT a.\"Ferry\", seats + 1, share, b.since >= DATE '2024-01-01' FROM STEP_1 a LEFT JOIN step_2 b \
               ON b.ferry = a.\"Ferry\" ORDER BY 1";
    let found = answer(&alone, sql, vec![ferries(), harbours()]).await.expect("an answer");
    assert_eq!(found, json!([["Heron", 121, 0.5, true], ["Tern", null, null, null]]));
    assert_eq!(answer(&alone, "SELECT SUM(SEATS) FROM step_1", vec![ferries()]).await, Ok(json!([[120]])));
    let none = rows("step_1", &["n"], &[]);
    assert_eq!(answer(&alone, "SELECT COUNT(*), MAX(n) FROM step_1", vec![none]).await, Ok(json!([[0, null]])));
    for (sql, given) in [
        ("DROP TABLE step_1", vec![ferries()]),
        ("SELECT * FROM step_3", vec![ferries()]),
        ("SELECT nothing FROM step_1", vec![ferries()]),
        ("SELECT 1", vec![ferries(), ferries()]),
    ] {
        assert!(answer(&alone, sql, given).await.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn rows_are_read_beside_files_and_under_the_filter_of_these() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("it is written");
        FileTable {
            name: name.trim_end_matches(".csv").to_owned(),
            files: vec![TableFile { path, name: name.to_owned() }],
            ..FileTable::default()
        }
    };
    let tables = vec![file("orders.csv", "id,tenant\n1,a\n2,b\n3,a\n"), file("step_1.csv", "x\n7\n")];
    let settings = ConnectionSettings::Files(FilesSettings { tables });
    let filter = TenantFilter { column: "tenant".into(), value: json!("a") };
    let filtered = warehouse::open(&settings, Options { filter: Some(filter), ..Options::default() }).expect("sound settings");
    let given = || vec![rows("step_1", &["id", "tenant"], &[json!([1, "b"]), json!([2, "b"]), json!([3, "b"])])];
    let sql = "SELECT COUNT(*) FROM orders o JOIN step_1 s ON s.id = o.id";
    assert_eq!(answer(&filtered, sql, given()).await, Ok(json!([[2]])), "the filter holds for the file, not for the rows");
    assert_eq!(answer(&open(settings.clone()), sql, given()).await, Ok(json!([[3]])));
    assert_eq!(
        answer(&open(settings), "SELECT x FROM step_1", Vec::new()).await,
        Ok(json!([[7]])),
        "without rows it is the file's"
    );
}

#[tokio::test]
async fn a_hundred_thousand_rows_are_brought_along() {
    let alone = open(ConnectionSettings::Files(FilesSettings::default()));
    let many: Vec<Value> = (0..100_000).map(|row| json!([row, format!("name {row}")])).collect();
    let given = vec![rows("step_1", &["id", "name"], &many), rows("step_2", &["id"], &many[..50_000])];
    let sql = "SELECT COUNT(*), MAX(a.name) FROM step_1 a JOIN step_2 b ON b.id = a.id";
    assert_eq!(answer(&alone, sql, given).await, Ok(json!([[50_000, "name 9999"]])));
}
