//! Layer 1 by a model: what the query asks for. Only what the text or the constraints name is kept.

use super::{ModelAnalyst, Work};
use crate::interview::model::{
    fence::{RULE, fence},
    form,
};
use domain::{
    companies::{AreaType, Client, Counted, Gazetteer, Place, Question, SignalType, Understanding, settle_understanding},
    models::{ReplySchema, Task},
};
use serde::Deserialize;
use serde_json::{Value, json};

const INSTRUCTIONS: &str = include_str!("understand.md");
const MOST_TOKENS: u32 = 700;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default)]
    intent: Option<String>,
    location: Option<Location>,
    #[serde(default)]
    confidence: Option<f64>,
    #[serde(default)]
    entity_type: Option<String>,
    /// Values and not signals: an unknown one is left out, the rest still counts.
    #[serde(default)]
    signal_types: Option<Vec<Value>>,
    #[serde(default)]
    sectors: Option<Vec<String>>,
    #[serde(default)]
    temporal_hint: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    emirate: Option<String>,
    #[serde(default)]
    city: Option<String>,
    #[serde(default)]
    area: Option<String>,
    #[serde(default)]
    area_type: Option<Value>,
}

pub(super) async fn understand(
    analyst: &ModelAnalyst,
    client: Client,
    question: &Question,
    gazetteer: &Gazetteer,
) -> Counted<Understanding> {
    let system = format!("{INSTRUCTIONS}\n{RULE}");
    let work = Work {
        task: Task::UnderstandSearch,
        system: &system,
        text: text(question),
        schema: ReplySchema { name: "query", schema: schema() },
        max_tokens: MOST_TOKENS,
    };
    analyst.ask(client, work, |reply| Ok(settle_understanding(question, &read(reply)?, gazetteer))).await
}

fn text(question: &Question) -> String {
    let mut text = String::new();
    fence(&mut text, "query", &question.text);
    if !question.constraints.is_empty() {
        fence(&mut text, "constraints", &serde_json::to_string(&question.constraints).unwrap_or_default());
    }
    let context = [("region", &question.region), ("vertical", &question.vertical), ("sub_vertical", &question.sub_vertical)];
    let lines: Vec<String> = context.iter().filter_map(|(name, value)| Some(format!("{name}: {}", value.as_deref()?))).collect();
    if !lines.is_empty() {
        fence(&mut text, "sales context", &lines.join("\n"));
    }
    text.push_str("Say what the block `query` asks for.");
    text
}

/// # Errors
/// In words for the model.
fn read(reply: &str) -> Result<Understanding, String> {
    let answer: Answer = form::parse(reply)?;
    let location = answer.location.unwrap_or_default();
    let name = |name: Option<String>| name.map(|name| super::line(&name, 120)).filter(|name| !name.is_empty());
    let place = Place {
        country: name(location.country),
        emirate: name(location.emirate),
        city: name(location.city),
        area: name(location.area),
        area_type: location.area_type.and_then(|kind| serde_json::from_value::<AreaType>(kind).ok()),
    };
    let signals = answer.signal_types.unwrap_or_default();
    Ok(Understanding {
        intent: answer.intent.unwrap_or_default(),
        place,
        place_confidence: answer.confidence.filter(|confidence| confidence.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0),
        entity_type: answer.entity_type.unwrap_or_default(),
        signals: signals.into_iter().filter_map(|signal| serde_json::from_value::<SignalType>(signal).ok()).collect(),
        sectors: answer.sectors.unwrap_or_default().iter().map(|sector| super::line(sector, 60)).collect(),
        time_hint: answer.temporal_hint.map(|hint| super::line(&hint, 60)),
        excluded: Vec::new(),
        conflicts: Vec::new(),
        is_impossible: false,
        left_out: Vec::new(),
    })
}

fn schema() -> Value {
    let text = json!({"type": ["string", "null"]});
    let strings = json!({"type": "array", "items": {"type": "string"}});
    let location = form::object(&json!({
        "country": text, "emirate": text, "city": text, "area": text,
        "areaType": {"type": ["string", "null"]},
    }));
    form::object(&json!({
        "intent": {"type": "string"},
        "location": location,
        "confidence": {"type": "number"},
        "entityType": {"type": "string"},
        "signalTypes": strings,
        "sectors": strings,
        "temporalHint": text,
    }))
}
