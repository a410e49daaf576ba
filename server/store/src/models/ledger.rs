//! `model_calls`, line by line.

use crate::{
    Store,
    columns::{At, count, word, word_of_kind},
    faults::fault,
    pools::read,
};
use domain::{
    StoreFault,
    models::{CallBegun, CallCost, CallRecord, Caller, ModelName, Subject, Usage, Usd},
};
use protocol::{TenantId, Timestamp};
use sqlx::QueryBuilder;
use std::time::Duration;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    subject_id: Option<Uuid>,
    subject_kind: Option<String>,
    task: String,
    strength: String,
    provider: String,
    model: String,
    begun_at: At,
    outcome: String,
    input_tokens: i64,
    output_tokens: i64,
    estimated: bool,
    cost_nanos: Option<i64>,
    attempts: i32,
    took_ms: i64,
    detail: String,
}

impl Store {
    pub(super) async fn list_calls(
        &self,
        tenant: TenantId,
        limit: u32,
        after: Option<(Timestamp, Uuid)>,
    ) -> Result<Vec<CallRecord>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(
                "SELECT id, tenant_id, subject_id, subject_kind, task, strength, provider, model, begun_at, outcome, input_tokens, \
                 output_tokens, estimated, cost_nanos, attempts, took_ms, detail FROM model_calls WHERE tenant_id = ",
            );
            sql.push_bind(tenant.0);
            if let Some((at, id)) = after {
                sql.push(" AND (begun_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY begun_at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::line).collect()
    }
}

impl Record {
    fn line(self) -> Result<CallRecord, StoreFault> {
        let (running, cost) = (self.outcome == "running", self.cost_nanos.map(Usd));
        let kind = self.subject_kind.as_deref().map(word_of_kind).transpose()?;
        let subject = self.subject_id.zip(kind).map(|(id, kind)| Subject { kind, id, limit: None });
        Ok(CallRecord {
            begun: CallBegun {
                id: self.id,
                caller: Caller { tenant: TenantId(self.tenant_id), subject, task: word(&self.task)? },
                strength: word(&self.strength)?,
                name: ModelName::new(word(&self.provider)?, self.model),
                at: self.begun_at.0,
                worst: if running { cost } else { None },
            },
            outcome: self.outcome,
            cost: CallCost {
                usage: Usage { input: count(self.input_tokens)?, output: count(self.output_tokens)? },
                estimated: self.estimated,
                cost: if running { None } else { cost },
            },
            attempts: count(self.attempts)?,
            took: Duration::from_millis(count(self.took_ms)?),
            detail: self.detail,
        })
    }
}
