//! The seed's four scenarios (seed 004, Token Savings Estimate), made anew from plain parts, so that both sizes can be counted.

use super::{Holdings, Source, build, tokens};
use crate::tools::catalog::{Column, Document, DocumentKind, ForeignKey, Operation, OperationKind, Parameter, Section, Table};
use serde_json::{Value, json};

/// One line of the seed's table.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    pub name: &'static str,
    /// Tokens with everything embedded.
    pub embedded: usize,
    /// Tokens of the short prompt.
    pub prompt: usize,
    /// Tokens of what a question's tool calls bring in.
    pub discovered: usize,
    /// What there is, before anything is looked up: the names of sources, and each table in a line.
    pub level_0: String,
}

impl Scenario {
    /// How much less, as a share.
    #[must_use]
    pub fn saving(&self) -> f64 {
        1.0 - (self.prompt + self.discovered) as f64 / self.embedded.max(1) as f64
    }
}

/// Both sizes for each of the scenarios.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    let (databases, tables) = databases(5, 10);
    let (apis, operations) = apis(10, 10);
    let documents: Vec<Document> = (0..20).map(document).collect();
    let (more_databases, more_tables) = self::databases(8, 12);
    let all = Holdings {
        databases: &more_databases,
        tables: &more_tables,
        apis: &apis,
        operations: &operations,
        documents: &documents,
        skills: &[],
        preloaded: &[],
    };
    let of_tables = || answers(&tables[..3], &[], &[]);
    let of_operations = || answers(&[], &operations[..2], &[]);
    let of_documents = || answers(&[], &[], &documents[..2]);
    vec![
        scenario(
            "5 databases, 50 tables",
            &Holdings { databases: &databases, tables: &tables, ..Holdings::default() },
            &of_tables(),
        ),
        scenario(
            "10 APIs, 100 operations",
            &Holdings { apis: &apis, operations: &operations, ..Holdings::default() },
            &of_operations(),
        ),
        scenario("20 documents", &Holdings { documents: &documents, ..Holdings::default() }, &of_documents()),
        scenario("all of it, and more", &all, &answers(&more_tables[..3], &operations[..2], &documents[..2])),
    ]
}

fn scenario(name: &'static str, holdings: &Holdings<'_>, answers: &[Value]) -> Scenario {
    Scenario {
        name,
        embedded: build("claude-2", holdings).tokens,
        prompt: build("claude-sonnet-4-20250514", holdings).tokens,
        level_0: [super::listing(holdings), super::level_0(holdings.tables)].join("\n").trim_end().to_owned(),
        discovered: answers.iter().map(|answer| tokens(&answer.to_string())).sum(),
    }
}

/// What the tools answer on the way to one question: what was found, and the details of it.
fn answers(tables: &[Table], operations: &[Operation], documents: &[Document]) -> Vec<Value> {
    let column = |column: &Column| {
        let mut shown = json!({ "name": column.name, "type": column.data_type, "nullable": column.nullable });
        if column.primary_key {
            shown["primary_key"] = true.into();
        }
        if let Some(key) = &column.foreign_key {
            shown["foreign_key"] = format!("{}.{}", key.table, key.column).into();
        }
        if let Some(description) = &column.description {
            shown["description"] = description.as_str().into();
        }
        shown
    };
    let schema = |table: &Table| {
        let columns: Vec<Value> = table.columns.iter().map(column).collect();
        let sampled = table.columns.iter().filter(|column| !column.samples.is_empty());
        let samples: serde_json::Map<String, Value> =
            sampled.map(|column| (column.name.clone(), Value::from(column.samples.clone()))).collect();
        json!({
            "database": table.database, "table": table.name, "columns": columns, "row_count": table.row_count,
            "sample_values": samples,
        })
    };
    let mut answers = Vec::new();
    if !tables.is_empty() {
        let found = |table: &Table| json!({ "database": table.database, "table": table.name, "relevance": 0.9, "description": table.description });
        answers.push(tables.iter().map(found).collect());
        // Two of what was found are looked at.
        answers.extend(tables.iter().take(2).map(schema));
    }
    if !operations.is_empty() {
        let found = |operation: &Operation| json!({ "api": operation.api, "operation": operation.name, "relevance": 0.9, "description": operation.summary });
        answers.push(operations.iter().map(found).collect());
        answers.extend(operations.iter().take(1).map(|operation| json!(operation)));
    }
    for document in documents {
        let section = &document.sections[1];
        let excerpt: String = section.text.chars().take(320).collect();
        answers.push(json!({ "document": document.name, "excerpt": excerpt, "relevance": 0.9, "section": section.heading }));
    }
    answers
}

const THINGS: &[&str] = &[
    "customer", "invoice", "product", "shipment", "payment", "supplier", "employee", "contract", "warehouse", "campaign",
    "ticket", "return",
];
const ATTRIBUTES: &[(&str, &str)] = &[
    ("name", "VARCHAR(200)"),
    ("status", "VARCHAR(20)"),
    ("amount", "DECIMAL(12,2)"),
    ("created_at", "TIMESTAMP"),
    ("region", "VARCHAR(40)"),
    ("category", "VARCHAR(40)"),
    ("quantity", "INTEGER"),
    ("note", "TEXT"),
];

fn databases(count: usize, tables_each: usize) -> (Vec<Source>, Vec<Table>) {
    let mut sources = Vec::new();
    let mut tables = Vec::new();
    for number in 0..count {
        let name = format!("region_{}", number + 1);
        tables.extend((0..tables_each).map(|place| table(&name, place)));
        sources.push(Source { name, kind: "sql".into(), description: "Sales and logistics of one region".into() });
    }
    (sources, tables)
}

fn table(database: &str, place: usize) -> Table {
    let thing = THINGS[place % THINGS.len()];
    let next = THINGS[(place + 1) % THINGS.len()];
    let column =
        |name: String, data_type: &str| Column { name, data_type: data_type.into(), nullable: true, ..Column::default() };
    let mut columns = vec![Column { primary_key: true, nullable: false, ..column(format!("{thing}_id"), "INTEGER") }];
    columns.push(Column {
        foreign_key: Some(ForeignKey { table: format!("{next}s"), column: format!("{next}_id"), declared: true }),
        ..column(format!("{next}_id"), "INTEGER")
    });
    columns.extend(ATTRIBUTES.iter().map(|(name, data_type)| Column {
        description: Some(format!("The {} of the {thing}", name.replace('_', " "))),
        samples: if data_type.starts_with("VARCHAR") { samples(name) } else { Vec::new() },
        ..column((*name).into(), data_type)
    }));
    Table {
        database: database.into(),
        name: format!("{thing}s"),
        description: Some(format!("One row for each {thing}, with its {next}")),
        columns,
        row_count: Some(12_000),
        estimated: false,
        view: false,
        sample_rows: Vec::new(),
        conversions: Vec::new(),
    }
}

fn samples(column: &str) -> Vec<Value> {
    ["first", "second", "another"].iter().map(|value| format!("{value} {column}").into()).collect()
}

fn apis(count: usize, operations_each: usize) -> (Vec<Source>, Vec<Operation>) {
    let mut sources = Vec::new();
    let mut operations = Vec::new();
    for number in 0..count {
        let name = format!("service_{}", number + 1);
        operations.extend((0..operations_each).map(|place| operation(&name, place)));
        sources.push(Source { name, kind: "openapi".into(), description: "Orders and stock of one partner".into() });
    }
    (sources, operations)
}

fn operation(api: &str, place: usize) -> Operation {
    let thing = THINGS[place % THINGS.len()];
    let (method, verb) = [("GET", "list"), ("POST", "create"), ("PUT", "update"), ("DELETE", "remove")][place % 4];
    let parameter = |name: &str, place: &str, data_type: &str| Parameter {
        name: name.into(),
        place: place.into(),
        data_type: data_type.into(),
        required: place == "path",
        description: format!("The {name} to {verb} by"),
        values: Vec::new(),
    };
    let properties: serde_json::Map<String, Value> = ATTRIBUTES
        .iter()
        .map(|(name, _)| ((*name).to_owned(), json!({ "type": "string", "description": format!("The {name} of the {thing}") })))
        .collect();
    Operation {
        api: api.into(),
        name: format!("{verb}{thing}"),
        kind: if method == "GET" { OperationKind::Query } else { OperationKind::Mutation },
        method: Some(method.into()),
        path: Some(format!("/{thing}s/{{id}}")),
        summary: format!("{verb} one {thing} or several of them"),
        description: String::new(),
        tags: Vec::new(),
        parameters: vec![
            parameter("id", "path", "integer"),
            parameter("limit", "query", "integer"),
            parameter("fields", "query", "string"),
        ],
        request_schema: None,
        response_schema: Some(json!({ "type": "object", "properties": properties })),
        deprecated: false,
    }
}

fn document(number: usize) -> Document {
    let thing = THINGS[number % THINGS.len()];
    let rule = format!(
        "A {thing} counts as large when its amount is more than 100,000 in one year. Every large {thing} is looked at by two people \
         before it is closed, and what they decide is written down with the reason. "
    );
    let sections = ["Purpose", "Definitions", "Thresholds", "Exceptions", "Who decides"];
    let section =
        |heading: &&str| Section { heading: (*heading).into(), level: 2, text: format!("## {heading}\n\n{}\n", rule.repeat(4)) };
    Document {
        name: format!("{thing}_rules_{number}"),
        kind: DocumentKind::File,
        format: "markdown".into(),
        title: None,
        description: Some(format!("Rules for every {thing}")),
        tags: Vec::new(),
        sections: sections.iter().map(section).collect(),
        last_updated: None,
        origin: None,
    }
}
