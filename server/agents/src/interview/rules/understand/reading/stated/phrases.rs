//! Where the phrases of a statement end, and whether one names people or those who act like them.

use super::super::super::{
    lexicon::{self, Words},
    text::{Shape, Text},
};
use std::ops::Range;

/// Small words that may stand before people and things.
static OF_THINGS: Words = Words::new("before somebody");
/// From here on it is only described who they are.
static DESCRIBES: Words = Words::new("describing somebody");

/// Verbs by which a statement goes on with something else: "… and have 12 employees".
const GOES_ON: &[&str] = &[
    "have", "has", "had", "are", "is", "was", "were", "employ", "make", "sell", "run", "need", "want", "do", "work", "earn",
    "plan", "charge", "use", "get", "would", "will", "can", "hope", "aim", "offer", "started", "founded", "exist", "operate",
    "serve", "live", "expect", "took", "made", "earned",
];

/// People, and bodies of people that buy, use or ask for something. With the endings below these say that a phrase is about them.
static PEOPLE: Words = Words::new("people");

const ENDINGS: &[&str] = &["ists", "ians", "men", "women", "folk", "owners", "makers", "lovers", "holders", "workers"];

/// Where a phrase ends that begins here: before another statement, a reason, or a remark.
pub(super) fn phrase_end(text: &Text<'_>, from: usize, end: usize) -> usize {
    let ends = |at: usize| {
        let (word, next) = (text.word(at), text.word(at + 1));
        match word {
            ";" | "." | "!" | "(" | ":" | "because" | "since" | "although" | "which" | "where" | "while" => true,
            "and" | "but" => word == "but" || GOES_ON.contains(&next) || matches!(next, "we" | "i" | "our" | "my"),
            "," => {
                let past = at + 1 + usize::from(matches!(next, "and" | "but" | "so"));
                let then = text.word(past);
                GOES_ON.contains(&then)
                    || matches!(
                        then,
                        "we" | "i" | "our" | "my" | "it" | "they" | "which" | "because" | "mostly" | "mainly" | "so" | "just"
                    )
                    || !(past..end).any(|at| text.words[at].shape == Shape::Letters)
            }
            "-" => text.words[at].spaced,
            _ => false,
        }
    };
    (from..end).find(|&at| ends(at)).unwrap_or(end)
}

/// What is offered ends before words of price, time and way.
pub(super) fn thing_end(text: &Text<'_>, from: usize, end: usize) -> usize {
    let stops = |at: usize| {
        let digits = text.words.get(at + 1).is_some_and(|next| matches!(next.shape, Shape::Digits | Shape::Mark));
        match text.word(at) {
            "for" | "at" => digits,
            "directly" | "online" | "since" => true,
            _ => false,
        }
    };
    let mut end = (from + 1..end).find(|&at| stops(at)).unwrap_or(end);
    while end > from
        && (text.is_mark(end - 1)
            || matches!(text.word(end - 1), "mostly" | "mainly" | "primarily" | "directly" | "only" | "and"))
    {
        end -= 1;
    }
    end
}

/// "To help", "to save time": a purpose rather than somebody.
pub(super) fn is_infinitive(text: &Text<'_>, to: usize) -> bool {
    let next = text.word(to + 1);
    const PURPOSES: &[&str] = &[
        "help", "save", "improve", "reduce", "manage", "avoid", "increase", "keep", "protect", "support", "measure", "order",
        "track", "learn", "grow", "reach", "cover", "pay", "buy", "sell", "clean", "cut", "connect", "automate", "solve",
        "measure", "fit", "suit", "meet", "replace", "handle", "store", "print", "live", "survive",
    ];
    PURPOSES.contains(&next) || lexicon::COMMON.contains(next) && !OF_THINGS.contains(next) || lexicon::VERBS.contains(next)
}

/// The last noun of the phrase, before what only describes it, is somebody.
pub(super) fn names_people(text: &Text<'_>, words: &Range<usize>) -> bool {
    let describes = |at: usize| DESCRIBES.contains(text.word(at));
    let end = (words.start + 1..words.end).find(|&at| describes(at)).unwrap_or(words.end);
    (words.start..end).any(|at| {
        let last = at + 1 == end || text.is_mark(at + 1) || matches!(text.word(at + 1), "and" | "or");
        last && is_people(text.word(at))
    })
}

fn is_people(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    PEOPLE.contains(word) || PEOPLE.contains(one) || ENDINGS.iter().any(|ending| word.ends_with(ending))
}
