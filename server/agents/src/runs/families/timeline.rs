//! The values of one figure, span by span: read, judged and described.

use super::{
    prelude::*,
    shape::{Shape, mean, spike},
    what::What,
};
use domain::{
    runs::{Claim, sql::Unit},
    tools::warehouse::Dialect,
};

/// Spans that a line needs.
const LEAST_POINTS: usize = 4;
/// Spans before and after a peak that its picture shows.
const NEAR: usize = 45;
/// Rows of a single value in each span.
const LEAST_ROWS: f64 = 3.0;
/// Part of its mean by which a count varies where rows are made by plan rather than happen.
const PLANNED: f64 = 0.02;

/// A day as a literal that the column is compared with.
pub(in super::super) fn moment(table: &TableSurvey, column: &ColumnSurvey, day: &str) -> String {
    match table.dialect {
        _ if column.is_number => day.get(..4).unwrap_or(day).trim_start_matches('0').to_owned(),
        Dialect::Trino if !column.is_text => format!("DATE '{day}'"),
        _ => format!("'{day}'"),
    }
}

/// What a span holds.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// Its first day.
    pub start: String,
    pub count: f64,
    pub figures: Vec<Sums>,
}

pub(super) struct Times<'a> {
    pub subject: &'a Subject<'a>,
    pub column: &'a ColumnSurvey,
    pub unit: Unit,
}

/// One value of a segment, as it is said and as a condition.
pub(super) struct Part {
    pub said: String,
    /// With its name, where it has one.
    pub label: String,
    /// `repairs with kind lamp`.
    pub rows_of: String,
    pub column: String,
    pub condition: String,
}

/// A line with what is said of it.
pub(super) struct Trend {
    pub what: What,
    pub shape: Shape,
    pub line: Line,
    /// `12 to 34 (+183%)`, after the value it is of.
    pub change: String,
    pub candidate: Candidate,
}

impl Times<'_> {
    pub(super) fn points(&self, rows: &[Vec<Value>], count_at: usize) -> Vec<Point> {
        let one = |row: &Vec<Value>| {
            let start = start(row.first()?, self.column.is_number)?;
            Some(Point { start, count: row.get(count_at).and_then(number)?, figures: self.subject.sums(row, count_at + 1) })
        };
        rows.iter().filter_map(one).collect()
    }

    /// Spans in which a part has no row count as none.
    pub(super) fn with_gaps(&self, own: &[Point], all: &[Point]) -> Vec<Point> {
        let none = vec![Sums::default(); self.subject.figures.len()];
        let one = |point: &Point| {
            let known = own.iter().find(|known| known.start == point.start).cloned();
            known.unwrap_or_else(|| Point { start: point.start.clone(), count: 0.0, figures: none.clone() })
        };
        all.iter().map(one).collect()
    }

    /// The first and the last span are seldom whole.
    fn whole<'p>(&self, points: &'p [Point]) -> &'p [Point] {
        let slack = match self.unit {
            Unit::Day => 0.2,
            Unit::Week => 1.4,
            Unit::Month => 6.0,
            Unit::Quarter => 18.0,
            Unit::Year => 73.0,
        };
        let late = |point: &Point| days_between(Some(&Value::from(point.start.as_str())), self.column.min.as_ref());
        let early = |point: &Point| days_between(self.column.max.as_ref(), Some(&Value::from(next(&point.start, self.unit)?)));
        let from = usize::from(points.first().and_then(late).is_some_and(|days| days > slack));
        let cut = usize::from(points.last().and_then(early).is_some_and(|days| days > slack + 1.0));
        points.get(from..points.len().saturating_sub(cut)).unwrap_or_default()
    }

    pub(super) fn trends(&self, points: &[Point], part: Option<&Part>) -> Vec<Trend> {
        let whole: Vec<&Point> = self.whole(points).iter().collect();
        let counts: Vec<f64> = whole.iter().map(|point| point.count).collect();
        let scatter = counts.iter().map(|count| (count - mean(&counts)).abs()).fold(0.0, f64::max) / mean(&counts).max(1.0);
        let mut found = Vec::new();
        if scatter > PLANNED {
            found.extend(self.trend(&whole, What::Count, part));
        }
        for (at, figure) in self.subject.figures.iter().enumerate() {
            if figure.kind == (FigureKind::Rate { is_open: true }) {
                continue;
            }
            // Of what began lately only what was quick has ended: its times say nothing yet.
            let least = if figure.is_duration() { 0.8 } else { 0.0 };
            let says = |point: &Point| point.figures[at].count >= f64::max(1.0, least * point.count);
            let first = whole.iter().position(|point| says(point)).unwrap_or_default();
            let last = whole.iter().rposition(|point| says(point)).map_or(0, |last| last + 1);
            let known: Vec<&Point> =
                whole[first..last.max(first)].iter().copied().filter(|point| point.figures[at].count >= 1.0).collect();
            if known.len() * 3 >= whole.len() * 2 {
                found.extend(self.trend(&known, What::Mean(at), part));
                if figure.adds_up && scatter > 0.1 {
                    found.extend(self.trend(&whole, What::Total(at), part));
                }
            }
        }
        found
    }

    /// `number of repairs`, `average cost of repairs`.
    pub(super) fn called(&self, what: What, rows: &str) -> String {
        match what {
            What::Count => format!("number of {rows}"),
            What::Mean(at) => self.subject.figures[at].mean_of(rows),
            What::Total(at) => format!("{} of {rows}", self.subject.figures[at].total_label()),
        }
    }

    pub(super) fn figure(&self, what: What) -> Option<&Figure> {
        match what {
            What::Count => None,
            What::Mean(at) | What::Total(at) => self.subject.figures.get(at),
        }
    }

    pub(super) fn render(&self, what: What, value: f64) -> String {
        self.figure(what).map_or_else(|| decimal((value * 10.0).round() / 10.0), |figure| figure.shown(value))
    }

    fn span(&self, point: &Point) -> String {
        span(&point.start, self.unit)
    }

    /// `in May 2024`, `on 2024-05-01`.
    fn during(&self, point: &Point) -> String {
        format!("{} {}", if self.unit == Unit::Day { "on" } else { "in" }, self.span(point))
    }

    fn trend(&self, points: &[&Point], what: What, part: Option<&Part>) -> Option<Trend> {
        let values: Vec<f64> = points.iter().map(|point| what.read(point)).collect();
        let line = fit_line(&values).filter(|_| values.len() >= LEAST_POINTS)?;
        let chance = what.chance(points).min(self.season(points, &values));
        let (shape, figure) = (Shape::of_line(&line, &values, chance), self.figure(what));
        let counts: Vec<f64> = points.iter().map(|point| what.rows(point)).collect();
        // As many in each by plan are enough.
        if part.is_some() && mean(&counts) < LEAST_ROWS && counts.iter().any(|count| *count != counts[0]) {
            return None;
        }
        let change = self.change(what, &line, &values);
        if shape == Shape::Unclear {
            return Some(Trend { what, shape, line, change, candidate: Candidate::only_tested(Statement::Trend, line.effect) });
        }
        let rows = part.map_or(self.subject.noun.as_str(), |part| part.rows_of.as_str());
        let (high, low) = extremes(&values)?;
        // Counts speak of the rows themselves, figures of what they are of.
        let (of, whose) = match (figure, part, what) {
            (Some(figure), Some(_), What::Total(_)) => (figure.total_label(), format!(" for {rows}")),
            (Some(figure), Some(_), _) => (figure.mean_label(), format!(" for {rows}")),
            _ => (self.called(what, rows), String::new()),
        };
        let tail = if shape.goes() { "" } else { ", without any significant increase or decrease" };
        let mut one = self.candidate(what, part, format!("The {of} {} over time{whose}{tail}", shape.verb()));
        let sum = matches!(what, What::Total(_)).then_some(ClaimKind::Sum);
        let kind = sum.or(figure.map(Figure::claim)).unwrap_or(ClaimKind::Count);
        let halves = self.halves(&mut one, points, what, part)?;
        let own = part.map(|part| format!(" AND {}", part.condition)).unwrap_or_default();
        // What stays as it is does so from its least to its greatest.
        let places = [values.len() - 1, 0, high].into_iter().chain((!shape.goes()).then_some(low));
        // Of nothing there is nothing to be found again.
        for (point, value) in places.map(|at| (points[at], values[at])).filter(|(_, value)| *value != 0.0) {
            let sql = format!(
                "SELECT {} FROM {} WHERE {}{own}",
                what.sql(figure, None),
                self.subject.table.reference,
                self.within(point, point)
            );
            one.claim(kind, format!("It is {} {}", self.render(what, value), self.during(point)), value, sql);
        }
        self.describe(&mut one, points, what, &values, &self.called(what, rows));
        one.description = format!("{} A straight line goes from {change}.", one.description);
        one.metric("slope", line.slope);
        let (holds, objection) = match shape {
            Shape::Up => (Holds::AtLeast(1.0), "the later half of the time is not above the earlier one"),
            Shape::Down => (Holds::AtMost(1.0), "the later half of the time is not below the earlier one"),
            Shape::Level | Shape::Unclear => {
                (Holds::Between(0.65, 1.5), "the two halves of the time differ by more than a third")
            }
        };
        one.challenge("How does the later half of the time compare with the earlier one?", halves, holds, objection);
        one.is_null_result = shape == Shape::Level;
        // What a reader sees of a change: how straight the line is, and how far it goes.
        let far = ((line.end - line.start) / mean(&values)).abs().min(1.0);
        let effect = Effect { size: line.effect.size.sqrt() * (0.4 + 0.55 * far), ..line.effect };
        let rows = counts.iter().sum::<f64>();
        one.weigh(rows, if shape.goes() { effect } else { Effect::NONE }, rows / self.subject.table.rows.max(1) as f64);
        Some(Trend { what, shape, line, change, candidate: one })
    }

    /// How likely chance alone makes the same spans of every year differ from the others.
    fn season(&self, points: &[&Point], values: &[f64]) -> f64 {
        let turn = match self.unit {
            Unit::Month => 12,
            Unit::Quarter => 4,
            Unit::Day | Unit::Week | Unit::Year => return 1.0,
        };
        let follows = |pair: &[&Point]| next(&pair[0].start, self.unit).is_some_and(|start| start == pair[1].start);
        if points.windows(2).all(follows) { season_chance(values, turn) } else { 1.0 }
    }

    fn candidate(&self, what: What, part: Option<&Part>, name: String) -> Candidate {
        let (figure, total) = (self.figure(what), matches!(what, What::Total(_)));
        let family = figure.map_or("count_over_time", |_| if total { "sum_over_time" } else { "mean_over_time" });
        let mut all: Vec<&str> = figure.into_iter().flat_map(|figure| figure.columns.iter().map(String::as_str)).collect();
        all.extend(part.map(|part| part.column.as_str()));
        let value = part.map(|part| format!("={}", part.said)).unwrap_or_default();
        let subject = format!("{}{value}", self.subject.id(family, &all));
        if !all.contains(&self.column.name.as_str()) {
            all.push(&self.column.name);
        }
        let mut one = Candidate::new(Statement::Trend, subject, &all, name);
        (one.segment, one.value) = (part.map(|part| part.rows_of.clone()), part.map(|part| part.label.clone()));
        if let Some(figure) = figure {
            one.about(figure);
        }
        one
    }

    /// `12 to 34 (+183%)`; a line that begins near nothing has no percentage.
    fn change(&self, what: What, line: &Line, values: &[f64]) -> String {
        let change = (line.end - line.start) / line.start.abs();
        let part = if line.start.abs() < 0.1 * mean(values).abs() {
            String::new()
        } else {
            format!(" ({}{})", if change > 0.0 { "+" } else { "" }, percent(change))
        };
        let shown = |value: f64| self.render(what, if what == What::Count { value.max(0.0).round() } else { value });
        format!("{} to {}{part}", shown(line.start), shown(line.end))
    }

    fn describe(&self, one: &mut Candidate, points: &[&Point], what: What, values: &[f64], called: &str) {
        let Some((high, low)) = extremes(values) else { return };
        let (unit, last, usual) = (self.unit.name(), values.len() - 1, mean(values));
        let at = |at: usize| format!("{} {}", self.render(what, values[at]), self.during(points[at]));
        one.description = format!(
            "By {unit} of {}, it goes from {} to {}, with a mean of {}.",
            moment_label(&self.column.name),
            at(0),
            at(last),
            self.render(what, usual)
        );
        let all = [("first", 0), ("last", last), ("peak", high), ("lowest", low)];
        one.indicators = all.iter().map(|(name, place)| format!("{name}: {}", at(*place))).collect();
        let longer = self.coarser(points, what);
        let (begin, end) = longer.split_at(longer.len().saturating_sub(1).min(4));
        let ends = begin.iter().chain(end.last());
        one.indicators.extend(ends.map(|(span, value)| format!("{span}: {}", self.render(what, *value))));
        all.iter().for_each(|(name, place)| one.metric(name, values[*place]));
        one.metric("mean", usual);
        one.chart = line(called, points.iter().zip(values).map(|(point, value)| (self.span(point), *value)));
    }

    /// The values of longer spans, as far as they are whole.
    fn coarser(&self, points: &[&Point], what: What) -> Vec<(String, f64)> {
        let (longer, parts) = match self.unit {
            Unit::Month => (Unit::Quarter, 3),
            Unit::Quarter => (Unit::Year, 4),
            _ => return Vec::new(),
        };
        let name = |point: &&Point| span(&point.start, longer);
        let spans = points.chunk_by(|one, other| name(one) == name(other)).filter(|chunk| chunk.len() == parts);
        let value = |chunk: &[&Point]| match what {
            What::Mean(at) => chunk.iter().fold(Sums::default(), |all, point| all.add(point.figures[at])).mean(),
            _ => chunk.iter().map(|point| what.read(point)).sum(),
        };
        spans.filter_map(|chunk| Some((name(chunk.first()?), value(chunk)))).collect()
    }

    /// The later half over the earlier one, which is the headline.
    fn halves(&self, one: &mut Candidate, points: &[&Point], what: What, part: Option<&Part>) -> Option<String> {
        let half = points.len() / 2;
        let (before, after) = (&points[..half], &points[points.len() - half..]);
        let over = |points: &[&Point]| match what {
            What::Mean(at) => points.iter().fold(Sums::default(), |all, point| all.add(point.figures[at])).mean(),
            _ => points.iter().map(|point| what.read(point)).sum(),
        };
        let inner = |points: &[&Point]| Some(what.sql(self.figure(what), Some(&self.within(points.first()?, points.last()?))));
        let own = part.map(|part| format!(" WHERE {}", part.condition)).unwrap_or_default();
        let table = &self.subject.table.reference;
        let sql = format!("SELECT {} / NULLIF({}, 0) FROM {table}{own}", inner(after)?, inner(before)?);
        if over(before) > 0.0 {
            let value = over(after) / over(before);
            let text = format!("The later half of the time has {} times the earlier half", decimal(value));
            one.claims.push(Claim { text, kind: ClaimKind::Ratio, value, sql: sql.clone(), check: None });
        }
        Some(sql)
    }

    /// One span with far more rows than any other.
    pub(super) fn spike(&self, points: &[Point]) -> Option<Candidate> {
        let whole: Vec<&Point> = self.whole(points).iter().collect();
        let values: Vec<f64> = whole.iter().map(|point| point.count).collect();
        let (at, p) = spike(&values)?;
        let (noun, table, unit) = (&self.subject.noun, &self.subject.table.reference, self.unit.name());
        let (peak, during, others) = (self.span(whole[at]), self.during(whole[at]), values.len() - 1);
        let name = format!("The number of {noun} spikes {during}, far above all other {unit}s");
        let mut one = self.candidate(What::Count, None, name);
        one.subject = self.subject.id("spike", &[&self.column.name]);
        let usual = (values.iter().sum::<f64>() - values[at]) / others as f64;
        let (within, all) = (self.within(whole[at], whole[at]), self.within(whole.first()?, whole.last()?));
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {within}");
        one.claim(ClaimKind::Count, format!("{} {noun} are of {peak}", decimal(values[at])), values[at], sql);
        let counted = |yes: u8, no: u8| format!("SUM(CASE WHEN {within} THEN {yes}.0 ELSE {no} END)");
        let ratio = format!("SELECT {} * {others} / NULLIF({}, 0) FROM {table} WHERE {all}", counted(1, 0), counted(0, 1));
        one.challenge(
            "How does it compare with the mean of all others?",
            ratio,
            Holds::AtLeast(1.5),
            "it is hardly above the others",
        );
        let called = self.called(What::Count, noun);
        self.describe(&mut one, &whole, What::Count, &values, &called);
        let near = &whole[at.saturating_sub(NEAR)..whole.len().min(at + NEAR)];
        one.chart = line(&called, near.iter().map(|point| (self.span(point), point.count)));
        let shown = |value: f64| self.render(What::Count, value);
        one.description = format!("{peak} has {} {noun}, all other {unit}s {} on average.", shown(values[at]), shown(usual));
        let effect = Effect { size: (1.0 - usual / values[at]).clamp(0.0, 1.0), p };
        one.weigh(values[at], effect, values[at] / values.iter().sum::<f64>());
        Some(one)
    }

    /// From the beginning of one span to the end of another.
    fn within(&self, from: &Point, to: &Point) -> String {
        let day = |day: &str| moment(self.subject.table, self.column, day);
        let name = &self.column.reference;
        let end = next(&to.start, self.unit).map(|end| format!(" AND {name} < {}", day(&end)));
        format!("{name} >= {}{}", day(&from.start), end.unwrap_or_default())
    }
}

/// Where the highest and the lowest value are.
fn extremes(values: &[f64]) -> Option<(usize, usize)> {
    let places = || values.iter().enumerate();
    let high = places().max_by(|one, other| one.1.total_cmp(other.1))?.0;
    Some((high, places().min_by(|one, other| one.1.total_cmp(other.1))?.0))
}

/// The first day of a span, also where it is the number of a year.
pub(super) fn start(value: &Value, is_year: bool) -> Option<String> {
    if is_year { number(value).map(|year| format!("{year:04.0}-01-01")) } else { Some(value.as_str()?.get(..10)?.to_owned()) }
}

/// The first day after a span.
pub(super) fn next(start: &str, unit: Unit) -> Option<String> {
    let day: jiff::civil::Date = start.parse().ok()?;
    let span = jiff::Span::new();
    let length = match unit {
        Unit::Day => span.days(1),
        Unit::Week => span.weeks(1),
        Unit::Month => span.months(1),
        Unit::Quarter => span.months(3),
        Unit::Year => span.years(1),
    };
    Some(day.checked_add(length).ok()?.to_string())
}
