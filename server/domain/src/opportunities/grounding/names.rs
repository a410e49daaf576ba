//! Names: capitalised words inside a sentence, acronyms, words with capitals within, and what stands in quotation marks.

use std::{collections::HashSet, sync::LazyLock};

/// Words that are no names however they are written.
static ORDINARY: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let lines = include_str!("ordinary.txt").lines();
    lines.filter(|line| !line.starts_with('#')).flat_map(words_of).collect()
});
/// Texts with several of them are German: there every noun has a capital.
const GERMAN: [&str; 12] = ["der", "die", "das", "und", "nicht", "ist", "mit", "für", "auf", "werden", "eine", "den"];
/// A full stop after these ends no sentence.
const SHORTENED: [&str; 9] = ["e.g", "i.e", "vs", "approx", "incl", "etc", "cf", "no", "fig"];
/// Quotes of more words are somebody's sentences: all of it has to be there.
const WORDS_OF_A_NAME: usize = 4;

pub(super) struct Known {
    words: HashSet<String>,
    /// All of them, in their order.
    held: String,
}

impl Known {
    pub(super) fn new(material: &[&str]) -> Self {
        let words = material.iter().flat_map(|text| words_of(text)).collect();
        Self { words, held: material.iter().map(|text| in_order(text)).collect::<Vec<_>>().join("\n") }
    }

    pub(super) fn missing(&self, texts: &[&str]) -> Vec<String> {
        // What is also written small is a word of the language.
        let small = |word: &Word<'_>| !word.text.contains(char::is_uppercase);
        let plain: HashSet<String> =
            texts.iter().flat_map(|text| words(text)).filter(small).map(|word| stem(word.text)).collect();
        let mut missing = Vec::new();
        for text in texts {
            let quotes: Vec<&str> = quotes(text).filter(|quote| !self.has_quote(quote)).collect();
            let names = unknown(text, |word| self.has(word), |word| plain.contains(word));
            missing.extend(names.into_iter().filter(|name| !quotes.iter().any(|quote| quote.contains(name.as_str()))));
            missing.extend(quotes.into_iter().map(str::to_owned));
        }
        missing
    }

    fn has(&self, word: &str) -> bool {
        ORDINARY.contains(word) || self.words.contains(word)
    }

    fn has_quote(&self, quote: &str) -> bool {
        if words(quote).len() > WORDS_OF_A_NAME {
            return self.held.contains(&in_order(quote));
        }
        !quote.contains(char::is_uppercase) || words_of(quote).all(|word| self.has(&word))
    }
}

/// Neighbouring words that are unknown are one name.
fn unknown(text: &str, is_known: impl Fn(&str) -> bool, is_plain: impl Fn(&str) -> bool) -> Vec<String> {
    let capitals_say_nothing = is_heading(text) || is_german(text);
    let mut found: Vec<String> = Vec::new();
    let mut end_of_last = None;
    for word in words(text) {
        let stem = stem(word.text);
        let shape = Shape::new(word.text);
        let is_name = match shape {
            Shape::Plain => false,
            Shape::Capital => !word.opens && !capitals_say_nothing && !is_plain(&stem),
            Shape::Capitals => text.contains(char::is_lowercase),
        };
        if is_name && !is_known(&stem) {
            match found.last_mut().filter(|_| end_of_last == Some(word.at)) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(word.text);
                }
                None => found.push(word.text.to_owned()),
            }
            end_of_last = Some(word.at + word.text.len() + 1);
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Plain,
    /// One, at the beginning.
    Capital,
    /// Several, or one within.
    Capitals,
}

impl Shape {
    fn new(word: &str) -> Self {
        let letters = word.chars().filter(|sign| sign.is_alphabetic()).count();
        let capitals = word.trim_end_matches("'s").chars().filter(|sign| sign.is_uppercase()).count();
        match (capitals, word.starts_with(char::is_uppercase)) {
            // "P1" and "A" are no names.
            (0, _) => Self::Plain,
            _ if letters < 2 => Self::Plain,
            (1, true) => Self::Capital,
            _ => Self::Capitals,
        }
    }
}

struct Word<'t> {
    text: &'t str,
    at: usize,
    /// It opens a sentence, so that its capital says nothing.
    opens: bool,
}

/// Runs of letters and digits, apostrophes among them.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut found: Vec<Word<'_>> = Vec::new();
    let mut after = 0;
    let mut rest = 0;
    while let Some(from) = text[rest..].find(char::is_alphanumeric).map(|at| rest + at) {
        let is_inner = |sign: char| sign.is_alphanumeric() || matches!(sign, '\'' | '’');
        let end = text[from..].find(|sign| !is_inner(sign)).map_or(text.len(), |at| from + at);
        let word = text[from..end].trim_end_matches(['\'', '’']);
        let opens = found.last().is_none_or(|last| ends_sentence(last, &text[after..from], text));
        found.push(Word { text: word, at: from, opens });
        after = from + word.len();
        rest = end;
    }
    found
}

fn ends_sentence(last: &Word<'_>, gap: &str, text: &str) -> bool {
    let begins_with_stop = gap.starts_with('.') && gap.contains(char::is_whitespace);
    let before = &text[..last.at + last.text.len()];
    let is_shortened = || {
        let word = before.rsplit(|sign: char| sign.is_whitespace() || sign == '(').next().unwrap_or_default().to_lowercase();
        SHORTENED.contains(&word.as_str())
    };
    gap.contains(['!', '?', '…', ':', '\n', '"', '“', '„', '«', '`', '•', '—', '–', '|', '→'])
        || gap.contains(" - ")
        || gap.contains(". ") && !begins_with_stop
        || begins_with_stop && !is_shortened()
}

/// Every longer word has a capital, but for prepositions and the like, and it ends like no sentence.
fn is_heading(text: &str) -> bool {
    if text.trim_end().ends_with(['.', '!', '?']) {
        return false;
    }
    let (capitals, others): (Vec<Word<'_>>, Vec<Word<'_>>) = words(text)
        .into_iter()
        .filter(|word| word.text.chars().count() > 3)
        .partition(|word| word.text.starts_with(char::is_uppercase));
    capitals.len() > 1 && others.iter().all(|word| ORDINARY.contains(&stem(word.text)))
}

fn is_german(text: &str) -> bool {
    words(text).iter().filter(|word| GERMAN.contains(&word.text)).count() > 1
}

/// What stands in quotation marks.
fn quotes(text: &str) -> impl Iterator<Item = &str> {
    let pairs = [('“', '”'), ('"', '"'), ('«', '»'), ('„', '“'), ('`', '`')];
    pairs.into_iter().flat_map(move |(open, close)| {
        let mut rest = text;
        std::iter::from_fn(move || {
            let (_, after) = rest.split_once(open)?;
            let (quote, after) = after.split_once(close)?;
            rest = after;
            Some(quote.trim_matches(['.', ',', ' ']))
        })
    })
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    words(text).into_iter().map(|word| stem(word.text))
}

fn in_order(text: &str) -> String {
    words_of(text).collect::<Vec<_>>().join(" ")
}

/// In small letters, without the ending of a plural or a possessive.
fn stem(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    let bare = lower.strip_suffix("'s").unwrap_or(&lower);
    let bare = bare.trim_end_matches('\'');
    let is_plural = bare.len() > 2 && bare.ends_with('s') && !bare.ends_with("ss");
    if is_plural { bare[..bare.len() - 1].to_owned() } else { bare.to_owned() }
}
