//! Values that are missing, which everything else has to be read with.

use super::super::{
    candidate::{Candidate, Family, Statement, count_of_rows, later_half},
    scope::{Scope, Subject},
    stats::Effect,
    wording::{capitalised, decimal, label, percent},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, Role, sql::count_if};

pub(in super::super) struct Gaps;

impl Family for Gaps {
    fn name(&self) -> &'static str {
        "gaps"
    }

    /// The survey has counted them.
    fn questions(&self, _scope: &Scope<'_>) -> Vec<Question> {
        Vec::new()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        scope
            .tables
            .iter()
            .flat_map(|subject| subject.table.columns.iter().filter_map(move |column| finding(subject, column)))
            .collect()
    }
}

fn finding(subject: &Subject<'_>, column: &ColumnSurvey) -> Option<Candidate> {
    let (rows, nulls) = (subject.table.rows as f64, column.nulls as f64);
    let share = nulls / rows;
    if column.role == Role::None || !(0.05..=0.98).contains(&share) || rows < 20.0 {
        return None;
    }
    let (noun, called) = (&subject.noun, label(&column.name));
    let name = format!("{} of {noun} have no {called}, {} of {} in all", percent(share), decimal(nulls), decimal(rows));
    let mut one = Candidate::new(Statement::Gap, subject.id("gap", &[&column.name]), &[&column.name], name);
    let missing = format!("{} IS NULL", column.reference);
    one.claim(ClaimKind::Count, format!("{} {noun} have none", decimal(nulls)), nulls, count_of_rows(subject, &missing));
    let table = &subject.table.reference;
    one.claim(
        ClaimKind::Share,
        format!("That is {}", percent(share)),
        share * 100.0,
        format!("SELECT 100.0 * {} / COUNT(*) FROM {table}", count_if(&missing)),
    );
    // What happened lately may simply not be over.
    let (question, when) = match later_half(subject) {
        Some(later) => ("Is it missing early on too?", format!(" WHERE NOT ({later})")),
        None => ("Is it missing rather than counted wrongly?", String::new()),
    };
    let sql = format!("SELECT 100.0 * {} / NULLIF(COUNT(*), 0) FROM {table}{when}", count_if(&missing));
    one.challenge(question, sql, Holds::AtLeast(share * 25.0), "it is missing for what is recent only: that may not be over yet");
    one.description = format!(
        "{} is known for {} of {} {noun}; what is said of it holds for these.",
        capitalised(&called),
        decimal(rows - nulls),
        decimal(rows)
    );
    one.metric("missing", share);
    one.affected = Some(nulls);
    one.effect = Effect { size: share.min(1.0 - share) * 0.6, p: 0.0 };
    one.coverage = share;
    Some(one)
}
