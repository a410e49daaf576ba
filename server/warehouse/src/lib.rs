//! Databases and files as the sources of a project, behind the port [`domain::tools::warehouse::Warehouse`].
//!
//! Every query passes the [`guard`] of its dialect: what was parsed and found to be a pure query is what runs. DataFusion, the
//! drivers of databases and their quirks are known here and nowhere else; projects, tenants' names and HTTP are not known here.

mod describing;
mod files;
pub mod guard;
pub mod middleware;
mod mysql;
mod postgres;
mod reach;
mod rest;
mod rows;
mod served;
mod settings;
mod sqlite;
pub mod worker;

pub use describing::{STORED, is_secret, samples_of};
pub use files::{FileFormat, ORIGINS, grouped, table_name};
pub use reach::{PublicOnly, Reach};
pub use settings::{
    BigquerySettings, ConnectionSettings, DatabricksSettings, FileTable, FilesSettings, HttpSettings, ServerSettings,
    SnowflakeSettings, SqliteSettings, TableFile, Tls,
};

use domain::tools::warehouse::{Dialect, TenantFilter, Warehouse, WarehouseFault};
use std::sync::{Arc, atomic::Ordering};

/// Every kind of database that can be connected, and against what it was tried.
pub const CONNECTORS: [(&str, &str); 10] = [
    ("files", "tried with every format"),
    ("sqlite", "tried with SQLite"),
    ("postgres", "tried with a Postgres server"),
    ("redshift", "speaks the wire of Postgres; tried only with a Postgres server"),
    ("mysql", "tried with a MariaDB server"),
    ("bigquery", "by HTTP; tried only against a stub of its wire"),
    ("snowflake", "by HTTP; tried only against a stub of its wire"),
    ("clickhouse", "by HTTP; tried only against a stub of its wire"),
    ("trino", "by HTTP; tried only against a stub of its wire"),
    ("databricks", "by HTTP; tried only against a stub of its wire"),
];

/// What holds for a source beside how it is reached.
#[derive(Clone, Default)]
pub struct Options {
    /// The project's tenant filter: holds for every query, and for the values that tables are shown with.
    pub filter: Option<TenantFilter>,
    /// Asked in this order before the database.
    pub chain: Vec<Arc<dyn middleware::Middleware>>,
    /// Where one may connect to; everywhere where nobody says.
    pub reach: Option<Arc<dyn Reach>>,
    /// A number of whoever the source belongs to: jobs that wait for each other are done in turns between all of them.
    pub whose: u128,
}

/// Connections that read now, by the wire that they speak.
#[must_use]
pub fn count_connections() -> [(&'static str, usize); 2] {
    [("postgres", &postgres::CONNECTIONS), ("mysql", &mysql::CONNECTIONS)]
        .map(|(wire, open)| (wire, open.load(Ordering::Relaxed)))
}

/// A source that is ready to be asked. Connects when it is first asked, so that this neither waits nor reaches out.
///
/// # Errors
/// [`WarehouseFault::Unusable`] for settings that cannot be right.
pub fn open(settings: &ConnectionSettings, options: Options) -> Result<Arc<dyn Warehouse>, WarehouseFault> {
    let filter = options.filter.clone();
    let (reach, whose) = (options.reach.clone(), options.whose);
    let inner: Arc<dyn Warehouse> = match settings {
        ConnectionSettings::Files(settings) => Arc::new(files::Files::new(settings, filter, whose)?),
        ConnectionSettings::Sqlite(settings) if worker::is_set() => {
            Arc::new(worker::SqliteApart::new(&settings.path, filter, whose))
        }
        ConnectionSettings::Sqlite(settings) => Arc::new(sqlite::Sqlite { path: settings.path.clone(), filter, is_copy: false }),
        ConnectionSettings::Postgres(server) => Arc::new(postgres::Postgres::new(server, Dialect::Postgres, filter, reach)),
        ConnectionSettings::Redshift(server) => Arc::new(postgres::Postgres::new(server, Dialect::Redshift, filter, reach)),
        ConnectionSettings::Mysql(server) => Arc::new(mysql::Mysql::new(server, filter, reach)),
        other => match rest::Rest::new(other, filter, reach)? {
            Some(rest) => Arc::new(rest),
            None => return Err(WarehouseFault::Unusable(format!("{:?} is not known", other.dialect()))),
        },
    };
    let mut chain = options.chain;
    if let Some(filter) = options.filter {
        chain.push(Arc::new(middleware::Tenant(filter)));
    }
    Ok(middleware::layered(inner, chain))
}
