//! A sentence as words with their places, and which of them the question has.

use super::super::rank::{Query, terms};

pub(super) struct Token<'text> {
    pub(super) text: &'text str,
    pub(super) lower: String,
    pub(super) from: usize,
    pub(super) to: usize,
    /// The question has it too.
    pub(super) is_asked: bool,
    /// It only holds a sentence together.
    pub(super) is_function: bool,
    /// A comma, a bracket or another sign is before it.
    pub(super) is_parted: bool,
}

pub(super) struct Tokens<'text> {
    pub(super) sentence: &'text str,
    pub(super) all: Vec<Token<'text>>,
}

impl<'text> Tokens<'text> {
    pub(super) fn new(sentence: &'text str, query: &Query) -> Self {
        let mut all = Vec::new();
        let mut at = 0;
        for piece in sentence.split_whitespace() {
            let from = at + sentence[at..].find(piece).unwrap_or_default();
            at = from + piece.len();
            let opened = piece.trim_start_matches(['(', '“', '"', '‘', '*', '_']);
            let text = opened.trim_end_matches([',', '.', ';', ':', ')', '”', '"', '?', '!', '*', '_']);
            if text.is_empty() {
                continue;
            }
            let from = from + piece.len() - opened.len();
            let own = terms(text);
            let before = sentence[..from].trim_end();
            all.push(Token {
                text,
                lower: text.to_lowercase(),
                from,
                to: from + text.len(),
                is_asked: own.iter().any(|term| query.terms.contains(term)),
                is_function: own.is_empty(),
                is_parted: before.ends_with([',', ';', ':', '(', '–']) || opened.len() < piece.len(),
            });
        }
        Self { sentence, all }
    }

    /// From one token to another, both included, as it is written.
    pub(super) fn span(&self, from: usize, to: usize) -> String {
        self.sentence[self.all[from].from..self.all[to].to].to_owned()
    }

    pub(super) fn lower(&self, at: usize) -> &str {
        self.all.get(at).map_or("", |token| token.lower.as_str())
    }

    /// Where a phrase of several words begins.
    pub(super) fn find(&self, phrase: &str, from: usize) -> Option<usize> {
        let words: Vec<&str> = phrase.split(' ').collect();
        (from..self.all.len()).find(|at| words.iter().enumerate().all(|(more, word)| self.lower(at + more) == *word))
    }

    /// How far a place is from the words of the question around it: those just before count as nearer.
    pub(super) fn distance(&self, at: usize, to: usize) -> usize {
        let before = (0..at).rev().find(|place| self.all[*place].is_asked).map(|place| (at - place) * 2);
        let after = (to + 1..self.all.len()).find(|place| self.all[*place].is_asked).map(|place| (place - to) * 2 + 1);
        before.into_iter().chain(after).min().unwrap_or(usize::MAX)
    }
}
