//! Reads a definition so that every fault is named, not just the first.

use super::validate::faults;
use crate::{Fault, Refusal};
use protocol::interview::{Completion, ObjectiveDefinition, ObligationTemplate, Phases};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The most obligations one objective may have.
const MOST: usize = 200;

/// Reads and checks a `DiscoveryObjectiveDefinition`.
///
/// # Errors
/// A refusal that names every fault with its field.
pub fn parse(config: &Value) -> Result<ObjectiveDefinition, Refusal> {
    let mut found = Vec::new();
    let Value::Object(fields) = config else {
        return Err(Refusal::invalid("config", "config must be an object"));
    };
    let display_name = text(fields, "displayName", true, &mut found);
    let description = text(fields, "description", false, &mut found);
    let phases: Phases = part(fields, "phases", &mut found);
    let completion: Completion = part(fields, "completion", &mut found);
    let obligations = obligations(fields, &mut found);
    let definition = ObjectiveDefinition { display_name, description, obligations, phases, completion };
    found.extend(faults(&definition, fields));
    if found.is_empty() {
        return Ok(definition);
    }
    let detail = match found.as_slice() {
        [one] => format!("the objective cannot work: {}", one.message),
        many => format!("the objective cannot work, {} things are wrong", many.len()),
    };
    Err(Refusal::faults(detail, found))
}

fn text(fields: &Map<String, Value>, name: &str, required: bool, found: &mut Vec<Fault>) -> String {
    match fields.get(name) {
        Some(Value::String(text)) if !required || !text.trim().is_empty() => text.clone(),
        None | Some(Value::Null) if !required => String::new(),
        None | Some(Value::Null) => {
            found.push(Fault::new(format!("config.{name}"), format!("{name} is missing")));
            String::new()
        }
        Some(_) => {
            found.push(Fault::new(format!("config.{name}"), format!("{name} must be a text that is not empty")));
            String::new()
        }
    }
}

fn part<T: DeserializeOwned + Default>(fields: &Map<String, Value>, name: &str, found: &mut Vec<Fault>) -> T {
    let Some(value) = fields.get(name).filter(|value| !value.is_null()) else { return T::default() };
    T::deserialize(value).unwrap_or_else(|fault| {
        found.push(Fault::new(format!("config.{name}"), fault.to_string()));
        T::default()
    })
}

/// Those that can be read; a fault for each that cannot.
fn obligations(fields: &Map<String, Value>, found: &mut Vec<Fault>) -> Vec<ObligationTemplate> {
    let Some(Value::Array(items)) = fields.get("obligations") else {
        found.push(Fault::new("config.obligations", "obligations must be a list"));
        return Vec::new();
    };
    if items.len() > MOST {
        found.push(Fault::new("config.obligations", format!("{} obligations, at most {MOST} are possible", items.len())));
        return Vec::new();
    }
    let mut read = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        match one(item) {
            Ok(template) => read.push(template),
            Err(message) => found.push(Fault::new(format!("config.obligations[{index}]"), message)),
        }
    }
    read
}

/// A priority outside the numbers that fit is a fault like any other, not a reason to give up reading.
fn one(item: &Value) -> Result<ObligationTemplate, String> {
    let mut item = item.clone();
    if let Some(priority) = item.get_mut("priority") {
        let fits = priority.as_u64().is_some_and(|number| (1..=10).contains(&number));
        if !fits {
            return Err(format!("priority must be a whole number from 1 to 10, not {priority}"));
        }
    }
    serde_json::from_value(item).map_err(|fault| fault.to_string())
}
