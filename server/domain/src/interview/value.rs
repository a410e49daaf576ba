//! Whether a value fits its obligation, and the one form in which it is kept.

mod bounds;

use self::bounds::in_unit;
pub use self::bounds::is_within_bounds;
use crate::Refusal;
use protocol::{
    day_in_words,
    interview::{Choice, ObligationTemplate, VALUE_LIMIT, WidgetType},
};
use serde_json::{Map, Number, Value};

/// The value for a person who does not mind, where no option says so: the obligation is settled and not asked again.
pub const NO_PREFERENCE: &str = "no preference";

/// The value as it is kept, where it is one that the obligation takes.
///
/// # Errors
/// What the widget takes, in words.
pub fn fitting(template: &ObligationTemplate, value: &Value) -> Result<Value, Refusal> {
    let value = normalize(template, value)?;
    match template.describe_bounds() {
        Some(bounds) if !is_within_bounds(template, &value) => {
            Err(Refusal::invalid("value", format!("{} must be {bounds}", template.name())))
        }
        _ => Ok(value),
    }
}

/// The value in the form in which it is kept, a number also beyond its bounds: an option's `value` for its label or synonym, a
/// number for its text, in the unit of the obligation, a text without its edges.
///
/// # Errors
/// What the widget takes, in words.
pub fn normalize(template: &ObligationTemplate, value: &Value) -> Result<Value, Refusal> {
    let name = template.name();
    if value.to_string().len() > VALUE_LIMIT {
        return Err(Refusal::too_large(format!("the value of {name} is longer than {} kB", VALUE_LIMIT / 1024)));
    }
    let fits = match template.widget_type {
        WidgetType::Text => text(value),
        WidgetType::Choice => choice(&template.options, value),
        WidgetType::Multiselect => several(&template.options, value),
        WidgetType::Number => number(value).map(|number| in_unit(template, number)),
        WidgetType::Date => date(value),
    };
    fits.ok_or_else(|| Refusal::invalid("value", format!("{name} takes {}", describe_accepted(template))))
}

fn describe_accepted(template: &ObligationTemplate) -> String {
    let labels = || template.options.iter().map(|one| one.label.as_str()).collect::<Vec<_>>().join(", ");
    match template.widget_type {
        WidgetType::Text => "a text that is not empty".into(),
        WidgetType::Choice => format!("one of: {}", labels()),
        WidgetType::Multiselect => format!("a list of: {}", labels()),
        WidgetType::Number => {
            template.describe_bounds().map_or_else(|| "a number".to_owned(), |bounds| format!("a number, {bounds}"))
        }
        WidgetType::Date => "a day as YYYY-MM-DD".into(),
    }
}

/// Programs may keep structured values under a text obligation, as the seed's examples do (`{"market": "small businesses"}`).
fn text(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(Value::String(text.trim().to_owned())),
        Value::Number(number) => Some(Value::String(number.to_string())),
        Value::Object(fields) if !fields.is_empty() => Some(value.clone()),
        _ => None,
    }
}

fn choice(options: &[Choice], value: &Value) -> Option<Value> {
    let given = match value {
        Value::String(text) => text.trim().to_lowercase(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        _ => return None,
    };
    let names = |one: &Choice, name: &str| one.value.to_lowercase() == name || one.label.to_lowercase() == name;
    options
        .iter()
        .find(|one| names(one, &given))
        .or_else(|| options.iter().find(|one| one.synonyms.iter().any(|synonym| synonym.to_lowercase() == given)))
        .map(|one| Value::String(one.value.clone()))
        .or_else(|| (given == NO_PREFERENCE).then_some(Value::String(given)))
}

fn several(options: &[Choice], value: &Value) -> Option<Value> {
    let given = match value {
        Value::Array(items) => items.clone(),
        Value::String(_) => vec![value.clone()],
        _ => return None,
    };
    let mut kept: Vec<Value> = Vec::new();
    for item in &given {
        let one = choice(options, item)?;
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}

/// A number, a text that is one, or an object with `value`, or `min` and `max`, beside its unit and words.
fn number(value: &Value) -> Option<Value> {
    match value {
        Value::Number(number) => number.as_f64().filter(|number| number.is_finite()).map(|_| value.clone()),
        Value::String(text) => {
            let plain = text.trim().replace(['_', '\u{a0}', '\u{202f}'], "");
            if let Ok(whole) = plain.parse::<i64>() {
                return Some(whole.into());
            }
            Number::from_f64(plain.parse().ok()?).map(Value::Number)
        }
        Value::Object(fields) => {
            let has = |name: &str| fields.get(name).is_some_and(Value::is_number);
            let known = fields.iter().all(|(name, part)| match name.as_str() {
                "value" | "min" | "max" => part.is_number(),
                "unit" | "text" => part.is_string(),
                _ => false,
            });
            (known && (has("value") || has("min") || has("max"))).then(|| value.clone())
        }
        _ => None,
    }
}

/// A day, or an object with `date` and the words it was said in; the words alone where no day follows from them.
fn date(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) if is_day(text.trim()) => Some(Value::String(text.trim().to_owned())),
        Value::Object(fields) => {
            let known = fields.keys().all(|name| matches!(name.as_str(), "date" | "end" | "text"));
            let days = ["date", "end"].iter().filter_map(|name| fields.get(*name)).all(|day| day.as_str().is_some_and(is_day));
            let said = fields.get("text").is_none_or(|text| text.as_str().is_some_and(|text| !text.trim().is_empty()));
            (known && days && said && !fields.is_empty()).then(|| value.clone())
        }
        _ => None,
    }
}

/// `YYYY-MM-DD` of a day that exists.
#[must_use]
pub fn is_day(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let (Ok(year), Ok(month), Ok(day)) = (year.parse::<u32>(), month.parse::<u32>(), day.parse::<u32>()) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Whether two values say the same: letters' case and edges do not count, nor the words around a number or a day, nor a unit
/// that only one of them has.
#[must_use]
pub fn same(one: &Value, other: &Value) -> bool {
    if one.is_object() || other.is_object() {
        return match (facts(one), facts(other)) {
            (Some(one), Some(other)) => agree(&one, &other),
            _ => one == other,
        };
    }
    match (one, other) {
        (Value::String(one), Value::String(other)) => same_words(one, other),
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => one.len() == other.len() && one.iter().all(|item| other.contains(item)),
        (one, other) => one == other,
    }
}

fn same_words(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// What a number, a range or a day says beside the words it was said in; the words where they are all there is.
fn facts(value: &Value) -> Option<Map<String, Value>> {
    let only = |name: &str| Some(Map::from_iter([(name.to_owned(), value.clone())]));
    match value {
        Value::Number(_) => only("value"),
        Value::String(text) if is_day(text) => only("date"),
        Value::String(_) => only("text"),
        Value::Object(fields) => {
            let mut facts = fields.clone();
            if facts.len() > 1 {
                facts.remove("text");
            }
            Some(facts)
        }
        _ => None,
    }
}

fn agree(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let equal = |name: &str| match (one.get(name), other.get(name)) {
        (Some(one), Some(other)) => one == other || (!one.is_object() && !other.is_object() && same(one, other)),
        (one, other) => name == "unit" || one == other,
    };
    one.keys().chain(other.keys()).all(|name| equal(name))
}

/// Whether `next` only says more than `held`: the same words with others, or the same options with others.
#[must_use]
pub fn refines(held: &Value, next: &Value) -> bool {
    match (held, next) {
        (Value::String(held), Value::String(next)) => {
            let next: Vec<String> = words(next);
            next.len() > words(held).len() && words(held).iter().all(|word| next.contains(word)) && !words(held).is_empty()
        }
        (Value::Array(held), Value::Array(next)) => next.len() > held.len() && held.iter().all(|item| next.contains(item)),
        // The same number with its unit, the same day with the end of a span.
        (held, Value::Object(_)) => match (facts(held), facts(next)) {
            (Some(held), Some(next)) => {
                next.len() > held.len() && held.iter().all(|(name, part)| next.get(name).is_some_and(|other| same(part, other)))
            }
            _ => false,
        },
        _ => false,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The value as a line of text for people: labels for options, the person's words for numbers and days.
#[must_use]
pub fn format_value(template: &ObligationTemplate, value: &Value) -> String {
    let label = |value: &Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        template.options.iter().find(|one| one.value == text).map_or(text, |one| one.label.clone())
    };
    match value {
        Value::Array(items) => items.iter().map(label).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => from_fields(fields),
        other => label(other),
    }
}

/// Like [`format_value`], for text that is only read: a day is written "1 March 2027", not as programs and exports write it.
#[must_use]
pub fn format_for_reading(template: &ObligationTemplate, value: &Value) -> String {
    let shown = format_value(template, value);
    let day = if template.widget_type == WidgetType::Date { day_in_words(&shown) } else { None };
    day.unwrap_or(shown)
}

fn from_fields(fields: &Map<String, Value>) -> String {
    if let Some(text) = fields.get("text").and_then(Value::as_str) {
        return text.to_owned();
    }
    let part = |name: &str| fields.get(name).map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned));
    match (part("value").or_else(|| part("date")), part("min"), part("max"), part("unit")) {
        (Some(value), _, _, unit) => [Some(value), unit].into_iter().flatten().collect::<Vec<_>>().join(" "),
        (None, Some(min), Some(max), unit) => {
            [Some(format!("{min} to {max}")), unit].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        (None, Some(min), None, unit) => format!("at least {min} {}", unit.unwrap_or_default()).trim_end().to_owned(),
        (None, None, Some(max), unit) => format!("at most {max} {}", unit.unwrap_or_default()).trim_end().to_owned(),
        (None, None, None, _) => fields
            .values()
            .map(|part| part.as_str().map_or_else(|| part.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
