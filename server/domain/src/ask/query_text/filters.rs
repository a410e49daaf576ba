//! Texts that a column is compared with, and what was probably meant by one that does not occur.

use super::{Token, tokens};
use std::{collections::BTreeSet, ops::Range};

/// Shorter values are not corrected letter by letter, and neither are those with digits: codes differ in one sign.
const SHORTEST: usize = 4;
/// From so many letters on two of them may be wrong.
const LONG: usize = 7;

/// `column = 'value'`, or one value of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFilter {
    pub column: String,
    pub value: String,
    /// Of the value with its quotation marks, in bytes of the query.
    pub at: Range<usize>,
}

#[must_use]
pub fn text_filters(sql: &str) -> Vec<TextFilter> {
    let tokens = tokens(sql).unwrap_or_default();
    let mut found = Vec::new();
    for (place, (token, at)) in tokens.iter().enumerate() {
        let Token::Text(value) = token else { continue };
        if let Some(column) = column_before(&tokens, place) {
            found.push(TextFilter { column, value: value.clone(), at: at.clone() });
        }
    }
    found
}

fn column_before(tokens: &[(Token, Range<usize>)], place: usize) -> Option<String> {
    let before = |back: usize| place.checked_sub(back).and_then(|at| tokens.get(at)).map(|(token, _)| token);
    if before(1)?.is_sign('=') {
        return name(before(2)?);
    }
    // Back over the values before it in the same list.
    let mut back = 1;
    while before(back)?.is_sign(',') && matches!(before(back + 1), Some(Token::Text(_))) {
        back += 2;
    }
    let is_list = before(back)?.is_sign('(') && before(back + 1)?.is_word("in");
    if is_list { name(before(back + 2)?) } else { None }
}

fn name(token: &Token) -> Option<String> {
    match token {
        Token::Word(name) if !token.is_word("not") => Some(name.clone()),
        _ => None,
    }
}

/// The query with another value in this place.
#[must_use]
pub fn replace_value(sql: &str, at: &Range<usize>, value: &str) -> String {
    let (before, after) = (sql.get(..at.start).unwrap_or_default(), sql.get(at.end..).unwrap_or_default());
    format!("{before}'{}'{after}", value.replace('\'', "''"))
}

/// The values that are the same but for case, spaces and signs; without such, those with the fewest other letters. None where the value
/// occurs itself.
#[must_use]
pub fn close_values(value: &str, known: &[String]) -> Vec<String> {
    if known.iter().any(|one| one == value) {
        return Vec::new();
    }
    let wanted = plain(value);
    let plainly: Vec<(&String, String)> = known.iter().map(|one| (one, plain(one))).collect();
    let same: BTreeSet<&String> =
        plainly.iter().filter(|(_, plain)| *plain == wanted && !plain.is_empty()).map(|(one, _)| *one).collect();
    if !same.is_empty() {
        return same.into_iter().cloned().collect();
    }
    let length = wanted.chars().count();
    if length < SHORTEST || wanted.chars().any(char::is_numeric) {
        return Vec::new();
    }
    let most = if length >= LONG { 2 } else { 1 };
    let near = plainly.iter().map(|(one, plain)| (distance(&wanted, plain), *one)).filter(|(far, _)| *far <= most);
    let near: Vec<(usize, &String)> = near.collect();
    let Some(least) = near.iter().map(|(far, _)| *far).min() else { return Vec::new() };
    let nearest: BTreeSet<&String> = near.into_iter().filter(|(far, _)| *far == least).map(|(_, one)| one).collect();
    nearest.into_iter().cloned().collect()
}

fn plain(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Letters that are added, left out or changed.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in left.chars().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (place, other) in right.iter().enumerate() {
            let changed = before + usize::from(letter != *other);
            before = row[place + 1];
            row[place + 1] = changed.min(before + 1).min(row[place] + 1);
        }
    }
    row[right.len()]
}
