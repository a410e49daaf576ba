//! Finished streams that a tenant keeps no longer: searches for companies, and asks that nobody saved.

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
use protocol::{TenantId, Timestamp, UserId};
use std::collections::HashSet;
use uuid::Uuid;

/// A kind of streams with the rows that belong to it. What hangs on those rows goes with them.
pub(crate) struct Expiring {
    found: &'static str,
    row: &'static str,
    /// What the audit log calls them.
    counted: &'static str,
}

pub(crate) const SEARCHES: Expiring = Expiring {
    found: "SELECT id, owner_id FROM streams \
        WHERE tenant_id = $1 AND kind = 'search' AND NOT open AND updated_at < $2 \
        AND EXISTS (SELECT 1 FROM tenants WHERE tenants.id = $1 AND retention_days = $3) ORDER BY id LIMIT $4",
    row: "DELETE FROM company_searches WHERE tenant_id = $1 AND id = $2",
    counted: "searches",
};
pub(crate) const ASKS: Expiring = Expiring {
    found: "SELECT id, owner_id FROM streams \
        WHERE tenant_id = $1 AND kind = 'ask' AND NOT open AND updated_at < $2 \
        AND NOT EXISTS (SELECT 1 FROM asks WHERE asks.id = streams.id AND asks.saved IS NOT NULL) \
        AND EXISTS (SELECT 1 FROM tenants WHERE tenants.id = $1 AND retention_days = $3) ORDER BY id LIMIT $4",
    row: "DELETE FROM asks WHERE tenant_id = $1 AND id = $2",
    counted: "asks",
};

/// What is being written to at this moment is not old after all.
const LOCKED: &str = " FOR UPDATE SKIP LOCKED";
const NAMED: &str = "UPDATE audit_log SET detail = '{}' WHERE tenant_id = $1 AND target = $2";
const EVENTS: &str = "DELETE FROM events WHERE tenant_id = $1 AND stream = $2";
const KEYS: &str = "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND about = $2";
const STREAM: &str = "DELETE FROM streams WHERE tenant_id = $1 AND id = $2";

impl Store {
    /// Other nodes hear of it at the moment of the commit.
    pub(crate) async fn remove_expired(
        &self,
        what: &Expiring,
        (tenant, days, before): (TenantId, u32, Timestamp),
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<Uuid>, StoreFault> {
        let node = self.inner.node;
        let found: Vec<(Uuid, Uuid)> = transaction!(self.pools(), |on, dialect| {
            let locked = if dialect == Dialect::Postgres { LOCKED } else { "" };
            let query = sqlx::query_as(sqlx::AssertSqlSafe([what.found, locked].concat())).bind(tenant.0).bind(At(before));
            let query = query.bind(i32::try_from(days).unwrap_or(i32::MAX)).bind(i64::from(limit));
            let found: Vec<(Uuid, Uuid)> = query.fetch_all(&mut *on).await.map_err(fault)?;
            for (id, _) in &found {
                sqlx::query(NAMED).bind(tenant.0).bind(id.to_string()).execute(&mut *on).await.map_err(fault)?;
                for part in [EVENTS, KEYS, what.row, STREAM] {
                    sqlx::query(part).bind(tenant.0).bind(*id).execute(&mut *on).await.map_err(fault)?;
                }
            }
            if !found.is_empty() {
                let mut audit = audit;
                if let Some(detail) = audit.detail.as_object_mut() {
                    detail.insert(what.counted.to_owned(), found.len().into());
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
        Ok(found.into_iter().map(|(id, _)| id).collect())
    }
}
