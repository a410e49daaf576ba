//! What the families of questions have in common: the tables with their words, the figures of a table, the answers so far.

use super::{
    nouns::noun,
    stats::Sums,
    wording::{decimal, label, number, shown},
};
use domain::{
    runs::{
        Answers, ColumnSurvey, Goal, Question, Role, Survey, TableSurvey,
        sql::{real, seconds_between},
    },
    tools::search::{is_function_word, split_words, stem},
};
use serde_json::Value;

/// Figures of one table that are looked at; more would make every query slower and no report better.
const MOST_FIGURES: usize = 6;
const MOST_DURATIONS: usize = 3;
/// Columns that divide a table's rows.
const MOST_SEGMENTS: usize = 8;

pub(super) struct Scope<'a> {
    pub goal: &'a Goal,
    pub answers: &'a Answers,
    pub tables: Vec<Subject<'a>>,
    /// Stems of the words of the goal.
    wanted: Vec<String>,
}

/// A table with the words for it.
pub(super) struct Subject<'a> {
    pub table: &'a TableSurvey,
    /// What its rows are, plural.
    pub noun: String,
    pub figures: Vec<Figure>,
    /// What divides its rows, the most telling first.
    pub segments: Vec<&'a ColumnSurvey>,
    pub times: Vec<&'a ColumnSurvey>,
    pub entities: Vec<&'a ColumnSurvey>,
    pub texts: Vec<&'a ColumnSurvey>,
}

/// A number of each row: a column, or the time between two.
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
}

impl Figure {
    pub(super) fn shown(&self, value: f64) -> String {
        match self.unit {
            Some(unit) => format!("{} {unit}", decimal(value)),
            None => decimal(value),
        }
    }

    fn of_column(table: &TableSurvey, column: &ColumnSurvey) -> Self {
        let rate =
            |text: &str| ["rate", "ratio", "percent", "pct", "share", "score", "rating", "average", "avg", "age"].contains(&text);
        Self {
            label: label(&column.name),
            expression: real(table.dialect, &column.reference),
            unit: None,
            columns: vec![column.name.clone()],
            adds_up: !split_words(&column.name).iter().any(|word| rate(word)),
        }
    }

    fn between(table: &TableSurvey, from: &ColumnSurvey, to: &ColumnSurvey) -> Self {
        let seconds = seconds_between(table.dialect, (&from.reference, from.is_text), (&to.reference, to.is_text));
        let long = days_between(from.min.as_ref(), to.max.as_ref()).is_none_or(|days| days >= 3.0);
        let (unit, length) = if long { ("days", "86400.0") } else { ("hours", "3600.0") };
        Self {
            label: format!("time from {} to {}", moment_label(&from.name), moment_label(&to.name)),
            expression: format!("CASE WHEN {seconds} >= 0 THEN {seconds} / {length} END"),
            unit: Some(unit),
            columns: vec![from.name.clone(), to.name.clone()],
            adds_up: false,
        }
    }
}

/// `opened_at` as `opened`.
fn moment_label(name: &str) -> String {
    let whole = label(name);
    let short = [" at", " on", " date", " time", " datetime", " timestamp"].iter().find_map(|end| whole.strip_suffix(end));
    short.filter(|short| short.len() > 2).map_or(whole.clone(), str::to_owned)
}

/// Of two ISO dates.
pub(super) fn days_between(from: Option<&Value>, to: Option<&Value>) -> Option<f64> {
    let day = |value: Option<&Value>| value?.as_str()?.get(..10)?.parse::<jiff::civil::Date>().ok();
    let span = day(from)?.until(day(to)?).ok()?;
    Some(f64::from(span.get_days()))
}

impl<'a> Subject<'a> {
    fn new(goal: &Goal, wanted: &[String], table: &'a TableSurvey) -> Self {
        let relevance = |column: &&ColumnSurvey| {
            let words: Vec<String> = split_words(&column.name).iter().map(|word| stem(word)).collect();
            words.iter().filter(|word| wanted.contains(word)).count()
        };
        let by_goal = |columns: &mut Vec<&'a ColumnSurvey>| columns.sort_by_key(|column| std::cmp::Reverse(relevance(column)));
        let mut segments: Vec<&ColumnSurvey> = table.segments().collect();
        by_goal(&mut segments);
        segments.truncate(MOST_SEGMENTS);
        let mut times: Vec<&ColumnSurvey> = table.of_role(Role::Time).collect();
        times.sort_by_key(|column| (column.nulls, middle(column).map(str::to_owned)));
        let mut measures: Vec<&ColumnSurvey> = table.of_role(Role::Measure).collect();
        by_goal(&mut measures);
        let mut figures = durations(table, &times);
        figures.extend(measures.into_iter().map(|column| Figure::of_column(table, column)).take(MOST_FIGURES));
        let mut entities: Vec<&ColumnSurvey> = table.of_role(Role::Entity).collect();
        by_goal(&mut entities);
        let texts = table.of_role(Role::Text).collect();
        Self { table, noun: noun(goal, table), figures, segments, times, entities, texts }
    }

    /// Begins the ids of questions about it.
    pub(super) fn id(&self, family: &str, columns: &[&str]) -> String {
        format!("{family}:{}.{}:{}", self.table.database, self.table.name, columns.join(","))
    }

    /// The aggregates of all its figures, three each: how many, their sum, the sum of their squares.
    pub(super) fn aggregates(&self) -> String {
        let one = |figure: &Figure| {
            let e = &figure.expression;
            format!(", COUNT({e}), SUM({e}), SUM(({e}) * ({e}))")
        };
        self.figures.iter().map(one).collect()
    }

    /// The figures of a row, whose aggregates begin at a place.
    pub(super) fn sums(&self, row: &[Value], from: usize) -> Vec<Sums> {
        let cell = |at: usize| row.get(at).and_then(number).unwrap_or_default();
        let one = |at: usize| Sums { count: cell(from + at * 3), sum: cell(from + at * 3 + 1), squares: cell(from + at * 3 + 2) };
        (0..self.figures.len()).map(one).collect()
    }
}

/// Where most of a column's moments lie.
fn middle(column: &ColumnSurvey) -> Option<&str> {
    column.quantiles.get(2).or(column.min.as_ref())?.as_str()
}

/// The times between moments of a row, the earlier first.
fn durations(table: &TableSurvey, times: &[&ColumnSurvey]) -> Vec<Figure> {
    let mut ordered: Vec<&ColumnSurvey> = times.iter().copied().filter(|column| middle(column).is_some()).collect();
    ordered.sort_by_key(|column| middle(column).map(str::to_owned));
    let pairs = ordered.iter().enumerate().flat_map(|(at, from)| ordered[at + 1..].iter().map(move |to| (*from, *to)));
    pairs
        .filter(|(from, to)| middle(from) < middle(to))
        .map(|(from, to)| Figure::between(table, from, to))
        .take(MOST_DURATIONS)
        .collect()
}

impl<'a> Scope<'a> {
    pub(super) fn new(goal: &'a Goal, survey: &'a Survey, answers: &'a Answers) -> Self {
        let wanted: Vec<String> =
            split_words(&goal.text).into_iter().filter(|word| !is_function_word(word)).map(|word| stem(&word)).collect();
        let mut tables: Vec<Subject<'a>> =
            survey.tables.iter().filter(|table| table.rows > 0).map(|table| Subject::new(goal, &wanted, table)).collect();
        let named =
            |subject: &Subject<'_>| split_words(&subject.table.name).iter().filter(|word| wanted.contains(&stem(word))).count();
        tables.sort_by_key(|subject| (std::cmp::Reverse(named(subject)), std::cmp::Reverse(subject.table.rows)));
        Self { goal, answers, tables, wanted }
    }

    /// How many of the goal's words a statement takes up, from 0 to 1.
    pub(super) fn relevance(&self, text: &str) -> f64 {
        if self.wanted.is_empty() {
            return 0.0;
        }
        let words: Vec<String> = split_words(text).iter().map(|word| stem(word)).collect();
        self.wanted.iter().filter(|word| words.contains(word)).count() as f64 / self.wanted.len() as f64
    }

    /// A group of rows for each value, the most frequent first.
    pub(super) fn groups(&self, id: &str, subject: &Subject<'_>) -> Vec<Group> {
        let rows = self.answers.rows(id).unwrap_or_default();
        let one = |row: &Vec<Value>| {
            let label = shown(row.first()?)?;
            Some(Group { value: row[0].clone(), label, count: row.get(1).and_then(number)?, figures: subject.sums(row, 2) })
        };
        rows.iter().filter_map(one).collect()
    }
}

/// The rows of one value of a column.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub value: Value,
    pub label: String,
    pub count: f64,
    pub figures: Vec<Sums>,
}

/// Asks for the groups of a column.
pub(super) fn group_question(subject: &Subject<'_>, column: &ColumnSurvey, limit: usize) -> Question {
    let (name, table) = (&column.reference, &subject.table.reference);
    Question {
        id: subject.id("groups", &[&column.name]),
        purpose: format!("How do {} divide by {}?", subject.noun, label(&column.name)),
        sql: format!(
            "SELECT {name} AS g, COUNT(*) AS n{} FROM {table} GROUP BY {name} ORDER BY n DESC LIMIT {limit}",
            subject.aggregates()
        ),
    }
}

/// `column = value` as a condition of a query.
pub(super) fn is_value(table: &TableSurvey, column: &ColumnSurvey, value: &Value) -> String {
    let literal = match value {
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => return format!("{} = {}", column.reference, if *truth { "TRUE" } else { "FALSE" }),
        Value::String(number) if column.is_number && number.parse::<f64>().is_ok() => number.clone(),
        other => domain::runs::sql::text(table.dialect, other.as_str().unwrap_or_default()),
    };
    format!("{} = {literal}", column.reference)
}
