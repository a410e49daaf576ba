//! The obligation that a day or a number most likely answers.

use super::{
    super::{
        cues, lexicon,
        profile::Kind,
        text::Shape,
        values::{Form, Spotted, date::Day},
    },
    Scene, fits, manner,
};
use domain::interview::{Manner, Understanding};
use serde_json::{Value, json};
use std::ops::Range;

/// What must speak for an obligation before anything is kept for it, and how much more than for the next.
const ENOUGH: f32 = 0.8;
const MARGIN: f32 = 0.3;

impl Scene<'_, '_> {
    pub(super) fn likely(&self, spot: &Spotted, today: Day, read: &Understanding) -> Option<(usize, Manner)> {
        let open: Vec<usize> = (0..self.plan.slots.len())
            .filter(|slot| {
                fits(&spot.form, self.plan.slots[*slot].widget) && self.is_free(*slot, read) && !self.is_no_fact(*slot, spot)
            })
            .collect();
        let mut scores: Vec<(usize, f32)> = open.iter().map(|slot| (*slot, self.speaks_for(*slot, spot))).collect();
        scores.sort_by(|one, other| other.1.total_cmp(&one.1));
        let (slot, score) = *scores.first()?;
        let next = scores.get(1).map_or(0.0, |(_, score)| *score);
        // The question that was asked may be meant as well.
        let asked = self
            .asked
            .map_or(0.0, |slot| if fits(&spot.form, self.plan.slots[slot].widget) { self.speaks_for(slot, spot) } else { 0.0 });
        if score >= ENOUGH && score >= next.max(asked) + MARGIN {
            return Some((slot, manner(score >= 2.0)));
        }
        // A day that lies ahead, where only one question is for a day; a sum, where only one is for money.
        let only = open.len() == 1 && !self.asked.is_some_and(|slot| fits(&spot.form, self.plan.slots[slot].widget));
        let is_due = spot.words.start > 0 && cues::is("due", self.text, spot.words.start - 1);
        let is_plain = matches!(spot.form, Form::Date(Some(day)) if day > today) && is_due;
        // "On the last Sunday of the month": of every month.
        let is_habit = spot.words.len() > 4 && self.text.word(spot.words.end - 1) == "month";
        (only && is_plain && !is_habit).then_some((slot, Manner::Hedged))
    }

    /// "We want to reach two million", "forty customers a day", "30 % more": nothing that is so.
    fn is_no_fact(&self, slot: usize, spot: &Spotted) -> bool {
        if matches!(spot.form, Form::Date(_)) {
            return false;
        }
        let one = &self.plan.slots[slot];
        let sentence = self.text.sentence_of(spot.words.start).map_or(spot.words.clone(), |sentence| sentence.words.clone());
        let wished = !one.spoken.ahead && (sentence.start..spot.words.start).any(|at| cues::is("wishing", self.text, at));
        let rate = (spot.words.end..spot.words.end + 3).any(|at| {
            matches!(self.text.word(at), "a" | "per" | "each" | "every")
                && lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == self.text.word(at + 1))
        });
        let past = (sentence.start..spot.words.start).any(|at| cues::is("past", self.text, at));
        let costs = sentence.clone().any(|at| self.text.stem(at) == "cost")
            && !one.named.iter().any(|name| matches!(name.as_str(), "cost" | "price" | "budget" | "pric"));
        wished
            || past
            || costs
            || rate && one.period.is_none()
            || matches!(spot.form, Form::Percent(_)) && one.kind != Kind::Percent
    }

    /// How much the words around a value speak of an obligation.
    fn speaks_for(&self, slot: usize, spot: &Spotted) -> f32 {
        let clause = self.clause(spot.words.start);
        let one = &self.plan.slots[slot];
        let counted = self.counted(spot);
        let mut score = 0.0;
        if let Some(noun) = counted {
            let stem = self.text.stem(noun);
            // "Sixty hives": what is counted is what the question is named after.
            if one.named.iter().any(|name| name == stem) {
                score += 2.2;
            } else if one.spoken.is_about(stem) || one.counted_by.iter().any(|known| known == stem) {
                score += 1.2;
            } else {
                // Something else is counted.
                score -= 0.6;
            }
        }
        score + self.cues(slot, &clause, spot, counted) + 0.4 * self.cues(slot, &self.around(spot, &clause), spot, counted)
    }

    fn cues(&self, slot: usize, words: &Range<usize>, spot: &Spotted, counted: Option<usize>) -> f32 {
        let one = &self.plan.slots[slot];
        let mut seen: Vec<&str> = Vec::new();
        let mut score: f32 = 0.0;
        for at in words.clone().filter(|at| !spot.words.contains(at) && counted != Some(*at) && !self.text.is_mark(*at)) {
            let stem = self.text.stem(at);
            let is_span = lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == self.text.word(at));
            if lexicon::COMMON.contains(self.text.word(at)) || is_span || seen.contains(&stem) {
                continue;
            }
            seen.push(stem);
            let named = if one.named.iter().any(|name| name == stem) { 1.0 } else { 0.0 };
            score += one.cues.get(stem).copied().unwrap_or_default().min(1.0).max(named).max(if one.spoken.is_about(stem) {
                0.6
            } else {
                0.0
            });
        }
        score.min(1.6)
    }

    /// The rest of the sentence.
    fn around(&self, spot: &Spotted, clause: &Range<usize>) -> Range<usize> {
        let sentence = self.text.sentence_of(spot.words.start).map_or(clause.clone(), |sentence| sentence.words.clone());
        if sentence == *clause { clause.start..clause.start } else { sentence }
    }

    /// The thing that is counted, right behind the number.
    fn counted(&self, spot: &Spotted) -> Option<usize> {
        if !matches!(spot.form, Form::Number(_)) {
            return None;
        }
        let is_noun = |at: usize| {
            self.text.words.get(at).is_some_and(|word| word.shape == Shape::Letters)
                && !lexicon::COMMON.contains(self.text.word(at))
        };
        (spot.words.end..spot.words.end + 2).find(|at| is_noun(*at))
    }
}

pub(super) fn value(spot: &Spotted, said: &str) -> Option<Value> {
    match &spot.form {
        Form::Date(Some(day)) => Some(json!({"date": day.to_string(), "text": said})),
        Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) | Form::Duration(amount) => {
            Some(amount.to_value(1.0, Some(said)))
        }
        _ => None,
    }
}
