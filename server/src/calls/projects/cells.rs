//! Values of tables as a person reads them: digits in groups, days with the names of their months, long texts shortened.

use app::pages::projects::calls::CellShown;
use serde_json::Value;

/// Signs of a value in its row, and of all of it.
const LONGEST: usize = 80;
const LONGEST_WHOLE: usize = 4_000;
/// Behind the point; the whole number is there where it has more.
const DECIMALS: usize = 4;
/// Parts digits in every country.
const THIN: char = '\u{202f}';
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How the values of one column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// With so many digits behind the point.
    Number(usize),
    /// A number that is a name: a key, a year.
    Name,
    Time,
    Text,
}

/// As many digits behind the point as the values need, so that the points stand below each other.
pub(super) fn decimals<'a>(values: impl Iterator<Item = &'a Value>) -> usize {
    let needed = |value: &Value| plain(value)?.split_once('.').map(|(_, fraction)| fraction.trim_end_matches('0').len());
    values.filter_map(needed).max().unwrap_or(0).min(DECIMALS)
}

pub(super) fn cell(value: &Value, manner: Manner) -> CellShown {
    if value.is_null() {
        return CellShown { is_null: true, ..CellShown::default() };
    }
    let whole = super::text(value);
    let read = match manner {
        Manner::Number(decimals) => plain(value).and_then(|plain| number(&plain, decimals)),
        Manner::Time => time(&whole),
        Manner::Name | Manner::Text => None,
    };
    if let Some(text) = read {
        // What was rounded is there as it is.
        let is_rounded =
            matches!(manner, Manner::Number(_)) && whole.split_once('.').is_some_and(|(_, rest)| rest.len() > DECIMALS);
        return CellShown { text, whole: if is_rounded { whole } else { String::new() }, is_null: false };
    }
    let one_line = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    match one_line.char_indices().nth(LONGEST) {
        None => CellShown { text: one_line, ..CellShown::default() },
        Some((end, _)) => {
            let whole = match whole.char_indices().nth(LONGEST_WHOLE) {
                Some((end, _)) => format!("{}…", &whole[..end]),
                None => whole,
            };
            CellShown { text: format!("{}…", one_line[..end].trim_end()), whole, is_null: false }
        }
    }
}

/// Digits with a point; nothing of what is no number, or too large to be written so.
fn plain(value: &Value) -> Option<String> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        // A decimal that a double cannot hold.
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let sound = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1;
    sound.then_some(text)
}

/// Rounded half away from zero, on the digits themselves.
fn number(plain: &str, decimals: usize) -> Option<String> {
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut kept: Vec<u8> = whole.bytes().chain(fraction.bytes().chain(std::iter::repeat(b'0')).take(decimals)).collect();
    if fraction.as_bytes().get(decimals).is_some_and(|next| *next >= b'5') {
        let mut place = kept.len();
        loop {
            let Some(before) = place.checked_sub(1) else {
                kept.insert(0, b'1');
                break;
            };
            place = before;
            let digit = kept.get_mut(place)?;
            if *digit < b'9' {
                *digit += 1;
                break;
            }
            *digit = b'0';
        }
    }
    let text = String::from_utf8(kept).ok()?;
    let (whole, fraction) = text.split_at(text.len().checked_sub(decimals)?);
    let sign = if text.bytes().all(|byte| byte == b'0') { "" } else { sign };
    let point = if decimals > 0 { "." } else { "" };
    Some(format!("{sign}{}{point}{fraction}", grouped(whole)))
}

/// Four digits are read at a glance, and may be a year.
fn grouped(whole: &str) -> String {
    if whole.len() < 5 {
        return whole.to_owned();
    }
    let mut out = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

/// `5 Jan 2026`, `5 Jan 2026, 14:30`; nothing of what is not written as ISO 8601 has it.
fn time(text: &str) -> Option<String> {
    let (day, clock) = text.split_at_checked(10)?;
    let bytes = day.as_bytes();
    if !day.is_ascii() || bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let part = |from: usize, to: usize| day.get(from..to)?.parse::<usize>().ok();
    let (year, month, day) = (part(0, 4)?, part(5, 7)?, part(8, 10)?);
    let date = format!("{day} {} {year}", MONTHS.get(month.checked_sub(1)?)?);
    let clock = clock.trim_start_matches(['T', ' ']);
    let Some(time) = clock.get(..5).filter(|time| time.as_bytes()[2] == b':') else {
        return clock.is_empty().then_some(date);
    };
    let rest = &clock[5..];
    let seconds = rest.get(..3).filter(|seconds| seconds.starts_with(':') && *seconds != ":00").unwrap_or("");
    let after = rest.trim_start_matches(|sign: char| sign == ':' || sign == '.' || sign.is_ascii_digit());
    if time == "00:00" && seconds.is_empty() && after.is_empty() {
        return Some(date);
    }
    let zone = if matches!(after, "" | "Z" | "+00:00") { String::new() } else { format!(" {after}") };
    Some(format!("{date}, {time}{seconds}{zone}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_written_for_people() {
        for (value, manner, wanted) in [
            (json!(31_200.5), Manner::Number(2), "31\u{202f}200.50"),
            (json!(-1_234_567), Manner::Number(0), "−1\u{202f}234\u{202f}567"),
            (json!(2_024), Manner::Number(0), "2024"),
            (json!(20_240), Manner::Name, "20240"),
            (json!("123456789012345678.90"), Manner::Number(1), "123\u{202f}456\u{202f}789\u{202f}012\u{202f}345\u{202f}678.9"),
            (json!(0.996), Manner::Number(2), "1.00"),
            (json!(99_999.996), Manner::Number(2), "100\u{202f}000.00"),
            (json!(-0.001), Manner::Number(2), "0.00"),
            (json!(1e300), Manner::Number(0), "1e+300"),
            (json!("2026-01-05"), Manner::Time, "5 Jan 2026"),
            (json!("2026-01-05T14:30:00"), Manner::Time, "5 Jan 2026, 14:30"),
            (json!("2026-01-05T14:30:07.25Z"), Manner::Time, "5 Jan 2026, 14:30:07"),
            (json!("2026-01-05 00:00:00"), Manner::Time, "5 Jan 2026"),
            (json!("2026-01-05T14:30:00+02:00"), Manner::Time, "5 Jan 2026, 14:30 +02:00"),
            (json!("soon"), Manner::Time, "soon"),
            (json!("a\n b"), Manner::Text, "a b"),
            (json!(true), Manner::Text, "true"),
        ] {
            assert_eq!(cell(&value, manner).text, wanted, "{value}");
        }
        assert!(cell(&json!(null), Manner::Text).is_null);
    }

    #[test]
    fn long_and_rounded_values_are_there_as_a_whole() {
        let long = "word ".repeat(40);
        let shown = cell(&json!(long), Manner::Text);
        assert!(shown.text.ends_with('…') && shown.text.chars().count() <= LONGEST + 1, "{}", shown.text);
        assert_eq!(shown.whole, long);
        let shown = cell(&json!(0.123_456_789), Manner::Number(4));
        assert_eq!((shown.text.as_str(), shown.whole.as_str()), ("0.1235", "0.123456789"));
        assert_eq!(decimals([json!(1.5), json!(2.25), json!(3), json!(null)].iter()), 2);
        assert_eq!(decimals([json!(1.0), json!(20)].iter()), 0);
        assert_eq!(decimals([json!(0.123_456)].iter()), DECIMALS);
    }
}
