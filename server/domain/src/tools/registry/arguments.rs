//! The arguments of a call, checked against what the tool takes.

use super::{Form, Tool};
use crate::{Fault, Refusal};
use serde_json::{Map, Value};

/// What a tool was given; what it takes and was not given has its usual value.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    tool: &'static str,
    given: Map<String, Value>,
    counts: Vec<(&'static str, usize)>,
}

/// The longest query, in bytes, and the most that any argument may be made of.
pub const LONGEST_QUERY: usize = 100_000;

impl Arguments {
    /// # Errors
    /// Naming every argument that is missing, not of its form, or unknown.
    pub fn read(tool: &'static Tool, given: &Value) -> Result<Self, Refusal> {
        let given = match given {
            Value::Null => Map::new(),
            Value::Object(fields) => fields.clone(),
            _ => return Err(Refusal::invalid("arguments", "the arguments are a JSON object")),
        };
        let (mut faults, mut counts) = (Vec::new(), Vec::new());
        for argument in tool.takes {
            let value = given.get(argument.name).filter(|value| !value.is_null());
            match (value, argument.form) {
                (None, _) if argument.required => {
                    faults.push(Fault::new(argument.name, format!("{} is missing: {}", argument.name, argument.about)));
                }
                (None, Form::Count { usual, .. }) => counts.push((argument.name, usual)),
                (None, _) => {}
                (Some(value), Form::Count { most, .. }) => match count(value).filter(|number| (1..=most).contains(number)) {
                    Some(number) => counts.push((argument.name, number)),
                    None => faults.push(Fault::new(argument.name, format!("a whole number from 1 to {most}"))),
                },
                (Some(value), form) => {
                    if let Err(wanted) = fits(form, value) {
                        faults.push(Fault::new(argument.name, wanted));
                    }
                }
            }
        }
        for name in given.keys().filter(|name| !tool.takes.iter().any(|argument| argument.name == *name)) {
            let known: Vec<&str> = tool.takes.iter().map(|argument| argument.name).collect();
            let known = if known.is_empty() { "no arguments".to_owned() } else { known.join(", ") };
            faults.push(Fault::new(name, format!("{} does not know this argument; it takes {known}", tool.name)));
        }
        if faults.is_empty() {
            return Ok(Self { tool: tool.name, given, counts });
        }
        let detail = faults.iter().map(|fault| format!("{}: {}", fault.field, fault.message)).collect::<Vec<_>>().join("; ");
        Err(Refusal::faults(detail, faults))
    }

    /// A text; empty where none was given.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.maybe_text(name).unwrap_or_default()
    }

    #[must_use]
    pub fn maybe_text(&self, name: &str) -> Option<&str> {
        self.given.get(name).and_then(Value::as_str)
    }

    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        let known = self.counts.iter().find(|(known, _)| *known == name);
        debug_assert!(known.is_some(), "{} takes no {name}", self.tool);
        known.map_or(1, |(_, count)| *count)
    }

    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        self.given.get(name).and_then(Value::as_f64)
    }

    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.given.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    #[must_use]
    pub fn texts(&self, name: &str) -> Vec<&str> {
        self.given.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    #[must_use]
    pub fn value(&self, name: &str) -> &Value {
        self.given.get(name).unwrap_or(&Value::Null)
    }
}

/// Models write numbers as texts now and then.
fn count(value: &Value) -> Option<usize> {
    match value {
        Value::Number(number) => number.as_u64().and_then(|number| usize::try_from(number).ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The bytes of all texts in it.
fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(length).sum(),
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + length(value)).sum(),
        _ => 0,
    }
}

fn fits(form: Form, value: &Value) -> Result<(), String> {
    if length(value) > LONGEST_QUERY {
        return Err(format!("it has at most {LONGEST_QUERY} bytes"));
    }
    match (form, value) {
        (Form::Text, Value::String(text)) if text.trim().is_empty() => Err("it is empty".into()),
        (Form::Text, Value::String(_))
        | (Form::Number, Value::Number(_))
        | (Form::Flag, Value::Bool(_))
        | (Form::Anything | Form::Count { .. }, _) => Ok(()),
        (Form::Texts(most), Value::Array(items)) => {
            let sound = (1..=most).contains(&items.len()) && items.iter().all(Value::is_string);
            if sound { Ok(()) } else { Err(format!("a list of 1 to {most} texts")) }
        }
        (Form::Text, _) => Err("a text is needed".into()),
        (Form::Number, _) => Err("a number is needed".into()),
        (Form::Flag, _) => Err("true or false is needed".into()),
        (Form::Texts(most), _) => Err(format!("a list of 1 to {most} texts")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(tool: &str, given: &Value) -> Result<Arguments, Refusal> {
        Arguments::read(Tool::named(tool).expect("a tool"), given)
    }

    #[test]
    fn what_is_not_given_has_its_usual_value() {
        let arguments = read("search_tables", &json!({"query": "sales"})).expect("sound");
        assert_eq!((arguments.text("query"), arguments.count("limit")), ("sales", 5));
        assert_eq!(read("search_tables", &json!({"query": "sales", "limit": "7"})).expect("sound").count("limit"), 7);
        assert_eq!(read("search_skills", &json!({"query": "x", "limit": null})).expect("sound").count("limit"), 3);
        assert!(read("list_databases", &Value::Null).is_ok());
    }

    #[test]
    fn every_fault_is_named() {
        let refusal = read("search_tables", &json!({"limit": 0, "extra": 1})).expect_err("wrong");
        let fields: Vec<&str> = refusal.faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(fields, ["query", "limit", "extra"]);
        assert!(refusal.detail.contains("it takes query, limit"), "{refusal}");
        for (tool, wrong) in [
            ("get_document", json!({"name": 7})),
            ("get_document", json!({"name": " "})),
            ("lookup_schema", json!({"tables": []})),
            ("lookup_schema", json!({"tables": "a"})),
            ("verify_claim", json!({"claim": "a", "claimed_value": "7"})),
            ("extract_facts_from_text", json!({"text": "a", "save": "yes"})),
            ("list_databases", json!({"a": 1})),
            ("list_databases", json!([1])),
            ("get_document", json!({"name": "x".repeat(LONGEST_QUERY + 1)})),
            ("lookup_schema", json!({"tables": ["a", "x".repeat(LONGEST_QUERY)]})),
            ("add_fact", json!({"name": "a", "value": {"x".repeat(LONGEST_QUERY + 1): 1}})),
        ] {
            assert!(read(tool, &wrong).is_err(), "{tool} {wrong}");
        }
    }
}
