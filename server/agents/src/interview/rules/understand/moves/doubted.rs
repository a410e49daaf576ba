//! What is not known or not decided: a doubt is said of the question, or of what it names.

use super::{
    super::{
        cues, lexicon,
        profile::{Plan, Slot},
        reading,
        signs::{Sign, Signs},
        text::Text,
    },
    named_beside,
};
use domain::interview::Heard;
use std::ops::Range;

/// The obligation that the doubt's own part of the sentence names, else the one that the sentence does where that is not held.
pub(in super::super) fn doubted(
    heard: &Heard,
    text: &Text<'_>,
    sentence: &Range<usize>,
    (plan, signs): (&Plan, &Signs),
    named: Option<usize>,
) -> Option<usize> {
    let doubts = |(sign, words): &&(Sign, Range<usize>)| {
        matches!(sign, Sign::DontKnow | Sign::AnyWillDo) && sentence.contains(&words.start)
    };
    let Some((_, doubt)) = signs.0.iter().find(doubts) else { return named };
    let part = part_around(text, doubt, sentence);
    let sides = [doubt.end..part.end, part.start..doubt.start];
    let own = named_beside(text, &part, plan, signs);
    let own = own.or_else(|| sides.iter().find_map(|side| reading::named_by(text, plan, side)));
    let is_held = |slot: usize| heard.held.get(slot).is_some_and(|held| held.value.is_some());
    own.or_else(|| named.filter(|slot| !is_held(*slot)))
}

/// From one joint of the sentence to the next; "revenue: no idea" is one part.
pub(in super::super) fn part_around(text: &Text<'_>, inner: &Range<usize>, sentence: &Range<usize>) -> Range<usize> {
    let breaks = |at: &usize| cues::is("joint", text, *at) && text.word(*at) != ":";
    let start = (sentence.start..inner.start).rev().find(breaks).map_or(sentence.start, |at| at + 1);
    start..(inner.end..sentence.end).find(breaks).unwrap_or(sentence.end)
}

/// Nothing but the name of an obligation.
pub(in super::super) fn is_a_name(text: &Text<'_>, words: &Range<usize>, plan: &Plan) -> bool {
    let small = |at: usize| text.is_mark(at) || lexicon::COMMON.contains(text.word(at));
    let names = |slot: &Slot| words.clone().all(|at| small(at) || slot.spoken.is_about(text.stem(at)));
    !words.clone().all(small) && plan.slots.iter().any(names)
}
