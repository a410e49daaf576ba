//! Linear judges: each sign of a text weighs something for or against a check. The weights are data, fitted to labelled texts by
//! `server/agents/examples/fit_validators.py`.

use super::{Fault, signs::Signs, text::Text};
use protocol::opportunities::Check;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

/// `check sign weight` a line, in natural logarithms of odds; the sign `base` is there in every text.
pub(super) const DATA: &str = include_str!("words/weights.txt");
static WEIGHTS: LazyLock<HashMap<&str, HashMap<&str, f32>>> = LazyLock::new(|| {
    let mut all: HashMap<&str, HashMap<&str, f32>> = HashMap::new();
    for line in DATA.lines().filter(|line| !line.starts_with('#')) {
        let parts = line.split_once(' ').and_then(|(check, rest)| Some((check, rest.rsplit_once(' ')?)));
        let Some((check, (sign, weight))) = parts else { continue };
        all.entry(check).or_default().insert(sign, weight.parse().unwrap_or_default());
    }
    all
});
/// A sign with less than this part of the strongest one's weight is no reason.
const LEAST: f32 = 0.4;

/// What fails in one of the parts of a text, each with its signs.
pub(super) fn judge(text: &Text<'_>, checks: &[Check], parts: &[Signs<'_>]) -> Vec<Fault> {
    let judge = |check: &Check| {
        let spans = parts.iter().filter_map(|signs| weigh(*check, signs)).flatten();
        let quotes: Vec<&str> = spans.map(|span| text.quote(span)).collect();
        (!quotes.is_empty()).then(|| Fault::new(*check, "", &quotes))
    };
    checks.iter().filter_map(judge).collect()
}

/// Where a check fails: the tokens that speak most for that, the strongest first. What no word speaks for is no fault.
fn weigh(check: Check, signs: &Signs<'_>) -> Option<Vec<Range<usize>>> {
    let weights = WEIGHTS.get(check.name())?;
    let mut seen = HashSet::new();
    let mut score = weights.get("base").copied().unwrap_or_default();
    let mut reasons: Vec<(f32, &Range<usize>)> = Vec::new();
    for (name, span) in &signs.all {
        let Some(weight) = weights.get(name.as_str()).filter(|_| seen.insert(name)) else { continue };
        score += weight;
        if *weight > 0.0 && !span.is_empty() {
            reasons.push((*weight, span));
        }
    }
    reasons.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let least = reasons.first().map_or(0.0, |(weight, _)| weight * LEAST);
    let mut spans: Vec<Range<usize>> = Vec::new();
    for (_, span) in reasons.into_iter().filter(|(weight, _)| *weight >= least) {
        if !spans.iter().any(|other| other.start < span.end && span.start < other.end) {
            spans.push(span.clone());
        }
    }
    (score > 0.0 && !spans.is_empty()).then_some(spans)
}
