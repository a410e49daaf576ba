//! What a row is called in a sentence: one of `rentals` is a rental, `station_id` stands for a station.

use super::{Col, Schema, WORDS};
use crate::tools::{
    catalog::{is_key_word, is_prefix},
    search::words::{split, stem},
};

impl Schema<'_> {
    /// One row of a table; none where the name of the table says no such thing.
    pub(in crate::tools) fn row_name(&self, table: usize) -> Option<String> {
        let mut words = split_ascii(self.tables[table].name.rsplit('.').next()?)?;
        words.retain(|word| !is_prefix(word));
        let tells = |word: &String| !WORDS.generic.contains(&stem(word)) && !word.starts_with(|sign: char| sign.is_ascii_digit());
        (!words.is_empty() && words.iter().all(tells)).then(|| one_of(&words.join(" ")))
    }

    /// What its rows are called where they are counted; the name of a table that says no such thing stays as it is.
    pub(in crate::tools) fn rows_name(&self, table: usize) -> String {
        self.row_name(table).map_or_else(|| self.tables[table].name.clone(), |one| many_of(&one))
    }

    /// What a key stands for; none where it is no key.
    pub(in crate::tools) fn thing(&self, col: Col) -> Option<String> {
        let words = split_ascii(&self.column(col).name).unwrap_or_default();
        let (last, rest) = words.split_last()?;
        let is_id = last == "id" || (self.column(col).foreign_key.is_some() && is_key_word(last));
        if is_id && rest.last().is_some_and(|word| !WORDS.describing.contains(word)) {
            return Some(rest.join(" "));
        }
        if self.key(col.0) == Some(col) { self.row_name(col.0) } else { None }
    }
}

/// The name of a column as words. Accents would be lost, so such a name stays as it is.
pub(in crate::tools) fn spell(name: &str) -> String {
    split_ascii(name).filter(|words| !words.is_empty()).map_or_else(|| name.to_owned(), |words| words.join(" "))
}

fn split_ascii(name: &str) -> Option<Vec<String>> {
    name.is_ascii().then(|| split(name))
}

/// What is before the last word of a name, and that word.
fn last_word(words: &str) -> (&str, &str) {
    words.rfind(' ').map_or(("", words), |space| words.split_at(space + 1))
}

fn one_of(words: &str) -> String {
    let (before, last) = last_word(words);
    if let Some((one, _)) = WORDS.irregular.iter().find(|(one, many)| *one == last || *many == last) {
        return format!("{before}{one}");
    }
    if let Some(rest) = last.strip_suffix("ies").filter(|rest| rest.len() > 2) {
        return format!("{before}{rest}y");
    }
    let is_long = ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| last.ends_with(end));
    let is_many = last.len() > 3 && last.ends_with('s') && !["ss", "us", "is"].iter().any(|end| last.ends_with(end));
    let cut = if is_long { 2 } else { usize::from(is_many) };
    words[..words.len() - cut].to_owned()
}

/// Several of what is named as one.
pub(in crate::tools) fn many_of(words: &str) -> String {
    let (before, last) = last_word(words);
    if let Some(many) = WORDS.irregular.get(last) {
        return format!("{before}{many}");
    }
    if one_of(words) != words {
        return words.to_owned();
    }
    let is_vowel = |sign: char| "aeiou".contains(sign);
    match last.strip_suffix('y').filter(|rest| !rest.ends_with(is_vowel)) {
        Some(rest) => format!("{before}{rest}ies"),
        None if ["s", "x", "z", "ch", "sh"].iter().any(|end| last.ends_with(end)) => format!("{words}es"),
        None => format!("{words}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_several_is_said_as_one_and_back() {
        for (many, one) in [
            ("stations", "station"),
            ("order lines", "order line"),
            ("categories", "category"),
            ("addresses", "address"),
            ("boxes", "box"),
            ("people", "person"),
            ("sales people", "sales person"),
            ("days", "day"),
            ("staff", "staff"),
        ] {
            assert_eq!((one_of(many).as_str(), many_of(one).as_str()), (one, many));
            assert_eq!((one_of(one).as_str(), many_of(many).as_str()), (one, many), "it is so already");
        }
        assert_eq!(one_of("status"), "status");
        assert_eq!(spell("unitPrice_eur"), "unit price eur");
        assert_eq!(spell("größe_cm"), "größe_cm");
    }
}
