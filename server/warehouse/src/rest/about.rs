//! What a catalog offers beside columns: how many rows a table has, what it is for, and which keys somebody declared.

use domain::tools::{
    catalog::{ForeignKey, Table},
    warehouse::Rows,
};
use serde_json::Value;
use std::collections::HashMap;

/// A statement about keys, and what its answer calls the schema, table and column, and those that they lead to: none for a statement
/// about primary keys.
pub(super) struct Keys {
    pub(super) sql: String,
    pub(super) own: [&'static str; 3],
    pub(super) other: Option<[&'static str; 3]>,
}

/// Keys as standards have them in `information_schema`; `schema` is the prefix of each of its tables, with its dot.
pub(super) fn standard(schema: &str, only: &str) -> Vec<Keys> {
    let columns = "k.table_schema AS own_schema, k.table_name AS own_table, k.column_name AS own_column";
    let from = format!(
        "FROM {schema}key_column_usage k JOIN {schema}table_constraints c \
         ON c.constraint_name = k.constraint_name AND c.table_schema = k.table_schema AND c.table_name = k.table_name"
    );
    let own = ["own_schema", "own_table", "own_column"];
    let primary = format!("SELECT {columns} {from} WHERE c.constraint_type = 'PRIMARY KEY'{only}");
    let foreign = format!(
        "SELECT {columns}, u.table_schema AS other_schema, u.table_name AS other_table, u.column_name AS other_column {from} \
         JOIN {schema}constraint_column_usage u ON u.constraint_name = c.constraint_name AND u.constraint_schema = c.constraint_schema \
         WHERE c.constraint_type = 'FOREIGN KEY'{only}"
    );
    vec![
        Keys { sql: primary, own, other: None },
        Keys { sql: foreign, own, other: Some(["other_schema", "other_table", "other_column"]) },
    ]
}

/// Formats a table's name: the usual schema is left out.
pub(super) fn format_table_name(usual: &[String], schema: &str, table: String) -> String {
    let left_out = usual.first().is_some_and(|usual| usual.eq_ignore_ascii_case(schema));
    if left_out { table } else { format!("{schema}.{table}") }
}

/// Rows of schema, table, count and description.
pub(super) fn sizes(tables: &mut [Table], usual: &[String], rows: &Rows) {
    let mut told: HashMap<String, (Option<u64>, Option<String>)> = HashMap::new();
    for row in &rows.rows {
        let text = |at: usize| row.get(at).and_then(Value::as_str).map(str::to_owned);
        let (Some(schema), Some(table)) = (text(0), text(1)) else { continue };
        let note = text(3).filter(|note| !note.trim().is_empty());
        told.insert(format_table_name(usual, &schema, table), (row.get(2).and_then(number), note));
    }
    for table in tables {
        if let Some((count, note)) = told.remove(&table.name) {
            table.row_count = count;
            table.description = table.description.take().or(note);
        }
    }
}

/// Of several columns together only what is unmistakable is kept.
pub(super) fn keys(tables: &mut [Table], usual: &[String], of: &Keys, rows: &Rows) {
    let place = |name: &str| rows.columns.iter().position(|column| column.eq_ignore_ascii_case(name));
    let places = |names: [&str; 3]| Some([place(names[0])?, place(names[1])?, place(names[2])?]);
    let Some(own) = places(of.own) else { return };
    let other = of.other.and_then(places);
    let mut leads: HashMap<(String, String), Vec<ForeignKey>> = HashMap::new();
    for row in &rows.rows {
        let named = |places: [usize; 3]| -> Option<(String, String)> {
            let text = |at: usize| row.get(at).and_then(Value::as_str);
            Some((format_table_name(usual, text(places[0])?, text(places[1])?.to_owned()), text(places[2])?.to_owned()))
        };
        let Some((table, column)) = named(own) else { continue };
        if of.other.is_some() {
            let Some((to, key)) = other.and_then(named) else { continue };
            leads.entry((table, column)).or_default().push(ForeignKey { table: to, column: key, declared: true });
        } else if let Some(column) = column_of(tables, &table, &column) {
            column.primary_key = true;
        }
    }
    for ((table, column), mut found) in leads {
        let there = tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>();
        if let ([key], Some(column)) = (found.as_mut_slice(), column_of(tables, &table, &column))
            && there.contains(&key.table)
        {
            column.foreign_key = Some(key.clone());
        }
    }
}

fn column_of<'a>(tables: &'a mut [Table], table: &str, column: &str) -> Option<&'a mut domain::tools::catalog::Column> {
    tables.iter_mut().find(|known| known.name == table)?.columns.iter_mut().find(|known| known.name == column)
}

/// Some write counts as text, Trino as a number with a point.
pub(super) fn number(value: &Value) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of rows, not negative")]
    let whole = |number: f64| (number >= 0.0).then_some(number as u64);
    value.as_u64().or_else(|| whole(value.as_f64()?)).or_else(|| value.as_str()?.parse().ok())
}
