//! The answer, from what the steps came to: premises and inferences with their values, the verdict, sentences, tables (seed 004,
//! AUDITABLE Mode).

mod listing;
mod picture;
mod proof;
mod wording;

pub use proof::value_of;
pub use wording::render_value;

use super::{Draft, StepOutcome};
use proof::Proof;
use protocol::ask::{Answer, AskMode, AskTable, ModeChoice, NodeStatus, Verdict};

/// Rows of a table that an answer shows; the whole is kept with its step.
const SHOWN_ROWS: usize = 200;

/// Total: what failed or is missing makes a warning and leaves open what depends on it.
#[must_use]
pub fn conclude(draft: &Draft, choice: &ModeChoice, outcomes: &[StepOutcome]) -> Answer {
    let proof = Proof::new(draft, outcomes);
    let outcome = draft.answer_step.and_then(|number| outcomes.iter().find(|one| one.number == number));
    let stopped = outcomes.iter().find_map(|one| one.stopped.as_deref());
    // Of what was stopped the last rows that were found.
    let shown = outcome
        .filter(|outcome| outcome.is_ok())
        .or_else(|| stopped.and_then(|_| outcomes.iter().rev().find(|one| one.is_ok() && !one.table.rows.is_empty())));
    let table = shown.map(|outcome| shorten(&outcome.table));
    let verdict = verdict(draft, choice, &proof);
    let mut warnings: Vec<String> = outcomes.iter().flat_map(|one| one.warnings.iter().cloned()).collect();
    warnings.extend(outcomes.iter().filter_map(|one| {
        let error = one.error.as_ref()?;
        Some(format!("Step {} failed: {}.", one.number, error.trim_end_matches('.')))
    }));
    warnings.extend(proof.faults.iter().cloned());
    warnings.dedup();
    let is_decided = matches!(verdict, Some(Verdict::Proven | Verdict::Refuted));
    let text = match stopped.filter(|_| !is_decided) {
        Some(limit) => wording::describe_stopped(limit, &proof),
        None => wording::text(draft, verdict, &proof, outcome),
    };
    let is_whole = outcome.is_some_and(|outcome| !outcome.of_cut_rows);
    let chart =
        draft.chart.filter(|_| stopped.is_none()).or_else(|| table.as_ref().filter(|_| is_whole).and_then(picture::suggest));
    let (premises, inferences) = proof.nodes.into_iter().partition(|node| node.formula.is_none());
    Answer {
        text,
        verdict,
        tables: table.into_iter().collect(),
        premises,
        inferences,
        assumptions: draft.assumptions.iter().chain(outcomes.iter().flat_map(|one| &one.assumptions)).cloned().collect(),
        chart,
        follow_ups: draft.follow_ups.clone(),
        guided: draft.guided.clone(),
        offers: draft.offers.clone(),
        warnings,
    }
}

fn shorten(table: &AskTable) -> AskTable {
    let rows = table.rows.iter().take(SHOWN_ROWS).cloned().collect();
    let truncated = table.truncated || table.rows.len() > SHOWN_ROWS;
    AskTable { name: "answer".to_owned(), columns: table.columns.clone(), rows, row_count: table.row_count, truncated }
}

/// By the truth of one node. A model's own knowledge never decides, and neither does what is missing or doubtful.
fn verdict(draft: &Draft, choice: &ModeChoice, proof: &Proof) -> Option<Verdict> {
    let Some(id) = &draft.verdict else {
        let is_nothing = proof.nodes.iter().all(|node| node.status != NodeStatus::Resolved);
        return (choice.mode == AskMode::Auditable && is_nothing).then_some(Verdict::Undecided);
    };
    let truth = proof.node(id).and_then(|node| node.value.as_bool());
    Some(match truth.filter(|_| !proof.rests_on_a_model(id) && !proof.is_doubtful(id)) {
        Some(true) => Verdict::Proven,
        Some(false) => Verdict::Refuted,
        None => Verdict::Undecided,
    })
}

#[cfg(test)]
mod tests;
