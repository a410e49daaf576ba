//! Values in words: what was taken, as one would say it aloud.

use super::{
    plain::{listing, small, words},
    subject::{Subject, spoken_choice},
};
use domain::interview::ReplyPlan;
use protocol::{day_in_words, interview::WidgetType};
use serde_json::{Map, Number, Value};

/// How many characters of a value are said in passing, and when it is read back.
pub(super) const IN_PASSING: usize = 70;
pub(super) const READ_BACK: usize = 180;
/// More words than these are not said back: they are shown beside what the person wrote.
const QUOTED: usize = 6;

/// Whether a value in words is short enough to be said back.
pub(super) fn is_brief(said: &str) -> bool {
    said.split_whitespace().count() <= QUOTED
}

/// Enough of a value to know it again: of what was worded freely no more than its first words.
pub(super) fn shorten(subject: Subject<'_>, said: String) -> String {
    if is_picked(subject) || is_brief(&said) {
        return said;
    }
    format!("“{}”", first_words(said.trim_matches(['“', '”'])))
}

/// No more than the words that may be said back.
pub(super) fn first_words(said: &str) -> String {
    if is_brief(said) {
        return said.to_owned();
    }
    let first: Vec<&str> = said.split_whitespace().take(QUOTED).collect();
    format!("{}…", first.join(" ").trim_end_matches([',', ';', ':', '.', '…']))
}

/// The value in words, ready to stand in a sentence; what the person put in a sentence of their own stands in quotation marks.
pub(super) fn in_words(subject: Subject<'_>, value: &Value, limit: usize) -> String {
    let said = bare(subject, value, limit, 0);
    let free = match value {
        Value::String(_) => subject.options().is_empty() && said_long_date(value).is_none(),
        Value::Object(fields) => fields.contains_key("text") && said_date(fields).is_none(),
        _ => false,
    };
    if said.is_empty() {
        "nothing".to_owned()
    } else if free && !is_a_figure(subject, &said) && reads_as_a_quote(&said) {
        format!("“{}”", said.replace(['“', '”', '"'], "'"))
    } else if free {
        without_capital(said)
    } else {
        said
    }
}

/// The value as the person said it, with the article that stood before it: "a second van".
pub(super) fn as_said(plan: &ReplyPlan, subject: Subject<'_>, value: &Value, limit: usize) -> String {
    let said = in_words(subject, value, limit);
    let article = value.as_str().filter(|_| subject.options().is_empty()).and_then(|value| article(&plan.said, value));
    match (article, said.strip_prefix('“')) {
        (None, _) => said,
        (Some(article), Some(quoted)) => format!("“{article} {quoted}"),
        (Some(article), None) => format!("{article} {said}"),
    }
}

/// The article right before these words, where they stand in a message and do not begin with one themselves.
fn article(message: &str, words: &str) -> Option<&'static str> {
    let at = message.find(words).filter(|_| !words.is_empty())?;
    let before = message[..at].strip_suffix(' ')?;
    let last = before.rsplit(|sign: char| !sign.is_alphanumeric()).next()?;
    ["a", "an", "the"].into_iter().find(|article| last.eq_ignore_ascii_case(article))
}

/// "The shortage of staff" goes on with a small letter inside a sentence; "The Hague" and "A. Miller" do not.
fn without_capital(said: String) -> String {
    let mut parts = said.split(' ');
    let opens = matches!(
        parts.next(),
        Some(
            "The"
                | "A"
                | "An"
                | "Some"
                | "Mostly"
                | "Mainly"
                | "To"
                | "In"
                | "For"
                | "With"
                | "By"
                | "No"
                | "Not"
                | "More"
                | "All"
                | "Every"
                | "Each"
                | "From"
                | "People"
                | "Anyone"
                | "Everyone"
        )
    );
    let goes_on = parts.next().is_none_or(|next| next.starts_with(|letter: char| letter.is_lowercase() || letter.is_numeric()));
    if opens && goes_on { small(&said) } else { said }
}

/// Whether there is anything to say.
pub(super) fn is_blank(subject: Subject<'_>, value: &Value) -> bool {
    value.is_null() || bare(subject, value, IN_PASSING, 0).is_empty()
}

fn bare(subject: Subject<'_>, value: &Value, limit: usize, depth: u8) -> String {
    if depth > 3 {
        return String::new();
    }
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => in_figures(number),
        Value::String(text) => choice(subject, text).or_else(|| said_long_date(value)).unwrap_or_else(|| words(text, limit)),
        Value::Array(items) => {
            let said: Vec<String> = items.iter().take(64).map(|one| bare(subject, one, limit.min(40), depth + 1)).collect();
            listing(&said, "and", 6)
        }
        Value::Object(fields) => object(subject, fields, limit, depth),
    }
}

fn object(subject: Subject<'_>, fields: &Map<String, Value>, limit: usize, depth: u8) -> String {
    if let Some(date) = said_date(fields) {
        return date;
    }
    if let Some(text) = fields.get("text").and_then(Value::as_str).map(|text| words(text, limit)).filter(|text| !text.is_empty())
    {
        return bounded(fields, text);
    }
    let part = |name: &str| fields.get(name).filter(|one| !one.is_null()).map(|one| bare(subject, one, limit.min(40), depth + 1));
    let unit = fields.get("unit").and_then(Value::as_str).map(|unit| words(unit, 20)).unwrap_or_default();
    match (part("min"), part("max"), part("value")) {
        (Some(low), Some(high), _) => range(&low, &high, &unit),
        (Some(low), None, _) => format!("at least {}", measured(&low, &unit)),
        (None, Some(high), _) => format!("at most {}", measured(&high, &unit)),
        (None, None, Some(value)) => measured(&value, &unit),
        (None, None, None) => {
            let said: Vec<String> = fields.values().take(16).map(|one| bare(subject, one, limit.min(40), depth + 1)).collect();
            listing(&said, "and", 4)
        }
    }
}

/// "5,000 euros" that bound a value from one side alone are said with the side.
fn bounded(fields: &Map<String, Value>, text: String) -> String {
    let has = |name: &str| fields.get(name).is_some_and(|one| !one.is_null());
    let told = !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '$' | '€' | '£'));
    match (has("min"), has("max"), told || has("value")) {
        (true, false, false) => format!("at least {text}"),
        (false, true, false) => format!("at most {text}"),
        _ => text,
    }
}

/// The label of the option that a value names.
fn choice(subject: Subject<'_>, value: &str) -> Option<String> {
    let option = subject.options().iter().find(|one| one.value == value);
    option.or_else(|| subject.options().iter().find(|one| one.label.eq_ignore_ascii_case(value))).map(spoken_choice)
}

/// "12 people", "€5,000", "30%".
fn measured(figure: &str, unit: &str) -> String {
    match unit {
        "" => figure.to_owned(),
        "€" | "$" | "£" | "¥" => format!("{unit}{figure}"),
        "%" => format!("{figure}%"),
        _ => format!("{figure} {unit}"),
    }
}

fn range(low: &str, high: &str, unit: &str) -> String {
    if low == high {
        return measured(low, unit);
    }
    match unit {
        "€" | "$" | "£" | "¥" => format!("{unit}{low} to {unit}{high}"),
        "%" => format!("{low} to {high}%"),
        _ => measured(&format!("{low} to {high}"), unit),
    }
}

/// Thousands are set apart from five figures on, so that a year stays a year.
fn in_figures(number: &Number) -> String {
    let mut said = number.to_string();
    if let Some(whole) = said.strip_suffix(".0") {
        said.truncate(whole.len());
    }
    let (sign, rest) = said.strip_prefix('-').map_or(("", said.as_str()), |rest| ("-", rest));
    let (whole, part) = rest.split_once('.').map_or((rest, None), |(whole, part)| (whole, Some(part)));
    if whole.len() < 5 || !whole.bytes().all(|one| one.is_ascii_digit()) {
        return said;
    }
    let mut grouped = String::from(sign);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if let Some(part) = part {
        grouped.push('.');
        grouped.push_str(part);
    }
    grouped
}

fn said_date(fields: &Map<String, Value>) -> Option<String> {
    fields.get("date").and_then(said_long_date)
}

fn said_long_date(value: &Value) -> Option<String> {
    day_in_words(value.as_str()?)
}

/// "300,000 pounds" is nobody's wording.
fn is_a_figure(subject: Subject<'_>, said: &str) -> bool {
    let words = said.split(' ').count();
    subject.widget() == WidgetType::Number && words <= 3 && said.contains(|sign: char| sign.is_ascii_digit())
}

/// Whether words of the person would sound strange as the agent's own: long ones, sentences, "our", "my".
fn reads_as_a_quote(said: &str) -> bool {
    let mut count = 0;
    let own = said.split(' ').any(|word| {
        count += 1;
        let word = small(word).to_lowercase();
        let stem = word.split(['\'', '’']).next().unwrap_or_default();
        matches!(stem, "i" | "we" | "our" | "ours" | "my" | "mine" | "us" | "me" | "you" | "your" | "they" | "he" | "she" | "it")
    });
    own || count > 5 || said.contains([',', ';', ':', '.', '!', '(', '<', '{', '…', '"', '“'])
}

/// Whether the widget's answer is picked rather than worded.
pub(super) fn is_picked(subject: Subject<'_>) -> bool {
    matches!(subject.widget(), WidgetType::Choice | WidgetType::Multiselect)
}
