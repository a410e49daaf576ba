//! A correction that comes when the next question was asked already: "sorry, I meant 40" is said of the answer before it.

use super::{
    super::{
        cues, lexicon,
        matching::counted,
        signs::{Sign, Signs},
        text::{Mood, Text},
        values::{Spotted, number},
    },
    Moment, Revision,
    counted::Counts,
    value::amount,
};
use protocol::interview::{Asking, WidgetType};
use serde_json::Value;
use std::ops::Range;

/// A longer message tells something else.
const MOST: usize = 14;

impl Moment<'_, '_> {
    /// The new value of the answer that was given last, where the open question is not what is spoken of.
    pub(super) fn moved_on(&self) -> Option<Revision> {
        let open = self.asked.filter(|_| matches!(self.heard.asked, Some((_, Asking::Question))))?;
        let last = self.last().filter(|last| *last != open && self.held(open).is_none())?;
        let whole = 0..self.text.words.len();
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        if asks || whole.len() > MOST || cues::find("against", self.text, &whole).is_some() {
            return None;
        }
        let (from, meant) = self.past_objections(&whole)?;
        let rest = self.unframed(&(from..whole.end));
        let spot = self.alone(&rest);
        // An option may as well be said of something else: it is weighed.
        let plainly = meant || spot.is_some();
        let (value, quote) = match spot {
            Some(spot) => {
                let is_answer = self.plan.slots[open].widget == widget_of(&spot) && self.counts(open, &spot) != Counts::Another;
                if is_answer && !meant || self.counted_slot(&spot).is_some_and(|own| own != last) {
                    return None;
                }
                self.measured_anew(last, &spot)?
            }
            None => self.chosen_or_meant(open, last, &rest, meant)?,
        };
        Some(Revision { slot: last, value, quote, words: whole, plainly })
    }

    /// Where the words begin that follow "sorry", "no wait", "I meant", and whether something is said to have been meant.
    fn past_objections(&self, words: &Range<usize>) -> Option<(usize, bool)> {
        let (mut at, mut objects, mut meant) = (words.start, false, false);
        while at < words.end {
            if let Some(length) = cues::at("having meant", self.text, at) {
                (objects, meant) = (true, true);
                at += length;
            } else if let Some(length) = cues::at("objecting", self.text, at) {
                objects = true;
                at += length;
            } else if self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at)) {
                at += 1;
            } else {
                break;
            }
        }
        (objects && at < words.end).then_some((at, meant))
    }

    /// A number or a day that stands alone, with what it counts.
    fn alone(&self, words: &Range<usize>) -> Option<Spotted> {
        let spot = self.measured(words).into_iter().next()?;
        let noun = counted(self.text, spot.words.end);
        let is_its = |at: usize| spot.words.contains(&at) || noun == Some(at);
        words.clone().all(|at| is_its(at) || self.is_small(at)).then_some(spot)
    }

    fn measured_anew(&self, slot: usize, spot: &Spotted) -> Option<(Value, Range<usize>)> {
        let widget = self.plan.slots[slot].widget;
        if widget == WidgetType::Text {
            let held = Text::new(self.held(slot)?.as_str()?);
            let at = (0..held.words.len()).find_map(|at| number::plain(&held, at).map(|(end, _)| at..end))?;
            return amount(&spot.form).and_then(|_| self.put_into(&held, &at, spot.words.clone()));
        }
        let fits = widget == widget_of(spot) && self.counts(slot, spot) != Counts::Another && self.is_near(slot, spot);
        fits.then(|| self.value(slot, &spot.words, 1.0)).flatten()
    }

    /// "I meant the one before", "I meant to ask something", "I meant the budget": no words of an answer.
    fn turns_away(&self, rest: &Range<usize>) -> bool {
        let aside = [Sign::Back, Sign::Skip, Sign::Defer, Sign::DontKnow, Sign::Done, Sign::Why, Sign::Meaning, Sign::Examples];
        let signs = Signs::of(self.text);
        let starts = matches!(self.text.word(rest.start), "to" | "what") || self.telling(rest).is_none();
        let names = self.name_at(rest.start, rest.end).is_some_and(|(_, name)| self.says_no_more(&(name..rest.end)));
        starts || names || aside.iter().any(|sign| signs.has(*sign))
    }

    /// An option of the answer before that is none of the open question; words only where they are said to have been meant.
    fn chosen_or_meant(&self, open: usize, last: usize, rest: &Range<usize>, meant: bool) -> Option<(Value, Range<usize>)> {
        match self.plan.slots[last].widget {
            WidgetType::Choice | WidgetType::Multiselect => {
                let options = self.options(last, rest);
                let covered = |at: usize| options.iter().any(|one| one.words.contains(&at)) || self.is_small(at);
                let is_all = !options.is_empty() && rest.clone().all(covered) && self.options(open, rest).is_empty();
                is_all.then(|| self.value(last, rest, 1.0)).flatten()
            }
            WidgetType::Text if meant && self.options(open, rest).is_empty() && !self.turns_away(rest) => {
                self.words_for(last, rest)
            }
            _ => None,
        }
    }
}

fn widget_of(spot: &Spotted) -> WidgetType {
    if amount(&spot.form).is_some() { WidgetType::Number } else { WidgetType::Date }
}
