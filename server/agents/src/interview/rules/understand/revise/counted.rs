//! What a number counts says whose it is: "eight people" are no revenue.

use super::{
    super::{
        lexicon,
        matching::{counted, is_own},
        profile::Kind,
        reading::names_people,
        text::Text,
        values::{self, Form, Spotted, number::is_currency},
    },
    Moment, Revision,
    value::{amount, number_of},
};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// Whether a number is one of an obligation, by its form and by what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    /// Its noun is the obligation's own.
    Own,
    /// Nothing speaks against it.
    Perhaps,
    /// It is of another unit.
    Another,
}

impl Moment<'_, '_> {
    pub(super) fn counts(&self, slot: usize, spot: &Spotted) -> Counts {
        let one = &self.plan.slots[slot];
        let in_unit = |kind: Kind| match self.unit_of(slot) {
            Some(known) if known == kind => Counts::Own,
            None if one.kind == Kind::Measure && !one.people => Counts::Perhaps,
            _ => Counts::Another,
        };
        match spot.form {
            Form::Money(_) => in_unit(Kind::Money),
            Form::Percent(_) => in_unit(Kind::Percent),
            Form::Duration(_) => in_unit(Kind::Duration),
            Form::Number(_) => match counted(self.text, spot.words.end) {
                None => Counts::Perhaps,
                Some(_) if matches!(one.kind, Kind::Money | Kind::Percent | Kind::Duration) => Counts::Another,
                Some(noun) if is_own(one, self.text, noun) => Counts::Own,
                Some(noun) if one.people && names_people(self.text.word(noun)) && !self.is_of_others(slot, noun) => Counts::Own,
                Some(_) if one.people || self.unit_of(slot).is_some() => Counts::Another,
                Some(_) => Counts::Perhaps,
            },
            _ => Counts::Perhaps,
        }
    }

    /// The unit of a number: that of the held one, the one that the question names, or that of its kind.
    fn unit_of(&self, slot: usize) -> Option<Kind> {
        let one = &self.plan.slots[slot];
        let held = self.held(slot).and_then(|value| unit_kind(value["unit"].as_str()?));
        let known = Some(one.kind).filter(|kind| matches!(kind, Kind::Money | Kind::Percent | Kind::Duration));
        let named = || {
            let prompt = Text::new(&self.heard.definition.obligations[slot].prompt);
            // "How many weeks …", "… in percent".
            let leads = |at: usize| prompt.word(at) == "in" || at > 0 && prompt.reads(at - 1, &["how", "many"]);
            (0..prompt.words.len()).filter(|at| leads(*at)).find_map(|at| unit_kind(prompt.word(at + 1)))
        };
        held.or_else(named).or(known)
    }

    /// "Customers" are spoken of elsewhere, and are not those who work here.
    fn is_of_others(&self, slot: usize, noun: usize) -> bool {
        let stem = self.text.stem(noun);
        self.plan.slots.iter().enumerate().any(|(other, one)| other != slot && one.named.iter().any(|name| name == stem))
    }

    /// The one held number that counts what this one counts; of several the one of like size, or answered last.
    pub(super) fn counted_slot(&self, spot: &Spotted) -> Option<usize> {
        amount(&spot.form)?;
        let own = |slot: &usize| self.plan.slots[*slot].widget == WidgetType::Number && self.counts(*slot, spot) == Counts::Own;
        let own: Vec<usize> = self.held_slots().filter(own).collect();
        if let &[one] = own.as_slice() {
            return Some(one);
        }
        self.of_like_size(&own, spot).or_else(|| self.last().filter(|last| own.contains(last)))
    }

    /// The only one of these held numbers that is neither ten times as large as this one nor a tenth of it.
    pub(super) fn of_like_size(&self, slots: &[usize], spot: &Spotted) -> Option<usize> {
        let counted = amount(&spot.form)?;
        let number = counted.value.or(counted.max).or(counted.min)?;
        let is_alike = |slot: &usize| {
            let held = self.held(*slot).and_then(number_of).unwrap_or_default();
            held < number * 10.0 && number < held * 10.0
        };
        let mut alike = slots.iter().copied().filter(is_alike);
        alike.next().filter(|_| alike.next().is_none())
    }

    /// Whether a number that nothing names may take the place of the one that is held: "make that 6" is no revenue of 180,000.
    pub(super) fn is_near(&self, slot: usize, spot: &Spotted) -> bool {
        let Some(number) = amount(&spot.form).and_then(|one| one.value.or(one.max).or(one.min)) else { return true };
        let Some(held) = self.held(slot).and_then(number_of).filter(|held| *held > 0.0) else { return true };
        let number = number * self.scale_of(slot, number);
        held < number * 100.0 && number < held * 100.0
    }

    /// "It's eight people", where no question is open: what it counts is all that says whose number it is.
    pub(super) fn counted_anew(&self, sentence: &Range<usize>) -> Option<Revision> {
        /// A longer sentence tells something else.
        const MOST: usize = 7;
        if matches!(self.heard.asked, Some((_, Asking::Question))) || sentence.len() > MOST {
            return None;
        }
        let spots = values::spot(self.text, self.today);
        let spot = spots.iter().find(|spot| sentence.contains(&spot.words.start) && matches!(spot.form, Form::Number(_)))?;
        let noun = counted(self.text, spot.words.end)?;
        let counts = |at: usize| spot.words.contains(&at) || (spot.words.end..=noun).contains(&at);
        let is_all = sentence.clone().all(|at| counts(at) || self.is_small(at));
        let slot = self.counted_slot(spot)?;
        if self.asked == Some(slot) || !is_all {
            return None;
        }
        let (value, quote) = self.value(slot, sentence, 1.0)?;
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly: false })
    }
}

/// In numbers of which kind a unit stands.
fn unit_kind(unit: &str) -> Option<Kind> {
    match unit {
        "%" | "percent" | "percentage" | "pct" => Some(Kind::Percent),
        _ if lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == unit) => Some(Kind::Duration),
        _ => is_currency(unit).then_some(Kind::Money),
    }
}
