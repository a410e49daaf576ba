//! A bare number that is a quantity by what it counts, or by what is made of it.

use super::{
    super::{
        lexicon,
        profile::{Kind, Phrase, Plan},
        text::Text,
    },
    Focus,
};
use std::ops::Range;

/// Behind these a number says how many were found.
static FINDS: lexicon::Words = lexicon::Words::new("finding");

/// "500 flyers" where a quantity is asked for and flyers are one of the things that there are.
pub(super) fn is_quantity(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize) -> bool {
    let one = &plan.slots[slot];
    let counts = one.named.iter().any(|word| matches!(word.as_str(), "quantit" | "copi" | "amount" | "piec" | "unit" | "number"));
    let sort = |phrase: &Phrase| plan.slots[phrase.slot].topic == one.topic && plan.slots[phrase.slot].kind == Kind::Choice;
    one.kind == Kind::Count
        && counts
        && !one.people
        && plan.phrases.get(text.stem(words.end)).is_some_and(|list| list.iter().any(|phrase| sort(phrase) && !phrase.part))
}

/// "Make it 1000": of the one number that is held.
pub(super) fn is_made(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize, focus: &Focus) -> bool {
    let made = ["make", "let's"].iter().any(|verb| {
        words
            .start
            .checked_sub(2)
            .is_some_and(|at| text.reads(at, &[verb, "it"]) || text.reads(at, &[verb, "that"]) || text.reads(at, &[verb, "say"]))
    });
    let held = |slot: usize| plan.slots[slot].kind == Kind::Count && focus.held.get(slot).is_some_and(Option::is_some);
    made && held(slot) && (0..plan.slots.len()).filter(|&other| held(other)).count() == 1
}

/// "I found 3", "there are two other places": so many were found, which is nobody's choice.
pub(super) fn is_found(text: &Text<'_>, words: &Range<usize>) -> bool {
    let before = text.before(words.start);
    let finds = FINDS.contains(before);
    // "There are four of you" counts them.
    if matches!(text.word(words.end), "people" | "persons" | "guests")
        || text.word(words.end) == "of" && matches!(text.word(words.end + 1), "you" | "us")
    {
        return false;
    }
    let told = |at: usize| matches!(text.word(at), "there" | "i" | "we" | "able" | "i've" | "we've");
    let opens = matches!(before, "got" | "found") && words.start < 3;
    finds && (opens || before == "there's" || (words.start.saturating_sub(5)..words.start).any(told))
}

/// "The other one", "a funny one": stands for a thing and counts nothing.
pub(super) fn is_pronoun(text: &Text<'_>, at: usize) -> bool {
    const POINTS: &[&str] = &["the", "that", "this", "another", "which", "any", "each", "every", "other"];
    let word = |back: usize| at.checked_sub(back).map_or("", |at| text.word(at));
    let described = matches!(word(2), "a" | "an" | "some" | "no") || POINTS.contains(&word(2));
    let describes =
        !lexicon::COMMON.contains(word(1)) || matches!(word(1), "good" | "nice" | "better" | "best" | "great" | "right");
    text.word(at) == "one" && (POINTS.contains(&word(1)) || described && describes && !text.is_mark(at - 1))
}
