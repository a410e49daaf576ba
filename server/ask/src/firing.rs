//! Kept answers that are due are asked for again: their plans run anew without a model, as a proof does, and what came of it is kept.

use crate::{Asks, proving::answer_anew, questions::account};
use actors::schedules::{Obstacle, Schedulable, Times, fire_due as fire_all};
use async_trait::async_trait;
use domain::{
    Failure, StoreFault,
    account::AuditLog as _,
    ask::{AskResultRow, AskScheduleRow, Before, Judged, State, judge},
    runs::{Firing, Starting},
};
use protocol::{AskResultId, Timestamp, ask::Answer, work::WorkStatus};
use std::time::Duration;
use tokio::time::timeout;
use uuid::Uuid;

/// A plan that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(120);
/// Characters of the answer that are kept with a result.
const LONGEST_TEXT: usize = 500;
/// Results of before that are looked at for a check.
const LOOKED_BACK: u32 = 50;

/// Asks again for every kept answer that is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due(asks: &Asks) -> Result<(), Failure> {
    fire_all(asks).await
}

fn too_slow() -> String {
    format!("it took longer than {} seconds", PATIENCE.as_secs())
}

fn only_reads() -> String {
    "whoever asked this may only read now".into()
}

#[async_trait]
impl Schedulable for Asks {
    type Row = AskScheduleRow;
    type Work = AskResultId;

    /// The answer is worked out while it is being started.
    const FORGOTTEN: i64 = 180_000_000;
    const AT_ONCE: usize = 8;

    fn times<'a>(&self, row: &'a AskScheduleRow) -> Times<'a, AskResultId> {
        Times {
            id: row.id.0,
            cron: &row.cron,
            timezone: &row.timezone,
            has_webhook: row.webhook.is_some(),
            next_run_at: row.next_run_at,
            starting: row.starting,
            starting_due: row.starting_due,
        }
    }

    fn work(&self, id: Uuid) -> AskResultId {
        AskResultId(id)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault> {
        self.schedules().due_ask_schedules(now, limit).await
    }

    async fn starting(&self, before: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault> {
        self.schedules().starting_ask_schedules(before, limit).await
    }

    async fn claim(
        &self,
        row: &AskScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<AskResultId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        self.schedules().claim_ask_firing(row, next, firing, now).await
    }

    async fn settle(
        &self,
        row: &AskScheduleRow,
        starting: Starting<AskResultId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        self.schedules().settle_ask_firing(row, starting, refused).await
    }

    async fn obstacle(&self, row: &AskScheduleRow) -> Result<Option<Obstacle>, Failure> {
        Ok(account(self, row.tenant, row.user).await?.is_none().then(|| Obstacle::Skip(only_reads())))
    }

    async fn begin(&self, row: &AskScheduleRow, starting: Starting<AskResultId>, due: Timestamp) -> Result<(), Failure> {
        if self.is_begun(row, starting.run).await? {
            return Ok(());
        }
        let account = account(self, row.tenant, row.user).await?.ok_or_else(|| Failure::conflict(only_reads()))?;
        let known = look_back(self, row).await?;
        // A plan that only takes long says nothing of its answer: this time is left out.
        let answered = timeout(PATIENCE, answer_anew(self, &account, row.ask)).await;
        let (first, answer) = answered.map_err(|_| Failure::conflict(too_slow()))??;
        let before = Before { answer: known.answer.as_ref().unwrap_or(&first), is_gone: known.is_gone, holds: known.holds };
        let judged = judge(&before, &answer, row.expected.as_ref());
        let is_gone = judged.state == State::Gone;
        let result = result(row, (starting.run, due, self.now()), judged, &answer);
        Ok(self.schedules().add_ask_result(&result, (!is_gone).then_some(&answer)).await?)
    }

    async fn is_begun(&self, row: &AskScheduleRow, result: AskResultId) -> Result<bool, Failure> {
        Ok(self.schedules().ask_result(row.tenant, result).await?.is_some())
    }
}

/// What the next result is compared with.
struct Known {
    answer: Option<Answer>,
    is_gone: bool,
    holds: Option<bool>,
}

async fn look_back(asks: &Asks, row: &AskScheduleRow) -> Result<Known, Failure> {
    let answer = asks.schedules().last_answer(row.tenant, row.id).await?;
    let page = domain::account::PageQuery { limit: LOOKED_BACK, after: None };
    let results = asks.schedules().ask_results(row.tenant, row.id, page).await?;
    // What was found of another expectation says nothing of this one.
    let checked = results.iter().find(|one| one.holds.is_some());
    let holds = checked.filter(|one| one.expected == row.expected).and_then(|one| one.holds);
    Ok(Known { answer, is_gone: results.first().is_some_and(|last| last.state == State::Gone), holds })
}

fn result(
    row: &AskScheduleRow,
    (id, due_at, at): (AskResultId, Timestamp, Timestamp),
    judged: Judged,
    answer: &Answer,
) -> AskResultRow {
    let is_gone = judged.state == State::Gone;
    AskResultRow {
        id,
        tenant: row.tenant,
        schedule: row.id,
        status: if is_gone { WorkStatus::Failed } else { WorkStatus::Completed },
        due_at,
        at,
        state: judged.state,
        value: judged.value,
        text: answer.text.chars().take(LONGEST_TEXT).collect(),
        verdict: answer.verdict,
        expected: row.expected.clone(),
        holds: judged.holds,
        notice: judged.notice,
        premises: judged.premises,
        error: is_gone.then(|| answer.warnings.first().cloned()).flatten(),
    }
}
