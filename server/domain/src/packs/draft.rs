//! The built-in draft: one area of analysis for each table, the fullest first.

use crate::tools::ProjectRow;
use protocol::pack::SurveyedTable;
use serde_json::{Value, json};

/// Areas of a draft; somebody looks at them before they are used.
pub const MOST_AREAS: usize = 12;

/// A pack for a project with these tables.
#[must_use]
pub fn draft(project: &ProjectRow, tables: &[SurveyedTable]) -> Value {
    // What holds much is what the business is about, so the fullest come first.
    let areas: Vec<Value> = tables.iter().take(MOST_AREAS).map(area).collect();
    json!({"name": project.name, "domain": project.domain, "category": project.category, "areas": areas})
}

fn area(table: &SurveyedTable) -> Value {
    let words: String = table.name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }).collect();
    json!({
        "id": words.split_whitespace().collect::<Vec<_>>().join("_").to_lowercase(), "name": words.trim(),
        "description": table.description, "tables": [format!("{}.{}", table.database, table.name)], "keywords": table.columns,
    })
}
