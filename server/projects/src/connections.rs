//! Databases of projects: what is needed to open one, and those that are open.

use super::{
    add_source::{paths, secrets},
    address, by_path, file_tables, settings_errors,
};
use crate::Projects;
use async_trait::async_trait;
use domain::{
    Failure, FailureKind,
    research::PageFault,
    tools::{
        ProjectRow, ProjectSource,
        file_format::names_sqlite,
        warehouse::{Warehouse, WarehouseFault},
    },
};
use moka::future::Cache;
use protocol::ProjectSourceId;
use providers::guard::Guard;
use serde_json::{Map, Value, json};
use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use warehouse::{ConnectionSettings, Options, Reach, SqliteSettings};

/// The most databases that are open at once.
const MOST: u64 = 200;

pub(super) struct Connections {
    /// By source, the project's filter, and when the source was last read: what another node read anew is opened anew here.
    open: Cache<(ProjectSourceId, String, i64), Arc<dyn Warehouse>>,
}

impl Connections {
    pub(super) fn new(idle: Duration) -> Self {
        Self { open: Cache::builder().max_capacity(MOST).time_to_idle(idle).support_invalidation_closures().build() }
    }
}

/// How many databases are kept open for projects. The cache's own count is behind until its next upkeep, which is not done here.
#[must_use]
pub fn count_databases(projects: &Projects) -> usize {
    projects.0.connections.open.iter().count()
}

pub(super) async fn forget(projects: &Projects, id: ProjectSourceId) {
    let gone = projects.0.connections.open.invalidate_entries_if(move |(source, ..), _| *source == id);
    if let Err(fault) = gone {
        tracing::warn!(%fault, "an open database could not be let go");
    }
}

/// A database of the project, open already or opened now.
///
/// # Errors
/// What is wrong, in a sentence.
pub(super) async fn connected(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
) -> Result<Arc<dyn Warehouse>, Failure> {
    // Files on the server's disk are looked at each time: another file, or a changed one, is opened anew.
    let filter = format!("{}{}", json!(project.filter), by_path::seen(projects, source).await?);
    let opening = async {
        let (secrets, paths) = (secrets(projects, source).await?, paths(projects, source).await?);
        let settings = settings(projects, source, &secrets, &paths).await?;
        open(projects, &settings, project)
    };
    let opened = projects.0.connections.open.try_get_with((source.id, filter, source.updated_at.0), opening).await;
    opened.map_err(|failure| (*failure).clone())
}

/// Reaches a source once; what is wrong is the answer, not an error.
///
/// # Errors
/// Of this server itself.
pub async fn try_out(projects: &Projects, project: &ProjectRow, source: &ProjectSource) -> Result<Value, Failure> {
    let begun = std::time::Instant::now();
    let detail = match source.kind {
        domain::tools::SourceKind::Database => {
            forget(projects, source.id).await;
            match connected(projects, project, source).await {
                Ok(database) => database.test().await.err().map(|fault| fault.to_string()),
                Err(failure) if failure.kind.is_callers() || failure.kind == FailureKind::Unavailable => Some(failure.detail),
                Err(failure) => return Err(failure),
            }
        }
        _ => {
            let (secrets, paths) = (secrets(projects, source).await?, paths(projects, source).await?);
            let reached = super::reading::reach(projects, project, source, &secrets, &paths).await;
            reached.err().map(|failure| failure.detail)
        }
    };
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let words = detail.clone().unwrap_or_else(|| "it can be reached and read".to_owned());
    Ok(json!({"ok": detail.is_none(), "detail": domain::sentence(&words), "elapsed_ms": took}))
}

/// Databases are held to the guard of addresses whenever they are connected to.
struct Guarded(Guard);

#[async_trait]
impl Reach for Guarded {
    async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, WarehouseFault> {
        self.0.addresses(host, port).await.map_err(|fault| match fault {
            PageFault::Unreachable(_) => WarehouseFault::Unreachable(of_reach(&fault)),
            _ => WarehouseFault::Unusable(of_reach(&fault)),
        })
    }
}

/// The guard speaks of pages.
fn of_reach(fault: &PageFault) -> String {
    match fault {
        PageFault::Forbidden(why) => format!("this database may not be connected to: {why}"),
        PageFault::Unreachable(why) => format!("the database cannot be reached: {why}"),
        PageFault::BadAddress(why) => format!("this is not an address of a database: {why}"),
        fault => fault.to_string(),
    }
}

pub(super) fn open(
    projects: &Projects,
    settings: &ConnectionSettings,
    project: &ProjectRow,
) -> Result<Arc<dyn Warehouse>, Failure> {
    let settings_of_all = projects.settings();
    let guarded = || -> Arc<dyn Reach> { Arc::new(Guarded(settings_of_all.guard.clone().with_any_port())) };
    let reach = settings_of_all.guards_databases.then(guarded);
    let (filter, whose) = (project.filter.clone(), project.tenant.0.as_u128());
    let options = Options { filter, reach, whose, ..Options::default() };
    warehouse::open(settings, options).map_err(|fault| of_fault(&fault))
}

/// The one place that turns a database's fault into HTTP.
pub(super) fn of_fault(fault: &WarehouseFault) -> Failure {
    match fault {
        WarehouseFault::Busy(detail) => Failure { retry_after: Some(5), ..Failure::new(FailureKind::Busy, detail) },
        WarehouseFault::Unreachable(detail) => Failure { retry_after: Some(5), ..Failure::unavailable(detail) },
        WarehouseFault::Refused(detail)
        | WarehouseFault::Invalid(detail)
        | WarehouseFault::Limit(detail)
        | WarehouseFault::Unusable(detail) => Failure::new(FailureKind::Invalid, detail),
    }
}

/// How a source is reached: its files, or its configuration. A path on this machine comes only from [`by_path`], which has
/// checked it.
pub(super) async fn settings(
    projects: &Projects,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
) -> Result<ConnectionSettings, Failure> {
    if !source.files.is_empty() || by_path::names_files(source) {
        return of_files(source, paths);
    }
    let subtype = if source.subtype.is_empty() { "postgres" } else { &source.subtype };
    settings_errors::known(subtype)?;
    let mut whole = source.config.as_object().cloned().unwrap_or_default();
    whole.extend(secrets.clone());
    if let Some(Value::String(url)) = whole.get("url")
        && matches!(subtype, "postgres" | "redshift" | "mysql" | "mariadb")
    {
        let parts = address::parts(url)?;
        whole.remove("url");
        for (name, value) in parts {
            let said = whole.entry(name.as_str()).or_insert_with(|| value.clone());
            if name == "tls" && *said != value {
                let detail = "config.tls and sslmode of the address say different things: leave one of them out";
                return Err(Failure::invalid("config.tls", detail));
            }
        }
    }
    whole.insert("type".into(), if subtype == "mariadb" { "mysql".into() } else { subtype.into() });
    let settings: ConnectionSettings =
        serde_json::from_value(Value::Object(whole)).map_err(|fault| settings_errors::unfit(subtype, &fault.to_string()))?;
    within_reach(projects, &settings).await?;
    Ok(settings)
}

fn of_files(source: &ProjectSource, paths: &[PathBuf]) -> Result<ConnectionSettings, Failure> {
    if is_sqlite(source) {
        return match paths {
            [path] => Ok(ConnectionSettings::Sqlite(SqliteSettings { path: path.clone() })),
            _ => Err(Failure::invalid("file", "a SQLite database is one file: make a source of each")),
        };
    }
    file_tables::files_settings(source, paths).map(ConnectionSettings::Files)
}

pub(super) fn is_sqlite(source: &ProjectSource) -> bool {
    source.subtype == "sqlite"
        || source.files.iter().any(|file| names_sqlite(&file.name))
        || (by_path::names_files(source) && source.config["path"].as_str().is_some_and(names_sqlite))
}

/// A machine inside the network is reached only where the operator allows it, like every address from outside.
async fn within_reach(projects: &Projects, settings: &ConnectionSettings) -> Result<(), Failure> {
    let (host, port) = match settings {
        ConnectionSettings::Postgres(server) => (server.host.clone(), server.port.unwrap_or(5432)),
        ConnectionSettings::Redshift(server) => (server.host.clone(), server.port.unwrap_or(5439)),
        ConnectionSettings::Mysql(server) => (server.host.clone(), server.port.unwrap_or(3306)),
        ConnectionSettings::Clickhouse(server) | ConnectionSettings::Trino(server) => of_address(&server.url)?,
        ConnectionSettings::Databricks(server) => of_address(&server.url)?,
        ConnectionSettings::Bigquery(server) => match &server.url {
            Some(url) => of_address(url)?,
            None => return Ok(()),
        },
        ConnectionSettings::Snowflake(server) => match &server.url {
            Some(url) => of_address(url)?,
            None => return Ok(()),
        },
        ConnectionSettings::Files(_) | ConnectionSettings::Sqlite(_) => return Ok(()),
    };
    if host.starts_with(['/', '@']) || host.contains(['/', '\\']) {
        return Err(Failure::invalid("config.host", "a database is reached by a host's name, not by a path"));
    }
    let guard = projects.settings().guard.clone().with_any_port();
    match guard.addresses(&host, port).await {
        // The name is unknown. The connection reports that, also when it is tried later.
        Ok(_) | Err(PageFault::Unreachable(_)) => Ok(()),
        Err(fault) => {
            let detail = format!("{}; an operator allows private addresses with DISCOVERY_ALLOW_PRIVATE_URLS", of_reach(&fault));
            Err(Failure::invalid("config", detail))
        }
    }
}

fn of_address(url: &str) -> Result<(String, u16), Failure> {
    let wrong = || Failure::invalid("config.url", "an address looks like https://host:8443");
    let address: http::Uri = url.trim().parse().map_err(|_| wrong())?;
    let usual = match address.scheme_str() {
        Some("https") => 443,
        Some("http") => 80,
        _ => return Err(wrong()),
    };
    let host = address.host().ok_or_else(wrong)?.to_owned();
    Ok((host, address.port_u16().unwrap_or(usual)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_host_and_a_port() {
        assert_eq!(of_address("https://a.example").ok(), Some(("a.example".to_owned(), 443)));
        assert!(of_address("ftp://a.example").is_err());
    }
}
