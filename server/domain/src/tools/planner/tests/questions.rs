//! Questions of a directory of databases, planned and written down for a measure outside of this crate.

use super::super::{Place, plan};
use crate::tools::{
    catalog::{Column, ForeignKey, Table},
    warehouse::Dialect,
};
use serde_json::{Value, json};
use std::{env, fs, path::Path};

/// Reads `PLANNER_QUESTIONS/<name>/{schema,questions}.json` and writes a line for each question to `PLANNER_ANSWERS`.
#[test]
#[ignore = "it needs a directory of questions"]
fn questions_of_a_directory_are_planned() {
    let root = env::var("PLANNER_QUESTIONS").expect("PLANNER_QUESTIONS");
    let root = Path::new(&root);
    let set = root.file_name().expect("a directory").to_string_lossy().into_owned();
    let mut lines = String::new();
    let mut names: Vec<_> = fs::read_dir(root).expect("readable").map(|entry| entry.expect("readable").path()).collect();
    names.sort();
    for directory in names {
        let read = |file: &str| -> Option<Value> { serde_json::from_str(&fs::read_to_string(directory.join(file)).ok()?).ok() };
        let (Some(schema), Some(questions)) = (read("schema.json"), read("questions.json")) else { continue };
        let tables: Vec<Table> = schema["tables"].as_array().expect("tables").iter().map(table).collect();
        let places: Vec<Place<'_>> =
            tables.iter().map(|table| Place { database: "main", table, dialect: Dialect::Sqlite }).collect();
        let name = directory.file_name().expect("a name").to_string_lossy().into_owned();
        for question in questions.as_array().expect("questions") {
            let text = question["question"].as_str().expect("a question");
            let planned = plan(text, None, &places);

            let why = planned.as_ref().err().map(|why| format!("{why:?}"));
            let (sql, reading) = planned.map_or((None, None), |plan| (Some(plan.sql), Some(plan.reading)));
            let line = json!({"set": set, "name": name, "question": text, "sql": sql, "reading": reading, "why": why});
            lines.push_str(&format!("{line}\n"));
        }
    }
    fs::write(env::var("PLANNER_ANSWERS").expect("PLANNER_ANSWERS"), lines).expect("written");
}

fn table(of: &Value) -> Table {
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let keys = texts(&of["primary_key"]);
    let columns = of["columns"].as_array().expect("columns").iter().map(|column| {
        let name = column["name"].as_str().expect("a name").to_owned();
        let leads = of["foreign_keys"].as_array().into_iter().flatten().find(|key| key["column"] == column["name"]);
        let foreign_key = leads.map(|key| ForeignKey {
            table: key["table"].as_str().expect("a table").to_owned(),
            column: key["references"].as_str().expect("a column").to_owned(),
            declared: true,
        });
        Column {
            primary_key: keys.contains(&name),
            data_type: column["type"].as_str().expect("a type").to_owned(),
            samples: [&column["samples"], &of["samples"][&name]]
                .into_iter()
                .find_map(Value::as_array)
                .cloned()
                .unwrap_or_default(),
            description: column["description"].as_str().map(str::to_owned),
            foreign_key,
            name,
            ..Column::default()
        }
    });
    Table { name: of["name"].as_str().expect("a name").to_owned(), columns: columns.collect(), ..Table::default() }
}
