//! A claim and a cell as words: small letters, no accents, numbers with their value.

use crate::ask::rules::listed::is_listed;
use domain::tools::search::{split_words, stem};

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Token {
    pub(super) word: String,
    pub(super) stem: String,
    pub(super) number: Option<f64>,
    /// Digits after the point, as they are written.
    pub(super) decimals: usize,
    pub(super) is_percent: bool,
    /// From 1 on: `1st`, `second`.
    pub(super) ordinal: Option<usize>,
    /// A comma or a semicolon is written before it.
    pub(super) has_break: bool,
}

impl Token {
    fn new(word: &str) -> Self {
        Self { word: word.to_owned(), stem: stem(word), ..Self::default() }
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self.number, other.number) {
            (Some(left), Some(right)) => (left - right).abs() < 1e-9,
            (None, None) => self.word == other.word || self.stem == other.stem,
            _ => false,
        }
    }

    /// A whole number that can be a year.
    pub(super) fn year(&self) -> Option<u16> {
        let is_year = self.word.len() == 4 && self.decimals == 0 && self.word.bytes().all(|sign| sign.is_ascii_digit());
        self.word.parse().ok().filter(|year| is_year && (1500..2100).contains(year))
    }
}

pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let signs: Vec<char> = text.to_lowercase().chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let (mut at, mut has_break) = (0, false);
    while let Some(&sign) = signs.get(at) {
        let begin = at;
        if sign.is_ascii_digit() || (sign == '.' && signs.get(at + 1).is_some_and(char::is_ascii_digit)) {
            at = number_end(&signs, at);
            let digits: String = signs[begin..at].iter().filter(|sign| **sign != ',').collect();
            let tail_end = (at..signs.len()).find(|place| !signs[*place].is_alphanumeric()).unwrap_or(signs.len());
            let tail: String = signs[at..tail_end].iter().collect();
            let negative =
                begin > 0 && matches!(signs[begin - 1], '-' | '−') && (begin < 2 || matches!(signs[begin - 2], ' ' | '('));
            let token = number_token(&digits, &tail, negative).unwrap_or_else(|| Token::new(&format!("{digits}{tail}")));
            at = tail_end;
            tokens.push(Token { is_percent: signs.get(at) == Some(&'%'), has_break, ..token });
            has_break = false;
        } else if sign.is_alphanumeric() {
            at = (at..signs.len()).find(|place| !is_part(&signs, *place)).unwrap_or(signs.len());
            let raw: String = signs[begin..at].iter().collect();
            let raw = raw.replace('’', "'");
            let whole = raw.strip_suffix("'s").unwrap_or(&raw);
            let is_negated = whole.ends_with("n't");
            let plain: String = if is_negated { whole.to_owned() } else { split_words(&whole.replace('\'', "")).concat() };
            tokens.push(Token { has_break, ..Token::new(&plain) });
            has_break = false;
        } else {
            has_break |= matches!(sign, ',' | ';');
            at += 1;
        }
    }
    scale(tokens)
}

fn is_part(signs: &[char], at: usize) -> bool {
    let sign = signs[at];
    sign.is_alphanumeric() || (matches!(sign, '\'' | '’') && signs.get(at + 1).is_some_and(|next| next.is_alphabetic()))
}

/// Digits with points between them, and commas before three digits.
fn number_end(signs: &[char], begin: usize) -> usize {
    let digit = |at: usize| signs.get(at).is_some_and(char::is_ascii_digit);
    let (mut at, mut has_point) = (begin, false);
    loop {
        match signs.get(at) {
            Some(sign) if sign.is_ascii_digit() => at += 1,
            Some('.') if digit(at + 1) && !has_point => {
                has_point = true;
                at += 1;
            }
            Some(',') if !has_point && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4) => at += 1,
            _ => return at,
        }
    }
}

fn number_token(digits: &str, tail: &str, is_negative: bool) -> Option<Token> {
    let value: f64 = digits.parse().ok()?;
    let decimals = digits.split_once('.').map_or(0, |(_, part)| part.len());
    let value = if is_negative { -value } else { value };
    let plain = Token { number: Some(value), decimals, ..Token::new(digits) };
    match tail {
        "" => Some(plain),
        ending if is_listed("ordinal_endings", ending) => {
            let ordinal = digits.parse().ok();
            Some(Token { ordinal, ..plain })
        }
        "k" | "m" | "bn" | "b" => Some(Token { number: Some(value * factor(tail)?), word: format!("{digits}{tail}"), ..plain }),
        unit if is_listed("unit_endings", unit) => Some(plain),
        _ => None,
    }
}

pub(super) fn factor(word: &str) -> Option<f64> {
    Some(match word {
        "k" | "thousand" => 1e3,
        "m" | "million" | "millions" | "mn" => 1e6,
        "bn" | "b" | "billion" => 1e9,
        _ => return None,
    })
}

/// `5.6 million` is one number.
fn scale(tokens: Vec<Token>) -> Vec<Token> {
    let mut scaled: Vec<Token> = Vec::new();
    for token in tokens {
        let factor = factor(&token.word).filter(|_| token.word.len() > 2 && token.number.is_none());
        match (factor, scaled.last_mut()) {
            (Some(factor), Some(last)) if last.number.is_some() => {
                last.number = last.number.map(|number| number * factor);
                last.word = format!("{} {}", last.word, token.word);
            }
            _ => scaled.push(token),
        }
    }
    scaled
}

/// Where `wanted` is in `words`, word by word.
pub(super) fn find(words: &[Token], wanted: &[Token]) -> Option<usize> {
    let fits = |at: usize| wanted.iter().zip(&words[at..]).all(|(left, right)| left.is_like(right));
    (!wanted.is_empty() && wanted.len() <= words.len()).then(|| (0..=words.len() - wanted.len()).find(|at| fits(*at)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_read() {
        for (text, wanted) in [
            ("The 1,370 tons", "the 1370 tons"),
            ("$ 5.2m, or 3 million", "5.2m or 3 million"),
            ("Abbot's wood; q4 didn't", "abbot wood q4 didn't"),
            ("27-3 on 1st", "27 3 on 1"),
        ] {
            let words: Vec<String> = tokenize(text).into_iter().map(|token| token.word).collect();
            assert_eq!(words.join(" "), wanted, "{text}");
        }
        assert_eq!(tokenize("$ 5.2m")[0].number, Some(5.2e6));
        assert_eq!(tokenize("3 million")[0].number, Some(3e6));
    }
}
