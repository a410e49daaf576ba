use crate::{
    files::{self, Prepared},
    settings::FileTable,
    sqlite::Sqlite,
};
use domain::tools::warehouse::{GivenRows, QueryLimits, TenantFilter, Warehouse as _, WarehouseFault};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;

/// What a process is to do; its answer is what the call gives, as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    Sqlite {
        path: PathBuf,
        /// The file is a copy that was made to be read.
        is_copy: bool,
        filter: Option<TenantFilter>,
        call: SqliteCall,
    },
    Files(FilesQuery),
    /// Makes tables of files ready in this folder.
    Prepare {
        tables: Vec<FileTable>,
        folder: PathBuf,
    },
    Profile {
        name: String,
        table: Prepared,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum SqliteCall {
    Test,
    Tables,
    Query { sql: String, limits: QueryLimits },
}

/// A query that has passed the guard, over tables that are ready as Parquet and rows that it brings along.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct FilesQuery {
    pub(crate) tables: Vec<(String, Vec<PathBuf>)>,
    pub(crate) rows: Vec<GivenRows>,
    pub(crate) sql: String,
    pub(crate) limits: QueryLimits,
}

impl Job {
    /// Bytes of memory that the whole process may have.
    pub(super) const fn memory(&self) -> u64 {
        match self {
            // Some files have to be read as a whole, and are written while they are.
            Self::Prepare { .. } => 2 << 30,
            _ => 1 << 30,
        }
    }

    /// May take minutes: nobody's query waits for it.
    pub(super) const fn is_long(&self) -> bool {
        matches!(self, Self::Prepare { .. } | Self::Profile { .. })
    }

    pub(super) const fn subject(&self) -> &'static str {
        match self {
            Self::Prepare { .. } => "the file",
            Self::Profile { .. } => "the profile",
            Self::Files(_) | Self::Sqlite { .. } => "the query",
        }
    }

    pub(super) async fn work(self) -> Result<Value, WarehouseFault> {
        match self {
            Self::Files(query) => files::run(query).await.and_then(to_json),
            Self::Prepare { tables, folder } => to_json(files::make(tables, &folder).await),
            Self::Profile { name, table } => files::profiled(name, table).await.and_then(to_json),
            Self::Sqlite { path, is_copy, filter, call } => {
                let database = Sqlite { path, filter, is_copy };
                match call {
                    SqliteCall::Test => database.test().await.and_then(to_json),
                    SqliteCall::Tables => database.tables().await.and_then(to_json),
                    SqliteCall::Query { sql, limits } => database.query(&sql, &limits).await.and_then(to_json),
                }
            }
        }
    }
}

fn to_json<T: Serialize>(answer: T) -> Result<Value, WarehouseFault> {
    serde_json::to_value(answer).map_err(|error| WarehouseFault::Invalid(error.to_string()))
}
