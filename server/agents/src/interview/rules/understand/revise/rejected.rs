//! Two values that are at odds, and neither holds: "neither, it is 40", "none of them. Take nurses in small clinics".

use super::{
    super::{
        cues,
        signs::{Sign, Signs},
        text::{Mood, Text},
    },
    Moment, Revision,
    named::Wanted,
};
use protocol::interview::Asking;
use std::ops::Range;

impl Moment<'_, '_> {
    /// The third value that takes the place of both.
    pub(super) fn rejected(&self) -> Option<Revision> {
        let slot = self.asked.filter(|_| matches!(self.heard.asked, Some((_, Asking::Negotiation))))?;
        self.heard.held.get(slot)?.proposed.as_ref()?;
        let rejected = rejects_both(self.text)?;
        let aside =
            [Sign::DontKnow, Sign::AnyWillDo, Sign::Skip, Sign::Defer, Sign::Done, Sign::Why, Sign::Meaning, Sign::SmallTalk];
        let signs = Signs::of(self.text);
        if aside.iter().any(|sign| signs.has(*sign)) {
            return None;
        }
        let mut all =
            self.text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question && sentence.words.end > rejected.end);
        let whole = 0..self.text.words.len();
        all.find_map(|sentence| {
            let rest = self.behind(rejected.end.max(sentence.words.start)..sentence.words.end);
            let (value, quote) = match self.wanted(&rest, false) {
                Some(Wanted::Anew(found)) if found.slot == slot => (found.value, found.quote),
                // Another is spoken of.
                Some(_) => return None,
                None => self.unframed_value(slot, &rest)?,
            };
            Some(Revision { slot, value, quote, words: whole.clone(), plainly: true })
        })
    }

    /// Past what is only said of the two: "is right", "students nor commuters", "really".
    fn behind(&self, words: Range<usize>) -> Range<usize> {
        let says_of_them = |at: usize| matches!(self.text.word(at), "is" | "are" | "was" | "were" | "fits" | "fit" | "really");
        let nor = words.clone().any(|at| self.text.word(at) == "nor");
        if !words.is_empty() && (says_of_them(words.start) || nor) {
            let from = words.clone().find(|&at| self.text.word(at) == "nor").unwrap_or(words.start);
            let mark = (from..words.end).find(|&at| self.text.is_mark(at)).unwrap_or(words.end);
            return mark..words.end;
        }
        words
    }
}

/// Where a text says first of all that neither of two holds.
pub(in super::super) fn rejects_both(text: &Text<'_>) -> Option<Range<usize>> {
    let first = text.sentences.first()?.words.clone();
    let found = cues::find("rejecting", text, &first)?;
    (found.start <= first.start + 2).then_some(found)
}
