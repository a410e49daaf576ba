//! Single values far beyond all others, and numbers of which a few rows have most.

use super::prelude::*;

/// Quartiles that a value must lie beyond, in spans between them (Tukey's far outliers).
const FAR: f64 = 3.0;
/// Of the rows; where more lie beyond, that is how the numbers are.
const FEW: f64 = 0.03;
/// Times the highest of the others, from which somebody would see a gap.
const APART: f64 = 1.2;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    scope.tables.iter().filter_map(question).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for subject in &scope.tables {
        let id = subject.id("outliers", &[]);
        let Some(row) = scope.answers.rows(&id).and_then(<[_]>::first) else { continue };
        for (at, (column, limit)) in limits(subject).enumerate() {
            let cell = |at: usize| row.get(at).and_then(number).unwrap_or_default();
            let one = finding(subject, column, limit, [0, 1, 2, 3].map(|place| cell(at * 4 + place)));
            found.extend(one.map(|one| Candidate { asked: vec![id.clone()], ..one }));
        }
    }
    found
}

fn limits<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s ColumnSurvey, f64)> {
    let of = |column: &ColumnSurvey| {
        let at = |place: usize| column.quantiles.get(place).and_then(number);
        let (lower, upper) = (at(1)?, at(3)?);
        let limit = upper + FAR * (upper - lower);
        (upper > lower && column.max.as_ref().and_then(number)? > limit).then_some(limit)
    };
    let measures = subject.table.columns.iter().filter(|column| is_measure(subject.table, column));
    measures.filter_map(move |column| Some((column, of(column)?)))
}

/// The lowest value beyond, and the highest one that is not.
fn edges(column: &ColumnSurvey, limit: f64) -> (String, String) {
    let name = &column.reference;
    (format!("MIN(CASE WHEN {name} > {limit} THEN {name} END)"), format!("MAX(CASE WHEN {name} <= {limit} THEN {name} END)"))
}

fn question(subject: &Subject<'_>) -> Option<Question> {
    let one = |(column, limit): (&ColumnSurvey, f64)| {
        let (name, above) = (&column.reference, format!("{} > {limit}", column.reference));
        let (beyond, within) = edges(column, limit);
        format!(
            "SUM(CASE WHEN {above} THEN 1 ELSE 0 END), 1.0 * SUM(CASE WHEN {above} THEN {name} ELSE 0 END) / NULLIF(SUM({name}), 0), {beyond}, {within}"
        )
    };
    let all: Vec<String> = limits(subject).map(one).collect();
    let sql = format!("SELECT {} FROM {}", all.join(", "), subject.table.reference);
    let purpose = format!("Which numbers of {} lie far beyond all others?", subject.noun);
    (!all.is_empty()).then(|| subject.question("outliers", &[], purpose, sql))
}

fn finding(
    subject: &Subject<'_>,
    column: &ColumnSurvey,
    limit: f64,
    [count, share, beyond, within]: [f64; 4],
) -> Option<Candidate> {
    let rows = subject.table.rows as f64;
    // A part of a total means nothing where some of it is owed.
    column.min.as_ref().and_then(number).filter(|least| *least >= 0.0)?;
    if count < 1.0 || count > rows * FEW {
        return None;
    }
    let figure = subject.figures.iter().find(|figure| figure.columns == [column.name.clone()]);
    let (called, noun) = (figure.map_or_else(|| label(&column.name), |figure| figure.label.clone()), &subject.noun);
    let (table, column_name) = (&subject.table.reference, &column.reference);
    let (lowest, next) = edges(column, limit);
    let (name, question, sql, least, objection) = if beyond >= APART * within {
        (
            format!("A few {noun} are outliers with an unusually high {called}, far above all others"),
            "Is there a gap below them?",
            format!("SELECT 1.0 * {lowest} / NULLIF({next}, 0) FROM {table}"),
            APART,
            "they are the end of a long tail rather than apart from it",
        )
    } else {
        (
            format!("The distribution of {called} of the {noun} is skewed, with a long tail of high values"),
            "Does the tail lift the mean above the median?",
            format!("SELECT AVG({column_name}) FROM {table}"),
            column.quantiles.get(2).and_then(number)?,
            "the mean is not above the median",
        )
    };
    let mut one = Candidate::new(Statement::Outlier, subject.id("outliers", &[&column.name]), &[&column.name], name);
    one.challenge(question, sql, Holds::AtLeast(least), objection);
    let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column_name} > {limit}");
    one.claim(ClaimKind::Count, format!("{} {noun} lie above {}", decimal(count), decimal(limit)), count, sql);
    let (most, sql) = (column.max.as_ref().and_then(number)?, format!("SELECT MAX({column_name}) FROM {table}"));
    one.claim(ClaimKind::Extreme, format!("The largest is {}", decimal(most)), most, sql);
    let usual = |place: usize| column.quantiles.get(place).and_then(number).map(decimal).unwrap_or_default();
    one.description = format!(
        "The {called} of {} {noun} is {} to {}, which makes {} of its total; the next is {}, and half of all {noun} have at most {}.",
        decimal(count),
        decimal(beyond),
        decimal(most),
        percent(share),
        decimal(within),
        usual(2)
    );
    one.indicators = vec![
        format!("largest: {}", decimal(most)),
        format!("beyond the others: {} ({})", decimal(count), percent(count / rows)),
        format!("smallest of them: {}", decimal(beyond)),
        format!("next: {}", decimal(within)),
        format!("share of the total: {}", percent(share)),
        format!("median: {}", usual(2)),
    ];
    [("share_of_total", share), ("count", count), ("largest", most)].iter().for_each(|(name, value)| one.metric(name, *value));
    one.figure = Some(called);
    one.weigh(count, Effect { size: share.clamp(0.0, 1.0).sqrt(), p: 0.0 }, count / rows);
    Some(one)
}
