//! Who or what many rows are about: a few of them in most rows, or all alike; and who differs in a figure.

use super::{
    names,
    prelude::*,
    segments::means,
    shares::{counted, finding},
};

/// As many as are read; the others are only counted.
const MOST: usize = 40;
const MOST_COLUMNS: usize = 4;
/// Of an even share.
const ALIKE: f64 = 1.6;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let one = |subject: &Subject<'_>| {
        let columns = || subject.entities.iter().take(MOST_COLUMNS);
        let names = columns().filter_map(|column| names::question(scope, subject, column));
        columns().map(|column| group_question(subject, column, MOST)).chain(names).collect::<Vec<_>>()
    };
    scope.tables.iter().flat_map(one).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for subject in &scope.tables {
        for column in subject.entities.iter().take(MOST_COLUMNS) {
            let split = Split::new(scope, subject, Statement::Entity, column);
            found.extend(share(&split));
            let is_whole = column.distinct <= split.groups.len() as u64;
            for at in 0..subject.figures.len() {
                found.extend(means(&split, at).filter(|one| is_whole || !one.is_null_result));
                // Of those that were read the total is not the whole.
                found.extend(finding(&split, Some(at)).filter(|_| is_whole));
            }
        }
    }
    found
}

fn share(split: &Split<'_>) -> Option<Candidate> {
    let [top, second, ..] = split.groups.as_slice() else { return None };
    let (subject, column) = (split.subject, &split.column);
    let (table, noun) = (subject.table, &subject.noun);
    let rows = table.rows.saturating_sub(column.nulls) as f64;
    let count = column.distinct.max(split.groups.len() as u64) as f64;
    let even = rows / count;
    let counts: Vec<f64> = split.groups.iter().map(|group| group.count).collect();
    // What chance alone gives to the luckiest of many.
    let luck = even + 4.0 * even.sqrt();
    // Where all have as many to the last row, the table was made so.
    let is_planned = counts.len() > 2 && count <= counts.len() as f64 && counts.iter().all(|own| (own - top.count).abs() < 0.5);
    if top.count < 3.0 || even <= 0.0 || is_planned {
        return None;
    }
    let (part, five) = (top.count / rows, counts.iter().take(5).sum::<f64>());
    // Where all of them were read, the one with the fewest counts too.
    let least = split.groups.last().filter(|_| count <= counts.len() as f64).map_or(even, |group| group.count);
    let is_far_below = least < (even / ALIKE).min(even - 4.0 * even.sqrt());
    let is_even = top.count < (even * ALIKE).max(luck) && !is_far_below;
    let (whole, many) = (five / rows, split.many());
    let name = if is_even {
        format!("The number of {noun} is evenly distributed across all {many}")
    } else if top.count >= 1.5 * second.count {
        format!("{} has a significantly higher number of {noun} than other {many}", capitalised(&split.one(top)))
    } else if whole >= 0.3 && count >= 15.0 {
        format!("The distribution of {noun} is skewed, with a few {many} accounting for a large share")
    } else {
        format!(
            "{} has the highest number of {noun} among all {many}, followed by {}",
            capitalised(&split.one(top)),
            second.label
        )
    };
    let mut one = split.candidate("entity", &[], name);
    let (is_top, reference) = (split.condition(top), &column.reference);
    let text = format!("{} {noun} are of {}", decimal(top.count), top.label);
    one.claim(ClaimKind::Count, text, top.count, format!("SELECT COUNT(*) FROM {} WHERE {is_top}", table.reference));
    let share_of =
        |condition: &str| format!("SELECT 100.0 * {} / COUNT({reference}) FROM {}", count_if(condition), table.reference);
    one.claim(ClaimKind::Share, format!("That is {} of all", percent(part)), part * 100.0, share_of(&is_top));
    if split.groups.len() > 5 {
        let values: Vec<String> = split.groups.iter().take(5).map(|group| split.condition(group)).collect();
        one.claim(
            ClaimKind::Share,
            format!("The first five have {}", percent(whole)),
            whole * 100.0,
            share_of(&values.join(" OR ")),
        );
    }
    let later = later_half(subject).map(|later| format!(" AND {later}")).unwrap_or_default();
    let ratio = format!(
        "SELECT 1.0 * {} * COUNT(DISTINCT {reference}) / NULLIF(COUNT(*), 0) FROM {} WHERE {reference} IS NOT NULL{later}",
        count_if(&is_top),
        table.reference
    );
    let holds = if is_even { Holds::AtMost((luck / even).max(ALIKE) * 1.5) } else { Holds::AtLeast(1.0) };
    let objection = "in the later half of the time it is not so any more";
    one.challenge("Is it so in the later half of the time too, against an even share?", ratio, holds, objection);

    one.description = format!(
        "{} {noun} belong to {} {many}, {} each on average; {} has {} ({}), followed by {} with {}; the first five have {}.",
        decimal(rows),
        decimal(count),
        decimal((even * 10.0).round() / 10.0),
        capitalised(&split.one(top)),
        decimal(top.count),
        percent(part),
        second.label,
        decimal(second.count),
        percent(whole)
    );
    one.indicators = split.groups.iter().take(5).map(|group| counted(&group.label, group.count, rows)).collect();
    for group in split.groups.iter().take(2) {
        one.metric(&format!("count_{}", slug(&group.label)), group.count);
    }
    let middle = counts.get(counts.len() / 2).copied().filter(|_| count <= counts.len() as f64);
    for (name, value) in [("groups", count), ("mean", even), ("share", part), ("share_of_first_five", whole)] {
        one.metric(name, value);
    }
    for (name, value) in [("median", middle), ("lowest", middle.and(counts.last().copied()))] {
        if let Some(value) = value {
            one.metric(name, value);
        }
    }
    one.chart = bars(noun, split.groups.iter().map(|group| (group.label.clone(), group.count)));
    (one.affected, one.segment) = if is_even { (Some(rows), None) } else { (Some(top.count), Some(split.rows_of(top))) };
    one.value = (!is_even).then(|| top.label.clone());
    one.effect = compare_with_even(&counts);
    one.effect.size = (part - 1.0 / count).max(0.0).sqrt().max((whole - 5.0 / count).max(0.0) * 0.8);
    one.coverage = rows / table.rows.max(1) as f64;
    one.is_null_result = is_even;
    Some(one)
}
