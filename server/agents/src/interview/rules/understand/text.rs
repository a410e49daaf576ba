//! A turn as words with their places: everything else works on these, and every quote comes from them.

mod asking;

use super::{cues::Cues, lexicon};
use std::{ops::Range, sync::OnceLock};

/// Who does what a clause tells.
static SUBJECTS: lexicon::Words = lexicon::Words::new("subject of a clause");
/// What stands behind the verb of a question.
static TO_AGENT: lexicon::Words = lexicon::Words::new("behind a verb that asks");

/// The most of a turn that is looked at; what stands after it is kept as it is but not searched for values.
const LOOKED_AT: usize = 6_000;

/// A turn in small letters, cut into words and sentences.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) raw: &'a str,
    /// Small letters, straight quotes; offsets differ from `raw` only where it is not ASCII.
    pub(super) low: String,
    /// For every byte of `low` (and its end) the byte of `raw`; absent while they are the same.
    places: Option<Vec<usize>>,
    pub(super) words: Vec<Word>,
    pub(super) sentences: Vec<Sentence>,
    /// Where small phrases stand, once somebody asks.
    pub(super) cues: OnceLock<Cues>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Letters,
    Digits,
    /// Letters and digits: `3rd`, `5k`, `10am`.
    Mixed,
    Mark,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// Bytes of `low`.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) shape: Shape,
    /// Begins with a capital.
    pub(super) capital: bool,
    /// Something other than a letter of a word stands directly before it.
    pub(super) spaced: bool,
}

/// Indexes of words.
#[derive(Clone, Debug)]
pub(super) struct Sentence {
    pub(super) words: Range<usize>,
    pub(super) mood: Mood,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    Statement,
    /// "Can you …", "would you please …", "find me …": says what is wanted.
    Directive,
    /// Wants to know something; gives nothing.
    Question,
}

impl<'a> Text<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        let looked_at = cut(raw, LOOKED_AT);
        let (low, places) = lower(looked_at);
        let mut text = Self { raw, low, places, words: Vec::new(), sentences: Vec::new(), cues: OnceLock::new() };
        text.words = words(&text.low);
        for word in &mut text.words {
            let at = text.places.as_ref().map_or(word.start, |places| places[word.start]);
            word.capital = raw[at..].chars().next().is_some_and(char::is_uppercase);
        }
        text.sentences = text.cut_sentences();
        text
    }

    pub(super) fn word(&self, index: usize) -> &str {
        self.words.get(index).map_or("", |word| &self.low[word.start..word.end])
    }

    pub(super) fn stem(&self, index: usize) -> &str {
        stem(self.word(index))
    }

    /// The word before, or nothing at the beginning.
    pub(super) fn before(&self, index: usize) -> &str {
        index.checked_sub(1).map_or("", |index| self.word(index))
    }

    /// Bytes of `raw` from the first to before the last word index.
    pub(super) fn place(&self, words: &Range<usize>) -> Range<usize> {
        let (Some(first), Some(last)) = (self.words.get(words.start), words.end.checked_sub(1).and_then(|at| self.words.get(at)))
        else {
            return 0..0;
        };
        let Some(places) = &self.places else { return first.start..last.end };
        let start = places[first.start];
        let mut end = places[last.end].max(start);
        while end < self.raw.len() && (end == start || !self.raw.is_char_boundary(end)) {
            end += 1;
        }
        start..end
    }

    /// The words as they were written.
    pub(super) fn said(&self, words: &Range<usize>) -> &'a str {
        self.raw.get(self.place(words)).unwrap_or("")
    }

    pub(super) fn sentence_of(&self, index: usize) -> Option<&Sentence> {
        let at = self.sentences.partition_point(|sentence| sentence.words.end <= index);
        self.sentences.get(at).filter(|sentence| sentence.words.contains(&index))
    }

    /// Whether the words at `index` are these.
    pub(super) fn reads(&self, index: usize, phrase: &[&str]) -> bool {
        phrase.iter().enumerate().all(|(offset, word)| self.word(index + offset) == *word)
    }

    pub(super) fn is_mark(&self, index: usize) -> bool {
        self.words.get(index).is_none_or(|word| word.shape == Shape::Mark)
    }

    fn cut_sentences(&self) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let mut start = 0;
        for index in 0..self.words.len() {
            let word = self.word(index);
            let ends = match word {
                "?" | "!" | "\n" | ";" => true,
                "." => !lexicon::ABBREVIATIONS.contains(&self.before(index)) && !self.is_initial(index),
                _ => false,
            };
            let ends = ends || word == "," && self.turns_to_asking(index + 1);
            let another = matches!(self.word(index + 1), "." | "?" | "!") && index + 1 < self.words.len();
            if ends && !another || index + 1 == self.words.len() {
                if index + 1 > start {
                    sentences.push(Sentence { words: start..index + 1, mood: self.mood(start..index + 1) });
                }
                start = index + 1;
            }
        }
        sentences
    }

    /// ", can you …", ", what is …": another sentence after a comma.
    fn turns_to_asking(&self, at: usize) -> bool {
        let at = at + usize::from(matches!(self.word(at), "but" | "and" | "so" | "also"));
        match self.word(at) {
            "can" | "could" | "would" | "will" => matches!(self.word(at + 1), "you" | "i"),
            "is" | "are" | "does" | "do" => matches!(self.word(at + 1), "it" | "they" | "there" | "that" | "you" | "the"),
            word => lexicon::WH.contains(&word) && !matches!(word, "which" | "who" | "where" | "when" | "whose"),
        }
    }

    /// "Clara B. Weiss": a single capital before the full stop, with a name after it.
    fn is_initial(&self, stop: usize) -> bool {
        let Some(letter) = stop.checked_sub(1).and_then(|at| self.words.get(at)) else { return false };
        letter.shape == Shape::Letters
            && letter.end - letter.start == 1
            && letter.capital
            && self.words.get(stop + 1).is_some_and(|next| next.capital)
    }

    /// "What we need most is a second van": a clause with its own subject or verb, and the copula behind it.
    pub(super) fn wh_subject(&self, at: usize, end: usize) -> Option<usize> {
        if !matches!(self.word(at), "what" | "where" | "why" | "how" | "who" | "when") {
            return None;
        }
        let adverb = usize::from(matches!(self.word(at + 1), "really" | "actually" | "mostly" | "always" | "also"));
        let (next, then) = (self.word(at + 1 + adverb), self.word(at + 2 + adverb));
        let subject = SUBJECTS.contains(next);
        let object = matches!(
            then,
            "me" | "us" | "my" | "our" | "them" | "people" | "customers" | "clients" | "most" | "is" | "really" | "you" | "the"
        );
        let acts = next.len() > 3 && next.ends_with('s') && !lexicon::AUXILIARIES.contains(&next) && object
            || matches!(next, "would" | "will" | "could") && matches!(then, "help" | "make" | "save" | "change" | "be");
        let from = at + 2 + adverb + usize::from(subject);
        let copula = (from..end).find(|&at| matches!(self.word(at), "is" | "are" | "was" | "were"))?;
        let says = (copula + 1..end).any(|at| !self.is_mark(at));
        ((subject || acts) && says).then_some(copula)
    }

    fn mood(&self, words: Range<usize>) -> Mood {
        let mut at = words.start;
        while at < words.end && (self.is_mark(at) || lexicon::OPENERS.contains(self.word(at))) {
            at += 1;
        }
        let asks = self.word(words.end - 1) == "?";
        let first = self.word(at);
        // "Maybe dentists?" and "12?" answer with a question.
        let guesses = matches!(first, "maybe" | "perhaps" | "probably" | "possibly" | "presumably")
            && !matches!(self.word(at + 1), "you" | "tell" | "can" | "could" | "not" | "?");
        let counts = (at..words.end - 1).all(|at| self.words[at].shape != Shape::Letters) && at + 1 < words.end;
        if asks && (guesses || counts) {
            return Mood::Statement;
        }
        if matches!(first, "can" | "could" | "would" | "will" | "may" | "might") {
            let second = self.word(at + 1);
            if matches!(second, "you" | "we") {
                let verb = (at + 2..words.end).find(|&at| !matches!(self.word(at), "please" | "also" | "maybe" | "just"));
                let verb = verb.map_or("", |at| self.word(at));
                let whether = (at + 3..words.end.min(at + 6)).any(|at| matches!(self.word(at), "whether" | "if"));
                // "Can you check if there are any cheap places?" looks for them.
                let exists = (at + 3..words.end.min(at + 7)).any(|at| {
                    matches!(self.word(at), "whether" | "if")
                        && self.word(at + 1) == "there"
                        && matches!(self.word(at + 2), "is" | "are")
                        && matches!(self.word(at + 3), "any" | "a" | "an" | "some" | "another" | "other")
                });
                if exists {
                    return Mood::Directive;
                }
                if whether && matches!(verb, "check" | "see" | "verify" | "tell" | "confirm" | "look") {
                    return Mood::Question;
                }
                if verb == "tell" && !lexicon::WANTS_FACT.iter().any(|fact| (at..words.end).any(|at| self.word(at) == *fact)) {
                    return Mood::Directive;
                }
                return if matches!(verb, "tell" | "explain" | "confirm" | "clarify") { Mood::Question } else { Mood::Directive };
            }
            if asks && matches!(second, "i" | "it" | "they" | "that" | "this" | "the" | "there") {
                let wants = matches!(self.word(at + 2), "get" | "have" | "book" | "make" | "change" | "do" | "reserve" | "see");
                return if second == "i" && wants { Mood::Directive } else { Mood::Question };
            }
        }
        let searches = matches!(
            (first, self.word(at + 1), self.word(at + 2), self.word(at + 3)),
            ("what" | "how", "about", ..)
                | ("any", ..)
                | ("are", "there", "any" | "some", _)
                | ("is", "there", "anything", _)
                | ("do" | "have", "you", "have" | "know" | "got", "any" | "some" | "of")
        );
        if searches {
            return Mood::Directive;
        }
        if first == "tell" && lexicon::WANTS_FACT.iter().any(|fact| (at..words.end).any(|at| self.word(at) == *fact)) {
            return Mood::Question;
        }
        if !asks && self.wh_subject(at, words.end).is_some() {
            return Mood::Statement;
        }
        if lexicon::WH.contains(&first) && (asks || !matches!(first, "when" | "whenever" | "which" | "who" | "how")) {
            return Mood::Question;
        }
        if matches!(first, "on" | "at" | "in" | "from" | "to" | "for") && lexicon::WH.contains(&self.word(at + 1)) {
            return Mood::Question;
        }
        let to_agent = TO_AGENT.contains(self.word(at + 1));
        let inverted = lexicon::AUXILIARIES.contains(&first) && (asks || to_agent && !matches!(first, "have" | "do"));
        if inverted && !matches!(self.word(at + 1), "," | ".") {
            return Mood::Question;
        }
        if asks && !self.reads(at, &["i"]) || !asks && self.asks_without_mark(at, words.end) {
            Mood::Question
        } else {
            Mood::Statement
        }
    }
}

/// What two forms of one word share: plural, possessive and the commonest verb endings are cut off.
pub(super) fn stem(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let long = |rest: &str| rest.len() >= 3 && rest.is_char_boundary(rest.len());
    for ending in ["ations", "ation", "ings", "ing", "ies", "ied", "ers", "es", "ed", "er", "ly", "y", "s", "e"] {
        if let Some(rest) = word.strip_suffix(ending)
            && long(rest)
            && !(ending == "s" && rest.ends_with('s'))
        {
            let bytes = rest.as_bytes();
            let doubled = bytes.len() > 3
                && bytes[bytes.len() - 1] == bytes[bytes.len() - 2]
                && matches!(ending, "ing" | "ed" | "er" | "ings");
            let kept = if doubled && !matches!(bytes[bytes.len() - 1], b's' | b'l') { rest.len() - 1 } else { rest.len() };
            let kept = rest.get(..kept).unwrap_or(rest);
            // "movie" and "movies", "city" and "cities".
            return kept.strip_suffix('i').filter(|shorter| shorter.len() > 2).unwrap_or(kept);
        }
    }
    word
}

fn cut(raw: &str, most: usize) -> &str {
    let mut end = raw.len().min(most);
    while !raw.is_char_boundary(end) {
        end -= 1;
    }
    &raw[..end]
}

fn lower(raw: &str) -> (String, Option<Vec<usize>>) {
    if raw.is_ascii() {
        return (raw.to_ascii_lowercase(), None);
    }
    let mut low = String::with_capacity(raw.len());
    let mut places = Vec::with_capacity(raw.len() + 1);
    for (at, letter) in raw.char_indices() {
        let before = low.len();
        match letter {
            '\u{2018}' | '\u{2019}' | '\u{02bc}' => low.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' => low.push('"'),
            '\u{2013}' | '\u{2014}' | '\u{2212}' => low.push('-'),
            '\u{00a0}' | '\u{2009}' | '\u{202f}' => low.push(' '),
            other => low.extend(other.to_lowercase()),
        }
        places.resize(low.len().max(before), at);
    }
    places.push(raw.len());
    (low, Some(places))
}

/// "1'000": three digits and no more behind the sign.
fn is_group(rest: &str) -> bool {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3 && !rest[digits..].starts_with(char::is_alphabetic)
}

fn words(low: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::with_capacity(low.len() / 5 + 1);
    let mut letters = low.char_indices().peekable();
    while let Some((start, letter)) = letters.next() {
        if letter.is_whitespace() && letter != '\n' {
            continue;
        }
        let mut end = start + letter.len_utf8();
        let mut shape = Shape::Mark;
        if letter.is_alphanumeric() {
            shape = if letter.is_numeric() { Shape::Digits } else { Shape::Letters };
            while let Some(&(at, next)) = letters.peek() {
                let after = low[at + next.len_utf8()..].chars().next();
                let inside = match next {
                    '\'' if shape == Shape::Digits => is_group(&low[at + 1..]),
                    '\'' => after.is_some_and(char::is_alphabetic),
                    '.' | ',' | ':' => shape == Shape::Digits && after.is_some_and(char::is_numeric),
                    other => other.is_alphanumeric(),
                };
                if !inside {
                    break;
                }
                if next.is_alphabetic() && shape == Shape::Digits || next.is_numeric() && shape == Shape::Letters {
                    shape = Shape::Mixed;
                }
                end = at + next.len_utf8();
                letters.next();
            }
            if matches!(&low[start..end], "a" | "p") && low[end..].starts_with(".m") {
                end += if low[end..].starts_with(".m.") { 3 } else { 2 };
                while letters.peek().is_some_and(|(at, _)| *at < end) {
                    letters.next();
                }
            }
        }
        let spaced = words.last().is_none_or(|last| last.end < start);
        words.push(Word { start, end, shape, capital: false, spaced });
    }
    words
}
