//! Linear judges: each sign of a text weighs something for or against a check. The weights are data, of two kinds: rules that people
//! set, and what `server/agents/examples/fit_validators.py` learns from labelled texts. A check fails by its rule, or where what was
//! learned leaves hardly a doubt.

use super::{Fault, signs::Signs, text::Text};
use protocol::opportunities::Check;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

/// `check sign weight` a line; the sign `base` is there in every text, and a sum above 0 is a fault.
pub(super) const RULES: &str = include_str!("words/rules.txt");
pub(super) const LEARNED: &str = include_str!("words/weights.txt");
/// By check and sign.
pub(super) type Weights = HashMap<(&'static str, &'static str), f32>;
pub(super) static BY_RULE: LazyLock<Weights> = LazyLock::new(|| read(RULES));
static BY_LEARNING: LazyLock<Weights> = LazyLock::new(|| read(LEARNED));
/// A sign with less than this part of the strongest one's weight is no reason.
const LEAST: f32 = 0.4;

fn read(data: &'static str) -> Weights {
    let weight = |line: &'static str| {
        let ((check, rest), weight) = (line.split_once(' ')?, line.rsplit(' ').next()?);
        Some(((check, rest.strip_suffix(weight)?.trim_end()), weight.parse().ok()?))
    };
    data.lines().filter(|line| !line.starts_with('#')).filter_map(weight).collect()
}

/// What fails in one of the parts of a text, each with its signs.
pub(super) fn judge(text: &Text<'_>, checks: &[Check], parts: &[Signs<'_>]) -> Vec<Fault> {
    let judge = |check: &Check| {
        let weigh = |signs| weigh(&BY_RULE, *check, signs).or_else(|| weigh(&BY_LEARNING, *check, signs));
        let quotes: Vec<&str> = parts.iter().filter_map(weigh).flatten().map(|span| text.quote(span)).collect();
        (!quotes.is_empty()).then(|| Fault::new(*check, "", &quotes))
    };
    checks.iter().filter_map(judge).collect()
}

/// Where a check fails: the tokens that speak most for that, the strongest first. What no word speaks for is no fault.
pub(super) fn weigh(weights: &Weights, check: Check, signs: &Signs<'_>) -> Option<Vec<Range<usize>>> {
    let mut seen = HashSet::new();
    let mut score = *weights.get(&(check.name(), "base"))?;
    let mut reasons: Vec<(f32, &Range<usize>)> = Vec::new();
    for (name, span) in &signs.all {
        let Some(weight) = weights.get(&(check.name(), name.as_str())) else { continue };
        score += if seen.insert(name) { *weight } else { 0.0 };
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
