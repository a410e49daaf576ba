//! What was said before and is put right by saying both: "I said dentists, I meant vets", "we hired one, so 15".

use super::{
    super::{
        lexicon,
        matching::Placed,
        profile::Kind,
        text::Shape,
        values::{self, Form, Spotted},
    },
    Moment,
    clauses::Pointed,
};
use domain::interview::Quote;
use protocol::interview::Asking;
use std::ops::Range;

/// By these those who speak become more or fewer.
const CHANGED: &[&str] = &[
    "hired", "joined", "left", "quit", "lost", "gained", "added", "fired", "retired", "started", "recruited", "resigned",
    "employed",
];

impl Moment<'_, '_> {
    /// "Single parents, roughly two million of them": how many there are of those who were asked for, where another question that
    /// rests on this one counts them.
    pub(super) fn count_those_asked_for(&mut self) {
        let Some((key, Asking::Question)) = self.heard.asked.as_ref().filter(|_| !self.heard.imported) else { return };
        let templates = &self.heard.definition.obligations;
        let counts = |slot: &usize| {
            let one = &self.plan.slots[*slot];
            let rests = templates.get(*slot).is_some_and(|template| template.dependencies.contains(key));
            rests && one.kind == Kind::Count && !one.us && one.numbers.is_empty() && self.focus.held[*slot].is_none()
        };
        let mut counting = (0..self.plan.slots.len()).filter(counts);
        let (Some(slot), None) = (counting.next(), counting.next()) else { return };
        let text = self.text;
        let of_them = |spot: &Spotted| matches!(spot.form, Form::Number(_)) && text.reads(spot.words.end, &["of", "them"]);
        let Some(spot) = self.spots().into_iter().find(of_them) else { return };
        let placed = Placed::alone(slot, spot);
        if let Some(value) = self.value(&placed, text) {
            let manner = self.manner(slot, &placed.words, false);
            self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&placed.words));
        }
    }

    /// "We hired one, so 15", "two people left, that makes 11": how many those who speak are now.
    pub(super) fn counted_anew(&self, sentence: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let ours = |slot: &usize| self.plan.slots[*slot].us && self.plan.slots[*slot].kind == Kind::Count;
        let slot = (0..self.plan.slots.len()).find(ours)?;
        let changed = sentence.clone().find(|&at| CHANGED.contains(&text.word(at)))?;
        let leads = |at: usize| matches!(text.word(at), "so" | "makes" | "making" | "leaves" | "now" | "means");
        let lead = (changed + 1..sentence.end).find(|&at| leads(at) && (text.is_mark(at - 1) || text.word(at - 1) != "even"))?;
        let counts = |at: usize| values::number::plain(text, at).filter(|(_, many)| many.fract().eq(&0.0)).map(|(end, _)| end);
        let (from, end) = (lead + 1..sentence.end.min(lead + 5)).find_map(|at| Some((at, counts(at)?)))?;
        let quiet = |at: usize| {
            text.is_mark(at)
                || lexicon::COMMON.contains(text.word(at))
                || matches!(text.word(at), "people" | "now" | "altogether" | "total" | "us" | "we're")
        };
        let small = (lead + 1..from).chain(end..sentence.end).all(quiet);
        small.then(|| Pointed { slot, words: sentence.clone(), rest: from..end, changes: true, weak: false, meant: false })
    }

    /// "I said dentists earlier, I meant vets": what is held gives way to what was meant.
    pub(super) fn misspoken(&self, sentence: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let said = sentence
            .clone()
            .find(|&at| matches!(text.word(at), "said" | "wrote" | "typed" | "put") && matches!(text.before(at), "i" | "we"))?;
        let meant = (said + 2..sentence.end).find(|&at| {
            text.word(at) == "meant" && matches!(text.before(at), "i" | "we") || text.reads(at, &["should", "have", "said"])
        })?;
        let rest = meant + if text.word(meant) == "meant" { 1 } else { 3 }..sentence.end;
        let holds = |held: &Option<String>| {
            let words: Vec<&str> = held.as_deref()?.split(' ').collect();
            (said + 1..meant).find(|&at| text.reads(at, &words)).map(|_| ())
        };
        let slot = (0..self.focus.held.len()).find(|&slot| holds(&self.focus.held[slot]).is_some())?;
        let tells = rest.clone().any(|at| text.words[at].shape != Shape::Mark);
        tells.then(|| Pointed { slot, words: sentence.clone(), rest, changes: true, weak: false, meant: false })
    }
}
