//! A word of a longer text that is held: "four, not three" of "we have three shops" changes that word, and the rest stays.

use super::{
    super::{lexicon, text::Text, values::number},
    Moment,
    value::is_name,
};
use protocol::interview::WidgetType;
use serde_json::{Value, json};
use std::ops::Range;

/// Somebody is named in no more words; what is longer tells of them.
const LONGEST_NAME: usize = 3;

impl Moment<'_, '_> {
    /// The held text with the old words in it replaced by the new ones, and the words that say those; a name, and what is
    /// nothing but the old words, is replaced as a whole elsewhere.
    pub(super) fn within(&self, slot: usize, old: &Range<usize>, new: &Range<usize>) -> Option<(Value, Range<usize>)> {
        let one = &self.plan.slots[slot];
        let held = self.held(slot).filter(|_| one.widget == WidgetType::Text)?.as_str()?;
        let known = Text::new(held);
        if let Some(number) = self.number_in(old) {
            let words = || self.telling(new).filter(|new| new.len() <= 2);
            return self.put_into(&known, &place_of_number(&known, number)?, self.number_words(new).or_else(words)?);
        }
        if (one.spoken.who || is_name(one.kind)) && known.words.len() <= LONGEST_NAME {
            return None;
        }
        let old = self.telling(old)?;
        let stems = |at: usize| old.clone().enumerate().all(|(offset, word)| known.stem(at + offset) == self.text.stem(word));
        let at = (0..known.words.len()).find(|at| stems(*at))?;
        let new = self.telling(new).filter(|new| new.len() <= old.len() + 1)?;
        self.put_into(&known, &(at..at + old.len()), new)
    }

    /// The held text with other words at this place, where something else stands beside it.
    pub(super) fn put_into(&self, known: &Text<'_>, at: &Range<usize>, mut new: Range<usize>) -> Option<(Value, Range<usize>)> {
        let rest = || (0..known.words.len()).filter(|word| !at.contains(word) && !known.is_mark(*word));
        // "A large bakery, not small": what is held beside it is not said twice.
        if new.len() > 1 && known.stem(at.end) == self.text.stem(new.end - 1) {
            new.end -= 1;
        }
        if rest().all(|word| lexicon::COMMON.contains(known.word(word))) {
            return None;
        }
        let place = known.place(at);
        let (before, behind) = (known.raw.get(..place.start)?, known.raw.get(place.end..)?);
        let value = format!("{before}{}{behind}", self.text.said(&new));
        Some((json!(value), new))
    }

    /// The words from the first to the last one that tells something.
    pub(super) fn telling(&self, words: &Range<usize>) -> Option<Range<usize>> {
        let start = words.clone().find(|at| !self.is_small(*at))?;
        let end = words.clone().rev().find(|at| !self.is_small(*at))? + 1;
        Some(start..end)
    }

    /// What number these words are, and nothing else.
    pub(super) fn number_in(&self, words: &Range<usize>) -> Option<f64> {
        let at = words.clone().find(|at| number::plain(self.text, *at).is_some())?;
        let (end, number) = number::plain(self.text, at)?;
        (words.start..at).chain(end..words.end).all(|at| self.is_small(at)).then_some(number)
    }

    pub(super) fn number_words(&self, words: &Range<usize>) -> Option<Range<usize>> {
        words.clone().find_map(|at| number::plain(self.text, at).map(|(end, _)| at..end))
    }
}

/// Where a text has this number.
pub(super) fn place_of_number(text: &Text<'_>, number: f64) -> Option<Range<usize>> {
    (0..text.words.len()).find_map(|at| {
        let (end, known) = number::plain(text, at)?;
        known.eq(&number).then_some(at..end)
    })
}
