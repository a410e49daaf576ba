//! Spans of time that a sentence names: years, quarters, months, days.

use super::sentence::Sentence;
use jiff::{Span, civil::Date};

/// From a day on, up to before another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Period {
    pub(super) from: Option<Date>,
    pub(super) before: Option<Date>,
    /// Where it is said.
    pub(super) at: usize,
    pub(super) said: String,
    /// All its words, from the first up to before the last.
    pub(super) span: (usize, usize),
}

impl Period {
    /// Both ends begin a year.
    pub(super) fn is_of_years(&self) -> bool {
        [self.from, self.before].into_iter().flatten().all(|date| date.month() == 1 && date.day() == 1)
    }
}

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// All periods, each marked as understood.
///
/// # Errors
/// The question that has to be asked first.
pub(super) fn read(said: &mut Sentence, claimed: Option<f64>) -> Result<Vec<Period>, String> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < said.len() {
        if said.is_used(at) {
            at += 1;
            continue;
        }
        let Some((first, count)) = span(said, at, claimed)? else {
            at += 1;
            continue;
        };
        let before = if at > 0 { said.word(at - 1).to_owned() } else { String::new() };
        let opens =
            matches!(before.as_str(), "between" | "from") && matches!(said.word(at + count), "and" | "to" | "until" | "through");
        let second = if opens { span(said, at + count + 1, claimed)? } else { None };
        let (from, until, length) = match (second, before.as_str()) {
            (Some((second, more)), _) => (first.0, second.1, count + 1 + more),
            (None, "since") => (first.0, None, count),
            (None, "from") if matches!(said.word(at + count), "on" | "onwards" | "onward") => (first.0, None, count + 1),
            (None, "after") => (first.1, None, count),
            (None, "before") => (None, first.0, count),
            (None, "until" | "till" | "through" | "by") => (None, first.1, count),
            _ => (first.0, first.1, count),
        };
        let opening =
            ["since", "after", "before", "until", "till", "through", "between", "from", "in", "during", "on", "by", "year"];
        let begin = if opening.contains(&before.as_str()) { at - 1 } else { at };
        let words: Vec<&str> = (begin..at + length).map(|place| said.tokens[place].text.as_str()).collect();
        let period = Period { from, before: until, at, said: words.join(" "), span: (begin, at + length) };
        said.mark(begin, at + length - begin);
        found.push(period);
        at += length;
    }
    Ok(found)
}

type Ends = (Option<Date>, Option<Date>);

/// One span that begins here, with how many words it takes.
fn span(said: &Sentence, at: usize, claimed: Option<f64>) -> Result<Option<(Ends, usize)>, String> {
    let ends = |from: Date, length: Span| -> Option<Ends> { Some((Some(from), Some(from.checked_add(length).ok()?))) };
    let day = |year: i16, month: i8, day: i8| Date::new(year, month, day).ok();
    let word = said.word(at);
    if let Some(date) = iso(word) {
        let (date, length) = date;
        return Ok(ends(date, length).map(|ends| (ends, 1)));
    }
    let month = |at: usize| {
        let word = said.word(at);
        let place =
            MONTHS.iter().position(|month| *month == word || (word.len() == 3 && word != "may" && month.starts_with(word)))?;
        // "may" is a month only where it is written like one.
        (word != "may" || said.tokens[at].text == "May").then(|| i8::try_from(place + 1).unwrap_or(1))
    };
    // "5 March 2024", "March 5, 2024".
    let place = |at: usize| {
        said.tokens.get(at).filter(|token| token.word.len() < 5).and_then(|token| {
            token.word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']).parse::<i8>().ok().filter(|day| (1..=31).contains(day))
        })
    };
    let dated = match (place(at), month(at + 1), month(at), place(at + 1)) {
        (Some(date), Some(month), ..) | (_, _, Some(month), Some(date)) => {
            year(said, at + 2, None).and_then(|year| day(year, month, date))
        }
        _ => None,
    };
    if let Some(date) = dated {
        return Ok(ends(date, Span::new().days(1)).map(|ends| (ends, 3)));
    }
    if let Some(month) = month(at) {
        let next = at + 1 + usize::from(said.word(at + 1) == "of");
        let Some(year) = year(said, next, None) else {
            return Err(format!("Which year's {} is meant?", said.tokens[at].text));
        };
        let found = day(year, month, 1).and_then(|from| ends(from, Span::new().months(1)));
        return Ok(found.map(|ends| (ends, next + 1 - at)));
    }
    let quarter = match word {
        "q1" => Some((1, 1)),
        "q2" => Some((4, 1)),
        "q3" => Some((7, 1)),
        "q4" => Some((10, 1)),
        "first" | "second" | "third" | "fourth" | "last" if said.word(at + 1) == "quarter" => Some((
            match word {
                "first" => 1,
                "second" => 4,
                "third" => 7,
                _ => 10,
            },
            2,
        )),
        _ => None,
    };
    if let Some((month, count)) = quarter {
        let next = at + count + usize::from(matches!(said.word(at + count), "of" | "in"));
        let Some(year) = year(said, next, None) else {
            return Err("Which year's quarter is meant?".to_owned());
        };
        let found = day(year, month, 1).and_then(|from| ends(from, Span::new().months(3)));
        return Ok(found.map(|ends| (ends, next + 1 - at)));
    }
    let Some(year) = year(said, at, claimed) else { return Ok(None) };
    Ok(day(year, 1, 1).and_then(|from| ends(from, Span::new().years(1))).map(|ends| (ends, 1)))
}

/// `2024-05-01`, `2024-05`.
fn iso(word: &str) -> Option<(Date, Span)> {
    let parts: Vec<&str> = word.split('-').collect();
    let (first, rest) = parts.split_first()?;
    if first.len() != 4 || rest.is_empty() {
        return None;
    }
    let (year, month) = (first.parse().ok()?, rest[0].parse().ok()?);
    match rest {
        [_] => Some((Date::new(year, month, 1).ok()?, Span::new().months(1))),
        [_, day] => Some((Date::new(year, month, day.parse().ok()?).ok()?, Span::new().days(1))),
        _ => None,
    }
}

/// A number that can be a year and is not the number claimed, unless a word before it says so.
fn year(said: &Sentence, at: usize, claimed: Option<f64>) -> Option<i16> {
    let token = said.tokens.get(at)?;
    let number = token.number.filter(|number| number.fract() == 0.0 && (1800.0..2200.0).contains(number) && !token.percent)?;
    if token.word.len() != 4 {
        return None;
    }
    let before = if at > 0 { said.word(at - 1) } else { "" };
    let announced =
        matches!(before, "in" | "during" | "since" | "before" | "after" | "year" | "between" | "from" | "until" | "of");
    #[expect(clippy::cast_possible_truncation, reason = "between 1800 and 2200")]
    (announced
        || (claimed != Some(number) && !matches!(before, "than" | "over" | "above" | "under" | "below" | "least" | "most")))
    .then_some(number as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_read() {
        let read = |text: &str| {
            let found = super::read(&mut Sentence::read(text), Some(7.0)).expect("clear");
            found.iter().map(|one| format!("{:?} {:?}", one.from, one.before)).collect::<Vec<_>>().join("; ")
        };
        for (text, wanted) in [
            ("7 orders in 2023", "Some(2023-01-01) Some(2024-01-01)"),
            ("orders in March 2024", "Some(2024-03-01) Some(2024-04-01)"),
            ("orders in the third quarter of 2024", "Some(2024-07-01) Some(2024-10-01)"),
            ("Q4 2024", "Some(2024-10-01) Some(2025-01-01)"),
            ("between 2019 and 2021", "Some(2019-01-01) Some(2022-01-01)"),
            ("from March 2020 to May 2020", "Some(2020-03-01) Some(2020-06-01)"),
            ("since 2020", "Some(2020-01-01) None"),
            ("after 2020", "Some(2021-01-01) None"),
            ("before 2020-05-02", "None Some(2020-05-02)"),
            ("on 2020-02-28", "Some(2020-02-28) Some(2020-02-29)"),
            ("more in 2023 than in 2022", "Some(2023-01-01) Some(2024-01-01); Some(2022-01-01) Some(2023-01-01)"),
            ("over 2000 orders", ""),
            ("they may come", ""),
        ] {
            assert_eq!(read(text), wanted, "{text}");
        }
        assert!(super::read(&mut Sentence::read("orders in March"), None).is_err());
    }
}
