//! A date as it is entered: a day, or the month, quarter or year that it falls in. Those are kept as what is said is: the day that
//! programs reckon with, the first of a month and the last of a quarter or year, beside the words.

use crate::words;
use protocol::MONTHS;
use serde_json::{Value, json};

const LAST_DAYS: [&str; 4] = ["03-31", "06-30", "09-30", "12-31"];

/// How exact a date is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Span {
    #[default]
    Day,
    Month,
    Quarter,
    Year,
}

impl Span {
    pub(crate) const ALL: [Self; 4] = [Self::Day, Self::Month, Self::Quarter, Self::Year];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
        }
    }
}

/// What the fields of a date hold. In a form they are `value` and, in this order, `values`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DateFields {
    pub(crate) day: String,
    pub(crate) span: Span,
    /// From 1 on; 0 where none is chosen.
    pub(crate) month: usize,
    pub(crate) quarter: usize,
    pub(crate) year: String,
}

impl DateFields {
    /// What they begin with when a value is held.
    pub(crate) fn from_value(held: Option<&Value>) -> Self {
        let day = held.map(super::entry).unwrap_or_default();
        let words = held.and_then(|value| value.get("text")).and_then(Value::as_str).unwrap_or_default();
        let none = Self { day, ..Self::default() };
        let (first, year) = words.rsplit_once(' ').unwrap_or(("", words));
        if !is_year(year) {
            return none;
        }
        let (month, quarter) = (find_place(&MONTHS, first), find_place(&["Q1", "Q2", "Q3", "Q4"], first));
        let span = match (month, quarter) {
            (0, 0) if first.is_empty() => Span::Year,
            (0, 0) => return none,
            (0, _) => Span::Quarter,
            _ => Span::Month,
        };
        Self { span, month, quarter, year: year.to_owned(), ..none }
    }

    pub(crate) fn read(value: &str, values: &[String]) -> Self {
        let part = |at: usize| values.get(at).map_or("", |part| part.trim());
        let number = |at: usize| part(at).parse().unwrap_or_default();
        let span = Span::ALL.into_iter().find(|one| one.name() == part(0)).unwrap_or_default();
        Self { day: value.trim().to_owned(), span, month: number(1), quarter: number(2), year: part(3).to_owned() }
    }

    /// The value that they mean, or what is wrong with them.
    pub(crate) fn value(&self) -> Result<Value, &'static str> {
        if self.span == Span::Day {
            return super::read_entry(protocol::interview::WidgetType::Date, &self.day);
        }
        let year = Some(self.year.as_str()).filter(|year| is_year(year)).ok_or(words::widget::NO_SPAN)?;
        let (day, first) = match self.span {
            Span::Month => {
                let name = self.month.checked_sub(1).and_then(|at| MONTHS.get(at)).ok_or(words::widget::NO_SPAN)?;
                (format!("{:02}-01", self.month), format!("{name} "))
            }
            Span::Quarter => {
                let last = self.quarter.checked_sub(1).and_then(|at| LAST_DAYS.get(at)).ok_or(words::widget::NO_SPAN)?;
                ((*last).to_owned(), format!("Q{} ", self.quarter))
            }
            Span::Day | Span::Year => ("12-31".to_owned(), String::new()),
        };
        Ok(json!({"date": format!("{year}-{day}"), "text": format!("{first}{year}")}))
    }
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0')
}

/// From 1 on; 0 where it is not among them.
fn find_place(names: &[&str], name: &str) -> usize {
    names.iter().position(|one| *one == name).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::{DateFields, Span};
    use serde_json::{Value, json};

    fn read(value: &str, values: [&str; 4]) -> Result<Value, &'static str> {
        DateFields::read(value, &values.map(str::to_owned)).value()
    }

    #[test]
    fn a_date_is_a_day_a_month_a_quarter_or_a_year() {
        for (values, value) in [
            (["month", "3", "", "2027"], json!({"date": "2027-03-01", "text": "March 2027"})),
            (["month", "12", "2", " 2027 "], json!({"date": "2027-12-01", "text": "December 2027"})),
            (["quarter", "", "1", "2028"], json!({"date": "2028-03-31", "text": "Q1 2028"})),
            (["quarter", "5", "2", "2027"], json!({"date": "2027-06-30", "text": "Q2 2027"})),
            (["year", "", "", "2030"], json!({"date": "2030-12-31", "text": "2030"})),
            (["day", "3", "2", "2027"], json!("2027-05-09")),
            (["", "", "", ""], json!("2027-05-09")),
        ] {
            assert_eq!(read("2027-05-09", values), Ok(value), "{values:?}");
        }
        for wrong in [
            ["month", "", "2", "2027"],
            ["month", "13", "", "2027"],
            ["month", "3", "", ""],
            ["quarter", "3", "", "2027"],
            ["quarter", "", "5", "2027"],
            ["quarter", "", "1", "27"],
            ["year", "", "", "0027"],
            ["year", "", "", "next"],
        ] {
            assert!(read("2027-05-09", wrong).is_err(), "{wrong:?}");
        }
        assert!(DateFields::read("", &[]).value().is_err());
    }

    #[test]
    fn what_is_held_comes_back_into_the_fields_it_was_entered_in() {
        for values in [["month", "3", "", "2027"], ["quarter", "", "2", "2027"], ["year", "", "", "2030"]] {
            let entered = read("", values).expect("a date");
            let fields = DateFields::from_value(Some(&entered));
            assert_eq!(fields.span.name(), values[0]);
            assert_eq!(fields.value(), Ok(entered));
        }
        let spoken = json!({"date": "2027-06-30", "text": "end of June 2027"});
        let fields = DateFields::from_value(Some(&spoken));
        assert_eq!((fields.span, fields.day.as_str()), (Span::Day, "2027-06-30"));
        assert_eq!(DateFields::from_value(Some(&json!("2027-03-01"))).day, "2027-03-01");
        assert_eq!(DateFields::from_value(None), DateFields::default());
    }
}
