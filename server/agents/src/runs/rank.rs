//! Which findings a person hears, in what order, and what is left out: chance, repetitions, and what they rejected before.

use super::{
    candidate::{Candidate, Statement},
    scope::{Scope, Subject},
    stats::discoveries,
    wording::{is_listed, listed},
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
/// Findings that nothing is to be seen; where hardly anything else is there, that is the news.
const MOST_NULL: usize = 5;
/// Of one kind.
const MOST_NULL_ALIKE: usize = 2;
const FEW: usize = 5;
/// What it is worth that there is nothing to see, as an effect.
const NOTHING: f64 = 0.3;
/// Of two names, the share of words in common from which they say the same.
const ALIKE: f64 = 0.75;
/// What is left of a finding's worth after another of its kind, and after one about the same columns.
const SAME_KIND: f64 = 0.88;
const SAME_COLUMNS: f64 = 0.45;
const SAME_TABLE: f64 = 0.97;
/// After another one that nothing is to be seen of the same figure.
const SAME_NULL: f64 = 0.4;
/// Of a table far smaller than the greatest.
const BESIDE: f64 = 0.6;

type Scored = (f64, Candidate);

pub(super) fn report(scope: &Scope<'_>, found: Vec<Candidate>) -> Vec<Insight> {
    let real = beyond_chance(found);
    let avoided: Vec<HashSet<String>> = scope.goal.avoid.iter().map(|name| words(name)).collect();
    let liked: Vec<HashSet<String>> = scope.goal.monitor.iter().map(|name| words(name)).collect();
    let mut scored: Vec<Scored> = real
        .into_iter()
        .filter(|one| scope.goal.wants(area(&scope.goal.areas, one)))
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
    let strength = match one.kind {
        // That two columns have nothing to do with each other is seldom news.
        Statement::Pair if one.is_null_result => NOTHING * 0.6,
        Statement::Share | Statement::Trend | Statement::Relation if one.is_null_result => NOTHING * 1.3,
        _ if one.is_null_result => NOTHING,
        _ => 0.25 + one.effect.size,
    };
    one.kind.weight()
        * strength
        * (0.5 + 0.5 * one.coverage.clamp(0.0, 1.0))
        * (0.6 + scope.wanted.relevance(one))
        * beside(scope, one)
}

/// What a small table says of itself is worth less than what it says of the rows that lead to it.
fn beside(scope: &Scope<'_>, one: &Candidate) -> f64 {
    let rows = |of: &dyn Fn(&&Subject<'_>) -> bool| scope.tables.iter().filter(of).map(|subject| subject.table.rows).max();
    let own = rows(&|subject| format!("{}.{}", subject.table.database, subject.table.name) == table_of(one));
    let most = rows(&|_| true).unwrap_or_default();
    if own.is_some_and(|own| own * 4 < most) { BESIDE } else { 1.0 }
}

/// One after the other whatever adds most to those before it.
fn choose(mut left: Vec<Scored>) -> Vec<Candidate> {
    let mut taken: Vec<Candidate> = Vec::new();
    let real = left.iter().filter(|(_, one)| !one.is_null_result).count();
    let most_null = if real < FEW { MOST_NULL * 2 } else { MOST_NULL };
    let mut others: Vec<Scored> = Vec::new();
    let mut is_full = false;
    while taken.len() < MOST {
        if left.is_empty() && !is_full {
            // Better nothing to see than nothing at all.
            (left, is_full) = (std::mem::take(&mut others), true);
            left.retain(|(_, one)| !taken.iter().any(|known| repeats(known, one)));
        }
        let best = (0..left.len()).reduce(|best, at| if left[at].0 > left[best].0 { at } else { best });
        let Some(best) = best else { break };
        let (score, one) = left.remove(best);
        let nulls = taken.iter().filter(|known| known.is_null_result);
        let alike = nulls.clone().filter(|known| known.kind == one.kind).count();
        let is_enough = nulls.count() >= most_null || (alike >= MOST_NULL_ALIKE && real >= FEW);
        let is_enough = one.is_null_result && is_enough;
        if is_enough && !is_full {
            others.push((score, one));
            continue;
        }
        if taken.iter().any(|known| repeats(known, &one)) {
            continue;
        }
        for (score, other) in &mut left {
            *score *= left_beside(&one, other);
        }
        taken.push(one);
    }
    taken
}

/// What a finding is still worth beside another.
fn left_beside(known: &Candidate, one: &Candidate) -> f64 {
    let own: HashSet<&String> = one.columns.iter().collect();
    let theirs: HashSet<&String> = known.columns.iter().collect();
    let shared = own.intersection(&theirs).count() as f64 / own.union(&theirs).count().max(1) as f64;
    let (is_kind, is_table) = (one.kind == known.kind, table_of(one) == table_of(known));
    let is_null = one.is_null_result && known.is_null_result && one.figure.is_some() && one.figure == known.figure;
    // Of a text, each word is a finding of its own.
    let weight = match (is_kind, one.kind) {
        (true, Statement::Words) => 0.5,
        (true, _) => 1.0,
        (false, _) => 0.4,
    };
    let columns = 1.0 - (1.0 - SAME_COLUMNS) * shared * weight;
    let factors = [(is_kind, SAME_KIND), (is_table, SAME_TABLE * columns), (is_null, SAME_NULL)];
    factors.iter().filter(|(applies, _)| *applies).map(|(_, factor)| factor).product()
}

/// `shop.repairs` of `count:shop.repairs:kind`.
fn table_of(one: &Candidate) -> &str {
    one.subject.split(':').nth(1).unwrap_or_default()
}

/// Whether it is about days of the week or about months of the year.
fn turn(one: &Candidate) -> Option<&'static str> {
    let family = one.subject.split([':', '_']).next()?;
    ["weekday", "month"].into_iter().find(|turn| *turn == family)
}

/// Says the same of the same columns, or follows one line over all rows and once more for every segment alike.
fn repeats(known: &Candidate, one: &Candidate) -> bool {
    if turn(known) != turn(one) {
        return false;
    }
    let family = |one: &Candidate| one.subject.split(':').next().unwrap_or_default().to_owned();
    let columns = |one: &Candidate| one.columns.iter().cloned().collect::<HashSet<_>>();
    let is_alike = table_of(known) == table_of(one) && known.kind == one.kind && known.segment == one.segment;
    let is_line = one.segment.is_none() && family(one).ends_with("_over_time") && family(one) == family(known);
    let is_same = known.is_null_result == one.is_null_result && columns(one) == columns(known);
    // Of two columns that say how it went, each is a share by the other.
    let is_turned = known.is_rate && one.is_rate && is_same && known.kind == one.kind && table_of(known) == table_of(one);
    // Two columns that say the same of a row.
    let is_twin = known.kind == one.kind
        && (&known.value, &known.figure, known.affected) == (&one.value, &one.figure, one.affected)
        && one.effect.size > 1e-3
        && (known.effect.size - one.effect.size).abs() < 1e-9;
    known.subject == one.subject
        || is_turned
        || is_twin
        || words(&one.name) == words(&known.name)
        || (is_alike && (is_same || (is_line && known.figure == one.figure)))
}

fn insight(scope: &Scope<'_>, one: Candidate, numbers: &mut HashMap<String, usize>) -> Insight {
    let area = area(&scope.goal.areas, &one).to_owned();
    let number = numbers.entry(area.clone()).or_default();
    *number += 1;
    let mut source_steps: Vec<u32> = one.asked.iter().filter_map(|id| scope.answers.step(id)).collect();
    source_steps.sort_unstable();
    source_steps.dedup();
    let strength = (one.effect.size * 0.75 + one.coverage.clamp(0.0, 1.0) * 0.25).clamp(0.0, 1.0);
    let weight = match one.kind {
        _ if one.is_null_result => 0.1,
        // Never so much that something is to be done about it.
        _ if one.is_mild => 0.24 * strength,
        // How things are, rather than what goes wrong.
        Statement::Share | Statement::Relation | Statement::Words | Statement::Outlier => 0.65 * strength,
        // How rows divide by what another table says of them is a share too.
        Statement::Joined if one.figure.is_none() => 0.65 * strength,
        _ => strength,
    };
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
        is_null_result: one.is_null_result,
        ..Insight::default()
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

/// Numbers and months apart, which change from run to run, and what any finding says.
fn words(text: &str) -> HashSet<String> {
    let is_month = |word: &String| listed("months").any(|month| month.eq_ignore_ascii_case(word));
    let kept = |word: &String| {
        !is_function_word(word) && word.chars().any(char::is_alphabetic) && !is_month(word) && !is_listed("says", word)
    };
    split_words(text).into_iter().filter(kept).map(|word| stem(&word)).collect()
}

fn alike(one: &HashSet<String>, other: &HashSet<String>) -> f64 {
    let both = one.intersection(other).count();
    let all = one.len() + other.len() - both;
    if all == 0 { 0.0 } else { both as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::stats::Effect;
    use domain::runs::{Answers, Goal, Survey};

    #[test]
    fn a_share_that_is_no_risk_is_never_severe() {
        let (goal, survey, answers) = (Goal::default(), Survey::default(), Answers::default());
        let scope = Scope::new(&goal, &survey, &answers);
        for (kind, figure, is_mild, expected) in [
            (Statement::Joined, Some("cost"), false, Severity::Critical),
            (Statement::Joined, None, false, Severity::High),
            (Statement::Joined, None, true, Severity::Low),
            (Statement::Share, None, false, Severity::High),
            (Statement::Share, None, true, Severity::Low),
        ] {
            let mut one = Candidate { is_mild, ..Candidate::new(kind, "share:d.t:kind".into(), &["kind"], "Most".into()) };
            one.figure = figure.map(str::to_owned);
            one.effect = Effect { size: 1.0, p: 0.0 };
            let severity = insight(&scope, one, &mut HashMap::new()).severity;
            assert_eq!(severity, expected, "{kind:?} {is_mild}");
        }
    }

    #[test]
    fn weekdays_months_and_the_line_of_one_column_do_not_repeat_each_other() {
        let of = |subject: &str, name: &str| Candidate::new(Statement::Trend, subject.into(), &["day"], name.into());
        let line = of("count_over_time:d.t:day", "The number of repairs shows an increasing trend over time");
        let spike = of("spike:d.t:day", "The number of repairs spikes in May 2024, far above all other months");
        let month = of("month:d.t:day", "The number of repairs peaks every year in May and is lowest in June");
        let week = of("weekday:d.t:day", "The number of repairs is significantly higher on Mondays and lowest on Fridays");
        for (known, one, expected) in
            [(&line, &month, false), (&month, &week, false), (&week, &line, false), (&line, &spike, true), (&month, &month, true)]
        {
            assert_eq!(repeats(known, one), expected, "{} {}", known.subject, one.subject);
        }
    }
}
