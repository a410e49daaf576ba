//! Small phrases that tell what a part of a message does, from `cues.txt`.

use super::text::Text;
use std::{collections::HashMap, ops::Range, sync::LazyLock};

static WORDS: LazyLock<HashMap<&str, Vec<Vec<&str>>>> = LazyLock::new(|| {
    let lines = include_str!("cues.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, phrases)| {
            let mut phrases: Vec<Vec<&str>> = phrases.split(" | ").map(|phrase| phrase.split(' ').collect()).collect();
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
            (name, phrases)
        })
        .collect()
});

/// How many words of this list stand at this place, the longest phrase first.
pub(super) fn at(list: &str, text: &Text<'_>, at: usize) -> Option<usize> {
    let phrases = WORDS.get(list)?;
    phrases.iter().find(|phrase| text.reads(at, phrase)).map(Vec::len)
}

/// Whether one of the list stands at this place.
pub(super) fn is(list: &str, text: &Text<'_>, place: usize) -> bool {
    at(list, text, place).is_some()
}

/// The first place within these words where one of the list stands.
pub(super) fn find(list: &str, text: &Text<'_>, words: &Range<usize>) -> Option<Range<usize>> {
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
            "doing",
        ] {
            assert!(WORDS.get(list).is_some_and(|phrases| !phrases.is_empty()), "{list}");
        }
    }
}
