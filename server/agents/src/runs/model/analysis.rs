//! What a model says that an area's steps show.

use super::{line, lines, share};
use crate::interview::model::form;
use domain::runs::{Claim, ClaimKind, Insight, Severity, says_nothing_differs};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

const MOST_INSIGHTS: usize = 15;
const MOST_CLAIMS: usize = 8;
const LONGEST_NAME: usize = 200;
const LONGEST_TEXT: usize = 2_000;
const LONGEST_SQL: usize = 20_000;

#[derive(Deserialize)]
struct Answer {
    insights: Vec<ModelInsight>,
}

#[derive(Deserialize)]
struct ModelInsight {
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    severity: Option<String>,
    #[serde(default, deserialize_with = "number")]
    affected_count: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    risk_score: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    confidence: Option<f64>,
    #[serde(default)]
    metrics: Option<Map<String, Value>>,
    #[serde(default)]
    indicators: Option<Vec<String>>,
    #[serde(default)]
    target_segment: Option<String>,
    #[serde(default)]
    source_steps: Option<Vec<u32>>,
    #[serde(default)]
    claims: Option<Vec<ModelClaim>>,
    /// Not every model marks it.
    #[serde(default)]
    is_null_result: Option<Value>,
}

#[derive(Deserialize)]
struct ModelClaim {
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default, deserialize_with = "number")]
    value: Option<f64>,
    #[serde(default)]
    sql: Option<String>,
}

/// Numbers also where a model writes them as texts (`"8,298"`, `"67%"`).
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().trim_end_matches('%').replace(',', "").parse().ok(),
        _ => None,
    })
}

/// An area of which nothing is to be said has an empty list.
///
/// # Errors
/// In words for the model.
pub(super) fn parse(text: &str) -> Result<Vec<Insight>, String> {
    let answer: Answer = form::parse(text)?;
    let all = answer.insights.len();
    let found: Vec<Insight> = answer.insights.into_iter().filter_map(read).take(MOST_INSIGHTS).collect();
    if found.is_empty() && all > 0 { Err("none of its insights has a name".into()) } else { Ok(found) }
}

fn read(one: ModelInsight) -> Option<Insight> {
    let name = line(&one.name, LONGEST_NAME);
    if name.is_empty() {
        return None;
    }
    let affected = one.affected_count.filter(|count| *count > 0.0 && *count < 1e15);
    let mut claims: Vec<Claim> = one.claims.unwrap_or_default().into_iter().filter_map(claim).take(MOST_CLAIMS).collect();
    if let Some(count) = affected
        && !claims.iter().any(|claim| claim.kind == ClaimKind::Count && (claim.value - count).abs() < 0.5)
    {
        // The seed's headline: how many are affected. Its query is found by whoever checks it.
        let text = format!("{count} are affected");
        claims.insert(0, Claim { text, kind: ClaimKind::Count, value: count, sql: String::new(), check: None });
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, bounded above")]
    let affected_count = affected.map(|count| count.round() as u64);
    Some(Insight {
        is_null_result: one.is_null_result.as_ref().and_then(Value::as_bool).unwrap_or_else(|| says_nothing_differs(&name)),
        name,
        description: one.description.map(|text| line(&text, LONGEST_TEXT)).unwrap_or_default(),
        severity: severity(one.severity.as_deref().unwrap_or_default()),
        affected_count,
        risk_score: share(one.risk_score),
        confidence: share(one.confidence),
        metrics: one.metrics.unwrap_or_default().into_iter().filter(|(_, value)| value.is_number()).take(20).collect(),
        indicators: lines(one.indicators.unwrap_or_default(), 300, 12),
        target_segment: one.target_segment.map(|text| line(&text, LONGEST_NAME)).filter(|text| !text.is_empty()),
        source_steps: one.source_steps.unwrap_or_default(),
        claims,
        ..Insight::default()
    })
}

fn claim(one: ModelClaim) -> Option<Claim> {
    let value = one.value.filter(|value| value.is_finite())?;
    let sql = one.sql.unwrap_or_default().trim().to_owned();
    let kind = serde_json::from_value(Value::String(one.kind.unwrap_or_default().to_lowercase())).unwrap_or(ClaimKind::Count);
    if sql.len() > LONGEST_SQL {
        return None;
    }
    let text = one.text.map(|text| line(&text, 300)).filter(|text| !text.is_empty()).unwrap_or_else(|| value.to_string());
    Some(Claim { text, kind, value, sql, check: None })
}

fn severity(word: &str) -> Severity {
    serde_json::from_value(Value::String(word.trim().to_lowercase())).unwrap_or(Severity::Medium)
}
