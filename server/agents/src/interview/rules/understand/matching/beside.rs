//! Whether a number may count something else than what is asked for: it is read back then.

use super::counted::{is_own, noun};
use crate::interview::rules::understand::{
    cues, lexicon,
    profile::{Plan, Slot},
    reading::names_people,
    text::{Text, stem},
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// "Four seats", asked for people; "my colleague has three kids", asked for a team; "three floors", asked for rooms.
pub(in super::super) fn is_oddly_counted(
    text: &Text<'_>,
    words: &Range<usize>,
    plan: &Plan,
    slot: usize,
    unit: Option<&str>,
) -> bool {
    let one = &plan.slots[slot];
    let Some(noun) = noun(text, words.end) else {
        // "My daughter turned nine"
        return matches!(text.before(words.start), "turned" | "turns" | "turning");
    };
    let is_unit = unit.is_some_and(|unit| stem(&unit.to_lowercase()) == text.stem(noun));
    if is_own(one, text, noun) || is_unit {
        return false;
    }
    let people = names_people(text.word(noun));
    if one.people && !people {
        return true;
    }
    if one.widget != WidgetType::Number {
        return false;
    }
    let clause = clause(text, words);
    let counted = words.start..noun + 1;
    if !one.people {
        return !is_of_speaker(text, &clause) && !is_of_question(text, &counted, one, None);
    }
    let holder = holder(text, &clause, one);
    let children =
        one.us && cues::is("children", text, noun) && matches!(text.before(words.start), "have" | "has" | "had" | "got");
    (holder.is_some() || children) && !is_of_question(text, &counted, one, holder)
}

/// From a mark or a joining word up to the number.
fn clause(text: &Text<'_>, words: &Range<usize>) -> Range<usize> {
    let first = text.sentence_of(words.start).map_or(words.start, |sentence| sentence.words.start);
    let ends = |at: usize| text.is_mark(at) || matches!(text.word(at), "and" | "but" | "so");
    (first..words.start).rev().find(|&at| ends(at)).map_or(first, |at| at + 1)..words.start
}

fn is_of_speaker(text: &Text<'_>, clause: &Range<usize>) -> bool {
    clause.clone().any(|at| cues::is("speaking", text, at))
}

/// Another word of its sentence, but for the one who has it, is the question's own.
fn is_of_question(text: &Text<'_>, counted: &Range<usize>, slot: &Slot, holder: Option<usize>) -> bool {
    let Some(sentence) = text.sentence_of(counted.start) else { return false };
    sentence.words.clone().filter(|at| !counted.contains(at) && Some(*at) != holder && !text.is_mark(*at)).any(|at| {
        let stem = text.stem(at);
        let tells = !lexicon::COMMON.contains(text.word(at)) && !lexicon::OPENERS.contains(text.word(at));
        slot.counted_by.iter().any(|known| known == stem) || tells && (slot.spoken.is_about(stem) || slot.cues.contains_key(stem))
    })
}

/// "My colleague has", "she keeps": somebody who is neither the speaker nor what is counted.
fn holder(text: &Text<'_>, clause: &Range<usize>, slot: &Slot) -> Option<usize> {
    let first = clause.clone().find(|&at| !lexicon::OPENERS.contains(text.word(at)))?;
    let equates = |at: usize| cues::is("equating", text, at);
    if is_of_speaker(text, clause) || clause.clone().any(equates) {
        return None;
    }
    if cues::is("somebody else", text, first) {
        return Some(first);
    }
    let somebody = |at: &usize| names_people(text.word(*at)) && !text.word(*at).ends_with('s') && !is_own(slot, text, *at);
    cues::is("determiner", text, first).then(|| (first + 1..clause.end.min(first + 4)).find(somebody)).flatten()
}
