//! The numbers of a table's rows: its measures, the times between its moments, and the shares of rows for which something is so.

use super::{
    nouns::{ROWS, time_until, verb},
    scope::{days_between, is_value},
    wording::{decimal, is_listed, label, marked, number, percent, rows_of, shown, truth},
};
use domain::{
    runs::{
        ClaimKind, ColumnSurvey, Goal, Role, TableSurvey,
        sql::{real, seconds_between},
    },
    tools::search::split_words,
};
use serde_json::Value;

/// Standard deviations by their mean from which a number is an amount rather than a level.
const SCATTERED: f64 = 0.6;
/// Figures of one table that are looked at; more would make every query slower and no report better.
const MOST_MEASURES: usize = 6;
const MOST_DURATIONS: usize = 3;
const MOST_RATES: usize = 3;
/// Shorter times are told in hours.
const FEW_DAYS: f64 = 3.0;

/// A number of each row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub label: String,
    /// A real number, or null.
    pub expression: String,
    /// After the number: `days`.
    pub unit: Option<&'static str>,
    pub columns: Vec<String>,
    /// A sum of it means something.
    pub adds_up: bool,
    pub kind: FigureKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum FigureKind {
    Measure,
    /// What is done at its end: `close`.
    Duration(Option<String>),
    /// A hundred where something is so and nought where not; `is_open`: for what is recent it may not be so yet.
    Rate {
        is_open: bool,
    },
}

impl Figure {
    pub(super) fn shown(&self, value: f64) -> String {
        match (&self.kind, self.unit) {
            (FigureKind::Rate { .. }, _) => percent(value / 100.0),
            (_, Some("days")) if value.abs() < FEW_DAYS => format!("{} hours", decimal((value * 240.0).round() / 10.0)),
            (_, Some(unit)) => format!("{} {unit}", decimal(value)),
            (_, None) => decimal(value),
        }
    }

    /// What its mean is called: `average cost`, `share of returned orders`.
    pub(super) fn mean_label(&self) -> String {
        if self.is_rate() { self.label.clone() } else { format!("average {}", self.label) }
    }

    /// What its sum is called: `total cost`, and `order total` where it is called a total already.
    pub(super) fn total_label(&self) -> String {
        let is_total = self.label.split(' ').any(|word| word == "total" || word == "totals");
        if is_total { self.label.clone() } else { format!("total {}", self.label) }
    }

    pub(super) fn is_rate(&self) -> bool {
        matches!(self.kind, FigureKind::Rate { .. })
    }

    pub(super) fn is_duration(&self) -> bool {
        matches!(self.kind, FigureKind::Duration(_))
    }

    pub(super) fn claim(&self) -> ClaimKind {
        if self.is_rate() { ClaimKind::Share } else { ClaimKind::Mean }
    }

    /// `average cost of repairs`, `share of returned orders`.
    pub(super) fn mean_of(&self, noun: &str) -> String {
        let label = self.mean_label();
        match &self.kind {
            _ if noun == ROWS || label.contains(noun) => label,
            FigureKind::Rate { .. } => format!("{label} among {noun}"),
            FigureKind::Duration(Some(verb)) if label.ends_with(&format!("to {verb}")) => format!("{label} {noun}"),
            _ => format!("{label} of {noun}"),
        }
    }

    fn new(label: String, expression: String, columns: &[&ColumnSurvey], kind: FigureKind) -> Self {
        let columns = columns.iter().map(|column| column.name.clone()).collect();
        Self { label, expression, unit: None, columns, adds_up: false, kind }
    }

    fn of_column(table: &TableSurvey, column: &ColumnSurvey) -> Self {
        let scatter = column.std.zip(column.mean).filter(|(_, mean)| *mean > 0.0).map_or(0.0, |(std, mean)| std / mean);
        let is_amount = (has("adds", &column.name) || scatter >= SCATTERED) && !has("averages", &column.name);
        let is_owed = column.min.as_ref().and_then(number).is_none_or(|least| least < 0.0);
        let expression = real(table.dialect, &column.reference);
        Self { adds_up: is_amount && !is_owed, ..Self::new(measured(&column.name), expression, &[column], FigureKind::Measure) }
    }

    fn between(goal: &Goal, table: &TableSurvey, from: &ColumnSurvey, to: &ColumnSurvey) -> Self {
        let seconds = seconds_between(table.dialect, (&from.reference, from.is_text), (&to.reference, to.is_text));
        let is_long = days_between(from.min.as_ref(), to.max.as_ref()).is_none_or(|days| days >= 3.0);
        let (unit, length) = if is_long { ("days", "86400.0") } else { ("hours", "3600.0") };
        let (start, end) = (moment_label(&from.name), moment_label(&to.name));
        let done = verb(last_word(&end));
        let label = match &done {
            Some(done) => time_until(goal, done),
            None if has("begins", &start) && has("ends", &end) => "duration".to_owned(),
            None => format!("time from {start} to {end}"),
        };
        let expression = format!("CASE WHEN {seconds} >= 0 THEN {seconds} / {length} END");
        Self { unit: Some(unit), ..Self::new(label, expression, &[from, to], FigureKind::Duration(done)) }
    }

    fn rate(column: &ColumnSurvey, label: &str, condition: &str, is_open: bool) -> Self {
        let known = if is_open { String::new() } else { format!("WHEN {} IS NULL THEN NULL ", column.reference) };
        let expression = format!("CASE {known}WHEN {condition} THEN 100.0 ELSE 0.0 END");
        Self::new(format!("share of {label}"), expression, &[column], FigureKind::Rate { is_open })
    }
}

/// All figures of a table; columns come in the order in which they matter.
pub(super) fn figures(
    goal: &Goal,
    table: &TableSurvey,
    noun: &str,
    times: &[&ColumnSurvey],
    measures: &[&ColumnSurvey],
    segments: &[&ColumnSurvey],
) -> Vec<Figure> {
    let mut all = durations(goal, table, times);
    all.extend(measures.iter().take(MOST_MEASURES).map(|column| Figure::of_column(table, column)));
    let outcomes = segments.iter().filter_map(|column| outcome(table, noun, column));
    let open = times.iter().filter_map(|column| not_yet(table, noun, column));
    all.extend(late(noun, times).into_iter().chain(outcomes).chain(open).take(MOST_RATES));
    all
}

/// A number that names, places or dates a row rather than measures something: its mean says nothing.
pub(super) fn is_measure(table: &TableSurvey, column: &ColumnSurvey) -> bool {
    let words = split_words(&column.name);
    let at = |place: usize| column.quantiles.get(place).and_then(number);
    let span = match (column.min.as_ref().and_then(number), column.max.as_ref().and_then(number)) {
        (Some(least), Some(most)) => most - least + 1.0,
        _ => f64::MAX,
    };
    // Counted through, row by row.
    let is_counter = column.distinct >= table.rows && span <= table.rows as f64 * 1.02 && table.rows > 20;
    let is_whole = [0, 2, 4].iter().all(|place| at(*place).is_some_and(|value| value.fract() == 0.0));
    let names_something = words.last().is_some_and(|word| has("names", word)) || has("reached", &column.name);
    column.role == Role::Measure && !names_something && (!is_counter || !is_whole)
}

/// Whether a number is a year.
pub(super) fn is_year(column: &ColumnSurvey) -> bool {
    let within = |value: &Option<Value>| value.as_ref().and_then(number).is_some_and(|year| (1800.0..2200.0).contains(&year));
    column.is_number && has("years", &column.name) && within(&column.min) && within(&column.max)
}

fn last_word(label: &str) -> &str {
    label.rsplit(' ').next().unwrap_or_default()
}

/// `opened_at` as `opened`.
pub(super) fn moment_label(name: &str) -> String {
    let whole = label(name);
    let before = whole.rsplit_once(' ').filter(|(_, last)| is_listed("moments", last)).map(|(rest, _)| rest);
    let after = whole.split_once(' ').filter(|(first, _)| is_listed("dates", first)).map(|(_, rest)| rest);
    let short = before.or(after);
    short.filter(|short| short.len() > 2).map_or(whole.clone(), str::to_owned)
}

/// Where most of a column's moments lie.
fn middle(column: &ColumnSurvey) -> Option<&str> {
    column.quantiles.get(2).or(column.min.as_ref())?.as_str()
}

/// What a number measures, without its unit: `amount` of `amount_eur`, `waiting time` of `waiting_min`.
fn measured(name: &str) -> String {
    let whole = label(name);
    let Some((what, unit)) = whole.rsplit_once(' ') else { return whole };
    match () {
        () if is_listed("clocks", unit) && what.ends_with("time") => what.to_owned(),
        () if is_listed("clocks", unit) => format!("{what} time"),
        () if is_listed("units", unit) => what.to_owned(),
        () => whole,
    }
}

/// Whether a word of a name is of this kind.
fn has(kind: &str, name: &str) -> bool {
    split_words(name).iter().any(|word| is_listed(kind, word))
}

/// When a row was changed last says little of what it is about.
fn is_change(column: &ColumnSurvey) -> bool {
    has("changed", &column.name)
}

/// The times between moments of a row, the earlier first, from the very beginning first of all.
fn durations(goal: &Goal, table: &TableSurvey, times: &[&ColumnSurvey]) -> Vec<Figure> {
    let mut ordered: Vec<&ColumnSurvey> =
        times.iter().copied().filter(|column| middle(column).is_some() && !is_change(column)).collect();
    ordered.sort_by_key(|column| middle(column).map(str::to_owned));
    let pairs = ordered.iter().enumerate().flat_map(|(at, from)| ordered[at + 1..].iter().rev().map(move |to| (*from, *to)));
    let mut all: Vec<(&ColumnSurvey, &ColumnSurvey)> = pairs.filter(|(from, to)| middle(from) < middle(to)).collect();
    // What is planned is no end.
    let is_done = |to: &ColumnSurvey| verb(last_word(&moment_label(&to.name))).is_some() && !has("planned", &to.name);
    if all.iter().any(|(_, to)| is_done(to)) {
        all.retain(|(from, to)| is_done(to) && !has("planned", &from.name));
    }
    let mut named: Vec<Figure> = Vec::new();
    for (from, to) in all {
        let figure = Figure::between(goal, table, from, to);
        let is_known = named.iter().any(|known| known.label == figure.label);
        let label = format!("{} after {}", figure.label, moment_label(&from.name));
        named.push(if is_known { Figure { label, ..figure } } else { figure });
    }
    named.truncate(MOST_DURATIONS);
    named
}

/// What is so where a column says yes or no, else the rarer of its two values.
fn outcome(table: &TableSurvey, noun: &str, column: &ColumnSurvey) -> Option<Figure> {
    let called = label(&column.name);
    let values: Vec<&Value> = column.top.iter().map(|one| &one.value).collect();
    let unread = Value::Bool(true);
    let yes = values.iter().copied().find(|value| truth(column, value) == Some(true));
    let yes = yes.or_else(|| (values.is_empty() && !column.is_text && !column.is_number).then_some(&unread));
    if let Some(yes) = yes.filter(|_| column.distinct == 2) {
        return Some(Figure::rate(column, &marked(noun, &called, true), &is_value(table, column, yes), false));
    }
    let [often, seldom] = column.top.as_slice() else { return None };
    let is_rare = (seldom.count as f64) < 0.4 * (often.count + seldom.count) as f64;
    let said = shown(&seldom.value).filter(|_| is_rare && column.is_text && column.distinct == 2)?;
    let rows = rows_of(noun, column, &called, &seldom.value, &said);
    Some(Figure::rate(column, &rows, &is_value(table, column, &seldom.value), false))
}

/// What came to its end after it was planned to.
fn late(noun: &str, times: &[&ColumnSurvey]) -> Option<Figure> {
    let planned = times.iter().copied().find(|column| has("planned", &column.name))?;
    let is_end = |column: &&&ColumnSurvey| {
        let is_done = verb(last_word(&moment_label(&column.name))).is_some() && !has("planned", &column.name);
        is_done
            && !is_change(column)
            && column.is_text == planned.is_text
            && middle(column) > times.first().and_then(|one| middle(one))
    };
    let end = times.iter().rev().find(is_end)?;
    let (due, done) = (&planned.reference, &end.reference);
    let rows = format!("{noun} {} late", moment_label(&end.name));
    let figure = Figure::rate(end, &rows, &format!("{due} IS NOT NULL AND {done} > {due}"), false);
    Some(Figure { columns: vec![planned.name.clone(), end.name.clone()], ..figure })
}

/// Rows without a moment that others have: not over yet, or hardly ever over.
fn not_yet(table: &TableSurvey, noun: &str, column: &ColumnSurvey) -> Option<Figure> {
    let missing = column.nulls as f64 / table.rows.max(1) as f64;
    let event = moment_label(&column.name);
    if !(0.03..=0.97).contains(&missing) || is_change(column) {
        return None;
    }
    let (is_rest, is_done) = (missing <= 0.5, verb(&event).is_some());
    let rows = match (is_rest, is_done) {
        (true, true) => format!("{noun} not yet {event}"),
        (true, false) => format!("{noun} without {event} date"),
        (false, true) => format!("{event} {noun}"),
        (false, false) if !event.contains(' ') => format!("{noun} that have {event}"),
        (false, false) => format!("{noun} with {event} date"),
    };
    let condition = format!("{} IS {}", column.reference, if is_rest { "NULL" } else { "NOT NULL" });
    Some(Figure::rate(column, &rows, &condition, true))
}

#[cfg(test)]
mod tests {
    use super::{Figure, FigureKind};

    #[test]
    fn nothing_is_called_a_total_twice() {
        for (label, expected) in [
            ("cost", "total cost"),
            ("total", "total"),
            ("order total", "order total"),
            ("total price", "total price"),
            ("subtotal", "total subtotal"),
        ] {
            let figure = Figure::new(label.into(), "1".into(), &[], FigureKind::Measure);
            assert_eq!(figure.total_label(), expected);
        }
    }
}
