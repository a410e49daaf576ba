//! What a number counts says whose it is: "eight people" are no revenue.

use super::{
    super::{
        matching::{counted, is_own},
        profile::Kind,
        reading::names_people,
        values::{self, Form, Spotted},
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
        let by_form = |kind: Kind| match one.kind {
            known if known == kind => Counts::Own,
            Kind::Measure if !one.people => Counts::Perhaps,
            _ => Counts::Another,
        };
        match spot.form {
            Form::Money(_) => by_form(Kind::Money),
            Form::Percent(_) => by_form(Kind::Percent),
            Form::Duration(_) => by_form(Kind::Duration),
            Form::Number(_) => match counted(self.text, spot.words.end) {
                None => Counts::Perhaps,
                Some(_) if matches!(one.kind, Kind::Money | Kind::Percent | Kind::Duration) => Counts::Another,
                Some(noun) if is_own(one, self.text, noun) => Counts::Own,
                Some(noun) if one.people && names_people(self.text.word(noun)) && !self.is_of_others(slot, noun) => Counts::Own,
                Some(_) if one.people => Counts::Another,
                Some(_) => Counts::Perhaps,
            },
            _ => Counts::Perhaps,
        }
    }

    /// "Customers" are spoken of elsewhere, and are not those who work here.
    fn is_of_others(&self, slot: usize, noun: usize) -> bool {
        let stem = self.text.stem(noun);
        self.plan.slots.iter().enumerate().any(|(other, one)| other != slot && one.named.iter().any(|name| name == stem))
    }

    /// The one held number that counts what this one counts; of several the one answered last, or of like size.
    pub(super) fn counted_slot(&self, spot: &Spotted) -> Option<usize> {
        let counted = amount(&spot.form)?;
        let own = |slot: &usize| self.plan.slots[*slot].widget == WidgetType::Number && self.counts(*slot, spot) == Counts::Own;
        let own: Vec<usize> = self.held_slots().filter(own).collect();
        if let &[one] = own.as_slice() {
            return Some(one);
        }
        let number = counted.value.or(counted.max).or(counted.min)?;
        let alike = |slot: &usize| {
            let held = self.held(*slot).and_then(number_of).unwrap_or_default();
            held < number * 10.0 && number < held * 10.0
        };
        let alike: Vec<usize> = own.iter().copied().filter(alike).collect();
        let last = self.last().filter(|last| own.contains(last));
        if let &[one] = alike.as_slice() { Some(one) } else { last }
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
