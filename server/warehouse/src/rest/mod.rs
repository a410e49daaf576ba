//! Databases that are asked by HTTP: BigQuery, Snowflake, ClickHouse, Trino, Databricks. The work is done where the data is.

mod about;
mod bigquery;
mod clickhouse;
mod databricks;
mod http;
mod snowflake;
mod trino;

use crate::{
    ConnectionSettings, describing,
    guard::{self, Tenancy},
    reach::Reach,
    rows::Gathering,
};
use about::Keys;
use async_trait::async_trait;
use domain::tools::{
    catalog::{Column, Table},
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use http::Http;
use serde_json::Value;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Mutex;

/// How one of them is spoken to.
#[async_trait]
trait Service: Send + Sync {
    /// Runs one statement that has passed the guard; ends it there when the answer is not waited for.
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault>;

    /// A query for schema, table, column, type, nullable (`YES`), description, and whether the table holds rows of its own (`OWN`; a view
    /// shows other tables' rows), of everything, in the order of columns.
    fn catalog(&self) -> String;

    /// The schemas that names of tables leave out; the first is the one meant when there is none.
    fn usual(&self) -> Vec<String>;

    /// A query for schema, table, number of rows and description of every table, where the catalog has them.
    fn sizes(&self) -> Option<String> {
        None
    }

    /// A query for one table's statistics with `row_count` in one row, for services that report it that way.
    fn size_of(&self, _table: &str) -> Option<String> {
        None
    }

    /// Queries for the keys that somebody declared.
    fn keys(&self) -> Vec<Keys> {
        Vec::new()
    }

    /// Looking at a few rows costs no more than those rows.
    fn samples(&self) -> bool {
        true
    }

    /// A table's name as its dialect quotes it.
    fn quoted(&self, table: &str) -> String {
        table.split('.').map(|part| format!("`{part}`")).collect::<Vec<_>>().join(".")
    }
}

/// How long reading everything beside columns from a catalog may take.
const CATALOG: Duration = Duration::from_secs(30);
/// How long the tables for the filter are known: reading a catalog may be charged for.
const KNOWN: Duration = Duration::from_secs(60);
/// Columns of one catalog, and their bytes.
const MOST_COLUMNS: usize = 200_000;
const MOST_BYTES: usize = 64_000_000;

pub(crate) struct Rest {
    http: Http,
    dialect: Dialect,
    service: Box<dyn Service>,
    filter: Option<TenantFilter>,
    known: Mutex<Option<Known>>,
}

/// The tables of a catalog, and when they had been read.
#[derive(Clone)]
struct Known {
    read: Instant,
    tables: Arc<Vec<Table>>,
}

impl Rest {
    /// Nothing for settings of another kind of database.
    pub(crate) fn new(
        settings: &ConnectionSettings,
        filter: Option<TenantFilter>,
        reach: Option<Arc<dyn Reach>>,
    ) -> Result<Option<Self>, WarehouseFault> {
        let service: Box<dyn Service> = match settings {
            ConnectionSettings::Bigquery(settings) => Box::new(bigquery::Bigquery(settings.clone())),
            ConnectionSettings::Snowflake(settings) => Box::new(snowflake::Snowflake(settings.clone())),
            ConnectionSettings::Clickhouse(settings) => Box::new(clickhouse::Clickhouse(settings.clone())),
            ConnectionSettings::Trino(settings) => Box::new(trino::Trino(settings.clone())),
            ConnectionSettings::Databricks(settings) => Box::new(databricks::Databricks(settings.clone())),
            _ => return Ok(None),
        };
        Ok(Some(Self { http: Http::new(reach)?, dialect: settings.dialect(), service, filter, known: Mutex::new(None) }))
    }

    async fn read_tables(&self, time: Duration) -> Result<Vec<Table>, WarehouseFault> {
        let limits = QueryLimits { rows: MOST_COLUMNS, bytes: MOST_BYTES, time, filter: None };
        let rows = self.run(&self.service.catalog(), &limits).await?;
        let usual = self.service.usual();
        let mut tables: Vec<Table> = Vec::new();
        for row in rows.rows {
            let text = |place: usize| row.get(place).and_then(Value::as_str).map(str::to_owned);
            let (Some(schema), Some(table), Some(column)) = (text(0), text(1), text(2)) else { continue };
            let name = about::format_table_name(&usual, &schema, table);
            if tables.last().is_none_or(|last| last.name != name) {
                // Anything that is not surely a table is treated as a view.
                let view = text(6).is_none_or(|kind| kind != "OWN");
                tables.push(Table { name, view, ..Table::default() });
            }
            if let Some(last) = tables.last_mut() {
                last.columns.push(Column {
                    name: column,
                    data_type: text(3).unwrap_or_default(),
                    nullable: text(4).is_none_or(|nullable| !nullable.eq_ignore_ascii_case("no")),
                    description: text(5).filter(|note| !note.is_empty()),
                    ..Column::default()
                });
            }
        }
        if rows.truncated {
            // The column that the filter is for may be among those that did not come. Later tables are not known either.
            let cut = tables.pop();
            tracing::warn!(
                tables = tables.len(),
                cut = cut.map(|table| table.name),
                "a catalog is larger than what is read of it"
            );
        }
        Ok(tables)
    }

    /// The tables for the filter, at most a minute old, and read after `seen`. Of all who ask at once one reads.
    async fn known(&self, time: Duration, seen: Option<Instant>) -> Result<Known, WarehouseFault> {
        let held = tokio::time::timeout(time, self.known.lock()).await;
        let mut held = held.map_err(|_| WarehouseFault::Limit("the database's catalog took longer than it may".to_owned()))?;
        let young = |known: &&Known| known.read.elapsed() < KNOWN && seen.is_none_or(|seen| known.read > seen);
        if let Some(known) = held.as_ref().filter(young) {
            return Ok(known.clone());
        }
        let tables = Arc::new(self.read_tables(time).await?);
        let known = Known { read: Instant::now(), tables };
        *held = Some(known.clone());
        Ok(known)
    }

    /// A query with the filter in it.
    async fn filtered(&self, sql: &str, filter: &TenantFilter, time: Duration) -> Result<String, WarehouseFault> {
        // What is no pure query is refused before anything is asked.
        guard::pure(sql, self.dialect, None)?;
        let (began, usual) = (Instant::now(), self.service.usual());
        let usual: Vec<&str> = usual.iter().map(String::as_str).collect();
        let tried = |tables: &[Table]| guard::pure(sql, self.dialect, Some(&Tenancy::new(filter, tables, &usual)));
        let known = self.known(time, None).await?;
        match tried(&known.tables) {
            // The table may be newer than what is known.
            Err(_) if known.read < began => tried(&self.known(time, Some(known.read)).await?.tables),
            answer => answer,
        }
    }

    /// Reads what the catalog has beside columns. A service that does not let this reader see it still has its tables.
    async fn learn(&self, tables: &mut [Table]) {
        let (usual, began) = (self.service.usual(), Instant::now());
        if let Some(sql) = self.service.sizes()
            && let Some(rows) = self.query_catalog(&sql, began).await
        {
            about::sizes(tables, &usual, &rows);
        }
        for of in self.service.keys() {
            if let Some(rows) = self.query_catalog(&of.sql, began).await {
                about::keys(tables, &usual, &of, &rows);
            }
        }
        for table in tables.iter_mut().filter(|table| table.row_count.is_none()) {
            let Some(sql) = self.service.size_of(&table.name).filter(|_| began.elapsed() < describing::PATIENCE) else { break };
            let Some(rows) = self.query_catalog(&sql, began).await else { continue };
            let Some(place) = rows.columns.iter().position(|column| column == "row_count") else { continue };
            table.row_count = rows.rows.iter().find_map(|row| about::number(row.get(place)?));
            table.estimated = table.row_count.is_some();
        }
    }

    async fn query_catalog(&self, sql: &str, began: Instant) -> Option<Rows> {
        let time = CATALOG.saturating_sub(began.elapsed());
        let limits = QueryLimits { rows: MOST_COLUMNS, bytes: MOST_BYTES, time, filter: None };
        let told = self.run(sql, &limits).await;
        told.inspect_err(|fault| tracing::info!(%fault, "a catalog does not tell everything")).ok()
    }

    async fn run(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        let answer = tokio::time::timeout(limits.time, self.service.run(&self.http, sql, limits, Instant::now())).await;
        let answer = answer.unwrap_or_else(|_| Err(WarehouseFault::Limit("the query took longer than it may".to_owned())));
        answer.map(Gathering::done)
    }
}

#[async_trait]
impl Warehouse for Rest {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        let limits = QueryLimits { time: Duration::from_secs(20), ..QueryLimits::default() };
        self.run("SELECT 1", &limits).await.map(drop)
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        let mut tables = self.read_tables(Duration::from_secs(60)).await?;
        self.learn(&mut tables).await;
        let (bare, usual) = (tables.clone(), self.service.usual());
        let usual: Vec<&str> = usual.iter().map(String::as_str).collect();
        let tenancy = self.filter.as_ref().map(|filter| Tenancy::new(filter, &bare, &usual));
        let began = Instant::now();
        for table in tables.iter_mut().filter(|_| self.service.samples()) {
            let Some(time) = describing::PATIENCE.checked_sub(began.elapsed()) else { break };
            let sql = format!("SELECT * FROM {} LIMIT {}", self.service.quoted(&table.name), describing::LOOKED_AT);
            let Ok(sql) = guard::pure(&sql, self.dialect, tenancy.as_ref()) else { continue };
            if let Ok(rows) = self.run(&sql, &QueryLimits { time, ..QueryLimits::default() }).await {
                describing::fill(table, &rows);
            }
        }
        Ok(describing::finish(tables, self.filter.as_ref()))
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        let sent = match limits.filter.as_ref().or(self.filter.as_ref()) {
            None => guard::pure(sql, self.dialect, None)?,
            Some(filter) => self.filtered(sql, filter, limits.time).await?,
        };
        self.run(&sent, limits).await
    }
}
