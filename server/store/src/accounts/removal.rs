//! What goes with a person when they go: everything of theirs, in every table.

use super::{
    log,
    rights::{TELL, of_person},
};
use crate::{
    Store,
    faults::fault,
    insert::Dialect,
    pools::transaction,
    watch::{RIGHTS, STREAMS},
};
use domain::{StoreFault, account::AuditEntry};
use protocol::{TenantId, UserId};

/// Keeps an interview of theirs from being opened between the first statement and the last.
const LOCK: &str = "SELECT id FROM users WHERE tenant_id = $1 AND id = $2 FOR UPDATE";
const LOCK_STREAMS: &str = "SELECT id FROM streams WHERE tenant_id = $1 AND owner_id = $2 ORDER BY id FOR UPDATE";
const TELL_GONE: &str = "SELECT pg_notify($3, $4 || ':' || id || ':gone') \
    FROM streams WHERE tenant_id = $1 AND owner_id = $2";

/// What no reference takes along. What was done stays known, but neither by whom nor about whom.
const PARTS: [&str; 6] = [
    "DELETE FROM events WHERE tenant_id = $1 AND stream IN \
        (SELECT id FROM streams WHERE tenant_id = $1 AND owner_id = $2)",
    "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND about IN \
        (SELECT id FROM streams WHERE tenant_id = $1 AND owner_id = $2)",
    "DELETE FROM secrets WHERE tenant_id = $1 AND id IN \
        (SELECT secret_id FROM company_schedules WHERE tenant_id = $1 AND user_id = $2)",
    "DELETE FROM secrets WHERE tenant_id = $1 AND id IN \
        (SELECT secret_id FROM ask_schedules WHERE tenant_id = $1 AND user_id = $2)",
    "UPDATE audit_log SET user_id = NULL WHERE tenant_id = $1 AND user_id = $2",
    "UPDATE audit_log SET about = NULL, target = '', detail = '{}' WHERE tenant_id = $1 AND about = $2",
];
/// Entries from before it was kept whom they are about.
const NAMED: &str = "UPDATE audit_log SET target = '', detail = '{}' WHERE tenant_id = $1 AND target = $2";
/// Answers to their own calls, and to the call that made them.
const ANSWERS: &str = "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND (key LIKE $2 OR body LIKE $2)";
const USER: &str = "DELETE FROM users WHERE tenant_id = $1 AND id = $2";
const SIGN_INS: &str = "DELETE FROM web_sessions WHERE data LIKE $1";

impl Store {
    /// Other nodes hear of it at the moment of the commit.
    pub(super) async fn remove_user(&self, tenant: TenantId, id: UserId, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        let node = self.inner.node;
        let naming = format!("%{id}%");
        Ok(transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                for lock in [LOCK, LOCK_STREAMS] {
                    sqlx::query(lock).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
                }
                let gone = sqlx::query(TELL_GONE).bind(tenant.0).bind(id.0).bind(STREAMS).bind(node.to_string());
                gone.execute(&mut *on).await.map_err(fault)?;
            }
            for part in PARTS {
                sqlx::query(part).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
            }
            let user = sqlx::query(USER).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
            let removed = user.rows_affected() == 1;
            if removed {
                sqlx::query(NAMED).bind(tenant.0).bind(id.to_string()).execute(&mut *on).await.map_err(fault)?;
                sqlx::query(ANSWERS).bind(tenant.0).bind(&naming).execute(&mut *on).await.map_err(fault)?;
                sqlx::query(SIGN_INS).bind(&naming).execute(&mut *on).await.map_err(fault)?;
                if dialect == Dialect::Postgres {
                    sqlx::query(TELL).bind(RIGHTS).bind(of_person(node, id)).execute(&mut *on).await.map_err(fault)?;
                }
                if let Some(audit) = &audit {
                    log!(&mut *on, audit);
                }
            }
            removed
        }))
    }
}
