//! Answers that name no value of their own: "I don't mind", "none", or what stands in a form for nothing at all.

use super::{
    super::{
        answer, lexicon,
        profile::{Kind, Slot},
        signs::Sign,
        text::Mood,
    },
    Moment,
};
use domain::interview::{Manner, Quote, value::NO_PREFERENCE};
use protocol::interview::{Asking, WidgetType};
use serde_json::{Value, json};
use std::ops::Range;

/// Words of an option that leaves the choice open.
const LEAVES_OPEN: &[&str] = &[
    "no preference", "any", "anything", "either", "flexible", "doesn't matter", "does not matter", "don't mind", "don't care",
    "dontcare", "no matter", "indifferent", "open",
];

impl Moment<'_, '_> {
    /// The whole message is one of them; what it means is taken, or nothing is.
    pub(super) fn is_empty_answer(&mut self) -> bool {
        if self.heard.imported || !matches!(self.heard.asked, Some((_, Asking::Question))) {
            return false;
        }
        let Some(slot) = self.focus.requested.first().copied() else { return false };
        let one = &self.plan.slots[slot];
        if answer::is_placeholder(self.text, one.widget) {
            return true;
        }
        if let Some(words) = self.does_not_mind(one) {
            if let Some((value, manner)) = no_preference(one) {
                self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
            return true;
        }
        let offers_none = || {
            one.spoken
                .labels
                .iter()
                .any(|label| matches!(label.split(' ').next(), Some("none" | "no" | "not" | "nothing" | "neither")))
        };
        matches!(one.kind, Kind::Choice | Kind::Several) && self.is_all_nothing() && !offers_none()
    }

    /// "None of these", and no word more.
    fn is_all_nothing(&self) -> bool {
        let end = (0..self.text.words.len()).rev().find(|&at| !self.text.is_mark(at)).map_or(0, |at| at + 1);
        end > 0 && answer::is_nothing(self.text, &(0..end))
    }

    /// Nobody minds, and nothing else is said.
    fn does_not_mind(&self, slot: &Slot) -> Option<Range<usize>> {
        let said = self.signs.find(Sign::AnyWillDo).next()?.clone();
        let all_of_several = slot.kind == Kind::Several && said.clone().any(|at| self.text.word(at) == "all");
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        let filler = |at: usize| {
            let word = self.text.word(at);
            self.text.is_mark(at)
                || lexicon::COMMON.contains(word)
                || lexicon::OPENERS.contains(word)
                || matches!(
                    word,
                    "honestly" | "whatever" | "either" | "care" | "matter" | "fine" | "preference" | "lol" | "particularly"
                )
                || slot.cues.contains_key(self.text.stem(at))
                || self.signs.0.iter().any(|(sign, words)| *sign == Sign::AnyWillDo && words.contains(&at))
        };
        let sole = self.text.words.len() < 16 && (0..self.text.words.len()).all(filler);
        (sole && !asks && !all_of_several).then_some(said)
    }

    /// "None" is a fact where nothing has to be there; where something must be, it is asked back.
    pub(super) fn denies_all(&self, slot: usize, words: &Range<usize>) -> bool {
        let key = &self.heard.definition.obligations[slot].key;
        self.heard.definition.completion.required_obligations.contains(key) && answer::is_nothing(self.text, words)
    }
}

/// The option that says so, else the words for it; a number cannot be left open.
fn no_preference(slot: &Slot) -> Option<(Value, Manner)> {
    let open = slot.spoken.labels.iter().position(|label| LEAVES_OPEN.contains(&label.as_str()));
    match (slot.widget, open) {
        (WidgetType::Choice, Some(open)) => Some((json!(slot.options[open]), Manner::Direct)),
        (WidgetType::Multiselect, Some(open)) => Some((json!([slot.options[open]]), Manner::Direct)),
        (WidgetType::Text | WidgetType::Choice | WidgetType::Date, _) => Some((json!(NO_PREFERENCE), Manner::Implied)),
        (WidgetType::Multiselect, None) => Some((json!([NO_PREFERENCE]), Manner::Implied)),
        (WidgetType::Number, _) => None,
    }
}
