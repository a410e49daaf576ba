//! Interviews that are put away or deleted for now, and their removal for good.

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
use protocol::{SessionId, TenantId, Timestamp, UserId, interview::Place};
use std::collections::HashSet;
use uuid::Uuid;

const TELL: &str = "SELECT pg_notify($1, $2)";

impl Store {
    /// Other nodes hear of it at the moment of the commit: a stream that is gone for now, or that is there again. What lies there
    /// already stays as it is.
    pub(crate) async fn move_interview(
        &self,
        tenant: TenantId,
        only: Option<UserId>,
        session: SessionId,
        (place, now): (Place, Timestamp),
        audit: AuditEntry,
    ) -> Result<Option<UserId>, StoreFault> {
        const WHOSE: &str = "SELECT user_id, archived_at, deleted_at FROM elicitation_sessions WHERE tenant_id = $1 AND id = $2";
        const ROW: &str = "UPDATE elicitation_sessions SET archived_at = $3, deleted_at = $4 WHERE tenant_id = $1 AND id = $2";
        const STREAM: &str = "UPDATE streams SET deleted_at = $3 WHERE tenant_id = $1 AND id = $2";
        let node = self.inner.node;
        let archived = (place == Place::Archived).then_some(At(now));
        let deleted = (place == Place::Deleted).then_some(At(now));
        let whose: Option<UserId> = transaction!(self.pools(), |on, dialect| {
            let found = sqlx::query_as(WHOSE).bind(tenant.0).bind(session.0);
            let found: Option<(Uuid, Option<At>, Option<At>)> = found.fetch_optional(&mut *on).await.map_err(fault)?;
            let found = found.map(|(user, archived, deleted)| (UserId(user), read_place(archived, deleted)));
            let found = found.filter(|(user, _)| only.is_none_or(|only| only == *user));
            if let Some((user, _)) = found.filter(|(_, from)| *from != place) {
                let row = sqlx::query(ROW).bind(tenant.0).bind(session.0).bind(archived).bind(deleted);
                row.execute(&mut *on).await.map_err(fault)?;
                let stream = sqlx::query(STREAM).bind(tenant.0).bind(session.0).bind(deleted);
                stream.execute(&mut *on).await.map_err(fault)?;
                let mut audit = audit;
                audit.about = Some(user);
                log!(&mut *on, audit);
                if dialect == Dialect::Postgres {
                    let stream = match place {
                        Place::Deleted => format!("{node}:{session}:gone"),
                        Place::Listed | Place::Archived => format!("{node}:{session}:{}", u64::MAX),
                    };
                    for payload in [stream, of_list(node, user)] {
                        sqlx::query(TELL).bind(STREAMS).bind(payload).execute(&mut *on).await.map_err(fault)?;
                    }
                }
            }
            found.map(|(user, _)| user)
        });
        if whose.is_some() {
            self.inner.listed.tell(whose);
        }
        Ok(whose)
    }

    pub(crate) async fn remove_deleted_interviews(
        &self,
        tenant: TenantId,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<SessionId>, StoreFault> {
        const FOUND: &str = "SELECT id, owner_id FROM streams \
            WHERE tenant_id = $1 AND kind = 'interview' AND deleted_at < $2 ORDER BY id LIMIT $3";
        /// What is brought back at this moment stays.
        const LOCKED: &str = " FOR UPDATE SKIP LOCKED";
        const NAMED: &str = "UPDATE audit_log SET detail = '{}' WHERE tenant_id = $1 AND target = $2";
        const PARTS: [&str; 5] = [
            "DELETE FROM events WHERE tenant_id = $1 AND stream = $2",
            "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND about = $2",
            "DELETE FROM interview_guests WHERE tenant_id = $1 AND session_id = $2",
            "DELETE FROM elicitation_sessions WHERE tenant_id = $1 AND id = $2",
            "DELETE FROM streams WHERE tenant_id = $1 AND id = $2",
        ];
        let node = self.inner.node;
        let found: Vec<(Uuid, Uuid)> = transaction!(self.pools(), |on, dialect| {
            let locked = if dialect == Dialect::Postgres { LOCKED } else { "" };
            let query = sqlx::query_as(sqlx::AssertSqlSafe([FOUND, locked].concat())).bind(tenant.0).bind(At(before));
            let found: Vec<(Uuid, Uuid)> = query.bind(i64::from(limit)).fetch_all(&mut *on).await.map_err(fault)?;
            for (id, _) in &found {
                sqlx::query(NAMED).bind(tenant.0).bind(id.to_string()).execute(&mut *on).await.map_err(fault)?;
                for part in PARTS {
                    sqlx::query(part).bind(tenant.0).bind(*id).execute(&mut *on).await.map_err(fault)?;
                }
            }
            if !found.is_empty() {
                let mut audit = audit;
                if let Some(detail) = audit.detail.as_object_mut() {
                    detail.insert("interviews".to_owned(), found.len().into());
                }
                log!(&mut *on, audit);
            }
            if dialect == Dialect::Postgres {
                for (id, _) in &found {
                    let gone = format!("{node}:{id}:gone");
                    sqlx::query(TELL).bind(STREAMS).bind(gone).execute(&mut *on).await.map_err(fault)?;
                }
            }
            found
        });
        let people: HashSet<Uuid> = found.iter().map(|(_, user)| *user).collect();
        people.into_iter().for_each(|user| self.inner.listed.tell(Some(UserId(user))));
        Ok(found.into_iter().map(|(id, _)| SessionId(id)).collect())
    }
}

const fn read_place(archived: Option<At>, deleted: Option<At>) -> Place {
    match (archived, deleted) {
        (_, Some(_)) => Place::Deleted,
        (Some(_), None) => Place::Archived,
        (None, None) => Place::Listed,
    }
}
