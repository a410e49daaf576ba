//! What the days of whole weeks and the months of whole years hold.

use super::{
    super::{
        timeline::{Times, moment, start},
        trends::when,
    },
    Cycle, Point, What,
    window::{Window, is_monthly, whole_weeks, whole_years},
};
use crate::runs::families::prelude::*;
use domain::runs::sql::Unit;
use jiff::{Span, civil::Date};

/// Rows from which days of the week are compared, and months of the year.
const LEAST_ROWS: [u64; 2] = [60, 24];
/// Days that tell a week's days from each other.
const LEAST_DAYS: u64 = 14;

/// The weekdays or months of a column's moments, over whole turns only.
pub(super) struct Turns<'s> {
    pub cycle: Cycle,
    pub times: Times<'s>,
    pub window: Window,
    /// The number of a moment's weekday or month.
    number: String,
    /// Its moments only say a month.
    is_monthly: bool,
}

/// A weekday or a month, with what all of them hold.
pub(super) struct Place {
    pub at: usize,
    pub name: &'static str,
    pub condition: String,
    pub point: Point,
}

pub(super) fn turns<'s>(subject: &'s Subject<'_>) -> Vec<Turns<'s>> {
    let day = |value: Option<&Value>| value?.as_str()?.get(..10)?.parse::<Date>().ok();
    let Some(column) = subject.times.first().copied().filter(|column| !column.is_number) else { return Vec::new() };
    let (Some(first), Some(last)) = (day(column.min.as_ref()), day(column.max.as_ref())) else { return Vec::new() };
    let (rows, is_monthly) = (subject.table.rows, is_monthly(first, last, column.distinct));
    // The day of a column that only knows its month says nothing.
    let weeks = whole_weeks(first, last).filter(|_| !is_monthly && rows >= LEAST_ROWS[0] && column.distinct >= LEAST_DAYS);
    let years = whole_years(first, last, is_monthly).filter(|_| rows >= LEAST_ROWS[1]);
    let one = |(cycle, unit, window): (Cycle, Unit, Option<Window>)| {
        let (window, number) = (window?, cycle.number(subject.table.dialect, column)?);
        Some(Turns { cycle, times: Times { subject, column, unit }, window, number, is_monthly })
    };
    [(Cycle::Week, Unit::Day, weeks), (Cycle::Year, Unit::Month, years)].into_iter().filter_map(one).collect()
}

impl Turns<'_> {
    pub(super) fn id(&self) -> String {
        self.times.subject.id("cycle", &[&self.times.column.name, self.cycle.name()])
    }

    pub(super) fn question(&self) -> Question {
        let (subject, column) = (self.times.subject, self.times.column);
        // Months are read year by year.
        let by = match self.cycle {
            Cycle::Week => self.number.clone(),
            Cycle::Year => when(subject, column, Unit::Month),
        };
        let (table, figures, within) = (&subject.table.reference, subject.aggregates(), self.within(self.window.begin));
        Question {
            id: self.id(),
            purpose: format!("How do {} differ by {}?", subject.noun, self.cycle.name()),
            sql: format!(
                "SELECT {by} AS d, COUNT(*) AS n{figures} FROM {table} WHERE {within} GROUP BY {by} ORDER BY d LIMIT 400"
            ),
        }
    }

    /// From a day to the end of the last whole turn.
    pub(super) fn within(&self, begin: Date) -> String {
        let (table, column) = (self.times.subject.table, self.times.column);
        let day = |day: Date| moment(table, column, &day.to_string());
        format!("{c} >= {} AND {c} < {}", day(begin), day(self.window.end), c = column.reference)
    }

    fn place(&self, row: &[Value]) -> Option<usize> {
        let first = row.first()?;
        match self.cycle {
            Cycle::Week => number(first).and_then(|day| (0..7_usize).find(|at| (*at as f64 - day).abs() < 0.5)),
            Cycle::Year => start(first, false)?.get(5..7)?.parse::<usize>().ok()?.checked_sub(1),
        }
    }

    /// Its weekdays or months, in the order of the calendar.
    pub(super) fn places(&self, rows: &[Vec<Value>]) -> Vec<Place> {
        let subject = self.times.subject;
        let mut known: BTreeMap<usize, Point> = BTreeMap::new();
        for row in rows {
            let (Some(at), Some(count)) = (self.place(row), row.get(1).and_then(number)) else { continue };
            let own = Point { start: String::new(), count, figures: subject.sums(row, 2) };
            let whole = match known.remove(&at) {
                Some(before) => add(&before, &own),
                None => own,
            };
            known.insert(at, whole);
        }
        let one = |(at, point): (usize, Point)| {
            let number = if self.cycle == Cycle::Year { at + 1 } else { at };
            Some(Place { at, name: self.cycle.place(at)?, condition: format!("{} = {number}", self.number), point })
        };
        known.into_iter().filter_map(one).collect()
    }

    /// The months with a row of what is compared.
    pub(super) fn months(&self, rows: &[Vec<Value>], what: What) -> Vec<Point> {
        self.times.points(rows, 1).into_iter().filter(|point| what.rows(point) >= 1.0).collect()
    }

    /// What each month of each year comes to; none where too many months have no row.
    pub(super) fn years(&self, months: &[Point], what: What) -> Option<Vec<Vec<f64>>> {
        let value = |at: i64| {
            let day = self.window.begin.checked_add(Span::new().months(at)).ok()?.to_string();
            let known = months.iter().find(|point| point.start == day).map(|point| what.read(point));
            if matches!(what, What::Mean(_)) { known } else { Some(known.unwrap_or_default()) }
        };
        let all = (0..self.window.count).map(|year| (0..12).map(|month| value(year * 12 + month)).collect::<Option<Vec<f64>>>());
        let wanted = usize::try_from(self.window.count * 12).ok()?;
        if months.len() * 4 < wanted * 3 { None } else { all.collect() }
    }

    /// The same by the day, so that no month is more for being longer; none where that makes no difference.
    pub(super) fn by_day(&self, years: &[Vec<f64>], what: What) -> Option<Vec<Vec<f64>>> {
        if self.is_monthly || matches!(what, What::Mean(_)) {
            return None;
        }
        let begin = self.window.begin;
        let days = |at: i64| Some(f64::from(begin.checked_add(Span::new().months(at)).ok()?.days_in_month()));
        let lengths = (0..12).map(days).collect::<Option<Vec<f64>>>()?;
        let by_day = |year: &Vec<f64>| year.iter().zip(&lengths).map(|(value, days)| value / days).collect::<Vec<f64>>();
        Some(years.iter().map(by_day).collect())
    }

    /// Where a month is among those of a turn.
    pub(super) fn since_begin(&self, place: &Place) -> Option<usize> {
        let begin = usize::try_from(self.window.begin.month()).ok()?;
        Some((place.at + 13 - begin) % 12)
    }
}

fn add(one: &Point, other: &Point) -> Point {
    let figures = one.figures.iter().zip(&other.figures).map(|(one, other)| one.add(*other)).collect();
    Point { start: String::new(), count: one.count + other.count, figures }
}
