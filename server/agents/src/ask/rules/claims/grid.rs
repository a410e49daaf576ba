//! A small table as a claim sees it: columns with what they hold, rows without the one that sums up.

use super::{
    cell::{self, When},
    lexicon::Lexicon,
    token::{Token, tokenize},
};
use crate::ask::rules::listed::is_listed;
use domain::{
    ask::{Material, SmallTable},
    tools::{catalog::Class, warehouse::Dialect},
};
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Numbers,
    /// Numbers that are years.
    Years,
    Dates,
    /// Yes or no.
    Truths,
    Texts,
}

pub(super) struct Header {
    pub(super) name: String,
    /// Its words, and those in brackets.
    pub(super) words: Vec<Token>,
    pub(super) units: Vec<Token>,
    pub(super) holds: Holds,
    /// The database keeps text, a number, a time.
    pub(super) class: Class,
}

impl Header {
    pub(super) fn is_number(&self) -> bool {
        matches!(self.holds, Holds::Numbers | Holds::Years)
    }
}

pub(super) struct Cell {
    pub(super) value: Value,
    pub(super) words: Vec<Token>,
    pub(super) number: Option<f64>,
    pub(super) when: Option<When>,
    pub(super) is_nothing: bool,
}

pub(super) struct Grid<'a> {
    pub(super) database: &'a str,
    pub(super) table: &'a str,
    pub(super) dialect: Dialect,
    pub(super) caption: Vec<Token>,
    pub(super) headers: Vec<Header>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// A column and its values in rows that sum up the others, which are left out.
    pub(super) aside: Option<(usize, Vec<Value>)>,
}

impl<'a> Grid<'a> {
    pub(super) fn new(of: &'a SmallTable, material: &Material<'_>) -> Self {
        let same = |place: &&domain::tools::planner::Place<'_>| place.database == of.database && place.table.name == of.table;
        let dialect = material.places.iter().find(same).map_or(Dialect::Files, |place| place.dialect);
        let mut rows: Vec<Vec<Cell>> = of.rows.iter().map(|row| row.iter().map(read).collect()).collect();
        let mut headers: Vec<Header> = Vec::new();
        for (at, column) in of.columns.iter().enumerate() {
            let (main, units) = bracketed(&column.name);
            let holds = holds(rows.iter().filter_map(|row| row.get(at)));
            let class = if of.rows.iter().filter_map(|row| row.get(at)).any(Value::is_string) && column.class() == Class::Number {
                Class::Text
            } else {
                column.class()
            };
            headers.push(Header { name: column.name.clone(), words: tokenize(&main), units: tokenize(&units), holds, class });
        }
        let aside = sums_up(&headers, &rows);
        if let Some((column, values)) = &aside {
            rows.retain(|row| row.get(*column).is_none_or(|cell| !values.contains(&cell.value)));
        }
        rows.retain(|row| row.len() == headers.len());
        let caption = tokenize(&of.table.replace(['_', '-', '.'], " "));
        Self { database: &of.database, table: &of.table, dialect, caption, headers, rows, aside }
    }

    /// The key by which a column is ordered.
    pub(super) fn key(&self, row: usize, column: usize) -> Option<f64> {
        let cell = self.rows.get(row)?.get(column)?;
        match self.headers[column].holds {
            Holds::Dates => cell.when.map(|when| when.key()),
            _ => cell.number,
        }
    }

    pub(super) fn columns(&self) -> std::ops::Range<usize> {
        0..self.headers.len()
    }

    /// The only column of days or years, else of a number that counts the rows.
    pub(super) fn order(&self) -> Option<usize> {
        let only = |holds: Holds| {
            let mut of: Vec<usize> = self.columns().filter(|column| self.headers[*column].holds == holds).collect();
            (of.len() == 1).then(|| of.pop()).flatten()
        };
        let has = |holds: Holds| self.headers.iter().any(|header| header.holds == holds);
        // Days without a year may run from one year into the next.
        let is_dated = |column: &usize| {
            let keys: Vec<f64> = (0..self.rows.len()).filter_map(|row| self.key(row, *column)).collect();
            keys.iter().all(|key| *key >= 10_000.0) || keys.windows(2).all(|pair| pair[0] <= pair[1])
        };
        if has(Holds::Dates) {
            return only(Holds::Dates).filter(is_dated);
        }
        if has(Holds::Years) {
            return only(Holds::Years);
        }
        let counts = |column: &usize| {
            let keys: Vec<Option<f64>> = (0..self.rows.len()).map(|row| self.key(row, *column)).collect();
            keys.windows(2).all(|pair| matches!((pair[0], pair[1]), (Some(left), Some(right)) if left < right))
        };
        self.columns().take(2).find(|column| self.headers[*column].is_number() && counts(column))
    }
}

fn read(value: &Value) -> Cell {
    let shown = cell::render(value);
    let is_nothing = cell::is_nothing(value);
    let number = if is_nothing { None } else { cell::number(value).map(|written| written.number) };
    Cell { value: value.clone(), words: tokenize(&shown), number, when: cell::date(&shown), is_nothing }
}

/// What is outside and what is inside of brackets.
fn bracketed(name: &str) -> (String, String) {
    let name = name.replace(['_', '/'], " ");
    match name.split_once('(') {
        Some((main, units)) if !main.trim().is_empty() => (main.to_owned(), units.replace(')', " ")),
        _ => (name, String::new()),
    }
}

pub(super) fn is_truth(cell: &Cell) -> Option<bool> {
    match cell::render(&cell.value).to_lowercase().as_str() {
        yes if is_listed("yes", yes) => Some(true),
        no if is_listed("no", no) => Some(false),
        _ => None,
    }
}

fn holds<'c>(cells: impl Iterator<Item = &'c Cell>) -> Holds {
    let cells: Vec<&Cell> = cells.filter(|cell| !cell.is_nothing).collect();
    let share = |test: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| test(cell)).count() * 10 >= cells.len() * 8;
    if cells.is_empty() {
        Holds::Texts
    } else if share(&|cell| is_truth(cell).is_some()) {
        Holds::Truths
    } else if share(&|cell| cell.when.is_some()) {
        Holds::Dates
    } else if share(&|cell| cell.words.len() == 1 && cell.words[0].year().is_some()) {
        Holds::Years
    } else if share(&|cell| cell.number.is_some()) {
        Holds::Numbers
    } else {
        Holds::Texts
    }
}

fn sums_up(headers: &[Header], rows: &[Vec<Cell>]) -> Option<(usize, Vec<Value>)> {
    (0..headers.len().min(3)).find_map(|column| {
        let is_sum = |cell: &&Cell| {
            cell.value.as_str().is_some_and(|text| Lexicon::shared().has("total_row", &text.trim().to_lowercase()))
        };
        let values: Vec<Value> =
            rows.iter().filter_map(|row| row.get(column)).filter(is_sum).map(|cell| cell.value.clone()).collect();
        (!values.is_empty() && values.len() * 4 <= rows.len()).then_some((column, values))
    })
}
