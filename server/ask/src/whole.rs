//! An ask with everything that belongs to it, as programs read it.

use crate::{
    Asks,
    memory::{draft_name, parsed, step_name},
    questions::{ask_view, find_ask},
};
use domain::{
    Failure, FailureKind,
    ask::{AskRow, AskScheduleRow, Draft, StepOutcome, compare_redone},
};
use protocol::{
    AskId,
    account::Account,
    ask::{Answer, AskTable, AskView, Redone},
};
use std::sync::Arc;

/// Rows of the answer's table.
const MOST_ROWS: usize = 10_000;

pub struct WholeAsk {
    pub row: AskRow,
    pub view: Arc<AskView>,
    /// With all rows of its last table, as far as they are kept.
    pub answer: Option<Answer>,
    /// How the question was read.
    pub reading: String,
    /// When it is asked again by itself.
    pub schedule: Option<AskScheduleRow>,
    /// Where it does another one again: what is different from it.
    pub redone: Option<Redone>,
}

/// # Errors
/// 404, also for another person's.
pub async fn whole_ask(asks: &Asks, account: &Account, id: AskId) -> Result<WholeAsk, Failure> {
    let row = find_ask(asks, account, id).await?;
    let view = ask_view(asks, account, id).await?;
    let mut answer = view.answer.clone();
    let draft: Option<Draft> = match asks.store().ask_part(row.tenant, id, draft_name()).await? {
        Some(draft) => Some(parsed(&draft)?),
        None => None,
    };
    if let (Some(last), Some(number)) =
        (answer.as_mut().and_then(|answer| answer.tables.last_mut()), draft.as_ref().and_then(|draft| draft.answer_step))
        && last.truncated
        && let Some(part) = asks.store().ask_part(row.tenant, id, &step_name(number)).await?
    {
        let StepOutcome { table, error, .. } = parsed(&part)?;
        // Where that step was stopped, the rows are another's.
        if error.is_none() {
            let truncated = table.rows.len() > MOST_ROWS || table.truncated;
            let name = last.name.clone();
            *last = AskTable { name, truncated, rows: table.rows.into_iter().take(MOST_ROWS).collect(), ..table };
        }
    }
    let schedule = asks.schedules().schedule_of_ask(row.tenant, id).await?;
    let redone = read_redone(asks, account, &view).await?;
    Ok(WholeAsk { row, view, answer, reading: draft.map(|draft| draft.reading).unwrap_or_default(), schedule, redone })
}

/// What is different from the ask that this one does again; none where it does none, that one is gone, or one of them has no answer.
///
/// # Errors
/// The store's.
pub async fn read_redone(asks: &Asks, account: &Account, view: &AskView) -> Result<Option<Redone>, Failure> {
    let Some(before) = view.request.redo_of else { return Ok(None) };
    match ask_view(asks, account, before).await {
        Ok(before) => Ok(compare_redone(&before, view)),
        Err(failure) if failure.kind == FailureKind::NotFound => Ok(None),
        Err(failure) => Err(failure),
    }
}
