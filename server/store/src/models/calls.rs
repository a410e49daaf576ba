//! `model_calls`, as it is written: before a call and after it.

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    insert::Dialect,
    pools::{change, transaction},
};
use domain::{
    StoreFault,
    models::{Admission, Budget, CallBegun, CallEnd, Outcome, Spent, Usd},
};
use protocol::Timestamp;

const BEGIN: &str = "INSERT INTO model_calls \
    (id, tenant_id, session_id, task, strength, provider, model, begun_at, day, outcome, cost_nanos) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

/// Binds a call in the order of [`BEGIN`] and writes it.
macro_rules! begin {
    ($on:expr, $call:expr) => {
        sqlx::query(BEGIN)
            .bind($call.id)
            .bind($call.caller.tenant.0)
            .bind($call.caller.session.map(|session| session.0))
            .bind($call.caller.task.name())
            .bind($call.strength.name())
            .bind($call.name.provider.name())
            .bind(text(&$call.name.model))
            .bind(At($call.at))
            .bind(day($call.at))
            .bind(Outcome::Running.name())
            .bind($call.worst.map(|worst| worst.0))
            .execute($on)
            .await
            .map_err(fault)?
    };
}

impl Store {
    pub(super) async fn write_call_begun(&self, call: CallBegun, budget: Budget) -> Result<Admission, StoreFault> {
        const DAY: &str =
            "SELECT CAST(COALESCE(SUM(cost_nanos), 0) AS BIGINT) FROM model_calls WHERE tenant_id = $1 AND day = $2";
        const SESSION: &str =
            "SELECT CAST(COALESCE(SUM(cost_nanos), 0) AS BIGINT) FROM model_calls WHERE tenant_id = $1 AND session_id = $2";
        if budget.is_unlimited() {
            change!(self, |on| {
                begin!(on, call);
            });
            return Ok(Admission::Admitted);
        }
        let admission = transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                // One at a time for each tenant; SQLite has one writer anyway.
                let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('model_calls ' || $1, 0))");
                lock.bind(call.caller.tenant.0.to_string()).execute(&mut *on).await.map_err(fault)?;
            }
            let worst = call.worst.unwrap_or_default();
            let today = sqlx::query_scalar(DAY).bind(call.caller.tenant.0).bind(day(call.at));
            let today: i64 = today.fetch_one(&mut *on).await.map_err(fault)?;
            let in_session: i64 = match call.caller.session {
                Some(session) => {
                    let query = sqlx::query_scalar(SESSION).bind(call.caller.tenant.0).bind(session.0);
                    query.fetch_one(&mut *on).await.map_err(fault)?
                }
                None => 0,
            };
            // Outside an interview only the day counts.
            let session = if call.caller.session.is_some() { Usd(in_session) + worst } else { Usd::NOTHING };
            match budget.admits(&call, Spent { day: Usd(today) + worst, session }) {
                Ok(()) => {
                    begin!(&mut *on, call);
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
        change!(self, |on| {
            sqlx::query(SQL)
                .bind(end.id)
                .bind(end.outcome.name())
                .bind(most(end.cost.usage.input))
                .bind(most(end.cost.usage.output))
                .bind(end.cost.estimated)
                .bind(end.cost.cost.map(|cost| cost.0))
                .bind(i32::try_from(end.attempts).unwrap_or(i32::MAX))
                .bind(i64::try_from(end.took.as_millis()).unwrap_or(i64::MAX))
                .bind(text(&end.detail))
                .execute(on)
                .await
                .map_err(fault)?;
        });
        Ok(())
    }
}

/// The day of a time in UTC, as `YYYY-MM-DD`.
pub(crate) fn day(at: Timestamp) -> String {
    let (year, month, day) = at.date();
    format!("{year:04}-{month:02}-{day:02}")
}
