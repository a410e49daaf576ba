//! A sentence as words and numbers, and the spans of time that it names.

mod period;
#[cfg(test)]
mod tests;

pub(super) use period::{Period, periods};

use super::search::words::stem;
use serde::Deserialize;
use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

/// What `words.json` holds.
#[derive(Deserialize)]
struct Words {
    numbers: Vec<String>,
    factors: HashMap<String, f64>,
    months: Vec<String>,
    /// Parts of a year: their first month, and how many they are.
    parts: Vec<(String, i8, i8)>,
    /// What words before a time make of it.
    opening: HashMap<String, Vec<String>>,
}

impl Words {
    /// What a word before a time makes of it, nothing if it does not belong to it.
    fn opening(&self, word: &str) -> &str {
        self.opening.iter().find(|(_, words)| words.iter().any(|own| own == word)).map_or("", |(name, _)| name)
    }
}

static WORDS: LazyLock<Words> = LazyLock::new(|| serde_json::from_str(include_str!("words.json")).expect("a test reads it"));

/// Whether the word names a month.
pub(super) fn is_month(word: &str) -> bool {
    WORDS.months.iter().any(|month| month == word)
}

/// Whether the word stands before a time.
pub(super) fn is_before_time(word: &str) -> bool {
    !WORDS.opening(word).is_empty()
}

#[derive(Clone, Debug, Default)]
pub(in crate::tools) struct Token {
    /// As it was written.
    pub(in crate::tools) text: String,
    pub(in crate::tools) word: String,
    pub(in crate::tools) stem: String,
    pub(in crate::tools) number: Option<f64>,
    pub(in crate::tools) percent: bool,
    pub(in crate::tools) quoted: bool,
    /// A comma or another sign is before it.
    pub(in crate::tools) parted: bool,
    /// A sentence begins with it.
    pub(in crate::tools) opens: bool,
}

pub(in crate::tools) struct Sentence {
    pub(in crate::tools) tokens: Vec<Token>,
}

impl Sentence {
    pub(in crate::tools) fn read(text: &str) -> Self {
        let mut tokens: Vec<Token> = Vec::new();
        for mut token in pieces(&spell_signs(text)) {
            token.word = token.text.to_lowercase();
            let percent = token.text == "%" || token.word == "percent";
            if let Some(last) = tokens.last_mut().filter(|last| last.number.is_some() && !last.quoted) {
                let factor = WORDS.factors.get(&token.word).filter(|_| token.word.len() > 1);
                last.percent |= percent;
                last.number = last.number.map(|number| number * factor.unwrap_or(&1.0));
                if percent || factor.is_some() {
                    continue;
                }
            }
            if token.text == "%" {
                continue;
            }
            token.number = number(&token.word).filter(|_| !token.quoted);
            for text in [&mut token.word, &mut token.text] {
                text.truncate(text.trim_end_matches("'s").trim_end_matches("’s").len());
            }
            token.stem = stem(&token.word);
            tokens.push(token);
        }
        Self { tokens }
    }

    pub(in crate::tools) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(in crate::tools) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word.as_str())
    }
}

/// "> 1000" in words: without its sign it would say something else.
fn spell_signs(text: &str) -> Cow<'_, str> {
    const SIGNS: [(&str, &str); 7] = [
        ("<>", " other than "),
        (">=", " at least "),
        ("≥", " at least "),
        ("<=", " at most "),
        ("≤", " at most "),
        (">", " over "),
        ("<", " under "),
    ];
    let begins = |sign: char| matches!(sign, '<' | '>' | '≤' | '≥');
    if !text.contains(begins) {
        return Cow::Borrowed(text);
    }
    let (mut spelled, mut rest) = (String::with_capacity(text.len() + 16), text);
    while let Some(at) = rest.find(begins) {
        spelled.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some((sign, words)) = SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign)) else { break };
        rest = &rest[sign.len()..];
        let is_number = rest.trim_start_matches([' ', '$', '€', '£', '-', '.']).starts_with(|sign: char| sign.is_ascii_digit());
        let is_quoted = spelled.matches('"').count() % 2 == 1;
        let is_arrow = spelled.ends_with(['-', '=']);
        spelled.push_str(if is_number && !is_quoted && !is_arrow { words } else { sign });
    }
    spelled.push_str(rest);
    Cow::Owned(spelled)
}

fn pieces(text: &str) -> Vec<Token> {
    let signs: Vec<char> = text.chars().collect();
    let alphanumeric = |at: usize| signs.get(at).is_some_and(|sign| sign.is_alphanumeric());
    let mut parts: Vec<Token> = Vec::new();
    let mut at = 0;
    let (mut parted, mut opens) = (false, true);
    while at < signs.len() {
        let sign = signs[at];
        let closing = match sign {
            '"' => Some('"'),
            '“' => Some('”'),
            '\'' | '‘' if at == 0 || !alphanumeric(at - 1) => Some(if sign == '‘' { '’' } else { '\'' }),
            _ => None,
        };
        let closed = closing.and_then(|closing| (at + 1..signs.len()).find(|end| signs[*end] == closing));
        let mut end = at;
        let (from, to, quoted) = if let Some(close) = closed.filter(|close| *close > at + 1) {
            end = close + 1;
            (at + 1, close, true)
        } else if sign.is_alphanumeric() || (sign == '-' && is_negative(&signs, at)) {
            let apostrophe = |end: usize| matches!(signs[end], '\'' | '’') && alphanumeric(end + 1);
            end += 1;
            while end < signs.len()
                && if sign.is_alphabetic() { alphanumeric(end) || apostrophe(end) } else { belongs_to_number(&signs, end) }
            {
                end += 1;
            }
            (at, end, false)
        } else {
            parted |= matches!(sign, ',' | ';' | ':' | '.' | '!' | '?' | '(' | ')');
            opens |= matches!(sign, '.' | '!' | '?');
            end += 1;
            if sign != '%' {
                at = end;
                continue;
            }
            (at, end, false)
        };
        let text = signs[from..to].iter().collect();
        parts.push(Token { text, quoted, parted, opens, ..Token::default() });
        (parted, opens, at) = (false, false, end);
    }
    parts
}

fn is_negative(signs: &[char], at: usize) -> bool {
    signs.get(at + 1).is_some_and(char::is_ascii_digit) && (at == 0 || signs[at - 1].is_whitespace())
}

/// Digits, signs between digits (`1,234.5`, `2024-05-01`), and letters that follow (`100k`, `3rd`).
fn belongs_to_number(signs: &[char], at: usize) -> bool {
    let digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    signs[at].is_alphanumeric() || (matches!(signs[at], '.' | ',' | '-') && digit(at - 1) && digit(at + 1))
}

fn number(word: &str) -> Option<f64> {
    if let Some(at) = WORDS.numbers.iter().position(|name| *name == word) {
        return u32::try_from(at).ok().map(f64::from);
    }
    let plain = word.replace(',', "");
    let letters = plain.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let factor = if letters.is_empty() { 1.0 } else { *WORDS.factors.get(letters)? };
    let digits = &plain[..plain.len() - letters.len()];
    digits
        .ends_with(|sign: char| sign.is_ascii_digit())
        .then(|| digits.parse::<f64>().ok())
        .flatten()
        .map(|number| number * factor)
}
