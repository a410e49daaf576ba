//! Whether two numbers of a row rise and fall together.

use super::{made, prelude::*};

const MOST_PAIRS: usize = 15;
/// As many grades rise and fall like any number.
const GRADES: u64 = 5;
/// A correlation that somebody would see in a picture.
const LEAST: f64 = 0.3;
/// One from which a number follows from the other.
const MADE: f64 = 0.995;
/// One that nobody would.
const NONE: f64 = 0.1;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let relations = scope.tables.iter().filter(|subject| pairs(subject).next().is_some()).map(question);
    relations.chain(scope.tables.iter().filter_map(made::question)).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
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

/// Numbers of columns of their own; a duration and its ends say nothing about each other.
fn pairs<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s Figure, &'s Figure)> {
    // Two shares are a pair of categories, a share and a number or a grade and a number a segment.
    let is_grade =
        |figure: &Figure| subject.segments.iter().any(|one| one.distinct < GRADES && figure.columns == [one.name.clone()]);
    let figures: Vec<&Figure> = subject.figures.iter().filter(|figure| !figure.is_rate() && !is_grade(figure)).collect();
    let pairs: Vec<_> = (0..figures.len()).flat_map(|at| (at + 1..figures.len()).map(move |other| (at, other))).collect();
    let all = pairs.into_iter().map(move |(at, other)| (figures[at], figures[other]));
    all.filter(|(x, y)| !x.columns.iter().any(|name| y.columns.contains(name))).take(MOST_PAIRS)
}

fn both(x: &Figure, y: &Figure, what: &str) -> String {
    format!("CASE WHEN ({}) IS NOT NULL AND ({}) IS NOT NULL THEN {what} END", x.expression, y.expression)
}

fn question(subject: &Subject<'_>) -> Question {
    let sums = |(x, y): (&Figure, &Figure)| {
        let (a, b) = (format!("({})", x.expression), format!("({})", y.expression));
        let sum = |what: String| format!("SUM({})", both(x, y, &what));
        let sums = [a.clone(), b.clone(), format!("{a} * {b}"), format!("{a} * {a}"), format!("{b} * {b}")].map(sum);
        format!("COUNT({}), {}", both(x, y, "1"), sums.join(", "))
    };
    let all: Vec<String> = pairs(subject).map(sums).collect();
    let sql = format!("SELECT {} FROM {}", all.join(", "), subject.table.reference);
    subject.question("relations", &[], format!("Which numbers of {} rise and fall together?", subject.noun), sql)
}

fn finding(subject: &Subject<'_>, x: &Figure, y: &Figure, [n, sx, sy, sxy, sxx, syy]: [f64; 6]) -> Option<Candidate> {
    let (vx, vy) = (n * sxx - sx * sx, n * syy - sy * sy);
    if n < 10.0 || vx <= 0.0 || vy <= 0.0 {
        return None;
    }
    let r = (n * sxy - sx * sy) / (vx * vy).sqrt();
    let effect = correlation_effect(r, n);
    // One is made of the other: what the other says is said already.
    if effect.size > MADE {
        let own = <[String; 1]>::try_from(y.columns.clone()).ok()?;
        let tested = Candidate::only_tested(Statement::Relation, Effect { p: 0.0, ..effect });
        return Some(Candidate { subject: subject.id("twin", &[]), columns: own.into(), ..tested });
    }
    let is_null = effect.size < NONE && n >= 50.0;
    if effect.size < LEAST && !is_null {
        return Some(Candidate::only_tested(Statement::Relation, effect));
    }
    let (way, noun) = (if r > 0.0 { "positive" } else { "negative" }, &subject.noun);
    let strength = match effect.size {
        size if size > 0.7 => "strong",
        size if size > 0.45 => "moderate",
        _ => "weak",
    };
    let of = if noun == ROWS { String::new() } else { format!(" of {noun}") };
    let what = if is_null { "no significant correlation".to_owned() } else { format!("a {strength} {way} correlation") };
    let name = format!("There is {what} between the {} and the {}{of}", x.label, y.label);
    let columns: Vec<&str> = x.columns.iter().chain(&y.columns).map(String::as_str).collect();
    let mut one = Candidate::new(Statement::Relation, subject.id("relation", &columns), &columns, name);
    let table = &subject.table.reference;
    let middle = sx / n;
    let (e, f) = (format!("({})", x.expression), format!("({})", y.expression));
    let sums = |what: &str| format!("SUM({})", both(x, y, what));
    let (count, sum_x, sum_y) = (format!("(1.0 * COUNT({}))", both(x, y, "1")), sums(&e), sums(&f));
    let top = format!("({count} * {} - {sum_x} * {sum_y})", sums(&format!("{e} * {f}")));
    let spread = |what: &str, sum: &str| format!("({count} * {} - {sum} * {sum})", sums(&format!("{what} * {what}")));
    // Its square: not every database has roots.
    let explained = format!("{top} * {top} / ({} * {})", spread(&e, &sum_x), spread(&f, &sum_y));
    if is_null {
        // Next to nothing has no number that another query finds again.
        for (figure, mean) in [(x, middle), (y, sy / n)] {
            let text = format!("The average {} is {}", figure.label, figure.shown(mean));
            one.claim(ClaimKind::Mean, text, mean, format!("SELECT AVG({}) FROM {table}", both(x, y, &figure.expression)));
        }
    } else {
        let text = format!("One explains {} of the variation of the other", percent(r * r));
        one.claim(ClaimKind::Ratio, text, r * r, format!("SELECT {explained} FROM {table}"));
    }
    let sd = |v: f64| (v / (n * n)).sqrt();
    let holds = match (is_null, r > 0.0) {
        (true, _) => Holds::Between(-0.5 * sd(vy), 0.5 * sd(vy)),
        (_, true) => Holds::AtLeast(0.0),
        (_, false) => Holds::AtMost(0.0),
    };
    // The mean of one where the other is above its mean, against below.
    let half = |sign: &str| format!("AVG(CASE WHEN {e} {sign} {middle} THEN {f} END)");
    let (lx, ly) = (middle + 3.0 * sd(vx), sy / n + 3.0 * sd(vy));
    let without = format!("SELECT {} - {} FROM {table} WHERE {e} <= {lx} AND {f} <= {ly}", half(">"), half("<="));
    one.challenge("Does it hold without the few largest values?", without, holds, "without the largest values it is not so");
    let way = if r > 0.0 { "higher" } else { "lower" };
    let meaning = format!("{noun} with a higher {} have a {way} {}", x.label, y.label);
    let meaning = if is_null { "one says nothing about the other" } else { &meaning };
    one.description = format!(
        "The correlation is {} over {} {noun} and explains {} of the variation: {meaning}. The averages are {} and {}.",
        decimal(r),
        decimal(n),
        percent(r * r),
        x.shown(middle),
        y.shown(sy / n)
    );
    one.indicators = vec![format!("correlation: {}", decimal(r)), format!("{noun}: {}", decimal(n))];
    one.indicators
        .extend([(x, middle), (y, sy / n)].map(|(figure, mean)| format!("average {}: {}", figure.label, figure.shown(mean))));
    one.figure = Some(format!("{} {}", x.label, y.label));
    one.is_duration = x.is_duration() || y.is_duration();
    one.is_null_result = is_null;
    one.metric("correlation", r);
    for (figure, mean) in [(x, middle), (y, sy / n)] {
        one.metric(&format!("mean_{}", figure.columns.join("_")), mean);
    }
    one.weigh(n, effect, n / subject.table.rows.max(1) as f64);
    Some(one)
}
