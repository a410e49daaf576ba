//! What a range of turns came to: `discovery_session_summaries`.

use crate::{
    Store,
    columns::{At, count},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{StoreFault, interview::SummaryRow};
use protocol::{SessionId, TenantId};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

pub(crate) const SUMMARIES: Table = Table {
    name: "discovery_session_summaries",
    columns: &[
        "id", "session_id", "tenant_id", "summary_text", "obligation_snapshot", "research_summary", "turn_range_start",
        "turn_range_end", "created_at",
    ],
    conflict: "",
};

pub(crate) fn write<'a>(row: &&'a SummaryRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id),
        Datum::id(row.session.0),
        Datum::id(row.tenant.0),
        Datum::text(&row.summary_text),
        Datum::json(&row.obligation_snapshot),
        Datum::json(&row.research_summary),
        Datum::number(row.turn_range_start),
        Datum::number(row.turn_range_end),
        Datum::at(row.created_at),
    ]);
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    session_id: Uuid,
    tenant_id: Uuid,
    summary_text: String,
    obligation_snapshot: Json<Value>,
    research_summary: Json<Value>,
    turn_range_start: i32,
    turn_range_end: i32,
    created_at: At,
}

impl Store {
    pub(crate) async fn read_summaries(&self, tenant: TenantId, session: SessionId) -> Result<Vec<SummaryRow>, StoreFault> {
        const SQL: &str = "SELECT id, session_id, tenant_id, summary_text, obligation_snapshot, research_summary, \
            turn_range_start, turn_range_end, created_at \
            FROM discovery_session_summaries WHERE tenant_id = $1 AND session_id = $2 ORDER BY turn_range_start, created_at, id";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }
}

impl Record {
    fn row(self) -> Result<SummaryRow, StoreFault> {
        Ok(SummaryRow {
            id: self.id,
            session: SessionId(self.session_id),
            tenant: TenantId(self.tenant_id),
            summary_text: self.summary_text,
            obligation_snapshot: self.obligation_snapshot.0,
            research_summary: self.research_summary.0,
            turn_range_start: count(self.turn_range_start)?,
            turn_range_end: count(self.turn_range_end)?,
            created_at: self.created_at.0,
        })
    }
}
