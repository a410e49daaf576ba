//! Who is told, on this node, that somebody's list of interviews is another than before: by what this node stored, and by what
//! others say.

use crate::{Store, faults::fault, pools::read};
use domain::StoreFault;
use protocol::{TenantId, UserId};
use std::sync::OnceLock;

/// `None` where it may be anybody's.
type Told = Box<dyn Fn(Option<UserId>) + Send + Sync>;

#[derive(Default)]
pub(crate) struct Listed(OnceLock<Told>);

impl Listed {
    pub(crate) fn tell(&self, whose: Option<UserId>) {
        if let Some(told) = self.0.get() {
            told(whose);
        }
    }
}

impl Store {
    /// Calls back, after it is stored, whenever a person's list of interviews changed: one was opened, changed or removed, on
    /// whichever node. Only the first who asks is told. The callback must not wait.
    pub fn tell_lists(&self, told: impl Fn(Option<UserId>) + Send + Sync + 'static) {
        if self.inner.listed.0.set(Box::new(told)).is_err() {
            tracing::error!("somebody else is told of lists already");
        }
    }

    /// Where a person's list of interviews stands: equal as long as none was opened, changed or removed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn list_mark(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT status, COUNT(*), CAST(SUM(seq) AS BIGINT) FROM elicitation_sessions \
            WHERE tenant_id = $1 AND user_id = $2 GROUP BY status ORDER BY status";
        let parts: Vec<(String, i64, i64)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_all(on).await.map_err(fault)?);
        let parts = parts.into_iter().map(|(status, interviews, events)| format!("{status}:{interviews}:{events}"));
        Ok(parts.collect::<Vec<_>>().join(" "))
    }
}
