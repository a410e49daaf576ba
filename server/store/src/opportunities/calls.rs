//! Every call of an agent, with what it took.

use crate::{
    Store,
    columns::{At, count, dollars, word},
    faults::fault,
    pools::read,
};
use domain::{StoreFault, opportunities::CallRow};
use protocol::{
    OpportunityId, PipelineId, TenantId,
    opportunities::{AgentCall, PipelineCost},
};
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct CallRecord {
    number: i32,
    stage: String,
    attempt: i32,
    cycle: Option<i32>,
    agent: String,
    purpose: String,
    engine: String,
    prompt_version: String,
    items: i32,
    item: Option<Uuid>,
    outcome: String,
    error: Option<String>,
    input_tokens: i64,
    output_tokens: i64,
    cost_micros: i64,
    elapsed_ms: i64,
    at: At,
}

impl CallRecord {
    fn row(self) -> Result<CallRow, StoreFault> {
        let cost = PipelineCost {
            input_tokens: count(self.input_tokens)?,
            output_tokens: count(self.output_tokens)?,
            usd: dollars(self.cost_micros),
        };
        let call = AgentCall {
            agent: word(&self.agent)?,
            purpose: word(&self.purpose)?,
            engine: self.engine,
            prompt_version: self.prompt_version,
            items: count(self.items)?,
            made: Vec::new(),
            item: self.item.map(OpportunityId),
            outcome: word(&self.outcome)?,
            error: self.error,
            cost,
            elapsed_ms: count(self.elapsed_ms)?,
        };
        Ok(CallRow {
            number: count(self.number)?,
            stage: word(&self.stage)?,
            attempt: count(self.attempt)?,
            cycle: self.cycle.map(count).transpose()?,
            at: self.at.0,
            call,
        })
    }
}

impl Store {
    pub(super) async fn list_pipeline_calls(
        &self,
        tenant: TenantId,
        id: PipelineId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<CallRow>, StoreFault> {
        const SQL: &str = "SELECT number, stage, attempt, cycle, agent, purpose, engine, prompt_version, items, item, outcome, \
            error, input_tokens, output_tokens, cost_micros, elapsed_ms, at FROM opportunity_calls \
            WHERE tenant_id = $1 AND pipeline_id = $2 AND number > $3 ORDER BY number LIMIT $4";
        let records: Vec<CallRecord> = read!(self, |on| {
            let query = sqlx::query_as(SQL).bind(tenant.0).bind(id.0).bind(i64::from(after)).bind(i64::from(limit));
            query.fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(CallRecord::row).collect()
    }
}
