//! What an interview gives a run that follows from it: a goal, and values for the project's profile (seed 002). Asks know these values
//! with the words that they were said in.

use crate::{Refusal, ask::KnownFact, interview::value::format_for_reading};
use protocol::interview::{InterviewView, Obligation, ObligationTemplate, Status};
use serde_json::{Map, Value, json};

/// The longest goal of a run, in characters.
const LONGEST_GOAL: usize = 4_000;
/// Where the values go.
const INTERVIEW: &str = "interview";
/// Where they came from: what stands here as it was written may be written anew, all else was typed by somebody.
const ORIGIN: &str = "interview_origin";

/// What the interview's newest summary says; where nobody summed it up, its answers. Empty where it has none.
#[must_use]
pub fn goal_from(view: &InterviewView) -> String {
    let text = match view.summaries.last() {
        Some(summary) => summary.text.trim().to_owned(),
        None => {
            let lines = satisfied(view).filter_map(|(template, one)| {
                let value = format_for_reading(template, one.value.as_ref()?);
                Some(format!("{}: {}", template.name(), value.split_whitespace().collect::<Vec<_>>().join(" ")))
            });
            lines.collect::<Vec<_>>().join("\n")
        }
    };
    text.chars().take(LONGEST_GOAL).collect::<String>().trim().to_owned()
}

/// The project's profile with the values of satisfied obligations under `interview.<fieldPath>`, and the paths that are new. Never
/// over what somebody typed. None where nothing changes.
///
/// # Errors
/// The profile would be longer than `longest` bytes.
pub fn fill_profile(profile: &Value, view: &InterviewView, longest: usize) -> Result<Option<(Value, Vec<String>)>, Refusal> {
    let mut filled = profile.as_object().cloned().unwrap_or_default();
    let mut origin = match filled.get(ORIGIN) {
        Some(Value::Object(origin)) => origin.get("values").and_then(Value::as_object).cloned().unwrap_or_default(),
        _ => Map::new(),
    };
    let mut facts = filled.get(ORIGIN).and_then(|origin| origin["facts"].as_object()).cloned().unwrap_or_default();
    let mut written = Vec::new();
    for (template, one) in satisfied(view) {
        let (Some(value), path) = (&one.value, template.field_path.as_str()) else { continue };
        let ours = origin.get(path).and_then(Value::as_str);
        let root = filled.entry(INTERVIEW).or_insert_with(|| json!({}));
        let Some(slot) = slot(root, path) else { continue };
        if slot == value || !(slot.is_null() || ours == Some(mark(slot).as_str())) {
            continue;
        }
        *slot = value.clone();
        origin.insert(path.to_owned(), json!(mark(value)));
        let quote = one.evidence.as_ref().map(|evidence| &evidence.quote);
        let fact = json!({
            "name": template.name(), "value": plain(template, value), "quote": quote, "confidence": one.confidence.get()
        });
        facts.insert(path.to_owned(), fact);
        written.push(path.to_owned());
    }
    if written.is_empty() {
        return Ok(None);
    }
    filled.insert(ORIGIN.to_owned(), json!({"session_id": view.id, "values": origin, "facts": facts}));
    let filled = Value::Object(filled);
    if filled.to_string().len() > longest {
        let detail = format!("with what the interview says the profile would be longer than {longest} bytes: shorten it first");
        return Err(Refusal::invalid("session_id", detail));
    }
    Ok(Some((filled, written)))
}

/// What an interview filled the profile with, and nobody typed over.
#[must_use]
pub fn interview_facts(profile: &Value) -> Vec<KnownFact> {
    let origin = &profile[ORIGIN];
    let facts = origin["facts"].as_object().into_iter().flatten().filter(|(path, _)| {
        let stands = path.split('.').try_fold(&profile[INTERVIEW], |at, part| at.get(part));
        stands.is_some_and(|value| origin["values"][path.as_str()].as_str() == Some(mark(value).as_str()))
    });
    let known = facts.filter_map(|(_, fact)| {
        Some(KnownFact {
            name: fact["name"].as_str()?.to_owned(),
            value: fact["value"].clone(),
            source: INTERVIEW.to_owned(),
            quote: fact["quote"].as_str().map(str::to_owned),
            confidence: fact["confidence"].as_f64()?,
        })
    });
    known.collect()
}

/// A number as it is, a day as its date, anything else in words.
fn plain(template: &ObligationTemplate, value: &Value) -> Value {
    match value {
        Value::Number(_) => value.clone(),
        Value::Object(fields) if fields.get("date").is_some_and(Value::is_string) => fields["date"].clone(),
        _ => json!(format_for_reading(template, value)),
    }
}

fn satisfied(view: &InterviewView) -> impl Iterator<Item = (&ObligationTemplate, &Obligation)> {
    let known = view.obligations.iter().filter(|one| one.status == Status::Satisfied && one.value.is_some());
    known.filter_map(|one| Some((view.template(&one.key)?, one)))
}

/// The place of a dotted path; none where a value that is no object, or a typed object, stands in the way.
fn slot<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let mut at = root;
    for part in path.split('.') {
        if at.is_null() {
            *at = json!({});
        }
        at = at.as_object_mut()?.entry(part).or_insert(Value::Null);
    }
    Some(at)
}

/// Tells a value apart from one that somebody put in its place (FNV-1a, 64 bits).
fn mark(value: &Value) -> String {
    let hash = value
        .to_string()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
