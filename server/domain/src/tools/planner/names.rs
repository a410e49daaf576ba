//! Names of tables and columns, in words and as SQL writes them.

use super::lexicon::LEXICON;
use crate::tools::{
    catalog::Table,
    search::words::{split, stem},
    warehouse::Dialect,
};

/// The stems of a name's words; what only says that it is a table is left out.
pub(super) fn stems(name: &str) -> Vec<String> {
    let words = split(name.rsplit('.').next().unwrap_or(name));
    words.iter().filter(|word| !LEXICON.prefixes.contains(*word)).map(|word| stem(word)).collect()
}

/// A name as the dialect writes it.
pub(super) fn quoted(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::Mysql | Dialect::Bigquery | Dialect::Databricks => format!("`{}`", name.replace('`', "``")),
        _ => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// A table with its database.
pub(super) fn named(dialect: Dialect, database: &str, table: &Table) -> String {
    let parts: Vec<&str> = match dialect {
        Dialect::Files | Dialect::Sqlite => vec![&table.name],
        _ => table.name.split('.').collect(),
    };
    let parts = std::iter::once(database).chain(parts);
    parts.map(|part| quoted(dialect, part)).collect::<Vec<_>>().join(".")
}

pub(super) fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}
