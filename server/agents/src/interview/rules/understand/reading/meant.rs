//! What is found by meaning where the words found nothing. None of it is ever sure: it is read back.

use super::{
    super::{
        answer, lexicon,
        profile::Kind,
        signs::{Sign, negated},
        text::Shape,
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::WidgetType;
use serde_json::json;
use std::ops::Range;

/// An answer that is longer speaks of more than one thing.
const LONGEST_CHOICE: usize = 30;

impl Moment<'_, '_> {
    /// The obligation that a subject means: "the approver is …" for the decision maker. What is held already is not put in doubt.
    pub(super) fn subject_meant(&self, subject: &Range<usize>, rest: &Range<usize>) -> Option<usize> {
        let text = self.text;
        let telling = |at: usize| text.words[at].shape == Shape::Letters && !lexicon::COMMON.contains(text.word(at));
        // "The trouble is that …" is a way to begin a sentence.
        if !subject.clone().any(telling) || text.word(rest.start) == "that" {
            return None;
        }
        let asked = self.focus.requested.first().copied();
        let may = |slot: usize| {
            let fits = match self.plan.slots[slot].widget {
                WidgetType::Number => rest.clone().any(|at| text.words[at].shape == Shape::Digits),
                WidgetType::Date => self.tells_time(rest),
                WidgetType::Choice | WidgetType::Multiselect | WidgetType::Text => true,
            };
            fits && self.focus.held.get(slot).is_none_or(Option::is_none)
        };
        self.likeness.obligation(text.said(subject), asked, may)
    }

    /// The option that was asked for and is said in other words: "the state would fund it" for public money.
    pub(super) fn choose_by_meaning(&mut self) {
        let wanted =
            |slot: &usize| matches!(self.plan.slots[*slot].kind, Kind::Choice | Kind::Several) && !self.taken.contains(slot);
        let Some(slot) = self.focus.requested.iter().copied().find(wanted) else { return };
        let text = self.text;
        let aside = [Sign::DontKnow, Sign::AnyWillDo, Sign::Withdraw, Sign::Yes, Sign::No, Sign::Abuse];
        if text.words.len() > LONGEST_CHOICE
            || super::openly::moves_away(self.signs, text)
            || aside.iter().any(|sign| self.signs.has(*sign))
        {
            return;
        }
        for piece in self.pieces(slot) {
            // What is denied is not chosen, and nearness cannot tell the two apart.
            let denied = piece.clone().any(|at| lexicon::NEGATIONS.contains(&text.word(at)) || negated(text, at));
            let phrase = text.said(&piece);
            let words = answer::core(text, piece, &self.plan.slots[slot], true).0;
            if denied || words.is_empty() || answer::is_noise(text.said(&words)) {
                continue;
            }
            let option = self.likeness.option(slot, phrase);
            let value = option.and_then(|option| self.plan.slots[slot].options.get(option));
            if let Some(value) = value {
                let several = self.plan.slots[slot].kind == Kind::Several;
                let value = if several { json!([value]) } else { json!(value) };
                return self.take(slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
        }
    }

    /// What rests on a subject that was only meant is not as sure as what was named.
    pub(super) fn doubt_what_was_meant(&mut self) {
        for pointed in self.pointed.iter().filter(|one| one.meant) {
            let key = &self.heard.definition.obligations[pointed.slot].key;
            for finding in self.findings.iter_mut().filter(|finding| finding.key == *key) {
                if matches!(finding.manner, Manner::Explicit | Manner::Direct) {
                    (finding.manner, finding.confidence) = (Manner::Implied, Manner::Implied.confidence());
                }
            }
        }
    }
}
