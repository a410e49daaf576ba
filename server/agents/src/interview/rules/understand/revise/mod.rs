//! What a message puts right: a value that is held and no longer holds, found by what is held and not by what was asked.
//! "Budget 35k now, not 28", "scratch Trish, Kostas decides now", "add the fair to that". What is read here is left out before
//! the rest of the message is read.

mod changes;
mod chosen;
mod counted;
mod held;
mod lists;
mod moved_on;
mod named;
mod others;
mod pairs;
mod rejected;
mod several;
mod unasked;
mod value;
mod within;

use self::named::Wanted;
pub(super) use self::{others::find_unrelated, rejected::rejects_both};
use super::{
    lexicon,
    meaning::Likeness,
    memory,
    profile::Plan,
    text::{Mood, Sentence, Text},
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
    /// What it may put right besides, where it is not said which; none where it may be any.
    pub(super) unclear: Option<Vec<String>>,
}

/// The moment of a correction.
struct Moment<'a, 'h> {
    heard: &'h Heard,
    plan: &'a Plan,
    text: &'a Text<'h>,
    today: Day,
    /// The obligation that is asked for or read back.
    asked: Option<usize>,
    /// What the message means, where there is a model that knows.
    likeness: &'a Likeness,
}

/// Messages of more sentences tell a story.
const MOST_SENTENCES: usize = 8;

pub(super) fn revise(heard: &Heard, today: Day, likeness: &Likeness) -> Revised {
    let text = Text::new(&heard.text);
    if heard.imported || text.sentences.len() > MOST_SENTENCES {
        return Revised::default();
    }
    let plan = memory::plan(&heard.definition);
    let asked = heard.asked.as_ref().and_then(|(key, _)| plan.index(key));
    let moment = Moment { heard, plan: &plan, text: &text, today, asked, likeness };
    let mut revised = Revised::default();
    if let Some(found) = moment.rejected().or_else(|| moment.moved_on()) {
        moment.note(found, &mut revised);
        return revised;
    }
    let chosen = moment.chosen_anew();
    let read_already = chosen.as_ref().map(|found| found.words.clone()).unwrap_or_default();
    if let Some(found) = chosen {
        moment.note(found, &mut revised);
    }
    for sentence in text.sentences.iter().filter(|one| !read_already.contains(&one.words.start)) {
        if let Some(all) = moment.several(sentence) {
            all.into_iter().for_each(|found| moment.note(found, &mut revised));
            continue;
        }
        let unasked = moment.unasked(sentence);
        // "Correction: Mia, not Paul" names nothing before its mark.
        let is_clear = unasked.iter().any(|one| !matches!(one, Wanted::Unclear(_)));
        if unasked.len() > 1 || moment.is_set_apart(&sentence.words) && is_clear {
            unasked.into_iter().for_each(|wanted| moment.settle(wanted, sentence, &mut revised));
        } else if let Some(wanted) = moment.read(sentence).or_else(|| unasked.into_iter().next()) {
            moment.settle(wanted, sentence, &mut revised);
        }
    }
    revised
}

impl Moment<'_, '_> {
    fn settle(&self, wanted: Wanted, sentence: &Sentence, revised: &mut Revised) {
        let key = |slot: usize| self.heard.definition.obligations[slot].key.clone();
        match wanted {
            Wanted::Anew(found) => self.note(found, revised),
            // What follows may say what it should be.
            Wanted::Other(slot) if self.is_all(&sentence.words) => {
                revised.places.push(self.text.place(&sentence.words));
                if let Some(found) = self.value_before(slot) {
                    revised.moves.extend([Move::Correct { key: key(slot) }, Move::Overrule { key: key(slot) }]);
                    revised.findings.push(found);
                } else if self.held(slot).is_some() {
                    revised.moves.push(Move::Reject { key: Some(key(slot)) });
                } else {
                    revised.moves.push(Move::GoBack { key: Some(key(slot)) });
                }
            }
            Wanted::Other(slot) => {
                if let Some(found) = self.wanted_next(slot, &sentence.words) {
                    self.note(found, revised);
                }
            }
            Wanted::Unclear(slots) => {
                // Of what names a held value nothing else is read.
                if self.torn(&sentence.words).is_some() {
                    revised.places.push(self.text.place(&sentence.words));
                }
                revised.unclear = Some(slots.into_iter().map(key).collect());
            }
        }
    }

    fn note(&self, found: Revision, revised: &mut Revised) {
        let key = self.heard.definition.obligations[found.slot].key.clone();
        if revised.findings.iter().any(|one| one.key == key) {
            return;
        }
        let place = self.text.place(&found.quote);
        let quote = Quote { turn: None, start: place.start, end: place.end };
        let manner = Manner::Corrected;
        revised.findings.push(Finding { key: key.clone(), value: found.value, confidence: manner.confidence(), manner, quote });
        revised.moves.push(Move::Correct { key: key.clone() });
        if found.plainly {
            revised.moves.push(Move::Overrule { key });
        }
        revised.places.push(self.text.place(&found.words));
    }

    /// What a sentence puts right, by the surest sign first.
    fn read(&self, sentence: &Sentence) -> Option<Wanted> {
        let (words, asks) = (&sentence.words, sentence.mood == Mood::Question);
        let wanted = self.wanted(words, asks);
        let anew = || if let Some(Wanted::Anew(found)) = &wanted { Some(found.clone()) } else { None };
        let found = if asks {
            anew()
        } else {
            let surest = self.pair(words).or_else(|| self.list(words)).or_else(|| self.moved_day(words));
            surest.or_else(anew).or_else(|| self.wanted_behind(words))
        };
        let change = || if asks { None } else { self.change(words) };
        let found = match found.map(Wanted::Anew).or_else(change) {
            Some(Wanted::Anew(found)) => found,
            unclear => return wanted.filter(|one| matches!(one, Wanted::Other(_))).or(unclear),
        };
        // What is held already is no correction.
        let held = self.heard.held.get(found.slot)?.value.as_ref()?;
        (!domain::interview::value::same(held, &found.value)).then_some(Wanted::Anew(found))
    }

    /// Whether nothing that tells stands beside these words.
    fn is_all(&self, words: &Range<usize>) -> bool {
        (0..self.text.words.len()).all(|at| words.contains(&at) || self.is_small(at))
    }

    /// A mark, or a word that tells nothing by itself.
    fn is_small(&self, at: usize) -> bool {
        let word = self.text.word(at);
        self.text.is_mark(at) || lexicon::OPENERS.contains(word) || lexicon::COMMON.contains(word)
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
