//! What kept answers came to when they were asked for again: `ask_results`.

use crate::{
    Store,
    columns::{At, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::{newest_first, read, transaction},
};
use domain::{
    StoreFault,
    account::PageQuery,
    ask::{AskResultRow, MOST_RESULTS, Notice, PremiseState},
};
use protocol::{
    AskResultId, AskScheduleId, TenantId,
    ask::{Answer, Verdict},
};
use serde::Serialize;
use serde_json::Value;
use sqlx::{AssertSqlSafe, QueryBuilder, types::Json};
use uuid::Uuid;

const RESULTS: Table = Table {
    name: "ask_results",
    columns: &[
        "id", "tenant_id", "schedule_id", "status", "due_at", "created_at", "state", "value", "answer_text", "verdict",
        "expected", "holds", "notice", "premises", "error", "answer",
    ],
    conflict: "ON CONFLICT (id) DO NOTHING",
};
const WHOLE: &str = "SELECT id, tenant_id, schedule_id, status, due_at, created_at, state, value, answer_text, verdict, expected, \
    holds, notice, premises, error FROM ask_results WHERE tenant_id = ";
/// Only the last one that could be given is compared with.
const OLDER: &str = "UPDATE ask_results SET answer = NULL \
    WHERE tenant_id = $1 AND schedule_id = $2 AND id <> $3 AND answer IS NOT NULL";
const OLDEST: &str = "DELETE FROM ask_results WHERE tenant_id = $1 AND schedule_id = $2 AND id NOT IN \
    (SELECT id FROM ask_results WHERE tenant_id = $1 AND schedule_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3) \
    AND answer IS NULL";

/// Deliveries of results that are not kept any more.
const DELIVERED_BEFORE: &str = "DELETE FROM ask_webhook_deliveries WHERE tenant_id = $1 AND schedule_id = $2 AND run_id NOT IN \
    (SELECT id FROM ask_results WHERE tenant_id = $1 AND schedule_id = $2)";

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    schedule_id: Uuid,
    status: String,
    due_at: At,
    created_at: At,
    state: String,
    value: Json<Value>,
    answer_text: String,
    verdict: Option<String>,
    expected: Option<Json<Value>>,
    holds: Option<bool>,
    notice: Option<String>,
    premises: Json<Vec<PremiseState>>,
    error: Option<String>,
}

impl Record {
    fn row(self) -> Result<AskResultRow, StoreFault> {
        Ok(AskResultRow {
            id: AskResultId(self.id),
            tenant: TenantId(self.tenant_id),
            schedule: AskScheduleId(self.schedule_id),
            status: word(&self.status)?,
            due_at: self.due_at.0,
            at: self.created_at.0,
            state: word(&self.state)?,
            value: self.value.0,
            text: self.answer_text,
            verdict: self.verdict.as_deref().map(word).transpose()?,
            expected: self.expected.map(|expected| expected.0),
            holds: self.holds,
            notice: self.notice.as_deref().map(word).transpose()?,
            premises: self.premises.0,
            error: self.error,
        })
    }
}

fn json(of: &impl Serialize) -> Result<Value, StoreFault> {
    serde_json::to_value(of).map_err(|error| StoreFault::Refused(error.to_string()))
}

impl Store {
    pub(super) async fn write_ask_result(&self, row: &AskResultRow, answer: Option<&Answer>) -> Result<(), StoreFault> {
        let (premises, answer) = (json(&row.premises)?, answer.map(json).transpose()?);
        let (tenant, schedule, id) = (row.tenant.0, row.schedule.0, row.id.0);
        transaction!(self.pools(), |on, dialect| {
            let mut is_new = false;
            for statement in RESULTS.insert(dialect, &[row], |row, out| {
                out.extend([
                    Datum::id(row.id.0),
                    Datum::id(row.tenant.0),
                    Datum::id(row.schedule.0),
                    Datum::text(row.status.name()),
                    Datum::at(row.due_at),
                    Datum::at(row.at),
                    Datum::text(row.state.name()),
                    Datum::json(&row.value),
                    Datum::text(&row.text),
                    Datum::maybe_text(row.verdict.map(Verdict::name)),
                    Datum::maybe_json(row.expected.as_ref()),
                    Datum::maybe_flag(row.holds),
                    Datum::maybe_text(row.notice.map(Notice::name)),
                    Datum::json(&premises),
                    Datum::maybe_text(row.error.as_deref()),
                    Datum::maybe_json(answer.as_ref()),
                ]);
            }) {
                let mut query = sqlx::query(AssertSqlSafe(statement.sql));
                for datum in statement.data {
                    query = query.bind(datum);
                }
                is_new = query.execute(&mut *on).await.map_err(fault)?.rows_affected() > 0;
            }
            // Of two writers of one result the second changes nothing.
            if answer.is_some() && is_new {
                sqlx::query(OLDER).bind(tenant).bind(schedule).bind(id).execute(&mut *on).await.map_err(fault)?;
            }
            let oldest = sqlx::query(OLDEST).bind(tenant).bind(schedule).bind(i64::from(MOST_RESULTS));
            oldest.execute(&mut *on).await.map_err(fault)?;
            sqlx::query(DELIVERED_BEFORE).bind(tenant).bind(schedule).execute(&mut *on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn find_ask_result(&self, tenant: TenantId, id: AskResultId) -> Result<Option<AskResultRow>, StoreFault> {
        let record: Option<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    pub(super) async fn list_ask_results(
        &self,
        tenant: TenantId,
        schedule: AskScheduleId,
        page: PageQuery,
    ) -> Result<Vec<AskResultRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND schedule_id = ").push_bind(schedule.0);
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn find_last_answer(&self, tenant: TenantId, schedule: AskScheduleId) -> Result<Option<Answer>, StoreFault> {
        const SQL: &str = "SELECT answer FROM ask_results WHERE tenant_id = $1 AND schedule_id = $2 AND answer IS NOT NULL \
            ORDER BY created_at DESC, id DESC LIMIT 1";
        let found: Option<Json<Answer>> = read!(self, |on| {
            sqlx::query_scalar(SQL).bind(tenant.0).bind(schedule.0).fetch_optional(on).await.map_err(fault)?
        });
        Ok(found.map(|found| found.0))
    }
}
