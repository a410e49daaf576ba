//! Which held value some words speak of.

use super::{
    super::{lexicon, profile::stems, reading::words_of, text::Text, values::number},
    Moment,
    value::number_of,
    within::place_of_number,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// How surely words name a held value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Match {
    pub(super) slot: usize,
    pub(super) score: f32,
    /// What was left out of a number: 28 for 28,000.
    pub(super) scale: f64,
}

impl Moment<'_, '_> {
    /// The obligation whose held value these words say; none where two fit alike.
    pub(super) fn holder(&self, words: &Range<usize>) -> Option<Match> {
        self.chosen_of(&self.holders(words))
    }

    /// All whose held value these words say, the surest first.
    pub(super) fn holders(&self, words: &Range<usize>) -> Vec<Match> {
        let mut all: Vec<Match> = self.held_slots().filter_map(|slot| self.says_held(slot, words)).collect();
        all.sort_by(|one, other| other.score.total_cmp(&one.score));
        all
    }

    pub(super) fn chosen_of(&self, all: &[Match]) -> Option<Match> {
        match all {
            [one] => Some(*one),
            [first, second, ..] if first.score > second.score => Some(*first),
            // Of two alike, the one that is spoken of.
            [first, second, ..] => {
                let spoken = |one: &&Match| self.asked == Some(one.slot) || self.last() == Some(one.slot);
                [first, second].into_iter().find(spoken).copied()
            }
            [] => None,
        }
    }

    /// The obligation that was answered last.
    pub(super) fn last(&self) -> Option<usize> {
        let taken = |slot: &usize| self.heard.held[*slot].value_seq;
        self.held_slots().filter(|slot| taken(slot) > 0).max_by_key(taken)
    }

    pub(super) fn says_held(&self, slot: usize, words: &Range<usize>) -> Option<Match> {
        let held = self.held(slot)?;
        let found = |score: f32| Some(Match { slot, score, scale: 1.0 });
        match self.plan.slots[slot].widget {
            WidgetType::Number => {
                let known = [held.as_f64(), held["value"].as_f64(), held["min"].as_f64(), held["max"].as_f64()];
                let (_, said) = words.clone().take(5).find_map(|at| number::plain(self.text, at))?;
                let equals = |scale: f64| known.iter().flatten().any(|known| (known - said * scale).abs() < 0.005);
                let scale = [1.0, 1e3, 1e6].into_iter().find(|scale| equals(*scale))?;
                // "28" of 28,000 needs something to say that it is shortened, and "two" are not two thousand.
                (scale.eq(&1.0) || (10.0..1000.0).contains(&said)).then_some(Match {
                    slot,
                    score: if scale.eq(&1.0) { 3.0 } else { 2.0 },
                    scale,
                })
            }
            WidgetType::Date => {
                let day = self.day_of(held)?;
                let said = self.day_in(words, None);
                let weekday = words.clone().any(|at| {
                    let number =
                        lexicon::WEEKDAYS.iter().find(|(name, _)| *name == self.text.word(at)).map(|(_, number)| *number);
                    number == Some(i64::from(day.weekday().to_monday_one_offset()))
                });
                let month = words.clone().any(|at| {
                    lexicon::MONTHS.iter().any(|(name, number)| *name == self.text.word(at) && *number == i64::from(day.month()))
                });
                if said.is_some_and(|said| said == day) {
                    found(3.0)
                } else if weekday || month && words.len() <= 2 {
                    found(2.0)
                } else {
                    None
                }
            }
            WidgetType::Choice | WidgetType::Multiselect => {
                let options = self.options(slot, words);
                let is_held = |option: &str| match held {
                    serde_json::Value::Array(list) => list.iter().any(|one| one == option),
                    one => one == option,
                };
                let known = options.iter().find(|one| is_held(&self.plan.slots[slot].options[one.option]))?;
                found(if known.words.len() + 1 >= words.len() { 2.5 } else { 1.5 })
            }
            WidgetType::Text => {
                let held = words_of(held);
                if let Some(number) = self.number_in(words) {
                    return place_of_number(&Text::new(&held), number).and_then(|_| found(2.5));
                }
                let known = stems(&held.to_lowercase(), true);
                let said: Vec<&str> = words
                    .clone()
                    .filter(|at| !self.text.is_mark(*at) && !lexicon::COMMON.contains(self.text.word(*at)))
                    .map(|at| self.text.stem(at))
                    .collect();
                let all = !said.is_empty() && said.len() <= known.len().max(1) + 1;
                let share = said.iter().filter(|word| known.iter().any(|known| known == *word)).count();
                (all && share > 0 && share * 2 > said.len()).then_some(Match {
                    slot,
                    // All of what is held is surer than a word of it.
                    score: if share < said.len() {
                        1.2
                    } else if share == known.len() {
                        2.7
                    } else {
                        2.5
                    },
                    scale: 1.0,
                })
            }
        }
    }

    /// By how much a number was shortened, judged by the one that is held.
    pub(super) fn scale_of(&self, slot: usize, said: f64) -> f64 {
        let held = self.held(slot).and_then(number_of).unwrap_or_default();
        // "35" where 28,000 is held; "6" where 180,000 is held is something else.
        let is_short = said > 0.0 && said < 1000.0 && held >= 10_000.0 && (100.0..5_000.0).contains(&(held / said));
        if is_short { 1e3 } else { 1.0 }
    }
}
