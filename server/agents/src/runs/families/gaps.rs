//! Values that are missing, which everything else has to be read with, and rows that have not come to their end.

use super::prelude::*;

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    scope
        .tables
        .iter()
        .flat_map(|subject| subject.table.columns.iter().filter_map(move |column| finding(subject, column)))
        .collect()
}

fn finding(subject: &Subject<'_>, column: &ColumnSurvey) -> Option<Candidate> {
    let (rows, nulls) = (subject.table.rows as f64, column.nulls as f64);
    let share = nulls / rows;
    if column.role == Role::None || !(0.03..=0.98).contains(&share) || rows < 20.0 {
        return None;
    }
    let (noun, called, event) = (&subject.noun, label(&column.name), moment_label(&column.name));
    let name = match column.role {
        Role::Time if verb(&event).is_some() => format!("{} {noun} have not been {event} and remain open", portion(share)),
        Role::Time => format!("{} {noun} have no {event} date recorded", portion(share)),
        _ => format!("{} {noun} have no {called} recorded, so the {called} is incomplete", portion(share)),
    };
    let mut one = Candidate::new(Statement::Gap, subject.id("gap", &[&column.name]), &[&column.name], name);
    let missing = format!("{} IS NULL", column.reference);
    one.claim(ClaimKind::Count, format!("{} {noun} have none", decimal(nulls)), nulls, count_of_rows(subject, &missing));
    let table = &subject.table.reference;
    let sql = format!("SELECT 100.0 * {} / COUNT(*) FROM {table}", count_if(&missing));
    one.claim(ClaimKind::Share, format!("That is {}", percent(share)), share * 100.0, sql);
    // What happened lately may simply not be over.
    let (question, when) = match later_half(subject) {
        Some(later) => ("Is it missing early on too?", format!(" WHERE NOT ({later})")),
        None => ("Is it missing rather than counted wrongly?", String::new()),
    };
    let sql = format!("SELECT 100.0 * {} / NULLIF(COUNT(*), 0) FROM {table}{when}", count_if(&missing));
    let objection = "it is missing for what is recent only: that may not be over yet";
    one.challenge(question, sql, Holds::AtLeast(share * 25.0), objection);
    one.description = format!(
        "{} of {} {noun} ({}) have no {called}; for the other {} it is known, and what is said of it holds for these.",
        decimal(nulls),
        decimal(rows),
        percent(share),
        decimal(rows - nulls)
    );
    one.indicators = vec![
        format!("without {called}: {} ({})", decimal(nulls), percent(share)),
        format!("with {called}: {} ({})", decimal(rows - nulls), percent(1.0 - share)),
    ];
    one.metric("missing", share);
    one.metric("count_missing", nulls);
    one.weigh(nulls, Effect { size: share.min(1.0 - share) * 0.6, p: 0.0 }, share);
    one.is_duration = column.role == Role::Time;
    Some(one)
}
