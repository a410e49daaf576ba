//! What an ask found so far: the draft of its answer, the rounds of a model, what came of its steps.

use domain::{
    StoreFault,
    ask::{Draft, NodeFrom, Round, StepOutcome, weigh_value},
    runs::Kept,
};
use protocol::ask::{PlanStep, StepAction};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const DRAFT: &str = "draft";
const ROUND: &str = "round_";
const STEP: &str = "step_";
/// Of one step's rows, as JSON: those that stay in memory while the ask is open. All of them are in the store.
const HELD: usize = 8 * 1024;

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) draft: Option<Draft>,
    /// Until there is a plan.
    pub(crate) rounds: Vec<Round>,
    /// In the order of their steps.
    pub(crate) outcomes: Vec<StepOutcome>,
    /// Steps whose outcome here has their first rows only.
    pub(crate) shortened: BTreeSet<u32>,
}

impl Memory {
    pub(crate) fn read(parts: &[Kept]) -> Result<Self, StoreFault> {
        let mut memory = Self::default();
        let mut rounds: Vec<&Kept> = parts.iter().filter(|part| part.name.starts_with(ROUND)).collect();
        rounds.sort_by_key(|part| part.name.trim_start_matches(ROUND).parse::<u32>().unwrap_or(u32::MAX));
        for part in parts.iter().filter(|part| !part.name.starts_with(ROUND)).chain(rounds) {
            memory.add(part)?;
        }
        Ok(memory)
    }

    pub(crate) fn add(&mut self, part: &Kept) -> Result<(), StoreFault> {
        if part.name == DRAFT {
            self.draft = Some(parsed(&part.value)?);
            self.rounds = Vec::new();
        } else if part.name.starts_with(ROUND) && self.draft.is_none() {
            self.rounds.push(parsed(&part.value)?);
        } else if part.name.starts_with(STEP) {
            let short = shorten(&part.value);
            let outcome: StepOutcome = parsed(short.as_ref().unwrap_or(&part.value))?;
            if short.is_some() {
                self.shortened.insert(outcome.number);
            } else {
                self.shortened.remove(&outcome.number);
            }
            self.outcomes.retain(|one| one.number != outcome.number);
            self.outcomes.push(outcome);
            self.outcomes.sort_by_key(|one| one.number);
        }
        Ok(())
    }
}

pub(crate) fn draft_part(draft: &Draft) -> Result<Kept, StoreFault> {
    part(DRAFT.to_owned(), draft)
}

pub(crate) fn round_part(number: u32, round: &Round) -> Result<Kept, StoreFault> {
    part(format!("{ROUND}{number}"), round)
}

pub(crate) fn step_part(outcome: &StepOutcome) -> Result<Kept, StoreFault> {
    part(step_name(outcome.number), outcome)
}

pub(crate) fn step_name(number: u32) -> String {
    format!("{STEP}{number}")
}

pub(crate) const fn draft_name() -> &'static str {
    DRAFT
}

/// An outcome with its first rows; nothing where all of them are few.
fn shorten(outcome: &Value) -> Option<Value> {
    let rows = outcome["table"]["rows"].as_array()?;
    let mut room = HELD;
    let fits = |row: &&Value| {
        let weight = weigh_value(row);
        let fits = weight <= room;
        room = room.saturating_sub(weight);
        fits
    };
    let held: Vec<&Value> = rows.iter().take_while(fits).collect();
    if held.len() == rows.len() {
        return None;
    }
    let without = |of: &Value, left_out: &str| -> Map<String, Value> {
        let fields = of.as_object().into_iter().flatten().filter(|(name, _)| *name != left_out);
        fields.map(|(name, value)| (name.clone(), value.clone())).collect()
    };
    let (mut short, mut table) = (without(outcome, "table"), without(&outcome["table"], "rows"));
    table.insert("rows".to_owned(), json!(held));
    short.insert("table".to_owned(), Value::Object(table));
    Some(Value::Object(short))
}

/// The steps whose rows a step reads, or may read once its query is mended.
pub(crate) fn steps_read(step: &PlanStep) -> BTreeSet<u32> {
    match &step.action {
        StepAction::Query { sql } => steps_in(sql).into_iter().chain(step.depends_on.iter().copied()).collect(),
        StepAction::Formula { expression } => steps_in(expression),
        _ => BTreeSet::new(),
    }
}

/// The steps whose rows an answer is made of.
pub(crate) fn steps_shown(draft: &Draft) -> BTreeSet<u32> {
    let of_node = |from: &NodeFrom| match from {
        NodeFrom::Step { number, .. } => BTreeSet::from([*number]),
        NodeFrom::Formula { expression } => steps_in(expression),
        NodeFrom::Known { .. } | NodeFrom::Open => BTreeSet::new(),
    };
    draft.nodes.iter().flat_map(|node| of_node(&node.from)).chain(draft.answer_step).collect()
}

/// `step_3` as a word of its own.
pub(crate) fn steps_in(text: &str) -> BTreeSet<u32> {
    let text = text.to_lowercase();
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let number = |(at, _): (usize, &str)| {
        let rest = &text[at + STEP.len()..];
        let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
        let is_alone = !text[..at].ends_with(is_word) && !rest[digits..].starts_with(is_word);
        rest[..digits].parse().ok().filter(|_| is_alone)
    };
    text.match_indices(STEP).filter_map(number).collect()
}

fn part(name: String, value: &impl Serialize) -> Result<Kept, StoreFault> {
    let value = serde_json::to_value(value).map_err(|error| StoreFault::Refused(error.to_string()))?;
    Ok(Kept { name, value })
}

pub(crate) fn parsed<T: DeserializeOwned>(value: &Value) -> Result<T, StoreFault> {
    T::deserialize(value).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_in_the_order_of_their_numbers() {
        let round = |text: &str| Round { text: text.into(), answers: Vec::new() };
        let mut parts = Vec::new();
        for number in [10, 2, 1] {
            parts.push(round_part(number, &round(&number.to_string())).expect("plain data"));
        }
        parts.push(step_part(&StepOutcome::of_value(2, Value::from(2))).expect("plain data"));
        parts.push(step_part(&StepOutcome::of_value(1, Value::from(1))).expect("plain data"));
        let memory = Memory::read(&parts).expect("what was written");
        assert_eq!(memory.rounds.iter().map(|round| round.text.as_str()).collect::<Vec<_>>(), ["1", "2", "10"]);
        assert_eq!(memory.outcomes.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2]);
        assert!(memory.draft.is_none());
    }

    #[test]
    fn many_rows_are_in_the_store_and_the_first_in_memory() {
        let mut outcome = StepOutcome::of_value(1, Value::from(1));
        outcome.sql = Some("SELECT 1".into());
        outcome.table.rows = (0..10_000).map(|row| vec![Value::from(row)]).collect();
        outcome.table.row_count = 10_000;
        let mut memory = Memory::read(&[step_part(&outcome).expect("plain data")]).expect("what was written");
        let held = &memory.outcomes[0];
        assert!((100..1_000).contains(&held.table.rows.len()) && held.table.row_count == 10_000, "{}", held.table.rows.len());
        assert_eq!((held.sql.as_deref(), memory.shortened.len()), (Some("SELECT 1"), 1));
        memory.add(&step_part(&StepOutcome::of_value(1, Value::from(1))).expect("plain data")).expect("what was written");
        assert!(memory.shortened.is_empty());
    }

    #[test]
    fn the_steps_that_a_text_names_are_found() {
        let sql = "SELECT a.x FROM STEP_12 a JOIN step_3 ON step_3.x = a.step_4x WHERE mystep_5 = 'step_6'";
        assert_eq!(steps_in(sql).into_iter().collect::<Vec<_>>(), [3, 6, 12]);
        assert!(steps_in("step_ step_x").is_empty());
    }
}
