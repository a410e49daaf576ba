//! A word for a kind of columns, where none is called so and several are of that kind: "when" of what has two dates, "the pay" where
//! there are a salary and a bonus.

use super::{Doubt, Names, TableNames, columns, has_stem, listed, split_stems};
use crate::ask::rules::{passages::terms, talk::words};
use domain::{
    ask::Material,
    tools::catalog::{Class, Column},
};
use serde_json::Value;
use std::collections::HashSet;

/// Columns of one question.
const MOST: usize = 5;

/// The words that ask, those that the columns have in their names, and their class.
const SENSES: [(&str, &str, Class); 4] = [
    ("dated", "", Class::Time),
    ("paid", "paid_columns", Class::Number),
    ("reached", "reached_columns", Class::Text),
    ("placed", "placed_columns", Class::Text),
];

pub(super) fn find(question: &str, material: &Material<'_>, names: &Names<'_>) -> Vec<Doubt> {
    let stems = split_stems(question);
    let all: HashSet<&str> = stems.iter().map(|(stem, _)| stem.as_str()).collect();
    let place = |table: &TableNames<'_>| stems.iter().position(|(stem, _)| table.stems.contains(stem));
    let mut tables: Vec<&TableNames<'_>> = names.in_play(&all).into_iter().filter(|table| place(table).is_some()).collect();
    tables.sort_by_key(|table| place(table));
    let ask = |(asking, named, class): &(&str, &str, Class)| {
        let word = find_asking(question, asking)?;
        let stem = terms(&word).into_iter().next();
        // A column or a table that is called so is meant, and the planner reads it.
        let is_called = |table: &TableNames<'_>| {
            let columns = table.columns.iter().flat_map(|(_, own)| own);
            columns.chain(&table.stems).any(|own| stem.as_ref() == Some(own))
        };
        let is_called_at_all = tables.iter().copied().any(is_called) || (tables.is_empty() && names.0.iter().any(is_called));
        if is_called_at_all || columns::is_value(&word, material) {
            return None;
        }
        let of_kind = |table: &&TableNames<'_>| fits(table, named, *class).len();
        let mut several = names.0.iter().filter(|table| of_kind(table) > 1);
        // Where no table is named, the only one that has several is meant, unless the question speaks of another one.
        let only = several.next().filter(|_| tables.is_empty() && several.next().is_none());
        let only = only.filter(|only| {
            let is_foreign = |stem: &str| !speaks_of(only, stem) && names.0.iter().any(|table| speaks_of(table, stem));
            !stems.iter().any(|(stem, _)| !columns::ASKING.contains(stem) && is_foreign(stem))
        });
        let table = tables.iter().copied().find(|table| of_kind(table) > 0).or(only)?;
        let fits = fits(table, named, *class);
        let is_named =
            |(_, own): &(&Column, &[String])| own.iter().any(|part| all.contains(part.as_str()) && !table.stems.contains(part));
        let of_row = fits
            .iter()
            .filter(|(_, own)| own.iter().all(|part| table.stems.contains(part) || has_stem("dated_parts", part)))
            .count();
        let is_open = (2..=MOST).contains(&fits.len()) && of_row != 1 && !fits.iter().any(is_named);
        is_open.then(|| {
            columns::ask(&table.place, &word, "", &fits.iter().map(|(column, own)| (*column, own.to_vec())).collect::<Vec<_>>())
        })
    };
    SENSES.iter().filter_map(ask).collect()
}

/// Whether a word is in the name of one of its columns, or is a value that is known of one.
fn speaks_of(table: &TableNames<'_>, stem: &str) -> bool {
    let is_it = |value: &str| matches!(terms(value).as_slice(), [one] if one == stem);
    let is_held = |column: &Column| column.samples.iter().filter_map(Value::as_str).any(is_it);
    table.columns.iter().any(|(column, own)| own.iter().any(|part| part == stem) || is_held(column))
}

/// The columns of a kind, none of them a key.
fn fits<'t, 'm>(table: &'t TableNames<'m>, named: &str, class: Class) -> Vec<(&'m Column, &'t [String])> {
    let is_kind = |own: &[String]| class == Class::Time || own.iter().any(|part| has_stem(named, part));
    let is_kept = |own: &[String]| own.iter().any(|part| has_stem("kept", part));
    let all = table.columns.iter().filter(|(column, own)| {
        !column.primary_key && column.foreign_key.is_none() && is_kind(own) && !is_kept(own) && column.class() == class
    });
    all.map(|(column, own)| (*column, own.as_slice())).collect()
}

/// The word of the question that asks for them; for a date also the time that it names.
fn find_asking(question: &str, asking: &str) -> Option<String> {
    let ranges = words(question);
    let spoken: Vec<String> = ranges.iter().map(|range| question[range.clone()].to_lowercase()).collect();
    let listed = |list: &str, word: &String| listed(list).contains(&word.as_str());
    // "Orders where the total is high" asks for no place.
    let asks = |(at, word): &(usize, &String)| listed(asking, word) && (*at == 0 || !["when", "where"].contains(&word.as_str()));
    if let Some((_, word)) = spoken.iter().enumerate().find(asks) {
        return Some(word.clone());
    }
    if asking != "dated" {
        return None;
    }
    let is_year = |word: &String| word.len() == 4 && word.parse::<u16>().is_ok_and(|year| (1900..2100).contains(&year));
    spoken.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| spoken.get(before))?;
        let is_month = listed("months", word) && listed("before_time", before);
        let is_span = listed("spans", word) && listed("before_span", before);
        let is_time = is_month || (is_year(word) && listed("before_time", before)) || is_span;
        is_time.then(|| if is_span { format!("{before} {word}") } else { word.clone() })
    })
}
