//! Who is told, on this node, that somebody's list of interviews is another than before: by what this node stored, and by what
//! others say.

use crate::{Store, faults::fault, pools::read};
use domain::{StoreFault, tools::ProjectChange};
use protocol::{TenantId, UserId};
use std::sync::OnceLock;

/// `None` where it may be anybody's.
type Told = Box<dyn Fn(Option<UserId>) + Send + Sync>;
type ToldOfProject = Box<dyn Fn(ProjectChange) + Send + Sync>;

#[derive(Default)]
pub(crate) struct Listed {
    lists: OnceLock<Told>,
    projects: OnceLock<ToldOfProject>,
}

impl Listed {
    pub(crate) fn tell(&self, whose: Option<UserId>) {
        if let Some(told) = self.lists.get() {
            told(whose);
        }
    }

    /// What an append that was stored changed beside its stream.
    pub(crate) fn tell_stored(&self, whose: Option<UserId>, project: Option<ProjectChange>) {
        if whose.is_some() {
            self.tell(whose);
        }
        if let (Some(told), Some(change)) = (self.projects.get(), project) {
            told(change);
        }
    }
}

impl Store {
    /// Calls back, after it is stored, whenever a person's list of interviews changed: one was opened, changed or removed, on
    /// whichever node. Only the first who asks is told. The callback must not wait.
    pub fn tell_lists(&self, told: impl Fn(Option<UserId>) + Send + Sync + 'static) {
        if self.inner.listed.lists.set(Box::new(told)).is_err() {
            tracing::error!("somebody else is told of lists already");
        }
    }

    /// Calls back, after it is stored, whenever an append of this node changed a project's row. Only the first who asks is told. The
    /// callback must not wait.
    pub fn tell_projects(&self, told: impl Fn(ProjectChange) + Send + Sync + 'static) {
        if self.inner.listed.projects.set(Box::new(told)).is_err() {
            tracing::error!("somebody else is told of projects already");
        }
    }

    /// Where a person's list of interviews stands: equal as long as none was opened, changed or removed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn list_mark(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT open, COUNT(*), CAST(SUM(seq) AS BIGINT) FROM streams \
            WHERE tenant_id = $1 AND owner_id = $2 AND kind = 'interview' GROUP BY open ORDER BY open DESC";
        let parts: Vec<(bool, i64, i64)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_all(on).await.map_err(fault)?);
        let name = |open| if open { "active" } else { "completed" };
        let parts = parts.into_iter().map(|(open, interviews, events)| format!("{}:{interviews}:{events}", name(open)));
        Ok(parts.collect::<Vec<_>>().join(" "))
    }
}
