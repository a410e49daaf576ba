//! What an ask found so far: the draft of its answer, the rounds of a model, what came of its steps.

use domain::{
    StoreFault,
    ask::{Draft, Round, StepOutcome},
    runs::Kept,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

const DRAFT: &str = "draft";
const ROUND: &str = "round_";
const STEP: &str = "step_";

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) draft: Option<Draft>,
    pub(crate) rounds: Vec<Round>,
    /// In the order of their steps.
    pub(crate) outcomes: Vec<StepOutcome>,
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
        } else if part.name.starts_with(ROUND) {
            self.rounds.push(parsed(&part.value)?);
        } else if part.name.starts_with(STEP) {
            let outcome: StepOutcome = parsed(&part.value)?;
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
}
