use super::{Job, SqliteCall, Whose, done};
use async_trait::async_trait;
use domain::tools::{
    catalog::Table,
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use serde::de::DeserializeOwned;
use std::{path::PathBuf, time::Duration};

/// A SQLite file that is read by a process of its own. Not even its catalog is harmless: views are whatever somebody wrote.
pub(crate) struct SqliteApart {
    pub(crate) path: PathBuf,
    pub(crate) filter: Option<TenantFilter>,
    pub(crate) whose: Whose,
}

impl SqliteApart {
    async fn call<T: DeserializeOwned>(&self, call: SqliteCall, time: Duration) -> Result<T, WarehouseFault> {
        Ok(done(&Job::Sqlite { path: self.path.clone(), filter: self.filter.clone(), call }, self.whose, time).await?)
    }
}

#[async_trait]
impl Warehouse for SqliteApart {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        self.call(SqliteCall::Test, Duration::from_secs(10)).await
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        self.call(SqliteCall::Tables, Duration::from_secs(60)).await
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        // What is no pure query is refused before a process is started for it.
        crate::guard::pure(sql, Dialect::Sqlite, None)?;
        self.call(SqliteCall::Query { sql: sql.to_owned(), limits: limits.clone() }, limits.time).await
    }
}
