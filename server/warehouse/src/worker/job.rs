use crate::{files, sqlite::Sqlite};
use domain::tools::warehouse::{QueryLimits, TenantFilter, Warehouse as _, WarehouseFault};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;

/// What a process is to do; its answer is what the call gives, as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    Sqlite { path: PathBuf, filter: Option<TenantFilter>, call: SqliteCall },
    Files(FilesQuery),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum SqliteCall {
    Test,
    Tables,
    Query { sql: String, limits: QueryLimits },
}

/// A query that has passed the guard, over tables that are ready as Parquet.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FilesQuery {
    pub(crate) tables: Vec<(String, Vec<PathBuf>)>,
    pub(crate) sql: String,
    pub(crate) limits: QueryLimits,
}

impl Job {
    pub(super) async fn work(self) -> Result<Value, WarehouseFault> {
        match self {
            Self::Files(query) => files::run(query).await.and_then(written),
            Self::Sqlite { path, filter, call } => {
                let database = Sqlite { path, filter };
                match call {
                    SqliteCall::Test => database.test().await.and_then(written),
                    SqliteCall::Tables => database.tables().await.and_then(written),
                    SqliteCall::Query { sql, limits } => database.query(&sql, &limits).await.and_then(written),
                }
            }
        }
    }
}

fn written<T: Serialize>(answer: T) -> Result<Value, WarehouseFault> {
    serde_json::to_value(answer).map_err(|error| WarehouseFault::Invalid(error.to_string()))
}
