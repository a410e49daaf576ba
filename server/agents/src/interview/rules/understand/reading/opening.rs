//! Who opens a conversation says who they are before they say what they want: "Hello, Lena from Graz. We need a new roof."

use super::super::{profile::Plan, text::Text};
use domain::interview::{Finding, Heard, Manner};
use protocol::interview::{Asking, Speaker, WidgetType};

/// Fewer words are an answer: "Logistics. We are 45 people."
const SPEECH: usize = 5;

/// A text taken from the first of several sentences of the first message is read back.
pub(super) fn doubt(heard: &Heard, plan: &Plan, text: &Text<'_>, findings: &mut [Finding]) {
    let Some((key, Asking::Question)) = &heard.asked else { return };
    let is_text = plan.index(key).is_some_and(|slot| plan.slots[slot].widget == WidgetType::Text);
    if !is_text || heard.history.iter().any(|turn| turn.speaker == Speaker::User) || text.sentences.len() < 2 {
        return;
    }
    let words = &text.sentences[0].words;
    if words.clone().filter(|&at| !text.is_mark(at)).count() < SPEECH {
        return;
    }
    let first = text.place(words);
    for one in findings.iter_mut().filter(|one| one.key == *key && one.manner == Manner::Direct) {
        if one.quote.turn.is_none() && first.contains(&one.quote.start) {
            (one.manner, one.confidence) = (Manner::Hedged, Manner::Hedged.confidence());
        }
    }
}
