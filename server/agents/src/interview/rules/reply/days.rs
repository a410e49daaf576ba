//! Days as they were meant: a month or a season is said as one, with its year.

use super::plain::{small, words};
use protocol::{MONTHS, day_in_words};
use serde_json::{Map, Value};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

static LISTS: LazyLock<HashMap<&str, HashSet<&str>>> = LazyLock::new(|| {
    let lines = include_str!("days.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).map(|(list, words)| (list, words.split(' ').collect())).collect()
});

/// More words than these say more than when.
const MOST: usize = 6;

/// "30 June 2026", and for who said "next spring" or "mid March" no day: "spring 2027", "mid March 2027".
pub(super) fn day_meant(fields: &Map<String, Value>) -> Option<String> {
    let date = fields.get("date")?.as_str()?;
    let day = day_in_words(date)?;
    let meant = fields.get("text").and_then(Value::as_str).and_then(|text| longer(&words(text, 60), date));
    Some(meant.unwrap_or(day))
}

/// The longer time that these words name, where they name no day of it.
fn longer(text: &str, date: &str) -> Option<String> {
    let mut parts = date.split('-');
    let (year, month) = (parts.next()?, parts.next()?);
    let month = *MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let plain = text.split(' ').map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
    let written: Vec<&str> = plain.filter(|word| !word.is_empty()).collect();
    let low: Vec<String> = written.iter().map(|word| word.to_lowercase()).collect();
    let is = |list: &str, at: usize| low.get(at).is_some_and(|word| LISTS[list].contains(word.as_str()));
    let quarter = low.iter().any(|word| word == "quarter" || word == "half");
    let all = 0..low.len();
    let names_a_day = |at: usize| {
        let word = low[at].as_str();
        let ordinal = is("in order", at) || word.ends_with("th") && word != "month";
        let number = word.starts_with(|one: char| one.is_ascii_digit()) && !is_year(word);
        number || ordinal && !quarter || is("on a day", at)
    };
    if low.len() > MOST || all.clone().any(names_a_day) {
        return None;
    }
    let named = low.iter().find_map(|word| month_named(word));
    let ahead = |at: usize, what: &str| is("ahead", at) && low.get(at + 1).is_some_and(|word| word == what);
    // "In a quarter", "next quarter" are told from today on.
    let is_a_quarter = |at: usize| low[at] == "quarter" && at > 0 && is("in order", at - 1);
    match named {
        // The day was moved since it was said.
        Some(named) if named != month => return None,
        None if low.len() == 2 && ahead(0, "month") => return Some(format!("{month} {year}")),
        None if low.len() == 2 && ahead(0, "year") => return Some(year.to_owned()),
        None if !all.clone().any(|at| is("longer", at) || is_year(&low[at]) || is_a_quarter(at)) => return None,
        _ => {}
    }
    let mut out: Vec<&str> = Vec::new();
    let mut dated = low.iter().any(|word| is_year(word));
    let mut at = 0;
    while at < written.len() {
        if ahead(at, "year") {
            out.push(year);
            (dated, at) = (true, at + 2);
            continue;
        }
        let led = out.is_empty() && matches!(low[at].as_str(), "in" | "during" | "sometime");
        if !is("ahead", at) && !led {
            out.push(month_named(&low[at]).unwrap_or(written[at]));
        }
        at += 1;
    }
    if !dated {
        out.push(year);
    }
    let opens_with_month = out.first().is_some_and(|first| MONTHS.contains(first));
    let joined = out.join(" ");
    Some(if opens_with_month { joined } else { small(&joined) })
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|one| one.is_ascii_digit())
}

/// "Sept", "march": the month by its full name.
fn month_named(word: &str) -> Option<&'static str> {
    MONTHS.iter().copied().find(|month| word.len() > 2 && month.to_lowercase().starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_month_or_a_season_is_no_day() {
        for (date, text, wanted) in [
            ("2027-03-01", "March", "March 2027"),
            ("2027-03-01", "next march", "March 2027"),
            ("2027-09-01", "Sept 2027", "September 2027"),
            ("2027-03-15", "mid March", "mid March 2027"),
            ("2027-06-01", "beginning of June", "beginning of June 2027"),
            ("2027-04-01", "April next year", "April 2027"),
            ("2027-03-01", "next spring", "spring 2027"),
            ("2027-09-01", "Autumn", "autumn 2027"),
            ("2026-06-30", "Q2", "Q2 2026"),
            ("2027-09-30", "the third quarter", "the third quarter 2027"),
            ("2028-12-31", "in 2028", "2028"),
            ("2027-02-01", "next month", "February 2027"),
            ("2027-01-01", "next year", "2027"),
            // A day that was named, or that follows from the words.
            ("2027-03-03", "3 March", "3 March 2027"),
            ("2027-03-03", "the third of March", "3 March 2027"),
            ("2027-06-30", "end of June", "30 June 2027"),
            ("2027-03-24", "in three weeks", "24 March 2027"),
            ("2027-09-03", "half a year", "3 September 2027"),
            ("2027-06-03", "in a quarter", "3 June 2027"),
            ("2027-06-30", "next quarter", "30 June 2027"),
            ("2027-03-05", "this Friday", "5 March 2027"),
            // Another day than the words say.
            ("2027-05-01", "March", "1 May 2027"),
            ("2027-05-01", "", "1 May 2027"),
        ] {
            let fields = json!({"date": date, "text": text});
            assert_eq!(fields.as_object().and_then(day_meant).as_deref(), Some(wanted), "{text}");
        }
        for fields in [json!({"text": "March"}), json!({"date": "soon", "text": "soon"}), json!({"date": 5})] {
            assert_eq!(fields.as_object().and_then(day_meant), None, "{fields}");
        }
    }
}
