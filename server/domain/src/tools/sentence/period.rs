//! Spans of time that a sentence names: quarters, months, days, and from one year to another.

use super::{Sentence, WORDS};
use crate::runs::sql::WEEKDAYS;
use jiff::{Span, civil::Date};

/// From a day on, up to before another one; or a day of every week.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::tools) struct Period {
    pub(in crate::tools) from: Option<Date>,
    pub(in crate::tools) before: Option<Date>,
    /// Instead of both ends, a day by its number in the week.
    pub(in crate::tools) weekday: Option<usize>,
    pub(in crate::tools) said: String,
    /// All its words, from the first up to before the last.
    pub(in crate::tools) span: (usize, usize),
}

impl Period {
    /// Both ends begin a year.
    pub(in crate::tools) fn is_of_years(&self) -> bool {
        self.weekday.is_none() && [self.from, self.before].into_iter().flatten().all(|date| date.month() == 1 && date.day() == 1)
    }
}

/// All periods, and the question that has to be asked first where one lacks its year.
pub(in crate::tools) fn periods(said: &Sentence) -> (Vec<Period>, Option<String>) {
    let (mut found, mut unclear) = (Vec::new(), None);
    let mut at = 0;
    while at < said.len() {
        if let Some(day) = weekday(said, at, found.last()) {
            let text = format!("on {}", WEEKDAYS[day]);
            found.push(Period { weekday: Some(day), said: text, span: (at, at + 1), ..Period::default() });
            at += 1;
            continue;
        }
        let opening = at.checked_sub(1).map_or("", |before| WORDS.opening(said.word(before)));
        let years = opening == "range" && said.word(at.wrapping_sub(1)) == "from";
        let closes = |end: usize| WORDS.opening(said.word(end)) == "until" || said.word(end) == "and";
        let mut first = span(said, at, None);
        if years && first == Ok(None) && closes(at + 1) {
            first = Ok(year(said, at).and_then(|year| ends(year, 1, 1, Span::new().years(1))).map(|ends| (ends, 1)));
        }
        // "Between 1 June and 31 August 2023": the year is said once.
        if opening == "range" && !matches!(first, Ok(Some(_))) {
            let second = (at + 1..said.len().min(at + 4)).find(|end| closes(*end));
            let stated = second.and_then(|end| span(said, end + 1, None).ok().flatten());
            if let Some((ends, _)) = stated {
                first = span(said, at, Some(ends.0.year())).map(|found| found.filter(|(_, count)| Some(at + count) == second));
            }
        }
        let (first, count) = match first {
            Ok(Some(found)) => found,
            Ok(None) => {
                at += 1;
                continue;
            }
            Err(question) => {
                unclear.get_or_insert(question);
                at += 1;
                continue;
            }
        };
        let next = at + count + 1;
        let second = if opening == "range" && closes(at + count) {
            let second = span(said, next, None).ok().flatten();
            second.or_else(|| year(said, next).and_then(|year| ends(year, 1, 1, Span::new().years(1))).map(|ends| (ends, 1)))
        } else {
            None
        };
        let onwards = WORDS.opening(said.word(at + count)) == "onwards";
        let (from, before, length) = match (second, opening) {
            (Some((second, more)), _) => (Some(first.0), Some(second.1), count + 1 + more),
            (None, "since") => (Some(first.0), None, count),
            (None, "range") if onwards => (Some(first.0), None, count + 1),
            (None, "after") => (Some(first.1), None, count),
            (None, "before") => (None, Some(first.0), count),
            (None, "until") => (None, Some(first.1), count),
            _ => (Some(first.0), Some(first.1), count),
        };
        let begin = at - usize::from(!opening.is_empty());
        let words: Vec<&str> = said.tokens[begin..at + length].iter().map(|token| token.text.as_str()).collect();
        found.push(Period { from, before, weekday: None, said: words.join(" "), span: (begin, at + length) });
        at += length;
    }
    (found, unclear)
}

/// "On Sundays", "on a Sunday", "on Saturdays and Sundays": those of every week. "On Sunday" may be the last one.
fn weekday(said: &Sentence, at: usize, last: Option<&Period>) -> Option<usize> {
    let token = said.tokens.get(at).filter(|token| !token.quoted)?;
    let names = |day: &&str| day.to_lowercase().trim_end_matches('s') == token.word.trim_end_matches('s');
    let day = WEEKDAYS.iter().position(names)?;
    let before = |steps: usize| at.checked_sub(steps).map_or("", |at| said.word(at));
    let is_any = matches!(before(1), "a" | "any" | "every");
    let lead = if is_any { 2 } else { 1 };
    let follows = last.is_some_and(|last| last.weekday.is_some() && last.span.1 + lead == at);
    let is_led = before(lead) == "on" || follows && matches!(before(lead), "and" | "or");
    (is_led && (is_any || token.word.ends_with('s'))).then_some(day)
}

type Ends = (Date, Date);

fn ends(year: i16, month: i8, day: i8, length: Span) -> Option<Ends> {
    let from = Date::new(year, month, day).ok()?;
    Some((from, from.checked_add(length).ok()?))
}

/// One span that begins here, with how many words it takes; of the year that is known, where none is said.
fn span(said: &Sentence, at: usize, known: Option<i16>) -> Result<Option<(Ends, usize)>, String> {
    let word = said.word(at);
    if let Some(found) = iso(word) {
        return Ok(Some((found, 1)));
    }
    let month = |at: usize| {
        let word = said.word(at);
        let names = |month: &String| month == word || (word.len() == 3 && month.starts_with(word));
        let place = WORDS.months.iter().position(names)?;
        // "may" is a month only where it is written like one.
        (word != "may" || said.tokens[at].text == "May").then(|| i8::try_from(place + 1).unwrap_or(1))
    };
    // "5 March 2024", "March 5, 2024".
    let day = |at: usize| {
        let digits = said.word(at).trim_end_matches(char::is_alphabetic);
        digits.parse::<i8>().ok().filter(|day| (1..=31).contains(day))
    };
    let year_at = |next: usize| match (year(said, next), known) {
        (Some(year), _) => Some((year, next + 1 - at)),
        (None, Some(year)) => Some((year, next - at)),
        _ => None,
    };
    let of = |next: usize| next + usize::from(matches!(said.word(next), "of" | "in"));
    let dated = match (day(at), month(at + 1), month(at), day(at + 1)) {
        (Some(day), Some(month), ..) | (_, _, Some(month), Some(day)) => year_at(at + 2).map(|year| (year, month, day)),
        _ => None,
    };
    if let Some(((year, count), month, day)) = dated {
        return Ok(ends(year, month, day, Span::new().days(1)).map(|ends| (ends, count)));
    }
    let (first, months, next) = if let Some(month) = month(at) {
        (month, 1, of(at + 1))
    } else if let Some((phrase, month, months)) =
        WORDS.parts.iter().find(|(phrase, ..)| phrase.split(' ').enumerate().all(|(step, part)| said.word(at + step) == part))
    {
        (*month, *months, of(at + phrase.split(' ').count()))
    } else {
        return Ok(None);
    };
    let Some((year, count)) = year_at(next) else {
        return Err(format!("Which year's {} is meant?", if months == 1 { &said.tokens[at].text } else { "quarter" }));
    };
    Ok(ends(year, first, 1, Span::new().months(months)).map(|ends| (ends, count)))
}

/// `2024-05-01`, `2024-05`.
fn iso(word: &str) -> Option<Ends> {
    let mut parts = word.splitn(3, '-');
    let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    match parts.next() {
        None => ends(year, month, 1, Span::new().months(1)),
        Some(day) => ends(year, month, day.parse().ok()?, Span::new().days(1)),
    }
}

fn year(said: &Sentence, at: usize) -> Option<i16> {
    said.word(at).parse().ok().filter(|year| (1800..2200).contains(year))
}
