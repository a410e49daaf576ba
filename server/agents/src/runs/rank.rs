//! Which findings a person hears, in what order, and what is left out: chance, repetitions, and what they rejected before.

use super::{
    candidate::{Candidate, Statement},
    scope::Scope,
    stats::discoveries,
};
use domain::{
    runs::{Area, Insight, Severity},
    tools::search::{is_function_word, split_words, stem},
};
use std::collections::{HashMap, HashSet};

/// More than this nobody reads.
const MOST: usize = 15;
/// Of what is reported, at most this share may be chance.
const FALSE_DISCOVERIES: f64 = 0.05;
/// Findings that nothing is to be seen.
const MOST_NULL: usize = 3;
/// Of two names, the share of words in common from which they say the same.
const ALIKE: f64 = 0.7;

type Scored = (f64, Candidate);

pub(super) fn report(scope: &Scope<'_>, found: Vec<Candidate>) -> Vec<Insight> {
    let real = beyond_chance(found);
    let avoided: Vec<HashSet<String>> = scope.goal.avoid.iter().map(|name| words(name)).collect();
    let liked: Vec<HashSet<String>> = scope.goal.monitor.iter().map(|name| words(name)).collect();
    let mut scored: Vec<Scored> = real
        .into_iter()
        .filter(|one| !avoided.iter().any(|name| alike(name, &words(&one.name)) >= ALIKE))
        .map(|one| {
            let likes = liked.iter().map(|name| alike(name, &words(&one.name))).fold(0.0, f64::max);
            (score(scope, &one) * (1.0 + likes), one)
        })
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.subject.cmp(&other.1.subject)));
    let chosen = choose(scored);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    chosen.into_iter().map(|one| insight(scope, one, &mut numbers)).collect()
}

/// All tests count, also those of which nothing came; what is counted rather than tested is certain.
fn beyond_chance(found: Vec<Candidate>) -> Vec<Candidate> {
    let is_tested = |one: &Candidate| !one.is_null_result && one.effect.p > 0.0;
    let ps: Vec<f64> = found.iter().filter(|one| is_tested(one)).map(|one| one.effect.p).collect();
    let mut kept = discoveries(&ps, FALSE_DISCOVERIES).into_iter();
    let real = found.into_iter().filter(|one| !is_tested(one) || kept.next().unwrap_or(false));
    real.filter(|one| !one.is_only_tested).collect()
}

fn score(scope: &Scope<'_>, one: &Candidate) -> f64 {
    let strength = if one.is_null_result { 0.12 } else { 0.25 + one.effect.size };
    let relevance = scope.relevance(&format!("{} {}", one.name, one.columns.join(" ")));
    one.kind.weight() * strength * (0.5 + 0.5 * one.coverage.clamp(0.0, 1.0)) * (1.0 + relevance)
}

/// The best of each kind, then whatever is best; nothing twice.
fn choose(scored: Vec<Scored>) -> Vec<Candidate> {
    let (mut taken, mut left): (Vec<Scored>, Vec<Scored>) = (Vec::new(), Vec::new());
    let mut places: HashMap<Statement, usize> = HashMap::new();
    let mut nulls = 0;
    for (score, one) in scored {
        if repeats(taken.iter().map(|(_, known)| known), &one) || (one.is_null_result && nulls >= MOST_NULL) {
            continue;
        }
        let used = places.entry(one.kind).or_default();
        if *used < one.kind.places() {
            *used += 1;
            nulls += usize::from(one.is_null_result);
            taken.push((score, one));
        } else {
            left.push((score, one));
        }
    }
    taken.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (score, one) in left {
        if taken.len() >= MOST {
            break;
        }
        if !repeats(taken.iter().map(|(_, known)| known), &one) {
            taken.push((score, one));
        }
    }
    taken.sort_by(|one, other| other.0.total_cmp(&one.0));
    taken.truncate(MOST);
    taken.into_iter().map(|(_, one)| one).collect()
}

/// Says the same of the same columns, or a third thing about one figure.
fn repeats<'c>(taken: impl Iterator<Item = &'c Candidate>, one: &Candidate) -> bool {
    let mut about_figure = 0;
    let own: HashSet<&String> = one.columns.iter().collect();
    for known in taken.filter(|known| known.kind == one.kind) {
        let theirs: HashSet<&String> = known.columns.iter().collect();
        if known.subject == one.subject || (own == theirs && known.is_null_result == one.is_null_result) {
            return true;
        }
        // A segment's own line says what the whole line says already.
        if theirs.is_subset(&own) && one.kind == Statement::Trend && alike(&words(&known.name), &words(&one.name)) >= 0.5 {
            return true;
        }
        if one.columns.len() > 1 && known.columns.iter().skip(1).eq(one.columns.iter().skip(1)) {
            about_figure += 1;
        }
    }
    about_figure >= 2
}

fn insight(scope: &Scope<'_>, one: Candidate, numbers: &mut HashMap<String, usize>) -> Insight {
    let area = area(&scope.goal.areas, &one).to_owned();
    let number = numbers.entry(area.clone()).or_default();
    *number += 1;
    let mut source_steps: Vec<u32> = one.asked.iter().filter_map(|id| scope.answers.step(id)).collect();
    source_steps.sort_unstable();
    source_steps.dedup();
    let weight =
        if one.is_null_result { 0.1 } else { (one.effect.size * 0.75 + one.coverage.clamp(0.0, 1.0) * 0.25).clamp(0.0, 1.0) };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of rows")]
    let affected = one.affected.map(|count| count.max(0.0).round() as u64);
    Insight {
        id: format!("{area}-{number}"),
        analysis_area: area,
        name: one.name,
        description: one.description,
        severity: severity(weight),
        affected_count: affected,
        risk_score: hundredths(weight),
        confidence: hundredths(if one.is_null_result { 0.8 } else { 1.0 - one.effect.p.clamp(0.01, 0.5) }),
        metrics: one.metrics,
        indicators: one.indicators,
        target_segment: one.segment,
        source_steps,
        claims: one.claims,
        challenges: one.challenges,
        chart: one.chart,
        subject: one.subject,
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn severity(weight: f64) -> Severity {
    match weight {
        weight if weight >= 0.75 => Severity::Critical,
        weight if weight >= 0.5 => Severity::High,
        weight if weight >= 0.25 => Severity::Medium,
        _ => Severity::Low,
    }
}

/// The area whose words it has most of; the first where none fits.
fn area<'a>(areas: &'a [Area], one: &Candidate) -> &'a str {
    let own = words(&format!("{} {} {}", one.name, one.columns.join(" "), one.subject));
    let fits = |area: &Area| {
        let wanted = words(&format!("{} {} {} {}", area.id, area.name, area.description, area.keywords.join(" ")));
        wanted.intersection(&own).count()
    };
    let best = areas.iter().rev().max_by_key(|area| fits(area));
    best.map_or("general", |area| area.id.as_str())
}

/// Numbers apart, which change from run to run.
fn words(text: &str) -> HashSet<String> {
    let kept = |word: &String| !is_function_word(word) && word.chars().any(char::is_alphabetic);
    split_words(text).into_iter().filter(kept).map(|word| stem(&word)).collect()
}

fn alike(one: &HashSet<String>, other: &HashSet<String>) -> f64 {
    let both = one.intersection(other).count();
    let all = one.len() + other.len() - both;
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}
