//! Which end of something a value is: where it begins or where it leads.

use super::super::{lexicon, profile::Role, text::Text};
use std::ops::Range;

/// Whether the words before a value say that something begins or ends with it.
pub(super) fn role(text: &Text<'_>, words: &Range<usize>) -> Option<Role> {
    let sentence = text.sentence_of(words.start)?;
    // "Between Hull and York"
    let led = |at: usize| text.before(at) == "between";
    if led(words.start) {
        return Some(Role::From);
    }
    let from = words.start.saturating_sub(6).max(sentence.words.start);
    if text.before(words.start) == "and"
        && (from..words.start - 1).any(|at| led(at) && (at..words.start - 1).all(|at| text.words[at].capital))
    {
        return Some(Role::To);
    }
    let mut at = words.start;
    let stop = words.start.saturating_sub(8).max(sentence.words.start);
    let mut first = true;
    while at > stop {
        at -= 1;
        let (word, stem) = (text.word(at), text.stem(at));
        if matches!(word, "the" | "a" | "around" | "about" | "my") && first {
            continue;
        }
        if first && matches!(word, "to" | "until" | "till" | "through") {
            return Some(Role::To);
        }
        if first && word == "from" || word == "of" && first && text.before(at) == "out" {
            return Some(Role::From);
        }
        first = false;
        match word {
            "to" | "from" => continue,
            "and" | "," | "but" if words.start - at > 2 => break,
            "up" if matches!(text.before(at), "pick" | "picked" | "picking") => return Some(Role::From),
            "in" if text.before(at).starts_with("check") => return Some(Role::From),
            "out" if text.before(at).starts_with("check") => return Some(Role::To),
            "off" if text.before(at).starts_with("drop") => return Some(Role::To),
            "off" if text.before(at).starts_with("tak") => return Some(Role::From),
            _ => {}
        }
        if lexicon::TO.contains(&stem) && stem != "end" && stem != "last" && stem != "com" || matches!(word, "ending") {
            return Some(Role::To);
        }
        if lexicon::FROM.contains(&stem) && !matches!(stem, "pick" | "first") {
            return Some(Role::From);
        }
    }
    None
}
