//! Links by which others read an interview or are asked its questions, and who came by one: `interview_links`, `interview_guests`.

use crate::{
    Store,
    accounts::log,
    columns::{At, count, text},
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{GuestRow, LinkKind, LinkRow, LinkStore},
};
use protocol::{SessionId, TenantId, Timestamp, UserId, interview::Place};
use sqlx::QueryBuilder;
use uuid::Uuid;

macro_rules! columns {
    () => {
        "l.id, l.tenant_id, l.user_id, l.session_id, l.kind, l.hash, l.transcript, l.uses, l.created_at, l.expires_at, l.revoked_at"
    };
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    session_id: Uuid,
    kind: String,
    hash: Vec<u8>,
    transcript: bool,
    uses: i32,
    created_at: At,
    expires_at: At,
    revoked_at: Option<At>,
}

impl Record {
    fn row(self) -> Result<LinkRow, StoreFault> {
        let kind = LinkKind::parse(&self.kind).ok_or_else(|| StoreFault::Corrupt(format!("no kind of link: {}", self.kind)))?;
        Ok(LinkRow {
            id: self.id,
            tenant: TenantId(self.tenant_id),
            user: UserId(self.user_id),
            session: SessionId(self.session_id),
            kind,
            hash: self.hash,
            transcript: self.transcript,
            uses: count(self.uses)?,
            created_at: self.created_at.0,
            expires_at: self.expires_at.0,
            revoked_at: self.revoked_at.map(|at| at.0),
        })
    }
}

#[derive(sqlx_macros::FromRow)]
struct Guest {
    session_id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    link_id: Uuid,
    hash: Vec<u8>,
    name: String,
    created_at: At,
}

#[async_trait]
impl LinkStore for Store {
    async fn insert_link(&self, row: LinkRow, audit: AuditEntry) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO interview_links (id, tenant_id, user_id, session_id, kind, hash, transcript, uses, \
            created_at, expires_at, revoked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let uses = i32::try_from(row.uses).unwrap_or(i32::MAX);
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL)
                .bind(row.id)
                .bind(row.tenant.0)
                .bind(row.user.0)
                .bind(row.session.0)
                .bind(row.kind.name())
                .bind(row.hash.as_slice())
                .bind(row.transcript)
                .bind(uses)
                .bind(At(row.created_at))
                .bind(At(row.expires_at))
                .bind(row.revoked_at.map(At))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            log!(&mut *on, audit);
        });
        Ok(())
    }

    async fn links(&self, tenant: TenantId, session: SessionId) -> Result<Vec<LinkRow>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM interview_links l WHERE l.tenant_id = $1 AND l.session_id = $2 ORDER BY l.created_at DESC, l.id DESC"
        );
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    async fn link(&self, hash: &[u8]) -> Result<Option<LinkRow>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM interview_links l JOIN streams s ON s.id = l.session_id AND s.tenant_id = l.tenant_id \
             WHERE l.hash = $1 AND s.deleted_at IS NULL"
        );
        let record: Option<Record> = read!(self, |on| sqlx::query_as(SQL).bind(hash).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    async fn revoke_link(
        &self,
        tenant: TenantId,
        session: SessionId,
        id: Uuid,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE interview_links SET revoked_at = $4 \
            WHERE tenant_id = $1 AND session_id = $2 AND id = $3 AND revoked_at IS NULL";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(session.0).bind(id).bind(At(now));
            let revoked = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if revoked {
                log!(&mut *on, audit);
            }
            revoked
        }))
    }

    async fn admit_guest(&self, row: GuestRow, most: u32, audit: AuditEntry) -> Result<bool, StoreFault> {
        const TAKE: &str = "UPDATE interview_links SET uses = uses + 1 WHERE tenant_id = $1 AND id = $2 AND kind = 'invite' \
            AND revoked_at IS NULL AND expires_at > $3 AND uses < $4";
        const ADMIT: &str = "INSERT INTO interview_guests (session_id, tenant_id, user_id, link_id, hash, name, created_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        Ok(transaction!(self.pools(), |on, _dialect| {
            let take = sqlx::query(TAKE).bind(row.tenant.0).bind(row.link).bind(At(row.created_at)).bind(most);
            let taken = take.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if taken {
                let admit = sqlx::query(ADMIT).bind(row.session.0).bind(row.tenant.0).bind(row.user.0).bind(row.link);
                let admit = admit.bind(row.hash.as_slice()).bind(text(&row.name)).bind(At(row.created_at));
                admit.execute(&mut *on).await.map_err(fault)?;
                log!(&mut *on, audit);
            }
            taken
        }))
    }

    async fn dismiss_guest(&self, row: &GuestRow) -> Result<(), StoreFault> {
        const GO: &str = "DELETE FROM interview_guests WHERE tenant_id = $1 AND session_id = $2";
        const GIVE_BACK: &str = "UPDATE interview_links SET uses = uses - 1 WHERE tenant_id = $1 AND id = $2 AND uses > 0";
        transaction!(self.pools(), |on, _dialect| {
            let gone = sqlx::query(GO).bind(row.tenant.0).bind(row.session.0);
            if gone.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1 {
                let back = sqlx::query(GIVE_BACK).bind(row.tenant.0).bind(row.link);
                back.execute(&mut *on).await.map_err(fault)?;
            }
        });
        Ok(())
    }

    async fn guest(&self, link: Uuid, hash: &[u8]) -> Result<Option<GuestRow>, StoreFault> {
        const SQL: &str = "SELECT session_id, tenant_id, user_id, link_id, hash, name, created_at FROM interview_guests \
            WHERE link_id = $1 AND hash = $2";
        let found: Option<Guest> =
            read!(self, |on| sqlx::query_as(SQL).bind(link).bind(hash).fetch_optional(on).await.map_err(fault)?);
        Ok(found.map(|one| GuestRow {
            session: SessionId(one.session_id),
            tenant: TenantId(one.tenant_id),
            user: UserId(one.user_id),
            link: one.link_id,
            hash: one.hash,
            name: one.name,
            created_at: one.created_at.0,
        }))
    }

    async fn guest_names(&self, tenant: TenantId, sessions: &[SessionId]) -> Result<Vec<(SessionId, String)>, StoreFault> {
        if sessions.is_empty() {
            return Ok(Vec::new());
        }
        let found: Vec<(Uuid, String)> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT session_id, name FROM interview_guests WHERE tenant_id = ");
            sql.push_bind(tenant.0).push(" AND session_id IN (");
            let mut ids = sql.separated(", ");
            for session in sessions {
                ids.push_bind(session.0);
            }
            sql.push(")");
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        Ok(found.into_iter().map(|(session, name)| (SessionId(session), name)).collect())
    }

    async fn place_interview(
        &self,
        tenant: TenantId,
        only: Option<UserId>,
        session: SessionId,
        to: (Place, Timestamp),
        audit: AuditEntry,
    ) -> Result<Option<UserId>, StoreFault> {
        self.move_interview(tenant, only, session, to, audit).await
    }

    async fn count_placed(&self, tenant: TenantId, user: UserId) -> Result<(u64, u64), StoreFault> {
        const SQL: &str = "SELECT COUNT(CASE WHEN deleted_at IS NULL THEN archived_at END), COUNT(deleted_at) \
            FROM elicitation_sessions WHERE tenant_id = $1 AND user_id = $2";
        let (archived, deleted): (i64, i64) =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        Ok((count(archived)?, count(deleted)?))
    }

    async fn tenants_with_deleted(&self, before: Timestamp) -> Result<Vec<TenantId>, StoreFault> {
        const SQL: &str = "SELECT DISTINCT tenant_id FROM streams WHERE deleted_at < $1 AND kind = 'interview'";
        let found: Vec<Uuid> = read!(self, |on| sqlx::query_scalar(SQL).bind(At(before)).fetch_all(on).await.map_err(fault)?);
        Ok(found.into_iter().map(TenantId).collect())
    }

    async fn remove_deleted(
        &self,
        tenant: TenantId,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<SessionId>, StoreFault> {
        self.remove_deleted_interviews(tenant, before, limit, audit).await
    }
}
