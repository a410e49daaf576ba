//! Who or what many rows are about: a few of them in most rows, or all alike; and who differs in a figure.

use super::{
    super::{
        candidate::{Candidate, Family, Statement, bars, count_of_rows, later_half},
        scope::{Group, Scope, Subject, group_question, is_value},
        stats::compare_with_even,
        wording::{capitalised, decimal, label, percent},
    },
    segments::means,
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, sql::count_if};

pub(in super::super) struct Entities;

/// As many as are read; the others are only counted.
const MOST: usize = 40;
const MOST_COLUMNS: usize = 4;
/// Of an even share.
const ALIKE: f64 = 1.6;

impl Family for Entities {
    fn name(&self) -> &'static str {
        "entities"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let one = |subject: &Subject<'_>| {
            subject.entities.iter().take(MOST_COLUMNS).map(|column| group_question(subject, column, MOST)).collect::<Vec<_>>()
        };
        scope.tables.iter().flat_map(one).collect()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            for column in subject.entities.iter().take(MOST_COLUMNS) {
                let id = subject.id("groups", &[&column.name]);
                let groups = scope.groups(&id, subject);
                found.extend(share(subject, column, &groups).map(|one| Candidate { asked: vec![id.clone()], ..one }));
                for (at, figure) in subject.figures.iter().enumerate() {
                    let one = means(subject, column, figure, at, &groups).filter(|one| !one.is_null_result);
                    let one =
                        one.map(|one| if column.distinct > groups.len() as u64 { among(one, column, groups.len()) } else { one });
                    found.extend(one.map(|one| Candidate { asked: vec![id.clone()], kind: Statement::Entity, ..one }));
                }
            }
        }
        found
    }
}

/// Not all were compared.
fn among(one: Candidate, column: &ColumnSurvey, count: usize) -> Candidate {
    if one.is_only_tested {
        return one;
    }
    let mut signs = one.name.chars();
    let rest: String = signs.next().map(|first| first.to_lowercase().chain(signs).collect()).unwrap_or_default();
    let name = format!("Among the {count} most frequent {} values {rest}", label(&column.name));
    Candidate { name, description: one.description.replace("Over all ", "Over these "), ..one }
}

fn share(subject: &Subject<'_>, column: &ColumnSurvey, groups: &[Group]) -> Option<Candidate> {
    let [top, second, ..] = groups else { return None };
    let (table, noun, called) = (subject.table, &subject.noun, label(&column.name));
    let rows = table.rows.saturating_sub(column.nulls) as f64;
    let even = rows / column.distinct.max(groups.len() as u64) as f64;
    if top.count < 3.0 || even <= 0.0 {
        return None;
    }
    let part = top.count / rows;
    let is_even = top.count < even * ALIKE;
    let name = if is_even {
        format!(
            "{} are spread evenly over {} {called} values, about {} each",
            capitalised(noun),
            decimal(column.distinct as f64),
            decimal(even.round())
        )
    } else {
        format!(
            "{} has the most {noun} of all {called} values with {}, {} of all, ahead of {} with {}",
            top.label,
            decimal(top.count),
            percent(part),
            second.label,
            decimal(second.count)
        )
    };
    let mut one = Candidate::new(Statement::Entity, subject.id("entity", &[&column.name]), &[&column.name], name);
    let is_top = is_value(table, column, &top.value);
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} are {}'s", decimal(top.count), top.label),
        top.count,
        count_of_rows(subject, &is_top),
    );
    let present = format!("{} IS NOT NULL", column.reference);
    let share_sql = format!("SELECT 100.0 * {} / COUNT({}) FROM {}", count_if(&is_top), column.reference, table.reference);
    one.claim(ClaimKind::Share, format!("That is {} of all with a {called}", percent(part)), part * 100.0, share_sql);
    let five: f64 = groups.iter().take(5).map(|group| group.count).sum();
    if groups.len() > 5 {
        let values: Vec<String> = groups.iter().take(5).map(|group| is_value(table, column, &group.value)).collect();
        let sql =
            format!("SELECT 100.0 * {} / COUNT({}) FROM {}", count_if(&values.join(" OR ")), column.reference, table.reference);
        one.claim(ClaimKind::Share, format!("The first five have {}", percent(five / rows)), five / rows * 100.0, sql);
    }
    let (condition, objection) = match later_half(subject) {
        Some(later) => (format!("{present} AND {later}"), "in the later half of the time it is not ahead any more"),
        None => (present, "it is not ahead of an even share"),
    };
    let ratio = format!(
        "SELECT {} * 1.0 * COUNT(DISTINCT {}) / NULLIF(COUNT(*), 0) FROM {} WHERE {condition}",
        count_if(&is_top),
        column.reference,
        table.reference
    );
    let holds = if is_even { Holds::AtMost(ALIKE * 1.5) } else { Holds::AtLeast(1.0) };
    one.challenge("Is it so in the later half of the time too, against an even share?", ratio, holds, objection);

    one.description = format!(
        "{} {noun} have one of {} {called} values; an even share would be {}.",
        decimal(rows),
        decimal(column.distinct as f64),
        decimal(even)
    );
    one.indicators = groups
        .iter()
        .take(5)
        .map(|group| format!("{}: {} ({})", group.label, decimal(group.count), percent(group.count / rows)))
        .collect();
    one.metric("share_of_first", part);
    one.metric("share_of_first_five", five / rows);
    one.metric("times_even", top.count / even);
    one.chart = bars(noun, groups.iter().map(|group| (group.label.clone(), group.count)));
    (one.affected, one.segment) =
        if is_even { (Some(rows), None) } else { (Some(top.count), Some(format!("{called} {}", top.label))) };
    let counts: Vec<f64> = groups.iter().map(|group| group.count).collect();
    one.effect = compare_with_even(&counts);
    one.effect.size = (part - 1.0 / column.distinct.max(1) as f64).max(0.0).sqrt();
    one.coverage = rows / table.rows.max(1) as f64;
    one.is_null_result = is_even;
    Some(one)
}
