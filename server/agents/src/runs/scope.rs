//! What the families of questions have in common: the tables with their words, the figures of a table, the answers so far.

use super::{
    figures::{Figure, figures, is_measure, is_year},
    nouns::noun,
    relevance::Wanted,
    stats::Sums,
    wording::{label, number, shown, truth},
};
use domain::runs::{Answers, ColumnSurvey, Goal, Question, Role, Survey, TableSurvey};
use serde_json::Value;

/// Columns that divide a table's rows.
const MOST_SEGMENTS: usize = 8;
/// Characters from which a value is a sentence, however often it is repeated.
const SENTENCE: f64 = 18.0;
/// As many of a few words each are what somebody wrote, not what somebody chose.
const REMARKS: u64 = 15;

pub(super) struct Scope<'a> {
    pub goal: &'a Goal,
    pub answers: &'a Answers,
    pub tables: Vec<Subject<'a>>,
    pub wanted: Wanted,
}

/// A table with the words for it.
pub(super) struct Subject<'a> {
    pub table: &'a TableSurvey,
    /// What its rows are, plural.
    pub noun: String,
    pub figures: Vec<Figure>,
    /// What divides its rows, the most telling first.
    pub segments: Vec<&'a ColumnSurvey>,
    /// Moments, and numbers that are years.
    pub times: Vec<&'a ColumnSurvey>,
    pub entities: Vec<&'a ColumnSurvey>,
    pub texts: Vec<&'a ColumnSurvey>,
}

/// Of two ISO dates.
pub(super) fn days_between(from: Option<&Value>, to: Option<&Value>) -> Option<f64> {
    let day = |value: Option<&Value>| value?.as_str()?.get(..10)?.parse::<jiff::civil::Date>().ok();
    let span = day(from)?.until(day(to)?).ok()?;
    Some(f64::from(span.get_days()))
}

impl<'a> Subject<'a> {
    fn new(goal: &Goal, wanted: &Wanted, table: &'a TableSurvey, is_main: bool) -> Self {
        let by_goal =
            |columns: &mut Vec<&'a ColumnSurvey>| columns.sort_by_key(|column| std::cmp::Reverse(wanted.tenths(&column.name)));
        let (mut texts, mut segments): (Vec<&ColumnSurvey>, Vec<&ColumnSurvey>) =
            table.segments().filter(|column| !is_year(column)).partition(|column| speaks(column));
        texts.extend(table.of_role(Role::Text));
        by_goal(&mut segments);
        segments.truncate(MOST_SEGMENTS);
        let mut times: Vec<&ColumnSurvey> = table.of_role(Role::Time).collect();
        times.sort_by_key(|column| (column.nulls, column.quantiles.get(2).and_then(Value::as_str).map(str::to_owned)));
        times.extend(table.columns.iter().filter(|column| column.role == Role::Measure && is_year(column)));
        let mut measures: Vec<&ColumnSurvey> = table.columns.iter().filter(|column| is_measure(table, column)).collect();
        // A number that says yes or no is no amount.
        measures.retain(|column| truth(column, &Value::from(1)).is_none());
        by_goal(&mut measures);
        let noun = noun(goal, table, is_main);
        let figures = figures(goal, table, &noun, &times, &measures, &segments);
        let mut entities: Vec<&ColumnSurvey> = table.of_role(Role::Entity).collect();
        by_goal(&mut entities);
        Self { table, noun, figures, segments, times, entities, texts }
    }

    /// Its segments without those that are outcomes: a share of rows for which something is so.
    pub(super) fn divisions(&self) -> impl Iterator<Item = &'a ColumnSurvey> + use<'_, 'a> {
        let is_outcome =
            |column: &ColumnSurvey| self.figures.iter().any(|figure| figure.is_rate() && figure.columns == [column.name.clone()]);
        self.segments.iter().copied().filter(move |column| !is_outcome(column))
    }

    /// Begins the ids of questions about it.
    pub(super) fn id(&self, family: &str, columns: &[&str]) -> String {
        format!("{family}:{}.{}:{}", self.table.database, self.table.name, columns.join(","))
    }

    pub(super) fn question(&self, family: &str, columns: &[&str], purpose: String, sql: String) -> Question {
        Question { id: self.id(family, columns), purpose, sql }
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

/// Sentences that are repeated word for word are texts still.
fn speaks(column: &ColumnSurvey) -> bool {
    let texts: Vec<&str> = column.top.iter().filter_map(|one| one.value.as_str()).collect();
    let of = |count: fn(&str) -> usize| texts.iter().map(|text| count(text)).sum::<usize>() as f64 / texts.len().max(1) as f64;
    let (length, spaces) = (of(|text| text.chars().count()), of(|text| text.matches(' ').count()));
    let is_remark = column.distinct >= REMARKS && length >= 12.0 && spaces >= 1.25;
    is_remark || (length >= SENTENCE && spaces >= 2.0)
}

impl<'a> Scope<'a> {
    pub(super) fn new(goal: &'a Goal, survey: &'a Survey, answers: &'a Answers) -> Self {
        let wanted = Wanted::new(goal);
        let most = survey.tables.iter().map(|table| table.rows).max().unwrap_or_default();
        let full = survey.tables.iter().filter(|table| table.rows > 0);
        let mut tables: Vec<_> = full.map(|table| Subject::new(goal, &wanted, table, table.rows == most)).collect();
        tables.sort_by_key(|subject| {
            (std::cmp::Reverse(wanted.tenths(&subject.table.name)), std::cmp::Reverse(subject.table.rows))
        });
        Self { goal, answers, tables, wanted }
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
    let (name, table, figures) = (&column.reference, &subject.table.reference, subject.aggregates());
    let sql =
        format!("SELECT {name} AS g, COUNT(*) AS n{figures} FROM {table} GROUP BY {name} ORDER BY n DESC, {name} LIMIT {limit}");
    subject.question("groups", &[&column.name], format!("How do {} divide by {}?", subject.noun, label(&column.name)), sql)
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
