//! How many rows are under way at once: begun and not yet ended, at the end of each span of time.

use super::{
    prelude::*,
    shape::{Shape, mean},
    timeline::{Times, moment, next, start},
    trends::{unit, when},
};

/// At the beginning of the data nothing has begun before: there the number grows by itself.
const RAMP: usize = 4;
const LEAST_SPANS: usize = 8;
/// Of their mean, the way that they go from the first to the last.
const FAR: f64 = 0.3;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    scope.tables.iter().filter_map(question).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    scope.tables.iter().filter_map(|subject| finding(scope, subject)).collect()
}

/// The moments between which a row is under way.
fn ends<'a>(subject: &Subject<'a>) -> Option<(&'a ColumnSurvey, &'a ColumnSurvey)> {
    // What was only planned is not under way.
    let figure = subject.figures.iter().find(|figure| matches!(figure.kind, FigureKind::Duration(Some(_))))?;
    let [from, to] = figure.columns.as_slice() else { return None };
    let (from, to) = (subject.table.column(from)?, subject.table.column(to)?);
    (subject.times.first()?.name == from.name).then_some((from, to))
}

fn question(subject: &Subject<'_>) -> Option<Question> {
    let (from, to) = ends(subject)?;
    let when = when(subject, to, unit(from)?);
    let (table, begun, over) = (&subject.table.reference, &from.reference, &to.reference);
    let sql = format!(
        "SELECT {when} AS w, COUNT(*) AS n FROM {table} WHERE {over} IS NOT NULL AND {begun} IS NOT NULL GROUP BY {when} ORDER BY w LIMIT 1000"
    );
    Some(subject.question("ended", &[&from.name, &to.name], format!("How many {} end over time?", subject.noun), sql))
}

fn finding(scope: &Scope<'_>, subject: &Subject<'_>) -> Option<Candidate> {
    let (from, to) = ends(subject)?;
    let unit = unit(from)?;
    let (began, ended) = (subject.id("time", &[&from.name]), subject.id("ended", &[&from.name, &to.name]));
    let times = Times { subject, column: from, unit };
    let points = times.points(scope.answers.rows(&began)?, 1);
    let ends: BTreeMap<String, f64> =
        scope.answers.rows(&ended)?.iter().filter_map(|row| Some((start(row.first()?, false)?, number(row.get(1)?)?))).collect();
    let mut open = 0.0;
    let mut all: Vec<(String, f64)> = Vec::new();
    for point in &points {
        let day = next(&point.start, unit)?;
        let before = all.last().map(|(day, _)| day.clone()).unwrap_or_default();
        open += point.count - ends.range(before..day.clone()).map(|(_, count)| count).sum::<f64>();
        all.push((day, open));
    }
    let settled = all.get(all.len() / RAMP..)?;
    let values: Vec<f64> = settled.iter().map(|(_, open)| *open).collect();
    let line_of = fit_line(&values).filter(|_| values.len() >= LEAST_SPANS && values.iter().all(|open| *open >= 0.0))?;
    // Only whether it goes somewhere is of interest here.
    let shape = Shape::of_line(&line_of, &values, 1.0);
    // What is left over from span to span goes along by itself: only a long way counts.
    let is_far = line_of.effect.size >= 0.6 && (line_of.end - line_of.start).abs() >= FAR * mean(&values);
    if !shape.goes() || !is_far {
        return Some(Candidate::only_tested(Statement::Trend, line_of.effect));
    }
    let (noun, event) = (&subject.noun, moment_label(&to.name));
    let whose = format!("{noun} not yet {event}");
    let (name, columns) = (format!("The number of {whose} {} over time", shape.verb()), [from.name.as_str(), to.name.as_str()]);
    let mut one = Candidate::new(Statement::Trend, subject.id("open", &columns), &columns, name);
    let open_at = |day: &str| {
        let day = moment(subject.table, from, day);
        format!("{f} < {day} AND ({t} IS NULL OR {t} >= {day})", f = from.reference, t = to.reference)
    };
    let ((first_day, first), (last_day, last)) = (settled.first()?, settled.last()?);
    let table = &subject.table.reference;
    for (day, count) in [(last_day, last), (first_day, first)] {
        let text = format!("{} {noun} are under way on {day}", decimal(*count));
        one.claim(ClaimKind::Count, text, *count, format!("SELECT COUNT(*) FROM {table} WHERE {}", open_at(day)));
    }
    let (middle, _) = settled.get(settled.len() / 2)?;
    let count = |day: &str| format!("SUM(CASE WHEN {} THEN 1.0 ELSE 0.0 END)", open_at(day));
    let ratio = format!("SELECT {} / NULLIF({}, 0) FROM {table}", count(last_day), count(middle));
    let holds = if shape == Shape::Up { Holds::AtLeast(1.0) } else { Holds::AtMost(1.0) };
    let objection = "in the later half of the time it goes the other way";
    one.challenge("Does it go on in the later half of the time?", ratio, holds, objection);
    let (high_day, high) = settled.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    one.description = format!(
        "At the end of {} {} {whose} were counted, on {last_day} {}; the most were {} on {high_day}.",
        span(&points.get(all.len() / RAMP)?.start, unit),
        decimal(*first),
        decimal(*last),
        decimal(*high)
    );
    for (name, value, day) in [("first", *first, first_day), ("last", *last, last_day), ("peak", *high, high_day)] {
        one.indicators.push(format!("{name}: {} on {day}", decimal(value)));
        one.metric(name, value);
    }
    one.chart = line(&format!("number of {whose}"), settled.iter().cloned());
    one.asked = vec![began, ended];
    one.is_duration = true;
    one.weigh(*last, Effect { size: line_of.effect.size.sqrt() * 0.7, ..line_of.effect }, 0.5);
    Some(one)
}
