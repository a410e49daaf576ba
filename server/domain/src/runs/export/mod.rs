//! A discovery on paper, with its evidence: Markdown, print-ready HTML, CSV and JSON (seed 002, Phase 8: Saving). Nothing that a
//! browser, a spreadsheet or a reader of Markdown would run gets through.

mod csv;
mod html;
mod markdown;
mod picture;

pub use csv::rows;
pub use html::html;
pub use markdown::markdown;

use protocol::{
    discovery::{Challenge, Discovery, Insight, Recommendation},
    run::RunType,
};
use serde_json::Value;

/// The whole discovery for programs; texts byte for byte, and the logs where there are some.
#[must_use]
pub fn json(discovery: &Discovery, logs: Option<&Value>) -> Value {
    let mut whole = serde_json::to_value(discovery).unwrap_or_default();
    if let (Value::Object(whole), Some(Value::Object(logs))) = (&mut whole, logs) {
        whole.extend(logs.clone());
    }
    whole
}

/// What the document is called: the goal's first line.
#[must_use]
pub fn title(discovery: &Discovery) -> &str {
    let first = discovery.goal.lines().map(str::trim).find(|line| !line.is_empty());
    first.unwrap_or("What the data shows")
}

/// The facts of the run, each with its name.
fn facts(discovery: &Discovery) -> Vec<(&'static str, String)> {
    let run = match discovery.run_type {
        RunType::Full => "full",
        RunType::Partial => "partial",
        RunType::Failed => "failed",
    };
    let summary = &discovery.summary;
    let goal = if discovery.goal.trim().is_empty() { "–".to_owned() } else { discovery.goal.clone() };
    let areas = if discovery.areas_requested.is_empty() { "all".to_owned() } else { discovery.areas_requested.join(", ") };
    let mut all = vec![
        ("Goal", goal),
        ("Run type", run.to_owned()),
        ("Areas", areas),
        ("Summary", summary.text.clone()),
        ("Ended by", ended_by(&summary.stopped_by)),
        ("Steps", discovery.total_steps.to_string()),
        ("Queries", summary.queries_executed.to_string()),
        ("Duration", duration(discovery.duration_ms)),
        ("Date", discovery.created_at.clone()),
    ];
    let domain = [discovery.domain.as_deref(), discovery.category.as_deref()];
    let domain: Vec<&str> = domain.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    if !domain.is_empty() {
        all.insert(2, ("Domain", domain.join(" / ")));
    }
    all
}

fn ended_by(stopped_by: &str) -> String {
    match stopped_by {
        "done" => "everything was asked".to_owned(),
        "cancelled" => "somebody cancelled it".to_owned(),
        limit => format!("its limit of {limit}"),
    }
}

fn duration(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, 0) => format!("{} ms", ms.max(0)),
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// As people write it: no more than four decimals, digits in groups of three.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let decimals = if value.fract() == 0.0 || value.abs() >= 1e9 {
        0
    } else if value.abs() < 0.01 {
        6
    } else {
        4
    };
    let text = format!("{:.decimals$}", value.abs());
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let part = part.trim_end_matches('0');
    let mut grouped = String::with_capacity(whole.len() + whole.len() / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 && (grouped != "0" || !part.is_empty()) { "-" } else { "" };
    if part.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{part}") }
}

fn maybe(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), number)
}

/// What came of a challenge.
const fn outcome(challenge: &Challenge) -> &'static str {
    match challenge.holds {
        Some(true) => "holds",
        Some(false) => "does not hold",
        None => "could not be checked",
    }
}

/// The metrics as names and values; texts without quotes.
fn metrics(insight: &Insight) -> Vec<(&str, String)> {
    let shown = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(one) => one.as_f64().map_or_else(|| one.to_string(), number),
        other => other.to_string(),
    };
    insight.metrics.iter().map(|(name, value)| (name.as_str(), shown(value))).collect()
}

/// How often it was found before.
fn history(insight: &Insight) -> Option<String> {
    let history = insight.history.as_ref()?;
    let state = match history.state.as_str() {
        "new" => return Some("new".to_owned()),
        "seen_again" => "seen again",
        other => other,
    };
    let before = history.previous.map(|value| format!(", {} in the run before", number(value))).unwrap_or_default();
    let (times, day) = (history.times_seen, history.first_seen_at.get(..10).unwrap_or(&history.first_seen_at));
    Some(format!("{state}{before}, found {times} times since {day}"))
}

/// Places of the recommendations that follow from an insight.
fn recommendations_of(discovery: &Discovery, insight: &Insight) -> Vec<usize> {
    let follows = |one: &Recommendation| {
        insight.related_recommendation_ids.contains(&one.id) || one.related_insight_ids.contains(&insight.id)
    };
    discovery.recommendations.iter().enumerate().filter(|(_, one)| follows(one)).map(|(at, _)| at).collect()
}

/// Places of the insights that a recommendation follows from.
fn insights_of(discovery: &Discovery, recommendation: &Recommendation) -> Vec<usize> {
    let leads = |one: &Insight| {
        recommendation.related_insight_ids.contains(&one.id) || one.related_recommendation_ids.contains(&recommendation.id)
    };
    discovery.insights.iter().enumerate().filter(|(_, one)| leads(one)).map(|(at, _)| at).collect()
}

/// Signs that would turn the text around them: a name keeps its letters, and what stands beside it its order.
const fn is_turning(sign: char) -> bool {
    matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (12.0, "12"),
            (1_234_567.0, "1,234,567"),
            (-1_234.5, "-1,234.5"),
            (0.123_456, "0.1235"),
            (0.000_12, "0.00012"),
            (-0.000_000_1, "0"),
            (100_000.25, "100,000.25"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(number(value), text, "{value}");
        }
    }

    #[test]
    fn durations_read_as_people_write_them() {
        for (ms, text) in [(-5, "0 ms"), (900, "900 ms"), (12_900, "12 s"), (61_000, "1 min 1 s"), (7_260_000, "2 h 1 min")] {
            assert_eq!(duration(ms), text);
        }
    }
}
