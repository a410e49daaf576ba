//! Whether a number counts what is asked: "3 countries", "20 years" and "since 1998" are no size of a team.

use super::fit::counts_for_another;
use crate::interview::rules::understand::{
    lexicon::{self, Words},
    profile::{Kind, Plan, Slot},
    reading::names_people,
    text::{Shape, Text},
    values::{Form, Spotted},
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// Behind a number, and nothing that it counts.
static NOT_COUNTED: Words = Words::new("not counted");
/// What is done for those who are counted.
static FOR_OTHERS: Words = Words::new("done for others");

/// Places and things that are owned or gone to, never people.
static THINGS: Words = Words::new("thing");
const UNITS: &[&str] = &[
    "km", "kilometre", "kilometer", "mile", "metre", "meter", "m", "cm", "mm", "kg", "kilo", "gram", "ton", "tonne", "litre",
    "liter", "hour", "minute", "second", "day", "week", "month", "year", "decade", "degree", "percent", "watt", "kwh", "sqm",
    "feet", "foot", "inch",
];
const SPANS: &[&str] = &["day", "week", "month", "year", "hour", "night", "morning", "evening", "season", "shift", "quarter"];
/// Verbs of what one has or does oneself.
const OWN: &[&str] = &[
    "have", "own", "run", "drive", "employ", "operate", "started", "opened", "founded", "got", "need", "hired", "rent", "use",
    "make", "bake", "produce", "ship", "deliver", "began",
];

/// The number, as placed for what was asked, is plainly of something else.
pub(super) fn is_of_another(text: &Text<'_>, spot: &Spotted, plan: &Plan, slot: usize, weighed: bool) -> bool {
    let one = &plan.slots[slot];
    let words = &spot.words;
    if one.widget != WidgetType::Number {
        return false;
    }
    if is_a_year(text, words) && (one.kind == Kind::Money || !is_about(one, "year")) {
        return true;
    }
    if !matches!(one.kind, Kind::Count | Kind::Measure) {
        return false;
    }
    let time = ["age", "old", "long", "time", "year", "month", "week", "day", "hour", "minut", "durat", "often", "experienc"];
    let money = ["money", "cost", "price", "pric", "spend", "budget", "revenu", "pay", "turnover", "sal", "worth", "valu"];
    match &spot.form {
        Form::Duration(_) => return !time.iter().any(|word| is_about(one, word)),
        Form::Money(_) => return one.people && !money.iter().any(|word| is_about(one, word)),
        Form::Number(_) => {}
        _ => return false,
    }
    if is_a_rate(text, words, one) {
        return true;
    }
    let Some(noun) = noun(text, words.end) else { return false };
    let (word, single) = (text.word(noun), single(text.word(noun)));
    if is_own(one, text, noun) || text.reads(words.end, &["of", "us"]) {
        return false;
    }
    let others = counts_for_another(text, &(words.start..noun), plan, slot)
        || plan.slots.iter().enumerate().any(|(other, slot_of)| {
            other != slot && slot_of.widget == WidgetType::Text && slot_of.named.iter().any(|name| name == text.stem(noun))
        }) && !(one.people && names_people(word) && !speaks_of_others(text, words))
        || plan.slots.iter().enumerate().any(|(other, of)| {
            other != slot
                && of.widget == WidgetType::Number
                && of.spoken.is_about(text.stem(noun))
                && !lexicon::COMMON.contains(word)
        });
    if others || UNITS.contains(&single) {
        return true;
    }
    if one.people {
        let led = matches!(text.before(words.start), "in" | "at" | "from" | "across" | "over" | "with" | "for");
        return !names_people(word) && (THINGS.contains(single) || led || weighed)
            || names_people(word) && speaks_of_others(text, words);
    }
    // "We have 3 shops" counts what is one's own.
    !one.us && is_ones_own(text, words)
}

/// "40 customers a day" is no number of customers.
pub(super) fn is_a_rate(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> bool {
    let rate = (words.end..words.end + 4).any(|at| {
        matches!(text.word(at), "a" | "per" | "each" | "every") && SPANS.contains(&text.word(at + 1)) || text.word(at) == "daily"
    });
    let times = ["time", "year", "month", "week", "day", "hour", "often"];
    rate && matches!(slot.kind, Kind::Count | Kind::Measure)
        && slot.period.is_none()
        && !times.iter().any(|word| is_about(slot, word))
}

/// "Since 1998": led by a word of time, and written as years are.
fn is_a_year(text: &Text<'_>, words: &Range<usize>) -> bool {
    let said = text.word(words.start);
    let reads = words.len() == 1 && said.len() == 4 && said.parse::<u32>().is_ok_and(|year| (1850..=2100).contains(&year));
    reads
        && matches!(text.before(words.start), "since" | "in" | "from" | "until" | "by" | "around")
        && noun(text, words.end).is_none()
}

fn is_about(slot: &Slot, word: &str) -> bool {
    slot.spoken.is_about(word) || slot.cues.contains_key(word)
}

/// Whether a noun is one of an obligation's own words.
pub(in super::super) fn is_own(slot: &Slot, text: &Text<'_>, at: usize) -> bool {
    let stem = text.stem(at);
    slot.spoken.is_about(stem)
        || slot.cues.get(stem).is_some_and(|weight| *weight >= 0.8)
        || slot.named.iter().any(|name| name == stem)
}

fn single(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// The noun that a number counts: the last word before a mark, a small word or a verb.
pub(in super::super) fn noun(text: &Text<'_>, from: usize) -> Option<usize> {
    let inside = |at: &usize| {
        let word = text.word(*at);
        text.words.get(*at).is_some_and(|one| one.shape == Shape::Letters)
            && !lexicon::COMMON.contains(word)
            && !lexicon::OPENERS.contains(word)
            && !NOT_COUNTED.contains(word)
    };
    let end = (from..from + 4).take_while(inside).last()?;
    let word = text.word(end);
    let plural = word.ends_with('s') && !word.ends_with("ss") || names_people(word) || UNITS.contains(&word);
    plural.then_some(end)
}

/// "We serve 40 customers": somebody, but not those who do it.
fn speaks_of_others(text: &Text<'_>, words: &Range<usize>) -> bool {
    let from = words.start.saturating_sub(4);
    (from..words.start).any(|at| FOR_OTHERS.contains(text.word(at)))
}

fn is_ones_own(text: &Text<'_>, words: &Range<usize>) -> bool {
    let from = words.start.saturating_sub(4);
    (from..words.start).any(|at| {
        matches!(text.word(at), "we" | "i") && (at + 1..words.start).any(|verb| OWN.contains(&text.word(verb)))
            || matches!(text.word(at), "we've" | "i've") && text.word(at + 1) == "got"
    })
}
