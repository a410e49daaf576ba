//! The words that hold a claim together, from data files.

use super::token::{Token, tokenize};
use domain::tools::search::stem;
use std::{collections::HashMap, sync::LazyLock};

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::new);

pub(super) struct Lexicon {
    /// Phrases with their kind, by their first word, longest first.
    phrases: HashMap<String, Vec<(Vec<String>, &'static str)>>,
    kinds: HashMap<&'static str, Vec<String>>,
    alike: Vec<Vec<String>>,
    pub(super) adjectives: Vec<Adjective>,
}

/// `old`, whose most is the lowest value of a column of years.
pub(super) struct Adjective {
    pub(super) word: &'static str,
    pub(super) is_high: bool,
    pub(super) columns: Vec<String>,
}

/// Its words with its kind.
type Phrase = (Vec<String>, &'static str);

impl Lexicon {
    fn new() -> Self {
        let mut phrases: HashMap<String, Vec<Phrase>> = HashMap::new();
        let mut kinds: HashMap<&str, Vec<String>> = HashMap::new();
        for (kind, list) in lines(include_str!("words/grammar.txt")).filter_map(|line| line.split_once(':')) {
            for phrase in list.split(',').map(str::trim) {
                kinds.entry(kind).or_default().push(phrase.to_owned());
                let words: Vec<String> = tokenize(phrase).into_iter().map(|token| token.word).collect();
                if let Some(first) = words.first() {
                    phrases.entry(first.clone()).or_default().push((words, kind));
                }
            }
        }
        phrases.values_mut().for_each(|list| list.sort_by_key(|(words, _)| std::cmp::Reverse(words.len())));
        let stems = |words: &str| words.split_whitespace().map(stem).collect::<Vec<String>>();
        let adjectives = lines(include_str!("words/adjectives.txt")).filter_map(|line| {
            let (word, rest) = line.split_once(' ')?;
            let (sign, columns) = rest.split_once(' ')?;
            Some(Adjective { word, is_high: sign == "+", columns: stems(columns) })
        });
        let alike = lines(include_str!("words/alike.txt")).map(stems).collect();
        Self { phrases, kinds, alike, adjectives: adjectives.collect() }
    }

    pub(super) fn shared() -> &'static Self {
        &LEXICON
    }

    pub(super) fn has(&self, kind: &str, phrase: &str) -> bool {
        self.kinds.get(kind).is_some_and(|list| list.iter().any(|one| one == phrase))
    }

    pub(super) fn place(&self, kind: &str, word: &str) -> Option<usize> {
        self.kinds.get(kind)?.iter().position(|one| one == word)
    }

    /// Phrases that begin with the first token: their kinds and lengths.
    pub(super) fn begins(&self, tokens: &[Token]) -> impl Iterator<Item = (&'static str, usize)> {
        let list = tokens.first().and_then(|token| self.phrases.get(&token.word)).map_or(&[][..], Vec::as_slice);
        let fits = move |words: &Vec<String>| {
            words.len() <= tokens.len() && words.iter().zip(tokens).all(|(left, right)| *left == right.word)
        };
        list.iter().filter(move |(words, _)| fits(words)).map(|(words, kind)| (*kind, words.len()))
    }

    /// Whether a word of a claim can mean a word of a header.
    pub(super) fn is_alike(&self, word: &str, header: &str) -> bool {
        let has = |line: &Vec<String>, wanted: &str| line.iter().any(|one| one == wanted);
        self.alike.iter().any(|line| has(line, word) && has(line, header))
    }

    /// `oldest` and `older`: the adjectives, with whether the most of it is meant.
    pub(super) fn adjectives(&self, word: &str) -> Vec<(&Adjective, bool)> {
        let forms = |one: &Adjective| {
            let root = one.word.strip_suffix('e').unwrap_or(one.word);
            let doubled = root.chars().last().map(|last| format!("{root}{last}")).unwrap_or_default();
            let softened = root.strip_suffix('y').map(|short| format!("{short}i")).unwrap_or_default();
            let stems = [root.to_owned(), doubled, softened];
            let has = |ending: &str| stems.iter().any(|stem| !stem.is_empty() && *word == format!("{stem}{ending}"));
            if has("est") { Some(true) } else { has("er").then_some(false) }
        };
        self.adjectives.iter().filter_map(|one| forms(one).map(|most| (one, most))).collect()
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The claim without the words that ask for a judgement on it.
pub(super) fn strip_asking(question: &str) -> Vec<Token> {
    let lexicon = Lexicon::shared();
    let mut tokens = tokenize(question);
    let is_asking = |tokens: &[Token]| lexicon.begins(tokens).find(|(kind, _)| *kind == "asking").map(|(_, length)| length);
    while let Some(length) = is_asking(&tokens) {
        tokens.drain(..length);
    }
    let ends = (0..tokens.len()).rev().take(4).find(|at| is_asking(&tokens[*at..]) == Some(tokens.len() - at));
    if let Some(end) = ends {
        tokens.truncate(end);
    }
    tokens
}
