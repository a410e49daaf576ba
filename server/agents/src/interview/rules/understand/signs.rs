//! Phrases that say what a person does with a message, rather than what is the case, from `signs.txt`.

use super::{
    greetings,
    lexicon::Words,
    text::{Mood, Shape, Text},
};
use aho_corasick::{AhoCorasick, MatchKind};
use std::{ops::Range, sync::LazyLock};

/// What may stand before a yes or a no.
static QUIET: Words = Words::new("quiet");
/// What stands before a judgement that fills a sentence.
static JUDGED: Words = Words::new("judged");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    Yes,
    /// Likes what was offered.
    Likes,
    No,
    /// "That's wrong."
    Wrong,
    /// "Actually", "instead", "I changed my mind".
    Change,
    /// "Anything else?", "show me another".
    Others,
    Skip,
    Defer,
    DontKnow,
    /// "No preference", "any will do".
    AnyWillDo,
    Withdraw,
    Why,
    Meaning,
    Examples,
    Research,
    Back,
    /// "Let's start."
    Ready,
    Done,
    Greeting,
    Thanks,
    SmallTalk,
    Abuse,
    Hedge,
    Vague,
}

/// What the lists of `signs.txt` are called.
const NAMES: [(&str, Sign); 23] = [
    ("yes", Sign::Yes),
    ("likes", Sign::Likes),
    ("no", Sign::No),
    ("wrong", Sign::Wrong),
    ("change", Sign::Change),
    ("others", Sign::Others),
    ("skip", Sign::Skip),
    ("defer", Sign::Defer),
    ("not known", Sign::DontKnow),
    ("any will do", Sign::AnyWillDo),
    ("withdraw", Sign::Withdraw),
    ("why", Sign::Why),
    ("meaning", Sign::Meaning),
    ("examples", Sign::Examples),
    ("research", Sign::Research),
    ("back", Sign::Back),
    ("done", Sign::Done),
    ("thanks", Sign::Thanks),
    ("small talk", Sign::SmallTalk),
    ("ready", Sign::Ready),
    ("abuse", Sign::Abuse),
    ("hedge", Sign::Hedge),
    ("vague", Sign::Vague),
];

fn read_lists() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("signs.txt").lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    lines.flat_map(|(list, all)| all.split(" | ").map(move |phrase| (list, phrase)))
}

static FINDER: LazyLock<Option<(AhoCorasick, Vec<Sign>)>> = LazyLock::new(|| {
    let named = |list: &str| NAMES.iter().find(|(name, _)| *name == list).map(|(_, sign)| *sign);
    let phrases = read_lists().filter_map(|(list, phrase)| Some((named(list)?, phrase)));
    let (signs, phrases): (Vec<Sign>, Vec<&str>) =
        phrases.chain(greetings::list_whole().map(|greeting| (Sign::Greeting, greeting))).unzip();
    AhoCorasick::builder().match_kind(MatchKind::Standard).build(phrases).ok().map(|finder| (finder, signs))
});

/// The most phrases that are looked at.
const MOST: usize = 400;

/// A phrase inside an address, a path or a name joined by hyphens ("www.true-facts.example") is not said by anybody.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let joins = |c: char| matches!(c, '-' | '.' | '/' | '\\' | '_' | '@');
    let joined = |mut outward: std::iter::Take<&mut dyn Iterator<Item = char>>| {
        outward.next().is_some_and(joins) && outward.next().is_some_and(char::is_alphanumeric)
    };
    let before: &mut dyn Iterator<Item = char> = &mut text[..start].chars().rev();
    let after: &mut dyn Iterator<Item = char> = &mut text[end..].chars();
    !joined(before.take(2)) && !joined(after.take(2))
}

/// What was found where, as word indexes, from left to right.
#[derive(Debug, Default)]
pub(super) struct Signs(pub(super) Vec<(Sign, Range<usize>)>);

impl Signs {
    pub(super) fn of(text: &Text<'_>) -> Self {
        let Some((finder, signs)) = FINDER.as_ref() else { return Self::default() };
        let mut found: Vec<(Sign, Range<usize>)> = Vec::new();
        for hit in finder.find_overlapping_iter(&text.low) {
            if found.len() >= MOST {
                break;
            }
            let first = text.words.partition_point(|word| word.start < hit.start());
            let last = text.words.partition_point(|word| word.end < hit.end());
            if !stands_alone(&text.low, hit.start(), hit.end()) {
                continue;
            }
            if text.words.get(first).is_some_and(|word| word.start == hit.start())
                && text.words.get(last).is_some_and(|word| word.end == hit.end())
            {
                found.push((signs[hit.pattern().as_usize()], first..last + 1));
            }
        }
        // Of two phrases that overlap, the longer one was meant.
        let longest = found.clone();
        found.retain(|(_, words)| {
            !longest.iter().any(|(_, other)| other.start <= words.start && other.end >= words.end && other.len() > words.len())
        });
        found.sort_by_key(|(_, words)| words.start);
        Self(found)
    }

    pub(super) fn has(&self, sign: Sign) -> bool {
        self.0.iter().any(|(known, _)| *known == sign)
    }

    pub(super) fn find(&self, sign: Sign) -> impl Iterator<Item = &Range<usize>> {
        self.0.iter().filter(move |(known, _)| *known == sign).map(|(_, words)| words)
    }

    pub(super) fn within(&self, sign: Sign, words: &Range<usize>) -> bool {
        self.find(sign).any(|at| at.start >= words.start && at.end <= words.end)
    }

    /// The person says yes to what was said to them: at the beginning of a sentence, or as a judgement that fills one.
    pub(super) fn yes(&self, text: &Text<'_>) -> bool {
        let says = |words: &Range<usize>| !wants(text, words) && (leads(text, words) || judges(text, words));
        !self.no(text) && (self.find(Sign::Yes).any(says) || self.likes(text))
    }

    /// The person likes what was offered.
    pub(super) fn likes(&self, text: &Text<'_>) -> bool {
        self.find(Sign::Likes)
            .any(|words| !negated(text, words.start) && !tells(text, words) && (leads(text, words) || judges(text, words)))
    }

    /// The person says no to what was said to them.
    pub(super) fn no(&self, text: &Text<'_>) -> bool {
        self.find(Sign::No).any(|words| leads(text, words))
            || self.find(Sign::Wrong).any(|words| leads(text, words) || judges(text, words))
    }
}

/// Words around a yes, a no or a doubt that add nothing to it: who speaks, what is pointed at, how much it is so.
static AROUND_MOVES: Words = Words::new("around a move");

/// Words that say yes, no, wrong or perhaps and nothing besides: what is done, not what is the case.
pub(super) fn is_only_a_move(text: &Text<'_>, signs: &Signs, words: &Range<usize>) -> bool {
    let moves = [
        Sign::Yes,
        Sign::Likes,
        Sign::No,
        Sign::Wrong,
        Sign::Change,
        Sign::Hedge,
        Sign::Vague,
        Sign::DontKnow,
        Sign::Skip,
        Sign::Defer,
        Sign::Thanks,
        Sign::Greeting,
        Sign::Done,
    ];
    let signed = |at: usize| signs.0.iter().any(|(sign, found)| moves.contains(sign) && found.contains(&at));
    words.clone().any(signed) && words.clone().all(|at| text.is_mark(at) || signed(at) || AROUND_MOVES.contains(text.word(at)))
}

/// "I would" is a yes; "I would like a table" says what is wanted.
fn wants(text: &Text<'_>, words: &Range<usize>) -> bool {
    text.reads(words.start, &["i", "would"])
        && matches!(text.word(words.end), "like" | "love" | "prefer" | "want" | "need" | "rather")
}

/// "What I want is a bakery", "a good place to start": something is told, and nothing agreed to.
fn tells(text: &Text<'_>, words: &Range<usize>) -> bool {
    let begins = matches!(text.word(words.start), "what" | "a" | "the" | "in" | "suitable" | "acceptable" | "satisfactory")
        && !text.reads(words.start, &["the", "one"]);
    begins && text.sentence_of(words.start).is_none_or(|sentence| !ends(text, words, &sentence.words))
}

/// It is the first thing a sentence says.
fn leads(text: &Text<'_>, words: &Range<usize>) -> bool {
    let Some(sentence) = text.sentence_of(words.start) else { return false };
    let quiet = |at: usize| text.is_mark(at) || QUIET.contains(text.word(at));
    let only = text.word(words.end) == ","
        || text.is_mark(words.end)
        || words.end >= sentence.words.end
        || !matches!(text.word(words.start), "good" | "great" | "fine" | "perfect" | "nice" | "right" | "true" | "cool");
    (sentence.words.start..words.start).all(quiet) && only
}

/// Nothing stands behind it in its sentence, or only for whom it is so.
fn ends(text: &Text<'_>, words: &Range<usize>, sentence: &Range<usize>) -> bool {
    let for_whom = matches!(text.word(words.end), "for" | "to" | "with") && matches!(text.word(words.end + 1), "me" | "us");
    let said = text.word(words.end) == "i" && matches!(text.word(words.end + 1), "think" | "guess" | "believe" | "suppose");
    words.end >= sentence.end || text.is_mark(words.end) || for_whom || said
}

/// "That is perfect", "it's all right": a short sentence that judges.
fn judges(text: &Text<'_>, words: &Range<usize>) -> bool {
    let Some(sentence) = text.sentence_of(words.start) else { return false };
    if sentence.mood == Mood::Question {
        return false;
    }
    let from = (sentence.words.start..words.start)
        .rev()
        .find(|&at| matches!(text.word(at), "," | "."))
        .map_or(sentence.words.start, |at| at + 1);
    let pointer = |at: usize| JUDGED.contains(text.word(at));
    // "That flight sounds good", "those details will be fine": a thing that is pointed at.
    let thing = |at: usize| {
        at > from
            && matches!(text.word(from), "that" | "this" | "those" | "these" | "the" | "it")
            && at <= from + 2
            && text.words[at].shape == Shape::Letters
            && (at + 1..=from + 3).any(|at| {
                matches!(
                    text.word(at),
                    "is" | "are"
                        | "will"
                        | "would"
                        | "sounds"
                        | "sound"
                        | "looks"
                        | "look"
                        | "seems"
                        | "seem"
                        | "works"
                        | "suits"
                )
            })
    };
    let also = |at: usize| {
        thing(at)
            || matches!(text.word(at), "work" | "do" | "suitable" | "an" | "are" | "look" | "seem" | "suits" | "i" | "think")
    };
    // "The shop works with two suppliers": whatever is told of a thing judges nothing.
    let mut before = from..words.start;
    before.clone().all(pointer) || ends(text, words, &sentence.words) && before.all(|at| pointer(at) || also(at))
}

/// "Plumbing lol": a laugh beside something that is told, and no small talk.
pub(super) fn is_a_laugh(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.clone().all(|at| LAUGHS.contains(&text.word(at)))
}

pub(super) const LAUGHS: &[&str] = &["lol", "haha", "hahaha", "hehe", "lmao", "rofl", "xd"];

/// A negation stands closely before.
pub(super) fn negated(text: &Text<'_>, at: usize) -> bool {
    (1..=3).any(|back| {
        at.checked_sub(back).is_some_and(|before| {
            super::lexicon::NEGATIONS.contains(&text.word(before)) && (before + 1..at).all(|between| !text.is_mark(between))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_there_and_is_asked_for() {
        for (name, _) in NAMES {
            assert!(read_lists().any(|(list, _)| list == name), "{name}");
        }
        assert!(read_lists().all(|(list, phrase)| NAMES.iter().any(|(name, _)| *name == list) && !phrase.is_empty()));
    }
}
