//! Profiles that are shown with their table: computed once when somebody looks at it, then kept until the source is read again.

use crate::{ProjectCatalog, Projects, profile::profile, routing::dialect};
use domain::{
    Failure,
    tools::{answers::Held, catalog::TableProfile, warehouse::Dialect},
};
use moka::future::Cache;
use protocol::{ProjectSourceId, Timestamp, account::Account};
use std::{sync::Arc, time::Duration};

/// A database changes while its catalog stays.
const KEPT: Duration = Duration::from_secs(3_600);
/// Columns of all profiles together.
const MOST: u64 = 100_000;

/// By table, and when its source was last read.
pub(crate) struct Profiles(Cache<Key, Arc<TableProfile>>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    source: ProjectSourceId,
    read_at: Timestamp,
    /// The project's filter belongs to it.
    changed_at: Timestamp,
    table: String,
}

impl Profiles {
    pub(crate) fn new() -> Self {
        let weight = |_: &Key, profile: &Arc<TableProfile>| u32::try_from(profile.columns.len()).unwrap_or(u32::MAX).max(1);
        Self(Cache::builder().max_capacity(MOST).weigher(weight).time_to_live(KEPT).build())
    }
}

fn key(catalog: &ProjectCatalog, one: &Held, table: &str) -> Key {
    Key { source: one.source.id, read_at: one.source.updated_at, changed_at: catalog.project.updated_at, table: table.to_owned() }
}

/// Whether a database is asked without a bill: it may be looked at before anybody asks for it.
pub fn is_free(one: &Held) -> bool {
    !matches!(dialect(one), Dialect::Bigquery | Dialect::Snowflake | Dialect::Databricks)
}

/// The profile of a table, where it was computed already.
pub async fn known_profile(projects: &Projects, catalog: &ProjectCatalog, one: &Held, table: &str) -> Option<Arc<TableProfile>> {
    projects.0.profiles.0.get(&key(catalog, one, table)).await
}

/// The profile of a table, computed once for all who look at it at the same time.
///
/// # Errors
/// There is no such table, or in words why the database does not answer.
pub async fn shown_profile(
    projects: &Projects,
    who: &Account,
    catalog: &ProjectCatalog,
    one: &Held,
    table: &str,
) -> Result<Arc<TableProfile>, Failure> {
    let computing = async { profile(projects, who, &catalog.project, one, table).await.map(Arc::new) };
    let shown = projects.0.profiles.0.try_get_with(key(catalog, one, table), computing).await;
    shown.map_err(|failure| (*failure).clone())
}

/// Begins to compute the profile of a table, which whoever looks at the table next finds.
pub fn begin_profile(projects: &Projects, who: &Account, catalog: &Arc<ProjectCatalog>, source: ProjectSourceId, table: &str) {
    let (projects, who, catalog, table) = (projects.clone(), who.clone(), Arc::clone(catalog), table.to_owned());
    tokio::spawn(async move {
        let Some(one) = catalog.held.iter().find(|one| one.source.id == source) else { return };
        if let Err(failure) = shown_profile(&projects, &who, &catalog, one, &table).await {
            tracing::debug!(detail = failure.detail, "a table could not be profiled");
        }
    });
}
