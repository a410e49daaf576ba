//! Callbacks on this node for changed lists of interviews: changed by this node, or by others.

use crate::{Store, faults::fault, pools::read};
use domain::{StoreFault, tools::ProjectChange};
use protocol::{TenantId, UserId};
use std::sync::OnceLock;

/// `None` where it may be any user's.
type OnList = Box<dyn Fn(Option<UserId>) + Send + Sync>;
type OnProject = Box<dyn Fn(ProjectChange) + Send + Sync>;

#[derive(Default)]
pub(crate) struct Listed {
    lists: OnceLock<OnList>,
    projects: OnceLock<OnProject>,
}

impl Listed {
    pub(crate) fn tell(&self, whose: Option<UserId>) {
        if let Some(callback) = self.lists.get() {
            callback(whose);
        }
    }

    /// What an append that was stored changed beside its stream.
    pub(crate) fn tell_stored(&self, whose: Option<UserId>, project: Option<ProjectChange>) {
        if whose.is_some() {
            self.tell(whose);
        }
        if let (Some(callback), Some(change)) = (self.projects.get(), project) {
            callback(change);
        }
    }
}

impl Store {
    /// Calls back, after it is stored, whenever a person's list of interviews changed: one was opened, changed or removed, on
    /// whichever node. Only the first callback is kept. It must not wait.
    pub fn tell_lists(&self, callback: impl Fn(Option<UserId>) + Send + Sync + 'static) {
        if self.inner.listed.lists.set(Box::new(callback)).is_err() {
            tracing::error!("somebody else is told of lists already");
        }
    }

    /// Calls back, after it is stored, whenever an append of this node changed a project's row. Only the first callback is kept.
    /// It must not wait.
    pub fn tell_projects(&self, callback: impl Fn(ProjectChange) + Send + Sync + 'static) {
        if self.inner.listed.projects.set(Box::new(callback)).is_err() {
            tracing::error!("somebody else is told of projects already");
        }
    }

    /// The version of a person's list of interviews: equal as long as none was opened, changed or removed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn list_version(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT open, COUNT(*), CAST(SUM(seq) AS BIGINT) FROM streams \
            WHERE tenant_id = $1 AND owner_id = $2 AND kind = 'interview' AND deleted_at IS NULL \
            GROUP BY open ORDER BY open DESC";
        const ARCHIVED: &str = "SELECT COUNT(*) FROM elicitation_sessions \
            WHERE tenant_id = $1 AND user_id = $2 AND archived_at IS NOT NULL AND deleted_at IS NULL";
        let parts: Vec<(bool, i64, i64)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_all(on).await.map_err(fault)?);
        let name = |open| if open { "active" } else { "completed" };
        let parts = parts.into_iter().map(|(open, interviews, events)| format!("{}:{interviews}:{events}", name(open)));
        let archived: i64 =
            read!(self, |on| sqlx::query_scalar(ARCHIVED).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        let archived = (archived > 0).then(|| format!("archived:{archived}"));
        Ok(parts.chain(archived).collect::<Vec<_>>().join(" "))
    }
}
