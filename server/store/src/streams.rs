//! Streams of every kind: `streams`, the one table that fence, leases, wake-ups, lists' versions and removal go by.

use crate::{
    Store,
    columns::{At, count, word_of_kind},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::{change, read},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    live::{Append, Leased, StoredEvent, StreamChange, StreamRow, StreamStore},
};
use protocol::{ProjectId, TenantId, Timestamp, UserId, live::Kind};
use uuid::Uuid;

/// Whose it is and what it is never changes. Leases are taken and given back by statements of their own.
pub(crate) const STREAMS: Table = Table {
    name: "streams",
    columns: &["id", "tenant_id", "kind", "owner_id", "project_id", "seq", "open", "wake_at", "updated_at"],
    conflict: "ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, open = excluded.open, wake_at = excluded.wake_at, \
        updated_at = excluded.updated_at WHERE streams.tenant_id = excluded.tenant_id",
};

pub(crate) fn write<'a>(row: &&'a StreamRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id),
        Datum::id(row.tenant.0),
        Datum::text(row.kind.name()),
        Datum::id(row.owner.map(|owner| owner.0)),
        Datum::id(row.project.map(|project| project.0)),
        Datum::seq(row.seq),
        Datum::flag(row.open),
        Datum::maybe_at(row.wake_at),
        Datum::at(row.updated_at),
    ]);
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    kind: String,
    owner_id: Option<Uuid>,
    project_id: Option<Uuid>,
    seq: i64,
    open: bool,
    wake_at: Option<At>,
    updated_at: At,
}

impl Record {
    fn row(self) -> Result<StreamRow, StoreFault> {
        Ok(StreamRow {
            id: self.id,
            tenant: TenantId(self.tenant_id),
            kind: word_of_kind(&self.kind)?,
            owner: self.owner_id.map(UserId),
            project: self.project_id.map(ProjectId),
            seq: count(self.seq)?,
            open: self.open,
            wake_at: self.wake_at.map(|at| at.0),
            updated_at: self.updated_at.0,
        })
    }
}

#[async_trait]
impl StreamStore for Store {
    async fn commit(&self, append: Append) -> Result<(), StoreFault> {
        self.inner.writer.append(append).await
    }

    async fn stream(&self, tenant: TenantId, kind: Kind, id: Uuid) -> Result<Option<StreamRow>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, kind, owner_id, project_id, seq, open, wake_at, updated_at FROM streams \
            WHERE id = $1 AND tenant_id = $2 AND kind = $3 AND deleted_at IS NULL \
            AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = streams.project_id AND p.deleted_at IS NOT NULL)";
        let record: Option<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(id).bind(tenant.0).bind(kind.name()).fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    async fn stored_events(&self, tenant: TenantId, id: Uuid, after: u64) -> Result<Vec<StoredEvent>, StoreFault> {
        self.read_events(tenant, id, after).await
    }

    async fn due(&self, kind: Kind, now: Timestamp, limit: u32) -> Result<Vec<(TenantId, Uuid)>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, id FROM streams WHERE kind = $1 AND wake_at <= $2 AND deleted_at IS NULL \
            AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = streams.project_id AND p.deleted_at IS NOT NULL) \
            AND (lease_until IS NULL OR lease_until <= $2) ORDER BY wake_at LIMIT $3";
        let found: Vec<(Uuid, Uuid)> = read!(self, |on| {
            let query = sqlx::query_as(SQL).bind(kind.name()).bind(At(now)).bind(i64::from(limit));
            query.fetch_all(on).await.map_err(fault)?
        });
        Ok(found.into_iter().map(|(tenant, id)| (TenantId(tenant), id)).collect())
    }

    async fn lease(
        &self,
        tenant: TenantId,
        id: Uuid,
        node: Uuid,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Leased, StoreFault> {
        const TAKE: &str = "UPDATE streams SET lease_node = $3, lease_until = $5 WHERE id = $1 AND tenant_id = $2 \
            AND (lease_node IS NULL OR lease_node = $3 OR lease_until <= $4)";
        const HELD: &str = "SELECT lease_until FROM streams WHERE id = $1 AND tenant_id = $2";
        let taken = change!(self, |on| {
            let query = sqlx::query(TAKE).bind(id).bind(tenant.0).bind(node).bind(At(now)).bind(At(until));
            query.execute(on).await.map_err(fault)?.rows_affected()
        });
        if taken == 1 {
            return Ok(Leased::Here);
        }
        let held: Option<Option<At>> =
            read!(self, |on| sqlx::query_scalar(HELD).bind(id).bind(tenant.0).fetch_optional(on).await.map_err(fault)?);
        Ok(match held {
            // Given back in this very moment.
            Some(held) => Leased::Elsewhere(held.map_or(now, |At(until)| until)),
            None => Leased::Gone,
        })
    }

    async fn release(&self, tenant: TenantId, id: Uuid, node: Uuid) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE streams SET lease_node = NULL, lease_until = NULL \
            WHERE id = $1 AND tenant_id = $2 AND lease_node = $3";
        change!(self, |on| sqlx::query(SQL).bind(id).bind(tenant.0).bind(node).execute(on).await.map_err(fault).map(drop))
    }

    async fn release_all(&self, kind: Kind, node: Uuid) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE streams SET lease_node = NULL, lease_until = NULL WHERE kind = $1 AND lease_node = $2";
        change!(self, |on| sqlx::query(SQL).bind(kind.name()).bind(node).execute(on).await.map_err(fault).map(drop))
    }

    async fn watch(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault> {
        self.watch_streams(changed).await
    }
}
