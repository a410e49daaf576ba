//! The catalog in one line per table: what there is, before anything is looked up (seed 002, Schema Discovery).

use super::line;
use crate::tools::catalog::Table;

/// Columns that a line names.
const HINTS: usize = 5;

/// Each table with its size, what tells it from others, and what it is joined with. What a line leaves out, `lookup_schema` tells.
#[must_use]
pub fn level_0(tables: &[Table]) -> String {
    let mut text = String::new();
    for table in tables {
        let rows = table.row_count.map(|rows| format!(", {rows} rows")).unwrap_or_default();
        let hints: Vec<&str> = table
            .columns
            .iter()
            .filter(|column| !column.primary_key && column.foreign_key.is_none())
            .map(|column| column.name.as_str())
            .take(HINTS)
            .collect();
        let hints = if hints.is_empty() { String::new() } else { format!(": {}", hints.join(", ")) };
        let mut joins: Vec<&str> =
            table.columns.iter().filter_map(|column| Some(column.foreign_key.as_ref()?.table.as_str())).collect();
        joins.dedup();
        let joins = if joins.is_empty() { String::new() } else { format!(" -> {}", joins.join(", ")) };
        line(&mut text, &format!("{}.{} ({} columns{rows}){hints}{joins}", table.database, table.name, table.columns.len()));
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{
        catalog::{Column, ForeignKey},
        prompt::{Holdings, Source, build, tokens},
    };

    fn orders(number: usize) -> Table {
        let plain = |name: &str| Column { name: name.into(), data_type: "VARCHAR(200)".into(), ..Column::default() };
        let key = ForeignKey { table: "customers".into(), column: "id".into(), declared: true };
        let mut columns =
            vec![Column { primary_key: true, ..plain("id") }, Column { foreign_key: Some(key), ..plain("customer_id") }];
        columns.extend(["total", "status", "country", "shipped_at", "created_at", "note", "channel", "currency"].map(plain));
        Table { database: "shop".into(), name: format!("orders_{number}"), columns, row_count: Some(120), ..Table::default() }
    }

    #[test]
    fn a_table_is_a_line_and_a_thousand_are_a_third_of_their_schemas() {
        assert_eq!(
            level_0(&[orders(1)]),
            "shop.orders_1 (10 columns, 120 rows): total, status, country, shipped_at, created_at -> customers"
        );
        let tables: Vec<Table> = (0..1_000).map(orders).collect();
        let listed = tokens(&level_0(&tables));
        let databases = [Source { name: "shop".into(), kind: "sql".into(), description: String::new() }];
        let holdings = Holdings { databases: &databases, tables: &tables, ..Holdings::default() };
        let whole = build("claude-2", &holdings).tokens;
        assert!(listed < 40_000 && listed * 3 < whole, "{listed} of {whole} tokens");
    }
}
