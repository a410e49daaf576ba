//! Table files that would take all memory of their reader, over HTTP: each is refused with a sentence, and the server stays
//! small.

use super::{made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use arrow::{
    array::{ArrayRef, Int64Array, RecordBatch},
    ipc::{
        CompressionType, root_as_message,
        writer::{FileWriter, IpcWriteOptions, StreamWriter},
    },
};
use bytes::Bytes;
use parquet::{
    basic::{Compression, Encoding},
    column::{
        page::{CompressedPage, Page, PageWriter as _},
        writer::ColumnCloseResult,
    },
    file::{
        metadata::ColumnChunkMetaData,
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::{parser::parse_message_type, types::SchemaDescriptor},
};
use serde_json::json;
use std::sync::Arc;

/// Of the server, in megabytes: what it has without any of this is a third of it.
const MOST: u64 = 400;

fn batch() -> RecordBatch {
    let sevens: ArrayRef = Arc::new(Int64Array::from(vec![7; 100]));
    RecordBatch::try_from_iter([("a", Arc::clone(&sevens)), ("b", sevens)]).expect("two columns")
}

fn streamed() -> Vec<u8> {
    let batch = batch();
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("a stream");
    writer.write(&batch).expect("it is written");
    writer.into_inner().expect("its bytes")
}

fn indexed() -> Vec<u8> {
    let batch = batch();
    let mut writer = FileWriter::try_new(Vec::new(), &batch.schema()).expect("a file");
    writer.write(&batch).expect("it is written");
    writer.into_inner().expect("its bytes")
}

/// Packed; of each column it says how long it is unpacked.
fn packed() -> Vec<u8> {
    let (batch, options) = (batch(), IpcWriteOptions::default().try_with_compression(Some(CompressionType::LZ4_FRAME)));
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options.expect("it can")).expect("a file");
    writer.write(&batch).expect("it is written");
    writer.into_inner().expect("its bytes")
}

/// How long the rows are.
fn length() -> i64 {
    let stream = streamed();
    let mut at = 0;
    loop {
        let about = usize::try_from(i32::from_le_bytes(stream[at + 4..at + 8].try_into().expect("four"))).expect("a length");
        let body = root_as_message(&stream[at + 8..at + 8 + about]).expect("a message").bodyLength();
        if body > 0 {
            return body;
        }
        at += 8 + about;
    }
}

/// With another length in the place of the true one.
fn lying(mut bytes: Vec<u8>, truth: i64, lie: i64) -> Vec<u8> {
    let mut lies = 0;
    for place in 0..bytes.len() - 8 {
        if bytes[place..place + 8] == truth.to_le_bytes() {
            bytes[place..place + 8].copy_from_slice(&lie.to_le_bytes());
            lies += 1;
        }
    }
    assert!(lies > 0, "it says its length");
    bytes
}

/// A Parquet of one column, whose one text is stored once and used in so many rows.
fn repeated(text: usize, rows: u32) -> Vec<u8> {
    let schema = Arc::new(parse_message_type("message m { REQUIRED BYTE_ARRAY text (UTF8); }").expect("a schema"));
    let column = SchemaDescriptor::new(Arc::clone(&schema)).column(0);
    let mut pages = TrackedWrite::new(Vec::new());
    let mut writer = SerializedPageWriter::new(&mut pages);
    let mut write = |page: Page| {
        let length = page.buffer().len();
        writer.write_page(CompressedPage::new(page, length)).expect("it is written")
    };
    let said = [u32::try_from(text).expect("short").to_le_bytes().to_vec(), vec![b'x'; text]].concat();
    write(Page::DictionaryPage { buf: said.into(), num_values: 1, encoding: Encoding::PLAIN, is_sorted: false });
    // Places in the dictionary, of one bit each: the first one, so many times.
    let mut places = vec![1];
    let mut run = rows << 1;
    while run > 0x7f {
        places.push(u8::try_from(run & 0x7f).expect("seven bits") | 0x80);
        run >>= 7;
    }
    places.extend([u8::try_from(run).expect("seven bits"), 0]);
    let data = write(Page::DataPage {
        buf: places.into(),
        num_values: rows,
        encoding: Encoding::RLE_DICTIONARY,
        def_level_encoding: Encoding::RLE,
        rep_level_encoding: Encoding::RLE,
        statistics: None,
    });
    let pages = pages.into_inner().expect("their bytes");
    let length = i64::try_from(pages.len()).expect("short");
    let metadata = ColumnChunkMetaData::builder(column)
        .set_compression(Compression::UNCOMPRESSED)
        .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
        .set_num_values(rows.into())
        .set_total_compressed_size(length)
        .set_total_uncompressed_size(length)
        .set_dictionary_page_offset(Some(0))
        .set_data_page_offset(i64::try_from(data.offset).expect("short"))
        .build()
        .expect("a column");
    let close = ColumnCloseResult {
        bytes_written: pages.len() as u64,
        rows_written: rows.into(),
        metadata,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Default::default()).expect("a file");
    let mut group = file.next_row_group().expect("a group");
    group.append_column(&Bytes::from(pages), close).expect("it is taken");
    group.close().expect("it ends");
    file.into_inner().expect("its bytes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn table_files_that_would_take_all_memory_are_refused_in_words() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Hostile").await;
    let endless = "x".repeat(34 << 20);
    let unclosed = format!("id,note\n1,a\n2,\"b\n{}", "3,c\n".repeat(34 << 18));
    let damaged = "a part of it says that it is longer than the file";
    let files: [(&str, Vec<u8>, &str); 9] = [
        ("stream.arrows", lying(streamed(), length(), 1 << 62), damaged),
        ("less.arrows", lying(streamed(), length(), -1), damaged),
        ("file.arrow", lying(indexed(), length(), 1 << 62), damaged),
        ("less.feather", lying(indexed(), length(), i64::MIN), damaged),
        ("cut.arrow", indexed()[..400].to_vec(), "its end is missing"),
        ("packed.arrow", lying(packed(), 800, 1 << 40), "packed: the file needs more memory than it may have (2048 MB)"),
        (
            "endless.json",
            format!("[{{\"a\": 1}},\n{{\"a\": \"{endless}").into_bytes(),
            "the object that begins in line 2 is longer than 32 MB",
        ),
        (
            "unclosed.csv",
            unclosed.into_bytes(),
            "the row that begins in line 3 is longer than 32 MB; a quotation mark may be missing",
        ),
        ("open.csv", b"id,note\n1,a\n2,\"b\n3,c\n".to_vec(), "the quotation mark that opens a value in line 3 is never closed"),
    ];
    for (name, bytes, told) in files {
        let answer = upload(&api, &project, &[("kind", "database"), ("name", "bad")], &[(name, &bytes)]).await;
        let detail = answer.problem(422)["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.contains(told) && !detail.contains('/') && detail.len() < 300, "{name}: {detail}");
        assert_eq!(api.get("/api/v1/projects").await.status, 200, "{name}: the server goes on");
    }

    // Sound, and small until somebody unfolds it.
    let bytes = repeated(256 << 10, 100_000);
    assert!(bytes.len() < 300_000);
    let source = upload(&api, &project, &[("kind", "database"), ("name", "long")], &[("long.parquet", &bytes)]).await.json(201);
    let profile = format!("/api/v1/projects/{project}/sources/{}/profile?table=long", source["id"].as_str().expect("an id"));
    let detail = api.get(&profile).await.problem(422)["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.contains("the profile needs more memory than it may have"), "{detail}");

    // Of several files it is said which one it is.
    let files: [(&str, &[u8]); 2] = [("good.csv", b"id\n1\n2\n"), ("packed.arrow", &lying(packed(), 800, 1 << 40))];
    let answer = upload(&api, &project, &[("kind", "database"), ("name", "both")], &files).await;
    let detail = answer.problem(422)["detail"].as_str().unwrap_or_default().to_owned();
    assert!(detail.starts_with("packed: the file needs more memory"), "{detail}");
    upload(&api, &project, &[("kind", "database"), ("name", "one")], &files[..1]).await.json(201);
    let query = json!({"sql": "SELECT COUNT(*) FROM good"});
    assert_eq!(api.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200)["rows"], json!([[2]]));
    assert_eq!(server.helpers("run-query"), 0);
    assert!(server.peak_memory() < MOST, "{} MB", server.peak_memory());
}
