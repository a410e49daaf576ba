//! Numbers in digits and words, with units, ranges, money and shares.

use super::super::{
    lexicon,
    text::{Shape, Text},
};
use super::Form;

/// One number or a range, in the unit that was said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Amount {
    pub(in super::super) value: Option<f64>,
    pub(in super::super) min: Option<f64>,
    pub(in super::super) max: Option<f64>,
    pub(in super::super) unit: Option<String>,
}

impl Amount {
    fn exactly(value: f64) -> Self {
        Self { value: Some(value), ..Self::default() }
    }

    /// A whole number without range, as choices of numbers want it.
    pub(in super::super) fn whole(&self) -> Option<u32> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a small whole number")]
        self.value.filter(|value| value.fract() == 0.0 && (0.0..1e6).contains(value)).map(|value| value as u32)
    }
}

const CURRENCIES: &[(&str, &str)] = &[
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("usd", "USD"),
    ("bucks", "USD"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("eur", "EUR"),
    ("pounds", "GBP"),
    ("gbp", "GBP"),
    ("chf", "CHF"),
    ("francs", "CHF"),
    ("aed", "AED"),
    ("dirhams", "AED"),
];

fn currency(word: &str) -> Option<&'static str> {
    CURRENCIES.iter().find(|(name, _)| *name == word).map(|(_, code)| *code)
}

/// A number with what belongs to it, from this word on.
pub(in super::super) fn at(text: &Text<'_>, at: usize) -> Option<(usize, Form)> {
    // "the old one" counts nothing.
    let pointing = [
        "the", "old", "new", "that", "this", "other", "another", "which", "last", "first", "second", "previous", "earlier",
        "same",
    ];
    if text.word(at) == "one" && pointing.contains(&text.before(at)) {
        return None;
    }
    let mut start = at;
    let bound = match text.word(at) {
        "between" | "from" => Some("between"),
        _ => None,
    };
    if bound.is_some() {
        start += 1;
    }
    let mut unit = currency(text.word(start)).map(str::to_owned);
    if unit.is_some() {
        start += 1;
    }
    let (mut end, first) = plain(text, start)?;
    let mut amount = Amount::exactly(first);
    // "10-15", "10 to 15", "between 10 and 15": a range where the second is the larger.
    let joins = match text.word(end) {
        "-" | "to" => true,
        "and" => bound.is_some(),
        _ => false,
    };
    let mut ranged = false;
    if joins {
        let second = if currency(text.word(end + 1)).is_some() { end + 2 } else { end + 1 };
        if let Some((after, last)) = plain(text, second) {
            let first =
                if last > first * 50.0 && scaled(text, second, after) { first * scale_of(text, after - 1) } else { first };
            let is_time = text.word(after) == ":"
                || text.words.get(second).is_some_and(|word| text.low[word.start..word.end].contains(':'));
            if last > first && !is_time {
                amount = Amount { min: Some(first), max: Some(last), ..Amount::default() };
                end = after;
                ranged = true;
            }
        }
    }
    if bound.is_some() && !ranged {
        return None;
    }
    if unit.is_none()
        && let Some(code) = currency(text.word(end))
    {
        unit = Some(code.to_owned());
        end += 1;
    }
    if unit.is_some() {
        amount.unit = unit;
        return Some((end, Form::Money(amount)));
    }
    if matches!(text.word(end), "%" | "percent" | "pct") || text.reads(end, &["per", "cent"]) {
        end += if text.word(end) == "per" { 2 } else { 1 };
        amount.unit = Some("%".to_owned());
        return Some((end, Form::Percent(amount)));
    }
    let glued = usize::from(text.word(end) == "-");
    if lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == text.word(end + glued)) {
        amount.unit = Some(text.word(end + glued).to_owned());
        return Some((end + glued + 1, Form::Duration(amount)));
    }
    Some((end, Form::Number(amount)))
}

fn scaled(text: &Text<'_>, start: usize, end: usize) -> bool {
    end > start + 1 || text.words.get(start).is_some_and(|word| word.shape == Shape::Mixed)
}

fn scale_of(text: &Text<'_>, at: usize) -> f64 {
    let word = text.word(at).trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',');
    lexicon::SCALES.iter().find(|(name, _)| *name == word).map_or(1.0, |(_, by)| *by)
}

/// "1,200", "5k", "two hundred", "a dozen", "one and a half million".
pub(in super::super) fn plain(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    let word = text.words.get(at)?;
    let said = text.word(at);
    let mut end = at + 1;
    let mut value = match word.shape {
        Shape::Digits => digits(said)?,
        Shape::Mixed => {
            let split = said.find(|letter: char| letter.is_alphabetic())?;
            let scale = &said[split..];
            let by = lexicon::SCALES.iter().find(|(name, _)| *name == scale).map(|(_, by)| *by)?;
            return Some((end, digits(&said[..split])? * by));
        }
        Shape::Letters => {
            let (after, value) = in_words(text, at)?;
            end = after;
            value
        }
        Shape::Mark => return None,
    };
    while let Some((_, by)) = lexicon::SCALES
        .iter()
        .find(|(name, by)| *name == text.word(end) && (name.len() > 1 || *by == 1e3 && word.shape == Shape::Digits))
    {
        value *= by;
        end += 1;
        if let Some((after, more)) =
            text.words.get(end).and_then(|_| in_words(text, end)).filter(|(_, more)| *more < *by && value >= 100.0)
        {
            value += more;
            end = after;
        }
    }
    Some((end, value))
}

fn digits(said: &str) -> Option<f64> {
    // A comma before three digits groups; else it is a decimal sign.
    let grouped = said.split(',').skip(1).all(|part| part.len() == 3 || part.contains('.') && part.find('.') == Some(3));
    let plain: String = if grouped { said.chars().filter(|letter| *letter != ',').collect() } else { said.replacen(',', ".", 1) };
    plain.parse::<f64>().ok().filter(|value| value.is_finite())
}

fn in_words(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    let mut end = at;
    let mut value = 0.0;
    let mut any = false;
    if matches!(text.word(at), "a" | "an") || text.word(at) == "half" {
        let half = text.word(at) == "half";
        let next = if half && text.word(at + 1) == "a" { at + 2 } else { at + 1 };
        let scale = lexicon::SCALES.iter().find(|(name, _)| *name == text.word(next) && name.len() > 3)?;
        return Some((next + 1, if half { scale.1 / 2.0 } else { scale.1 }));
    }
    if text.word(at) == "couple" {
        return None;
    }
    while let Some((_, unit)) = lexicon::UNITS.iter().find(|(name, _)| *name == text.word(end)) {
        #[expect(clippy::cast_precision_loss, reason = "below a hundred")]
        let unit = *unit as f64;
        // "twenty five", not "two three".
        if any && !(value >= 20.0 && value % 10.0 == 0.0 && unit < 10.0) {
            break;
        }
        value += unit;
        any = true;
        end += 1;
        if text.word(end) == "-"
            && lexicon::UNITS.iter().any(|(name, below)| *name == text.word(end + 1) && *below < 10)
            && value >= 20.0
        {
            end += 1;
        }
    }
    any.then_some((end, value))
}
