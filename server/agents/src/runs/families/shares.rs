//! How rows divide: one value in most of them, or all of them alike.

use super::super::{
    candidate::{Candidate, Family, Statement, bars, count_of_rows, later_half, share_of_rows},
    scope::{Group, Scope, Subject, group_question, is_value},
    stats::compare_with_even,
    wording::{capitalised, decimal, label, percent},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, sql::count_if};

pub(in super::super) struct Shares;

const MOST_GROUPS: usize = 60;
/// How far the greatest share may lie from an even one, of all it could.
const EVEN: f64 = 0.06;

impl Family for Shares {
    fn name(&self) -> &'static str {
        "shares"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let one = |subject: &Subject<'_>| {
            subject.segments.iter().map(|column| group_question(subject, column, MOST_GROUPS)).collect::<Vec<_>>()
        };
        scope.tables.iter().flat_map(one).collect()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            for column in &subject.segments {
                let id = subject.id("groups", &[&column.name]);
                let groups = scope.groups(&id, subject);
                found.extend(finding(subject, column, &groups).map(|one| Candidate { asked: vec![id], ..one }));
            }
        }
        found
    }
}

fn finding(subject: &Subject<'_>, column: &ColumnSurvey, groups: &[Group]) -> Option<Candidate> {
    let [top, second, ..] = groups else { return None };
    let counts: Vec<f64> = groups.iter().map(|group| group.count).collect();
    let total: f64 = counts.iter().sum();
    let (table, noun, called) = (subject.table, &subject.noun, label(&column.name));
    let share = top.count / total;
    let least = groups.last()?;
    let effect = compare_with_even(&counts);
    let is_even = effect.size < EVEN && groups.len() > 2;
    let name = if is_even {
        let each = percent(1.0 / groups.len() as f64);
        format!("{} are spread evenly across the {} values of {called}, about {each} each", capitalised(noun), groups.len())
    } else {
        let next = percent(second.count / total);
        format!(
            "{} is the most common {called} with {} of all {noun}, followed by {} with {next}",
            top.label,
            percent(share),
            second.label
        )
    };
    let mut one = Candidate::new(Statement::Share, subject.id("share", &[&column.name]), &[&column.name], name);
    let present = format!("{} IS NOT NULL", column.reference);
    let is_top = is_value(table, column, &top.value);
    let of_present = format!("SELECT 100.0 * {} / {} FROM {}", count_if(&is_top), count_if(&present), table.reference);
    one.claim(
        ClaimKind::Share,
        format!("{} has {} of the {noun} with a {called}", top.label, percent(share)),
        share * 100.0,
        of_present,
    );
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} are {}", decimal(top.count), top.label),
        top.count,
        count_of_rows(subject, &is_top),
    );
    let is_least = is_value(table, column, &least.value);
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} are {}", decimal(least.count), least.label),
        least.count,
        count_of_rows(subject, &is_least),
    );
    let even = 100.0 / groups.len() as f64;
    if let Some(later) = later_half(subject) {
        let later = format!(
            "SELECT 100.0 * {} / NULLIF(COUNT({}), 0) FROM {} WHERE {later}",
            count_if(&is_top),
            column.reference,
            table.reference
        );
        let holds = if is_even { Holds::Between(even * 0.5, even * 2.0) } else { Holds::AtLeast(even) };
        one.challenge(
            "Is it so in the later half of the time too?",
            later,
            holds,
            format!("in the later half of the time {} is no longer ahead", top.label),
        );
    }
    let of_all = share_of_rows(subject, &is_top);
    let objection = format!("counting the {noun} without a {called}, it is less than an even share");
    one.challenge("Does it hold where rows without a value count too?", of_all, Holds::AtLeast(even * 0.5), objection);

    let all: Vec<String> = groups
        .iter()
        .take(6)
        .map(|group| format!("{}: {} ({})", group.label, decimal(group.count), percent(group.count / total)))
        .collect();
    one.description = format!("Of {} {noun} with a {called}: {}.", decimal(total), all.join(", "));
    one.indicators = all;
    one.metric("share", share);
    one.metric("values", groups.len() as f64);
    one.chart = bars(noun, groups.iter().map(|group| (group.label.clone(), group.count)));
    (one.affected, one.segment) =
        if is_even { (Some(total), None) } else { (Some(top.count), Some(format!("{called} {}", top.label))) };
    one.effect = effect;
    one.coverage = total / table.rows as f64;
    one.is_null_result = is_even;
    Some(one)
}
