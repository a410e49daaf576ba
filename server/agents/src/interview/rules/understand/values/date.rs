//! Days: absolute ("March 3rd", "2027-04-01", "12/05/2027") and relative to the day of the turn ("next Monday", "in three weeks").

mod ahead;
mod counted;
mod edges;
mod quarters;

use self::{
    ahead::ahead,
    counted::counted,
    edges::{edge, part},
    quarters::{quarter, quarter_end, short_year},
};
use super::super::{
    lexicon,
    text::{Shape, Text},
};
use jiff::{ToSpan as _, civil};

/// Year, month, day.
pub(in super::super) type Day = civil::Date;

/// The end of a day that begins here, and the day itself where it follows from the words.
pub(in super::super) fn at(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    of_calendar(text, at, today).or_else(|| ahead(text, at, today))
}

/// A day that is not told by its distance from another.
fn of_calendar(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let word = text.word(at);
    counted(text, at, today)
        .or_else(|| named(text, at, today))
        .or_else(|| written(text, at, today))
        .or_else(|| month_first(text, at, today))
        .or_else(|| edge(text, at, today))
        .or_else(|| day_first(text, at, today))
        .or_else(|| weekday_and_number(text, at, today))
        .or_else(|| weekday(text, at, today))
        .or_else(|| quarter(text, at, today))
        .or_else(|| (word == "the").then(|| bare(text, at, today)).flatten())
}

fn day(year: i64, month: i64, day: i64) -> Option<Day> {
    Day::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The day after so many weeks, months …; none after hours.
pub(in super::super) fn after(today: Day, many: f64, span: &str) -> Option<Day> {
    let (_, days) = lexicon::SPANS_OF_TIME.iter().find(|(name, days)| *name == span && *days > 0)?;
    (many < 5_000.0).then(|| ahead::on(today, *days, many)).flatten()
}

fn days_on(today: Day, days: i64) -> Option<Day> {
    today.checked_add(days.days()).ok()
}

/// The name of a month, or one that is written a little wrong.
pub(in super::super) fn is_month(word: &str) -> bool {
    month_named(word).is_some()
}

/// "Febuary", "agust": a long name may be written a little wrong, but for its first letter.
fn month_named(word: &str) -> Option<i64> {
    let known = lexicon::MONTHS.iter().find(|(name, _)| *name == word);
    let near = |name: &str| {
        let slips = 1 + usize::from(name.len() > 8);
        name.len() > 4
            && name != "march"
            && word.len() > 3
            && !word.starts_with(name)
            && name.as_bytes().first() == word.as_bytes().first()
            && word != "avril"
            && strsim::osa_distance(name, word) <= slips
    };
    known.or_else(|| lexicon::MONTHS.iter().find(|(name, _)| near(name))).map(|(_, month)| *month)
}

fn is_christmas(word: &str) -> bool {
    matches!(word, "christmas" | "xmas")
        || word.starts_with('c') && word.len() > 6 && strsim::osa_distance("christmas", word) <= 1
}

/// A name of the calendar that is written a little wrong.
pub(in super::super) fn is_misspelt(word: &str) -> bool {
    word.len() > 3 && word.starts_with(['j', 'f', 'a', 's', 'o', 'n', 'd', 'c']) && (is_month(word) || is_christmas(word))
}

fn month(text: &Text<'_>, at: usize) -> Option<i64> {
    let word = text.word(at);
    let month = month_named(word)?;
    // "may" and "march" are verbs too.
    let capital = text.words.get(at).is_some_and(|word| word.capital);
    let beside = text.words.get(at + 1).is_some_and(|next| matches!(next.shape, Shape::Digits | Shape::Mixed))
        || matches!(
            text.before(at),
            "of" | "in" | "by" | "until" | "since" | "early" | "mid" | "late" | "next" | "this" | "before" | "after"
        )
        || at.checked_sub(1).is_some_and(|before| matches!(text.words[before].shape, Shape::Digits | Shape::Mixed))
        || matches!(text.word(at + 1), "next" | "this") && text.word(at + 2) == "year"
        || text.word(at + 1) == "'"
        || text.before(at) == "-" && at > 1 && matches!(text.word(at - 2), "early" | "mid" | "late")
        || is_month(text.word(at + 2)) && matches!(text.word(at + 1), "or" | "to" | "and" | "-")
        || at > 1 && is_month(text.word(at - 2)) && matches!(text.before(at), "or" | "to" | "and" | "-");
    (!matches!(word, "may" | "mar" | "march" | "dec" | "sun") || beside || word != "may" && capital && text.words.len() < 4)
        .then_some(month)
}

/// "3", "3rd", "third", "twenty first".
fn ordinal(text: &Text<'_>, at: usize, plain: bool) -> Option<(usize, i64)> {
    let said = text.words.get(at)?;
    let word = text.word(at);
    match said.shape {
        Shape::Digits if plain => word.parse::<i64>().ok().filter(|day| (1..=31).contains(day)).map(|day| (at + 1, day)),
        Shape::Mixed => {
            let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending))?;
            digits.parse::<i64>().ok().filter(|day| (1..=31).contains(day)).map(|day| (at + 1, day))
        }
        Shape::Letters => {
            let one = |at: usize| lexicon::ORDINALS.iter().find(|(name, _)| *name == text.word(at)).map(|(_, day)| *day);
            let joint = usize::from(text.word(at + 1) == "-");
            match word {
                "twenty" | "thirty" => {
                    let more = one(at + 1 + joint).filter(|day| *day < 10)?;
                    Some((at + 2 + joint, if word == "twenty" { 20 + more } else { 30 + more }))
                }
                _ => one(at).map(|day| (at + 1, day)),
            }
        }
        _ => None,
    }
}

/// "2027", "of 2027", "'27", "next year".
fn year(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, i64)> {
    let skip = usize::from(matches!(text.word(at), "," | "of"));
    let this = i64::from(today.year());
    for (words, ahead) in [(["next", "year"], 1), (["this", "year"], 0)] {
        if text.reads(at + skip, &words) {
            return Some((at + skip + 2, this + ahead));
        }
    }
    if text.word(at) == "'" {
        return short_year(text, at, today);
    }
    let word = text.word(at + skip);
    (word.len() == 4 && text.words.get(at + skip)?.shape == Shape::Digits)
        .then(|| word.parse::<i64>().ok())
        .flatten()
        .filter(|year| (1900..2200).contains(year))
        .map(|year| (at + skip + 1, year))
}

/// The next day of this month and day from today on.
fn coming(today: Day, month: i64, of_month: i64) -> Option<Day> {
    let this = day(today.year().into(), month, of_month);
    match this {
        Some(date) if date >= today => Some(date),
        _ => day(i64::from(today.year()) + 1, month, of_month),
    }
}

/// "today", "tomorrow", "the day after tomorrow", "later today".
fn named(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    // "Tomorrow week"
    let tell = |skip: usize, days: i64| {
        let week = usize::from(says_week(text, at + skip));
        Some((at + skip + week, days_on(today, if week == 1 { days + 7 } else { days })))
    };
    match text.word(at) {
        "today" | "tonight" => tell(1, 0),
        "tomorrow" => tell(1, 1),
        "yesterday" => tell(1, -1),
        "later" if text.word(at + 1) == "today" => tell(2, 0),
        "day" if text.reads(at, &["day", "after", "tomorrow"]) => tell(3, 2),
        "new" if text.reads(at + 1, &["year's", "eve"]) => Some((at + 3, coming(today, 12, 31))),
        "new" if text.reads(at + 1, &["year's", "day"]) => Some((at + 3, coming(today, 1, 1))),
        word if is_christmas(word) => {
            let eve = usize::from(text.word(at + 1) == "eve");
            let of_month = if eve == 1 { 24 } else { 25 };
            Some(match year(text, at + 1 + eve, today) {
                Some((end, year)) => (end, day(year, 12, of_month)),
                None => (at + 1 + eve, coming(today, 12, of_month)),
            })
        }
        _ => None,
    }
}

/// The "week" of "Friday week".
fn says_week(text: &Text<'_>, at: usize) -> bool {
    text.word(at) == "week" && (text.is_mark(at + 1) || lexicon::COMMON.contains(text.word(at + 1)))
}

/// "27" is 2027.
const fn whole_year(year: i64) -> i64 {
    if year < 100 { year + 2000 } else { year }
}

/// "2027-04-01", "12/05/2027", "05/2027": three numbers, or a month and a year.
fn written(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let number =
        |at: usize| text.words.get(at).filter(|word| word.shape == Shape::Digits).and_then(|_| text.word(at).parse::<i64>().ok());
    if let Some((first, rest)) = text.word(at).split_once('.')
        && let Some((second, third)) = rest.split_once('.')
    {
        // "01.04.2027", "1.4.27"
        let found = day(whole_year(third.parse().ok()?), second.parse().ok()?, first.parse().ok()?);
        return found.map(|found| (at + 1, Some(found)));
    }
    // "14.5.", "31.12. this year": a stop behind it, and it alone or something of its own sentence behind that.
    if let Some((first, second)) = text.word(at).split_once('.')
        && text.word(at + 1) == "."
        && text.words.get(at + 1).is_some_and(|stop| !stop.spaced)
        && (text.words.len() <= at + 3 && at < 2
            || text.words.get(at + 2).is_some_and(|next| !next.capital && next.shape == Shape::Letters))
        && let (Ok(of_month), Ok(month)) = (first.parse::<i64>(), second.parse::<i64>())
        && (1..=12).contains(&month)
    {
        return match year(text, at + 2, today) {
            Some((end, year)) => Some((end, day(year, month, of_month))),
            None => coming(today, month, of_month).map(|found| (at + 2, Some(found))),
        };
    }
    let first = number(at)?;
    let sign = text.word(at + 1);
    if !matches!(sign, "/" | "-") || text.words.get(at + 1).is_some_and(|sign| sign.spaced && sign.start != text.words[at].end) {
        return None;
    }
    let second = number(at + 2)?;
    if text.word(at + 3) == sign
        && let Some(third) = number(at + 4)
    {
        let last = whole_year(third);
        let found =
            if first > 31 { day(first, second, third) } else { day(last, first, second).or_else(|| day(last, second, first)) };
        return found.map(|found| (at + 5, Some(found)));
    }
    // "05/2027", "2027-05"
    let found = match (text.word(at).len(), text.word(at + 2).len()) {
        (..=2, 4) => day(second, first, 1),
        (4, 2) if sign == "-" => day(first, second, 1),
        _ => None,
    };
    found.filter(|found| *found >= today.first_of_month()).map(|found| (at + 3, Some(found)))
}

/// "March 3rd", "March 3, 2027", "March 2027", "mid March".
fn month_first(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let part = part(text, at).filter(|_| matches!(text.word(at), "early" | "mid" | "late"));
    let at = part.map_or(at, |(_, from)| from);
    let month = month(text, at)?;
    let skip = usize::from(text.word(at + 1) == "the");
    if part.is_none()
        && let Some((end, of_month)) = ordinal(text, at + 1 + skip, true)
    {
        if let Some((after, year)) = year(text, end, today) {
            return Some((after, day(year, month, of_month)));
        }
        return Some((end, coming(today, month, of_month)));
    }
    let (end, year) = year(text, at + 1, today).map_or((at + 1, None), |(end, year)| (end, Some(year)));
    let of_month = part.map_or(1, |(of_month, _)| of_month);
    Some((end, year.map_or_else(|| coming(today, month, of_month), |year| day(year, month, of_month))))
}

/// "3rd of March", "the 3rd of this month", "12 March 2027".
fn day_first(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    if text.reads(at, &["last", "day", "of"]) {
        let skip = usize::from(matches!(text.word(at + 3), "the" | "this"));
        if let Some(found) = month(text, at + 3) {
            let (end, first) = match year(text, at + 4, today) {
                Some((end, year)) => (end, day(year, found, 1)),
                None => (at + 4, coming(today, found, 1)),
            };
            return Some((end, first.map(Day::last_of_month)));
        }
        if text.word(at + 3 + skip) == "month" {
            return Some((at + 4 + skip, Some(today.last_of_month())));
        }
    }
    let (end, of_month) = ordinal(text, at, true)?;
    let of = usize::from(text.word(end) == "of");
    let the = usize::from(of == 1 && text.word(end + 1) == "the");
    if let Some(found) = month(text, end + of) {
        let two_digits = || short_year(text, end + of + 1, today).filter(|(after, _)| text.is_mark(*after));
        return Some(match year(text, end + of + 1, today).or_else(two_digits) {
            Some((after, year)) => (after, day(year, found, of_month)),
            None => (end + of + 1, coming(today, found, of_month)),
        });
    }
    // "on 4th": an ordinal in digits with "on" or "the" before it is a day of the month.
    let digits = text.words.get(at).is_some_and(|word| word.shape == Shape::Mixed);
    let which = text.word(end + of);
    if (of == 1 || digits) && matches!(which, "this" | "next") && text.word(end + of + 1) == "month" {
        let base = if which == "next" { today.checked_add(1.month()).ok()? } else { today };
        return Some((end + of + 2, day(base.year().into(), base.month().into(), of_month)));
    }
    if of == 1 && text.word(end + 1 + the) == "month" {
        return Some((end + 2 + the, day_of_month(today, of_month)));
    }
    (digits && matches!(text.before(at), "on" | "to" | "until" | "till" | "by" | "around" | "for" | "from"))
        .then(|| (end, day_of_month(today, of_month)))
}

fn day_of_month(today: Day, of_month: i64) -> Option<Day> {
    let this = day(today.year().into(), today.month().into(), of_month);
    match this {
        Some(date) if date >= today => Some(date),
        _ => today.checked_add(1.month()).ok().and_then(|next| day(next.year().into(), next.month().into(), of_month)),
    }
}

/// "the 12th": the article belongs to it where no month follows.
fn bare(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let (end, of_month) = ordinal(text, at + 1, false)?;
    let in_digits = text.words.get(at + 1).is_some_and(|word| word.shape == Shape::Mixed);
    let apart = text.is_mark(end) || lexicon::COMMON.contains(text.word(end)) || in_digits;
    let a_date = in_digits || matches!(text.before(at), "on" | "until" | "till" | "by" | "from");
    (a_date && apart && text.word(end) != "of" && month(text, end).is_none() && !matches!(text.word(end), "one" | "time"))
        .then(|| (end, day_of_month(today, of_month)))
}

/// "Saturday the 19th", "Tuesday, the third of May": the number tells which.
fn weekday_and_number(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let named = lexicon::WEEKDAYS.iter().any(|(day, _)| *day == text.word(at));
    let the = at + 1 + usize::from(text.word(at + 1) == ",");
    if !named || text.word(the) != "the" {
        return None;
    }
    day_first(text, the, today).or_else(|| day_first(text, the + 1, today)).or_else(|| bare(text, the, today))
}

/// "Monday", "next Monday", "this coming Friday", "Saturday next week".
fn weekday(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let mut name = at;
    let mut next = false;
    while matches!(text.word(name), "next" | "this" | "coming" | "following" | "upcoming") && name < at + 2 {
        next |= text.word(name) == "next";
        name += 1;
    }
    if name > at && matches!(text.word(name), "week" | "month" | "year" | "weekend" | "quarter") {
        let to_monday = 1 - i64::from(today.weekday().to_monday_one_offset());
        let date = match (text.word(name), next) {
            ("week", true) => days_on(today, to_monday + 7),
            ("weekend", _) => days_on(today, to_monday + 5 + if next { 7 } else { 0 }),
            ("month", true) => today.checked_add(1.month()).ok().map(Day::first_of_month),
            // "This time next year"
            ("year", true) if at > 1 && text.reads(at - 2, &["this", "time"]) => today.checked_add(1.year()).ok(),
            // "Early next year": on no day that could be named.
            ("year", true) if matches!(text.before(at), "early" | "late" | "sometime" | "mid") => None,
            ("year", true) => day(i64::from(today.year()) + 1, 1, 1),
            ("quarter", _) => quarter_end(today.year().into(), (i64::from(today.month()) + 2) / 3 + i64::from(next)),
            _ => None,
        };
        return Some((name + 1, date));
    }
    // "By Fri"
    let is_led = text.words.len() == 1 || matches!(text.before(name), "by" | "until" | "till" | "before");
    let (_, wanted) =
        lexicon::WEEKDAYS.iter().find(|(day, _)| *day == text.word(name) && (day.len() > 3 || name > at || is_led))?;
    let from = i64::from(today.weekday().to_monday_one_offset());
    let mut days = (wanted - from).rem_euclid(7);
    if days == 0 {
        days = 7;
    }
    let mut end = name + 1;
    if text.reads(end, &["this", "week"]) {
        end += 2;
    } else if text.reads(end, &["next", "week"]) {
        days = wanted - from + 7;
        end += 2;
    } else if says_week(text, end) {
        days += 7;
        end += 1;
    }
    Some((end, days_on(today, days)))
}
