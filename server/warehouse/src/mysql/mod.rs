//! MySQL and MariaDB: read-only transactions in a fixed SQL mode, limits that the server keeps, `KILL` for what nobody waits for.

mod catalog;
mod measured;

use crate::{
    describing,
    guard::{self, Tenancy},
    reach::{self, Reach},
    rows::{Gathering, Kind, from_text, hexadecimal},
    served::{self, Reading, SLOW, Way},
    settings::{ServerSettings, Tls},
};
use async_trait::async_trait;
use domain::tools::{
    catalog::Table,
    warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
};
use futures::TryStreamExt as _;
use secrecy::ExposeSecret as _;
use serde_json::Value;
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Executor as _, Row as _, SqlSafeStr as _, Statement as _, TypeInfo as _,
    ValueRef as _,
    mysql::{MySqlConnectOptions, MySqlConnection, MySqlRow, MySqlSslMode},
};
use std::{
    sync::{Arc, atomic::AtomicUsize},
    time::{Duration, Instant},
};

/// Connections that read now.
pub(crate) static CONNECTIONS: AtomicUsize = AtomicUsize::new(0);

pub(crate) struct Mysql {
    way: ToMysql,
    database: String,
    filter: Option<TenantFilter>,
}

#[derive(Clone)]
struct ToMysql {
    options: MySqlConnectOptions,
    reach: Option<Arc<dyn Reach>>,
}

impl Mysql {
    pub(crate) fn new(settings: &ServerSettings, filter: Option<TenantFilter>, reach: Option<Arc<dyn Reach>>) -> Self {
        let tls = match settings.tls {
            Tls::Off => MySqlSslMode::Disabled,
            Tls::Prefer => MySqlSslMode::Preferred,
            Tls::Require => MySqlSslMode::Required,
            Tls::Verify => MySqlSslMode::VerifyIdentity,
        };
        let options = MySqlConnectOptions::new()
            .host(&settings.host)
            .port(settings.port.unwrap_or(3306))
            .database(&settings.database)
            .username(&settings.user)
            .ssl_mode(tls)
            .pipes_as_concat(false)
            .statement_cache_capacity(0)
            .disable_statement_logging();
        // No password and an empty one are not the same on the wire.
        let password = settings.password.expose_secret();
        let options = if password.is_empty() { options } else { options.password(password) };
        Self { way: ToMysql { options, reach }, database: settings.database.clone(), filter }
    }

    async fn reading(&self, time: Duration) -> Result<Reading<ToMysql>, WarehouseFault> {
        let mut connection = self.way.connected().await?;
        let about = texts(&mut connection, "SELECT CONNECTION_ID(), VERSION()".to_owned()).await?;
        let about = about.into_iter().next().unwrap_or_default();
        let mariadb = about.get(1).and_then(Option::as_deref).is_some_and(|version| version.contains("MariaDB"));
        let process = about.first().and_then(|id| id.as_deref()?.parse::<u64>().ok());
        let time = time.as_millis().clamp(1, 86_400_000);
        let limit = if mariadb {
            format!("SET SESSION max_statement_time = {}.{:03}", time / 1000, time % 1000)
        } else {
            format!("SET SESSION max_execution_time = {time}")
        };
        // Quotes and backslashes mean what the guard takes them to mean; a division by zero is null and no error.
        for set in ["SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION'".to_owned(), limit, "START TRANSACTION READ ONLY".to_owned()]
        {
            connection.execute(sqlx::raw_sql(AssertSqlSafe(set))).await.map_err(|error| to_fault(&error))?;
        }
        Ok(Reading::new(connection, &self.way, process))
    }

    async fn guarded(&self, sql: &str, limits: &QueryLimits) -> Result<String, WarehouseFault> {
        let Some(filter) = limits.filter.as_ref().or(self.filter.as_ref()) else { return guard::pure(sql, Dialect::Mysql, None) };
        let mut reading = self.reading(limits.time).await?;
        let tables = catalog::tables(reading.connection()?, false).await?;
        let own = catalog::functions(reading.connection()?).await?;
        reading.done().await;
        let tenancy = Tenancy::new(filter, &tables, &[&self.database]).without_functions(own.iter().map(String::as_str));
        guard::pure(sql, Dialect::Mysql, Some(&tenancy))
    }
}

#[async_trait]
impl Way for ToMysql {
    type Connection = MySqlConnection;

    fn count() -> &'static AtomicUsize {
        &CONNECTIONS
    }

    async fn connected(&self) -> Result<MySqlConnection, WarehouseFault> {
        let (options, host) = (&self.options, self.options.get_host());
        let tunnel = reach::tunnel(self.reach.as_ref(), host, options.get_port()).await?;
        let through = match &tunnel {
            Some(tunnel) => options.clone().socket(tunnel.socket()),
            None => options.clone(),
        };
        served::in_time(host, through.connect(), |error| unreachable(error, options)).await
    }

    async fn end(&self, over: &mut MySqlConnection, work: u64) -> Result<(), sqlx::Error> {
        over.execute(sqlx::raw_sql(AssertSqlSafe(format!("KILL {work}")))).await.map(|_| ())
    }
}

/// The answer, and whether all of it was read from the wire.
async fn rows(connection: &mut MySqlConnection, sql: &str, limits: &QueryLimits) -> Result<(Rows, bool), WarehouseFault> {
    let began = Instant::now();
    // A prepared statement is one statement, and says which columns come even when no row does.
    let (columns, kinds) = described(connection, sql).await.map_err(|error| to_fault(&error))?;
    let most = limits.rows.saturating_add(1);
    let (sent, is_measured) = measured::first_of(connection, sql, &kinds, most, limits.bytes).await;
    let set = format!("SET SESSION sql_select_limit = {most}");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(set))).await.map_err(|error| to_fault(&error))?;
    let mut gathering = Gathering::since(began, columns, limits);
    let mut rows = connection.fetch(sqlx::raw_sql(AssertSqlSafe(sent)));
    while let Some(row) = rows.try_next().await.map_err(|error| to_fault(&error))? {
        if weight(&row)? > limits.bytes {
            gathering.cut();
            return Ok((gathering.done(), false));
        }
        let mut row = values(&row)?;
        if is_measured && row.pop() == Some(Value::from(1)) {
            gathering.cut();
            return Ok((gathering.done(), false));
        }
        if !gathering.push(row) {
            return Ok((gathering.done(), false));
        }
    }
    Ok((gathering.done(), true))
}

/// The names and the types of a query's columns.
async fn described(connection: &mut MySqlConnection, sql: &str) -> Result<(Vec<String>, Vec<String>), sqlx::Error> {
    let statement = connection.prepare(AssertSqlSafe(sql.to_owned()).into_sql_str()).await?;
    let columns = statement.columns().iter();
    Ok(columns.map(|column| (column.name().to_owned(), column.type_info().name().to_owned())).unzip())
}

/// How many bytes a row has, before anything is made of them.
fn weight(row: &MySqlRow) -> Result<usize, WarehouseFault> {
    let one = |place| row.try_get_unchecked::<Option<&[u8]>, _>(place).map(|bytes| bytes.map_or(0, <[u8]>::len));
    (0..row.len()).map(one).sum::<Result<usize, _>>().map_err(|error| to_fault(&error))
}

#[async_trait]
impl Warehouse for Mysql {
    fn dialect(&self) -> Dialect {
        Dialect::Mysql
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        self.reading(Duration::from_secs(10)).await?.done().await;
        Ok(())
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        let mut reading = self.reading(Duration::from_secs(60)).await?;
        let mut tables = catalog::tables(reading.connection()?, true).await?;
        catalog::count(reading.connection()?, &mut tables).await?;
        let bare = tables.clone();
        let tenancy = self.filter.as_ref().map(|filter| Tenancy::new(filter, &bare, &[&self.database]));
        let began = Instant::now();
        for table in &mut tables {
            if began.elapsed() > describing::PATIENCE {
                break;
            }
            let name = catalog::quoted(&table.name);
            let sample =
                guard::pure(&format!("SELECT * FROM {name} LIMIT {}", describing::LOOKED_AT), Dialect::Mysql, tenancy.as_ref());
            if let Ok(sql) = sample
                && let Some(rows) = catalog::sample(reading.connection()?, &sql).await
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
        let answer = served::within(limits.time, rows(reading.connection()?, &sent, limits)).await;
        match answer {
            Ok((rows, true)) => {
                reading.done().await;
                Ok(rows)
            }
            Ok((rows, false)) => Ok(rows),
            Err(fault) => Err(reading.failed(fault).await),
        }
    }
}

/// Rows of the text protocol.
async fn texts(connection: &mut MySqlConnection, sql: String) -> Result<Vec<Vec<Option<String>>>, WarehouseFault> {
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql))).await.map_err(|error| to_fault(&error))?;
    let text = |row: &MySqlRow, place: usize| -> Result<Option<String>, sqlx::Error> {
        let bytes: Option<&[u8]> = row.try_get_unchecked(place)?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
    };
    rows.iter()
        .map(|row| (0..row.len()).map(|place| text(row, place)).collect())
        .collect::<Result<_, _>>()
        .map_err(|error| to_fault(&error))
}

fn values(row: &MySqlRow) -> Result<Vec<Value>, WarehouseFault> {
    let one = |place: usize| -> Result<Value, sqlx::Error> {
        let raw = row.try_get_raw(place)?;
        if raw.is_null() {
            return Ok(Value::Null);
        }
        let name = raw.type_info().name().to_owned();
        let bytes: &[u8] = row.try_get_unchecked(place)?;
        let kind = match name.as_str() {
            // What MySQL calls a truth is a small number that may be any.
            "BOOLEAN" | "TINYINT" | "SMALLINT" | "INT" | "MEDIUMINT" | "BIGINT" | "YEAR" => Kind::Integer,
            name if name.ends_with("UNSIGNED") => Kind::Integer,
            "FLOAT" | "DOUBLE" => Kind::Float,
            "DECIMAL" => Kind::Decimal,
            "JSON" => Kind::Json,
            "DATETIME" | "TIMESTAMP" => Kind::Moment,
            "BIT" => return Ok(Value::from(bytes.iter().fold(0_u64, |all, byte| (all << 8) | u64::from(*byte)))),
            "GEOMETRY" => return Ok(hexadecimal(bytes)),
            // Texts with a binary collation have these types too; the protocol does not distinguish them.
            "BINARY" | "VARBINARY" | "TINYBLOB" | "BLOB" | "MEDIUMBLOB" | "LONGBLOB" => {
                return Ok(match std::str::from_utf8(bytes) {
                    Ok(text) if !text.contains('\u{0}') => Value::from(text),
                    _ => hexadecimal(bytes),
                });
            }
            _ => Kind::Text,
        };
        Ok(from_text(&String::from_utf8_lossy(bytes), kind))
    };
    (0..row.len()).map(one).collect::<Result<_, _>>().map_err(|error| to_fault(&error))
}

/// The server's own number of a fault.
fn number(error: &sqlx::Error) -> Option<u16> {
    error.as_database_error()?.try_downcast_ref::<sqlx::mysql::MySqlDatabaseError>().map(sqlx::mysql::MySqlDatabaseError::number)
}

fn to_fault(error: &sqlx::Error) -> WarehouseFault {
    let sqlx::Error::Database(fault) = error else {
        return WarehouseFault::Unreachable(format!("the connection broke: {error}"));
    };
    let message = fault.message().to_owned();
    match number(error) {
        // max_statement_time, max_execution_time, interrupted.
        Some(1969 | 3024 | 1317) => WarehouseFault::Limit(SLOW.to_owned()),
        Some(1792) => WarehouseFault::Refused(format!("the database is only read: {message}")),
        Some(1142 | 1143 | 1044 | 1227 | 1370) => WarehouseFault::Refused(message),
        Some(1037 | 1038 | 1041 | 1114 | 1021 | 1205) => WarehouseFault::Limit(message),
        _ => WarehouseFault::Invalid(message),
    }
}

/// Why there is no connection, as something to act on.
fn unreachable(error: &sqlx::Error, options: &MySqlConnectOptions) -> WarehouseFault {
    let (host, port, user) = (options.get_host(), options.get_port(), options.get_username());
    WarehouseFault::Unreachable(match (error, number(error)) {
        (_, Some(1045 | 1698 | 1044)) => format!("{host} refuses the user {user} or the password"),
        (_, Some(1049)) => format!("{host} has no database {}", options.get_database().unwrap_or_default()),
        (_, Some(1040 | 1203)) => format!("{host} has no connection left"),
        (sqlx::Error::Io(fault), _) if fault.kind() == std::io::ErrorKind::ConnectionRefused => {
            format!("nothing listens on {host}:{port}; look at the port, and whether the server is up")
        }
        (other, _) => format!("{host}:{port} cannot be reached: {other}"),
    })
}
