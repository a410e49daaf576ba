//! Tables and their columns, the same for a server's table, a file and a collection.

use crate::tools::conversion::Conversion;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A table as `get_table_schema` shows it (seed 004, Schema Discovery Tools).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The name of the source it is in.
    pub database: String,
    /// As a query names it; with its schema where that is not the database's usual one (`sales.orders`).
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub columns: Vec<Column>,
    /// Counted, or the server's estimate where counting would cost too much; none where neither is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row_count: Option<u64>,
    /// The count is an estimate.
    #[serde(default)]
    pub estimated: bool,
    /// A few rows, each value in its column's place, shortened; nothing where a column looks like a secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sample_rows: Vec<Vec<Value>>,
    /// It shows rows of other tables, or keeps them in its own way (virtual tables).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub view: bool,
    /// What became of columns whose texts mean numbers or days; of files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conversions: Vec<Conversion>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// In the database's own words, e.g. `VARCHAR(200)`.
    #[serde(rename = "type")]
    pub data_type: String,
    pub nullable: bool,
    #[serde(default)]
    pub primary_key: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foreign_key: Option<ForeignKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// A few different values that occur, shortened; never of columns that look like secrets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Value>,
}

/// Where a column's values come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForeignKey {
    pub table: String,
    pub column: String,
    /// The database says so; otherwise it was inferred from names and values.
    pub declared: bool,
}
