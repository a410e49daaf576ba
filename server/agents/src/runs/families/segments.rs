//! Which part of the rows has more of a figure: averages and totals by segment.

use super::super::{
    candidate::{Candidate, Family, Statement, bars, later_half},
    scope::{Figure, Group, Scope, Subject, is_value},
    stats::{Effect, Sums, compare_means, compare_with_even},
    wording::{capitalised, decimal, label, percent},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question};

pub(in super::super) struct Segments;

/// Groups with fewer values say little about an average.
const LEAST: f64 = 8.0;

impl Family for Segments {
    fn name(&self) -> &'static str {
        "segments"
    }

    /// What is asked for shares answers this too.
    fn questions(&self, _scope: &Scope<'_>) -> Vec<Question> {
        Vec::new()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            for column in &subject.segments {
                let id = subject.id("groups", &[&column.name]);
                let groups = scope.groups(&id, subject);
                for (at, figure) in
                    subject.figures.iter().enumerate().filter(|(_, figure)| !figure.columns.contains(&column.name))
                {
                    let both = [means(subject, column, figure, at, &groups), totals(subject, column, figure, at, &groups)];
                    found.extend(both.into_iter().flatten().map(|one| Candidate { asked: vec![id.clone()], ..one }));
                }
            }
        }
        found
    }
}

pub(super) fn means(
    subject: &Subject<'_>,
    column: &ColumnSurvey,
    figure: &Figure,
    at: usize,
    groups: &[Group],
) -> Option<Candidate> {
    let mut known: Vec<(&Group, Sums)> =
        groups.iter().map(|group| (group, group.figures[at])).filter(|(_, sums)| sums.count >= LEAST).collect();
    let all = known.iter().fold(Sums::default(), |all, (_, sums)| all.add(*sums));
    known.sort_by(|one, other| other.1.mean().total_cmp(&one.1.mean()));
    let ([(top, most), ..], [.., (bottom, least)]) = (&known[..], &known[..]) else { return None };
    if known.len() < 2 {
        return None;
    }
    let sums: Vec<Sums> = known.iter().map(|(_, sums)| *sums).collect();
    let effect = compare_means(&sums);
    let (table, noun, called) = (subject.table, &subject.noun, label(&column.name));
    let (high, low) = (figure.shown(most.mean()), figure.shown(least.mean()));
    let difference = most.mean() - least.mean();
    let is_level = effect.p > 0.2 && difference <= 0.1 * all.mean().abs();
    if !is_level && effect.p > 0.05 {
        return Some(Candidate::only_tested(Statement::Segment, effect));
    }
    let name = if is_level {
        format!("Average {} hardly differs between {called} values, from {low} to {high} for all {noun}", figure.label)
    } else {
        format!(
            "Average {} of {noun} is highest for {called} {} at {high} and lowest for {} at {low}",
            figure.label, top.label, bottom.label
        )
    };
    let columns: Vec<&str> = std::iter::once(column.name.as_str()).chain(figure.columns.iter().map(String::as_str)).collect();
    let mut one = Candidate::new(Statement::Segment, subject.id("mean", &columns), &columns, name);
    let mean = |group: &Group| {
        format!("SELECT AVG({}) FROM {} WHERE {}", figure.expression, table.reference, is_value(table, column, &group.value))
    };
    one.claim(ClaimKind::Mean, format!("The average {} for {} is {high}", figure.label, top.label), most.mean(), mean(top));
    one.claim(ClaimKind::Mean, format!("The average {} for {} is {low}", figure.label, bottom.label), least.mean(), mean(bottom));
    let e = &figure.expression;
    let (is_top, is_bottom) = (is_value(table, column, &top.value), is_value(table, column, &bottom.value));
    let apart = |more: &str| {
        format!(
            "SELECT AVG(CASE WHEN {is_top} THEN {e} END) - AVG(CASE WHEN {is_bottom} THEN {e} END) FROM {}{more}",
            table.reference
        )
    };
    one.claim(ClaimKind::Difference, format!("They differ by {}", figure.shown(difference)), difference, apart(""));
    let ceiling = all.mean() + 3.0 * all.variance().sqrt();
    let holds = if is_level { Holds::AtMost(all.variance().sqrt().max(f64::EPSILON)) } else { Holds::AtLeast(difference * 0.25) };
    let without = apart(&format!(" WHERE ({e}) <= {ceiling}"));
    one.challenge("Does it hold without the few largest values?", without, holds, "a few very large values make the difference");
    if let Some(later) = later_half(subject).filter(|_| !is_level) {
        let objection = "in the later half of the time the difference is gone or the other way round";
        one.challenge(
            "Is it so in the later half of the time too?",
            apart(&format!(" WHERE {later}")),
            Holds::AtLeast(0.0),
            objection,
        );
    }
    let each: Vec<String> = known
        .iter()
        .take(8)
        .map(|(group, sums)| format!("{}: {} over {} {noun}", group.label, figure.shown(sums.mean()), decimal(sums.count)))
        .collect();
    one.description = format!(
        "{} by {called}, from the highest: {}. Over all {noun} it is {}.",
        capitalised(&figure.label),
        each.join(", "),
        figure.shown(all.mean())
    );
    one.indicators = each;
    one.metric("highest", most.mean());
    one.metric("lowest", least.mean());
    one.metric("explained", effect.size);
    one.chart = bars(&format!("average {}", figure.label), known.iter().map(|(group, sums)| (group.label.clone(), sums.mean())));
    (one.affected, one.segment) = (Some(most.count), (!is_level).then(|| format!("{called} {}", top.label)));
    // As large as eta squared looks to a reader: a tenth of the variation is much.
    one.effect = Effect { size: effect.size.sqrt(), ..effect };
    one.coverage = all.count / table.rows.max(1) as f64;
    one.is_null_result = is_level;
    Some(one)
}

fn totals(subject: &Subject<'_>, column: &ColumnSurvey, figure: &Figure, at: usize, groups: &[Group]) -> Option<Candidate> {
    let sums: Vec<f64> = groups.iter().map(|group| group.figures[at].sum).collect();
    if !figure.adds_up || groups.len() < 2 || sums.iter().any(|sum| *sum < 0.0) {
        return None;
    }
    let (total, rows): (f64, f64) = (sums.iter().sum(), groups.iter().map(|group| group.count).sum());
    let top = groups.iter().max_by(|one, other| one.figures[at].sum.total_cmp(&other.figures[at].sum))?;
    let (share, part) = (top.figures[at].sum / total, top.count / rows);
    if total <= 0.0 || (share - part).abs() < 0.03 && groups.len() > 2 && share < 0.3 {
        return None;
    }
    let (table, noun, called) = (subject.table, &subject.noun, label(&column.name));
    let name = format!(
        "{called} {} accounts for {} of total {} with {} of the {noun}",
        top.label,
        percent(share),
        figure.label,
        percent(part)
    );
    let columns: Vec<&str> = std::iter::once(column.name.as_str()).chain(figure.columns.iter().map(String::as_str)).collect();
    let mut one = Candidate::new(Statement::Segment, subject.id("total", &columns), &columns, capitalised(&name));
    let (e, is_top) = (&figure.expression, is_value(table, column, &top.value));
    let inner = format!("SUM(CASE WHEN {is_top} THEN {e} ELSE 0 END)");
    let share_sql = format!("SELECT 100.0 * {inner} / SUM({e}) FROM {} WHERE {} IS NOT NULL", table.reference, column.reference);
    one.claim(ClaimKind::Share, format!("{} has {} of it", top.label, percent(share)), share * 100.0, share_sql);
    let sum_sql = format!("SELECT SUM({e}) FROM {} WHERE {is_top}", table.reference);
    one.claim(ClaimKind::Sum, format!("That is {}", figure.shown(top.figures[at].sum)), top.figures[at].sum, sum_sql);
    if let Some(later) = later_half(subject) {
        let sql = format!("SELECT 100.0 * {inner} / SUM({e}) FROM {} WHERE {later}", table.reference);
        one.challenge(
            "Is it so in the later half of the time too?",
            sql,
            Holds::AtLeast(share * 50.0),
            "in the later half of the time its part is less than half of that",
        );
    } else {
        let sql = format!("SELECT MAX({e}) / SUM({e}) FROM {} WHERE {is_top}", table.reference);
        one.challenge("Is it more than one single row?", sql, Holds::AtMost(0.5), "one single row makes more than half of it");
    }
    let each: Vec<String> = groups
        .iter()
        .take(8)
        .map(|group| {
            format!("{}: {} ({})", group.label, figure.shown(group.figures[at].sum), percent(group.figures[at].sum / total))
        })
        .collect();
    one.description = format!("Total {} by {called}: {}.", figure.label, each.join(", "));
    one.indicators = each;
    one.metric("share", share);
    one.chart = bars(&format!("total {}", figure.label), groups.iter().map(|group| (group.label.clone(), group.figures[at].sum)));
    (one.affected, one.segment) = (Some(top.count), Some(format!("{called} {}", top.label)));
    // Money has no chance of its own: what may be chance is how the rows fall, and what each of them has.
    let counts: Vec<f64> = groups.iter().map(|group| group.count).collect();
    let each: Vec<Sums> = groups.iter().map(|group| group.figures[at]).collect();
    let p = compare_with_even(&counts).p.min(compare_means(&each).p);
    one.effect = Effect { size: compare_with_even(&sums).size, p };
    one.coverage = part;
    Some(one)
}
