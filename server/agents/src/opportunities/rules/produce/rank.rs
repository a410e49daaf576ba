//! TPMAgent: score = impact × confidence ÷ effort.
//!
//! - impact, 0 to 1: the highest that a finding of the brief states; without any, `n ÷ (n + 1) × (0.5 + confidence ÷ 2)` of `n` findings.
//! - confidence, 0 to 1: the mean of the evidence; what passed with a warning keeps 0.7 of it.
//! - effort, in weeks of five days: the middle of the spec's range, at least 0.2; without a spec, that of the pattern.
//!
//! What cannot be built comes after everything that can.

use super::{
    design::Response,
    frame::{WEAK, confidence},
    words::{quoted, share, subject},
};
use domain::opportunities::Context;
use protocol::{
    OpportunityId,
    opportunities::{Finding, Opportunity, Rank},
};
use std::collections::{BTreeSet, HashMap};

const WARNED: f64 = 0.7;
/// The part of an area's words from which another one is called similar.
const SIMILAR: f64 = 0.75;
/// Areas that a flag names.
const NAMED: usize = 3;

/// An item with the factors of its score.
struct Scored<'i> {
    item: &'i Opportunity,
    impact: f64,
    confidence: f64,
    weeks: f64,
    is_feasible: bool,
    is_warned: bool,
    area: BTreeSet<String>,
    needs: BTreeSet<String>,
}

impl Scored<'_> {
    fn score(&self) -> f64 {
        (self.impact * self.confidence / self.weeks * 1000.0).round() / 1000.0
    }

    /// The other's area is named as a whole among what this one needs, and is not its own.
    fn needs(&self, other: &Self) -> bool {
        !other.area.is_empty() && other.area.is_subset(&self.needs) && !other.area.is_subset(&self.area)
    }
}

pub(super) fn rank(items: &[Opportunity], context: &Context) -> Vec<(OpportunityId, Rank)> {
    let stated = |finding: &Finding| Some((finding.id.clone(), finding.impact?.clamp(0.0, 1.0)));
    let impacts: HashMap<String, f64> = context.findings.iter().filter_map(stated).collect();
    let mut scored: Vec<Scored<'_>> = items.iter().map(|item| score(item, &impacts, context)).collect();
    scored.sort_by(|one, other| other.is_feasible.cmp(&one.is_feasible).then(other.score().total_cmp(&one.score())));
    let place = |(one, rank): (&Scored<'_>, u32)| {
        let others = || scored.iter().filter(|other| other.item.id != one.item.id);
        let similar = others().filter(|other| share(&one.area, &other.area).max(share(&other.area, &one.area)) >= SIMILAR);
        let needed = others().filter(|other| one.needs(other) && !other.needs(one));
        let rank = Rank {
            rank,
            rationale: rationale(one),
            dependencies: needed.map(|other| other.item.id).collect(),
            flags: flags(one, similar.map(|other| quoted(&other.item.brief.affected_area)).collect()),
            score: one.score(),
        };
        (one.item.id, rank)
    };
    scored.iter().zip(1..).map(place).collect()
}

fn score<'i>(item: &'i Opportunity, impacts: &HashMap<String, f64>, context: &Context) -> Scored<'i> {
    let sure = confidence(&item.brief.evidence);
    let is_warned = item.warnings().next().is_some();
    let findings = item.brief.findings.len().max(1) as f64;
    let stated = item.brief.findings.iter().filter_map(|id| impacts.get(id).copied()).reduce(f64::max);
    let spec = item.spec.as_ref();
    let days = spec.map(|spec| (spec.effort_estimate.low_days, spec.effort_estimate.high_days));
    let days = days.unwrap_or_else(|| Response::new(&item.brief, context).pattern.effort);
    Scored {
        item,
        impact: stated.unwrap_or(findings / (findings + 1.0) * (0.5 + sure / 2.0)),
        confidence: if is_warned { sure * WARNED } else { sure },
        weeks: ((days.0 + days.1) / 10.0).max(0.2),
        is_feasible: item.feasibility.as_ref().is_none_or(|known| known.feasible),
        is_warned,
        area: subject(&item.brief.affected_area),
        needs: spec.map(|spec| subject(&spec.dependencies.join(" "))).unwrap_or_default(),
    }
}

fn rationale(one: &Scored<'_>) -> String {
    let grade = |value: f64, names: [&'static str; 3], (medium, high): (f64, f64)| {
        names[usize::from(value >= medium) + usize::from(value >= high)]
    };
    let level = |value: f64| grade(value, ["low", "medium", "high"], (0.4, 0.7));
    let effort = grade(one.weeks, ["small", "medium", "large"], (1.0, 2.0));
    let last = if one.is_feasible { "" } else { "Not feasible under the constraints, so placed last. " };
    let (impact, sure, weeks) = (one.impact, one.confidence, one.weeks);
    format!(
        "{last}The impact is {} ({impact:.2}), the confidence in the evidence is {} ({sure:.2}), and the effort is {effort} ({weeks:.1} weeks).",
        level(impact),
        level(sure),
    )
}

fn flags(one: &Scored<'_>, similar: BTreeSet<String>) -> Vec<String> {
    let mut metrics = one.item.solution.iter().flat_map(|solution| &solution.success_metrics);
    let named: Vec<String> = similar.into_iter().take(NAMED).collect();
    let all = [
        (!one.is_feasible, "Not feasible under the constraints.".to_owned()),
        (one.is_warned, "Passed with a warning of its receiver.".to_owned()),
        (confidence(&one.item.brief.evidence) < WEAK, "Confidence in the evidence is low.".to_owned()),
        (metrics.all(|metric| metric.baseline.is_none()), "No baseline is known yet.".to_owned()),
        (!named.is_empty(), format!("Similar area to another opportunity: {}.", named.join(", "))),
    ];
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text).collect()
}
