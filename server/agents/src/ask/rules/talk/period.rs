//! Spans of time in a question as its words: which year, which part of it, or one from now.

use super::spans::words;
use crate::ask::rules::listed::is_listed;
use std::ops::Range;

/// Months as people write them.
const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Quarter(i16),
    Month(i16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Quarter,
    Month,
    Week,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Period {
    Dated {
        year: Option<i16>,
        part: Option<Part>,
    },
    /// "Last year" is one back, "this year" none.
    Relative {
        unit: Unit,
        back: i16,
    },
}

impl Period {
    pub(super) fn render(&self) -> String {
        match self {
            Self::Dated { year, part } => {
                let part = part.map(|part| match part {
                    Part::Quarter(quarter) => format!("Q{quarter}"),
                    Part::Month(month) => MONTHS[usize::try_from(month - 1).unwrap_or_default().min(11)].to_owned(),
                });
                part.into_iter().chain(year.map(|year| year.to_string())).collect::<Vec<_>>().join(" ")
            }
            Self::Relative { unit, back } => {
                let unit = match unit {
                    Unit::Year => "year",
                    Unit::Quarter => "quarter",
                    Unit::Month => "month",
                    Unit::Week => "week",
                };
                format!("{} {unit}", if *back == 0 { "this" } else { "last" })
            }
        }
    }

    /// What is said now, completed by what was said before: "Q4" of 2023.
    pub(super) fn within(&self, before: &Self) -> Self {
        match (self, before) {
            (Self::Dated { year: None, part }, Self::Dated { year, .. }) => Self::Dated { year: *year, part: *part },
            (Self::Dated { year, part: None }, Self::Dated { part, year: Some(_) }) => Self::Dated { year: *year, part: *part },
            _ => self.clone(),
        }
    }

    /// "Compare to last year": from this period so far back. None where that says nothing.
    pub(super) fn back(&self, other: &Self) -> Option<Self> {
        let Self::Relative { unit, back: 1 } = other else { return Some(other.within(self)) };
        match (self, unit) {
            (Self::Dated { year: Some(year), part }, Unit::Year) => Some(Self::Dated { year: Some(year - 1), part: *part }),
            (Self::Dated { year: Some(year), part: Some(Part::Quarter(quarter)) }, Unit::Quarter) => {
                let (year, quarter) = if *quarter == 1 { (year - 1, 4) } else { (*year, quarter - 1) };
                Some(Self::Dated { year: Some(year), part: Some(Part::Quarter(quarter)) })
            }
            (Self::Dated { year: Some(year), part: Some(Part::Month(month)) }, Unit::Month) => {
                let (year, month) = if *month == 1 { (year - 1, 12) } else { (*year, month - 1) };
                Some(Self::Dated { year: Some(year), part: Some(Part::Month(month)) })
            }
            (Self::Relative { unit: own, back: 0 }, _) if own == unit => Some(other.clone()),
            _ => None,
        }
    }
}

/// The first span of time of a text, with its place.
pub(super) fn find(text: &str) -> Option<(Period, Range<usize>)> {
    let words = words(text);
    let word = |at: usize| words.get(at).map(|range| text[range.clone()].to_lowercase()).unwrap_or_default();
    let year = |at: usize| {
        let word = word(at);
        let is_year = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
        word.parse::<i16>().ok().filter(|_| is_year)
    };
    for at in 0..words.len() {
        let span = |count: usize| words[at].start..words[at + count - 1].end;
        if let Some(part) = part(&word(at), &text[words[at].clone()]) {
            let next = at + 1 + usize::from(word(at + 1) == "of");
            let year = year(next);
            let count = if year.is_some() { next + 1 - at } else { 1 };
            return Some((Period::Dated { year, part: Some(part) }, span(count)));
        }
        if let Some(year) = year(at) {
            return Some((Period::Dated { year: Some(year), part: None }, span(1)));
        }
        let back = match word(at).as_str() {
            before if is_listed("one_back", before) => 1,
            "this" | "current" => 0,
            _ => continue,
        };
        let unit = match word(at + 1).as_str() {
            "year" => Unit::Year,
            "quarter" => Unit::Quarter,
            "month" => Unit::Month,
            "week" => Unit::Week,
            _ => continue,
        };
        return Some((Period::Relative { unit, back }, span(2)));
    }
    None
}

/// The span of time that a text is as a whole: "Q4", "in 2022", "the year before".
pub(super) fn whole(text: &str) -> Option<Period> {
    let plain = text.trim().trim_end_matches(['.', '?', '!', ' ']);
    if is_listed("year_before", &plain.to_lowercase()) {
        return Some(Period::Relative { unit: Unit::Year, back: 1 });
    }
    let (period, range) = find(plain)?;
    let before = plain[..range.start].trim().to_lowercase();
    let is_whole = range.end == plain.len() && (before.is_empty() || is_listed("before_period", &before));
    is_whole.then_some(period)
}

fn part(word: &str, written: &str) -> Option<Part> {
    let quarter = word.strip_prefix('q').and_then(|number| number.parse().ok()).filter(|number| (1..=4).contains(number));
    let month = || {
        let place = MONTHS.iter().position(|month| {
            let month = month.to_lowercase();
            month == word || (word.len() == 3 && word != "may" && month.starts_with(word))
        })?;
        // "May" is a month where it is written like one.
        (word != "may" || written == "May").then(|| i16::try_from(place + 1).unwrap_or(1))
    };
    quarter.map(Part::Quarter).or_else(|| month().map(Part::Month))
}

/// The question with another span of time in the place of its own, or after it.
pub(super) fn put(question: &str, period: &Period) -> String {
    match find(question) {
        Some((before, range)) => {
            format!("{}{}{}", &question[..range.start], period.within(&before).render(), &question[range.end..])
        }
        None => format!("{} in {}", plain(question), period.render()),
    }
}

/// Without its last sign.
pub(super) fn plain(question: &str) -> &str {
    question.trim().trim_end_matches(['?', '.', '!', ' '])
}
