//! What a redo keeps of the ask before it: values that were said or chosen, and results that no changed value touches.

use crate::{
    ask::{Draft, StepOutcome, chosen_value, facts_of_answers},
    tools::fact_key,
};
use protocol::ask::{AskView, Clarification, ClarifyAnswer, PlanStep, StepAction, YOU_CHOOSE};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Values of the ask before, those that were asked back included, with the changed ones in their places.
#[must_use]
pub fn facts_for_redo(before: &AskView, changed: Map<String, Value>) -> Map<String, Value> {
    let mut facts = facts_of_answers(&pairs(before, &before.clarified));
    facts.extend(before.request.facts.clone());
    facts.retain(|name, _| !changed.keys().any(|other| fact_key(other) == fact_key(name)));
    facts.extend(changed);
    facts
}

/// What answers make facts of the project, by name: a choice that was left to the engine is nobody's word.
#[must_use]
pub fn facts_to_remember(view: &AskView, answers: &[ClarifyAnswer]) -> Vec<(String, Value)> {
    let wanted: Vec<ClarifyAnswer> =
        answers.iter().filter(|answer| answer.remember && answer.value != YOU_CHOOSE).cloned().collect();
    facts_of_answers(&pairs(view, &wanted)).into_iter().collect()
}

fn pairs(view: &AskView, answers: &[ClarifyAnswer]) -> Vec<(Clarification, ClarifyAnswer)> {
    let pair = |answer: &ClarifyAnswer| {
        let question = view.questions.iter().find(|question| question.id == answer.question_id)?;
        let value = chosen_value(question, answer).to_owned();
        Some((question.clone(), ClarifyAnswer { value, ..answer.clone() }))
    };
    answers.iter().filter_map(pair).collect()
}

/// Steps of the new plan whose results are those of the ask before, each with its number there: the same action over the same results.
/// Whatever depends on what changed is not among them.
#[must_use]
pub fn reusable_steps(before: &Draft, outcomes: &[StepOutcome], after: &Draft) -> BTreeSet<(u32, u32)> {
    let mut same: BTreeSet<(u32, u32)> = BTreeSet::new();
    for step in &after.plan.plan.steps {
        let is_same = |old: &&PlanStep| {
            old.action == step.action
                && old.depends_on.len() == step.depends_on.len()
                && step.depends_on.iter().zip(&old.depends_on).all(|(new, old)| same.contains(&(*new, *old)))
                && (!reads_steps(step) || old.depends_on == step.depends_on)
        };
        let Some(old) = before.plan.plan.steps.iter().find(is_same) else { continue };
        if outcomes.iter().any(|one| one.number == old.number && one.is_ok()) {
            same.insert((step.number, old.number));
        }
    }
    same
}

/// Its action names earlier steps.
fn reads_steps(step: &PlanStep) -> bool {
    match &step.action {
        StepAction::Query { sql } => sql.to_lowercase().contains("step_"),
        StepAction::Formula { .. } => true,
        _ => false,
    }
}
