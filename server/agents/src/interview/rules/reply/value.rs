//! Values in words: what was taken, as one would say it aloud.

use super::{
    capitals::{begin_a_sentence, is_doubtful, without_capital},
    days::day_meant,
    plain::{listing, small, words},
    subject::{Subject, spoken_choice},
};
use domain::interview::ReplyPlan;
use protocol::{day_in_words, group_digits, interview::WidgetType};
use serde_json::{Map, Number, Value};

/// How many characters of a value are said in passing, and when it is read back.
pub(super) const IN_PASSING: usize = 70;
pub(super) const READ_BACK: usize = 180;
/// More words than these are not said back in passing: they are shown beside what the person wrote.
pub(super) const QUOTED: usize = 6;
/// Whether what is read back is right can only be told by who hears enough of it.
pub(super) const JUDGED: usize = 20;

/// Whether a value in words is short enough to be said back.
pub(super) fn is_brief(said: &str) -> bool {
    said.split_whitespace().count() <= QUOTED
}

/// Enough of a value to know it again: of what was worded freely no more than its first words.
pub(super) fn shorten(subject: Subject<'_>, value: String, most: usize) -> String {
    if is_picked(subject) || value.split_whitespace().count() <= most {
        return value;
    }
    format!("“{}”", first_words(value.trim_matches(['“', '”']), most))
}

/// No more than so many words.
pub(super) fn first_words(text: &str, most: usize) -> String {
    if text.split_whitespace().count() <= most {
        return text.to_owned();
    }
    let first: Vec<&str> = text.split_whitespace().take(most).collect();
    format!("{}…", first.join(" ").trim_end_matches([',', ';', ':', '.', '…']))
}

/// The value in words, ready to stand in a sentence; what the person put in a sentence of their own stands in quotation marks.
pub(super) fn in_words(subject: Subject<'_>, value: &Value, limit: usize) -> String {
    let said = bare(subject, value, limit, 0);
    let free = match value {
        Value::String(_) => subject.options().is_empty() && said_long_date(value).is_none(),
        Value::Object(fields) => fields.contains_key("text") && day_meant(fields).is_none(),
        _ => false,
    };
    if said.is_empty() {
        "nothing".to_owned()
    } else if free && !is_a_figure(subject, &said) && reads_as_a_quote(&said) {
        format!("“{}”", said.replace(['“', '”', '"'], "'"))
    } else if free {
        without_capital(&said)
    } else {
        said
    }
}

/// The value as the person said it, with the article that stood before it: "a second van".
pub(super) fn as_said(plan: &ReplyPlan, subject: Subject<'_>, value: &Value, limit: usize) -> String {
    let said = in_words(subject, value, limit);
    let own = value.as_str().filter(|_| subject.options().is_empty());
    // Whether it is a name nobody knows: it is said as it was written.
    if is_doubtful(&said) && own.is_some_and(|own| begin_a_sentence(own.trim(), &plan.said)) {
        return format!("“{said}”");
    }
    let article = own.and_then(|value| article(&plan.said, value));
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
        Value::String(text) => {
            choice(subject, text).or_else(|| said_long_date(value)).unwrap_or_else(|| in_own_words(subject, text, limit))
        }
        Value::Array(items) => {
            let said: Vec<String> = items.iter().take(64).map(|one| bare(subject, one, limit.min(40), depth + 1)).collect();
            listing(&said, "and", 6)
        }
        Value::Object(fields) => object(subject, fields, limit, depth),
    }
}

fn object(subject: Subject<'_>, fields: &Map<String, Value>, limit: usize, depth: u8) -> String {
    if let Some(date) = day_meant(fields) {
        return date;
    }
    if let Some(text) =
        fields.get("text").and_then(Value::as_str).map(|text| in_own_words(subject, text, limit)).filter(|text| !text.is_empty())
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

/// The person's words; where a number is asked for its figures are set apart.
fn in_own_words(subject: Subject<'_>, text: &str, limit: usize) -> String {
    let text = words(text, limit);
    if subject.widget() == WidgetType::Number { group_digits(&text) } else { text }
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

fn in_figures(number: &Number) -> String {
    let figures = number.to_string();
    group_digits(figures.strip_suffix(".0").unwrap_or(&figures))
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
