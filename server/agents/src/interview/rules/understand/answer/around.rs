//! What stands around an answer and is none: "good question", "you know", ", I think".

use super::super::{cues, lexicon, text::Text};
use std::ops::Range;

/// Words before an answer that are none.
pub(super) const TALK: &[&[&str]] = &[
    &["by", "the", "way"],
    &["can", "you", "put", "down", "that"],
    &["can", "you", "note", "that"],
    &["could", "you", "note", "that"],
    &["note", "that"],
    &["good", "question"],
    &["great", "question"],
    &["difficult", "question"],
    &["hard", "question"],
    &["tough", "question"],
    &["tricky", "question"],
    &["interesting", "question"],
    &["that's", "a", "good", "question"],
    &["that's", "a", "difficult", "question"],
    &["let", "me", "see"],
    &["let", "me", "think"],
    &["as", "i", "said"],
    &["to", "be", "honest"],
    &["in", "short"],
    &["for", "now"],
    &["at", "the", "moment"],
    &["right", "now"],
];

/// Words before an answer that only say how sure it is, or nothing.
pub(super) const DOUBTS: &[&[&str]] = &[
    &["i", "said", "that"],
    &["i", "said"],
    &["i", "guess"],
    &["i", "suppose"],
    &["i", "believe"],
    &["i", "mean"],
    &["i'd", "say"],
    &["i'd", "guess"],
    &["i", "would", "say"],
    &["i", "would", "guess"],
    &["you", "know"],
    &["you", "could", "say"],
    &["you", "might", "say"],
    &["let's", "say"],
    &["as", "far", "as", "i", "know"],
    &["obviously"],
    &["clearly"],
    &["naturally"],
    &["of", "course"],
    &["honestly"],
    &["frankly"],
    &["presumably"],
    &["possibly"],
    &["supposedly"],
    &["i'd", "call", "it"],
    &["i", "would", "call", "it"],
    &["let's", "call", "it"],
    &["i", "want", "to", "say"],
    &["off", "the", "top", "of", "my", "head"],
    &["don't", "quote", "me"],
    &["nearly"],
    &["almost"],
    &["i", "think"],
    &["hard", "to", "say"],
    &["difficult", "to", "say"],
    &["a", "bit", "of", "everything"],
    &["all", "sorts", "of", "things"],
    &["to", "tell", "the", "truth"],
    &["if", "i'm", "honest"],
    &["in", "a", "way"],
    &["more", "exactly"],
    &["more", "precisely"],
    &["to", "be", "exact"],
    &["to", "be", "precise"],
    &["in", "other", "words"],
];

/// "Can you note that …": leads to an answer.
pub(in super::super) fn opens_note(text: &Text<'_>, at: usize) -> bool {
    let at = (at..at + 4).find(|&at| !text.is_mark(at) && !lexicon::OPENERS.contains(text.word(at))).unwrap_or(at);
    TALK.iter().any(|talk| talk.last() == Some(&"that") && text.reads(at, talk))
}

/// An answer without anything behind it that is none, in whatever order it is said.
pub(super) fn without_end(text: &Text<'_>, start: usize, mut end: usize, live: bool) -> usize {
    loop {
        let before = end;
        while end > start && text.is_mark(end - 1) && !matches!(text.word(end - 1), ")" | "%" | "\"" | "+" | "#") {
            end -= 1;
        }
        if live {
            end = without_courtesy(text, start, end);
        }
        if end > start && matches!(text.word(end - 1), "please" | "thanks" | "instead" | "though" | "too") {
            end -= 1;
        }
        if live && end == before {
            end = without_tail(text, start, end);
        }
        if end == before {
            return end;
        }
    }
}

/// "…, if that helps", "… hope that's ok"; "cheers" and "thank you" are courtesy only behind a mark.
fn without_courtesy(text: &Text<'_>, start: usize, end: usize) -> usize {
    let closes = |at: usize| {
        cues::at("courtesy", text, at).is_some_and(|length| at + length == end && (length > 2 || text.is_mark(at - 1)))
    };
    let Some(mut end) = (start + 1..end).find(|&at| closes(at)) else { return end };
    while end > start + 1 && is_joint(text, end - 1) {
        end -= 1;
    }
    end
}

/// "And I hope that's ok.": words that are nothing but courtesy.
pub(in super::super) fn is_courtesy(text: &Text<'_>, words: &Range<usize>) -> bool {
    let first = words.clone().find(|&at| !text.is_mark(at) && !is_joint(text, at));
    first.is_some_and(|at| cues::is("courtesy", text, at) && cues::skip("courtesy", text, &(at..words.end)) == words.end)
}

fn is_joint(text: &Text<'_>, at: usize) -> bool {
    matches!(text.word(at), "," | "-" | "and" | "but" | "so")
}

/// An answer without ", mostly", "I think", "from us" behind it.
fn without_tail(text: &Text<'_>, start: usize, mut end: usize) -> usize {
    // "…, sorry for my English": said of how it is said.
    let excuses = |at: usize| {
        text.word(at) == "," && matches!(text.word(at + 1), "sorry" | "sory" | "excuse" | "pardon" | "apologies" | "forgive")
    };
    if let Some(at) = (start + 1..end).find(|&at| excuses(at)) {
        end = at;
    }
    // "…, my brother and I": who does it.
    let who = |at: usize| {
        text.word(at) == ","
            && (matches!(text.word(at + 1), "my" | "our") && end <= at + 6 && matches!(text.word(end - 1), "i" | "me")
                || matches!(text.word(at + 1), "just" | "only") && end == at + 3 && text.word(end - 1) == "me")
    };
    if let Some(at) = (start + 1..end).find(|&at| who(at)) {
        end = at;
    }
    let mut cut = true;
    while cut {
        // "Vets now": when it is so.
        let held = matches!(text.word(end.wrapping_sub(2)), "right" | "for" | "until" | "till" | "by" | "from" | "than" | "as");
        if end > start + 1 && text.word(end - 1) == "now" && !held {
            end -= 1;
        }
        cut = false;
        for (tail, apart) in TAILS.iter().map(|tail| (tail, false)).chain(AFTER_COMMA.iter().map(|tail| (tail, true))) {
            let from = end.saturating_sub(tail.len());
            let fits = from > start && text.reads(from, tail) && (!apart || text.word(from - 1) == "," && from > start + 1);
            if fits {
                end = from;
                cut = true;
                while end > start + 1 && text.word(end - 1) == "," {
                    end -= 1;
                }
            }
        }
    }
    end
}

const TAILS: &[&[&str]] = &[
    &["i", "think"],
    &["i", "guess"],
    &["i", "suppose"],
    &["i", "believe"],
    &["i", "guess", "you", "could", "say"],
    &["you", "could", "say"],
    &["you", "might", "say"],
    &["you", "know"],
    &["i'd", "say"],
    &["i", "would", "say"],
    &["to", "be", "honest"],
    &["so", "to", "speak"],
    &["perhaps"],
    &["maybe"],
    &["probably"],
    &["possibly"],
    &["presumably"],
    &["obviously"],
    &["of", "course"],
    &["for", "sure"],
    &["as", "i", "said"],
    &["or", "something"],
    &["or", "something", "like", "that"],
    &["or", "so"],
    &["more", "or", "less"],
    &["to", "be", "exact"],
    &["to", "be", "precise"],
    &["or", "thereabouts"],
    &["lol"],
    &["haha"],
    &["hahaha"],
    &["hehe"],
    &["lmao"],
    &["xd"],
    &["if", "you", "like"],
    &["if", "you", "will"],
    &["from", "us"],
    &["from", "me"],
    &["nowadays"],
    &["these", "days"],
];

/// These belong to the answer unless a comma parts them from it.
const AFTER_COMMA: &[&[&str]] = &[
    &["for", "now"],
    &["mostly"],
    &["mainly"],
    &["honestly"],
    &["usually"],
    &["actually"],
    &["basically"],
    &["naturally"],
    &["clearly"],
    &["definitely"],
    &["certainly"],
    &["frankly"],
    &["i", "mean"],
    &["by", "the", "way"],
    &["genius"],
    &["sherlock"],
    &["einstein"],
    &["mate"],
    &["dude"],
    &["buddy"],
    &["pal"],
    &["man"],
    &["sir"],
    &["madam"],
    &["dear"],
    &["love"],
];
