//! "The same as the users": an answer that is another answer.

use super::{
    super::{lexicon, text::Mood},
    Moment,
    clauses::named_by,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// Nothing else is said beside it.
const MOST: usize = 11;

impl Moment<'_, '_> {
    /// Takes the value of the obligation that the words name, where both are of one sort; it is read back.
    pub(super) fn say_the_same(&mut self) {
        let Some((key, Asking::Question)) = self.heard.asked.as_ref().filter(|_| !self.heard.imported) else { return };
        let Some(slot) = self.plan.index(key) else { return };
        let text = self.text;
        if text.words.len() > MOST || text.sentences.iter().any(|sentence| sentence.mood == Mood::Question) {
            return;
        }
        let Some((words, name)) = self.compared() else { return };
        let Some(other) = named_by(text, self.plan, &name).filter(|other| *other != slot) else { return };
        let (one, other_one) = (&self.plan.slots[slot], &self.plan.slots[other]);
        let alike =
            one.widget == other_one.widget && matches!(one.widget, WidgetType::Text | WidgetType::Date | WidgetType::Number);
        let Some(value) = self.heard.held.get(other).and_then(|held| held.value.clone()).filter(|_| alike) else { return };
        self.take(slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    /// "The same people as the users": all of it, and the name at its end.
    fn compared(&self) -> Option<(Range<usize>, Range<usize>)> {
        let text = self.text;
        let same = (0..text.words.len()).find(|&at| matches!(text.word(at), "same" | "identical"))?;
        let quiet = |at: usize| {
            text.is_mark(at)
                || lexicon::COMMON.contains(text.word(at))
                || lexicon::OPENERS.contains(text.word(at))
                || matches!(text.word(at), "exactly" | "basically" | "probably" | "pretty" | "much")
        };
        let link =
            (same + 1..text.words.len().min(same + 4)).find(|&at| matches!(text.word(at), "as" | "like" | "to" | "with"))?;
        let end = (link + 1..text.words.len()).find(|&at| text.is_mark(at)).unwrap_or(text.words.len());
        let rest = (end..text.words.len()).all(|at| text.is_mark(at));
        ((0..same).all(quiet) && rest && link + 1 < end).then_some((same..end, link + 1..end))
    }
}
