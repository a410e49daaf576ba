//! Which topic is under way: people stay with what they talk about until they say something else.

use super::{profile::Plan, text::Text};
use domain::interview::HeardTurn;
use protocol::interview::Speaker;
use std::ops::Range;

/// How many of the earlier turns still count.
const REMEMBERED: usize = 6;

/// How much the words of a turn speak for each topic.
pub(super) fn spoken(text: &Text<'_>, plan: &Plan, words: Range<usize>) -> Vec<f32> {
    let mut scores = vec![0.0; plan.topics];
    let mut seen: Vec<&str> = Vec::new();
    for at in words.take(400) {
        let stem = text.stem(at);
        if text.is_mark(at) || seen.contains(&stem) {
            continue;
        }
        if let Some(list) = plan.topic_words.get(stem) {
            seen.push(stem);
            for (topic, weight) in list {
                scores[*topic] += weight;
            }
        }
    }
    scores
}

/// 0 to 1 for every topic after these turns.
pub(super) fn under_way(history: &[HeardTurn], plan: &Plan, held: &[Option<String>]) -> Vec<f32> {
    if plan.topics < 2 {
        return vec![1.0; plan.topics];
    }
    let mut state = vec![0.0_f32; plan.topics];
    for turn in &history[history.len().saturating_sub(REMEMBERED)..] {
        let text = Text::new(&turn.text);
        let mut scores = spoken(&text, plan, 0..text.words.len());
        for (slot, value) in held.iter().enumerate() {
            // Values that are held bring their topic with them.
            if let Some(value) = value.as_ref().filter(|value| value.len() > 3)
                && text.low.contains(value.as_str())
            {
                scores[plan.slots[slot].topic] += 0.7;
            }
        }
        // The person leads from topic to topic, the agent follows.
        if turn.speaker == Speaker::Agent {
            scores.iter_mut().for_each(|score| *score *= 0.6);
        }
        follow(&mut state, &scores);
    }
    state
}

/// With the topic under way at 1.
pub(super) fn levelled(state: &[f32]) -> Vec<f32> {
    let most = state.iter().copied().fold(0.0_f32, f32::max);
    state.iter().map(|known| if most > 0.0 { known / most } else { 0.8 }).collect()
}

/// One turn more: what it speaks of comes to the front, the rest fades.
pub(super) fn follow(state: &mut [f32], spoken: &[f32]) {
    let most = spoken.iter().copied().fold(0.0_f32, f32::max);
    let strength = (most / 2.0).min(1.0);
    for (known, new) in state.iter_mut().zip(spoken) {
        let share = if most > 0.0 { new / most } else { 0.0 };
        *known = *known * (1.0 - 0.7 * strength) + share * share * strength;
    }
    let most = state.iter().copied().fold(0.0_f32, f32::max);
    if most > 1.0 {
        state.iter_mut().for_each(|known| *known /= most);
    }
}
