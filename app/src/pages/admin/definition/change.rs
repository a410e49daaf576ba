//! Changes to a definition as plain JSON. What the form knows nothing of stays as it was.

use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The texts of a question's options, one a line: `value`, or `value | label` where they differ.
const OPTIONS: &str = "options";
const DEPENDENCIES: &str = "dependencies";
/// Not a part of a question but whether the objective needs it.
pub(super) const REQUIRED: &str = "required";
const NUMBERS: [&str; 6] = ["priority", "maxAttempts", "min", "max", "minObligationsSatisfied", "minConfidenceScore"];
/// Parts that may be empty but not missing.
const LASTING: [&str; 4] = ["key", "fieldPath", "prompt", "displayName"];
/// In which order the parts of objects are written; others come after them by the alphabet.
const ORDER: [&str; 29] = [
    "displayName", "description", "key", "label", "fieldPath", "prompt", "description", "why", "collectionType", "widgetType",
    OPTIONS, "unit", "min", "max", DEPENDENCIES, "priority", "satisfiedWhen", "category", "expertiseRequired", "maxAttempts",
    "examples", "rephrasings", "followUpStrategy", "obligations", "completion", "requiredObligations", "minObligationsSatisfied",
    "minConfidenceScore", "phases",
];

pub(super) fn questions(of: &Value) -> &[Value] {
    of.get("obligations").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A part of a question as a field shows it.
pub(super) fn part(of: &Value, at: usize, name: &str) -> String {
    let Some(question) = questions(of).get(at) else { return String::new() };
    if name == REQUIRED {
        let known = required(of).any(|key| Some(key) == question.get("key").and_then(Value::as_str));
        return if known { "true".to_owned() } else { String::new() };
    }
    format_value(question.get(name))
}

/// A part of the whole: `displayName`, or `completion.minConfidenceScore`.
pub(super) fn whole(of: &Value, path: &str) -> String {
    format_value(path.split('.').try_fold(of, |of, name| of.get(name)))
}

fn format_value(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().map(line).collect::<Vec<_>>().join("\n"),
        Some(other) => other.to_string(),
    }
}

fn line(item: &Value) -> String {
    let text = |name: &str| item.get(name).and_then(Value::as_str);
    match (item, text("value"), text("label")) {
        (Value::String(text), ..) => text.clone(),
        (_, Some(value), Some(label)) if value != label => format!("{value} | {label}"),
        (_, Some(value), _) => value.to_owned(),
        (other, ..) => other.to_string(),
    }
}

fn required(of: &Value) -> impl Iterator<Item = &str> {
    let list = of.get("completion").and_then(|completion| completion.get("requiredObligations")).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str)
}

/// Sets a part of a question to what was entered. When a key changes, all references to it change too.
pub(super) fn set_part(of: &mut Value, at: usize, name: &str, entered: &str) {
    let key = part(of, at, "key");
    if name == REQUIRED {
        names(of, |list| {
            list.retain(|one| one.as_str() != Some(&key));
            if !entered.is_empty() {
                list.push(json!(key));
            }
        });
        return;
    }
    let options = questions(of).get(at).and_then(|question| question.get(OPTIONS)).cloned().unwrap_or_default();
    let Some(question) = list(of).get_mut(at).and_then(Value::as_object_mut) else { return };
    let lines = || entered.lines().map(str::trim).filter(|line| !line.is_empty());
    match name {
        OPTIONS => put(question, name, lines().map(|line| option(line, &options)).collect()),
        DEPENDENCIES => put(
            question,
            name,
            lines().flat_map(|line| line.split([',', ' '])).filter(|key| !key.is_empty()).map(Value::from).collect(),
        ),
        _ => enter(question, name, entered),
    }
    if name == "key" && !key.is_empty() {
        rename(of, &key, entered.trim());
    }
}

/// Sets a part of the whole.
pub(super) fn set_whole(of: &mut Value, path: &str, entered: &str) {
    let (parent, name) = path.rsplit_once('.').map_or((None, path), |(parent, name)| (Some(parent), name));
    let Some(fields) = of.as_object_mut() else { return };
    match parent {
        None => enter(fields, name, entered),
        Some(parent) => {
            let inner = fields.entry(parent).or_insert_with(|| json!({}));
            if let Some(inner) = inner.as_object_mut() {
                enter(inner, name, entered);
            }
        }
    }
}

/// Adds a question at the end; answers where it is.
pub(super) fn add(of: &mut Value) -> usize {
    let count = questions(of).len();
    let free = |number: &usize| questions(of).iter().all(|one| one.get("key") != Some(&json!(format!("question_{number}"))));
    let key = format!("question_{}", (count + 1..).find(free).unwrap_or(count + 1));
    list(of).push(json!({
        "key": key, "fieldPath": key, "prompt": "", "collectionType": "direct_question", "widgetType": "text", "priority": 5,
    }));
    count
}

/// Removes a question and all references to it.
pub(super) fn remove(of: &mut Value, at: usize) {
    let key = part(of, at, "key");
    if at < questions(of).len() {
        list(of).remove(at);
    }
    if questions(of).iter().any(|one| one.get("key").and_then(Value::as_str) == Some(&key)) {
        return;
    }
    names(of, |list| list.retain(|one| one.as_str() != Some(&key)));
    for question in list(of) {
        if let Some(list) = question.get_mut(DEPENDENCIES).and_then(Value::as_array_mut) {
            list.retain(|one| one.as_str() != Some(&key));
        }
    }
}

/// Moves a question to another place.
pub(super) fn shift(of: &mut Value, from: usize, to: usize) {
    let list = list(of);
    if from < list.len() && to < list.len() {
        let one = list.remove(from);
        list.insert(to, one);
    }
}

/// Formats a definition as text, in the order in which people write definitions.
pub(super) fn format_definition(of: &Value) -> String {
    let mut out = String::new();
    write(of, 0, &mut out);
    out
}

fn write(of: &Value, depth: usize, out: &mut String) {
    let indent = |out: &mut String, depth: usize| out.extend(std::iter::once("\n").chain(std::iter::repeat_n("  ", depth)));
    match of {
        Value::Object(fields) if !fields.is_empty() => {
            let rank = |name: &str| ORDER.iter().position(|one| *one == name).unwrap_or(ORDER.len());
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
            for (number, name) in names.into_iter().enumerate() {
                out.push(if number == 0 { '{' } else { ',' });
                indent(out, depth + 1);
                let _infallible = write!(out, "{}: ", json!(name));
                write(&fields[name], depth + 1, out);
            }
            indent(out, depth);
            out.push('}');
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (number, item) in items.iter().enumerate() {
                out.push(if number == 0 { '[' } else { ',' });
                indent(out, depth + 1);
                write(item, depth + 1, out);
            }
            indent(out, depth);
            out.push(']');
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            let _infallible = write!(out, "[{}]", items.join(", "));
        }
        other => {
            let _infallible = write!(out, "{other}");
        }
    }
}

fn list(of: &mut Value) -> &mut Vec<Value> {
    if !of.is_object() {
        *of = json!({});
    }
    let list = &mut of["obligations"];
    if !list.is_array() {
        *list = json!([]);
    }
    match list {
        Value::Array(list) => list,
        _ => unreachable!("it was just made a list"),
    }
}

/// The list of what is required.
fn names(of: &mut Value, change: impl FnOnce(&mut Vec<Value>)) {
    let Some(completion) = of.as_object_mut().map(|fields| fields.entry("completion").or_insert_with(|| json!({}))) else {
        return;
    };
    let Some(fields) = completion.as_object_mut() else { return };
    let list = fields.entry("requiredObligations").or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        change(list);
    }
}

fn rename(of: &mut Value, from: &str, to: &str) {
    let renamed = |one: &mut Value| {
        if one.as_str() == Some(from) {
            *one = json!(to);
        }
    };
    if of.get("completion").is_some() {
        names(of, |list| list.iter_mut().for_each(renamed));
    }
    for question in list(of) {
        if let Some(list) = question.get_mut(DEPENDENCIES).and_then(Value::as_array_mut) {
            list.iter_mut().for_each(renamed);
        }
    }
}

/// An option as entered; one that was there before keeps what the form does not show.
fn option(line: &str, before: &Value) -> Value {
    let (value, label) = line.split_once('|').map_or((line, None), |(value, label)| (value.trim(), Some(label.trim())));
    let known = before.as_array().into_iter().flatten().find(|one| one.get("value").and_then(Value::as_str) == Some(value));
    match (known, label) {
        (Some(known), _) => {
            let mut known = known.clone();
            known["label"] = json!(label.unwrap_or(value));
            known
        }
        (None, Some(label)) => json!({"value": value, "label": label}),
        (None, None) => json!(value),
    }
}

fn put(fields: &mut Map<String, Value>, name: &str, items: Vec<Value>) {
    if items.is_empty() {
        fields.remove(name);
    } else {
        fields.insert(name.to_owned(), Value::Array(items));
    }
}

/// What is no number where one belongs stays text, so that it is named as a fault.
fn enter(fields: &mut Map<String, Value>, name: &str, entered: &str) {
    let text = if name == "key" { entered.trim() } else { entered };
    if text.trim().is_empty() && !LASTING.contains(&name) {
        fields.remove(name);
        return;
    }
    let number = NUMBERS.contains(&name).then(|| text.trim().parse::<serde_json::Number>().ok()).flatten();
    fields.insert(name.to_owned(), number.map_or_else(|| json!(text), Value::Number));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Value {
        json!({
            "displayName": "Café", "completion": {"requiredObligations": ["goods"], "minObligationsSatisfied": 1},
            "obligations": [
                {"key": "goods", "prompt": "What?", "priority": 7, "widgetType": "choice", "note": "kept",
                 "options": ["tea", {"value": "cake", "label": "Cakes", "synonyms": ["pie"]}]},
                {"key": "price", "prompt": "How much?", "dependencies": ["goods"]},
            ],
        })
    }

    #[test]
    fn parts_are_shown_and_set() {
        let mut of = sample();
        assert_eq!((part(&of, 0, "priority").as_str(), part(&of, 0, REQUIRED).as_str()), ("7", "true"));
        assert_eq!(part(&of, 0, "options"), "tea\ncake | Cakes");
        set_part(&mut of, 0, "options", "cake | Pastry\nsoup\n");
        assert_eq!(of["obligations"][0]["options"], json!([{"value": "cake", "label": "Pastry", "synonyms": ["pie"]}, "soup"]));
        set_part(&mut of, 0, "priority", "high");
        assert_eq!(of["obligations"][0]["priority"], json!("high"), "named as a fault, not lost");
        set_part(&mut of, 0, "priority", "9");
        set_part(&mut of, 0, "prompt", "");
        set_part(&mut of, 0, "label", "");
        assert_eq!((&of["obligations"][0]["priority"], &of["obligations"][0]["prompt"]), (&json!(9), &json!("")));
        assert_eq!(of["obligations"][0]["note"], "kept");
        set_part(&mut of, 1, REQUIRED, "true");
        set_part(&mut of, 0, REQUIRED, "");
        assert_eq!(of["completion"]["requiredObligations"], json!(["price"]));
        set_whole(&mut of, "completion.minConfidenceScore", "0.7");
        assert_eq!(whole(&of, "completion.minConfidenceScore"), "0.7");
    }

    #[test]
    fn a_renamed_or_removed_key_is_followed() {
        let mut of = sample();
        set_part(&mut of, 0, "key", "offer");
        assert_eq!(
            (&of["obligations"][1]["dependencies"], &of["completion"]["requiredObligations"]),
            (&json!(["offer"]), &json!(["offer"]))
        );
        remove(&mut of, 0);
        assert_eq!((&of["obligations"][0]["dependencies"], &of["completion"]["requiredObligations"]), (&json!([]), &json!([])));
    }

    #[test]
    fn questions_are_added_and_moved() {
        let mut of = json!({});
        assert_eq!((add(&mut of), add(&mut of)), (0, 1));
        shift(&mut of, 1, 0);
        shift(&mut of, 0, 9);
        assert_eq!((part(&of, 0, "key").as_str(), part(&of, 1, "key").as_str()), ("question_2", "question_1"));
        remove(&mut of, 0);
        assert_eq!(add(&mut of), 1);
        assert_eq!(part(&of, 1, "key"), "question_2");
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        let of = sample();
        let text = format_definition(&of);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), of);
        assert!(
            text.starts_with("{\n  \"displayName\": \"Café\",\n  \"obligations\": [\n    {\n      \"key\": \"goods\""),
            "{text}"
        );
    }
}
