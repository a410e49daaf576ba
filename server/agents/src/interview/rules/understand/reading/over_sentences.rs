//! A list over more than one sentence may name things only to put them aside: "Cameras. Solar I looked at and dropped."

use super::{
    super::{
        lexicon,
        profile::{Kind, Plan},
        signs::Sign,
        text::{Mood, Sentence, Text},
    },
    Moment,
};
use domain::interview::{Finding, Heard, Manner};
use protocol::interview::Asking;
use std::ops::Range;

/// Lists whose last sentence says more than their options are read back, and words beside which others may have been lost.
pub(super) fn doubt(heard: &Heard, plan: &Plan, text: &Text<'_>, findings: &mut [Finding]) {
    let Some((key, Asking::Question)) = &heard.asked else { return };
    let Some(slot) = plan.index(key).map(|slot| &plan.slots[slot]) else { return };
    let places: Vec<usize> = findings.iter().filter(|one| one.quote.turn.is_none()).map(|one| one.quote.start).collect();
    for one in findings.iter_mut().filter(|one| one.key == *key && one.manner == Manner::Direct && one.quote.turn.is_none()) {
        let is_doubtful = match slot.kind {
            Kind::Several => is_list_that_says_more(text, one),
            Kind::Text => text.sentences.iter().any(|sentence| is_lost(text, sentence, one, &places)),
            _ => false,
        };
        if is_doubtful {
            (one.manner, one.confidence) = (Manner::Hedged, Manner::Hedged.confidence());
        }
    }
}

fn is_list_that_says_more(text: &Text<'_>, list: &Finding) -> bool {
    let holds = |sentence: &&Sentence| {
        let place = text.place(&sentence.words);
        place.start < list.quote.end && list.quote.start < place.end
    };
    let mut sentences = text.sentences.iter().filter(holds);
    matches!((sentences.next(), sentences.next_back()), (Some(_), Some(last)) if tells_more(text, last))
}

/// "Invoices. The book tells you who has not paid.": a part of the answer, or said to the one who asks.
fn is_lost(text: &Text<'_>, sentence: &Sentence, answer: &Finding, places: &[usize]) -> bool {
    let place = text.place(&sentence.words);
    let addresses = sentence.words.clone().any(|at| matches!(text.word(at), "you" | "your" | "you're"));
    let is_left = place.start >= answer.quote.end && !places.iter().any(|start| place.contains(start));
    is_left && addresses && sentence.mood == Mood::Statement && tells_more(text, sentence)
}

/// At least two words that are not small.
fn tells_more(text: &Text<'_>, sentence: &Sentence) -> bool {
    let small = |at: usize| {
        let word = text.word(at);
        text.is_mark(at) || lexicon::COMMON.contains(word) || lexicon::OPENERS.contains(word)
    };
    sentence.words.clone().filter(|&at| !small(at)).nth(1).is_some()
}

impl Moment<'_, '_> {
    /// "The cellar, but no idea about the attic": an option that is doubted by itself is not chosen.
    pub(super) fn is_left_open(&self, option: &Range<usize>) -> bool {
        if self.heard.imported {
            return false;
        }
        let text = self.text;
        let ends = |at: usize| text.word(at) == "but" || text.is_mark(at) && !matches!(text.word(at), "-" | "/" | "&");
        let start = (0..option.start).rev().find(|&at| ends(at)).map_or(0, |at| at + 1);
        let end = (option.end..text.words.len()).find(|&at| ends(at)).unwrap_or(text.words.len());
        self.signs.find(Sign::DontKnow).filter(|doubt| start <= doubt.start && doubt.end <= end).any(|doubt| {
            let of = usize::from(matches!(text.word(doubt.end), "about" | "of" | "on" | "with" | "yet"));
            let after = doubt.end + of;
            // Where nothing follows that could be doubted, what stood before is.
            let is_behind = after >= end || text.word(after) == "and";
            if is_behind { option.end <= doubt.start } else { after <= option.start }
        })
    }
}
