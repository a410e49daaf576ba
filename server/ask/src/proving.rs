//! The proof of an answer, run again: every step anew, without a model, and nothing is stored.

use crate::{
    Asks,
    doer::{carry_out, extent_of},
    memory::{Memory, draft_name, parsed},
    questions::{ask_view, find_ask},
    steps::Mending,
};
use domain::{
    Failure,
    ask::{Draft, Rerun, StepOutcome, compare, conclude, facts_for_redo},
};
use futures::future::join_all;
use projects::Caller;
use protocol::{
    AskId,
    account::Account,
    ask::{Answer, AskMode, ModeChoice, PlanStep, StepAction},
};
use serde_json::{Map, Value};

/// # Errors
/// 404; 409 while there is no answer.
pub async fn rerun_ask(asks: &Asks, account: &Account, id: AskId) -> Result<Rerun, Failure> {
    let (before, after) = answer_anew(asks, account, id).await?;
    Ok(compare(&before, &after))
}

/// The answer that an ask has, and the one that its plan comes to now.
///
/// # Errors
/// 404; 409 while there is no answer.
pub(crate) async fn answer_anew(asks: &Asks, account: &Account, id: AskId) -> Result<(Answer, Answer), Failure> {
    let row = find_ask(asks, account, id).await?;
    let view = ask_view(asks, account, id).await?;
    let (Some(before), Some(draft)) = (&view.answer, asks.store().ask_part(row.tenant, id, draft_name()).await?) else {
        return Err(Failure::conflict(format!("this ask is {}: there is no proof to run again", view.status().name())));
    };
    let mut draft: Draft = parsed(&draft)?;
    let memory = Memory::read(&asks.store().ask_memory(row.tenant, id).await?)?;
    // A query that was mended is run as it was in the end.
    for step in &mut draft.plan.plan.steps {
        let ran = memory.outcomes.iter().find(|one| one.number == step.number).and_then(|one| one.sql.clone());
        if let (StepAction::Query { sql }, Some(ran)) = (&mut step.action, ran) {
            *sql = ran;
        }
    }
    let caller = Caller { account: account.clone(), project: row.project };
    let mode = view.mode.clone().unwrap_or(ModeChoice { mode: AskMode::Exploratory, why: String::new() });
    let own_values = facts_for_redo(&view, Map::new());
    let after = answer_again(asks, &caller, (&draft, &own_values), &mode).await;
    Ok((before.clone(), after))
}

/// Steps in the order of what they depend on, those that do not wait for one another side by side.
async fn answer_again(
    asks: &Asks,
    caller: &Caller,
    (draft, own_values): (&Draft, &Map<String, Value>),
    mode: &ModeChoice,
) -> Answer {
    let mut outcomes: Vec<StepOutcome> = Vec::new();
    let mut left: Vec<&PlanStep> = draft.plan.plan.steps.iter().collect();
    while !left.is_empty() {
        let is_ready = |step: &&PlanStep| step.depends_on.iter().all(|number| outcomes.iter().any(|one| one.number == *number));
        let (ready, waiting): (Vec<&PlanStep>, Vec<&PlanStep>) = left.into_iter().partition(is_ready);
        if ready.is_empty() {
            break;
        }
        let extent = |step: &PlanStep| extent_of(step.number, &draft.plan.plan.steps);
        let known = (outcomes.as_slice(), own_values);
        let done =
            join_all(ready.into_iter().map(|step| carry_out(asks, caller, (step, extent(step)), known, Mending::default())))
                .await;
        outcomes.extend(done);
        outcomes.sort_by_key(|one| one.number);
        left = waiting;
    }
    conclude(draft, mode, &outcomes)
}
