//! OpportunityPM: findings become briefs, one for each underlying issue.

use super::{
    design::Response,
    group::group,
    phrase::{clipped, dominating},
    problem::{counterfactual, problems, statement},
    words::{line, quoted, renamed, sentence, sentences, share, subject},
};
use domain::opportunities::{Context, PastDecision, SEGMENT};
use protocol::{
    Timestamp,
    opportunities::{Brief, Evidence, Finding},
};
use std::collections::BTreeSet;

/// Below it the evidence is called weak.
pub(super) const WEAK: f64 = 0.6;
/// How sure something is of which nobody has said how sure it is.
const UNRATED: f64 = 0.5;
const PASTED: &str = "pasted";
/// The part of an earlier area's words from which its decision is remembered.
const SIMILAR: f64 = 0.6;
/// Remembered decisions of a brief.
const REMEMBERED: usize = 3;

/// Decisions of the past with what they were about.
pub(super) type Past<'p> = Vec<(BTreeSet<String>, &'p PastDecision)>;

pub(super) fn past(context: &Context) -> Past<'_> {
    context.past.iter().map(|one| (subject(&one.affected_area), one)).collect()
}

pub(super) fn frame(findings: &[Finding], context: &Context) -> Vec<Brief> {
    let past = past(context);
    let chosen = |group: Vec<usize>| group.into_iter().map(|at| &findings[at]).collect::<Vec<_>>();
    group(findings).into_iter().map(|group| brief(&chosen(group), context, &past)).collect()
}

/// One brief of these findings, at least one.
pub(super) fn brief(findings: &[&Finding], context: &Context, past: &Past<'_>) -> Brief {
    let strongest = strongest_first(findings);
    let area = areas(&strongest).into_iter().next().unwrap_or_default();
    let response = Response::to(&strongest, &area, "", context);
    let problems = strongest.iter().flat_map(|finding| problems(finding));
    let evidence: Vec<Evidence> = findings.iter().flat_map(|finding| evidence(finding, context.now)).collect();
    Brief {
        problem_statement: statement(&strongest),
        counterfactual: counterfactual(problems.collect(), &response.fill(&response.pattern.counterfactual)),
        explorer_coverage: coverage(findings),
        stage_hints: hints(&area, &evidence, past),
        findings: findings.iter().map(|finding| finding.id.clone()).collect(),
        validation_warnings: Vec::new(),
        affected_area: area,
        evidence,
    }
}

/// By impact and confidence; what is equal keeps its order.
pub(super) fn strongest_first<'f>(findings: &[&'f Finding]) -> Vec<&'f Finding> {
    let mut sorted = findings.to_vec();
    let strength = |finding: &Finding| finding.impact.unwrap_or(UNRATED) * confidence(&finding.evidence);
    sorted.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    sorted
}

/// The mean of the evidence.
pub(super) fn confidence(evidence: &[Evidence]) -> f64 {
    let sum: f64 = evidence.iter().map(|one| one.confidence.clamp(0.0, 1.0)).sum();
    if evidence.is_empty() { UNRATED } else { sum / evidence.len() as f64 }
}

/// A finding without any is evidence of itself: somebody pasted it.
pub(crate) fn evidence(finding: &Finding, now: Timestamp) -> Vec<Evidence> {
    if !finding.evidence.is_empty() {
        return finding.evidence.clone();
    }
    let (source_type, source_id, quote) = (PASTED.to_owned(), finding.id.clone(), Some(finding.title.clone()));
    vec![Evidence { source_type, source_id, retrieved_at: now, confidence: UNRATED, quote, link: None }]
}

/// `2 findings from insights, 1 from the interview`
pub(crate) fn coverage(findings: &[&Finding]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for finding in findings {
        let source = renamed("sources", finding.evidence.first().map_or(PASTED, |evidence| evidence.source_type.as_str()));
        match counts.iter_mut().find(|(known, _)| *known == source) {
            Some((_, count)) => *count += 1,
            None => counts.push((source, 1)),
        }
    }
    let noun = if counts.first().is_some_and(|(_, count)| *count == 1) { "finding" } else { "findings" };
    let all = counts.iter().map(|(source, count)| format!("{count} from {source}")).collect::<Vec<_>>().join(", ");
    all.replacen(" from", &format!(" {noun} from"), 1)
}

/// What could be called the area, the most concrete first: the surface where the source names one, else what the title is about.
pub(super) fn areas(strongest: &[&Finding]) -> Vec<String> {
    let titles = strongest.iter().filter_map(|finding| dominating(&finding.title, &finding.description));
    let described = strongest.iter().flat_map(|finding| sentences(&finding.description));
    let phrases: Vec<String> = titles.chain(described.filter_map(|text| dominating(text, ""))).collect();
    // A segment that its title speaks of is the area by its whole name, numbers too.
    let own = strongest.first().and_then(|one| Some((one, line(&one.description, SEGMENT)?)));
    let own = own.filter(|(one, segment)| one.title.to_lowercase().contains(&segment.to_lowercase()));
    let mut found: Vec<String> = own.map(|(_, segment)| clipped(segment)).into_iter().collect();
    let surface = strongest.iter().find_map(|finding| finding.surface.as_deref());
    let is_table = surface.is_some_and(is_table);
    let surface = surface.map(|text| clipped(&if is_table { table_in_words(text) } else { text.to_owned() }));
    if let Some(surface) = surface.filter(|text| !subject(text).is_empty()) {
        let is_within = |phrase: &&String| subject(&surface).is_subset(&subject(phrase));
        // A bare noun says less than what is wrong about it, and a table less than what is measured of it.
        if is_table {
            found.extend(phrases.iter().find(is_within).cloned());
        } else if surface.chars().all(char::is_alphanumeric) {
            found.extend(phrases.iter().find(is_within).or(phrases.first()).cloned());
        }
        found.push(surface);
    }
    found.extend(phrases.into_iter().chain(strongest.iter().map(|finding| clipped(&finding.title))));
    let mut seen = BTreeSet::new();
    found.retain(|text| !text.is_empty() && seen.insert(text.to_lowercase()));
    found
}

/// Whether a surface is the name of a table as databases write it: `order_lines`, `shop.order_lines`.
fn is_table(surface: &str) -> bool {
    surface.contains('_') && surface.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '.'))
}

/// `shop.order_lines` as `order lines`.
fn table_in_words(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).split('_').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn hints(area: &str, evidence: &[Evidence], past: &Past<'_>) -> Vec<String> {
    let about = subject(area);
    let similar = past.iter().filter(|(known, _)| !known.is_empty() && share(known, &about) >= SIMILAR);
    let remember = |past: &PastDecision| {
        let (area, decision) = (quoted(&past.affected_area), renamed("decisions", &past.decision));
        let why = Some(&past.reasoning).filter(|why| !why.trim().is_empty()).map(|why| format!(": {}", quoted(why)));
        sentence(&format!("A brief about {area} was {decision} before{}", why.unwrap_or_default()))
    };
    let mut hints: Vec<String> = similar.take(REMEMBERED).map(|(_, decision)| remember(decision)).collect();
    if confidence(evidence) < WEAK {
        hints.push("Confidence in the evidence is low: look for another source before anything is built.".into());
    }
    if evidence.len() == 1 {
        hints.push("Rests on a single observation.".into());
    }
    hints
}
