//! Words that look like a frame and belong to the answer: the verb of what is wanted, the subject of what is said of it.

use super::{
    super::text::{Shape, Text},
    frame::CARRIERS,
};

/// "Be the biggest in town", "to be the first they think of", "get the certificate and stop selling in bulk": a verb with its object
/// is what is wanted; "find a plumber" or "to dentists" only leads to it.
pub(super) fn begins_with_a_deed(text: &Text<'_>, start: usize, end: usize) -> bool {
    let to = usize::from(text.word(start) == "to");
    let verb = start + to;
    let object = matches!(text.word(verb + 1), "the" | "a" | "an" | "more" | "less" | "fewer" | "our" | "my" | "it" | "rid");
    let becomes = matches!(text.word(verb), "be" | "become") && verb + 1 < end;
    let does = matches!(text.word(verb), "get" | "make" | "build" | "run" | "offer" | "put" | "take" | "sell" | "work" | "focus");
    let two = (verb + 2..end.saturating_sub(1)).any(|at| {
        matches!(text.word(at), "and" | "or") && (ACTS.contains(&text.word(at + 1)) || CARRIERS.contains(text.word(at + 1)))
    });
    // "Get to 200k"
    let reaches = text.word(verb) == "get"
        && text.word(verb + 1) == "to"
        && text.words.get(verb + 2).is_some_and(|word| matches!(word.shape, Shape::Digits | Shape::Mixed));
    becomes && object || does && object && two || reaches
}

/// Verbs with which a second deed goes on.
const ACTS: &[&str] = &[
    "stop", "start", "open", "hire", "keep", "grow", "move", "cut", "raise", "reduce", "win", "lose", "close", "reach", "double",
];

/// "Our staff is too small", "my brother is leaving": what is said of the subject is nothing without it.
pub(super) fn is_described(word: &str) -> bool {
    matches!(word, "too" | "very" | "so" | "not" | "always" | "never" | "quite")
}

/// "Get from 40 to 100 paying practices": the verb says which way.
pub(super) fn goes_from_to(text: &Text<'_>, from: usize, end: usize) -> bool {
    text.word(from) == "from" && (from + 2..end).any(|at| text.word(at) == "to")
}
