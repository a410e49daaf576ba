//! How tables hang together.

use super::{Held, find_database, find_table};
use crate::{Refusal, tools::catalog::Table};
use serde_json::{Value, json};

/// Keys from the table, and keys of other tables that lead to it.
///
/// # Errors
/// The database or the table is unknown.
pub fn get_table_relationships(held: &[Held], database: &str, table: &str) -> Result<Value, Refusal> {
    let one = find_database(held, database)?;
    let table = find_table(one, table)?;
    let from: Vec<Value> = keys(table)
        .map(|(column, to, to_column, declared)| {
            json!({
                "column": column, "references_table": to, "references_column": to_column, "declared": declared,
            })
        })
        .collect();
    let mut to = Vec::new();
    for other in &one.found.tables {
        for (column, target, target_column, declared) in keys(other) {
            if target.eq_ignore_ascii_case(&table.name) {
                to.push(json!({
                    "table": other.name, "column": column, "referenced_column": target_column, "declared": declared,
                }));
            }
        }
    }
    Ok(json!({"database": one.source.name, "table": table.name, "references": from, "referenced_by": to}))
}

fn keys(table: &Table) -> impl Iterator<Item = (&str, &str, &str, bool)> {
    table.columns.iter().filter_map(|column| {
        let key = column.foreign_key.as_ref()?;
        Some((column.name.as_str(), key.table.as_str(), key.column.as_str(), key.declared))
    })
}
