//! The value that words give for an obligation.

use super::{
    super::{
        answer, cues, lexicon,
        matching::counted,
        profile::Kind,
        signs::{Sign, Signs},
        text::Text,
        values::{self, Form, date::Day, number::Amount},
    },
    Moment,
};
use jiff::{ToSpan as _, civil};
use protocol::interview::WidgetType;
use serde_json::{Value, json};
use std::ops::Range;

/// An option whose words stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) option: usize,
    pub(super) words: Range<usize>,
}

pub(super) fn number_of(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value["value"].as_f64()).or_else(|| value["max"].as_f64()).or_else(|| value["min"].as_f64())
}

impl Moment<'_, '_> {
    /// The value of these words for an obligation, and the words that say it.
    pub(super) fn value(&self, slot: usize, words: &Range<usize>, scale: f64) -> Option<(Value, Range<usize>)> {
        let words = &self.undenied(slot, words);
        match self.plan.slots[slot].widget {
            WidgetType::Number => {
                let spots = values::spot(self.text, self.today);
                let spot = spots.iter().rev().find(|spot| words.contains(&spot.words.start) && amount(&spot.form).is_some())?;
                let found = amount(&spot.form)?;
                let own = found.value.or(found.max).or(found.min)?;
                // "Eight people" are not eight thousand, nor are eight euros.
                let exact = found.unit.is_some() || counted(self.text, spot.words.end).is_some();
                let left_out = if exact { 1.0 } else { self.scale_of(slot, own) };
                let scale = if own < 1000.0 { scale.max(left_out) } else { 1.0 };
                Some((found.to_value(scale, None), spot.words.clone()))
            }
            WidgetType::Date => {
                let held = self.held(slot).and_then(|value| self.day_of(value));
                let (day, at) = self.day_and_place(words, held).or_else(|| self.day_ahead(words))?;
                Some((json!({"date": day.to_string(), "text": self.text.said(&at)}), at))
            }
            WidgetType::Choice => {
                let named = self.options(slot, words).pop()?;
                Some((json!(self.plan.slots[slot].options[named.option]), named.words))
            }
            WidgetType::Multiselect => {
                let named = self.options(slot, words);
                let all: Vec<&String> = named.iter().map(|one| &self.plan.slots[slot].options[one.option]).collect();
                let quote = named.first()?.words.start..named.last()?.words.end;
                Some((json!(all), quote))
            }
            WidgetType::Text => self.words_for(slot, &(cues::skip("but", self.text, words)..words.end)),
        }
    }

    /// "20k, not 25k": without what it is not. In words only behind a mark, as "to grow and not to hire" is one wish.
    pub(super) fn undenied(&self, slot: usize, words: &Range<usize>) -> Range<usize> {
        let in_words = self.plan.slots[slot].widget == WidgetType::Text;
        let tells = |at: usize| (words.start..at).any(|at| !self.is_small(at));
        let denies = |at: &usize| cues::is("against", self.text, *at) && (!in_words || self.text.is_mark(*at - 1)) && tells(*at);
        words.start..(words.start + 1..words.end).find(denies).unwrap_or(words.end)
    }

    /// The words themselves, without what carries them; of somebody or a place the name.
    pub(super) fn words_for(&self, slot: usize, words: &Range<usize>) -> Option<(Value, Range<usize>)> {
        let one = &self.plan.slots[slot];
        if let Some(named) = is_name(one.kind).then(|| self.name_in(words)).flatten() {
            return Some((json!(self.text.said(&named)), named));
        }
        let until = self.end_of_name(slot, words);
        let core = answer::core(self.text, words.start..until, one, true).0;
        let tells = core.clone().any(|at| !self.text.is_mark(at) && !lexicon::COMMON.contains(self.text.word(at)));
        (tells && !answer::is_noise(self.text.said(&core))).then(|| (json!(self.text.said(&core)), core))
    }

    fn name_in(&self, words: &Range<usize>) -> Option<Range<usize>> {
        let spots = values::spot(self.text, self.today);
        let named = |spot: &values::Spotted| {
            words.start <= spot.words.start && spot.words.end <= words.end && matches!(spot.form, Form::Name | Form::Given)
        };
        let small = |spot: &values::Spotted| spot.words.clone().all(|at| lexicon::OPENERS.contains(self.text.word(at)));
        spots.into_iter().find(|spot| named(spot) && !small(spot)).map(|spot| spot.words)
    }

    /// "Kostas decides now": who it is ends where it says what they do.
    fn end_of_name(&self, slot: usize, words: &Range<usize>) -> usize {
        let somebody = self.plan.slots[slot].spoken.who || is_name(self.plan.slots[slot].kind);
        let takes_over = cues::find("takes over", self.text, words).filter(|at| somebody && at.start > words.start);
        let mut end = takes_over.map_or(words.end, |at| at.start);
        while end > words.start
            && (self.text.is_mark(end - 1)
                || matches!(
                    self.text.word(end - 1),
                    "now" | "instead" | "please" | "pls" | "then" | "today" | "actually" | "will"
                ))
        {
            end -= 1;
        }
        end
    }

    /// The options of an obligation whose label, synonym or value stands in these words, longest first, none over another.
    pub(super) fn options(&self, slot: usize, words: &Range<usize>) -> Vec<Named> {
        let mut found: Vec<(usize, Named)> = Vec::new();
        for (option, form) in &self.plan.slots[slot].spoken.forms {
            for at in words.clone() {
                let fits = form
                    .iter()
                    .enumerate()
                    .all(|(offset, stem)| at + offset < words.end && same(self.text.stem(at + offset), stem));
                if fits {
                    found.push((form.len(), Named { option: *option, words: at..at + form.len() }));
                }
            }
        }
        // "No idea" is not the option "idea".
        let signs = if found.is_empty() { Signs::default() } else { Signs::of(self.text) };
        let is_doubt = |one: &Range<usize>| {
            signs.find(Sign::DontKnow).any(|doubt| doubt.start <= one.start && one.end <= doubt.end && doubt.len() > one.len())
        };
        found.retain(|(_, one)| !is_doubt(&one.words));
        found.sort_by_key(|(length, one)| (std::cmp::Reverse(*length), one.words.start));
        let mut kept: Vec<Named> = Vec::new();
        for (_, one) in found {
            let taken = kept.iter().any(|other| {
                other.option == one.option || one.words.start < other.words.end && other.words.start < one.words.end
            });
            if !taken {
                kept.push(one);
            }
        }
        kept.sort_by_key(|one| one.words.start);
        kept
    }

    pub(super) fn day_of(&self, value: &Value) -> Option<Day> {
        value.as_str().or_else(|| value["date"].as_str())?.parse().ok()
    }

    pub(super) fn day_in(&self, words: &Range<usize>, held: Option<Day>) -> Option<Day> {
        self.day_and_place(words, held).map(|(day, _)| day)
    }

    /// "Six months", of a day: from today on.
    fn day_ahead(&self, words: &Range<usize>) -> Option<(Day, Range<usize>)> {
        let spots = values::spot(self.text, self.today);
        let spot = spots.into_iter().find(|spot| words.contains(&spot.words.start) && matches!(spot.form, Form::Duration(_)))?;
        let ahead = format!("in {}", self.text.said(&spot.words));
        let (_, day) = values::date::at(&Text::new(&ahead), 0, self.today)?;
        Some((day?, spot.words))
    }

    /// A weekday or a day of the month alone is meant near the day that is held.
    fn day_and_place(&self, words: &Range<usize>, held: Option<Day>) -> Option<(Day, Range<usize>)> {
        let spots = values::spot(self.text, self.today);
        let spot =
            spots.into_iter().find(|spot| words.contains(&spot.words.start) && matches!(spot.form, Form::Date(Some(_))))?;
        let Form::Date(Some(day)) = spot.form else { return None };
        let said = || spot.words.clone().map(|at| self.text.word(at));
        let weekday = said().find_map(|word| lexicon::WEEKDAYS.iter().find(|(name, _)| *name == word));
        let has_month = said().any(|word| lexicon::MONTHS.iter().any(|(name, _)| *name == word));
        let has_digit = said().any(|word| word.starts_with(|one: char| one.is_ascii_digit()));
        let Some(held) = held else { return Some((day, spot.words)) };
        let near = match weekday {
            Some((_, number)) if !has_digit && !has_month && spot.words.len() == 1 => {
                let back = i64::from(held.weekday().to_monday_one_offset()) - 1;
                held.checked_sub(back.days()).ok()?.checked_add((number - 1).days()).ok()
            }
            // "The 15th" of the month that is held.
            None if has_digit && !has_month && spot.words.clone().all(|at| !self.text.word(at).contains(['.', '/'])) => {
                civil::Date::new(held.year(), held.month(), day.day()).ok()
            }
            _ => None,
        };
        Some((near.unwrap_or(day), spot.words))
    }
}

pub(super) const fn is_name(kind: Kind) -> bool {
    matches!(kind, Kind::City | Kind::Spot | Kind::Person)
}

/// Words of one stem, or of one that is only a little longer.
fn same(said: &str, stem: &str) -> bool {
    said == stem
}

pub(super) fn amount(form: &Form) -> Option<&Amount> {
    match form {
        Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) | Form::Duration(amount) => Some(amount),
        _ => None,
    }
}
