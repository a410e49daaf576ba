//! Several held values that one sentence puts right by their names: "make the budget 20k and the team 4", "change the day to the 5th
//! and the hall to the school", "the price should be 12, the discount 5%".

use super::{
    super::{
        cues,
        text::{Mood, Sentence},
        values::{self, Form},
    },
    Moment, Revision,
    value::amount,
};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// A further name with what stands behind it.
struct Further {
    slot: usize,
    /// Where the words begin that join it to what is before.
    joint: usize,
    /// Where its value begins.
    rest: usize,
}

impl Moment<'_, '_> {
    /// What a sentence puts right that names more than one obligation, each with its value.
    pub(super) fn several(&self, sentence: &Sentence) -> Option<Vec<Revision>> {
        let words = &sentence.words;
        let start = self.start(words);
        let wish = self.wish(&start, words)?;
        if sentence.mood == Mood::Question && !(start.requests && wish.orders) {
            return None;
        }
        let mut found: Vec<Revision> = Vec::new();
        let mut end = words.end;
        for one in self.further(wish.slot, &wish.rest).into_iter().rev() {
            // What gives no value here belongs to the one before it.
            if let Some(revision) = self.put_right_in(one.slot, one.joint..end, one.rest) {
                found.push(revision);
                end = one.joint;
            }
        }
        if found.is_empty() || wish.rest.start >= end {
            return None;
        }
        found.push(self.put_right_in(wish.slot, words.start..end, wish.rest.start)?);
        found.reverse();
        let in_words = |slot: usize| self.plan.slots[slot].widget == WidgetType::Text;
        let open_in_words = matches!(self.heard.asked, Some((_, Asking::Question))) && self.asked.is_some_and(in_words);
        // "The users should be calmer and the rooms to their taste" may answer an open question.
        let may_answer = open_in_words
            && !start.puts_right
            && (!wish.orders || start.of_oneself)
            && found.iter().any(|one| in_words(one.slot));
        (!may_answer && found.iter().any(|one| self.held(one.slot).is_some())).then_some(found)
    }

    /// The new value of an obligation in the words that name it; it stands from `rest` on.
    fn put_right_in(&self, slot: usize, words: Range<usize>, rest: usize) -> Option<Revision> {
        if let Some(pair) = self.pair(&words).filter(|pair| pair.slot == slot) {
            return Some(Revision { words, ..pair });
        }
        // "The team 4, we have three vans": a number or a day ends with its part.
        let measured = matches!(self.plan.slots[slot].widget, WidgetType::Number | WidgetType::Date);
        let part = self.parts(&(rest..words.end)).into_iter().next().filter(|_| measured);
        let (value, quote) = self.unframed_value(slot, &part.unwrap_or(rest..words.end))?;
        Some(Revision { slot, value, quote, words, plainly: true })
    }

    /// The names further on, each of another obligation.
    fn further(&self, first: usize, rest: &Range<usize>) -> Vec<Further> {
        let mut found: Vec<Further> = Vec::new();
        let mut at = rest.start + 1;
        while at < rest.end {
            if !cues::is("further", self.text, at) {
                at += 1;
                continue;
            }
            let next = cues::skip("further", self.text, &(at..rest.end));
            let is_new = |slot: usize| slot != first && found.iter().all(|one| one.slot != slot);
            let named = self.named_with_value(next, rest.end).filter(|(slot, _)| is_new(*slot));
            if let Some((slot, value)) = named {
                found.push(Further { slot, joint: at, rest: value });
            }
            at = named.map_or(next, |(_, value)| value + 1);
        }
        found
    }

    /// The obligation named from here on, and where its value begins. Words are a value only where something says so.
    fn named_with_value(&self, from: usize, end: usize) -> Option<(usize, usize)> {
        let text = self.text;
        let verb = cues::at("amending", text, from).unwrap_or(0);
        let (slot, name) = self.name_at(from + verb, end)?;
        if let Some(length) = cues::at("linking", text, name) {
            return (name + length < end).then_some((slot, name + length));
        }
        if let Some(value) = self.should_be(name) {
            return (value < end).then_some((slot, value));
        }
        let rest = name + usize::from(matches!(text.word(name), "is" | "are"))..end;
        let begins = self.value_begins(slot, &rest)?;
        (rest.start..begins).all(|at| self.is_small(at)).then_some((slot, rest.start))
    }

    /// Where the first value of an obligation stands that is no free text.
    fn value_begins(&self, slot: usize, words: &Range<usize>) -> Option<usize> {
        let first = |fits: &dyn Fn(&Form) -> bool| {
            let spots = values::spot(self.text, self.today);
            spots.iter().find(|spot| words.contains(&spot.words.start) && fits(&spot.form)).map(|spot| spot.words.start)
        };
        match self.plan.slots[slot].widget {
            WidgetType::Number => first(&|form: &Form| amount(form).is_some()),
            WidgetType::Date => first(&|form: &Form| matches!(form, Form::Date(Some(_)))),
            WidgetType::Choice | WidgetType::Multiselect => self.options(slot, words).first().map(|one| one.words.start),
            WidgetType::Text => None,
        }
    }
}
