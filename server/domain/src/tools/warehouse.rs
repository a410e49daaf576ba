//! What a database must be able to do for a project: say whether it can be reached, show its tables, answer a read-only query.

use super::catalog::{Column, Table, TableProfile};
use async_trait::async_trait;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use thiserror::Error;

/// The SQL that a database speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Files (DataFusion).
    Files,
    Sqlite,
    Postgres,
    Redshift,
    Mysql,
    Bigquery,
    Snowflake,
    Clickhouse,
    Trino,
    Databricks,
}

impl Dialect {
    /// A name in its quotes, whatever is in it.
    pub(in crate::tools) fn quote(self, name: &str) -> String {
        match self {
            Self::Mysql | Self::Bigquery | Self::Databricks => format!("`{}`", name.replace('`', "``")),
            _ => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }

    /// A table with its database, as a query names it.
    pub(in crate::tools) fn name(self, database: &str, table: &str) -> String {
        let parts: Vec<&str> = if matches!(self, Self::Files | Self::Sqlite) { vec![table] } else { table.split('.').collect() };
        std::iter::once(database).chain(parts).map(|part| self.quote(part)).collect::<Vec<_>>().join(".")
    }

    /// A day, to be compared with a column of days or of texts.
    pub(in crate::tools) fn day(self, date: Date, typed: bool) -> String {
        if typed && self == Self::Trino { format!("DATE '{date}'") } else { format!("'{date}'") }
    }

    /// Whether what is missing comes before the highest value in descending order.
    pub(in crate::tools) const fn puts_null_high(self) -> bool {
        matches!(self, Self::Files | Self::Postgres | Self::Redshift | Self::Snowflake)
    }

    /// Where the month or the year of a moment begins.
    pub(in crate::tools) fn start(self, moment: &str, unit: &str) -> String {
        match self {
            Self::Sqlite => format!("date({moment}, 'start of {unit}')"),
            Self::Bigquery => format!("DATE_TRUNC({moment}, {})", unit.to_uppercase()),
            Self::Mysql => format!("DATE_FORMAT({moment}, '{}')", if unit == "year" { "%Y-01-01" } else { "%Y-%m-01" }),
            _ => format!("DATE_TRUNC('{unit}', {moment})"),
        }
    }

    /// So many days, months or years before a moment.
    pub(in crate::tools) fn back(self, moment: &str, many: u16, unit: &str) -> String {
        let large = unit.to_uppercase();
        match self {
            Self::Sqlite => format!("date({moment}, '-{many} {unit}s')"),
            Self::Bigquery => format!("DATE_SUB({moment}, INTERVAL {many} {large})"),
            Self::Mysql | Self::Clickhouse => format!("{moment} - INTERVAL {many} {large}"),
            Self::Trino | Self::Databricks => format!("{moment} - INTERVAL '{many}' {large}"),
            _ => format!("{moment} - INTERVAL '{many} {unit}'"),
        }
    }
}

/// A text in SQL, whatever is in it.
pub(super) fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// One connected database. Everything it runs has passed the guard of its dialect inside [`Warehouse::query`] itself, so that no
/// caller can forget it. A call that is dropped stops its work in the database too.
#[async_trait]
pub trait Warehouse: Send + Sync {
    fn dialect(&self) -> Dialect;

    /// Reaches it once. What is wrong is said in one sentence that a person can act on.
    async fn test(&self) -> Result<(), WarehouseFault>;

    /// All tables with columns, keys, counts and a few sample values; system tables left out. Sorted by name.
    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault>;

    /// One read-only query.
    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault>;

    /// The same over tables that the query brings along, beside those of the database. Only files offer it: another database would have
    /// to be sent the rows.
    async fn query_with(&self, sql: &str, tables: Vec<GivenRows>, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        if tables.is_empty() {
            return self.query(sql, limits).await;
        }
        Err(WarehouseFault::Unusable("only files are read beside rows that a query brings along".to_owned()))
    }

    /// What the values of a table are like, from one pass over it. Only files offer it: a server would have to read everything.
    async fn profile(&self, table: &str) -> Result<TableProfile, WarehouseFault> {
        Err(WarehouseFault::Unusable(format!("only tables of files are profiled, and {table} is none")))
    }
}

/// A table that a query brings along: what came of another query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivenRows {
    /// As the query names it. It stands before a table of the database that has the same name.
    pub name: String,
    pub columns: Vec<String>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<Value>>,
}

/// What a query may cost at most. Where it would be more, rows are cut (and said to be), time and memory end it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueryLimits {
    pub rows: usize,
    /// Of the answer, as JSON.
    pub bytes: usize,
    pub time: Duration,
    /// Every table that has this column is read through this condition (a project's tenant filter).
    pub filter: Option<TenantFilter>,
}

impl Default for QueryLimits {
    fn default() -> Self {
        Self { rows: 1_000, bytes: 4_000_000, time: Duration::from_secs(30), filter: None }
    }
}

/// `column = value` for every table that has the column (seed 002, filter rules).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TenantFilter {
    pub column: String,
    /// A text or a number.
    pub value: Value,
}

impl TenantFilter {
    /// The column of a table that it is for: of that name, else of that name in other capitals.
    #[must_use]
    pub fn column_of<'table>(&self, columns: &'table [Column]) -> Option<&'table Column> {
        let wanted = self.column.to_lowercase();
        let same = || columns.iter().find(|column| column.name == self.column);
        same().or_else(|| columns.iter().find(|column| column.name.to_lowercase() == wanted))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    pub columns: Vec<String>,
    /// Each as long as `columns`. Days and times as ISO 8601, bytes as hexadecimal, decimals that a double cannot hold as text.
    pub rows: Vec<Vec<Value>>,
    pub elapsed_ms: u64,
    /// There were more rows, or more bytes, than the limits let through.
    pub truncated: bool,
    /// Of the rows as JSON, about.
    #[serde(default)]
    pub bytes: u64,
    /// What the database says that it charges for, where it does.
    #[serde(default)]
    pub billed_bytes: Option<u64>,
}

#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarehouseFault {
    /// The guard said no, before anything reached the database. Says which rule and, where it can, where.
    #[error("{0}")]
    Refused(String),
    /// The database says that the query is wrong.
    #[error("{0}")]
    Invalid(String),
    /// Time, memory or another limit ended it.
    #[error("{0}")]
    Limit(String),
    /// Too much is being worked on; later there is room.
    #[error("{0}")]
    Busy(String),
    /// It cannot be reached, or refuses the login; says what to look at.
    #[error("{0}")]
    Unreachable(String),
    /// The settings of the connection, or the file, cannot be used.
    #[error("{0}")]
    Unusable(String),
}

impl WarehouseFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Limit(_) | Self::Busy(_))
    }
}
