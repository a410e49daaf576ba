//! A query as words and signs: enough to find the values that it filters by and the keys that it joins with. Whatever is not read with
//! certainty is left alone.

mod filters;
mod joins;

pub use filters::{TextFilter, close_values, replace_value, text_filters};
pub use joins::{JoinedKey, joined_keys};

use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// A name without its quotation marks, a keyword, a number.
    Word(String),
    /// A text without its quotation marks.
    Text(String),
    Sign(char),
}

impl Token {
    fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(name) if name.eq_ignore_ascii_case(word))
    }

    fn is_sign(&self, sign: char) -> bool {
        *self == Self::Sign(sign)
    }
}

/// Each with its place in bytes; comments are left out. None where a quotation mark or a comment is not closed.
fn tokens(sql: &str) -> Option<Vec<(Token, Range<usize>)>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(sign) = sql[at..].chars().next() {
        let rest = &sql[at..];
        let (token, length) = if sign.is_whitespace() {
            (None, sign.len_utf8())
        } else if rest.starts_with("--") {
            (None, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (None, rest.find("*/")? + 2)
        } else if matches!(sign, '\'' | '"' | '`') {
            let (text, length) = quoted(rest, sign)?;
            (Some(if sign == '\'' { Token::Text(text) } else { Token::Word(text) }), length)
        } else if sign.is_alphanumeric() || sign == '_' {
            let length = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
            (Some(Token::Word(rest[..length].to_owned())), length)
        } else {
            (Some(Token::Sign(sign)), sign.len_utf8())
        };
        found.extend(token.map(|token| (token, at..at + length)));
        at += length;
    }
    Some(found)
}

/// What is between two of these marks, a doubled one standing for itself; and how long it is with them.
fn quoted(rest: &str, mark: char) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut signs = rest.char_indices().skip(1).peekable();
    while let Some((at, sign)) = signs.next() {
        if sign != mark {
            text.push(sign);
        } else if signs.next_if(|(_, next)| *next == mark).is_some() {
            text.push(mark);
        } else {
            return Some((text, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests;
