//! A SQLite file: opened for reading, and only reading, once for each call.

mod copies;
mod opening;

pub(crate) use copies::Slot;

use crate::{
    describing,
    guard::{self, Tenancy},
    rows::{Gathering, float, hexadecimal},
};
use async_trait::async_trait;
use domain::tools::{
    catalog::{Column, ForeignKey, Table},
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use futures::TryStreamExt as _;
use opening::Way;
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Executor as _, Row as _, SqlSafeStr as _, Statement as _, TypeInfo as _,
    ValueRef as _,
    sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow},
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tempfile::TempDir;

pub(crate) struct Sqlite {
    pub(crate) path: PathBuf,
    pub(crate) filter: Option<TenantFilter>,
    /// The file is a copy that was made to be read.
    pub(crate) is_copy: bool,
}

/// One connection; what it does ends when this is dropped, or when its time is over.
struct Reading {
    connection: SqliteConnection,
    stop: Arc<AtomicBool>,
    /// Goes with it.
    _copy: Option<TempDir>,
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Sqlite {
    async fn reading(&self, time: Duration) -> Result<Reading, WarehouseFault> {
        if !self.path.is_file() {
            return Err(WarehouseFault::Unusable("there is no such SQLite file".to_owned()));
        }
        let way = if self.is_copy { Way::Shared } else { opening::way(&self.path) };
        if way == Way::Copied {
            return self.copied(time).await;
        }
        match opened(&self.path, &way, time).await {
            Ok(reading) => Ok(reading),
            // Where nothing may be written, not even what several programs agree by, a log is of no use in its place.
            Err(WarehouseFault::Unusable(_)) if way == Way::Shared && !self.is_copy && opening::is_logged(&self.path) => {
                self.copied(time).await
            }
            Err(fault) => Err(fault),
        }
    }

    async fn copied(&self, time: Duration) -> Result<Reading, WarehouseFault> {
        let (folder, path) = opening::copied(&self.path)?;
        let mut reading = opened(&path, &Way::Shared, time).await?;
        reading._copy = Some(folder);
        Ok(reading)
    }
}

async fn opened(path: &Path, way: &Way, time: Duration) -> Result<Reading, WarehouseFault> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(*way == Way::Immutable)
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(2))
        .statement_cache_capacity(0)
        .row_buffer_size(64)
        .pragma("query_only", "1")
        .pragma("trusted_schema", "0")
        .pragma("cell_size_check", "1")
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(|error| to_fault(&error))?;
    let (stop, deadline) = (Arc::new(AtomicBool::new(false)), Instant::now() + time);
    let asked = Arc::clone(&stop);
    let mut handle = connection.lock_handle().await.map_err(|error| to_fault(&error))?;
    handle.set_progress_handler(2_000, move || !asked.load(Ordering::Relaxed) && Instant::now() < deadline);
    drop(handle);
    let mut reading = Reading { connection, stop, _copy: None };
    // The file itself is opened when it is first read.
    reading.catalog("SELECT 1 FROM sqlite_schema LIMIT 1").await?;
    Ok(reading)
}

impl Reading {
    async fn rows(&mut self, sql: String, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        self.stop.store(false, Ordering::Relaxed);
        let began = Instant::now();
        let statement =
            self.connection.prepare(AssertSqlSafe(sql.clone()).into_sql_str()).await.map_err(|error| to_fault(&error))?;
        let columns = statement.columns().iter().map(|column| column.name().to_owned()).collect();
        drop(statement);
        let mut gathering = Gathering::since(began, columns, limits);
        let mut rows = sqlx::query(AssertSqlSafe(sql)).persistent(false).fetch(&mut self.connection);
        while let Some(row) = rows.try_next().await.map_err(|error| to_fault(&error))? {
            let row: Result<Vec<Value>, sqlx::Error> = (0..row.len()).map(|place| value(&row, place)).collect();
            if !gathering.push(row.map_err(|error| to_fault(&error))?) {
                // What is left of the answer must not be computed.
                self.stop.store(true, Ordering::Relaxed);
                break;
            }
        }
        Ok(gathering.done())
    }

    /// Rows of the catalog, which are never cut.
    async fn catalog(&mut self, sql: &'static str) -> Result<Vec<SqliteRow>, WarehouseFault> {
        sqlx::query(sql).fetch_all(&mut self.connection).await.map_err(|error| to_fault(&error))
    }

    async fn columns(&mut self) -> Result<BTreeMap<String, Table>, WarehouseFault> {
        const COLUMNS: &str = "SELECT t.name, c.name, c.type, c.\"notnull\", c.pk, t.type FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c \
            WHERE t.schema = 'main' AND t.type IN ('table', 'virtual', 'view') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
            AND c.hidden <> 1 ORDER BY t.name, c.cid";
        const SOUND: &str = "SELECT t.name, c.name, c.type, c.\"notnull\", c.pk, t.type FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c \
            WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND c.hidden <> 1 ORDER BY t.name, c.cid";
        // A view of a table that is gone makes the first one fail.
        let rows = match self.catalog(COLUMNS).await {
            Ok(rows) => rows,
            Err(_) => self.catalog(SOUND).await?,
        };
        let mut tables = BTreeMap::new();
        for row in rows {
            let name: String = row.get(0);
            let table = tables.entry(name.clone()).or_insert_with(|| Table {
                name,
                view: row.get::<String, _>(5) != "table",
                ..Table::default()
            });
            let key = row.get::<i64, _>(4) > 0;
            table.columns.push(Column {
                name: row.get(1),
                data_type: row.get(2),
                nullable: row.get::<i64, _>(3) == 0 && !key,
                primary_key: key,
                ..Column::default()
            });
        }
        Ok(tables)
    }

    async fn keys(&mut self, tables: &mut BTreeMap<String, Table>) -> Result<(), WarehouseFault> {
        const KEYS: &str = "SELECT t.name, k.\"from\", k.\"table\", k.\"to\" FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) k \
            WHERE t.schema = 'main' AND t.type = 'table'";
        for row in self.catalog(KEYS).await? {
            let (table, from, parent): (String, String, String) = (row.get(0), row.get(1), row.get(2));
            let spelled = tables.keys().find(|name| name.eq_ignore_ascii_case(&parent)).cloned().unwrap_or(parent);
            let to = row.get::<Option<String>, _>(3).or_else(|| {
                let key = tables.get(&spelled)?.columns.iter().find(|column| column.primary_key)?;
                Some(key.name.clone())
            });
            let column = tables.get_mut(&table).and_then(|table| table.columns.iter_mut().find(|column| column.name == from));
            if let (Some(column), Some(to)) = (column, to) {
                column.foreign_key = Some(ForeignKey { table: spelled, column: to, declared: true });
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Warehouse for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        let mut reading = self.reading(Duration::from_secs(10)).await?;
        reading.catalog("SELECT count(*) FROM sqlite_schema").await.map(drop)
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        let mut catalog = self.reading(Duration::from_secs(30)).await?;
        let mut tables = catalog.columns().await?;
        catalog.keys(&mut tables).await?;
        let mut tables: Vec<Table> = tables.into_values().collect();
        let bare = tables.clone();
        let tenancy = self.filter.as_ref().map(|filter| Tenancy::new(filter, &bare, &["main"]));
        let mut reading = self.reading(describing::PATIENCE).await?;
        for table in &mut tables {
            let quoted = table.name.replace('"', "\"\"");
            let Ok(sql) = guard::pure(
                &format!("SELECT * FROM \"{quoted}\" LIMIT {}", describing::LOOKED_AT),
                Dialect::Sqlite,
                tenancy.as_ref(),
            ) else {
                continue;
            };
            match reading.rows(sql, &QueryLimits::default()).await {
                Ok(rows) => describing::fill(table, &rows),
                // The time is over, or one table is broken: the others and what is known so far are kept.
                Err(WarehouseFault::Limit(_)) => break,
                Err(_) => continue,
            }
            let count = reading.rows(format!("SELECT count(*) FROM \"{quoted}\""), &QueryLimits::default()).await;
            table.row_count = count.ok().and_then(|count| count.rows.first()?.first()?.as_u64());
        }
        Ok(describing::finish(tables, self.filter.as_ref()))
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        let filter = limits.filter.as_ref().or(self.filter.as_ref());
        let sent = match filter {
            None => guard::pure(sql, Dialect::Sqlite, None)?,
            Some(filter) => {
                let tables: Vec<Table> = self.reading(limits.time).await?.columns().await?.into_values().collect();
                guard::pure(sql, Dialect::Sqlite, Some(&Tenancy::new(filter, &tables, &["main"])))?
            }
        };
        self.reading(limits.time).await?.rows(sent, limits).await
    }
}

fn value(row: &SqliteRow, place: usize) -> Result<Value, sqlx::Error> {
    let raw = row.try_get_raw(place)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let kind = raw.type_info().name().to_owned();
    Ok(match kind.as_str() {
        "INTEGER" => Value::from(row.try_get_unchecked::<i64, _>(place)?),
        "REAL" => float(row.try_get_unchecked(place)?),
        "BLOB" => hexadecimal(row.try_get_unchecked(place)?),
        _ => {
            // A text may hold anything in SQLite, also what is no UTF-8.
            let bytes: &[u8] = row.try_get_unchecked(place)?;
            Value::from(String::from_utf8_lossy(bytes))
        }
    })
}

fn to_fault(error: &sqlx::Error) -> WarehouseFault {
    let sqlx::Error::Database(fault) = error else {
        return WarehouseFault::Unusable(format!("the SQLite file cannot be read: {error}"));
    };
    // The lower byte is what happened, the rest where.
    match fault.code().and_then(|code| code.parse::<i32>().ok()).map(|code| code & 0xff) {
        Some(9) => WarehouseFault::Limit("the query took longer than it may".to_owned()),
        Some(7 | 13 | 18) => WarehouseFault::Limit(format!("the query needs more than it may have: {}", fault.message())),
        Some(26 | 11) => WarehouseFault::Unusable(format!("this is not a readable SQLite file: {}", fault.message())),
        Some(14 | 10 | 8) => WarehouseFault::Unusable(format!("the SQLite file cannot be opened: {}", fault.message())),
        Some(5 | 6) => WarehouseFault::Unreachable("another program holds the SQLite file locked".to_owned()),
        _ => WarehouseFault::Invalid(fault.message().to_owned()),
    }
}
