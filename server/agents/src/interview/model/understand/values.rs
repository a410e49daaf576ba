//! A proposed value against the words it is said to come from.

use super::{
    denied::is_denied,
    form_of_answer::{ModelManner, ModelValue},
    place::place,
};
use crate::interview::{model::words::plain, rules::understand::understand};
use domain::interview::{
    Finding, Heard, Manner, Quote,
    value::{is_day, normalize, same},
};
use protocol::{
    Confidence,
    interview::{Asking, ObligationTemplate, WidgetType, WorkingMemory},
};
use serde_json::{Map, Value, json};
use std::ops::Range;

/// How sure a value is that nobody but the model sees in the words: it is read back.
const ALONE: Confidence = Confidence::hundredths(65);

/// The finding, unless the key is unknown, the quote is not in the message, or the value does not fit or is denied by the words.
pub(super) fn finding(heard: &Heard, said: &ModelValue) -> Option<Finding> {
    let template = heard.definition.obligations.iter().find(|one| one.key == said.key)?;
    let at = place(&heard.text, &said.quote)?;
    let quote = &heard.text[at.clone()];
    let (value, literal) = match template.widget_type {
        WidgetType::Text => words(said, quote)?,
        WidgetType::Number => (number(said, quote)?, false),
        WidgetType::Date => (date(said, quote)?, false),
        WidgetType::Choice => (json!(said.value.as_deref()?), false),
        WidgetType::Multiselect => (several(said)?, false),
    };
    // A number beyond its bounds is asked back about by whoever decides.
    let value = strip_denied(template, &heard.text, &at, normalize(template, &value).ok()?)?;
    let manner = manner(heard, said);
    let alone = !literal
        && (template.widget_type == WidgetType::Text
            || !(names_itself(template, &value, quote) || read_alike(heard, template, &value, quote)));
    let confidence = if alone { manner.confidence().min(ALONE) } else { manner.confidence() };
    let manner = if alone { doubtful(manner) } else { manner };
    Some(Finding { key: said.key.clone(), value, confidence, manner, quote: Quote { turn: None, start: at.start, end: at.end } })
}

fn manner(heard: &Heard, said: &ModelValue) -> Manner {
    let holds = heard.held.iter().any(|one| one.key == said.key && one.value.is_some());
    match said.manner {
        ModelManner::Direct if heard.asked.as_ref().is_some_and(|(key, _)| *key != said.key) => Manner::Explicit,
        ModelManner::Explicit => Manner::Explicit,
        ModelManner::Direct => Manner::Direct,
        ModelManner::Corrected if holds => Manner::Corrected,
        ModelManner::Corrected => Manner::Explicit,
        ModelManner::Implied => Manner::Implied,
        ModelManner::Hedged => Manner::Hedged,
        ModelManner::Vague => Manner::Vague,
    }
}

fn doubtful(manner: Manner) -> Manner {
    match manner {
        Manner::Hedged | Manner::Vague => manner,
        _ => Manner::Implied,
    }
}

/// The person's own words and whether they are what was proposed: words that the quote does not hold give way to the quote.
fn words(said: &ModelValue, quote: &str) -> Option<(Value, bool)> {
    let proposed = said.value.as_deref()?.trim();
    let said_words: Vec<String> = plain(quote).collect();
    let carried = plain(proposed).next().is_some() && plain(proposed).all(|word| said_words.contains(&word));
    let kept = if carried { proposed } else { quote.trim() };
    (!kept.is_empty()).then(|| (json!(kept), carried))
}

fn number(said: &ModelValue, quote: &str) -> Option<Value> {
    let parsed =
        |text: &str| text.trim().replace([',', '_', ' ', '\u{a0}', '\u{202f}'], "").parse::<f64>().ok().and_then(plain_number);
    let mut fields = Map::from_iter([("text".to_owned(), json!(quote))]);
    match (said.value.as_deref().and_then(parsed), said.upper.as_deref().and_then(parsed)) {
        (Some(min), Some(max)) if min.as_f64() < max.as_f64() => fields.extend([("min".into(), min), ("max".into(), max)]),
        (Some(value), _) => fields.extend([("value".into(), value)]),
        (None, _) => return None,
    }
    // A unit that was not said is nobody's.
    let unit = said.unit.as_deref().map(str::trim).filter(|unit| !unit.is_empty() && unit.len() <= 40);
    fields.extend(unit.map(|unit| ("unit".into(), json!(unit))));
    Some(Value::Object(fields))
}

fn plain_number(number: f64) -> Option<Value> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
    let value = if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) };
    number.is_finite().then_some(value)
}

/// A day with the words it was said in, or these words alone.
fn date(said: &ModelValue, quote: &str) -> Option<Value> {
    let day = said.value.as_deref()?.trim();
    if !is_day(day) {
        return Some(json!({"text": quote}));
    }
    let mut fields = json!({"date": day, "text": quote});
    if let Some(end) = said.upper.as_deref().map(str::trim).filter(|end| is_day(end) && *end > day) {
        fields["end"] = json!(end);
    }
    Some(fields)
}

fn several(said: &ModelValue) -> Option<Value> {
    let one = said.value.as_ref().filter(|_| said.several.is_empty());
    let all: Vec<&String> = said.several.iter().chain(one).collect();
    (!all.is_empty()).then(|| json!(all))
}

/// The value without options that the words only deny.
fn strip_denied(template: &ObligationTemplate, text: &str, quote: &Range<usize>, value: Value) -> Option<Value> {
    let denied = |picked: &Value| {
        let mut options = template.options.iter().filter(|option| picked.as_str() == Some(&option.value));
        options.any(|option| is_denied(text, quote, option, &template.options))
    };
    match value {
        Value::Array(mut picked) => {
            picked.retain(|one| !denied(one));
            (!picked.is_empty()).then_some(Value::Array(picked))
        }
        value => (!denied(&value)).then_some(value),
    }
}

/// Whether the quote names every option that was picked.
fn names_itself(template: &ObligationTemplate, value: &Value, quote: &str) -> bool {
    let said: Vec<String> = plain(quote).collect();
    let named = |picked: &Value| {
        template.options.iter().filter(|option| picked.as_str() == Some(&option.value)).any(|option| {
            std::iter::once(&option.value).chain([&option.label]).chain(&option.synonyms).any(|name| {
                let name: Vec<String> = plain(name).collect();
                !name.is_empty() && said.windows(name.len()).any(|part| part == name)
            })
        })
    };
    match value {
        Value::Array(picked) => picked.iter().all(named),
        Value::String(_) => named(value),
        _ => false,
    }
}

/// Whether the rules read the same value in the quote, if it answered the question for it.
fn read_alike(heard: &Heard, template: &ObligationTemplate, value: &Value, quote: &str) -> bool {
    let alone = Heard {
        tenant: heard.tenant,
        session: heard.session,
        definition: heard.definition.clone(),
        held: Vec::new(),
        asked: Some((template.key.clone(), Asking::Question)),
        history: Vec::new(),
        text: quote.to_owned(),
        memory: WorkingMemory::default(),
        today: heard.today,
        imported: false,
        ranked: Vec::new(),
    };
    understand(&alone)
        .findings
        .iter()
        .filter(|one| one.key == template.key)
        .any(|one| normalize(template, &one.value).is_ok_and(|read| same(&read, value)))
}
