//! Postgres, and Redshift on the same wire: read-only transactions, a cursor for each query, limits that the server keeps.

mod catalog;
mod measured;

use crate::{
    describing,
    guard::{self, Tenancy},
    reach::{self, Reach},
    rows::{Gathering, Kind, from_text},
    served::{self, Reading, SLOW, Way},
    settings::{ServerSettings, Tls},
};
use async_trait::async_trait;
use domain::tools::{
    catalog::Table,
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Executor as _, Row as _, SqlSafeStr as _, Statement as _, TypeInfo as _,
    ValueRef as _,
    postgres::{PgConnectOptions, PgConnection, PgRow, PgSslMode},
};
use std::{
    sync::{Arc, Mutex, atomic::AtomicUsize},
    time::{Duration, Instant},
};

/// How many rows are asked for at once.
const BATCH: usize = 500;

/// Connections that read now.
pub(crate) static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

pub(crate) struct Postgres {
    way: ToPostgres,
    dialect: Dialect,
    filter: Option<TenantFilter>,
    known: Mutex<Option<(Instant, Known)>>,
}

#[derive(Clone)]
struct ToPostgres {
    options: PgConnectOptions,
    reach: Option<Arc<dyn Reach>>,
}

/// The tables by name, for the tenant's filter.
#[derive(Clone)]
struct Known {
    tables: Arc<Vec<Table>>,
    usual: String,
    functions: Arc<Vec<String>>,
}

impl Known {
    fn tenancy<'a>(&'a self, filter: &'a TenantFilter) -> Tenancy<'a> {
        Tenancy::new(filter, &self.tables, &[&self.usual]).without_functions(self.functions.iter().map(String::as_str))
    }
}

impl Postgres {
    pub(crate) fn new(
        settings: &ServerSettings,
        dialect: Dialect,
        filter: Option<TenantFilter>,
        reach: Option<Arc<dyn Reach>>,
    ) -> Self {
        let tls = match settings.tls {
            Tls::Off => PgSslMode::Disable,
            Tls::Prefer => PgSslMode::Prefer,
            Tls::Require => PgSslMode::Require,
            Tls::Verify => PgSslMode::VerifyFull,
        };
        let usual_port = if dialect == Dialect::Redshift { 5439 } else { 5432 };
        let options = PgConnectOptions::new_without_pgpass()
            .host(&settings.host)
            .port(settings.port.unwrap_or(usual_port))
            .database(&settings.database)
            .username(&settings.user)
            .password(settings.password.expose_secret())
            .ssl_mode(tls)
            .application_name("discovery")
            .statement_cache_capacity(0)
            .disable_statement_logging();
        Self { way: ToPostgres { options, reach }, dialect, filter, known: Mutex::new(None) }
    }

    /// A connection in a read-only transaction that the server itself ends in time.
    async fn reading(&self, time: Duration) -> Result<Reading<ToPostgres>, WarehouseFault> {
        let mut connection = self.way.connected().await?;
        let time = time.as_millis().clamp(1, 86_400_000);
        let mut settings = format!("SET statement_timeout = {time}; SET default_transaction_read_only = on;");
        if self.dialect == Dialect::Redshift {
            settings = format!("SET statement_timeout = {time};");
        } else {
            settings.push_str(
                " SET standard_conforming_strings = on; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'hex'; \
                 SET xmloption = 'content'; SET idle_in_transaction_session_timeout = 60000; SET lock_timeout = 5000; SET cursor_tuple_fraction = 1;",
            );
        }
        settings.push_str(" BEGIN READ ONLY;");
        connection.execute(sqlx::raw_sql(AssertSqlSafe(settings))).await.map_err(|error| to_fault(&error))?;
        let process = texts(&mut connection, "SELECT pg_backend_pid()".to_owned()).await?;
        let process = process.first().and_then(|row| row.first()?.as_deref()?.parse().ok());
        Ok(Reading::new(connection, &self.way, process))
    }

    /// The tables for the filter, at most a minute old.
    async fn known(&self, time: Duration, anew: bool) -> Result<Known, WarehouseFault> {
        let held = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        if let Some((when, known)) = held
            && !anew
            && when.elapsed() < Duration::from_secs(60)
        {
            return Ok(known);
        }
        let mut reading = self.reading(time).await?;
        let found = catalog::tables(reading.connection()?, false).await?;
        reading.done().await;
        let known = Known { tables: Arc::new(found.tables), usual: found.usual, functions: Arc::new(found.functions) };
        *self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some((Instant::now(), known.clone()));
        Ok(known)
    }

    async fn guarded(&self, sql: &str, limits: &QueryLimits) -> Result<String, WarehouseFault> {
        let Some(filter) = limits.filter.as_ref().or(self.filter.as_ref()) else {
            if self.dialect == Dialect::Redshift {
                let known = self.known(limits.time, false).await?;
                return guard::pure_without(sql, self.dialect, &known.functions);
            }
            return guard::pure(sql, self.dialect, None);
        };
        let tried = |known: &Known| guard::pure(sql, self.dialect, Some(&known.tenancy(filter)));
        let known = self.known(limits.time, false).await?;
        match tried(&known) {
            Ok(sent) => Ok(sent),
            // The table may be newer than what is known.
            Err(_) => tried(&self.known(limits.time, true).await?),
        }
    }
}

#[async_trait]
impl Way for ToPostgres {
    type Connection = PgConnection;

    fn count() -> &'static AtomicUsize {
        &CONNECTIONS
    }

    async fn connected(&self) -> Result<PgConnection, WarehouseFault> {
        let (options, host) = (&self.options, self.options.get_host());
        let tunnel = reach::tunnel(self.reach.as_ref(), host, options.get_port()).await?;
        let through = match &tunnel {
            Some(tunnel) => options.clone().socket(tunnel.folder()),
            None => options.clone(),
        };
        served::in_time(host, through.connect(), |error| unreachable(error, options)).await
    }

    async fn end(&self, over: &mut PgConnection, work: u64) -> Result<(), sqlx::Error> {
        over.execute(sqlx::raw_sql(AssertSqlSafe(format!("SELECT pg_terminate_backend({work})")))).await.map(|_| ())
    }
}

/// `measures`: the server measures its answer before it sends it.
async fn rows(connection: &mut PgConnection, sql: &str, limits: &QueryLimits, measures: bool) -> Result<Rows, WarehouseFault> {
    let began = Instant::now();
    // As one prepared statement: the server refuses several, and says which columns come even when no row does.
    let statement = connection.prepare(AssertSqlSafe(sql.to_owned()).into_sql_str()).await.map_err(|error| to_fault(&error))?;
    let columns: Vec<String> = statement.columns().iter().map(|column| column.name().to_owned()).collect();
    let kinds: Vec<String> = statement.columns().iter().map(|column| column.type_info().name().to_owned()).collect();
    drop(statement);
    let measured = if measures { measured::answer(sql, &kinds, limits.bytes) } else { None };
    let (sql, is_measured) = measured.as_ref().map_or((sql, false), |sql| (sql.as_str(), true));
    let declare = format!("DECLARE reading CURSOR FOR {sql}");
    sqlx::query(AssertSqlSafe(declare)).persistent(false).execute(&mut *connection).await.map_err(|error| to_fault(&error))?;
    let mut gathering = Gathering::since(began, columns, limits);
    loop {
        let batch = BATCH.min(limits.rows.saturating_add(1));
        let fetched = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(format!("FETCH FORWARD {batch} FROM reading")))).await;
        let fetched = fetched.map_err(|error| to_fault(&error))?;
        let last = fetched.len() < batch;
        for row in &fetched {
            let mut row = values(row)?;
            if is_measured && row.pop() == Some(Value::Bool(true)) {
                gathering.cut();
                return Ok(gathering.done());
            }
            if !gathering.push(row) {
                return Ok(gathering.done());
            }
        }
        if last {
            return Ok(gathering.done());
        }
    }
}

#[async_trait]
impl Warehouse for Postgres {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        let mut reading = self.reading(Duration::from_secs(10)).await?;
        texts(reading.connection()?, "SELECT 1".to_owned()).await?;
        reading.done().await;
        Ok(())
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        let mut reading = self.reading(Duration::from_secs(60)).await?;
        let catalog::Known { mut tables, quoted, usual, .. } = catalog::tables(reading.connection()?, true).await?;
        let bare = tables.clone();
        let tenancy = self.filter.as_ref().map(|filter| Tenancy::new(filter, &bare, &[&usual]));
        catalog::count(reading.connection()?, self.dialect, &mut tables, &quoted).await?;
        let began = Instant::now();
        for (table, name) in tables.iter_mut().zip(&quoted) {
            let Some(left) = describing::PATIENCE.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) else { break };
            let sample =
                guard::pure(&format!("SELECT * FROM {name} LIMIT {}", describing::LOOKED_AT), self.dialect, tenancy.as_ref());
            if let Ok(sql) = sample
                && let Some(rows) = catalog::sample(reading.connection()?, self.dialect, &sql, left).await?
            {
                describing::fill(table, &rows);
            }
        }
        reading.done().await;
        Ok(describing::finish(tables, self.filter.as_ref()))
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        let began = Instant::now();
        let sent = self.guarded(sql, limits).await?;
        let mut reading = self.reading(limits.time.saturating_sub(began.elapsed())).await?;
        let measures = self.dialect == Dialect::Postgres;
        let answer = served::within(limits.time, rows(reading.connection()?, &sent, limits, measures)).await;
        match answer {
            Ok(rows) => {
                reading.done().await;
                Ok(rows)
            }
            Err(fault) => Err(reading.failed(fault).await),
        }
    }
}

/// Rows of the simple protocol: every value is a text.
async fn texts(connection: &mut PgConnection, sql: String) -> Result<Vec<Vec<Option<String>>>, WarehouseFault> {
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql))).await.map_err(|error| to_fault(&error))?;
    let text = |row: &PgRow, place: usize| row.try_get_unchecked::<Option<String>, _>(place);
    rows.iter()
        .map(|row| (0..row.len()).map(|place| text(row, place)).collect())
        .collect::<Result<_, _>>()
        .map_err(|error| to_fault(&error))
}

fn values(row: &PgRow) -> Result<Vec<Value>, WarehouseFault> {
    let one = |place: usize| -> Result<Value, sqlx::Error> {
        let raw = row.try_get_raw(place)?;
        if raw.is_null() {
            return Ok(Value::Null);
        }
        let kind = match raw.type_info().name() {
            "INT2" | "INT4" | "INT8" | "OID" => Kind::Integer,
            "FLOAT4" | "FLOAT8" => Kind::Float,
            "NUMERIC" => Kind::Decimal,
            "BOOL" => Kind::Truth,
            "JSON" | "JSONB" => Kind::Json,
            "TIMESTAMP" | "TIMESTAMPTZ" => Kind::Moment,
            "BYTEA" => {
                let text = raw.as_str().map_err(sqlx::Error::Decode)?;
                return Ok(Value::from(text.trim_start_matches("\\x")));
            }
            _ => Kind::Text,
        };
        let bytes = raw.as_bytes().map_err(sqlx::Error::Decode)?;
        Ok(from_text(&String::from_utf8_lossy(bytes), kind))
    };
    (0..row.len()).map(one).collect::<Result<_, _>>().map_err(|error| to_fault(&error))
}

fn to_fault(error: &sqlx::Error) -> WarehouseFault {
    let sqlx::Error::Database(fault) = error else {
        return WarehouseFault::Unreachable(format!("the connection broke: {error}"));
    };
    let message = fault.message().to_owned();
    match fault.code().as_deref() {
        Some("57014") => WarehouseFault::Limit(SLOW.to_owned()),
        Some("57P01" | "57P02" | "57P03" | "53300") => WarehouseFault::Unreachable(message),
        Some("25006") => WarehouseFault::Refused(format!("the database is only read: {message}")),
        Some(code) if code.starts_with("53") || code.starts_with("54") || code == "55P03" => WarehouseFault::Limit(message),
        Some("42501") => WarehouseFault::Refused(message),
        _ => WarehouseFault::Invalid(message),
    }
}

/// Why there is no connection, as something to act on.
fn unreachable(error: &sqlx::Error, options: &PgConnectOptions) -> WarehouseFault {
    let (host, port, user) = (options.get_host(), options.get_port(), options.get_username());
    let database = options.get_database().unwrap_or_default();
    WarehouseFault::Unreachable(match error {
        sqlx::Error::Database(fault) => match fault.code().as_deref() {
            Some("28P01" | "28000") => format!("{host} refuses the user {user} or the password: {}", fault.message()),
            Some("3D000") => format!("{host} has no database {database}"),
            Some("53300") => format!("{host} has no connection left"),
            _ => format!("{host} refuses the connection: {}", fault.message()),
        },
        sqlx::Error::Io(fault) if fault.kind() == std::io::ErrorKind::ConnectionRefused => {
            format!("nothing listens on {host}:{port}; look at the port, and whether the server is up")
        }
        sqlx::Error::Tls(fault) => format!("{host} and this server agree on no encryption: {fault}"),
        other => format!("{host}:{port} cannot be reached: {other}"),
    })
}
