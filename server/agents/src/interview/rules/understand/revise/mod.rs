//! What a message puts right: a value that is held and no longer holds, found by what is held and not by what was asked.
//! "Budget 35k now, not 28", "scratch Trish, Kostas decides now", "add the fair to that". What is read here is left out before
//! the rest of the message is read.

mod changes;
mod held;
mod lists;
mod pairs;
mod value;

use super::{
    memory,
    profile::Plan,
    text::{Mood, Text},
    values::date::Day,
};
use domain::interview::{Finding, Heard, Manner, Move, Quote};
use serde_json::Value;
use std::ops::Range;

/// A held value with what takes its place.
#[derive(Clone, Debug, PartialEq)]
struct Revision {
    slot: usize,
    value: Value,
    /// The words that say the new value; of what is only taken away, those that say so.
    quote: Range<usize>,
    /// All words that say it.
    words: Range<usize>,
    /// It says in so many words what no longer holds.
    plainly: bool,
}

/// What a message puts right, and the words that do.
#[derive(Debug, Default)]
pub(super) struct Revised {
    pub(super) findings: Vec<Finding>,
    pub(super) moves: Vec<Move>,
    /// Bytes of the message.
    pub(super) places: Vec<Range<usize>>,
}

/// The moment of a correction.
struct Moment<'a, 'h> {
    heard: &'h Heard,
    plan: &'a Plan,
    text: &'a Text<'h>,
    today: Day,
    /// The obligation that is asked for or read back.
    asked: Option<usize>,
}

/// Messages of more sentences tell a story.
const MOST_SENTENCES: usize = 8;

pub(super) fn revise(heard: &Heard, today: Day) -> Revised {
    let text = Text::new(&heard.text);
    if heard.imported || text.sentences.len() > MOST_SENTENCES || heard.held.iter().all(|one| one.value.is_none()) {
        return Revised::default();
    }
    let plan = memory::plan(&heard.definition);
    let asked = heard.asked.as_ref().and_then(|(key, _)| plan.index(key));
    let moment = Moment { heard, plan: &plan, text: &text, today, asked };
    let mut revised = Revised::default();
    for sentence in text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question) {
        let Some(found) = moment.read(&sentence.words) else { continue };
        let key = heard.definition.obligations[found.slot].key.clone();
        if revised.findings.iter().any(|one| one.key == key) {
            continue;
        }
        let place = text.place(&found.quote);
        let quote = Quote { turn: None, start: place.start, end: place.end };
        let manner = Manner::Corrected;
        revised.findings.push(Finding { key: key.clone(), value: found.value, confidence: manner.confidence(), manner, quote });
        revised.moves.push(Move::Correct { key: key.clone() });
        if found.plainly {
            revised.moves.push(Move::Overrule { key });
        }
        revised.places.push(text.place(&found.words));
    }
    revised
}

impl Moment<'_, '_> {
    /// What a sentence puts right, by the surest sign first.
    fn read(&self, sentence: &Range<usize>) -> Option<Revision> {
        let found = self.pair(sentence).or_else(|| self.list(sentence)).or_else(|| self.change(sentence))?;
        // What is held already is no correction.
        let held = self.heard.held.get(found.slot)?.value.as_ref()?;
        (!domain::interview::value::same(held, &found.value)).then_some(found)
    }

    fn held(&self, slot: usize) -> Option<&Value> {
        self.heard.held.get(slot).and_then(|one| one.value.as_ref())
    }

    fn held_slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.plan.slots.len()).filter(|slot| self.held(*slot).is_some())
    }

    /// Parts of a sentence between its marks.
    fn parts(&self, words: &Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = words.start;
        for at in words.clone() {
            let breaks =
                self.text.is_mark(at) && !matches!(self.text.word(at), "'" | "/" | "%" | "$" | "€" | "£" | "&" | "." | "+");
            let joins = self.text.word(at) == "-" && !self.text.words[at].spaced;
            if breaks && !joins {
                found.push(start..at);
                start = at + 1;
            }
        }
        let mut end = words.end;
        while end > start && self.text.is_mark(end - 1) {
            end -= 1;
        }
        found.push(start..end);
        found.retain(|part| part.clone().any(|at| !self.text.is_mark(at)));
        found
    }
}
