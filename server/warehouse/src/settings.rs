//! How a source is reached. Nothing here is shown to anybody: passwords are secrets, and `Debug` does not print them.

use domain::tools::warehouse::Dialect;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, path::PathBuf};

/// One source by its type.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ConnectionSettings {
    Files(FilesSettings),
    Sqlite(SqliteSettings),
    Postgres(ServerSettings),
    Redshift(ServerSettings),
    Mysql(ServerSettings),
    Bigquery(BigquerySettings),
    Snowflake(SnowflakeSettings),
    Clickhouse(HttpSettings),
    Trino(HttpSettings),
    Databricks(DatabricksSettings),
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct FilesSettings {
    pub tables: Vec<FileTable>,
}

/// One table: a file, or several of the same format one after the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FileTable {
    /// As queries name it; [`crate::table_name`] makes one of a file's name.
    pub name: String,
    pub files: Vec<TableFile>,
    /// Put together because of their names alone ([`crate::grouped`]): one table where all have the same columns, else each its own.
    #[serde(default)]
    pub if_alike: bool,
    /// By table, also of those that this one may come apart into: columns whose texts stay as they are, whatever they mean.
    #[serde(default)]
    pub as_text: BTreeMap<String, Vec<String>>,
    /// Of a workbook, the sheet that it is; the first one that holds something where none is named.
    #[serde(default)]
    pub sheet: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableFile {
    /// Where the bytes are.
    pub path: PathBuf,
    /// What the file is called by people, e.g. `orders.csv.gz`: its endings say its format. The path's own name where it is empty.
    #[serde(default)]
    pub name: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SqliteSettings {
    pub path: PathBuf,
}

/// A database server that is reached through its own protocol.
#[derive(Clone, Debug, Deserialize)]
pub struct ServerSettings {
    pub host: String,
    /// The usual port of its type where it is none.
    #[serde(default)]
    pub port: Option<u16>,
    pub database: String,
    pub user: String,
    #[serde(default)]
    pub password: SecretString,
    #[serde(default)]
    pub tls: Tls,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tls {
    Off,
    /// Where the server offers it.
    #[default]
    Prefer,
    /// Encrypted or not at all; whoever answers is believed.
    Require,
    /// Encrypted, with a certificate that a public authority vouches for.
    Verify,
}

#[derive(Clone, Debug, Deserialize)]
pub struct BigquerySettings {
    pub project: String,
    /// Datasets whose tables are shown and which a bare table name is looked for in (the first).
    pub datasets: Vec<String>,
    /// An access token.
    pub token: SecretString,
    /// Where its API is; the public one where it is none.
    #[serde(default)]
    pub url: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct SnowflakeSettings {
    /// `<account>` in `https://<account>.snowflakecomputing.com`.
    pub account: String,
    pub database: String,
    pub schema: String,
    pub warehouse: String,
    #[serde(default)]
    pub role: Option<String>,
    /// A programmatic access token or an OAuth token.
    pub token: SecretString,
    #[serde(default)]
    pub url: Option<String>,
}

/// ClickHouse and Trino.
#[derive(Clone, Debug, Deserialize)]
pub struct HttpSettings {
    /// With scheme and port: `https://play.example:8443`.
    pub url: String,
    /// ClickHouse's database, Trino's `catalog.schema`.
    pub database: String,
    pub user: String,
    #[serde(default)]
    pub password: SecretString,
}

#[derive(Clone, Debug, Deserialize)]
pub struct DatabricksSettings {
    /// `https://<workspace>.cloud.databricks.com`
    pub url: String,
    /// The id of the SQL warehouse.
    pub warehouse: String,
    pub catalog: String,
    pub schema: String,
    pub token: SecretString,
}

impl ConnectionSettings {
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        match self {
            Self::Files(_) => Dialect::Files,
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
            Self::Redshift(_) => Dialect::Redshift,
            Self::Mysql(_) => Dialect::Mysql,
            Self::Bigquery(_) => Dialect::Bigquery,
            Self::Snowflake(_) => Dialect::Snowflake,
            Self::Clickhouse(_) => Dialect::Clickhouse,
            Self::Trino(_) => Dialect::Trino,
            Self::Databricks(_) => Dialect::Databricks,
        }
    }
}
