//! Times of day: "15:30", "half past three", "quarter to 5 in the evening", "noon".

use super::super::{
    lexicon,
    text::{Shape, Text},
};
use super::number;

/// The end of a time of day that begins here, and minutes after midnight where the words settle it.
pub(in super::super) fn at(text: &Text<'_>, at: usize) -> Option<(usize, Option<u32>)> {
    let first = text.word(at);
    // "evening 5", "afternoon 3:30", "morning 11"
    if lexicon::PARTS_OF_DAY.contains(&first) {
        if let Some((end, minutes)) = clock(text, at + 1) {
            return Some((end, half_of_day(minutes, first)));
        }
        if let Some((end, minutes)) = spoken(text, at + 1) {
            return Some((end, half_of_day(minutes, first)));
        }
        if first == "noon" {
            return Some((at + 1, Some(720)));
        }
        return None;
    }
    if matches!(first, "midday" | "noon") {
        return Some((at + 1, Some(720)));
    }
    if first == "midnight" {
        return Some((at + 1, Some(0)));
    }
    let (mut end, minutes, sure) = if let Some((end, minutes)) = spoken(text, at) {
        (end, minutes, true)
    } else {
        let (end, minutes) = clock(text, at)?;
        (end, minutes, text.word(at).contains(':'))
    };
    let mut minutes = Some(minutes);
    let mut sure = sure;
    // "o'clock", also as "o"clock", "oclock", "o clock"
    if text.word(end) == "o'clock" || text.word(end) == "oclock" {
        (end, sure) = (end + 1, true);
    } else if text.word(end) == "o" && text.word(end + 1) == "clock" {
        (end, sure) = (end + 2, true);
    } else if text.word(end) == "o" && text.word(end + 2) == "clock" {
        (end, sure) = (end + 3, true);
    }
    match text.word(end) {
        part @ ("am" | "pm" | "a.m." | "p.m." | "a.m" | "p.m") => {
            minutes =
                minutes.and_then(|minutes| half_of_day(minutes, if part.starts_with('a') { "morning" } else { "afternoon" }));
            return Some((end + 1, minutes));
        }
        "in" if text.word(end + 1) == "the" && lexicon::PARTS_OF_DAY.contains(&text.word(end + 2)) => {
            return Some((end + 3, minutes.and_then(|minutes| half_of_day(minutes, text.word(end + 2)))));
        }
        "at" if matches!(text.word(end + 1), "night" | "noon") => {
            return Some((end + 2, minutes.and_then(|minutes| half_of_day(minutes, text.word(end + 1)))));
        }
        "in" | "this" if matches!(text.word(end + 1), "morning" | "afternoon" | "evening") => {
            return Some((end + 2, minutes.and_then(|minutes| half_of_day(minutes, text.word(end + 1)))));
        }
        _ => {}
    }
    sure.then_some((end, minutes))
}

/// "15:30", "5", "10am".
fn clock(text: &Text<'_>, at: usize) -> Option<(usize, u32)> {
    let word = text.words.get(at)?;
    let said = text.word(at);
    match word.shape {
        Shape::Digits => {
            let (hours, minutes) = said.split_once(':').unwrap_or((said, "0"));
            let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
            (hours < 25 && minutes < 60 && said.len() < 6).then_some((at + 1, hours % 24 * 60 + minutes))
        }
        Shape::Mixed => {
            let digits = said
                .strip_suffix("am")
                .map(|rest| (rest, "morning"))
                .or_else(|| said.strip_suffix("pm").map(|rest| (rest, "afternoon")));
            let (digits, part) = digits?;
            let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
            let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
            (hours < 25 && minutes < 60).then(|| (at + 1, half_of_day(hours % 24 * 60 + minutes, part).unwrap_or(0)))
        }
        Shape::Letters => number::plain(text, at).and_then(|(end, value)| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an hour of the day")]
            (value.fract() == 0.0 && (1.0..=12.0).contains(&value)).then_some((end, value as u32 * 60))
        }),
        Shape::Mark => None,
    }
}

/// "half past three", "quarter to 5", "ten to six".
fn spoken(text: &Text<'_>, at: usize) -> Option<(usize, u32)> {
    let (mut after, minutes) = match text.word(at) {
        "half" => (at + 1, 30),
        "quarter" => (at + 1, 15),
        "a" if text.word(at + 1) == "quarter" => (at + 2, 15),
        "ten" | "10" => (at + 1, 10),
        "twenty" | "20" => (at + 1, 20),
        "five" | "5" => (at + 1, 5),
        _ => return None,
    };
    if matches!(text.word(after), "minutes") {
        after += 1;
    }
    let past = match text.word(after) {
        "past" | "after" => true,
        "to" | "before" | "till" if minutes == 15 || text.word(after) != "to" || text.word(after - 1) == "minutes" => false,
        _ => return None,
    };
    let (end, hour) = clock(text, after + 1)?;
    Some((end, if past { hour + minutes } else { (hour + 1440 - minutes) % 1440 }))
}

fn half_of_day(minutes: u32, part: &str) -> Option<u32> {
    let noon = 720;
    Some(match part {
        "morning" if (noon..noon + 60).contains(&minutes) => minutes - noon,
        "afternoon" | "evening" | "noon" if minutes < noon => minutes + noon,
        "night" if (300..noon).contains(&minutes) => minutes + noon,
        _ => minutes,
    })
}
