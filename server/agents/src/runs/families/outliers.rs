//! Single values far beyond all others.

use super::super::{
    candidate::{Candidate, Family, Statement},
    scope::{Scope, Subject},
    stats::Effect,
    wording::{capitalised, decimal, label, number, percent},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, Role};

pub(in super::super) struct Outliers;

/// Quartiles that a value must lie beyond, in spans between them (Tukey's far outliers).
const FAR: f64 = 3.0;

impl Family for Outliers {
    fn name(&self) -> &'static str {
        "outliers"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        scope.tables.iter().filter_map(question).collect()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            let id = subject.id("outliers", &[]);
            let Some(row) = scope.answers.rows(&id).and_then(<[_]>::first) else { continue };
            for (at, (column, limit)) in limits(subject).enumerate() {
                let cell = |at: usize| row.get(at).and_then(number).unwrap_or_default();
                let one = finding(subject, column, limit, cell(at * 2), cell(at * 2 + 1));
                found.extend(one.map(|one| Candidate { asked: vec![id.clone()], ..one }));
            }
        }
        found
    }
}

fn limits<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s ColumnSurvey, f64)> {
    let of = |column: &ColumnSurvey| {
        let at = |place: usize| column.quantiles.get(place).and_then(number);
        let (lower, upper) = (at(1)?, at(3)?);
        let limit = upper + FAR * (upper - lower);
        (upper > lower && column.max.as_ref().and_then(number)? > limit).then_some(limit)
    };
    subject.table.of_role(Role::Measure).filter_map(move |column| Some((column, of(column)?)))
}

fn question(subject: &Subject<'_>) -> Option<Question> {
    let one = |(column, limit): (&ColumnSurvey, f64)| {
        let (name, above) = (&column.reference, format!("{} > {limit}", column.reference));
        format!(
            "SUM(CASE WHEN {above} THEN 1 ELSE 0 END), 1.0 * SUM(CASE WHEN {above} THEN {name} ELSE 0 END) / NULLIF(SUM({name}), 0)"
        )
    };
    let all: Vec<String> = limits(subject).map(one).collect();
    (!all.is_empty()).then(|| Question {
        id: subject.id("outliers", &[]),
        purpose: format!("Which numbers of {} lie far beyond all others?", subject.noun),
        sql: format!("SELECT {} FROM {}", all.join(", "), subject.table.reference),
    })
}

fn finding(subject: &Subject<'_>, column: &ColumnSurvey, limit: f64, count: f64, share: f64) -> Option<Candidate> {
    let rows = subject.table.rows as f64;
    // Where many lie beyond, that is how the numbers are.
    if count < 1.0 || count > rows * 0.03 {
        return None;
    }
    let (called, noun) = (label(&column.name), &subject.noun);
    let name = format!(
        "{} {noun} have a {called} far beyond the others, above {}, and make {} of its total",
        decimal(count),
        decimal(limit),
        percent(share)
    );
    let mut one =
        Candidate::new(Statement::Outlier, subject.id("outliers", &[&column.name]), &[&column.name], capitalised(&name));
    let (table, name) = (&subject.table.reference, &column.reference);
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} lie above {}", decimal(count), decimal(limit)),
        count,
        format!("SELECT COUNT(*) FROM {table} WHERE {name} > {limit}"),
    );
    let most = column.max.as_ref().and_then(number)?;
    // A part of a total means nothing where some of it is owed.
    column.min.as_ref().and_then(number).filter(|least| *least >= 0.0)?;
    one.claim(ClaimKind::Extreme, format!("The largest is {}", decimal(most)), most, format!("SELECT MAX({name}) FROM {table}"));
    let gap = format!(
        "SELECT 1.0 * MIN(CASE WHEN {name} > {limit} THEN {name} END) / NULLIF(MAX(CASE WHEN {name} <= {limit} THEN {name} END), 0) FROM {table}"
    );
    one.challenge(
        "Is there a gap below them?",
        gap,
        Holds::AtLeast(1.1),
        "they are the end of a long tail rather than apart from it",
    );
    one.description = format!(
        "Three quarters of the {noun} have a {called} of at most {}.",
        column.quantiles.get(3).and_then(number).map(decimal).unwrap_or_default()
    );
    one.indicators = vec![format!("largest: {}", decimal(most)), format!("share of the total: {}", percent(share))];
    one.metric("share_of_total", share);
    one.affected = Some(count);
    one.effect = Effect { size: share.clamp(0.0, 1.0).sqrt(), p: 0.0 };
    one.coverage = count / rows;
    Some(one)
}
