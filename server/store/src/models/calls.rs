//! `model_calls`, as it is written: before a call and after it.

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    insert::Dialect,
    pools::transaction,
};
use domain::{
    StoreFault,
    models::{Admission, Budget, CallBegun, CallEnd, Outcome, Spent, Usd},
};
use protocol::Timestamp;
use uuid::Uuid;

const BEGIN: &str = "INSERT INTO model_calls \
    (id, tenant_id, subject_id, task, strength, provider, model, begun_at, day, outcome, cost_nanos, subject_kind) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

const SPENT: &str = "SELECT cost_nanos FROM model_spending WHERE tenant_id = $1 AND spent_on = $2";

/// More, or less where the last parameter is negative.
const SPEND: &str = "INSERT INTO model_spending (tenant_id, spent_on, cost_nanos) VALUES ($1, $2, $3) \
    ON CONFLICT (tenant_id, spent_on) DO UPDATE SET cost_nanos = model_spending.cost_nanos + excluded.cost_nanos";

/// Binds a call in the order of [`BEGIN`] and writes it.
macro_rules! begin {
    ($on:expr, $call:expr) => {
        sqlx::query(BEGIN)
            .bind($call.id)
            .bind($call.caller.tenant.0)
            .bind($call.caller.subject.map(|subject| subject.id))
            .bind($call.caller.task.name())
            .bind($call.strength.name())
            .bind($call.name.provider.name())
            .bind(text(&$call.name.model))
            .bind(At($call.at))
            .bind(day($call.at))
            .bind(Outcome::Running.name())
            .bind($call.worst.map(|worst| worst.0))
            .bind($call.caller.subject.map(|subject| subject.kind.name()))
            .execute($on)
            .await
            .map_err(fault)?
    };
}

impl Store {
    pub(super) async fn write_call_begun(&self, call: CallBegun, budget: Budget) -> Result<Admission, StoreFault> {
        let admission = transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres && !budget.is_unlimited_for(call.caller.subject) {
                // One at a time for each tenant; SQLite has one writer anyway.
                let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('model_calls ' || $1, 0))");
                lock.bind(call.caller.tenant.0.to_string()).execute(&mut *on).await.map_err(fault)?;
            }
            let tenant = call.caller.tenant.0;
            let places = places(&day(call.at), call.caller.subject.map(|subject| subject.id));
            let worst = call.worst.unwrap_or_default();
            let mut spent = Vec::new();
            for place in &places {
                let sum: Option<i64> =
                    sqlx::query_scalar(SPENT).bind(tenant).bind(place).fetch_optional(&mut *on).await.map_err(fault)?;
                spent.push(Usd(sum.unwrap_or(0)) + worst);
            }
            // Without a subject only the day counts.
            let subject = spent.get(1).copied().unwrap_or(Usd::NOTHING);
            match budget.admits(&call, Spent { day: spent[0], subject }) {
                Ok(()) => {
                    begin!(&mut *on, call);
                    for place in &places {
                        let more = sqlx::query(SPEND).bind(tenant).bind(place).bind(worst.0);
                        more.execute(&mut *on).await.map_err(fault)?;
                    }
                    Admission::Admitted
                }
                Err(refused) => Admission::Refused(refused),
            }
        });
        Ok(admission)
    }

    pub(super) async fn write_call_end(&self, end: CallEnd) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE model_calls SET outcome = $2, input_tokens = $3, output_tokens = $4, estimated = $5, \
            cost_nanos = $6, attempts = $7, took_ms = $8, detail = $9 WHERE id = $1 AND outcome = 'running'";
        let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        const HELD: &str = "SELECT tenant_id, subject_id, day, cost_nanos FROM model_calls WHERE id = $1 AND outcome = 'running'";
        transaction!(self.pools(), |on, _dialect| {
            let held: Option<(Uuid, Option<Uuid>, String, Option<i64>)> =
                sqlx::query_as(HELD).bind(end.id).fetch_optional(&mut *on).await.map_err(fault)?;
            let ended = sqlx::query(SQL)
                .bind(end.id)
                .bind(end.outcome.name())
                .bind(most(end.cost.usage.input))
                .bind(most(end.cost.usage.output))
                .bind(end.cost.estimated)
                .bind(end.cost.cost.map(|cost| cost.0))
                .bind(i32::try_from(end.attempts).unwrap_or(i32::MAX))
                .bind(i64::try_from(end.took.as_millis()).unwrap_or(i64::MAX))
                .bind(text(&end.detail))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            // What was counted at its worst is counted as what it came to, once.
            if let Some((tenant, subject, day, worst)) = held.filter(|_| ended.rows_affected() == 1) {
                let other = end.cost.cost.map_or(0, |cost| cost.0).saturating_sub(worst.unwrap_or(0));
                for place in places(&day, subject) {
                    sqlx::query(SPEND).bind(tenant).bind(place).bind(other).execute(&mut *on).await.map_err(fault)?;
                }
            }
        });
        Ok(())
    }
}

/// Under what a call is summed up: its day, and its subject, always in this order.
fn places(day: &str, subject: Option<Uuid>) -> Vec<String> {
    std::iter::once(day.to_owned()).chain(subject.map(|subject| subject.simple().to_string())).collect()
}

/// The day of a time in UTC, as `YYYY-MM-DD`.
pub(crate) fn day(at: Timestamp) -> String {
    let (year, month, day) = at.date();
    format!("{year:04}-{month:02}-{day:02}")
}
