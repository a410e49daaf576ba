//! What changes over time, and what stays as it is: how many rows there are, and what their figures come to, over all and by segment.

use super::{
    super::{
        candidate::{Candidate, Family, Statement, line},
        scope::{Figure, Scope, Subject, days_between, is_value},
        stats::{Effect, Line, Sums, fit_line},
        wording::{decimal, label, number, percent, shown, span},
    },
    shape::{Shape, lead_with_ratio, mean},
};
use domain::{
    runs::{
        ClaimKind, ColumnSurvey, Holds, Question, TableSurvey,
        sql::{Unit, bucket},
    },
    tools::warehouse::Dialect,
};
use serde_json::Value;
use std::collections::BTreeMap;

pub(in super::super) struct Trends;

const MOST_TIMES: usize = 2;
const MOST_SEGMENTS: usize = 4;
const MOST_POINTS: usize = 400;
/// Spans that a line needs.
const LEAST_POINTS: usize = 4;
/// Values of a segment whose own line is looked at.
const MOST_VALUES: usize = 5;

/// A day as a literal that the column is compared with.
pub(in super::super) fn moment(table: &TableSurvey, column: &ColumnSurvey, day: &str) -> String {
    if table.dialect == Dialect::Trino && !column.is_text { format!("DATE '{day}'") } else { format!("'{day}'") }
}

impl Family for Trends {
    fn name(&self) -> &'static str {
        "trends"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let mut all = Vec::new();
        for subject in &scope.tables {
            for (place, column) in subject.times.iter().take(MOST_TIMES).enumerate() {
                let Some(unit) = unit(column) else { continue };
                all.push(over_time(subject, column, unit, None));
                if place == 0 {
                    all.extend(
                        subject
                            .segments
                            .iter()
                            .take(MOST_SEGMENTS)
                            .map(|segment| over_time(subject, column, unit, Some(segment))),
                    );
                }
            }
        }
        all
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for subject in &scope.tables {
            for (place, column) in subject.times.iter().take(MOST_TIMES).enumerate() {
                let Some(unit) = unit(column) else { continue };
                let times = Times { subject, column, unit };
                let id = subject.id("time", &[&column.name]);
                let points = times.points(scope.answers.rows(&id).unwrap_or_default(), 1);
                found.extend(times.findings(&points, None).into_iter().map(|one| Candidate { asked: vec![id.clone()], ..one }));
                for segment in subject.segments.iter().take(if place == 0 { MOST_SEGMENTS } else { 0 }) {
                    let id = subject.id("time", &[&column.name, &segment.name]);
                    let rows = scope.answers.rows(&id).unwrap_or_default();
                    let own = times.by_value(segment, rows, &points);
                    found.extend(own.into_iter().map(|one| Candidate { asked: vec![id.clone()], ..one }));
                }
            }
        }
        found
    }
}

/// So that there are some spans, and not more than a picture shows.
fn unit(column: &ColumnSurvey) -> Option<Unit> {
    let days = days_between(column.min.as_ref(), column.max.as_ref())?;
    Some(match days {
        days if days >= 3650.0 => Unit::Year,
        days if days >= 1500.0 => Unit::Quarter,
        days if days >= 110.0 => Unit::Month,
        days if days >= 28.0 => Unit::Week,
        days if days >= 3.0 => Unit::Day,
        _ => return None,
    })
}

fn over_time(subject: &Subject<'_>, column: &ColumnSurvey, unit: Unit, segment: Option<&ColumnSurvey>) -> Question {
    let when = bucket(subject.table.dialect, &column.reference, unit, column.is_text);
    let (own, called) = (segment.map(|one| format!(", {}", one.reference)).unwrap_or_default(), label(&column.name));
    let names: Vec<&str> = std::iter::once(column.name.as_str()).chain(segment.map(|one| one.name.as_str())).collect();
    let by = segment.map(|one| format!(" for each {}", label(&one.name))).unwrap_or_default();
    Question {
        id: subject.id("time", &names),
        purpose: format!("How do {} change by {} of {called}{by}?", subject.noun, unit.name()),
        sql: format!(
            "SELECT {when} AS w{own}, COUNT(*) AS n{} FROM {} WHERE {} IS NOT NULL GROUP BY {when}{own} ORDER BY w LIMIT {}",
            subject.aggregates(),
            subject.table.reference,
            column.reference,
            if segment.is_some() { MOST_POINTS * 5 } else { MOST_POINTS }
        ),
    }
}

/// What a span holds.
#[derive(Clone, Debug)]
struct Point {
    /// Its first day.
    start: String,
    count: f64,
    figures: Vec<Sums>,
}

struct Times<'a> {
    subject: &'a Subject<'a>,
    column: &'a ColumnSurvey,
    unit: Unit,
}

/// One value of a segment, as it is said and as a condition.
struct Part {
    said: String,
    column: String,
    condition: String,
}

impl Times<'_> {
    fn points(&self, rows: &[Vec<Value>], count_at: usize) -> Vec<Point> {
        let one = |row: &Vec<Value>| {
            let start = row.first()?.as_str()?.get(..10)?.to_owned();
            Some(Point { start, count: row.get(count_at).and_then(number)?, figures: self.subject.sums(row, count_at + 1) })
        };
        rows.iter().filter_map(one).collect()
    }

    fn by_value(&self, segment: &ColumnSurvey, rows: &[Vec<Value>], all: &[Point]) -> Vec<Candidate> {
        let mut values: BTreeMap<String, (Value, Vec<Vec<Value>>)> = BTreeMap::new();
        for row in rows {
            if let Some(said) = row.get(1).and_then(shown) {
                values.entry(said).or_insert_with(|| (row[1].clone(), Vec::new())).1.push(row.clone());
            }
        }
        let mut parts: Vec<(Part, Vec<Point>)> = values
            .into_iter()
            .map(|(said, (value, rows))| {
                let condition = is_value(self.subject.table, segment, &value);
                let part = Part { said: format!("{} {said}", label(&segment.name)), column: segment.name.clone(), condition };
                (part, self.with_gaps(self.points(&rows, 2), all))
            })
            .collect();
        parts.sort_by(|one, other| sum(&other.1).total_cmp(&sum(&one.1)));
        parts.truncate(MOST_VALUES);
        parts.iter().flat_map(|(part, points)| self.findings(points, Some(part))).collect()
    }

    /// Spans in which a part has no row count as none.
    fn with_gaps(&self, own: Vec<Point>, all: &[Point]) -> Vec<Point> {
        let mut own: BTreeMap<String, Point> = own.into_iter().map(|point| (point.start.clone(), point)).collect();
        let none = |start: &String| Point {
            start: start.clone(),
            count: 0.0,
            figures: vec![Sums::default(); self.subject.figures.len()],
        };
        all.iter().map(|point| own.remove(&point.start).unwrap_or_else(|| none(&point.start))).collect()
    }

    /// The first and the last span are seldom whole.
    fn whole<'p>(&self, points: &'p [Point]) -> &'p [Point] {
        let covers = |edge: Option<&Value>, start: &str, is_last: bool| {
            let length = match self.unit {
                Unit::Day => 1.0,
                Unit::Week => 7.0,
                Unit::Month => 30.0,
                Unit::Quarter => 91.0,
                Unit::Year => 365.0,
            };
            let into = days_between(Some(&Value::from(start)), edge).unwrap_or_default();
            self.unit == Unit::Day || if is_last { into >= length * 0.8 } else { into <= length * 0.2 }
        };
        let (mut from, mut to) = (0, points.len());
        if points.first().is_some_and(|point| !covers(self.column.min.as_ref(), &point.start, false)) {
            from = 1;
        }
        if points.last().is_some_and(|point| !covers(self.column.max.as_ref(), &point.start, true)) {
            to = to.saturating_sub(1);
        }
        points.get(from..to).unwrap_or_default()
    }

    fn findings(&self, points: &[Point], part: Option<&Part>) -> Vec<Candidate> {
        let whole = self.whole(points);
        let mut found: Vec<Candidate> = self.counts(whole, part).into_iter().collect();
        for (at, figure) in self.subject.figures.iter().enumerate() {
            // Of what began lately only what was quick has ended: its times say nothing yet.
            let least = if figure.columns.len() > 1 { 0.8 } else { 0.0 };
            let says = |point: &&Point| point.figures[at].count >= f64::max(3.0, least * point.count);
            let known: Vec<&Point> = whole.iter().filter(says).collect();
            if known.len() >= LEAST_POINTS && known.len() * 3 >= whole.len() * 2 {
                found.extend(self.means(&known, at, figure, part));
            }
        }
        found
    }

    fn counts(&self, points: &[Point], part: Option<&Part>) -> Option<Candidate> {
        let values: Vec<f64> = points.iter().map(|point| point.count).collect();
        let line_of = fit_line(&values)?;
        let (noun, unit) = (self.subject.noun.as_str(), self.unit.name());
        let whose = part.map_or_else(|| noun.to_owned(), |part| format!("{noun} with {}", part.said));
        let shape = Shape::of_line(&line_of, &values);
        let (from, to, mean) = (decimal(line_of.start.max(0.0).round()), decimal(line_of.end.max(0.0).round()), mean(&values));
        let name = match shape {
            Shape::Up => format!("The number of {whose} increases over time, from about {from} to {to} per {unit}"),
            Shape::Down => format!("The number of {whose} decreases over time, from about {from} to {to} per {unit}"),
            Shape::Level => format!("The number of {whose} is stable over time at about {} per {unit}", decimal(mean.round())),
            Shape::Unclear => return Some(Candidate::only_tested(Statement::Trend, line_of.effect)),
        };
        let mut one = self.candidate("count", &[], part, name);
        let (first, last) = (points.first()?, points.last()?);
        for point in [last, first] {
            let text = format!("{} {noun} in {}", decimal(point.count), span(&point.start, self.unit));
            one.claim(ClaimKind::Count, text, point.count, self.query("COUNT(*)", &self.within(point, point), part));
        }
        let halves = self.halves(points, "COUNT(*)", part);
        let half = values.len() / 2;
        let sum_of = |values: &[f64]| Sums { count: 1.0, sum: values.iter().sum(), squares: 0.0 };
        lead_with_ratio(&mut one, &halves, sum_of(&values[..half]), sum_of(&values[values.len() - half..]));
        self.describe(&mut one, noun, points, &values, &line_of, shape, None);
        self.challenge(&mut one, shape, halves);
        one.affected = Some(sum(points));
        one.coverage = sum(points) / self.subject.table.rows.max(1) as f64;
        Some(one)
    }

    fn means(&self, points: &[&Point], at: usize, figure: &Figure, part: Option<&Part>) -> Option<Candidate> {
        let values: Vec<f64> = points.iter().map(|point| point.figures[at].mean()).collect();
        let line_of = fit_line(&values)?;
        let whose = part.map(|part| format!(" for {}", part.said)).unwrap_or_default();
        let shape = Shape::of_line(&line_of, &values);
        let (from, to) = (figure.shown(line_of.start), figure.shown(line_of.end));
        let of = format!("Average {} of {}{whose}", figure.label, self.subject.noun);
        let name = match shape {
            Shape::Up => format!("{of} increases over time, from about {from} to {to}"),
            Shape::Down => format!("{of} decreases over time, from about {from} to {to}"),
            Shape::Level => format!("{of} is stable over time at about {}", figure.shown(mean(&values))),
            Shape::Unclear => return Some(Candidate::only_tested(Statement::Trend, line_of.effect)),
        };
        let mut one = self.candidate("mean", &figure.columns, part, name);
        let (first, last) = (points.first()?, points.last()?);
        let average = format!("AVG({})", figure.expression);
        for point in [last, first] {
            let value = point.figures[at].mean();
            let text = format!("The average is {} in {}", figure.shown(value), span(&point.start, self.unit));
            one.claim(ClaimKind::Mean, text, value, self.query(&average, &self.within(point, point), part));
        }
        let owned: Vec<Point> = points.iter().map(|point| (*point).clone()).collect();
        let halves = self.halves(&owned, &average, part);
        let half = owned.len() / 2;
        let sum_of = |points: &[Point]| points.iter().fold(Sums::default(), |all, point| all.add(point.figures[at]));
        lead_with_ratio(&mut one, &halves, sum_of(&owned[..half]), sum_of(&owned[owned.len() - half..]));
        self.describe(&mut one, &figure.label, &owned, &values, &line_of, shape, Some(figure));
        self.challenge(&mut one, shape, halves);
        let count: f64 = points.iter().map(|point| point.figures[at].count).sum();
        one.affected = Some(count);
        one.coverage = count / self.subject.table.rows.max(1) as f64;
        Some(one)
    }

    fn candidate(&self, what: &str, columns: &[String], part: Option<&Part>, name: String) -> Candidate {
        let mut all: Vec<&str> = vec![&self.column.name];
        all.extend(columns.iter().map(String::as_str).filter(|name| *name != self.column.name));
        all.extend(part.map(|part| part.column.as_str()));
        let id = format!("{}{}", self.subject.id(what, &all), part.map(|part| format!("={}", part.said)).unwrap_or_default());
        let mut one = Candidate::new(Statement::Trend, id, &all, name);
        one.segment = part.map(|part| part.said.clone());
        one
    }

    #[expect(clippy::too_many_arguments, reason = "all that a line is told with")]
    fn describe(
        &self,
        one: &mut Candidate,
        what: &str,
        points: &[Point],
        values: &[f64],
        of: &Line,
        shape: Shape,
        figure: Option<&Figure>,
    ) {
        let shown = |value: f64| figure.map_or_else(|| decimal(value), |figure| figure.shown(value));
        let place = |best: fn(&f64, &f64) -> std::cmp::Ordering| {
            values.iter().enumerate().max_by(|a, b| best(a.1, b.1)).map(|(at, _)| at)
        };
        let (Some(high), Some(low)) = (place(|a, b| a.total_cmp(b)), place(|a, b| b.total_cmp(a))) else { return };
        let at = |at: usize| format!("{} in {}", shown(values[at]), span(&points[at].start, self.unit));
        // A line that begins near nothing has no percentage.
        let change = if of.start.abs() >= 0.1 * mean(values).abs() { (of.end - of.start) / of.start.abs() } else { 0.0 };
        one.description = format!(
            "By {} of {} over {} {}s: highest {}, lowest {}; a straight line through it goes from {} to {} and explains {} of the ups and downs.",
            self.unit.name(),
            label(&self.column.name),
            values.len(),
            self.unit.name(),
            at(high),
            at(low),
            shown(of.start),
            shown(of.end),
            percent(of.effect.size)
        );
        one.indicators = vec![
            format!("from {} to {} ({}{})", shown(of.start), shown(of.end), if change > 0.0 { "+" } else { "" }, percent(change)),
            format!("highest: {}", at(high)),
            format!("lowest: {}", at(low)),
        ];
        one.metric("slope", of.slope);
        one.metric("start", of.start);
        one.metric("end", of.end);
        one.metric("change", change);
        one.chart = line(what, points.iter().zip(values).map(|(point, value)| (span(&point.start, self.unit), *value)));
        one.is_null_result = shape == Shape::Level;
        one.effect = if shape == Shape::Level { Effect { size: 0.0, p: 1.0 } } else { of.effect };
        one.metric("points", values.len() as f64);
    }

    fn challenge(&self, one: &mut Candidate, shape: Shape, halves: String) {
        let (holds, objection) = match shape {
            Shape::Up => (Holds::AtLeast(1.0), "the later half of the time is not above the earlier one"),
            Shape::Down => (Holds::AtMost(1.0), "the later half of the time is not below the earlier one"),
            Shape::Level | Shape::Unclear => (Holds::Between(0.7, 1.4), "the two halves of the time differ by more than a third"),
        };
        one.challenge("How does the later half of the time compare with the earlier one?", halves, holds, objection);
    }

    /// The later half over the earlier one.
    fn halves(&self, points: &[Point], figure: &str, part: Option<&Part>) -> String {
        let half = points.len() / 2;
        let (Some(first), Some(before), Some(after), Some(last)) =
            (points.first(), points.get(half.saturating_sub(1)), points.get(points.len() - half), points.last())
        else {
            return String::new();
        };
        let inner = |from: &Point, to: &Point| {
            let condition = self.within(from, to);
            match figure.strip_prefix("AVG(").and_then(|rest| rest.strip_suffix(')')) {
                Some(expression) => format!("AVG(CASE WHEN {condition} THEN {expression} END)"),
                None => format!("SUM(CASE WHEN {condition} THEN 1.0 ELSE 0.0 END)"),
            }
        };
        let own = part.map(|part| format!(" WHERE {}", part.condition)).unwrap_or_default();
        format!("SELECT {} / NULLIF({}, 0) FROM {}{own}", inner(after, last), inner(first, before), self.subject.table.reference)
    }

    /// From the beginning of one span to the end of another.
    fn within(&self, from: &Point, to: &Point) -> String {
        let day = |day: &str| moment(self.subject.table, self.column, day);
        let name = &self.column.reference;
        match next(&to.start, self.unit) {
            Some(end) => format!("{name} >= {} AND {name} < {}", day(&from.start), day(&end)),
            None => format!("{name} >= {}", day(&from.start)),
        }
    }

    fn query(&self, figure: &str, condition: &str, part: Option<&Part>) -> String {
        let own = part.map(|part| format!(" AND {}", part.condition)).unwrap_or_default();
        format!("SELECT {figure} FROM {} WHERE {condition}{own}", self.subject.table.reference)
    }
}

/// The first day after a span.
fn next(start: &str, unit: Unit) -> Option<String> {
    let day: jiff::civil::Date = start.parse().ok()?;
    let length = match unit {
        Unit::Day => jiff::Span::new().days(1),
        Unit::Week => jiff::Span::new().weeks(1),
        Unit::Month => jiff::Span::new().months(1),
        Unit::Quarter => jiff::Span::new().months(3),
        Unit::Year => jiff::Span::new().years(1),
    };
    Some(day.checked_add(length).ok()?.to_string())
}

fn sum(points: &[Point]) -> f64 {
    points.iter().map(|point| point.count).sum()
}
