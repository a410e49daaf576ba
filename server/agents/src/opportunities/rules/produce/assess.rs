//! FeasibilityDesigner: what a solution has to respect, what may go wrong, and what would be built.

use super::{
    design::{Response, follow_in_words, guidance},
    frame::{WEAK, confidence},
    words::{find_listed, find_word, listed, placed, quoted, sentence, sentences, share, shortened, subject},
};
use domain::{opportunities::Context, tools::search::split_words};
use protocol::opportunities::{Effort, Feasibility, Metric, Opportunity, Risk, Severity, Spec};
use std::{collections::HashMap, sync::LazyLock};

pub(super) const DATA: &str = include_str!("facts.json");
/// Words of facts that bound whatever is built, by what they are about.
static BOUNDS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| serde_json::from_str(DATA).unwrap_or_default());

/// Facts that become constraints.
const MOST: usize = 6;
/// The part of the area's words that a ban has to name.
const NAMED: f64 = 0.6;

pub(super) fn assess(item: &Opportunity, context: &Context) -> (Feasibility, Option<Spec>) {
    let mut constraints = constraints(item, context);
    let area = placed(&item.brief.affected_area);
    let Some(ban) = ban(item, context) else {
        let reasoning = format!("Neither the facts of the project nor the guidance of a reviewer rules out a change to {area}.");
        return (Feasibility { feasible: true, constraints, reasoning }, Some(spec(item, context)));
    };
    let reasoning = format!("A change to {area} is ruled out: {}.", quoted(&ban));
    let ban = sentence(&ban);
    if !constraints.contains(&ban) {
        constraints.insert(0, ban);
    }
    (Feasibility { feasible: false, constraints, reasoning }, None)
}

pub(super) fn spec(item: &Opportunity, context: &Context) -> Spec {
    let response = Response::new(&item.brief, context);
    let pattern = response.pattern;
    let fill = |text: &String| response.fill(text);
    let mut approach = fill(&pattern.approach) + &guidance(item).map(follow_in_words).unwrap_or_default();
    if let Some(note) = &context.experiment {
        approach.push_str(&format!(" The result of the experiment is the starting point: {}.", quoted(&note.results)));
    }
    let mut risks = pattern.risks.clone();
    if confidence(&item.brief.evidence) < WEAK {
        risks.push(Risk {
            description: "The evidence about {area} is weak, so the problem may be smaller than stated.".into(),
            severity: Severity::High,
            mitigation: "Confirm the finding about {area} with another source before anything is built.".into(),
        });
    }
    for risk in &mut risks {
        (risk.description, risk.mitigation) = (sentence(&response.fill(&risk.description)), response.fill(&risk.mitigation));
    }
    let metrics = item.solution.as_ref().map_or(&response.metrics, |solution| &solution.success_metrics);
    Spec {
        opportunity_id: item.id.to_string(),
        approach,
        effort_estimate: Effort { low_days: pattern.effort.0, high_days: pattern.effort.1 },
        dependencies: pattern.dependencies.iter().map(fill).collect(),
        constraints: constraints(item, context),
        risks,
        acceptance_criteria: metrics.iter().map(criterion).chain(pattern.criteria.iter().map(fill)).collect(),
        validation_warnings: Vec::new(),
    }
}

fn criterion(Metric { metric, baseline, target }: &Metric) -> String {
    let target = target.as_deref().unwrap_or("as agreed at the start");
    let baseline = baseline.as_ref().filter(|baseline| !target.contains(*baseline));
    let baseline = baseline.map(|baseline| format!(" (baseline: {baseline})")).unwrap_or_default();
    sentence(&format!("A report shows that the target for the {metric} is reached: {target}{baseline}"))
}

/// Facts that bound the work; without any, the assumption that does.
fn constraints(item: &Opportunity, context: &Context) -> Vec<String> {
    let about = subject(&format!("{} {}", item.brief.affected_area, item.brief.problem_statement));
    let is_bound = |(name, value): &&(String, String)| {
        let has = |kind: &str, text: &str| {
            BOUNDS.get(kind).is_some_and(|known| split_words(text).iter().any(|word| known.contains(word)))
        };
        // What a fact is called says what it is about; a word within its text may be there by chance.
        let is_named =
            BOUNDS.keys().any(|kind| has(kind, name)) || ["law", "privacy", "security"].iter().any(|kind| has(kind, value));
        let concerns = || !about.is_disjoint(&subject(&format!("{name} {value}")));
        !value.trim().is_empty() && (is_named || (has("limit", value) && concerns()))
    };
    let facts = context.facts.iter().filter(is_bound).take(MOST);
    let found: Vec<String> = facts.map(|(name, value)| sentence(&format!("{name}: {}", shortened(value, 200)))).collect();
    let area = placed(&item.brief.affected_area);
    let assumed = format!(
        "Assumption: the work on {area} uses the data sources of the findings; the project states no budget, law or deadline."
    );
    if found.is_empty() { vec![assumed] } else { found }
}

/// The sentence of a fact or of the guidance that plainly forbids the work.
fn ban(item: &Opportunity, context: &Context) -> Option<String> {
    let area = subject(&item.brief.affected_area);
    let is_frozen =
        |text: &str| find_listed("frozen", text).is_some() && !area.is_empty() && share(&area, &subject(text)) >= NAMED;
    let is_infeasible = |text: &str| {
        let lower = text.to_lowercase();
        let is_open = lower.ends_with('?') || listed("conditions").iter().any(|word| find_word(&lower, word).is_some());
        find_listed("infeasible", text).is_some() && !is_open
    };
    let words = sentences(guidance(item).unwrap_or_default());
    let of_guidance = words.into_iter().find(|text| is_infeasible(text) || is_frozen(text)).map(str::to_owned);
    let facts =
        context.facts.iter().flat_map(|(name, value)| sentences(value).into_iter().map(move |text| format!("{name}: {text}")));
    of_guidance.or_else(|| facts.into_iter().find(|text| is_frozen(text)))
}
