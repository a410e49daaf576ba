//! What a turn of a transcript names without choosing it: asked about, or left open between two.

use super::{
    super::{
        matching::{Placed, What},
        profile::Kind,
        text::Mood,
    },
    Moment,
};

impl Moment<'_, '_> {
    /// "What is the address of Mill Hall?", where another name is held: no other is chosen by asking.
    pub(super) fn only_asks_about(&self, one: &Placed) -> bool {
        let asks = self.text.sentence_of(one.words.start).is_some_and(|sentence| sentence.mood == Mood::Question);
        self.heard.imported
            && asks
            && matches!(self.plan.slots[one.slot].kind, Kind::Title | Kind::Person)
            && self.focus.held[one.slot].is_some()
            && !self.focus.changing
    }

    /// "A window or an aisle seat are both fine": neither of the two is chosen.
    pub(super) fn is_either(&self, one: &Placed) -> bool {
        let Some((_, other)) = one.other.as_ref().filter(|_| self.heard.imported && matches!(one.what, What::Option(_))) else {
            return false;
        };
        let (first, second) = if other.start < one.words.start { (other, &one.words) } else { (&one.words, other) };
        (first.end..second.start).any(|at| self.text.word(at) == "or")
    }
}
