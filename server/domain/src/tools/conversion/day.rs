//! Days as people write them.

use jiff::civil::Date;

/// Years that a file of somebody's business speaks of.
const YEARS: std::ops::RangeInclusive<i16> = 1800..=2200;
/// What a spreadsheet calls 1 January 1970, and the last day of 2099.
const FIRST_SERIAL: i64 = 25_569;
const LAST_SERIAL: i64 = 73_050;

/// Which of the first two numbers of `5/1/2026` is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DayOrder {
    DayFirst,
    MonthFirst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// `2026-01-05`, or with points or slashes.
    YearFirst(Date),
    /// `05.01.2026`: with points the day is first everywhere.
    Points(Date),
    /// `5/1/2026`, with what it is in both orders.
    Slashes { day_first: Option<Date>, month_first: Option<Date> },
}

impl Written {
    pub(super) fn date(self, order: DayOrder) -> Option<Date> {
        match self {
            Self::YearFirst(date) | Self::Points(date) => Some(date),
            Self::Slashes { day_first, .. } if order == DayOrder::DayFirst => day_first,
            Self::Slashes { month_first, .. } => month_first,
        }
    }
}

/// Nothing where it is no day in any order.
pub(super) fn written(text: &str) -> Option<Written> {
    let text = text.trim();
    let separator = text.chars().find(|sign| !sign.is_ascii_digit())?;
    if text.len() > 10 || !matches!(separator, '.' | '/' | '-') {
        return None;
    }
    let mut parts = text.split(separator);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    if first.len() == 4 {
        return date(first, second, third).map(Written::YearFirst);
    }
    if third.len() != 4 {
        return None;
    }
    let (day_first, month_first) = (date(third, second, first), date(third, first, second));
    match separator {
        '.' => day_first.map(Written::Points),
        _ if day_first.is_none() && month_first.is_none() => None,
        _ => Some(Written::Slashes { day_first, month_first }),
    }
}

fn date(year: &str, month: &str, day: &str) -> Option<Date> {
    let short = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !short(month) || !short(day) {
        return None;
    }
    let year = year.parse::<i16>().ok().filter(|year| YEARS.contains(year))?;
    Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Days since 1 January 1970.
pub(super) fn number_of(date: Date) -> Option<i32> {
    let epoch = Date::constant(1970, 1, 1);
    date.since(epoch).ok().map(|span| span.get_days())
}

/// A spreadsheet's number of a day, as days since 1 January 1970.
pub(super) fn serial(text: &str) -> Option<i32> {
    let number: i64 = text.trim().parse().ok()?;
    (FIRST_SERIAL..=LAST_SERIAL).contains(&number).then(|| i32::try_from(number - FIRST_SERIAL).ok())?
}

/// Whether a column says of itself that it holds days.
pub(super) fn names_day(column: &str) -> bool {
    words(column).iter().any(|word| matches!(word.as_str(), "date" | "dates" | "fecha") || word.ends_with("datum"))
}

/// The words of a name like `orderDate`, `order_date` or `Order date`, in small letters.
pub(super) fn words(name: &str) -> Vec<String> {
    let (mut words, mut small) = (vec![String::new()], false);
    for sign in name.chars() {
        let begins = !sign.is_alphanumeric() || (sign.is_uppercase() && small);
        small = sign.is_lowercase();
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.extend(sign.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
