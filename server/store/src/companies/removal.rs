//! Searches that a tenant keeps no longer.

use crate::{
    Store,
    accounts::log,
    columns::At,
    faults::fault,
    insert::Dialect,
    pools::transaction,
    watch::{STREAMS, of_list},
};
use domain::{StoreFault, account::AuditEntry};
use protocol::{CompanySearchId, TenantId, Timestamp, UserId};
use std::collections::HashSet;
use uuid::Uuid;

const FOUND: &str = "SELECT id, owner_id FROM streams \
    WHERE tenant_id = $1 AND kind = 'search' AND NOT open AND updated_at < $2 \
    AND EXISTS (SELECT 1 FROM tenants WHERE tenants.id = $1 AND retention_days = $3) ORDER BY id LIMIT $4";
/// What is being written to at this moment is not old after all.
const LOCKED: &str = " FOR UPDATE SKIP LOCKED";
/// The trace and what others were answered from go with the search.
const NAMED: &str = "UPDATE audit_log SET detail = '{}' WHERE tenant_id = $1 AND target = $2";
const PARTS: [&str; 4] = [
    "DELETE FROM events WHERE tenant_id = $1 AND stream = $2",
    "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND about = $2",
    "DELETE FROM company_searches WHERE tenant_id = $1 AND id = $2",
    "DELETE FROM streams WHERE tenant_id = $1 AND id = $2",
];

impl Store {
    /// Other nodes hear of it at the moment of the commit.
    pub(crate) async fn remove_old_searches(
        &self,
        (tenant, days, before): (TenantId, u32, Timestamp),
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<CompanySearchId>, StoreFault> {
        let node = self.inner.node;
        let found: Vec<(Uuid, Uuid)> = transaction!(self.pools(), |on, dialect| {
            let locked = if dialect == Dialect::Postgres { LOCKED } else { "" };
            let query = sqlx::query_as(sqlx::AssertSqlSafe([FOUND, locked].concat())).bind(tenant.0).bind(At(before));
            let query = query.bind(i32::try_from(days).unwrap_or(i32::MAX)).bind(i64::from(limit));
            let found: Vec<(Uuid, Uuid)> = query.fetch_all(&mut *on).await.map_err(fault)?;
            for (id, _) in &found {
                sqlx::query(NAMED).bind(tenant.0).bind(id.to_string()).execute(&mut *on).await.map_err(fault)?;
                for part in PARTS {
                    sqlx::query(part).bind(tenant.0).bind(*id).execute(&mut *on).await.map_err(fault)?;
                }
            }
            if !found.is_empty() {
                let mut audit = audit;
                if let Some(detail) = audit.detail.as_object_mut() {
                    detail.insert("searches".to_owned(), found.len().into());
                }
                log!(&mut *on, audit);
            }
            if dialect == Dialect::Postgres {
                let people: HashSet<Uuid> = found.iter().map(|(_, user)| *user).collect();
                let gone = found.iter().map(|(id, _)| format!("{node}:{id}:gone"));
                for payload in gone.chain(people.into_iter().map(|user| of_list(node, UserId(user)))) {
                    let query = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(payload);
                    query.execute(&mut *on).await.map_err(fault)?;
                }
            }
            found
        });
        let people: HashSet<Uuid> = found.iter().map(|(_, user)| *user).collect();
        people.into_iter().for_each(|user| self.inner.listed.tell(Some(UserId(user))));
        Ok(found.into_iter().map(|(id, _)| CompanySearchId(id)).collect())
    }
}
