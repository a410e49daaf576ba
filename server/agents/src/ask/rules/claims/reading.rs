//! A reading of a claim: what is taken from the table, and what must be true of it.

use super::{
    cell::When,
    grid::{Grid, Holds},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Relation {
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    pub(super) fn holds(self, left: f64, right: f64) -> bool {
        let is_equal = (left - right).abs() < 1e-9 * left.abs().max(1.0);
        match self {
            Self::Equal => is_equal,
            Self::Unequal => !is_equal,
            Self::Less => left < right && !is_equal,
            Self::AtMost => left < right || is_equal,
            Self::More => left > right && !is_equal,
            Self::AtLeast => left > right || is_equal,
        }
    }
}

/// What a row must be.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// One of these columns has one of its cells in these rows.
    Cells(Vec<(usize, Vec<usize>)>),
    Number {
        column: usize,
        relation: Relation,
        value: f64,
    },
    /// One of these columns has such a day.
    When {
        columns: Vec<usize>,
        relation: Relation,
        when: When,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub(super) test: Test,
    pub(super) is_negated: bool,
    pub(super) text: String,
}

impl Condition {
    pub(super) fn columns(&self) -> Vec<usize> {
        match &self.test {
            Test::Cells(cells) => cells.iter().map(|(column, _)| *column).collect(),
            Test::Number { column, .. } => vec![*column],
            Test::When { columns, .. } => columns.clone(),
        }
    }

    pub(super) fn holds(&self, grid: &Grid<'_>, row: usize) -> bool {
        let is_so = match &self.test {
            Test::Cells(cells) => cells.iter().any(|(_, rows)| rows.contains(&row)),
            Test::Number { column, relation, value } => {
                grid.rows[row][*column].number.is_some_and(|number| relation.holds(number, *value))
            }
            Test::When { columns, .. } => columns.iter().any(|column| self.holds_when(grid, row, *column)),
        };
        is_so != self.is_negated
    }

    pub(super) fn holds_when(&self, grid: &Grid<'_>, row: usize, column: usize) -> bool {
        let Test::When { relation, when, .. } = &self.test else { return false };
        let cell = &grid.rows[row][column];
        let found = match grid.headers[column].holds {
            Holds::Years => {
                cell.words.first().and_then(super::token::Token::year).map(|year| When { year: Some(year), ..When::default() })
            }
            _ => cell.when,
        };
        let Some(found) = found else { return false };
        // Compared as far as both are written.
        let cut = When {
            year: found.year.filter(|_| when.year.is_some()),
            month: found.month.filter(|_| when.month.is_some()),
            day: found.day.filter(|_| when.day.is_some()),
        };
        match relation {
            Relation::Equal => when.holds(&found),
            relation => relation.holds(cut.key(), when.key()),
        }
    }
}

/// What is taken from the rows of a filter.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Measure {
    Count,
    Distinct(usize),
    /// Of the only row.
    Value(usize),
    Highest(usize),
    Lowest(usize),
    Sum(usize),
    Average(usize),
    /// From 1 on, of different values.
    Nth {
        column: usize,
        is_high: bool,
        place: usize,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Premise {
    pub(super) measure: Measure,
    pub(super) filter: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    Number(f64),
    Text(String),
    Nothing,
}

/// An inference, over premises by their place from 0 on.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Formula {
    Premise(usize),
    Number(f64),
    Text(String),
    Minus(Box<Formula>, Box<Formula>),
    Half(Box<Formula>),
    Compare(Box<Formula>, Relation, Box<Formula>),
    /// Equal after rounding to so many digits.
    Rounded(Box<Formula>, f64, usize),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
}

pub(super) fn compare(left: Formula, relation: Relation, right: Formula) -> Formula {
    Formula::Compare(Box::new(left), relation, Box::new(right))
}

#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) premises: Vec<Premise>,
    pub(super) formula: Formula,
    /// Items that it explains.
    pub(super) used: Vec<bool>,
    pub(super) doubt: f64,
}

impl Premise {
    pub(super) fn rows(&self, grid: &Grid<'_>) -> Vec<usize> {
        rows(grid, &self.filter)
    }

    pub(super) fn find(&self, grid: &Grid<'_>) -> Found {
        let rows = self.rows(grid);
        let keys = |column: usize| -> Vec<f64> { rows.iter().filter_map(|row| grid.key(*row, column)).collect() };
        let fold =
            |keys: Vec<f64>, pick: fn(f64, f64) -> f64| keys.into_iter().reduce(pick).map_or(Found::Nothing, Found::Number);
        #[expect(clippy::cast_precision_loss, reason = "a small table has few rows")]
        let size = |count: usize| count as f64;
        match self.measure {
            Measure::Count => Found::Number(size(rows.len())),
            Measure::Distinct(column) => {
                let mut values: Vec<String> = rows
                    .iter()
                    .map(|row| &grid.rows[*row][column])
                    .filter(|cell| !cell.is_nothing)
                    .map(|cell| super::cell::render(&cell.value))
                    .collect();
                values.sort();
                values.dedup();
                Found::Number(size(values.len()))
            }
            Measure::Value(column) => match rows[..] {
                [row] if matches!(grid.headers[column].holds, Holds::Texts | Holds::Truths) => {
                    let cell = &grid.rows[row][column];
                    if cell.is_nothing { Found::Nothing } else { Found::Text(super::cell::render(&cell.value)) }
                }
                [row] => grid.key(row, column).map_or(Found::Nothing, Found::Number),
                _ => Found::Nothing,
            },
            Measure::Highest(column) => fold(keys(column), f64::max),
            Measure::Lowest(column) => fold(keys(column), f64::min),
            Measure::Sum(column) => fold(keys(column), |left, right| left + right),
            Measure::Average(column) => {
                let keys = keys(column);
                if keys.is_empty() { Found::Nothing } else { Found::Number(keys.iter().sum::<f64>() / size(keys.len())) }
            }
            Measure::Nth { column, is_high, place } => {
                let mut keys = keys(column);
                keys.sort_by(f64::total_cmp);
                keys.dedup();
                if is_high {
                    keys.reverse();
                }
                place.checked_sub(1).and_then(|at| keys.get(at)).map_or(Found::Nothing, |key| Found::Number(*key))
            }
        }
    }
}

pub(super) fn rows(grid: &Grid<'_>, filter: &[Condition]) -> Vec<usize> {
    (0..grid.rows.len()).filter(|row| filter.iter().all(|one| one.holds(grid, *row))).collect()
}

impl Formula {
    fn value(&self, found: &[Found]) -> Found {
        let number = |of: &Self| match of.value(found) {
            Found::Number(number) => Some(number),
            _ => None,
        };
        match self {
            Self::Premise(at) => found.get(*at).cloned().unwrap_or(Found::Nothing),
            Self::Number(number) => Found::Number(*number),
            Self::Text(text) => Found::Text(text.clone()),
            Self::Minus(left, right) => match (number(left), number(right)) {
                (Some(left), Some(right)) => Found::Number(left - right),
                _ => Found::Nothing,
            },
            Self::Half(of) => number(of).map_or(Found::Nothing, |number| Found::Number(number / 2.0)),
            _ => Found::Nothing,
        }
    }

    /// Nothing where a value is missing.
    pub(super) fn judge(&self, found: &[Found]) -> Option<bool> {
        match self {
            Self::Compare(left, relation, right) => match (left.value(found), right.value(found)) {
                (Found::Number(left), Found::Number(right)) => Some(relation.holds(left, right)),
                (Found::Text(left), Found::Text(right)) => match relation {
                    Relation::Equal => Some(left == right),
                    Relation::Unequal => Some(left != right),
                    _ => None,
                },
                _ => None,
            },
            Self::Rounded(of, wanted, digits) => match of.value(found) {
                Found::Number(number) => Some((number - wanted).abs() <= tolerance(*digits)),
                _ => None,
            },
            Self::And(parts) => parts.iter().map(|part| part.judge(found)).try_fold(true, |all, one| Some(all && one?)),
            Self::Or(parts) => parts.iter().map(|part| part.judge(found)).try_fold(false, |any, one| Some(any || one?)),
            Self::Not(of) => of.judge(found).map(|is_so| !is_so),
            _ => None,
        }
    }

    /// In the language of formulas, with premises from `P1` on.
    pub(super) fn render(&self) -> String {
        let list = |parts: &[Self], word: &str| parts.iter().map(Self::render).collect::<Vec<_>>().join(word);
        match self {
            Self::Premise(at) => format!("P{}", at + 1),
            Self::Number(number) => format!("{number}"),
            Self::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Minus(left, right) => format!("({} - {})", left.render(), right.render()),
            Self::Half(of) => format!("({} / 2)", of.render()),
            Self::Compare(left, relation, right) => format!("{} {} {}", left.render(), relation.sign(), right.render()),
            Self::Rounded(of, wanted, digits) => format!("abs({} - {wanted}) <= {}", of.render(), tolerance(*digits)),
            Self::And(parts) => format!("({})", list(parts, " and ")),
            Self::Or(parts) => format!("({})", list(parts, " or ")),
            Self::Not(of) => format!("not ({})", of.render()),
        }
    }
}

fn tolerance(digits: usize) -> f64 {
    0.5 / 10_f64.powi(i32::try_from(digits).unwrap_or(0)) + 1e-9
}
