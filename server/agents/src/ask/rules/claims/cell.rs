//! What people write into cells, as numbers and as days.

use super::{
    lexicon::Lexicon,
    token::{factor, tokenize},
};
use crate::ask::rules::listed::listed;
use serde_json::Value;

/// A day, as far as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct When {
    pub(super) year: Option<u16>,
    pub(super) month: Option<u8>,
    pub(super) day: Option<u8>,
}

impl When {
    /// Whether everything that is written here is so there.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.year.is_none_or(|year| other.year == Some(year))
            && self.month.is_none_or(|month| other.month == Some(month))
            && self.day.is_none_or(|day| other.day == Some(day))
    }

    pub(super) fn key(&self) -> f64 {
        f64::from(self.year.unwrap_or(0)) * 10_000.0
            + f64::from(self.month.unwrap_or(0)) * 100.0
            + f64::from(self.day.unwrap_or(0))
    }
}

/// By its name, or the first three letters of it; only September has four as well.
pub(super) fn month(word: &str) -> Option<u8> {
    let is_named = |name: &&str| *name == word || name[..3] == *word || (word == "sept" && name.starts_with(word));
    let place = listed("month_names").iter().position(is_named)?;
    u8::try_from(place + 1).ok()
}

/// `12 may 2004`, `may 12 , 2004`, `2004-05-12`, `sunday , may 12`, `may 2004`.
pub(super) fn date(text: &str) -> Option<When> {
    let iso = text.get(..10).filter(|head| {
        head.bytes().enumerate().all(|(at, sign)| if matches!(at, 4 | 7) { sign == b'-' } else { sign.is_ascii_digit() })
    });
    if let Some(iso) = iso {
        let (year, month, day) = (iso[..4].parse().ok()?, iso[5..7].parse().ok()?, iso[8..].parse().ok()?);
        return Some(When { year: Some(year), month: Some(month), day: Some(day) });
    }
    let mut when = When::default();
    for token in tokenize(text) {
        let small = token.number.filter(|number| (1.0..=31.0).contains(number) && token.decimals == 0);
        if let Some(found) = month(&token.word).filter(|_| when.month.is_none()) {
            when.month = Some(found);
        } else if let Some(year) = token.year().filter(|_| when.year.is_none()) {
            when.year = Some(year);
        } else if small.is_some() && when.day.is_none() {
            when.day = token.word.parse().ok();
        } else if !is_weekday(&token.word) {
            return None;
        }
    }
    when.month.is_some().then_some(when)
}

pub(super) fn is_weekday(word: &str) -> bool {
    listed("weekdays").iter().any(|day| word == *day || (word.starts_with(day) && word.ends_with("day")))
}

/// A number as it is written, with what SQL has to take away before it can read it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Written {
    pub(super) number: f64,
    /// Signs around the digits, and between them; none where that is not all.
    pub(super) extra: Option<Vec<String>>,
    /// What the digits are multiplied by.
    pub(super) scale: f64,
}

pub(super) fn number(value: &Value) -> Option<Written> {
    match value {
        Value::Number(number) => Some(Written { number: number.as_f64()?, extra: Some(Vec::new()), scale: 1.0 }),
        Value::String(text) => written(text),
        _ => None,
    }
}

fn written(text: &str) -> Option<Written> {
    let text = text.trim();
    let begin = text.find(|sign: char| sign.is_ascii_digit())?;
    let end = text.rfind(|sign: char| sign.is_ascii_digit())? + 1;
    let (mut head, digits, tail) = (text[..begin].to_owned(), &text[begin..end], &text[end..]);
    let is_negative = head.contains(['-', '−', '–']);
    let mut point = "";
    if head.ends_with('.') && head.trim_end_matches('.').chars().all(|sign| !sign.is_alphabetic()) {
        point = ".";
        head.pop();
    }
    if head.chars().any(char::is_alphabetic) && !matches!(head.trim(), "us$" | "US$" | "c$" | "a$" | "usd" | "eur" | "gbp") {
        return None;
    }
    if let Some((minutes, seconds)) = digits.split_once(':') {
        let number = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
        return tail.trim().is_empty().then_some(Written { number, extra: None, scale: 1.0 });
    }
    let plain = digits.replace(',', "");
    let groups = digits.split('.').next().unwrap_or_default().split(',').skip(1).all(|group| group.len() == 3);
    let number: f64 = format!("{point}{plain}").parse().ok().filter(|_| groups)?;
    let unit = tail.trim().to_lowercase();
    let scale = factor(&unit).filter(|_| unit != "m" || !head.trim().is_empty()).unwrap_or(1.0);
    let is_unit = unit.chars().count() <= 12 && unit.chars().all(|sign| sign.is_alphabetic() || "%°²³.' \"*+".contains(sign));
    let is_unit = is_unit && unit.split_whitespace().count() <= 1;
    if !is_unit {
        return None;
    }
    let mut extra: Vec<String> = Vec::new();
    for part in [tail, head.as_str(), ","] {
        if part == "," && !digits.contains(',') || part.is_empty() {
            continue;
        }
        // A minus stays where it is.
        extra.extend(part.split(['-']).filter(|piece| !piece.is_empty()).map(str::to_owned));
    }
    let number = if is_negative { -number } else { number };
    let is_simple = !head.contains(['−', '–']) && point.is_empty();
    Some(Written { number: number * scale, extra: is_simple.then_some(extra), scale })
}

/// Nothing is written, or a sign for nothing.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || Lexicon::shared().has("nothing", &text.trim().to_lowercase()),
        _ => false,
    }
}

/// As a person reads it.
pub(super) fn render(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
