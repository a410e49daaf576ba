//! Large table files over HTTP, one of each format: they become tables, and the server does not become large with them.

use super::{made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use arrow::{
    array::{ArrayRef, Int64Array, RecordBatch, StringArray},
    ipc::writer::FileWriter,
};
use parquet::{arrow::ArrowWriter, file::properties::WriterProperties};
use serde_json::json;
use std::{ops::Range, sync::Arc};

/// Of each file: so many rows with a text of so many bytes, 51 MB in all. Four of them are 205 MB.
const ROWS: usize = 6_400;
const LONG: usize = 8_000;
/// What the server may have at its largest, in megabytes: hardly more than without any of them.
const MOST: u64 = 300;

/// Letters in which nothing repeats that packing would find.
struct Letters(Vec<u8>);

impl Letters {
    fn new() -> Self {
        let mut state = 7_u32;
        let letter = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b'a' + u8::try_from((state >> 24) % 26).expect("a letter")
        };
        Self(std::iter::repeat_with(letter).take(LONG + ROWS).collect())
    }

    fn text(&self, row: usize) -> &str {
        std::str::from_utf8(&self.0[row..row + LONG]).expect("letters")
    }

    fn batches(&self) -> impl Iterator<Item = RecordBatch> {
        let batch = |rows: Range<usize>| {
            let ids: ArrayRef = Arc::new(rows.clone().map(|row| i64::try_from(row).expect("small")).collect::<Int64Array>());
            let texts: ArrayRef = Arc::new(rows.map(|row| Some(self.text(row))).collect::<StringArray>());
            RecordBatch::try_from_iter([("id", ids), ("text", texts)]).expect("two columns")
        };
        (0..ROWS).step_by(800).map(move |from| batch(from..from + 800))
    }
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    let letters = Letters::new();
    let lines = |line: &dyn Fn(usize) -> String| (0..ROWS).map(line).collect::<String>().into_bytes();
    let schema = letters.batches().next().expect("rows").schema();
    let plain = WriterProperties::builder().set_dictionary_enabled(false).build();
    let mut parquet = ArrowWriter::try_new(Vec::new(), Arc::clone(&schema), Some(plain)).expect("a file");
    let mut arrow = FileWriter::try_new(Vec::new(), &schema).expect("a file");
    for batch in letters.batches() {
        parquet.write(&batch).expect("it is written");
        arrow.write(&batch).expect("it is written");
    }
    vec![
        ("huge.jsonl", lines(&|row| format!("{{\"id\": {row}, \"text\": \"{}\"}}\n", letters.text(row)))),
        ("huge.csv", [b"id,text\n".to_vec(), lines(&|row| format!("{row},\"{}\"\n", letters.text(row)))].concat()),
        ("huge.parquet", parquet.into_inner().expect("its bytes")),
        ("huge.arrow", arrow.into_inner().expect("its bytes")),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn large_files_become_tables_and_the_server_stays_small() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Huge").await;
    for (name, bytes) in files() {
        assert!(bytes.len() > ROWS * LONG, "{name}: {}", bytes.len());
        let began = std::time::Instant::now();
        let source = name.replace('.', "_");
        upload(&api, &project, &[("kind", "database"), ("name", &source)], &[(name, &bytes)]).await.json(201);
        let uploaded = began.elapsed();
        let sql = format!("SELECT COUNT(*), SUM(id), MIN(LENGTH(text)) FROM {source}.huge");
        let answer = api.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.json(200);
        assert_eq!(answer["rows"], json!([[ROWS, ROWS * (ROWS - 1) / 2, LONG]]), "{name}");
        eprintln!("{name}: {uploaded:?}, asked {:?}, {} MB", began.elapsed() - uploaded, server.peak_memory());
    }
    assert!(server.peak_memory() < MOST, "{} MB", server.peak_memory());
}
