//! Databases and files as the sources of a project, behind the port [`domain::tools::warehouse::Warehouse`].
//!
//! Every query passes the [`guard`] of its dialect: what was parsed and found to be a pure query is what runs. DataFusion, the
//! drivers of databases and their quirks are known here and nowhere else; projects, tenants' names and HTTP are not known here.

pub mod guard;
pub mod middleware;
mod settings;

pub use settings::{
    BigquerySettings, ConnectionSettings, DatabricksSettings, FileTable, FilesSettings, HttpSettings, ServerSettings,
    SnowflakeSettings, SqliteSettings, TableFile, Tls,
};

use domain::tools::warehouse::{TenantFilter, Warehouse, WarehouseFault};
use std::sync::Arc;

/// What holds for a source beside how it is reached.
#[derive(Clone, Default)]
pub struct Options {
    /// The project's tenant filter: holds for every query, and for the values that tables are shown with.
    pub filter: Option<TenantFilter>,
    /// Asked in this order before the database.
    pub chain: Vec<Arc<dyn middleware::Middleware>>,
}

/// A source that is ready to be asked. Connects when it is first asked, so that this neither waits nor reaches out.
///
/// # Errors
/// [`WarehouseFault::Unusable`] for settings that cannot be right.
pub fn open(settings: &ConnectionSettings, options: Options) -> Result<Arc<dyn Warehouse>, WarehouseFault> {
    let inner: Arc<dyn Warehouse> = match settings {
        other => return Err(WarehouseFault::Unusable(format!("{:?} is not there yet", other.dialect()))),
    };
    let mut chain = options.chain;
    if let Some(filter) = options.filter {
        chain.push(Arc::new(middleware::Tenant(filter)));
    }
    Ok(middleware::layered(inner, chain))
}
