//! Values that stand in the message itself.

use super::{
    super::{
        lexicon,
        matching::{Placed, What, assign},
        profile::Kind,
        signs::Sign,
        text::Mood,
        values::{self, Spotted},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use serde_json::json;
use std::ops::Range;

impl Moment<'_, '_> {
    /// Takes them, each for the obligation that it fits.
    pub(super) fn say(&mut self) {
        let spots: Vec<Spotted> =
            values::spot(self.text, self.today).into_iter().filter(|spot| self.gives(&spot.words)).collect();
        let (mut spots, restated) = self.without_what_was_restated(spots);
        if !self.heard.imported {
            spots = self.joined_days(self.without_the_past(spots));
            self.read_years(&mut spots);
        }
        let mut placed = assign(self.text, &spots, self.plan, &self.focus);
        for one in placed.iter_mut().filter(|one| restated.contains(&one.words.start)) {
            one.negated = false;
        }
        placed.retain(|one| matches!(one.what, What::Form(_)) || self.gives(&one.words));
        if !self.heard.imported {
            let all = placed.clone();
            placed.retain(|one| self.may_stand(one, &all));
        }
        let several: Vec<usize> =
            placed.iter().filter(|one| self.plan.slots[one.slot].kind == Kind::Several).map(|one| one.slot).collect();
        for one in &placed {
            if one.negated || several.contains(&one.slot) {
                continue;
            }
            let first = if self.heard.imported { None } else { self.one_of_two(one) };
            // One word of a long message is a weak sign.
            let lost = self.text.words.len() > 22 && one.words.len() == 1 && matches!(one.what, What::Option(_)) && !one.named;
            let unsure = first.is_some() || (one.unsure || lost || self.is_rough(one)) && !self.heard.imported;
            let one = first.as_ref().unwrap_or(one);
            if let Some(value) = self.value(one, self.text) {
                let named = one.named || self.focus.pointed_at(one.slot, one.words.start) == Some(true);
                let manner = if unsure { Manner::Hedged } else { self.manner(one.slot, &one.words, named) };
                self.take(one.slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&one.words));
            }
        }
        self.several(&placed);
    }

    /// A sentence that only asks gives nothing; in a transcript it may still say where and when ("what buses go to Rome on Monday?").
    fn gives(&self, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return true };
        if sentence.mood != Mood::Question {
            return true;
        }
        if !self.heard.imported {
            return false;
        }
        let first = (sentence.words.start..words.start)
            .find(|&at| !lexicon::OPENERS.contains(self.text.word(at)) && !self.text.is_mark(at));
        let second = first.map_or("", |at| self.text.word(at + 1));
        let about_it = matches!(second, "it" | "that" | "this" | "they" | "the" | "there" | "you" | "its" | "their");
        !about_it && matches!(self.text.before(words.start), "in" | "on" | "to" | "from" | "for" | "near" | "at" | "the" | "next")
    }

    fn several(&mut self, placed: &[Placed]) {
        for slot in 0..self.plan.slots.len() {
            if self.plan.slots[slot].kind != Kind::Several {
                continue;
            }
            let chosen: Vec<&Placed> = placed.iter().filter(|one| one.slot == slot).collect();
            let options = &self.plan.slots[slot].options;
            let option = |one: &Placed| match one.what {
                What::Option(at) => options.get(at).cloned(),
                What::Form(_) => None,
            };
            let asked = self.focus.requested.contains(&slot) || self.focus.proposed.contains(&slot);
            let brief = self.heard.imported
                || self.text.words.len() < 7
                || ["but", "except", "of"].iter().any(|word| self.text.low.contains(word));
            let all = (0..self.text.words.len())
                .filter(|_| brief && !self.signs.has(Sign::Done))
                .find(|&at| matches!(self.text.word(at), "all" | "everything" | "both" | "every" | "any" | "anything"));
            let refused: Vec<String> = chosen.iter().filter(|one| one.negated).filter_map(|one| option(one)).collect();
            let mut wanted: Vec<String> = chosen.iter().filter(|one| !one.negated).filter_map(|one| option(one)).collect();
            let mut words = chosen
                .iter()
                .map(|one| one.words.clone())
                .reduce(|left, right| left.start.min(right.start)..left.end.max(right.end));
            if let Some(at) = all.filter(|_| asked && wanted.is_empty()) {
                wanted = options.iter().filter(|option| !refused.contains(option)).cloned().collect();
                let until = words.as_ref().map_or(at + 1, |words| words.end);
                words = Some(at.min(until - 1)..until);
            }
            wanted.retain(|option| !refused.contains(option));
            let mut seen: Vec<String> = Vec::new();
            wanted.retain(|option| {
                !seen.contains(option) && {
                    seen.push(option.clone());
                    true
                }
            });
            if let Some(words) = words.filter(|_| !wanted.is_empty()) {
                let named = chosen.iter().any(|one| one.named);
                let manner = self.manner(slot, &words, named);
                self.take(slot, json!(wanted), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
        }
    }
}
