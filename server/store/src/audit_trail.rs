//! What became of each obligation, by the seed's eight event types: `obligation_events`.

use crate::{
    Store,
    columns::{At, Score, count, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{
    StoreFault,
    interview::{AuditRow, AuditType},
};
use protocol::{SessionId, TenantId, interview::Status};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

pub(crate) const AUDIT: Table = Table {
    name: "obligation_events",
    columns: &[
        "id", "session_id", "tenant_id", "seq", "obligation_key", "event_type", "old_status", "new_status", "old_confidence",
        "new_confidence", "source", "metadata", "turn_number", "created_at",
    ],
    conflict: "",
};

pub(crate) fn write<'a>(row: &&'a AuditRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id),
        Datum::id(row.session.0),
        Datum::id(row.tenant.0),
        Datum::seq(row.seq),
        Datum::text(&row.key),
        Datum::text(row.event_type.name()),
        Datum::maybe_text(row.old_status.map(Status::name)),
        Datum::maybe_text(row.new_status.map(Status::name)),
        Datum::score(row.old_confidence),
        Datum::score(row.new_confidence),
        Datum::maybe_text(row.source.as_deref()),
        Datum::json(&row.metadata),
        Datum::number(row.turn_number),
        Datum::at(row.created_at),
    ]);
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    session_id: Uuid,
    tenant_id: Uuid,
    seq: i64,
    obligation_key: String,
    event_type: String,
    old_status: Option<String>,
    new_status: Option<String>,
    old_confidence: Option<Score>,
    new_confidence: Option<Score>,
    source: Option<String>,
    metadata: Json<Value>,
    turn_number: i32,
    created_at: At,
}

impl Store {
    pub(crate) async fn read_audit(&self, tenant: TenantId, session: SessionId) -> Result<Vec<AuditRow>, StoreFault> {
        const SQL: &str = "SELECT id, session_id, tenant_id, seq, obligation_key, event_type, old_status, new_status, \
            old_confidence, new_confidence, source, metadata, turn_number, created_at \
            FROM obligation_events WHERE tenant_id = $1 AND session_id = $2 ORDER BY seq, id";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }
}

impl Record {
    fn row(self) -> Result<AuditRow, StoreFault> {
        let event_type = AuditType::ALL
            .into_iter()
            .find(|one| one.name() == self.event_type)
            .ok_or_else(|| StoreFault::Corrupt(format!("no such event type: {}", self.event_type)))?;
        Ok(AuditRow {
            id: self.id,
            session: SessionId(self.session_id),
            tenant: TenantId(self.tenant_id),
            seq: count(self.seq)?,
            key: self.obligation_key,
            event_type,
            old_status: self.old_status.as_deref().map(word).transpose()?,
            new_status: self.new_status.as_deref().map(word).transpose()?,
            old_confidence: self.old_confidence.map(|score| score.0),
            new_confidence: self.new_confidence.map(|score| score.0),
            source: self.source,
            metadata: self.metadata.0,
            turn_number: count(self.turn_number)?,
            created_at: self.created_at.0,
        })
    }
}
