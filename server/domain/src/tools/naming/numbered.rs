//! Values that no sample has: of a column whose samples differ in their number alone, any other number is a value as well.

use super::Col;
use crate::tools::{
    catalog::Column,
    sentence::{Sentence, Token},
};
use serde_json::Value;

/// One sample alone says nothing of the others.
const FEWEST: usize = 2;
/// A longer number is none that somebody counts with.
const LONGEST: usize = 12;

/// `shop 3` and `shop 12`: what is before the number, and how many digits it has at least.
pub(super) struct Numbered {
    pub(super) col: Col,
    before: String,
    words: Vec<String>,
    digits: usize,
}

impl Numbered {
    pub(super) fn read(column: &Column, col: Col) -> Option<Self> {
        let (before, digits) = split_samples(column)?;
        let words = super::schema::split_value(&before);
        (!words.is_empty()).then_some(Self { col, before, words, digits })
    }

    /// The value that begins at a word, with its end.
    pub(super) fn value_at(&self, sentence: &Sentence, at: usize) -> Option<(usize, String)> {
        let token = sentence.tokens.get(at)?;
        if token.quoted {
            let text = token.word.strip_prefix(&self.before.to_lowercase())?;
            return Some((at + 1, self.write(text)?));
        }
        // `SKU12` is one word, `shop 12` are two.
        let glued = self.before.ends_with(char::is_alphanumeric);
        let (last, first) = self.words.split_last()?;
        let whole = if glued { first } else { &self.words };
        let same = whole.iter().enumerate().all(|(step, word)| sentence.word(at + step) == word);
        let is_next = |token: &&Token| same && !token.quoted && (whole.is_empty() || !token.opens);
        let number = sentence.tokens.get(at + whole.len()).filter(is_next)?;
        let text = if glued { number.word.strip_prefix(last.as_str())? } else { number.word.as_str() };
        Some((at + whole.len() + 1, self.write(text)?))
    }

    fn write(&self, number: &str) -> Option<String> {
        is_number(number).then(|| format!("{}{number:0>width$}", self.before, width = self.digits))
    }
}

/// A number as the texts of a column write it: `shop 7` where they are numbered, `07` where they are nothing but digits.
pub(in crate::tools) fn write_number(column: &Column, number: f64) -> Option<String> {
    let (before, digits) = split_samples(column)?;
    let text = number.to_string();
    is_number(&text).then(|| format!("{before}{text:0>digits$}"))
}

/// What all samples have before their number, and the digits that they are filled up to.
fn split_samples(column: &Column) -> Option<(String, usize)> {
    let samples: Vec<&str> = column.samples.iter().filter_map(Value::as_str).collect();
    let split = |text: &&str| {
        let before = text.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let number = &text[before.len()..];
        is_number(number).then(|| (before.to_owned(), number.len(), number.len() > 1 && number.starts_with('0')))
    };
    let parts: Vec<(String, usize, bool)> = samples.iter().map(split).collect::<Option<_>>()?;
    let (before, ..) = parts.first().filter(|_| parts.len() >= FEWEST)?;
    let filled = parts.iter().any(|(.., filled)| *filled);
    let digits = if filled { parts.iter().map(|(_, digits, _)| *digits).max()? } else { 0 };
    parts.iter().all(|(other, ..)| other == before).then(|| (before.clone(), digits))
}

fn is_number(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn column(samples: &[&str]) -> Column {
        Column { samples: samples.iter().map(|sample| json!(sample)).collect(), ..Column::default() }
    }

    #[test]
    fn a_number_after_what_all_samples_begin_with_is_a_value() {
        for (samples, text, wanted) in [
            (&["shop 3", "shop 12"][..], "shop 7", Some("shop 7")),
            (&["shop 3", "shop 12"], "Shop 7", Some("shop 7")),
            (&["Store 01", "Store 12"], "store 7", Some("Store 07")),
            (&["SKU12", "SKU90"], "sku77", Some("SKU77")),
            (&["INV-2031", "INV-2032"], "INV-2099", Some("INV-2099")),
            (&["shop 3", "shop 12"], "shop seven", None),
            (&["shop 3", "branch 12"], "shop 7", None),
            (&["shop 3"], "shop 7", None),
            (&["90210", "10001"], "90211", None),
        ] {
            let found = Numbered::read(&column(samples), (0, 0));
            let found = found.and_then(|numbered| numbered.value_at(&Sentence::read(text), 0));
            assert_eq!(found.map(|(_, value)| value).as_deref(), wanted, "{text} of {samples:?}");
        }
    }

    #[test]
    fn a_number_is_written_as_the_texts_of_its_column_are() {
        for (samples, number, wanted) in [
            (&["90210", "10001"][..], 501.0, Some("501")),
            (&["00210", "10001"], 501.0, Some("00501")),
            (&["shop 3", "shop 12"], 7.0, Some("shop 7")),
            (&["north", "south"], 7.0, None),
            (&["90210", "10001"], 7.5, None),
        ] {
            assert_eq!(write_number(&column(samples), number).as_deref(), wanted, "{number} of {samples:?}");
        }
    }
}
