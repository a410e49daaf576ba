//! What a number or a day is told of: where no question is open, "the vicar is back on the 6th" moves no deadline.

use super::{
    super::{
        cues,
        matching::{counted, is_own},
        meaning::Likeness,
        memory,
        reading::names_people,
        signs::Signs,
        text::Text,
        values::date::Day,
    },
    Moment,
};
use domain::interview::{Finding, Heard, Manner, value::same};
use protocol::interview::WidgetType;
use std::ops::Range;

/// Words that put something right are no subject.
const ASIDE: [&str; 7] = ["correcting", "makes", "settling", "amending", "putting", "near", "moving"];

/// Of the obligations that a message without an open question puts right only by the form of a value: which are not spoken of.
pub(in super::super) fn find_unrelated(heard: &Heard, today: Day, likeness: &Likeness, findings: &[Finding]) -> Vec<String> {
    if heard.asked.is_some() || heard.imported {
        return Vec::new();
    }
    let (text, plan) = (Text::new(&heard.text), memory::plan(&heard.definition));
    let moment = Moment { heard, plan: &plan, text: &text, today, asked: None, likeness };
    let of_others = |one: &&Finding| one.manner == Manner::Corrected && moment.concerns_others(one) == Some(true);
    findings.iter().filter(of_others).map(|one| one.key.clone()).collect()
}

impl Moment<'_, '_> {
    fn concerns_others(&self, finding: &Finding) -> Option<bool> {
        let slot = self.plan.index(&finding.key)?;
        let measured = matches!(self.plan.slots[slot].widget, WidgetType::Number | WidgetType::Date);
        if !measured || finding.quote.turn.is_some() || same(self.held(slot)?, &finding.value) {
            return None;
        }
        let at = (0..self.text.words.len()).find(|&at| self.text.place(&(at..at + 1)).start >= finding.quote.start)?;
        let parts = self.parts(&self.text.sentence_of(at)?.words);
        let part = parts.iter().find(|part| part.contains(&at))?;
        // Said in full, and not shortened.
        let names_old = |other: &Range<usize>| self.says_held(slot, other).is_some_and(|old| old.score > 2.0);
        Some(self.is_of_something_else(slot, part) && !parts.iter().any(|other| other != part && names_old(other)))
    }

    /// Whether something stands before a number or a day that is not the obligation's, and nobody speaks of themselves.
    pub(super) fn is_of_something_else(&self, slot: usize, words: &Range<usize>) -> bool {
        let (text, one) = (self.text, &self.plan.slots[slot]);
        let Some(spot) = self.measured(words).into_iter().next() else { return false };
        let signs = Signs::of(text);
        let is_aside =
            |at: usize| ASIDE.iter().any(|list| cues::is(list, text, at)) || signs.0.iter().any(|(_, sign)| sign.contains(&at));
        let is_its =
            |at: usize| one.spoken.is_about(text.stem(at)) || is_own(one, text, at) || one.people && names_people(text.word(at));
        let before = words.start..spot.words.start;
        let tells = before.clone().any(|at| !self.is_small(at) && !is_aside(at));
        let mut around = before.clone().chain(counted(text, spot.words.end));
        let is_spoken_of = around.any(|at| is_its(at) || cues::is("speaking", text, at));
        let phrase = || text.said(&self.telling(&before).unwrap_or_default());
        tells && !is_spoken_of && self.likeness.obligation(phrase(), None, |likely| likely == slot).is_none()
    }
}
