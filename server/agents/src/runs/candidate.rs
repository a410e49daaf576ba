//! What a family of questions found, before it is known which findings are worth a person's time.

use super::{figures::Figure, scope::Subject, stats::Effect};
use domain::runs::{Challenge, Chart, ChartKind, Claim, ClaimKind, Holds};
use serde_json::{Map, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    /// What kind of statement, about which table and columns; the same in every run.
    pub subject: String,
    pub kind: Statement,
    pub columns: Vec<String>,
    pub name: String,
    pub description: String,
    pub indicators: Vec<String>,
    pub metrics: Map<String, Value>,
    pub claims: Vec<Claim>,
    pub challenges: Vec<Challenge>,
    pub chart: Option<Chart>,
    /// Ids of the questions that it follows from.
    pub asked: Vec<String>,
    /// Rows that it is about.
    pub affected: Option<f64>,
    pub segment: Option<String>,
    /// The value that it names first.
    pub value: Option<String>,
    /// What its number is called.
    pub figure: Option<String>,
    pub is_duration: bool,
    pub is_rate: bool,
    pub effect: Effect,
    /// The share of the table's rows that it is about.
    pub coverage: f64,
    /// There is nothing to see where one might have expected something.
    pub is_null_result: bool,
    /// That there are many of them is no risk: nobody depends on a state, on yes or no, or on a number.
    pub is_mild: bool,
    /// It was tested and nothing came of it: it only counts when chance is reckoned with.
    pub is_only_tested: bool,
}

/// Kinds of statements, in the order in which people want to hear them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Statement {
    Trend,
    Segment,
    Share,
    Pair,
    Entity,
    Words,
    Joined,
    Relation,
    Outlier,
    #[default]
    Gap,
}

impl Statement {
    pub(super) fn weight(self) -> f64 {
        match self {
            Self::Trend => 1.0,
            Self::Segment => 0.95,
            Self::Share => 0.85,
            Self::Pair => 0.9,
            Self::Entity => 0.75,
            Self::Joined => 0.85,
            Self::Words => 0.75,
            Self::Relation => 0.6,
            Self::Outlier => 0.45,
            Self::Gap => 0.4,
        }
    }
}

impl Candidate {
    pub(super) fn new(kind: Statement, subject: String, columns: &[&str], name: String) -> Self {
        let columns = columns.iter().map(|name| (*name).to_owned()).collect();
        Self { subject, kind, columns, name, coverage: 1.0, ..Self::default() }
    }

    pub(super) fn only_tested(kind: Statement, effect: Effect) -> Self {
        Self { effect, is_only_tested: true, ..Self::new(kind, String::new(), &[], String::new()) }
    }

    pub(super) fn claim(&mut self, kind: ClaimKind, text: impl Into<String>, value: f64, sql: String) {
        self.claims.push(Claim { text: text.into(), kind, value, sql, check: None });
    }

    pub(super) fn challenge(&mut self, question: &str, sql: String, holds: Holds, objection: impl Into<String>) {
        self.challenges.push(Challenge {
            question: question.to_owned(),
            sql,
            holds,
            objection: objection.into(),
            outcome: None,
            engine: String::new(),
        });
    }

    /// How much it is worth: rows that it is about, how strong it is, and its share of all rows.
    pub(super) fn weigh(&mut self, affected: f64, effect: Effect, coverage: f64) {
        (self.affected, self.effect, self.coverage) = (Some(affected), effect, coverage);
    }

    /// What its number is.
    pub(super) fn about(&mut self, figure: &Figure) {
        self.figure = Some(figure.label.clone());
        (self.is_duration, self.is_rate) = (figure.is_duration(), figure.is_rate());
    }

    pub(super) fn metric(&mut self, name: &str, value: f64) {
        self.metrics.insert(name.to_owned(), domain::tools::claim::number((value * 10_000.0).round() / 10_000.0));
    }
}

pub(super) fn bars(label: &str, points: impl IntoIterator<Item = (String, f64)>) -> Option<Chart> {
    chart(ChartKind::Bars, label, points, 12)
}

pub(super) fn line(label: &str, points: impl IntoIterator<Item = (String, f64)>) -> Option<Chart> {
    chart(ChartKind::Line, label, points, 120)
}

fn chart(kind: ChartKind, label: &str, points: impl IntoIterator<Item = (String, f64)>, most: usize) -> Option<Chart> {
    let points: Vec<_> = points.into_iter().take(most).collect();
    (points.len() > 1).then(|| Chart { kind, label: label.to_owned(), points })
}

/// The rows of the later half of a table's time.
pub(super) fn later_half(subject: &Subject<'_>) -> Option<String> {
    let column = subject.times.first()?;
    let middle = column.quantiles.get(2)?;
    if column.is_number {
        return Some(format!("{} >= {}", column.reference, super::wording::number(middle)?));
    }
    Some(format!("{} >= {}", column.reference, super::families::moment(subject.table, column, middle.as_str()?.get(..10)?)))
}

pub(super) fn count_of_rows(subject: &Subject<'_>, condition: &str) -> String {
    format!("SELECT COUNT(*) FROM {} WHERE {condition}", subject.table.reference)
}
