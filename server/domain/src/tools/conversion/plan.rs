//! How the values of a column are read, once that is decided.

use super::{
    Meaning,
    day::{DayOrder, number_of, serial, written},
    is_nothing,
    number::{Mark, strip},
};

/// How one column is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub meaning: Meaning,
    pub unit: Option<&'static str>,
    pub(super) form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Figures(Mark),
    Day(DayOrder),
    /// Days that a spreadsheet has counted.
    Serial,
}

/// What one value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    Blank,
    /// A word that stands for nothing.
    Nothing,
    Integer(i64),
    Number(f64),
    /// Days since 1 January 1970.
    Day(i32),
    /// It does not have the meaning of its column.
    Misfit,
}

impl Plan {
    #[must_use]
    pub fn read(&self, text: &str) -> Cell {
        let text = text.trim();
        if text.is_empty() {
            return Cell::Blank;
        }
        if is_nothing(text) {
            return Cell::Nothing;
        }
        let read = match self.form {
            Form::Figures(mark) => self.figures(text, mark),
            Form::Day(order) => written(text).and_then(|day| day.date(order)).and_then(number_of).map(Cell::Day),
            Form::Serial => serial(text).map(Cell::Day),
        };
        read.unwrap_or(Cell::Misfit)
    }

    fn figures(&self, text: &str, mark: Mark) -> Option<Cell> {
        let bare = strip(text)?;
        if bare.unit != self.unit && !(bare.unit.is_none() && bare.is_zero()) {
            return None;
        }
        let figures = bare.read(mark)?;
        if self.meaning == Meaning::Integer {
            return figures.plain.parse().ok().filter(|_| figures.whole).map(Cell::Integer);
        }
        figures.plain.parse().ok().filter(|number: &f64| number.is_finite()).map(Cell::Number)
    }
}
