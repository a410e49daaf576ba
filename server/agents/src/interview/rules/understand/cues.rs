//! Small phrases that tell what a part of a message does, from `cues.txt`; greetings are one more list of them.

use super::{greetings, text::Text};
use std::{cmp::Reverse, collections::HashMap, ops::Range, sync::LazyLock};

/// A phrase and the list that it is of.
type Phrase = (&'static str, Vec<&'static str>);

/// By their first words, the longest first.
static PHRASES: LazyLock<HashMap<&str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<Phrase>> = HashMap::new();
    let lists = include_str!("cues.txt").lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    let listed = lists.flat_map(|(list, all)| all.split(" | ").map(move |phrase| (list, phrase)));
    for (list, phrase) in listed.chain(greetings::list_whole().map(|phrase| ("greeting", phrase))) {
        let words: Vec<&str> = phrase.split(' ').collect();
        phrases.entry(words[0]).or_default().push((list, words));
    }
    phrases.values_mut().for_each(|alike| alike.sort_by_key(|(_, words)| Reverse(words.len())));
    phrases
});

/// Where phrases stand in a text.
#[derive(Debug)]
pub(super) struct Cues {
    /// Of each word the lists, and how many words of the text are theirs.
    at: Vec<Vec<(&'static str, usize)>>,
    /// Lists of which anything stands anywhere.
    lists: Vec<&'static str>,
}

/// Looked up once, as many readings ask for it.
fn cues<'t>(text: &'t Text<'_>) -> &'t Cues {
    text.cues.get_or_init(|| mark(text))
}

fn mark(text: &Text<'_>) -> Cues {
    let at = |place: usize| {
        let alike = PHRASES.get(text.word(place)).into_iter().flatten();
        alike.filter(|(_, words)| text.reads(place, words)).map(|(list, words)| (*list, words.len())).collect()
    };
    let at: Vec<Vec<_>> = (0..text.words.len()).map(at).collect();
    let mut lists: Vec<&str> = at.iter().flatten().map(|(list, _)| *list).collect();
    lists.sort_unstable();
    lists.dedup();
    Cues { at, lists }
}

/// How many words of this list stand at this place, the longest phrase first.
pub(super) fn at(list: &str, text: &Text<'_>, at: usize) -> Option<usize> {
    cues(text).at.get(at)?.iter().find(|(name, _)| *name == list).map(|(_, length)| *length)
}

/// Whether one of the list stands at this place.
pub(super) fn is(list: &str, text: &Text<'_>, place: usize) -> bool {
    at(list, text, place).is_some()
}

/// The first place within these words where one of the list stands.
pub(super) fn find(list: &str, text: &Text<'_>, words: &Range<usize>) -> Option<Range<usize>> {
    // A text may be long, and be asked for each of its parts.
    if !cues(text).lists.contains(&list) {
        return None;
    }
    words
        .clone()
        .find_map(|start| at(list, text, start).map(|length| start..start + length))
        .filter(|found| found.end <= words.end)
}

/// Past all words of the list, and marks.
pub(super) fn skip(list: &str, text: &Text<'_>, words: &Range<usize>) -> usize {
    let mut start = words.start;
    while start < words.end {
        match at(list, text, start) {
            Some(length) => start += length,
            None if text.is_mark(start) => start += 1,
            None => break,
        }
    }
    start.min(words.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_that_is_asked_for_is_there() {
        for list in [
            "correcting", "makes", "dropping", "swapping", "for", "said", "but", "adding", "taking off", "gone", "takes over",
            "later", "earlier", "moving", "ruled out", "settling", "wishing", "past", "due", "denying", "joint", "beginning",
            "doing", "amending", "ought", "being", "turning", "requesting", "putting", "rejecting", "differing", "hoping for",
            "of anybody", "of the talk", "pronoun", "referring", "resuming", "objecting", "regarding", "preferring", "pointing",
            "determiner", "denying a value", "bounding", "called off", "before a name", "pointing back", "meaning it",
            "speaking", "owned", "children", "making anew", "linking", "further", "introducing", "introduced", "hedging",
            "naming", "courtesy", "greeting", "back soon", "back in", "having to", "judging", "leading home", "pointing at it",
            "equating", "somebody else", "being about to", "near", "oneself", "having to go", "leaving", "fetching",
            "calling away", "of the moment", "lasting", "ending", "having meant", "against", "restricting", "leaving out",
            "excepting",
        ] {
            assert!(PHRASES.values().flatten().any(|(name, _)| *name == list), "{list}");
        }
    }
}
