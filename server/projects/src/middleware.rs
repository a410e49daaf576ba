//! What a custom build puts between a query and its database (seed 002, warehouse plugins).

use protocol::{ProjectId, TenantId, UserId};
use std::sync::Arc;
use warehouse::middleware::Middleware;

/// Whose query of which database it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryContext {
    pub tenant: TenantId,
    pub project: ProjectId,
    /// The source's name in its project.
    pub database: String,
    /// None for whoever runs the command line.
    pub user: Option<UserId>,
}

/// The middleware of one query, in order.
pub type Middlewares = Arc<dyn Fn(&QueryContext) -> Vec<Arc<dyn Middleware>> + Send + Sync>;
