//! All that is known, for a model that cannot ask.

use super::{Holdings, Source, line};
use crate::tools::catalog::{Operation, Table};

pub(super) fn all(holdings: &Holdings<'_>) -> String {
    let mut text = String::new();
    for database in holdings.databases {
        line(&mut text, &format!("\n## Database {}", named(database)));
        holdings
            .tables
            .iter()
            .filter(|table| table.database == database.name)
            .for_each(|found| table(&mut text, found, &format!("{}.{}", database.name, found.name)));
    }
    for api in holdings.apis {
        line(&mut text, &format!("\n## API {}", named(api)));
        holdings.operations.iter().filter(|operation| operation.api == api.name).for_each(|found| operation(&mut text, found));
    }
    for document in holdings.documents {
        line(&mut text, &format!("\n## Document {}\n{}", document.name, document.content()));
    }
    for skill in holdings.skills {
        line(&mut text, &format!("\n## Skill {}: {}\n{}", skill.name, skill.description, skill.content));
        for (target, content) in &skill.references {
            line(&mut text, &format!("\n### {target}\n{content}"));
        }
    }
    text
}

fn named(source: &Source) -> String {
    format!("{} ({}): {}", source.name, source.kind, source.description)
}

pub(super) fn table(text: &mut String, table: &Table, name: &str) {
    let rows = table.row_count.map(|rows| format!(", {rows} rows")).unwrap_or_default();
    line(text, &format!("\n### {name}{rows}: {}", table.description.as_deref().unwrap_or_default()));
    for column in &table.columns {
        let mut words = format!("- {} {}", column.name, column.data_type);
        if column.primary_key {
            words.push_str(" primary key");
        } else if !column.nullable {
            words.push_str(" not null");
        }
        if let Some(key) = &column.foreign_key {
            words.push_str(&format!(" -> {}.{}", key.table, key.column));
        }
        if let Some(description) = &column.description {
            words.push_str(&format!(": {description}"));
        }
        if !column.samples.is_empty() {
            let samples: Vec<String> = column.samples.iter().take(3).map(ToString::to_string).collect();
            words.push_str(&format!(" (e.g. {})", samples.join(", ")));
        }
        line(text, &words);
    }
}

fn operation(text: &mut String, operation: &Operation) {
    let way = match (&operation.method, &operation.path) {
        (Some(method), Some(path)) => format!(" {method} {path}"),
        _ => String::new(),
    };
    let about = if operation.summary.is_empty() { &operation.description } else { &operation.summary };
    line(text, &format!("\n### {}.{}{way}: {about}", operation.api, operation.name));
    for parameter in &operation.parameters {
        let required = if parameter.required { ", required" } else { "" };
        line(
            text,
            &format!("- {} ({}, {}{required}): {}", parameter.name, parameter.place, parameter.data_type, parameter.description),
        );
    }
    for (label, schema) in [("Body", &operation.request_schema), ("Answer", &operation.response_schema)] {
        if let Some(schema) = schema {
            line(text, &format!("{label}: {schema}"));
        }
    }
}
