//! A list over more than one sentence may name things only to put them aside: "Cameras. Solar I looked at and dropped."

use super::super::{
    lexicon,
    profile::Plan,
    text::{Sentence, Text},
};
use domain::interview::{Finding, Heard, Manner};
use protocol::interview::{Asking, WidgetType};

/// Lists whose last sentence says more than their options are read back.
pub(super) fn doubt(heard: &Heard, plan: &Plan, text: &Text<'_>, findings: &mut [Finding]) {
    let Some((asked, Asking::Question)) = &heard.asked else { return };
    let several = |key: &str| plan.index(key).is_some_and(|slot| plan.slots[slot].widget == WidgetType::Multiselect);
    for one in findings.iter_mut().filter(|one| one.key == *asked && one.manner == Manner::Direct && several(&one.key)) {
        let holds = |sentence: &&Sentence| {
            let place = text.place(&sentence.words);
            one.quote.turn.is_none() && place.start < one.quote.end && one.quote.start < place.end
        };
        let mut sentences = text.sentences.iter().filter(holds);
        if let (Some(_), Some(last)) = (sentences.next(), sentences.next_back())
            && tells_more(text, last)
        {
            (one.manner, one.confidence) = (Manner::Hedged, Manner::Hedged.confidence());
        }
    }
}

/// At least two words that are not small.
fn tells_more(text: &Text<'_>, sentence: &Sentence) -> bool {
    let small = |at: usize| {
        let word = text.word(at);
        text.is_mark(at) || lexicon::COMMON.contains(word) || lexicon::OPENERS.contains(word)
    };
    sentence.words.clone().filter(|&at| !small(at)).nth(1).is_some()
}
