//! Files of every format, good, broken, empty, packed and hostile, and queries that want too much of them.

use crate::ground::{open, seconds};
use arrow::{
    array::{ArrayRef, Decimal128Array, Int64Array, ListArray, RecordBatch, StringArray, TimestampMicrosecondArray},
    datatypes::Int32Type,
};
use domain::tools::warehouse::{QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault};
use serde_json::{Value, json};
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};
use warehouse::{ConnectionSettings, FileTable, FilesSettings, Options, TableFile, table_name};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Stored as uploads are: by a number, its name beside it.
    fn file(&self, name: &str, bytes: &[u8]) -> TableFile {
        let number = std::fs::read_dir(self.0.path()).unwrap().count();
        let path = self.0.path().join(number.to_string());
        std::fs::write(&path, bytes).unwrap();
        TableFile { path, name: name.to_owned() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn table(file: TableFile) -> FileTable {
    FileTable { name: table_name(&file.name), files: vec![file], ..FileTable::default() }
}

fn files(tables: Vec<FileTable>) -> Arc<dyn Warehouse> {
    open(ConnectionSettings::Files(FilesSettings { tables }))
}

async fn query_rows(warehouse: &Arc<dyn Warehouse>, sql: &str) -> Vec<Vec<Value>> {
    let rows: Rows = warehouse.query(sql, &QueryLimits::default()).await.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
    rows.rows
}

const CSV: &str = "Id,Name,Total,Day,Seen,Open,Zip\n1,Ada,9.5,2024-05-01,2024-05-01 12:30:00,true,01234\n2,\"Bob, \"\"B\"\"\nx\",,2024-05-02,2024-05-02T00:00:00,false,99\n";

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn batch() -> RecordBatch {
    let columns: [(&str, ArrayRef); 5] = [
        ("Id", Arc::new(Int64Array::from(vec![1, 2]))),
        ("Name", Arc::new(StringArray::from(vec![Some("Ada"), None]))),
        (
            "Price",
            Arc::new(Decimal128Array::from(vec![950, 12_345_678_901_234_567_890]).with_precision_and_scale(30, 2).unwrap()),
        ),
        ("At", Arc::new(TimestampMicrosecondArray::from(vec![1_714_566_600_000_000, 0]))),
        ("Tags", Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([Some(vec![Some(1), Some(2)]), None]))),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true))).unwrap()
}

fn parquet(path: &Path, batch: &RecordBatch) -> Vec<u8> {
    let mut writer = parquet::arrow::ArrowWriter::try_new(std::fs::File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
    std::fs::read(path).unwrap()
}

fn arrow_file(batch: &RecordBatch, stream: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    if stream {
        let mut writer = arrow::ipc::writer::StreamWriter::try_new(&mut bytes, &batch.schema()).unwrap();
        writer.write(batch).unwrap();
        writer.finish().unwrap();
    } else {
        let mut writer = arrow::ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema()).unwrap();
        writer.write(batch).unwrap();
        writer.finish().unwrap();
    }
    bytes
}

#[tokio::test]
async fn values_between_separators_have_their_types() {
    let folder = Folder::new();
    let shop = files(vec![table(folder.file("orders.csv", CSV.as_bytes()))]);
    assert_eq!(
        query_rows(&shop, "SELECT * FROM orders ORDER BY \"Id\"").await,
        [
            vec![
                json!(1),
                json!("Ada"),
                json!(9.5),
                json!("2024-05-01"),
                json!("2024-05-01T12:30:00"),
                json!(true),
                json!("01234")
            ],
            vec![
                json!(2),
                json!("Bob, \"B\"\nx"),
                json!(null),
                json!("2024-05-02"),
                json!("2024-05-02T00:00:00"),
                json!(false),
                json!("99")
            ],
        ]
    );
    assert_eq!(
        query_rows(&shop, "SELECT ORDERS.id, upper(NAME) FROM Orders WHERE total > 1").await,
        [[json!(1), json!("ADA")]],
        "capitals do not matter"
    );
    let tables = shop.tables().await.unwrap();
    assert_eq!(
        (tables[0].row_count, tables[0].columns[3].data_type.as_str(), &tables[0].columns[0].samples),
        (Some(2), "DATE", &vec![json!(1), json!(2)])
    );
}

#[tokio::test]
async fn every_format_and_packing_is_a_table() {
    let folder = Folder::new();
    let rows = "{\"Id\": 1, \"Name\": \"Ada\", \"in\": {\"a\": [1, 2]}}\n{\"Id\": 2, \"more\": 1.5}\n";
    let array = "[{\"Id\": 1, \"Name\": \"Ada\", \"in\": {\"a\": [1, 2]}},\n {\"Id\": 2,\n  \"more\": 1.5}]";
    let packed = parquet(&folder.path("x.parquet"), &batch());
    let sources: Vec<(&str, Vec<u8>)> = vec![
        ("a.csv", b"Id,Name\n1,Ada\n2,\n".to_vec()),
        ("b.tsv", b"Id\tName\n1\tAda\n2\t\n".to_vec()),
        ("c.csv.gz", gz(b"Id;Name\n1;Ada\n2;\n")),
        ("d.csv.zst", zstd::encode_all(&b"Id|Name\n1|Ada\n2|\n"[..], 3).unwrap()),
        ("e.json", array.as_bytes().to_vec()),
        ("f.jsonl", rows.as_bytes().to_vec()),
        ("g.ndjson.gz", gz(rows.as_bytes())),
        ("h.json.zst", zstd::encode_all(array.as_bytes(), 3).unwrap()),
        ("i.parquet", packed.clone()),
        ("j.parquet.gz", gz(&packed)),
        ("k.arrow", arrow_file(&batch(), false)),
        ("l.feather", arrow_file(&batch(), false)),
        ("m.arrows", arrow_file(&batch(), true)),
        ("n.csv", b"\xef\xbb\xbfId,Name\r\n1,Ada\r\n2,\r\n".to_vec()),
    ];
    let all = files(sources.iter().map(|(name, bytes)| table(folder.file(name, bytes))).collect());
    all.test().await.unwrap();
    for (name, _) in &sources {
        let sql = format!("SELECT Id, Name FROM {} ORDER BY Id", table_name(name));
        assert_eq!(query_rows(&all, &sql).await, [[json!(1), json!("Ada")], [json!(2), json!(null)]], "{name}");
    }
    assert_eq!(query_rows(&all, "SELECT f.\"in\"['a'][2] FROM f WHERE Id = 1").await, [[json!(2)]]);
    assert_eq!(
        query_rows(&all, "SELECT Price, At, Tags FROM i ORDER BY Id").await,
        [
            [json!(9.5), json!("2024-05-01T12:30:00"), json!([1, 2])],
            [json!("123456789012345678.90"), json!("1970-01-01T00:00:00"), json!(null)],
        ]
    );
}

#[tokio::test]
async fn a_query_opens_the_files_of_its_tables_alone() {
    let folder = Folder::new();
    let (here, gone) = (folder.path("here.parquet"), folder.path("gone.parquet"));
    let both = [&here, &gone].map(|path| {
        parquet(path, &batch());
        table(TableFile { path: path.clone(), name: String::new() })
    });
    let both =
        files(both.into_iter().zip(["here", "gone"]).map(|(table, name)| FileTable { name: name.to_owned(), ..table }).collect());
    assert_eq!(query_rows(&both, "SELECT count(*) FROM gone").await, [[json!(2)]]);
    std::fs::remove_file(gone).unwrap();
    let sql = "WITH x AS (SELECT Id FROM HERE) SELECT count(*) FROM x, (SELECT max(Id) FROM here) AS y";
    assert_eq!(query_rows(&both, sql).await, [[json!(2)]]);
    assert!(both.query("SELECT count(*) FROM here, gone", &QueryLimits::default()).await.is_err());
}

#[tokio::test]
async fn long_rows_are_read_in_small_portions() {
    // Read by thousands these would be held by the gigabyte.
    let folder = Folder::new();
    let long = "x".repeat(300_000);
    let rows: String = (0..150).map(|n| format!("{{\"n\": {n}, \"text\": \"{long}\"}}\n")).collect();
    let values: String = std::iter::once("n,text\n".to_owned()).chain((0..150).map(|n| format!("{n},{long}\n"))).collect();
    let shop = files(vec![table(folder.file("a.jsonl", rows.as_bytes())), table(folder.file("b.csv", values.as_bytes()))]);
    for name in ["a", "b"] {
        let sql = format!("SELECT count(*), sum(n), min(length(text)) FROM {name}");
        assert_eq!(query_rows(&shop, &sql).await, [[json!(150), json!(11_175), json!(300_000)]], "{name}");
        let profile = shop.profile(name).await.unwrap();
        assert_eq!((profile.rows, profile.columns[1].mean), (150, Some(300_000.0)), "{name}");
    }
}

#[tokio::test]
async fn several_files_are_one_table() {
    let folder = Folder::new();
    let parts = vec![
        folder.file("1.csv", b"id,v\n1,2\n"),
        folder.file("2.csv.gz", &gz(b"id,v\n2,2.5\n")),
        folder.file("3.csv", b"id,v\n3,x\n"),
    ];
    let shop = files(vec![FileTable { name: "parts".to_owned(), files: parts, ..FileTable::default() }]);
    assert_eq!(
        query_rows(&shop, "SELECT id, v FROM parts ORDER BY id").await,
        [[json!(1), json!("2")], [json!(2), json!("2.5")], [json!(3), json!("x")]]
    );
    let uneven = vec![folder.file("1.csv", b"id,v\n1,2\n"), folder.file("2.csv", b"id,w\n1,2\n")];
    let fault =
        files(vec![FileTable { name: "parts".to_owned(), files: uneven, ..FileTable::default() }]).test().await.unwrap_err();
    let why = "parts: the files of the table have different columns: 2.csv has no column v, which 1.csv has";
    assert_eq!(fault, WarehouseFault::Unusable(why.to_owned()));
}

#[tokio::test]
async fn files_that_differ_by_a_number_are_one_table_where_their_columns_agree() {
    let folder = Folder::new();
    let parts = vec![folder.file("sales_1.csv", b"id,v\n1,2\n"), folder.file("sales_2.csv", b"v,id\n3.5,2\n")];
    let shop = files(warehouse::grouped(parts, "shop"));
    assert_eq!(
        query_rows(&shop, "SELECT id, v, file FROM sales ORDER BY id").await,
        [[json!(1), json!(2.0), json!("sales_1.csv")], [json!(2), json!(3.5), json!("sales_2.csv")]]
    );
    let tables = shop.tables().await.unwrap();
    assert_eq!((tables.len(), tables[0].row_count), (1, Some(2)));
    let parts = vec![folder.file("sales_1.csv", b"id,v\n1,2\n"), folder.file("sales_2.csv", b"id,w\n2,3\n")];
    let apart = files(warehouse::grouped(parts, "shop"));
    assert_eq!(query_rows(&apart, "SELECT w FROM sales_2").await, [[json!(3)]]);
    let names: Vec<String> = apart.tables().await.unwrap().into_iter().map(|table| table.name).collect();
    assert_eq!(names, ["sales_1", "sales_2"]);
    let taken = vec![folder.file("a_1.jsonl", b"{\"file\": 1}\n"), folder.file("a_2.jsonl", b"{\"file\": 2}\n")];
    let taken = files(warehouse::grouped(taken, "shop"));
    assert_eq!(query_rows(&taken, "SELECT source_file FROM a WHERE file = 2").await, [[json!("a_2.jsonl")]]);
}

#[tokio::test]
async fn a_value_far_down_that_does_not_fit_changes_the_type() {
    let folder = Folder::new();
    let mut text = String::from("id\n");
    (0..60_000).for_each(|n| text.push_str(&format!("{n}\n")));
    text.push_str("late\n");
    let shop = files(vec![table(folder.file("long.csv", text.as_bytes()))]);
    assert_eq!(query_rows(&shop, "SELECT count(*), max(id) FROM long").await, [[json!(60_001), json!("late")]]);
}

#[tokio::test]
async fn strange_names_are_asked_for_in_quotes() {
    let folder = Folder::new();
    let file = folder.file("x.csv", "größe,\"a \"\"b\"\"\",,売上,größe,select\n1,2,3,4,5,6\n".as_bytes());
    let shop =
        files(vec![FileTable { name: "Bestellungen 2024 (neu).v2".to_owned(), files: vec![file], ..FileTable::default() }]);
    let names: Vec<String> = shop.tables().await.unwrap()[0].columns.iter().map(|column| column.name.clone()).collect();
    assert_eq!(names, ["größe", "a b", "column_3", "売上", "größe_2", "select"]);
    let sql = r#"SELECT größe, "a b", column_3, 売上, "größe_2", "select" FROM "Bestellungen 2024 (neu).v2""#;
    assert_eq!(query_rows(&shop, sql).await, [[1, 2, 3, 4, 5, 6].map(|n| json!(n))]);
}

#[tokio::test]
async fn what_is_broken_is_said_to_be_and_leaves_the_others() {
    let folder = Folder::new();
    let bomb = gz(&vec![b'a'; 100 << 20]);
    let broken: Vec<(&str, Vec<u8>)> = vec![
        ("empty.csv", Vec::new()),
        ("blank.csv", b" \n\n".to_vec()),
        ("uneven.csv", b"a,b\n1,2\n1,2,3\n".to_vec()),
        ("cut.csv.gz", gz(CSV.as_bytes())[..40].to_vec()),
        ("none.csv.gz", b"not packed at all".to_vec()),
        ("none.csv.zst", b"not packed at all".to_vec()),
        ("cut.json", b"[{\"a\": 1}, {\"a\":".to_vec()),
        ("numbers.json", b"[1, 2, 3]".to_vec()),
        ("deep.json", format!("[{{\"a\": {}", "[".repeat(10_000)).into_bytes()),
        ("fields.json", b"{}".to_vec()),
        ("none.parquet", b"PAR1 no PAR1".to_vec()),
        ("cut.parquet", parquet(&folder.path("y"), &batch())[..200].to_vec()),
        ("none.arrow", b"ARROW1 no".to_vec()),
        ("empty.parquet", Vec::new()),
        ("bomb.csv.gz", bomb),
        ("strange.pdf", b"%PDF".to_vec()),
    ];
    let mut tables: Vec<FileTable> = broken.iter().map(|(name, bytes)| table(folder.file(name, bytes))).collect();
    for (nth, table) in tables.iter_mut().enumerate() {
        table.name = format!("broken_{nth}");
    }
    tables.push(table(folder.file("good.csv", b"a\n1\n")));
    let some = files(tables);
    assert!(matches!(some.test().await, Err(WarehouseFault::Unusable(_))));
    assert_eq!(some.tables().await.unwrap().len(), 1);
    for (nth, (name, _)) in broken.iter().enumerate() {
        let fault = some.query(&format!("SELECT * FROM broken_{nth}"), &QueryLimits::default()).await.unwrap_err();
        assert!(matches!(fault, WarehouseFault::Unusable(_)), "{name}: {fault:?}");
    }
    assert_eq!(query_rows(&some, "SELECT a FROM good").await, [[json!(1)]]);
    let header = files(vec![table(folder.file("header.csv", b"a,b\n"))]);
    assert_eq!(query_rows(&header, "SELECT count(*) FROM header").await, [[json!(0)]], "a table without rows is a table");
}

#[tokio::test]
async fn no_query_reaches_beyond_its_tables() {
    let folder = Folder::new();
    let secret = folder.file("secret.csv", b"a\n1\n");
    let shop = files(vec![table(folder.file("orders.csv", CSV.as_bytes()))]);
    let path = secret.path.display();
    for sql in [
        format!("SELECT * FROM '{path}'"),
        format!("SELECT * FROM \"{path}\""),
        format!("CREATE EXTERNAL TABLE x STORED AS CSV LOCATION '{path}'"),
        format!("COPY orders TO '{path}'"),
        "SET datafusion.execution.batch_size = 1".to_owned(),
        "SELECT * FROM information_schema.df_settings".to_owned(),
    ] {
        assert!(shop.query(&sql, &QueryLimits::default()).await.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn a_tenant_sees_nothing_of_another() {
    let folder = Folder::new();
    let file = folder.file("sales.csv", b"id,Tenant\n1,a\n2,b\n3,a\n");
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let settings = ConnectionSettings::Files(FilesSettings { tables: vec![table(file)] });
    let shop = warehouse::open(&settings, Options { filter: Some(filter), ..Options::default() }).unwrap();
    assert_eq!(query_rows(&shop, "SELECT sum(ID) FROM Sales WHERE 1 = 1 OR tenant = 'b'").await, [[json!(4)]]);
    assert_eq!(query_rows(&shop, "SELECT count(*) FROM sales a, sales b").await, [[json!(4)]]);
    assert!(shop.profile("sales").await.is_err());
    assert_eq!(shop.tables().await.unwrap()[0].columns[0].samples, [json!(1), json!(3)]);
}

#[tokio::test]
async fn a_query_that_wants_too_much_ends() {
    let folder = Folder::new();
    let many: String = std::iter::once("n\n".to_owned()).chain((0..200_000).map(|n| format!("{n}\n"))).collect();
    let shop = files(vec![table(folder.file("big.csv", many.as_bytes()))]);
    query_rows(&shop, "SELECT count(*) FROM big").await;
    let began = Instant::now();
    let limits = QueryLimits { time: Duration::from_millis(800), ..QueryLimits::default() };
    let fault = shop.query("SELECT count(*) FROM big a CROSS JOIN big b WHERE (a.n * b.n) % 7 = 3", &limits).await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Limit(_)) && began.elapsed() < seconds(15), "{fault:?}");
    let limits = QueryLimits { time: Duration::from_secs(5), ..QueryLimits::default() };
    let fault = shop.query("SELECT array_agg(a.n) FROM big a CROSS JOIN big b", &limits).await.unwrap_err();
    assert!(matches!(&fault, WarehouseFault::Limit(_)), "{fault:?}");
    let cut =
        shop.query("SELECT a.n FROM big a CROSS JOIN big b", &QueryLimits { rows: 10, ..QueryLimits::default() }).await.unwrap();
    assert_eq!((cut.rows.len(), cut.truncated), (10, true));
    assert!(
        tokio::time::timeout(
            Duration::from_millis(100),
            shop.query("SELECT count(*) FROM big a, big b, big c WHERE (a.n + b.n + c.n) % 7 = 3", &QueryLimits::default())
        )
        .await
        .is_err()
    );
    assert_eq!(query_rows(&shop, "SELECT max(n) FROM big").await, [[json!(199_999)]]);
}

#[tokio::test]
async fn a_profile_says_what_the_values_are_like() {
    let folder = Folder::new();
    let mut text = String::from("n,word,day,token,none\n");
    for n in 0..10_000 {
        text.push_str(&format!(
            "{},{},2024-01-{:02},secret{n},\n",
            if n % 10 == 9 { String::new() } else { n.to_string() },
            ["x", "y", "x"][n % 3],
            n % 28 + 1
        ));
    }
    let shop = files(vec![table(folder.file("t.csv", text.as_bytes()))]);
    let profile = shop.profile("t").await.unwrap();
    assert_eq!((profile.rows, profile.columns.len()), (10_000, 5));
    let [n, word, day, token, none] = <[_; 5]>::try_from(profile.columns).unwrap();
    assert_eq!((n.count, n.nulls, n.min, n.max), (9_000, 1_000, Some(json!(0)), Some(json!(9_998))));
    assert!(
        (n.mean.unwrap() - 4_998.5).abs() < 2.0 && (n.std.unwrap() - 2_886.0).abs() < 3.0 && n.distinct.abs_diff(9_000) < 400
    );
    assert!(n.quantiles[2].as_i64().unwrap().abs_diff(5_000) < 200, "{:?}", n.quantiles);
    assert_eq!((word.distinct, &word.top[0].value, word.top[0].count, word.mean), (2, &json!("x"), 6_667, Some(1.0)));
    assert_eq!((day.distinct, day.min, day.quantiles[2].as_str().map(str::len)), (28, Some(json!("2024-01-01")), Some(10)));
    assert!(
        token.min.is_none() && token.top.is_empty() && token.distinct > 9_000,
        "what looks like a secret is counted and not shown"
    );
    assert_eq!((none.count, none.nulls, none.distinct), (0, 10_000, 0));
}
