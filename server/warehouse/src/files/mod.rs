//! Files as tables: CSV, TSV, XLSX, JSON, JSON lines, Parquet and Arrow, also packed, also several as one table.

mod alike;
mod cells;
mod convert;
mod csv;
mod engine;
mod format;
mod ipc;
mod json;
mod memory_tables;
mod naming;
mod origin;
mod prepare;
mod profile;
mod ready;
mod records;
mod series;
mod sheets;
mod text;
mod unpack;

pub use format::{FileFormat, table_name};
pub use origin::ORIGINS;
pub use series::grouped;

pub(crate) use prepare::Prepared;
pub(crate) use ready::make;

use crate::{
    describing,
    guard::{self, Tenancy},
    settings::FilesSettings,
    worker::{self, FilesQuery, Job, Whose},
};
use arrow::datatypes::DataType;
use async_trait::async_trait;
use domain::tools::{
    catalog::{Table, TableProfile},
    warehouse::{Dialect, GivenRows, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use naming::Spelling;
use ready::{Made, Ready};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::OnceCell;

/// The queries of a file's own table names are resolved under these as well.
const USUAL: &[&str] = &["datafusion", "public"];

pub(crate) struct Files {
    settings: FilesSettings,
    filter: Option<TenantFilter>,
    whose: Whose,
    ready: OnceCell<(Ready, Spelling)>,
}

/// Of one profile.
const PROFILING: Duration = Duration::from_secs(300);

impl Files {
    pub(crate) fn new(settings: &FilesSettings, filter: Option<TenantFilter>, whose: Whose) -> Result<Self, WarehouseFault> {
        well_named(settings.tables.iter().map(|table| table.name.as_str()))?;
        Ok(Self { settings: settings.clone(), filter, whose, ready: OnceCell::new() })
    }

    async fn ready(&self) -> Result<&(Ready, Spelling), WarehouseFault> {
        self.ready.get_or_try_init(|| self.make_ready()).await
    }

    async fn make_ready(&self) -> Result<(Ready, Spelling), WarehouseFault> {
        let ready = Ready::prepare(&self.settings.tables, self.whose).await?;
        let spelling = spelling_of(&ready.described);
        Ok((ready, spelling))
    }

    fn sent(
        &self,
        sql: &str,
        filter: Option<&TenantFilter>,
        (ready, spelling): &(Ready, Spelling),
        rows: &[GivenRows],
    ) -> Result<String, WarehouseFault> {
        let filter = filter.or(self.filter.as_ref());
        let (described, own);
        let (tables, spelling) = if rows.is_empty() {
            (&ready.described, spelling)
        } else {
            (described, own) = memory_tables::beside(&ready.described, rows);
            (&described, &own)
        };
        let tenancy = filter.map(|filter| Tenancy::new(filter, tables, USUAL));
        let pure = guard::pure(sql, Dialect::Files, tenancy.as_ref())?;
        // Other capitals are another text, so it is judged once more.
        guard::pure(&spelling.correct(&pure)?, Dialect::Files, None)
    }
}

fn spelling_of(tables: &[Table]) -> Spelling {
    let columns = tables.iter().flat_map(|table| table.columns.iter().map(|column| column.name.as_str()));
    Spelling::new(tables.iter().map(|table| table.name.as_str()).chain(columns))
}

/// Every table has a name that a query can say, and another one than the others.
fn well_named<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), WarehouseFault> {
    let mut names: Vec<String> = names.map(str::to_lowercase).collect();
    names.sort();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(WarehouseFault::Unusable(format!("two tables are called {}", pair[0])));
    }
    match names.iter().find(|name| name.is_empty() || name.contains('"') || name.chars().any(char::is_control)) {
        Some(name) => Err(WarehouseFault::Unusable(format!("{name:?} is no name for a table"))),
        None => Ok(()),
    }
}

/// Runs a query that has passed the guard, in the process that was started for it.
pub(crate) async fn run(query: FilesQuery) -> Result<Rows, WarehouseFault> {
    let provider = |(name, files): (String, Vec<PathBuf>)| {
        let schema = prepare::schema(&files)?;
        Ok((name, engine::provider(&files, Arc::new(schema))?))
    };
    let mut tables = query.tables.into_iter().map(provider).collect::<Result<Vec<_>, WarehouseFault>>()?;
    for rows in query.rows {
        tables.push((rows.name.clone(), memory_tables::provider(rows)?));
    }
    engine::run(Arc::new(tables), query.sql, query.limits).await
}

/// What the values of a table are like, worked out in the process that was started for it.
pub(crate) async fn profiled(name: String, table: Prepared) -> Result<TableProfile, WarehouseFault> {
    tokio::time::timeout(PROFILING, profile::profile(name, table))
        .await
        .unwrap_or_else(|_| Err(WarehouseFault::Limit("the profile took longer than it may".to_owned())))
}

/// Reads files on a thread that may wait. What it is given is set when nobody waits for it any more.
async fn waiting<T: Send + 'static>(
    work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, WarehouseFault> + Send + 'static,
) -> Result<T, WarehouseFault> {
    struct Stop(Arc<AtomicBool>);
    impl Drop for Stop {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let stop = Stop(Arc::new(AtomicBool::new(false)));
    let asked = Arc::clone(&stop.0);
    let work = engine::threads()?.spawn_blocking(move || work(&asked));
    let done = work.await.unwrap_or_else(|_| Err(WarehouseFault::Unusable("the file is not what its name says".to_owned())));
    drop(stop);
    done
}

/// A type as SQL calls it.
fn in_words(data_type: &DataType) -> String {
    match data_type {
        DataType::Boolean => "BOOLEAN".to_owned(),
        DataType::Int8 => "TINYINT".to_owned(),
        DataType::Int16 => "SMALLINT".to_owned(),
        DataType::Int32 => "INTEGER".to_owned(),
        DataType::Int64 => "BIGINT".to_owned(),
        DataType::UInt8 => "TINYINT UNSIGNED".to_owned(),
        DataType::UInt16 => "SMALLINT UNSIGNED".to_owned(),
        DataType::UInt32 => "INTEGER UNSIGNED".to_owned(),
        DataType::UInt64 => "BIGINT UNSIGNED".to_owned(),
        DataType::Float16 | DataType::Float32 => "REAL".to_owned(),
        DataType::Float64 => "DOUBLE".to_owned(),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "VARCHAR".to_owned(),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => "BINARY".to_owned(),
        DataType::Date32 | DataType::Date64 => "DATE".to_owned(),
        DataType::Time32(_) | DataType::Time64(_) => "TIME".to_owned(),
        DataType::Timestamp(_, None) => "TIMESTAMP".to_owned(),
        DataType::Timestamp(_, Some(_)) => "TIMESTAMP WITH TIME ZONE".to_owned(),
        DataType::Duration(_) | DataType::Interval(_) => "INTERVAL".to_owned(),
        DataType::Decimal32(precision, scale)
        | DataType::Decimal64(precision, scale)
        | DataType::Decimal128(precision, scale)
        | DataType::Decimal256(precision, scale) => {
            format!("DECIMAL({precision},{scale})")
        }
        DataType::Dictionary(_, value) => in_words(value),
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            format!("{}[]", in_words(item.data_type()))
        }
        DataType::Struct(fields) => {
            let parts: Vec<String> =
                fields.iter().map(|field| format!("{} {}", field.name(), in_words(field.data_type()))).collect();
            format!("STRUCT({})", parts.join(", "))
        }
        other => other.to_string().to_uppercase(),
    }
}

#[async_trait]
impl Warehouse for Files {
    fn dialect(&self) -> Dialect {
        Dialect::Files
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        for Made { name, table } in &self.ready().await?.0.tables {
            if let Err(fault) = table {
                return Err(WarehouseFault::Unusable(format!("{name}: {fault}")));
            }
        }
        Ok(())
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        let (ready, _) = self.ready().await?;
        // With nothing to show, what is wrong is the answer.
        if let (true, Some(Made { name, table: Err(fault) })) = (ready.described.is_empty(), ready.tables.first()) {
            return Err(WarehouseFault::Unusable(format!("{name}: {fault}")));
        }
        let mut tables = ready.described.clone();
        let began = Instant::now();
        for table in &mut tables {
            let Some(time) = describing::PATIENCE.checked_sub(began.elapsed()) else { break };
            let sql = format!("SELECT * FROM \"{}\" LIMIT {}", table.name, describing::LOOKED_AT);
            if let Ok(rows) = self.query(&sql, &QueryLimits { time, ..QueryLimits::default() }).await {
                describing::fill(table, &rows);
            }
        }
        Ok(describing::finish(tables, self.filter.as_ref()))
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        self.query_with(sql, Vec::new(), limits).await
    }

    async fn query_with(&self, sql: &str, rows: Vec<GivenRows>, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        // What is not a pure query is refused before any file is looked at.
        guard::pure(sql, Dialect::Files, None)?;
        well_named(rows.iter().map(|table| table.name.as_str()))?;
        let ready = self.ready().await?;
        let sent = self.sent(sql, limits.filter.as_ref(), ready, &rows)?;
        let (ready, _) = ready;
        // Each table's files are opened before the query runs.
        let named = guard::tables_of(&sent, Dialect::Files).ok();
        let mut tables = ready.files(named.as_deref());
        tables.retain(|(name, _)| !rows.iter().any(|given| given.name.eq_ignore_ascii_case(name)));
        let query = FilesQuery { tables, rows, sql: sent, limits: limits.clone() };
        let answer = if worker::is_set() {
            worker::done(&Job::Files(query), self.whose, limits.time).await.map_err(WarehouseFault::from)
        } else {
            run(query).await
        };
        answer.map_err(|fault| match fault {
            // A table that could not be made ready is not simply unknown.
            WarehouseFault::Invalid(why) => match ready
                .tables
                .iter()
                .find_map(|Made { name, table }| why.contains(name.as_str()).then_some(table.as_ref().err()?))
            {
                Some(fault) => fault.clone(),
                None => WarehouseFault::Invalid(why),
            },
            other => other,
        })
    }

    async fn profile(&self, table: &str) -> Result<TableProfile, WarehouseFault> {
        if self.filter.is_some() {
            return Err(WarehouseFault::Refused("a table that tenants share is not profiled as a whole".to_owned()));
        }
        let (ready, _) = self.ready().await?;
        let found = ready
            .tables
            .iter()
            .find(|made| made.name == table)
            .or_else(|| ready.tables.iter().find(|made| made.name.eq_ignore_ascii_case(table)));
        let Some(made) = found else { return Err(WarehouseFault::Invalid(format!("there is no table {table}"))) };
        let (name, table) = (made.name.clone(), made.table.clone()?);
        if worker::is_set() {
            Ok(worker::done(&Job::Profile { name, table }, self.whose, PROFILING).await?)
        } else {
            profiled(name, table).await
        }
    }
}
