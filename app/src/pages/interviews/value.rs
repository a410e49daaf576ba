//! Values as people read them, and what a widget's entry means.

#[cfg(feature = "ssr")]
mod confirmed;
pub(crate) mod dates;
pub(crate) mod numbers;

use self::{dates::DateFields, numbers::NumberFields};
#[cfg(feature = "ssr")]
use crate::calls::CallFault;
use crate::words;
#[cfg(feature = "ssr")]
use protocol::interview::{InterviewCommand, InterviewView, Negotiation, Resolution, WidgetAnswer};
use protocol::{
    day_in_words, group_digits,
    interview::{Choice, ObligationTemplate, WidgetType},
};
use serde_json::Value;

/// A value in words: labels for chosen options, a list for several, the person's own words where a number or date keeps them,
/// a day as one says it.
pub(crate) fn say(value: &Value, template: Option<&ObligationTemplate>) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => label(text, template),
        Value::Array(many) => many.iter().map(|one| say(one, template)).collect::<Vec<_>>().join(", "),
        Value::Object(parts) => {
            if let Some(Value::String(text)) = parts.get("text") {
                return text.clone();
            }
            if let Some(Value::String(date)) = parts.get("date") {
                return day_in_words(date).unwrap_or_else(|| date.clone());
            }
            if let Some(number) = numbers::describe(parts) {
                return number;
            }
            parts.iter().map(|(name, part)| format!("{name}: {}", say(part, None))).collect::<Vec<_>>().join(", ")
        }
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Number(number) => number.to_string(),
    }
}

/// A value as a page shows it. What is sent or read by programs has no commas between its digits.
pub(crate) fn display(value: &Value, template: Option<&ObligationTemplate>) -> String {
    let words = say(value, template);
    let is_number = template.is_some_and(|template| template.widget_type == WidgetType::Number);
    if is_number { group_digits(&words) } else { words }
}

fn label(text: &str, template: Option<&ObligationTemplate>) -> String {
    let Some(template) = template else { return text.to_owned() };
    if let Some(day) = day_in_words(text).filter(|_| template.widget_type == WidgetType::Date) {
        return day;
    }
    template.options.iter().find(|option| option.value == text).map_or(text, |option| &option.label).to_owned()
}

/// What the entry field of a widget starts with when a value is held: the machine's form, not the words.
pub(crate) fn entry(value: &Value) -> String {
    match value {
        Value::Object(parts) => {
            parts.get("date").or_else(|| parts.get("value")).or_else(|| parts.get("text")).map_or_else(String::new, entry)
        }
        Value::Array(_) | Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The options that are chosen in a held value.
pub(crate) fn chosen(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Array(many)) => many.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        Some(Value::String(one)) => vec![one.clone()],
        _ => Vec::new(),
    }
}

/// A number as people write it, read by the reader of JSON: the one of the standard library brings tables of 10 kB.
fn decimal(plain: &str) -> Option<Value> {
    let is_digit = |first: char| first.is_ascii_digit();
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.strip_prefix('+').unwrap_or(plain)), |digits| ("-", digits));
    if !digits.strip_prefix('.').unwrap_or(digits).starts_with(is_digit) {
        return None;
    }
    let digits = digits.strip_suffix('.').unwrap_or(digits).trim_start_matches('0');
    let whole = if digits.starts_with(is_digit) { "" } else { "0" };
    serde_json::from_str(&[sign, whole, digits].concat()).ok().filter(Value::is_number)
}

/// What was entered, as a value; or what is wrong with it.
pub(crate) fn read_entry(widget: WidgetType, entry: &str) -> Result<Value, &'static str> {
    let entry = entry.trim();
    match widget {
        WidgetType::Number => {
            let plain = entry.replace(['\u{a0}', ' '], "");
            if let Ok(whole) = plain.parse::<i64>() {
                return Ok(whole.into());
            }
            decimal(&plain).ok_or(words::widget::NO_NUMBER)
        }
        WidgetType::Date => {
            let whole = entry.len() == 10
                && entry
                    .bytes()
                    .enumerate()
                    .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
            if whole { Ok(entry.into()) } else { Err(words::widget::NO_DATE) }
        }
        WidgetType::Text if entry.is_empty() => Err(words::widget::NO_TEXT),
        WidgetType::Choice | WidgetType::Multiselect if entry.is_empty() => Err(words::widget::NOTHING_CHOSEN),
        WidgetType::Multiselect => Ok(Value::Array(vec![entry.into()])),
        WidgetType::Text | WidgetType::Choice => Ok(entry.into()),
    }
}

/// Several chosen options, in the order in which they were offered.
pub(crate) fn read_many(options: &[Choice], chosen: &[String]) -> Result<Value, &'static str> {
    let kept: Vec<Value> =
        options.iter().filter(|option| chosen.contains(&option.value)).map(|option| option.value.clone().into()).collect();
    if kept.is_empty() { Err(words::widget::NOTHING_CHOSEN) } else { Ok(Value::Array(kept)) }
}

/// What the fields of a widget mean: `value` is the one that is chosen or entered, `values` are those at their places; a number keeps
/// the unit of the value that it replaces, or has that of its question.
pub(crate) fn read_fields(
    template: &ObligationTemplate,
    held: Option<&Value>,
    value: &str,
    values: &[String],
) -> Result<Value, String> {
    let read = match template.widget_type {
        WidgetType::Multiselect => read_many(&template.options, values),
        WidgetType::Date => DateFields::read(value, values).value(),
        WidgetType::Number => NumberFields::read(value, values, held, template.unit.as_deref()).value(),
        widget => read_entry(widget, value),
    };
    let value = read.map_err(str::to_owned)?;
    match numbers::exceeded_bounds(template, &value) {
        Some(bounds) => Err(words::widget::out_of_bounds(&template.name(), &bounds)),
        None => Ok(value),
    }
}

/// What a form without scripts sends.
#[cfg(feature = "ssr")]
pub(crate) struct WidgetForm {
    pub(crate) text: String,
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) values: Vec<String>,
}

#[cfg(feature = "ssr")]
impl WidgetForm {
    fn entered(&self, view: &InterviewView, template: &ObligationTemplate) -> Result<Value, CallFault> {
        let held = view.obligation(&template.key).and_then(|one| one.value.as_ref());
        read_fields(template, held, &self.value, &self.values).map_err(CallFault::Refused)
    }
}

/// What a form beside the conversation means: a value by hand, which also settles what is argued about.
#[cfg(feature = "ssr")]
pub(crate) fn set_by_hand(view: &InterviewView, form: &WidgetForm) -> Result<InterviewCommand, CallFault> {
    let template = view.template(&form.key).ok_or_else(|| CallFault::NotFound(words::fault::MISSING.into()))?;
    let (key, value) = (form.key.clone(), form.entered(view, template)?);
    let argued = view.obligation(&key).and_then(|one| one.negotiation.as_ref()).is_some_and(Negotiation::is_active);
    Ok(if argued {
        InterviewCommand::ResolveNegotiation { key, resolution: Resolution::Compromise, final_value: Some(value) }
    } else {
        InterviewCommand::SetValue { key, value }
    })
}

/// The command that a form means. What was changed in the fields beside a confirmation is the answer in its place.
#[cfg(feature = "ssr")]
pub(crate) fn answered(view: &InterviewView, form: WidgetForm) -> Result<InterviewCommand, CallFault> {
    let Some(template) = view.template(&form.key) else {
        return Ok(InterviewCommand::Say { text: form.text, client_message_id: None, widget: None, spoken: None });
    };
    let confirms = confirmed::is_confirmation(&form);
    let held = view.obligation(&template.key).and_then(|one| one.value.as_ref());
    if confirms && confirmed::is_unchanged(&form, template, held) {
        return Ok(InterviewCommand::Say { text: form.text, client_message_id: None, widget: None, spoken: None });
    }
    let value = form.entered(view, template)?;
    let text = if confirms || form.text.trim().is_empty() { say(&value, Some(template)) } else { form.text };
    Ok(InterviewCommand::Say { text, client_message_id: None, widget: Some(WidgetAnswer { key: form.key, value }), spoken: None })
}

#[cfg(test)]
mod tests {
    use super::{entry, read_entry, say};
    use protocol::interview::{ObligationTemplate, WidgetType};
    use serde_json::json;

    #[test]
    fn values_read_like_words() {
        for (value, words) in [
            (json!("dentists"), "dentists"),
            (json!(["a", "b"]), "a, b"),
            (json!({"value": 140, "text": "about 140"}), "about 140"),
            (json!({"value": 12, "unit": "people"}), "12 people"),
            (json!({"min": 20, "max": 30, "unit": "%"}), "20 to 30%"),
            (json!({"max": 10}), "at most 10"),
            (json!({"market": "offices"}), "market: offices"),
            (json!({"date": "2026-06-30", "text": "end of Q2"}), "end of Q2"),
            (json!(12.5), "12.5"),
            (json!(null), ""),
        ] {
            assert_eq!(say(&value, None), words);
        }
        let asked = |widget: WidgetType| -> ObligationTemplate {
            let asked = json!({"key": "k", "fieldPath": "k", "prompt": "?", "collectionType": "direct_question", "widgetType": widget, "priority": 5});
            serde_json::from_value(asked).expect("a template")
        };
        assert_eq!(say(&json!("2027-03-01"), Some(&asked(WidgetType::Date))), "1 March 2027");
        assert_eq!(say(&json!({"date": "2027-03-01"}), None), "1 March 2027");
        assert_eq!(say(&json!("next spring"), Some(&asked(WidgetType::Date))), "next spring");
        assert_eq!(say(&json!("2027-03-01"), Some(&asked(WidgetType::Text))), "2027-03-01", "words stay as they were said");
        assert_eq!(entry(&json!({"date": "2026-06-30", "text": "end of Q2"})), "2026-06-30");
        assert_eq!(entry(&json!({"value": 140, "text": "about 140"})), "140");
    }

    #[test]
    fn entries_are_checked_before_they_are_sent() {
        assert_eq!(read_entry(WidgetType::Number, " 1 200 "), Ok(json!(1200)));
        assert_eq!(read_entry(WidgetType::Number, "3.5"), Ok(json!(3.5)));
        for (entry, number) in [("-0.25", -0.25), (".5", 0.5), ("-.5", -0.5), ("+2.5", 2.5), ("007.5", 7.5), ("1.5e3", 1500.0)] {
            assert_eq!(read_entry(WidgetType::Number, entry), Ok(json!(number)), "{entry}");
        }
        for entry in ["many", "NaN", "inf", "", "-", ".", "-.", "e5", "--1.5", "1.5.2", "1e999", "1.5 EUR"] {
            assert!(read_entry(WidgetType::Number, entry).is_err(), "{entry}");
        }
        assert_eq!(read_entry(WidgetType::Date, "2026-06-30"), Ok(json!("2026-06-30")));
        assert!(read_entry(WidgetType::Date, "30.06.2026").is_err());
        assert!(read_entry(WidgetType::Text, "  ").is_err());
    }
}
