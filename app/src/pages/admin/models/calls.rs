//! What the page of language models asks of the backend. Its forms are plain posts to `/admin/models`.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{
    ProjectId,
    account::Account,
    models::{ModelsPage, UsageView},
};
use serde::{Deserialize, Serialize};

/// Which calls to sum up and by what, as somebody entered it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsageFilter {
    /// `day`, `task`, `model` or `session`; by day where it is empty.
    pub by: String,
    /// Days as YYYY-MM-DD, both included.
    pub since: String,
    pub until: String,
}

/// What one person's queries of one project's data came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryShareView {
    /// Its address, where it is still there.
    pub project: Option<ProjectId>,
    pub name: String,
    pub person: String,
    pub queries: u64,
    pub failed: u64,
    pub rows: u64,
    pub took_ms: u64,
}

/// Calls to language models, summed up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsageTable {
    pub rows: Vec<UsageView>,
    /// There are more groups than are shown.
    pub cut: bool,
    /// Queries of projects' data in the same days, the most first; none where the filter is wrong.
    pub queries: Option<Vec<QueryShareView>>,
    /// More asked than are shown.
    pub queries_cut: bool,
    /// What is wrong with the filter.
    pub fault: Option<String>,
}

/// Given in context on the server as `Arc<dyn ModelCalls>`.
#[async_trait]
pub trait ModelCalls: Send + Sync {
    /// Administrators.
    async fn models(&self, who: &Account) -> Result<ModelsPage, CallFault>;
    /// Administrators.
    async fn usage(&self, who: &Account, filter: UsageFilter) -> Result<UsageTable, CallFault>;
}

#[server(prefix = "/call", endpoint = "models", input = Json, output = Json)]
pub async fn read_models() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ModelCalls>()?.models(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/usage", input = Json, output = Json)]
pub async fn read_usage(filter: UsageFilter) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ModelCalls>()?.usage(&asker()?, filter).await?) }.await)
}
