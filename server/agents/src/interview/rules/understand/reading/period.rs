//! "50k a month" where a year is asked for.

use super::{
    super::{text::Text, values::number::Amount},
    Moment,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// How often a year has it.
const PERIODS: &[(&[&str], f64)] = &[
    (&["year", "annum", "yearly", "annually", "annual"], 1.0),
    (&["quarter", "quarterly"], 4.0),
    (&["month", "monthly"], 12.0),
    (&["week", "weekly"], 52.0),
    (&["day", "daily"], 365.0),
];

fn often(word: &str) -> Option<f64> {
    PERIODS.iter().find(|(names, _)| names.contains(&word)).map(|(_, often)| *often)
}

/// The period that a question is for: "annual revenue", "… in a year".
pub(in super::super) fn asked_for(name: &Text<'_>, prompt: &Text<'_>) -> Option<f64> {
    let by_name = (0..name.words.len()).find_map(|at| often(name.word(at)));
    by_name.or_else(|| {
        (1..prompt.words.len()).find_map(|at| {
            matches!(prompt.before(at), "a" | "per" | "each" | "every" | "/" | "one").then(|| often(prompt.word(at))).flatten()
        })
    })
}

/// The period that was said behind a number, and where it ends.
fn said(text: &Text<'_>, at: usize) -> Option<(f64, usize)> {
    match text.word(at) {
        "a" | "an" | "per" | "each" | "every" | "/" => often(text.word(at + 1)).map(|often| (often, at + 2)),
        word if word.ends_with("ly") => often(word).map(|often| (often, at + 1)),
        _ => None,
    }
}

pub(super) fn is_said(text: &Text<'_>, at: usize) -> bool {
    said(text, at).is_some()
}

impl Moment<'_, '_> {
    /// By how much a number is to be multiplied, and where the words for its period end.
    pub(super) fn over_another_period(&self, slot: usize, words: &Range<usize>) -> Option<(f64, usize)> {
        let one = &self.plan.slots[slot];
        let asked = one.period.filter(|_| one.widget == WidgetType::Number && !self.heard.imported)?;
        let (often, end) = said(self.text, words.end)?;
        let by = often / asked;
        (by - 1.0).abs().gt(&1e-9).then_some((by, end))
    }
}

/// The same amount over another period.
pub(super) fn over(amount: &Amount, by: f64) -> Amount {
    let times = |one: Option<f64>| one.map(|one| (one * by).round());
    Amount { value: times(amount.value), min: times(amount.min), max: times(amount.max), unsure: true, ..amount.clone() }
}
