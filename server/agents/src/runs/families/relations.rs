//! Whether two numbers of a row rise and fall together.

use super::super::{
    candidate::{Candidate, Family, Statement},
    scope::{Figure, Scope, Subject},
    stats::correlation_effect,
    wording::{capitalised, decimal, number},
};
use domain::runs::{ClaimKind, Holds, Question};

pub(in super::super) struct Relations;

const MOST_PAIRS: usize = 10;
/// A correlation that somebody would see in a picture.
const LEAST: f64 = 0.3;

impl Family for Relations {
    fn name(&self) -> &'static str {
        "relations"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        scope.tables.iter().filter(|subject| pairs(subject).next().is_some()).map(question).collect()
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            let id = subject.id("relations", &[]);
            let Some(row) = scope.answers.rows(&id).and_then(<[_]>::first) else { continue };
            for (place, (x, y)) in pairs(subject).enumerate() {
                let cell = |at: usize| row.get(place * 6 + at).and_then(number).unwrap_or_default();
                let one = finding(subject, x, y, [0, 1, 2, 3, 4, 5].map(cell));
                found.extend(one.map(|one| Candidate { asked: vec![id.clone()], ..one }));
            }
        }
        found
    }
}

/// Numbers of columns of their own; a duration and its ends say nothing about each other.
fn pairs<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s Figure, &'s Figure)> {
    let figures = &subject.figures;
    let all = figures.iter().enumerate().flat_map(move |(at, x)| figures[at + 1..].iter().map(move |y| (x, y)));
    all.filter(|(x, y)| !x.columns.iter().any(|name| y.columns.contains(name))).take(MOST_PAIRS)
}

fn both(x: &Figure, y: &Figure, what: &str) -> String {
    format!("CASE WHEN ({}) IS NOT NULL AND ({}) IS NOT NULL THEN {what} END", x.expression, y.expression)
}

fn question(subject: &Subject<'_>) -> Question {
    let sums = |(x, y): (&Figure, &Figure)| {
        let (a, b) = (format!("({})", x.expression), format!("({})", y.expression));
        let sum = |what: String| format!("SUM({})", both(x, y, &what));
        [
            format!("COUNT({})", both(x, y, "1")),
            sum(a.clone()),
            sum(b.clone()),
            sum(format!("{a} * {b}")),
            sum(format!("{a} * {a}")),
            sum(format!("{b} * {b}")),
        ]
        .join(", ")
    };
    let all: Vec<String> = pairs(subject).map(sums).collect();
    Question {
        id: subject.id("relations", &[]),
        purpose: format!("Which numbers of {} rise and fall together?", subject.noun),
        sql: format!("SELECT {} FROM {}", all.join(", "), subject.table.reference),
    }
}

fn finding(subject: &Subject<'_>, x: &Figure, y: &Figure, [n, sx, sy, sxy, sxx, syy]: [f64; 6]) -> Option<Candidate> {
    let (vx, vy) = (n * sxx - sx * sx, n * syy - sy * sy);
    if n < 10.0 || vx <= 0.0 || vy <= 0.0 {
        return None;
    }
    let r = (n * sxy - sx * sy) / (vx * vy).sqrt();
    let effect = correlation_effect(r, n);
    if effect.size < LEAST {
        return None;
    }
    let way = if r > 0.0 { "rises" } else { "falls" };
    let strength = if effect.size > 0.7 { "strongly" } else { "moderately" };
    let name = format!(
        "{} {way} {strength} with {} across {}, with a correlation of {}",
        capitalised(&y.label),
        x.label,
        subject.noun,
        decimal(r)
    );
    let columns: Vec<&str> = x.columns.iter().chain(&y.columns).map(String::as_str).collect();
    let mut one = Candidate::new(Statement::Relation, subject.id("relation", &columns), &columns, name);
    let table = &subject.table.reference;
    // Compared as the field does without a function of its own: the average where the other is above its average, against below.
    let middle = sx / n;
    let a = format!("({})", x.expression);
    let half = |sign: &str| format!("AVG(CASE WHEN {a} {sign} {middle} THEN {} END)", y.expression);
    let sums = |what: &str| format!("SUM({})", both(x, y, what));
    let (e, f) = (format!("({})", x.expression), format!("({})", y.expression));
    let (count, sum_x, sum_y) = (format!("(1.0 * COUNT({}))", both(x, y, "1")), sums(&e), sums(&f));
    let top = format!("({count} * {} - {sum_x} * {sum_y})", sums(&format!("{e} * {f}")));
    let spread = |what: &str, sum: &str| format!("({count} * {} - {sum} * {sum})", sums(&format!("{what} * {what}")));
    // Its square: not every database has roots.
    let explained = format!("{top} * {top} / ({} * {})", spread(&e, &sum_x), spread(&f, &sum_y));
    one.claim(
        ClaimKind::Ratio,
        format!("One explains {} of the variation of the other", super::super::wording::percent(r * r)),
        r * r,
        format!("SELECT {explained} FROM {table}"),
    );
    let holds = if r > 0.0 { Holds::AtLeast(0.0) } else { Holds::AtMost(0.0) };
    let objection = "without the largest values the two no longer go together";
    let sd = |v: f64| (v / (n * n)).sqrt();
    let (lx, ly) = (sx / n + 3.0 * sd(vx), sy / n + 3.0 * sd(vy));
    let without = format!("SELECT {} - {} FROM {table} WHERE {a} <= {lx} AND ({}) <= {ly}", half(">"), half("<="), y.expression);
    one.challenge("Does it hold without the few largest values?", without, holds, objection);
    one.description = format!(
        "Over {} {} with both values, {} explains {} of the variation of {}.",
        decimal(n),
        subject.noun,
        x.label,
        super::super::wording::percent(r * r),
        y.label
    );
    one.indicators = vec![format!("correlation {}", decimal(r)), format!("{} {}", decimal(n), subject.noun)];
    one.metric("correlation", r);
    one.affected = Some(n);
    one.effect = effect;
    one.coverage = n / subject.table.rows.max(1) as f64;
    Some(one)
}
