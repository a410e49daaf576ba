//! Whether two ways of dividing the rows have to do with each other: what comes out differs by segment.

use super::super::{
    candidate::{Candidate, Family, Statement, bars, later_half},
    scope::{Scope, Subject, is_value},
    stats::compare_counts,
    wording::{capitalised, decimal, label, number, percent, shown},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, sql::count_if};
use serde_json::Value;

pub(in super::super) struct Pairs;

const MOST_COLUMNS: usize = 5;
const MOST_CELLS: usize = 600;
/// Cramér's V below which nobody would see a difference.
const LEAST: f64 = 0.08;

impl Family for Pairs {
    fn name(&self) -> &'static str {
        "pairs"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let one = |(subject, first, second): (&Subject<'_>, &ColumnSurvey, &ColumnSurvey)| Question {
            id: subject.id("pair", &[&first.name, &second.name]),
            purpose: format!("Does {} go with {}?", label(&second.name), label(&first.name)),
            sql: format!(
                "SELECT {a} AS a, {b} AS b, COUNT(*) AS n FROM {} WHERE {a} IS NOT NULL AND {b} IS NOT NULL GROUP BY {a}, {b} ORDER BY n DESC LIMIT {MOST_CELLS}",
                subject.table.reference,
                a = first.reference,
                b = second.reference
            ),
        };
        scope.tables.iter().flat_map(pairs).map(one).collect()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (subject, first, second) in scope.tables.iter().flat_map(pairs) {
            let id = subject.id("pair", &[&first.name, &second.name]);
            let Some(rows) = scope.answers.rows(&id) else { continue };
            found.extend(finding(subject, first, second, rows).map(|one| Candidate { asked: vec![id], ..one }));
        }
        found
    }
}

fn pairs<'s, 'a>(subject: &'s Subject<'a>) -> impl Iterator<Item = (&'s Subject<'a>, &'a ColumnSurvey, &'a ColumnSurvey)> {
    let columns = subject.segments.iter().copied().take(MOST_COLUMNS);
    columns
        .clone()
        .enumerate()
        .flat_map(move |(at, first)| columns.clone().skip(at + 1).map(move |second| (subject, first, second)))
}

/// The rows of two values.
struct Cell {
    count: f64,
    /// Of all rows with the first value, those with the second; and of all rows.
    share: f64,
    usual: f64,
    rows: f64,
    first: (Value, String),
    second: (Value, String),
}

fn finding(subject: &Subject<'_>, a: &ColumnSurvey, b: &ColumnSurvey, rows: &[Vec<Value>]) -> Option<Candidate> {
    let distinct = |at: usize| {
        let mut values: Vec<(Value, String)> = Vec::new();
        for row in rows {
            if let (Some(value), Some(said)) = (row.get(at), row.get(at).and_then(shown))
                && !values.iter().any(|(_, known)| *known == said)
            {
                values.push((value.clone(), said));
            }
        }
        values
    };
    let (firsts, seconds) = (distinct(0), distinct(1));
    let mut table = vec![vec![0.0; seconds.len()]; firsts.len()];
    for row in rows {
        let place = |at: usize, values: &[(Value, String)]| {
            row.get(at).and_then(shown).and_then(|said| values.iter().position(|(_, known)| *known == said))
        };
        if let (Some(i), Some(j), Some(n)) = (place(0, &firsts), place(1, &seconds), row.get(2).and_then(number)) {
            table[i][j] += n;
        }
    }
    let effect = compare_counts(&table);
    if effect.size < LEAST {
        return Some(Candidate::only_tested(Statement::Pair, effect));
    }
    let total: f64 = table.iter().flatten().sum();
    let column = |j: usize| table.iter().map(|row| row[j]).sum::<f64>();
    let cells = (0..firsts.len()).flat_map(|i| (0..seconds.len()).map(move |j| (i, j)));
    let all = cells.map(|(i, j)| {
        let in_row: f64 = table[i].iter().sum();
        Cell {
            count: table[i][j],
            share: table[i][j] / in_row,
            usual: column(j) / total,
            rows: in_row,
            first: firsts[i].clone(),
            second: seconds[j].clone(),
        }
    });
    // What stands out most among what occurs often enough.
    let stands_out = |cell: &Cell| (cell.share - cell.usual) * cell.rows.sqrt();
    let best = all
        .filter(|cell| cell.rows >= 10.0 && cell.count >= 5.0)
        .max_by(|one, other| stands_out(one).total_cmp(&stands_out(other)))?;
    let (noun, la, lb) = (&subject.noun, label(&a.name), label(&b.name));
    let name = format!(
        "{} of {noun} with {la} {} have {lb} {}, against {} of all {noun}",
        percent(best.share),
        best.first.1,
        best.second.1,
        percent(best.usual)
    );
    let mut one = Candidate::new(Statement::Pair, subject.id("pair", &[&a.name, &b.name]), &[&a.name, &b.name], name);
    let (t, is_a, is_b) = (subject.table, is_value(subject.table, a, &best.first.0), is_value(subject.table, b, &best.second.0));
    let both = format!("{} IS NOT NULL AND {} IS NOT NULL", a.reference, b.reference);
    let share = |condition: &str| format!("SELECT 100.0 * {} / COUNT(*) FROM {} WHERE {condition}", count_if(&is_b), t.reference);
    one.claim(
        ClaimKind::Share,
        format!("{} of {la} {} have {lb} {}", percent(best.share), best.first.1, best.second.1),
        best.share * 100.0,
        share(&format!("{both} AND {is_a}")),
    );
    one.claim(ClaimKind::Share, format!("{} of all {noun} do", percent(best.usual)), best.usual * 100.0, share(&both));
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} have both", decimal(best.count)),
        best.count,
        format!("SELECT COUNT(*) FROM {} WHERE {is_a} AND {is_b}", t.reference),
    );
    let (more, objection) = match later_half(subject) {
        Some(later) => {
            (format!(" WHERE {both} AND {later}"), "in the later half of the time it is no more frequent there than elsewhere")
        }
        None => (format!(" WHERE {both}"), "compared with all others it is no more frequent there"),
    };
    let apart = format!(
        "SELECT 100.0 * SUM(CASE WHEN {is_a} AND {is_b} THEN 1 ELSE 0 END) / NULLIF({}, 0) - 100.0 * SUM(CASE WHEN NOT ({is_a}) AND {is_b} THEN 1 ELSE 0 END) / NULLIF({}, 0) FROM {}{more}",
        count_if(&is_a),
        count_if(&format!("NOT ({is_a})")),
        t.reference
    );
    one.challenge(
        "Is it more frequent there than among all others, in the later half of the time?",
        apart,
        Holds::AtLeast(0.0),
        objection,
    );
    let i = firsts.iter().position(|(_, said)| *said == best.first.1)?;
    let in_row: f64 = table[i].iter().sum();
    one.indicators = seconds
        .iter()
        .enumerate()
        .filter(|(j, _)| table[i][*j] > 0.0)
        .take(6)
        .map(|(j, (_, said))| format!("{lb} {said}: {} (all: {})", percent(table[i][j] / in_row), percent(column(j) / total)))
        .collect();
    one.description = format!(
        "{} and {lb} go together (Cramér's V {}). Of {} {noun} with {la} {}: {}.",
        capitalised(&la),
        decimal(effect.size),
        decimal(in_row),
        best.first.1,
        one.indicators.join(", ")
    );
    one.metric("cramers_v", effect.size);
    one.metric("share", best.share);
    one.metric("usual_share", best.usual);
    let j = seconds.iter().position(|(_, said)| *said == best.second.1)?;
    one.chart = bars(
        &format!("share of {lb} {} (%)", best.second.1),
        firsts
            .iter()
            .enumerate()
            .map(|(i, (_, said))| (said.clone(), (1000.0 * table[i][j] / table[i].iter().sum::<f64>()).round() / 10.0)),
    );
    one.affected = Some(best.count);
    one.segment = Some(format!("{la} {}", best.first.1));
    one.effect = effect;
    one.coverage = in_row / total;
    Some(one)
}
