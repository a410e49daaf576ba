use super::{Job, SqliteCall, Whose, done};
use crate::sqlite::Slot;
use async_trait::async_trait;
use domain::tools::{
    catalog::Table,
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use serde::de::DeserializeOwned;
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// A SQLite file that is read by a process of its own. Not even its catalog is harmless: views are whatever somebody wrote.
pub(crate) struct SqliteApart {
    path: PathBuf,
    filter: Option<TenantFilter>,
    whose: Whose,
    slot: Slot,
}

impl SqliteApart {
    pub(crate) fn new(path: &Path, filter: Option<TenantFilter>, whose: Whose) -> Self {
        Self { path: path.to_owned(), filter, whose, slot: Slot::from_path(path) }
    }

    async fn call<T: DeserializeOwned>(&self, call: SqliteCall, time: Duration) -> Result<T, WarehouseFault> {
        let began = Instant::now();
        let slow = || Err(WarehouseFault::Limit("the SQLite file could not be copied in time; try again in a moment".to_owned()));
        // Held until the answer is there.
        let copy = tokio::time::timeout(time, self.slot.copy()).await.unwrap_or_else(|_| slow())?;
        let path = copy.as_ref().map_or(&*self.path, |copy| copy.path()).to_owned();
        let job = Job::Sqlite { path, is_copy: copy.is_some(), filter: self.filter.clone(), call };
        Ok(done(&job, self.whose, time.saturating_sub(began.elapsed())).await?)
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
