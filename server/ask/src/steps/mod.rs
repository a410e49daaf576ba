//! Steps of a plan carried out, one file per action. Whatever goes wrong becomes the outcome's error, in a sentence.

mod call;
mod fact;
mod formula;
mod joins;
mod passage;
mod query;
mod rows;
mod tool;
mod values;

use crate::{
    Asks,
    memory::{steps_in, steps_read},
};
use domain::ask::{Client, StepOutcome, check_rows};
use projects::{Caller, Extent};
use protocol::ask::{PlanStep, StepAction};
use serde_json::{Map, Value};
use std::{collections::BTreeSet, time::Instant};

/// What may be done about a query that fails or finds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mending {
    /// For whom a model mends what a database refuses; none where no model does.
    pub(crate) client: Option<Client>,
    /// Whether a text that does not occur is read as the one value that is close to it.
    pub(crate) corrects: bool,
    /// Whether somebody can be asked which of several values is meant.
    pub(crate) asks: bool,
}

/// Steps that it needs and that failed let it fail too. What was said in this ask stands as it was said.
pub(crate) async fn carry_out(
    asks: &Asks,
    caller: &Caller,
    (step, extent): (&PlanStep, Extent),
    (earlier, own_values): (&[StepOutcome], &Map<String, Value>),
    mending: Mending,
) -> StepOutcome {
    let begun = Instant::now();
    let failed = step.depends_on.iter().find(|number| earlier.iter().any(|one| one.number == **number && !one.is_ok()));
    let mut outcome = match (failed, &step.action) {
        (Some(number), _) => fail(step.number, format!("step {number}, which it reads, failed")),
        (None, StepAction::Query { sql }) => query::run(asks, caller, (step, sql, extent), (earlier, own_values), mending).await,
        (None, StepAction::Tool { name, arguments }) => tool::call(asks, caller, step.number, name, arguments).await,
        (None, StepAction::Passage { document, section, quote }) => {
            passage::find(asks, caller, step.number, (document, section), quote).await
        }
        (None, StepAction::Fact { name, value, source }) => {
            fact::find(asks, caller, step.number, (name, source, value), own_values).await
        }
        (None, StepAction::Formula { expression }) => formula::evaluate(step.number, expression, earlier),
        (None, StepAction::Call { api, operation, arguments }) => {
            call::call(asks, caller, step.number, (api, operation), arguments).await
        }
    };
    if outcome.is_ok() {
        outcome.table.name = format!("step_{}", step.number);
        outcome.warnings.extend(check_rows(step.number, &outcome.table));
        // A query may have been mended since it was planned.
        let read = outcome.sql.as_deref().map_or_else(|| steps_read(step), steps_in);
        if let Some(cut) = find_cut(&read, earlier) {
            outcome.of_cut_rows = true;
            let warning = format!("Step {} is worked out from a part of the rows: not all of step {cut} are kept.", step.number);
            outcome.warnings.push(warning);
        }
        outcome.doubtful |= earlier.iter().any(|one| read.contains(&one.number) && one.doubtful);
    }
    outcome.elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    outcome
}

/// The first of these steps whose rows are not all, or come from such.
fn find_cut(read: &BTreeSet<u32>, earlier: &[StepOutcome]) -> Option<u32> {
    let is_cut = |one: &&StepOutcome| read.contains(&one.number) && (one.table.truncated || one.of_cut_rows);
    earlier.iter().find(is_cut).map(|one| one.number)
}

pub(super) fn fail(number: u32, error: String) -> StepOutcome {
    StepOutcome { number, error: Some(error), ..StepOutcome::default() }
}
