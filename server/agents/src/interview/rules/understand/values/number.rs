//! Numbers with what belongs to them: sign, unit, range, money, share.

mod quantity;

pub(in super::super) use self::quantity::plain;
use self::quantity::{Quantity, odd, quantity, share};

use super::super::{
    cues, lexicon,
    text::{Shape, Text},
};
use super::Form;
use serde_json::{Value, json};

/// One number or a range, in the unit that was said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in super::super) struct Amount {
    pub(in super::super) value: Option<f64>,
    pub(in super::super) min: Option<f64>,
    pub(in super::super) max: Option<f64>,
    pub(in super::super) unit: Option<String>,
    /// It can be read in more than one way, or is only near.
    pub(in super::super) unsure: bool,
}

/// "Twice a week", "once a month": how often, as a number; "twice" also as the whole answer.
pub(in super::super) fn times(text: &Text<'_>, at: usize) -> Option<(usize, Form)> {
    let value = match text.word(at) {
        "once" => 1.0,
        "twice" => 2.0,
        "thrice" => 3.0,
        _ => return None,
    };
    let unit = |word: &str| matches!(word, "day" | "week" | "month" | "quarter" | "year" | "hour" | "term" | "season");
    let per = matches!(text.word(at + 1), "a" | "per" | "every" | "each") && unit(text.word(at + 2))
        || matches!(text.word(at + 1), "daily" | "weekly" | "monthly" | "yearly");
    let leads = text.sentence_of(at).is_some_and(|sentence| sentence.words.start == at);
    let alone = value > 1.0 && leads && (text.is_mark(at + 1) || matches!(text.word(at + 1), "i" | "please" | "maybe"));
    (per || alone).then(|| (at + 1, Form::Number(Amount { value: Some(value), ..Amount::default() })))
}

impl Amount {
    fn of(one: &Quantity) -> Self {
        Self { value: Some(one.value), unsure: one.unsure, ..Self::default() }
    }

    fn between(first: &Quantity, last: &Quantity) -> Self {
        let (least, most) = (first.value.min(last.value), first.value.max(last.value));
        Self { min: Some(least), max: Some(most), unsure: first.unsure || last.unsure, ..Self::default() }
    }

    /// In the form of the widget; times a scale that was left out, and with the words that say it where they are more than a number.
    pub(in super::super) fn to_value(&self, scale: f64, said: Option<&str>) -> Value {
        let plain = |value: f64| {
            let value = value * scale;
            #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
            if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
        };
        if let (Some(value), None) = (self.value, &self.unit) {
            return plain(value);
        }
        let parts = [("value", self.value), ("min", self.min), ("max", self.max)];
        let parts = parts.into_iter().filter_map(|(name, part)| Some((name.to_owned(), plain(part?))));
        let words = [("unit", self.unit.as_deref()), ("text", said)];
        let words = words.into_iter().filter_map(|(name, words)| Some((name.to_owned(), json!(words?))));
        Value::Object(parts.chain(words).collect())
    }

    /// A number of things: none is half there, and none is less than nothing.
    pub(in super::super) fn counts(&self) -> bool {
        [self.value, self.min, self.max].into_iter().flatten().all(|number| number >= 0.0 && number.fract() == 0.0)
    }

    /// A whole number without range, as choices of numbers want it.
    pub(in super::super) fn whole(&self) -> Option<u32> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be a small whole number")]
        self.value.filter(|value| value.fract() == 0.0 && (0.0..1e6).contains(value)).map(|value| value as u32)
    }
}

/// Names and signs of money. What several countries call their own ("kroner", "pesos") stays as it was said.
const CURRENCIES: &[(&str, &str)] = &[
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₽", "RUB"),
    ("₴", "UAH"),
    ("₪", "ILS"),
    ("₫", "VND"),
    ("₦", "NGN"),
    ("฿", "THB"),
    ("zł", "PLN"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("bucks", "USD"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("pounds", "GBP"),
    ("francs", "CHF"),
    ("dirhams", "AED"),
    ("yen", "JPY"),
    ("yuan", "CNY"),
    ("renminbi", "CNY"),
    ("rmb", "CNY"),
    ("rupees", "INR"),
    ("rupee", "INR"),
    ("zloty", "PLN"),
    ("zlotys", "PLN"),
    ("zlote", "PLN"),
    ("złoty", "PLN"),
    ("forint", "HUF"),
    ("forints", "HUF"),
    ("koruna", "CZK"),
    ("korun", "CZK"),
    ("lira", "TRY"),
    ("liras", "TRY"),
    ("shekels", "ILS"),
    ("baht", "THB"),
    ("ringgit", "MYR"),
    ("rupiah", "IDR"),
    ("dong", "VND"),
    ("naira", "NGN"),
    ("rubles", "RUB"),
    ("roubles", "RUB"),
    ("hryvnia", "UAH"),
    ("reais", "BRL"),
    ("krona", "SEK"),
    ("kronor", "SEK"),
    ("kroner", "kroner"),
    ("kr", "kr"),
    ("pesos", "pesos"),
    ("dinars", "dinars"),
    ("riyals", "riyals"),
    ("shillings", "shillings"),
];

/// What banks write: the same in every language.
const CODES: &[&str] = &[
    "usd", "eur", "gbp", "jpy", "chf", "aed", "inr", "pln", "sek", "nok", "dkk", "czk", "huf", "cad", "aud", "nzd", "cny", "brl",
    "zar", "krw", "mxn", "sgd", "hkd", "ils", "thb", "ngn", "kes", "uah", "ron", "bgn", "isk", "sar", "myr", "idr", "vnd", "php",
];

fn currency(word: &str) -> Option<String> {
    let named = CURRENCIES.iter().find(|(name, _)| *name == word).map(|(_, code)| (*code).to_owned());
    named.or_else(|| CODES.contains(&word).then(|| word.to_uppercase()))
}

/// Whether a unit is one of money, by its name, sign or code.
pub(in super::super) fn is_currency(unit: &str) -> bool {
    currency(&unit.to_lowercase()).is_some() || CURRENCIES.iter().any(|(_, code)| *code == unit)
}

/// "R$ 400": whose dollars, where a letter stands close to the sign.
fn dollars(text: &Text<'_>, at: usize) -> Option<&'static str> {
    let close = text.word(at) == "$" && at > 0 && !text.words[at].spaced;
    match text.before(at) {
        _ if !close => None,
        "r" => Some("BRL"),
        "a" | "au" => Some("AUD"),
        "c" | "ca" => Some("CAD"),
        "nz" => Some("NZD"),
        "hk" => Some("HKD"),
        "s" => Some("SGD"),
        _ => None,
    }
}

/// A number with what belongs to it, from this word on.
pub(in super::super) fn at(text: &Text<'_>, at: usize) -> Option<(usize, Form)> {
    let after_stroke = text.before(at) == "/" && at > 1 && text.words[at - 2].shape == Shape::Digits;
    if text.word(at) == "one" && points(text, at) || after_stroke {
        return None;
    }
    if let Some((end, part)) = share(text, at) {
        let amount = Amount { value: Some(part * 100.0), unit: Some("%".to_owned()), unsure: true, ..Amount::default() };
        return Some((end, Form::Percent(amount)));
    }
    let mut start = at;
    let between = matches!(text.word(at), "between" | "from");
    start += usize::from(between);
    let mut negative = sign(text, start);
    start += usize::from(negative);
    let mut unit = dollars(text, start).map(str::to_owned).or_else(|| currency(text.word(start)));
    if unit.is_some() {
        start += 1;
        let after = sign(text, start) || text.word(start) == "-" && !text.words[start].spaced;
        start += usize::from(after);
        negative |= after;
    }
    let first = quantity(text, start, between)?;
    let mut end = first.end;
    let mut amount = Amount::of(&first);
    let range = at_most(text, start, &first).or_else(|| range(text, &first, between));
    if between && range.is_none() {
        return None;
    }
    if let Some((after, known)) = range {
        (end, amount) = (after, known);
    }
    if negative {
        (amount.value, amount.min, amount.max) =
            (amount.value.map(|one| -one), amount.max.map(|one| -one), amount.min.map(|one| -one));
    }
    amount.unsure |= text.before(at) == "~";
    let odd = odd(text, end);
    end += odd;
    amount.unsure |= odd > 0;
    if unit.is_none()
        && let Some(code) = currency(text.word(end))
    {
        unit = Some(code);
        end += 1;
    }
    if unit.is_some() {
        amount.unit = unit;
        amount.unsure |= negative;
        return Some((end, Form::Money(amount)));
    }
    let percent = percent(text, end);
    if percent > 0 {
        amount.unit = Some("%".to_owned());
        return Some((end + percent, Form::Percent(amount)));
    }
    let glued = usize::from(text.word(end) == "-");
    if lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == text.word(end + glued)) {
        amount.unit = Some(text.word(end + glued).to_owned());
        return Some((end + glued + 1, Form::Duration(amount)));
    }
    Some((end, Form::Number(amount)))
}

/// "The old one", "each one", "the cheap leather one": counts nothing.
fn points(text: &Text<'_>, at: usize) -> bool {
    if at.checked_sub(1).is_some_and(|before| cues::is("pointing", text, before)) {
        return true;
    }
    // "The team one person larger", "our budget one million": what follows is counted.
    let next = text.word(at + 1);
    if !text.is_mark(at + 1) && (!lexicon::COMMON.contains(next) || matches!(next, "or" | "and" | "to")) {
        return false;
    }
    // "The answer is one", "a team of one", "the number one": none of these is a quality.
    let quality = |at: usize| {
        let word = text.word(at);
        !text.is_mark(at) && !lexicon::COMMON.contains(word) && !matches!(word, "number" | "total" | "answer" | "single")
    };
    (2..=3).any(|back| at >= back && cues::is("determiner", text, at - back) && (at - back + 1..at).all(quality))
}

/// "-5", "minus 5": a dash that stands close to its number and apart from what is before.
fn sign(text: &Text<'_>, at: usize) -> bool {
    let number = |at: usize| {
        text.words.get(at).is_some_and(|word| matches!(word.shape, Shape::Digits | Shape::Mixed))
            || currency(text.word(at)).is_some()
            || lexicon::UNITS.iter().any(|(name, _)| *name == text.word(at))
    };
    match text.word(at) {
        "minus" | "negative" => number(at + 1),
        "-" => {
            let apart = at == 0 || text.words[at].spaced && !number(at - 1);
            apart && text.words.get(at + 1).is_some_and(|next| !next.spaced && next.shape != Shape::Letters) && number(at + 1)
        }
        _ => false,
    }
}

/// How many words say "percent" here.
fn percent(text: &Text<'_>, at: usize) -> usize {
    match text.word(at) {
        "%" | "percent" | "pct" => 1,
        "per" if text.word(at + 1) == "cent" => 2,
        _ => 0,
    }
}

/// "At least five, at most ten".
fn at_most(text: &Text<'_>, start: usize, first: &Quantity) -> Option<(usize, Amount)> {
    let least = text.before(start) == "least" && start > 1 && text.word(start - 2) == "at"
        || matches!(text.before(start), "minimum" | "min");
    let end = first.end + usize::from(text.word(first.end) == ",");
    let end = end + usize::from(matches!(text.word(end), "and" | "but"));
    let most = [&["at", "most"][..], &["up", "to"], &["no", "more", "than"], &["maximum"], &["max"]];
    let most = most.into_iter().find(|words| text.reads(end, words)).filter(|_| least)?;
    let last = quantity(text, end + most.len(), false)?;
    (last.value > first.value).then(|| (last.end, Amount::between(first, &last)))
}

/// "10-15", "10 to 15", "10 or 15", "10, 12 or 15", "between 10 and 15", "10% to 15%".
fn range(text: &Text<'_>, first: &Quantity, between: bool) -> Option<(usize, Amount)> {
    let same_unit = percent(text, first.end) + usize::from(currency(text.word(first.end)).is_some());
    let mut end = first.end + same_unit;
    if text.word(end) == ","
        && let Some(middle) = quantity(text, end + 1, false)
        && text.word(middle.end) == "or"
    {
        end = middle.end;
    }
    let or = text.word(end) == "or";
    let joins = or || matches!(text.word(end), "-" | "to") || between && text.word(end) == "and";
    // "10 -5" is no range, and neither is "it rose to 10 to our surprise".
    if !joins || same_unit > 0 && text.word(end) == "-" && !text.words[end].spaced && percent(text, first.end) == 0 {
        return None;
    }
    let second = end + 1 + usize::from(currency(text.word(end + 1)).is_some());
    let last = quantity(text, second, false)?;
    // "A thousand or two"
    let few = or && first.scale > 1.0 && first.value.eq(&first.scale) && last.value < 10.0;
    let last = Quantity { value: if few { last.value * first.scale } else { last.value }, ..last };
    // "300 to 400,000": the thousands are of both.
    let thousands = last.scale.eq(&1.0) && (last.value % 1e3).eq(&0.0) && first.value * 1e3 < last.value;
    let is_far = last.value > first.value * 50.0;
    let scale = if thousands {
        1e3
    } else if is_far {
        last.scale
    } else {
        1.0
    };
    let first = Quantity { value: first.value * scale, unsure: first.unsure || thousands, ..*first };
    let is_time =
        text.word(last.end) == ":" || text.words.get(second).is_some_and(|word| text.low[word.start..word.end].contains(':'));
    let near = last.value <= first.value * 10.0 && first.value <= last.value * 10.0;
    let fits = if or { near && last.value != first.value } else { last.value > first.value };
    (fits && !is_time).then(|| (last.end, Amount::between(&first, &last)))
}

#[cfg(test)]
mod tests {
    use super::{super::spot, *};

    #[test]
    fn numbers_are_read_beside_words_that_count_nothing() {
        let rows: &[(&str, &[f64])] = &[
            ("Around 350k I think", &[350_000.0]),
            ("Roughly 90k I'd guess", &[90_000.0]),
            ("A couple of k", &[2_000.0]),
            ("We picked the cheaper one", &[]),
            ("My main one has 30 seats", &[30.0]),
            ("Each one seats 40 people", &[40.0]),
            ("It is a team of one", &[1.0]),
            ("The answer is one", &[1.0]),
            ("Our budget is one million", &[1_000_000.0]),
        ];
        for (message, wanted) in rows {
            let spots = spot(&Text::new(message), jiff::civil::date(2027, 3, 3));
            let numbers: Vec<f64> = spots
                .into_iter()
                .filter_map(|one| match one.form {
                    Form::Number(amount) => amount.value,
                    _ => None,
                })
                .collect();
            assert_eq!(&numbers[..], *wanted, "{message}");
        }
    }
}
