//! Reads a definition so that every fault is named, not just the first.

use super::validate::faults;
use crate::{Fault, Refusal};
use protocol::interview::{Choice, Completion, ObjectiveDefinition, ObligationTemplate, Phases};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

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

/// Reads and checks the questions of a pool: they must work by themselves.
///
/// # Errors
/// A refusal that names every fault with its field.
pub fn parse_pool(obligations: &Value) -> Result<Vec<ObligationTemplate>, Refusal> {
    let config = json!({
        "displayName": "pool", "obligations": obligations, "completion": {"minObligationsSatisfied": 0},
    });
    let read = parse(&config).map_err(|mut refusal| {
        for fault in &mut refusal.faults {
            fault.field = fault.field.trim_start_matches("config.").to_owned();
        }
        refusal.detail = refusal.detail.replace("the objective", "the pool");
        refusal
    })?;
    Ok(read.obligations)
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

/// Those that can be read; a fault for each part that cannot.
fn obligations(fields: &Map<String, Value>, found: &mut Vec<Fault>) -> Vec<ObligationTemplate> {
    let Some(Value::Array(items)) = fields.get("obligations") else {
        found.push(Fault::new("config.obligations", "obligations must be a list"));
        return Vec::new();
    };
    if items.len() > MOST {
        found.push(Fault::new("config.obligations", format!("{} obligations, at most {MOST} are possible", items.len())));
        return Vec::new();
    }
    items.iter().enumerate().filter_map(|(index, item)| one(index, item, found)).collect()
}

/// A part that cannot be read is named and left out, so that what is wrong with the others is named as well.
fn one(index: usize, item: &Value, found: &mut Vec<Fault>) -> Option<ObligationTemplate> {
    let Value::Object(given) = item else {
        found.push(Fault::new(format!("config.obligations[{index}]"), "an obligation must be an object"));
        return None;
    };
    let place = match given.get("key").and_then(Value::as_str) {
        Some(key) => format!("config.obligations.{}", key.chars().take(60).collect::<String>()),
        None => format!("config.obligations[{index}]"),
    };
    let mut readable = given.clone();
    for (name, kind) in PARTS {
        let required = STAND_IN.iter().find(|(of, _)| *of == name);
        let fault = match given.get(name) {
            None | Some(Value::Null) => required.map(|_| format!("{name} is missing")),
            Some(part) => kind.fault(name, part),
        };
        if fault.is_some() || given.get(name).is_some_and(Value::is_null) {
            readable.remove(name);
            if let Some((_, stand_in)) = required {
                let stand_in = stand_in.parse::<u8>().map_or_else(|_| json!(stand_in), Value::from);
                readable.insert(name.to_owned(), stand_in);
            } else if matches!(kind, Part::Options) && fault.is_some() {
                readable.insert(name.to_owned(), json!(["unreadable"]));
            }
        }
        found.extend(fault.map(|fault| Fault::new(format!("{place}.{name}"), fault)));
    }
    found.extend(
        given.keys().filter_map(|name| misspelt(name)).map(|(name, meant)| {
            Fault::new(format!("{place}.{name}"), format!("{name} is not read: the field is called {meant}"))
        }),
    );
    given.get("key")?.as_str()?;
    match serde_json::from_value(Value::Object(readable)) {
        Ok(template) => Some(template),
        Err(fault) => {
            found.push(Fault::new(place, fault.to_string()));
            None
        }
    }
}

/// A name that differs from one that is read only in case, underscores or hyphens, and that one. Other names may be notes of
/// whoever keeps the definition.
fn misspelt(name: &str) -> Option<(&str, &'static str)> {
    let letters = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let given = letters(name);
    PARTS.iter().find(|(known, _)| *known != name && letters(known) == given).map(|(known, _)| (name, *known))
}

#[derive(Clone, Copy)]
enum Part {
    Text,
    Texts,
    Options,
    Number,
    Priority,
    Attempts,
    OneOf(&'static [&'static str]),
}

/// What an obligation must have, each with something readable in its place while faults are collected.
const STAND_IN: [(&str, &str); 6] = [
    ("key", ""),
    ("fieldPath", "unreadable"),
    ("prompt", "unreadable"),
    ("collectionType", "direct_question"),
    ("widgetType", "text"),
    ("priority", "1"),
];

const PARTS: [(&str, Part); 22] = [
    ("key", Part::Text),
    ("fieldPath", Part::Text),
    ("prompt", Part::Text),
    ("collectionType", Part::OneOf(&["direct_question", "inferred", "research"])),
    ("widgetType", Part::OneOf(&["text", "choice", "multiselect", "date", "number"])),
    ("options", Part::Options),
    ("unit", Part::Text),
    ("min", Part::Number),
    ("max", Part::Number),
    ("dependencies", Part::Texts),
    ("priority", Part::Priority),
    ("satisfiedWhen", Part::Text),
    ("category", Part::Text),
    ("expertiseRequired", Part::Text),
    ("maxAttempts", Part::Attempts),
    ("label", Part::Text),
    ("description", Part::Text),
    ("why", Part::Text),
    ("examples", Part::Texts),
    ("rephrasings", Part::Texts),
    ("followUpStrategy", Part::Text),
    ("poolId", Part::Text),
];

impl Part {
    fn fault(self, name: &str, part: &Value) -> Option<String> {
        let texts = || part.as_array().is_some_and(|items| items.iter().all(Value::is_string));
        let options = || part.as_array().is_some_and(|items| items.iter().all(|item| Choice::deserialize(item).is_ok()));
        let (fits, wanted) = match self {
            Self::Text => (part.is_string(), "a text".to_owned()),
            Self::Texts => (texts(), "a list of texts".to_owned()),
            Self::Options => (options(), "a list of texts or {value, label, synonyms}".to_owned()),
            Self::Number => (part.is_number(), "a number".to_owned()),
            Self::Priority => {
                (part.as_u64().is_some_and(|number| (1..=10).contains(&number)), "a whole number from 1 to 10".into())
            }
            Self::Attempts => (part.as_u64().is_some_and(|number| number <= 100), "a whole number from 1 to 100".into()),
            Self::OneOf(names) => {
                (part.as_str().is_some_and(|name| names.contains(&name)), format!("one of {}", names.join(", ")))
            }
        };
        let shown: String = part.to_string().chars().take(60).collect();
        (!fits).then(|| format!("{name} must be {wanted}, not {shown}"))
    }
}
