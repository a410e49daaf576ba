//! What is looked up for interviews: `discovery_research_tasks`, the seed's columns by name.

use crate::{
    Store,
    columns::{At, count, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{StoreFault, interview::ResearchRow};
use protocol::{ResearchId, SessionId, TenantId, research::Trigger};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

pub(crate) const RESEARCH: Table = Table {
    name: "discovery_research_tasks",
    columns: &[
        "id", "session_id", "tenant_id", "obligation_key", "task_type", "query", "status", "result", "error_message", "priority",
        "reason", "lease_until", "created_at", "started_at", "completed_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET obligation_key = excluded.obligation_key, status = excluded.status, result = excluded.result, \
        error_message = excluded.error_message, lease_until = excluded.lease_until, started_at = excluded.started_at, \
        completed_at = excluded.completed_at WHERE discovery_research_tasks.session_id = excluded.session_id \
        AND discovery_research_tasks.tenant_id = excluded.tenant_id",
};

pub(crate) fn write<'a>(row: &&'a ResearchRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.session.0),
        Datum::id(row.tenant.0),
        Datum::maybe_text(row.obligation_key.as_deref()),
        Datum::text(row.task_type.name()),
        Datum::text(&row.query),
        Datum::text(row.status.name()),
        Datum::maybe_json(row.result.as_ref()),
        Datum::maybe_text(row.error_message.as_deref()),
        Datum::number(row.priority),
        Datum::text(reason(row.trigger)),
        Datum::maybe_at(row.lease_until),
        Datum::at(row.created_at),
        Datum::maybe_at(row.started_at),
        Datum::maybe_at(row.completed_at),
    ]);
}

const fn reason(of: Trigger) -> &'static str {
    match of {
        Trigger::LowConfidence => "low_confidence",
        Trigger::ComplexDomain => "complex_domain",
        Trigger::UserRequest => "user_request",
        Trigger::AmbiguousAnswer => "ambiguous_answer",
        Trigger::ByHand => "by_hand",
    }
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    session_id: Uuid,
    tenant_id: Uuid,
    obligation_key: Option<String>,
    task_type: String,
    query: String,
    status: String,
    result: Option<Json<Value>>,
    error_message: Option<String>,
    priority: i32,
    reason: String,
    lease_until: Option<At>,
    created_at: At,
    started_at: Option<At>,
    completed_at: Option<At>,
}

impl Store {
    pub(crate) async fn read_research(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ResearchRow>, StoreFault> {
        const SQL: &str = "SELECT id, session_id, tenant_id, obligation_key, task_type, query, status, result, error_message, \
            priority, reason, lease_until, created_at, started_at, completed_at \
            FROM discovery_research_tasks WHERE tenant_id = $1 AND session_id = $2 ORDER BY created_at, id";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }
}

impl Record {
    fn row(self) -> Result<ResearchRow, StoreFault> {
        Ok(ResearchRow {
            id: ResearchId(self.id),
            session: SessionId(self.session_id),
            tenant: TenantId(self.tenant_id),
            obligation_key: self.obligation_key,
            task_type: word(&self.task_type)?,
            query: self.query,
            status: word(&self.status)?,
            result: self.result.map(|result| result.0),
            error_message: self.error_message,
            priority: count(self.priority)?,
            trigger: word(&self.reason)?,
            lease_until: self.lease_until.map(|at| at.0),
            created_at: self.created_at.0,
            started_at: self.started_at.map(|at| at.0),
            completed_at: self.completed_at.map(|at| at.0),
        })
    }
}
