//! What the words around a name say it is the name of.

use super::super::{
    lexicon,
    profile::{Kind, Plan, Slot},
    text::Text,
};
use std::ops::Range;

/// "The album Red", "the Blue Door restaurant": the obligation's own noun stands right beside the name.
pub(super) fn apposition(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> bool {
    let fits = matches!(slot.kind, Kind::Title | Kind::Person | Kind::Spot) || slot.kind == Kind::Text && !slot.asks;
    let noun = |at: usize| {
        let stem = text.stem(at);
        !text.is_mark(at) && !matches!(stem, "nam" | "titl") && slot.named.iter().any(|named| named == stem)
    };
    // "The Blue Door restaurant" has a name; "the Italian restaurants" are of a sort.
    let called = text.before(words.start) == "the" && noun(words.end) && !text.word(words.end).ends_with('s');
    fits && (words.start.checked_sub(1).is_some_and(noun) || called)
}

/// Whether what stands before a name leads to such a thing, whatever else the name may be: "in Orange", "called Luxury".
pub(super) fn is_led_to(text: &Text<'_>, words: &Range<usize>, kind: Kind) -> bool {
    let before = text.before(words.start);
    match kind {
        Kind::City | Kind::Spot => matches!(before, "in" | "to" | "from" | "near" | "at" | "around"),
        Kind::Person => matches!(before, "with" | "by"),
        Kind::Title => matches!(before, "called" | "named" | "titled"),
        _ => false,
    }
}

/// "A Concert": what the topic is about, written large, is no name of it.
pub(super) fn is_only_a_kind(text: &Text<'_>, words: &Range<usize>, plan: &Plan, topic: usize) -> bool {
    let about = |list: &Vec<(usize, f32)>| list.iter().any(|(known, weight)| *known == topic && *weight >= 1.0);
    words.len() == 1 && plan.topic_words.get(text.stem(words.start)).is_some_and(about)
}

/// Another name stands right before the small words that lead to this one.
pub(super) fn stands_behind_a_name(text: &Text<'_>, words: &Range<usize>) -> bool {
    let lead = (0..words.start).rev().find(|&at| !matches!(text.word(at), "the" | "at" | "in"));
    lead.is_some_and(|at| {
        let word = text.word(at);
        let dated = lexicon::WEEKDAYS.iter().chain(lexicon::MONTHS).any(|(name, _)| *name == word);
        text.words[at].capital
            && !dated
            && !lexicon::COMMON.contains(word)
            && !lexicon::OPENERS.contains(word)
            && !lexicon::VERBS.contains(word)
    })
}

/// "Songs by Ada", "a book from Ada": a name led by what joins a work to who made it, where the topic asks for both.
pub(super) fn is_maker(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: &Slot) -> bool {
    let maker = |one: &Slot| one.topic == slot.topic && one.kind == Kind::Person && !one.fact;
    let work = |one: &Slot| one.topic == slot.topic && one.kind == Kind::Title && one.principal;
    if !matches!(text.before(words.start), "by" | "of" | "from" | "like") || !plan.slots.iter().any(maker) {
        return false;
    }
    let from = words.start.saturating_sub(7);
    let noun = |at: usize| {
        let stem = text.stem(at);
        plan.slots.iter().filter(|one| work(one)).any(|one| one.named.iter().any(|named| named == stem))
            || plan
                .topic_words
                .get(stem)
                .is_some_and(|list| list.iter().any(|(topic, weight)| *topic == slot.topic && *weight >= 1.0))
    };
    (from..words.start).any(noun)
}

/// How little one word with a capital is a name where nothing but the sentence's beginning gives it one; `None` where it is none:
/// "Ceremony's at two", "Important: …".
pub(super) fn doubtful_name(text: &Text<'_>, words: &Range<usize>) -> Option<f32> {
    let opens = text.sentence_of(words.start).is_some_and(|sentence| sentence.words.start == words.start);
    if words.len() > 1 || !opens {
        return Some(0.0);
    }
    let said = text.word(words.start);
    if text.word(words.end) == ":" || said.ends_with("'s") {
        return None;
    }
    let alone = text.is_mark(words.end);
    Some(if alone { 0.5 } else { 1.5 })
}

pub(super) fn place_preposition(before: &str) -> f32 {
    match before {
        "to" | "from" | "at" => 2.0,
        "in" | "near" | "around" => 0.8,
        _ => 0.0,
    }
}

/// "jazz records", "Greek recipes": what the topic is about follows right behind.
pub(super) fn sort_of(text: &Text<'_>, words: &Range<usize>, plan: &Plan, topic: usize) -> bool {
    // "The Blue Door restaurant": one that has a name.
    let named = text.before(words.start) == "the" && text.words[words.start].capital && !text.word(words.end).ends_with('s');
    words.len() < 3
        && !named
        && plan
            .topic_words
            .get(text.stem(words.end))
            .is_some_and(|list| list.iter().any(|(known, weight)| *known == topic && *weight >= 1.0))
}

/// "Riverside Bus Station": the name says that it is no town.
pub(super) fn is_site(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.len() > 1 && words.clone().skip(1).any(|at| lexicon::SITES.contains(text.word(at)))
}
