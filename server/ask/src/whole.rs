//! An ask with everything that belongs to it, as programs read it.

use crate::{
    Asks,
    memory::{draft_name, parsed, step_name},
    questions::{ask_view, find_ask},
};
use domain::{
    Failure,
    ask::{AskRow, AskScheduleRow, Draft, StepOutcome},
};
use protocol::{
    AskId,
    account::Account,
    ask::{Answer, AskTable, AskView},
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
        let StepOutcome { table, .. } = parsed(&part)?;
        let truncated = table.rows.len() > MOST_ROWS || table.truncated;
        let name = last.name.clone();
        *last = AskTable { name, truncated, rows: table.rows.into_iter().take(MOST_ROWS).collect(), ..table };
    }
    let schedule = asks.schedules().schedule_of_ask(row.tenant, id).await?;
    Ok(WholeAsk { row, view, answer, reading: draft.map(|draft| draft.reading).unwrap_or_default(), schedule })
}
