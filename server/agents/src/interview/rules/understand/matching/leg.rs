//! There and back: both ways of a journey have a departure and an arrival.

use super::super::{
    profile::{Leg, Role, Slot},
    text::{Shape, Text},
};
use std::ops::Range;

/// How well a time fits the way that an obligation is about, and the role it has on that way; unchanged where it is about neither.
pub(super) fn fit(text: &Text<'_>, words: &Range<usize>, slot: &Slot, role: Option<Role>) -> (f32, Option<Role>) {
    let Some(leg) = slot.leg else { return (0.0, role) };
    let Some(sentence) = text.sentence_of(words.start) else { return (0.0, role) };
    let from = words.start.saturating_sub(8).max(sentence.words.start);
    let since =
        (from..words.start).rev().take_while(|&at| text.words[at].shape == Shape::Letters || text.words[at].shape == Shape::Mark);
    let mut said = Leg::There;
    let mut returns = false;
    for at in since {
        if matches!(text.stem(at), "return" | "inbound") || text.reads(at, &["back"]) {
            said = Leg::Back;
            // "It returns at six": it sets out on its way back.
            returns = words.start - at <= 2;
            break;
        }
        if matches!(text.stem(at), "outbound" | "onward") {
            break;
        }
    }
    (if said == leg { 0.6 } else { -1.6 }, if returns { Some(Role::From) } else { role })
}
