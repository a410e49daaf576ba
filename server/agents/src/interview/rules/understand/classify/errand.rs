//! What somebody has to do at this moment, and is no answer: "sorry, need to grab a coffee", "someone's at the door".

use super::{
    super::{cues, lexicon, profile::Slot, text::Text},
    class::Class,
};
use std::ops::Range;

/// The speaker, or nobody who is named, has to go, or for a while, or to fetch something of the moment of which the question is not.
pub(super) fn errand(text: &Text<'_>, part: &Range<usize>, slot: &Slot, prompt: &str) -> Option<Class> {
    let small = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at));
    let first = part.clone().find(|&at| !small(at)).unwrap_or(part.end);
    let from = cues::skip("oneself", text, &(first..part.end));
    let at = |list: &str, at: usize| cues::at(list, text, at).map(|length| at + length).filter(|end| *end <= part.end);
    // "No time for lunch" lacks something.
    if text.before(from) == "no" {
        return None;
    }
    if let Some(rest) = at("calling away", from) {
        return is_of_the_moment(text, &(rest..part.end), slot)?.then_some(Class::Aside);
    }
    let must = at("having to", from).or_else(|| at("having to go", from))?;
    // "What do you need?" – "I need to get a phone"
    let answers = text.word(from) == "need" && prompt.to_lowercase().contains("need");
    let ends = |list: &str, named: bool| {
        let rest = at(list, must).filter(|_| !answers)?..part.end;
        (is_of_the_moment(text, &rest, slot)? == named).then_some(rest)
    };
    let goes = |rest: Range<usize>| if rest.is_empty() { Class::Pause } else { Class::Aside };
    ends("fetching", true).map(|_| Class::Aside).or_else(|| ends("leaving", false).map(goes))
}

/// Whether something of the moment is named; `None` where these words say anything else, or what is asked about.
fn is_of_the_moment(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> Option<bool> {
    let (mut at, mut named) = (words.start, false);
    while at < words.end {
        let thing = cues::at("of the moment", text, at).or_else(|| cues::at("children", text, at));
        let is_own = |at: usize| slot.spoken.is_about(text.stem(at)) || slot.cues.contains_key(text.stem(at));
        if (at..at + thing.unwrap_or_default()).any(|at| !lexicon::COMMON.contains(text.word(at)) && is_own(at)) {
            return None;
        }
        let beside = || cues::at("lasting", text, at).or_else(|| cues::at("determiner", text, at));
        let quiet = || (text.is_mark(at) || lexicon::OPENERS.contains(text.word(at))).then_some(1);
        named |= thing.is_some();
        at += thing.or_else(beside).or_else(quiet)?;
    }
    Some(named)
}
