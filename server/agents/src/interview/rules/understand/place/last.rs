//! Of several numbers or days in an answer, the one that a later clause settles on: "we said 300 first, now it is 150".

use super::{
    super::{
        cues,
        values::{self, Form, date::Day},
    },
    Scene, fits, likely,
};
use domain::interview::{Manner, Quote, Understanding};
use std::ops::Range;

impl Scene<'_, '_> {
    pub(super) fn take_the_last(&self, today: Day, read: &mut Understanding) {
        let Some(asked) = self.asked else { return };
        let key = &self.heard.definition.obligations[asked].key;
        let widget = self.plan.slots[asked].widget;
        let Some(finding) = read.findings.iter_mut().find(|one| one.key == *key && one.quote.turn.is_none()) else { return };
        if !matches!(finding.manner, Manner::Direct | Manner::Hedged | Manner::Explicit) {
            return;
        }
        let spots = values::spot(self.text, today);
        let same = |one: &Form| match one {
            Form::Date(Some(_)) | Form::Number(_) | Form::Money(_) => fits(one, widget),
            _ => false,
        };
        let later = spots.iter().filter(|spot| same(&spot.form)).rfind(|spot| {
            self.text.place(&spot.words).start >= finding.quote.end
                && self.settles(&spot.words)
                && !self.counts_something(&spot.words)
        });
        let Some(spot) = later else { return };
        let Some(value) = likely::value(spot, self.text.said(&spot.words)) else { return };
        let place = self.text.place(&spot.words);
        finding.value = value;
        finding.quote = Quote { turn: None, start: place.start, end: place.end };
    }

    fn settles(&self, words: &Range<usize>) -> bool {
        let clause = (0..words.start).rev().take(6).take_while(|&at| !self.text.is_mark(at));
        clause.into_iter().any(|at| cues::is("settling", self.text, at))
    }

    /// "So 3 of them": a part of what was counted.
    fn counts_something(&self, words: &Range<usize>) -> bool {
        matches!(self.text.word(words.end), "of" | "%" | "percent" | "more" | "less" | "days" | "weeks" | "months" | "years")
    }
}
