//! What a message takes back in its own course: "we lack space. No wait, the real problem is …", "not retail, wholesale".

use super::super::{
    lexicon,
    text::{Mood, Shape, Text},
    values::date,
};
use std::ops::Range;

/// A part of the message that no longer holds.
#[derive(Clone, Debug)]
pub(super) struct Retracted {
    pub(super) words: Range<usize>,
    /// Its values are taken back too; else only its words, as denials of options are read by themselves.
    pub(super) values: bool,
    /// What comes after only tones it down: "double it. Well, maybe 60 is more realistic."
    pub(super) softened: bool,
}

/// Phrases that take back what was said just before.
const TAKES_BACK: &[&[&str]] = &[
    &["scratch", "that"],
    &["scratch", "it"],
    &["strike", "that"],
    &["forget", "that"],
    &["forget", "it"],
    &["cancel", "that"],
    &["hold", "on"],
    &["i", "meant"],
    &["or", "rather"],
    &["or", "actually"],
    &["correction"],
    &["my", "mistake"],
    &["my", "bad"],
    &["make", "that"],
    &["on", "second", "thought"],
    &["on", "second", "thoughts"],
    &["let", "me", "rephrase"],
    &["let", "me", "correct", "that"],
    &["let", "me", "correct", "myself"],
];
/// What comes after these takes nothing back: "no, nothing else".
const GOES_ON: &[&str] = &[
    "nothing", "none", "nobody", "not", "never", "because", "thanks", "thank", "sorry", "problem", "idea", "one", "more", "need",
    "longer", "that's", "that", "of", "matter",
];
/// "Not sure", "not yet": no denial of one thing in favour of another.
const NO_DENIAL: &[&str] = &["sure", "that", "yet", "only", "just", "at", "much", "many", "really", "any", "all", "one", "too"];
/// A denial that goes on with these is not replaced.
const NO_REPLACEMENT: &[&str] = &[
    "and", "because", "which", "only", "or", "nor", "since", "although", "unless", "yet", "though", "as", "if", "when", "so",
    "that", "anymore", "not", "no", "to", "please", "thanks", "for", "in", "on", "at", "with", "we", "i", "they", "he", "she",
    "you", "there", "our", "my", "we're", "i'm",
];
/// A denied thing is named in so many words; a longer part is a statement.
const LONGEST_DENIAL: usize = 8;

/// The parts of a message that it takes back, from left to right.
pub(super) fn retracted(text: &Text<'_>) -> Vec<Retracted> {
    let mut found: Vec<Retracted> = Vec::new();
    for (number, sentence) in text.sentences.iter().enumerate().take(40) {
        if sentence.mood == Mood::Question {
            continue;
        }
        let before = number.checked_sub(1).and_then(|at| text.sentences.get(at)).filter(|one| one.mood != Mood::Question);
        for at in sentence.words.clone() {
            let first = at == sentence.words.start;
            let border = first && before.is_some()
                || !first && (matches!(text.word(at - 1), "," | "-" | ":" | "(") || text.reads(at, &["or", "actually"]));
            if !border || found.last().is_some_and(|last| at < last.words.end) {
                continue;
            }
            let Some(turn) = turn(text, at) else { continue };
            let start = if first { before.map_or(at, |one| one.words.start) } else { sentence.words.start };
            let same_sort = !turn.proposes || has_number(text, start..at) && has_number(text, turn.end..sentence.words.end);
            if start < at && has_words(text, start..at) && same_sort {
                found.push(Retracted { words: start..turn.end, values: true, softened: turn.softens });
            }
        }
        if found.last().is_none_or(|last| sentence.words.start >= last.words.end)
            && let Some(words) = denied(text, &sentence.words).or_else(|| overtaken(text, &sentence.words))
        {
            found.push(Retracted { words, values: false, softened: false });
        }
        if let Some(words) =
            said_before(text, number).filter(|words| found.last().is_none_or(|last| words.start >= last.words.end))
        {
            found.push(Retracted { words, values: true, softened: false });
        }
    }
    found
}

struct Turn {
    /// Where what is meant instead begins.
    end: usize,
    softens: bool,
    /// "Let's say": instead of a number only, where one stands on both sides.
    proposes: bool,
}

/// "No wait, actually", "sorry, I meant", "well, more like": words at `start` that take back what is before them.
fn turn(text: &Text<'_>, start: usize) -> Option<Turn> {
    let (mut at, mut strong, mut tones, mut negative, mut weak, mut proposes) = (start, false, false, false, 0, false);
    loop {
        let turns_on = |next: usize| text.is_mark(next) && next < text.words.len() || is_marker(text, next);
        if at > start && at < text.words.len() && matches!(text.word(at), "," | "." | "-" | ":" | "!") {
            at += 1;
            continue;
        }
        if let Some(phrase) = TAKES_BACK.iter().find(|phrase| text.reads(at, phrase)) {
            strong = true;
            weak += 2;
            at += phrase.len();
            continue;
        }
        if text.reads(at, &["let's", "say"]) {
            proposes = !strong;
            strong = true;
            weak += 2;
            at += 2;
            continue;
        }
        match text.word(at) {
            "no" | "nope" if turns_on(at + 1) => {
                negative = true;
                strong = true;
                weak += 1;
            }
            "wait" | "sorry" if turns_on(at + 1) => {
                strong = true;
                weak += 1;
            }
            // "I mean" also fills a pause.
            "i" if text.word(at + 1) == "mean" && is_brief(text, at + 2) => {
                strong = true;
                at += 1;
            }
            "more" if text.word(at + 1) == "like" && at > start => {
                strong = true;
                at += 1;
            }
            "more" if text.word(at + 1) == "like" && denies_before(text, at) => {
                strong = true;
                at += 1;
            }
            "actually" | "well" | "hmm" | "um" | "uh" | "oh" | "ah" | "er" | "ok" | "okay" | "sorry" | "wait" => {}
            "maybe" | "perhaps" | "probably" if at > start => tones = true,
            _ => break,
        }
        at += 1;
    }
    let sentence = text.sentence_of(at)?.words.clone();
    let rest = at..sentence.end;
    let realistic = tones
        && rest
            .clone()
            .any(|at| matches!(text.word(at), "realistic" | "likely" | "better" | "closer") && text.before(at) != "no");
    if !strong && !realistic || !has_words(text, rest.clone()) && !rest.clone().any(|at| text.words[at].shape == Shape::Digits) {
        return None;
    }
    // "Sorry, I don't have the figures", "no, we don't deliver": one small word takes nothing back.
    let denies = rest.clone().any(|at| lexicon::NEGATIONS.contains(&text.word(at)) && text.word(at) != "minus");
    let alone =
        weak == 1 && !tones && (denies || !negative && matches!(text.word(at), "i" | "i'm" | "i'll" | "can" | "could" | "let"));
    if alone && !text.low.contains("more like") {
        return None;
    }
    let goes_on = negative && at <= start + 2 && GOES_ON.contains(&text.word(at));
    (!goes_on).then_some(Turn { end: at, softens: realistic && !strong, proposes })
}

fn is_marker(text: &Text<'_>, at: usize) -> bool {
    matches!(text.word(at), "no" | "wait" | "actually" | "sorry" | "well" | "hmm")
        || TAKES_BACK.iter().any(|phrase| text.reads(at, phrase))
        || text.reads(at, &["i", "mean"])
}

/// A thing rather than a statement: "web shops".
fn is_brief(text: &Text<'_>, at: usize) -> bool {
    let from = at + usize::from(text.word(at) == ",");
    let until = (from..text.words.len()).find(|&at| text.is_mark(at)).unwrap_or(text.words.len());
    let states = (from..until).any(|at| {
        matches!(
            text.word(at),
            "i" | "we" | "they" | "it" | "it's" | "nobody" | "there" | "that's" | "is" | "are" | "you" | "he" | "she" | "we're"
        )
    });
    from < until && until <= from + 5 && !states
}

/// "Not really a shop, more like a workshop".
fn denies_before(text: &Text<'_>, at: usize) -> bool {
    let Some(sentence) = text.sentence_of(at) else { return false };
    (sentence.words.start..at).any(|at| matches!(text.word(at), "not" | "isn't" | "aren't" | "less" | "wasn't"))
}

fn has_words(text: &Text<'_>, words: Range<usize>) -> bool {
    words.clone().any(|at| text.words[at].shape != Shape::Mark && !lexicon::OPENERS.contains(text.word(at)))
}

/// A number, or a day of the calendar.
fn has_number(text: &Text<'_>, words: Range<usize>) -> bool {
    words.clone().any(|at| {
        matches!(text.words[at].shape, Shape::Digits | Shape::Mixed)
            || date::is_month(text.word(at))
            || lexicon::WEEKDAYS.iter().any(|(name, _)| *name == text.word(at))
            || lexicon::UNITS.iter().any(|(name, _)| *name == text.word(at))
    })
}

/// "I said 15, it's actually 16", "I said dentists. It's really vets": what was said before it, up to what holds.
fn said_before(text: &Text<'_>, number: usize) -> Option<Range<usize>> {
    let sentence = &text.sentences[number].words;
    let aside = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at)) || text.word(at) == "sorry";
    let who = sentence.clone().find(|&at| !aside(at))?;
    let told = matches!(text.word(who), "i" | "we")
        && matches!(text.word(who + 1), "said" | "told" | "wrote" | "put" | "mentioned" | "typed" | "gave");
    let holds = |at: usize| {
        let at = at + usize::from(matches!(text.word(at), "but" | "and" | ","));
        let it = matches!(text.word(at), "it's" | "that's" | "we're" | "there's")
            || text.word(at + 1) == "is"
            || text.word(at + 1) == "are";
        let really = (at..at + 4).any(|at| matches!(text.word(at), "actually" | "really" | "now" | "truly" | "in"));
        it && really || matches!(text.word(at), "actually" | "really") || text.word(at - 1) == "but" && it
    };
    if !told {
        return None;
    }
    let within =
        (who + 3..sentence.end).find(|&at| (matches!(text.word(at - 1), "," | "-" | ":") || text.word(at) == "but") && holds(at));
    let next = || text.sentences.get(number + 1).map(|next| next.words.start).filter(|&at| holds(at));
    let end = within.or_else(next)?;
    has_words(text, end..text.words.len()).then_some(sentence.start..end)
}

/// "Not retail, wholesale", "it's not the money but the time": up to what holds.
fn denied(text: &Text<'_>, sentence: &Range<usize>) -> Option<Range<usize>> {
    let mut at = sentence.start;
    while at < sentence.end
        && (text.is_mark(at)
            || lexicon::OPENERS.contains(text.word(at))
            || matches!(text.word(at), "it's" | "it" | "is" | "that's" | "we're" | "are"))
    {
        at += 1;
    }
    if !matches!(text.word(at), "not" | "isn't" | "aren't") {
        return None;
    }
    let so = usize::from(text.word(at + 1) == "so") * 2;
    let really = usize::from(text.word(at + 1) == "really" && matches!(text.word(at + 2), "a" | "an" | "the"));
    if NO_DENIAL.contains(&text.word(at + 1 + so + really)) {
        return None;
    }
    let border = (at + 2..sentence.end.min(at + 2 + LONGEST_DENIAL))
        .find(|&at| text.is_mark(at) && text.word(at) != "'" || text.word(at) == "but")?;
    if !matches!(text.word(border), "," | "but" | "-" | ":") {
        return None;
    }
    let mut rest = border + 1;
    while rest < sentence.end && (text.is_mark(rest) || matches!(text.word(rest), "but" | "rather")) {
        rest += 1;
    }
    if text.reads(rest, &["more", "like"]) {
        rest += 2;
    }
    let replaced = rest < sentence.end && has_words(text, rest..sentence.end) && !NO_REPLACEMENT.contains(&text.word(rest));
    replaced.then_some(sentence.start..rest)
}

/// "It used to be printing but now we only do signage": up to what is now.
fn overtaken(text: &Text<'_>, sentence: &Range<usize>) -> Option<Range<usize>> {
    let used = sentence.clone().find(|&at| text.reads(at, &["used", "to"])).filter(|at| *at < sentence.start + 5)?;
    let now = (used + 3..sentence.end).find(|&at| {
        let turns = text.is_mark(at - 1) || matches!(text.before(at), "but" | "and");
        turns && matches!(text.word(at), "now" | "today" | "nowadays")
    });
    // "… but now only scientists"
    let end = now? + 1;
    let end = end + usize::from(text.word(end) == "," || text.word(end) == "only");
    has_words(text, end..sentence.end).then_some(sentence.start..end)
}
