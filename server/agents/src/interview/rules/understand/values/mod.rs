//! Values that have a form of their own: dates, times, numbers, money, telephone numbers, addresses, names.

pub(super) mod date;
pub(super) mod name;
pub(super) mod number;
pub(super) mod place;
pub(super) mod time;

use super::{
    lexicon,
    text::{Shape, Text},
};
use std::ops::Range;

/// No turn gives more values than this; a turn of nothing but numbers must not cost more than a sentence.
const MOST: usize = 48;

/// A value that was seen in a turn, before anyone asked what it is for.
#[derive(Clone, Debug)]
pub(super) struct Spotted {
    /// Indexes of words.
    pub(super) words: Range<usize>,
    pub(super) form: Form,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Year, month, day, where one follows from the words.
    Date(Option<date::Day>),
    /// Minutes after midnight.
    Time(Option<u32>),
    Number(number::Amount),
    Money(number::Amount),
    Percent(number::Amount),
    /// A number of days, weeks …
    Duration(number::Amount),
    Phone,
    Email,
    Address,
    /// Words with capitals: a person, a place, a title.
    Name,
    /// "called …": a name whatever its letters.
    Given,
}

/// All values of a turn from left to right; none overlaps another.
pub(super) fn spot(text: &Text<'_>, today: date::Day) -> Vec<Spotted> {
    let mut all = Vec::new();
    let mut at = 0;
    let mails = text.low.contains('@');
    let no_capitals = !text.words.iter().any(|word| word.capital);
    while at < text.words.len() && all.len() < MOST {
        if let Some((start, end)) = name::given(text, at) {
            all.push(Spotted { words: start..end, form: Form::Given });
            at = end;
            continue;
        }
        let word = &text.words[at];
        let plain = word.shape == Shape::Letters && !word.capital && !no_capitals && !mails;
        if plain && !lexicon::begins_value(text.word(at)) && !date::is_misspelt(text.word(at)) {
            at += 1;
            continue;
        }
        let found = place::email(text, at)
            .map(|end| (end, Form::Email))
            .or_else(|| place::phone(text, at).map(|end| (end, Form::Phone)))
            .or_else(|| time::at(text, at).map(|(end, minutes)| (end, Form::Time(minutes))))
            .or_else(|| date::at(text, at, today).map(|(end, day)| (end, Form::Date(day))))
            .or_else(|| place::address(text, at).map(|end| (end, Form::Address)))
            .or_else(|| {
                name::at(text, at)
                    .filter(|end| *end > at + 1 && !name::begins_with_number_word(text, at))
                    .map(|end| (end, Form::Name))
            })
            .or_else(|| number::at(text, at))
            .or_else(|| number::times(text, at))
            .or_else(|| name::at(text, at).map(|end| (end, Form::Name)));
        let found = found.or_else(|| name::small(text, at).filter(|_| no_capitals).map(|end| (end, Form::Name)));
        match found {
            Some((end, form)) if end > at => {
                all.push(Spotted { words: at..end, form });
                at = end;
            }
            _ => at += 1,
        }
    }
    all
}
