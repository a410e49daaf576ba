//! The seed's shapes, from a catalog of one database, one API, one document and one skill.

use super::*;
use crate::{
    RefusalKind,
    tools::{
        SourceFile, SourceStatus,
        catalog::{
            Column, Document, DocumentKind, ForeignKey, Operation, OperationKind, Parameter, Section, Skill, SkillLink, Table,
        },
        warehouse::TenantFilter,
    },
};
use protocol::{FileId, ProjectId, ProjectSourceId, TenantId, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

fn held(kind: SourceKind, subtype: &str, name: &str, found: Found) -> Held {
    let source = ProjectSource {
        id: ProjectSourceId(Uuid::nil()),
        tenant: TenantId(Uuid::nil()),
        project: ProjectId(Uuid::nil()),
        kind,
        subtype: subtype.into(),
        name: name.into(),
        description: None,
        config: json!({}),
        secrets: vec![],
        status: SourceStatus::Ready,
        error: None,
        summary: json!({}),
        warnings: vec![],
        files: vec![],
        created_by: None,
        created_at: Timestamp(0),
        updated_at: Timestamp(0),
    };
    Held { source, found: Arc::new(found) }
}

pub(in crate::tools) fn of_database(name: &str, tables: Vec<Table>) -> Held {
    held(SourceKind::Database, "sqlite", name, Found { tables, ..Found::default() })
}

fn column(name: &str, key: Option<&str>) -> Column {
    Column {
        name: name.into(),
        data_type: "INTEGER".into(),
        primary_key: name == "AlbumId" && key.is_none(),
        foreign_key: key.map(|table| ForeignKey { table: table.into(), column: name.into(), declared: true }),
        samples: (1..=5).map(Value::from).collect(),
        ..Column::default()
    }
}

fn chinook(name: &str) -> Held {
    let table = |name: &str, columns: Vec<Column>| Table { name: name.into(), columns, row_count: Some(7), ..Table::default() };
    let tables = vec![
        table("albums", vec![column("AlbumId", None)]),
        table("tracks", vec![column("TrackId", None), column("AlbumId", Some("albums"))]),
    ];
    held(SourceKind::Database, "sqlite", name, Found { tables, ..Found::default() })
}

#[test]
fn databases_say_what_they_are() {
    let mut files = held(SourceKind::Database, "files", "logs", Found::default());
    let file = |name: &str| SourceFile { id: FileId(Uuid::nil()), name: name.into(), bytes: 0, sha256: String::new() };
    files.source.files = vec![file("a.CSV"), file("b.csv.gz")];
    let mut mixed = files.clone();
    mixed.source.files.push(file("c.parquet"));
    let listed = list_databases(&[chinook("chinook"), files, mixed]);
    let kinds: Vec<&Value> = listed.as_array().expect("a list").iter().map(|one| &one["type"]).collect();
    assert_eq!(kinds, ["sql", "csv", "files"]);
    assert_eq!(listed[0]["description"], "Tables: albums, tracks");
}

#[test]
fn a_schema_has_keys_and_three_samples() {
    let schema = get_table_schema(&[chinook("chinook")], "Chinook", "TRACKS").expect("a schema");
    let wanted = json!({
        "database": "chinook", "table": "tracks", "description": "Columns: TrackId, AlbumId",
        "columns": [
            {"name": "TrackId", "type": "INTEGER", "nullable": false},
            {"name": "AlbumId", "type": "INTEGER", "nullable": false, "foreign_key": "albums.AlbumId"},
        ],
        "row_count": 7, "sample_values": {"TrackId": [1, 2, 3], "AlbumId": [1, 2, 3]},
    });
    assert_eq!(schema, wanted);
    let relations = get_table_relationships(&[chinook("chinook")], "chinook", "albums").expect("relations");
    assert_eq!(relations["references"], json!([]));
    assert_eq!(relations["referenced_by"][0]["table"], "tracks");
}

#[test]
fn a_table_is_named_with_or_without_its_database() {
    let two = [chinook("a"), chinook("b.c")];
    for (name, of) in [("a.tracks", "a"), ("b.c.tracks", "b.c"), ("B.C.Tracks", "b.c")] {
        assert_eq!(named_table(&two, name).expect("a table").0.source.name, of, "{name}");
    }
    let refusal = named_table(&two, "tracks").expect_err("in both");
    assert_eq!((refusal.kind, refusal.detail.contains("a.tracks, b.c.tracks")), (RefusalKind::Conflict, true), "{refusal}");
    let refusal = named_table(&two, "a.track").expect_err("nowhere");
    assert_eq!((refusal.kind, refusal.detail.contains("a.tracks")), (RefusalKind::Unknown, true), "{refusal}");
    let looked = lookup_schema(&two, &["a.albums", "nothing"], None);
    assert_eq!(looked["tables"].as_array().map(Vec::len), Some(1));
    assert_eq!(looked["not_found"][0]["table"], "nothing");
}

#[test]
fn a_table_says_by_which_of_its_columns_it_is_filtered() {
    let table = |name: &str, columns: &[&str]| Table {
        name: name.into(),
        columns: columns.iter().map(|name| column(name, None)).collect(),
        ..Table::default()
    };
    let tables = vec![
        table("small", &["id", "tenant"]),
        table("big", &["id", "TENANT"]),
        table("both", &["Tenant", "TENANT", "tenant"]),
        table("none", &["id"]),
    ];
    let held = [held(SourceKind::Database, "sqlite", "shop", Found { tables, ..Found::default() })];
    for (given, wanted) in [("TENANT", ["tenant", "TENANT", "TENANT"]), ("tenant", ["tenant", "TENANT", "tenant"])] {
        let filter = TenantFilter { column: given.into(), value: json!("acme") };
        let looked = lookup_schema(&held, &["small", "big", "both", "none"], Some(&filter));
        for (at, column) in wanted.into_iter().enumerate() {
            assert_eq!(looked["tables"][at]["filter"], json!({"column": column, "value": "acme"}), "{given}: {looked}");
        }
        assert_eq!(looked["tables"][3]["filter"], Value::Null, "{looked}");
    }
}

#[test]
fn an_operation_is_found_by_name_or_by_method_and_path() {
    let parameter = Parameter {
        name: "petId".into(),
        place: "path".into(),
        data_type: "integer".into(),
        required: true,
        description: "Pet ID".into(),
        values: vec![],
    };
    let operation = Operation {
        api: "pets".into(),
        name: "getPetById".into(),
        kind: OperationKind::Query,
        method: Some("GET".into()),
        path: Some("/pet/{petId}".into()),
        summary: String::new(),
        description: "Find a pet\nby its ID".into(),
        tags: vec![],
        parameters: vec![parameter],
        request_schema: None,
        response_schema: Some(json!({"type": "object"})),
        deprecated: false,
    };
    let pets = [held(SourceKind::Api, "openapi", "pets", Found { operations: vec![operation], ..Found::default() })];
    let line = json!([{
        "name": "getPetById", "type": "query", "description": "Find a pet", "method": "GET", "path": "/pet/{petId}",
    }]);
    assert_eq!(list_operations(&pets, "Pets"), Ok(line));
    let details = get_operation_details(&pets, "pets", "get /pet/{petId}").expect("details");
    assert_eq!(details["parameters"][0]["required"], true);
    assert!(get_operation_details(&pets, "pets", "getPet").expect_err("none").detail.ends_with("nearest: getPetById"));
}

#[test]
fn a_section_has_what_stands_below_its_heading() {
    let section = |heading: &str, level: u8| Section { heading: heading.into(), level, text: format!("{heading}!") };
    let document = Document {
        name: "rules".into(),
        kind: DocumentKind::Inline,
        format: "markdown".into(),
        title: None,
        description: None,
        tags: vec![],
        sections: vec![section("", 0), section("A", 1), section("B", 2), section("C", 1)],
        last_updated: None,
        origin: None,
    };
    let held = [held(SourceKind::Document, "inline", "rules", Found { documents: vec![document], ..Found::default() })];
    let content = |name: &str| get_document_section(&held, "RULES", name).map(|section| section["content"].clone());
    assert_eq!(content("## a"), Ok(json!("A!\nB!")));
    assert_eq!(content("C"), Ok(json!("C!")));
    assert!(content("D").is_err());
    let whole = get_document(&held, "rules").expect("a document");
    assert_eq!((&whole["content"], &whole["last_updated"]), (&json!("!\nA!\nB!\nC!"), &json!("1970-01-01T00:00:00.000Z")));
}

#[test]
fn a_skill_follows_only_its_own_links() {
    let link = |target: &str, is_url: bool| SkillLink { text: "x".into(), target: target.into(), is_url, line_number: 3 };
    let skill = Skill {
        name: "finance".into(),
        description: "d".into(),
        path: "finance/SKILL.md".into(),
        allowed_tools: vec!["Read".into()],
        content: "c".into(),
        references: [("a.md".to_owned(), "A".to_owned()), ("secret.md".to_owned(), "S".to_owned())].into(),
        links: vec![link("a.md", false), link("https://example.com", true), link("gone.md", false)],
    };
    let held = [held(SourceKind::Skill, "folder", "finance", Found { skills: vec![skill], ..Found::default() })];
    let follow = |target: &str| resolve_skill_link(&held, "finance", target).expect("the skill is there");
    assert_eq!(follow("a.md"), Linked::Here(json!({"skill": "finance", "target": "a.md", "content": "A"})));
    assert_eq!(follow("https://example.com"), Linked::Away { skill: "finance".into(), target: "https://example.com".into() });
    for wrong in ["gone.md", "../etc/passwd", "https://elsewhere.example"] {
        assert!(matches!(follow(wrong), Linked::Here(answer) if answer["error"].is_string()), "{wrong}");
    }
    assert_eq!(list_skill_links(&held, "finance").expect("links")["links"][0]["line_number"], 3);
}
