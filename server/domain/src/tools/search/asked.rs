//! A question, taken apart once for every search.

use super::{hints, words};
use std::collections::HashSet;

/// More words than this are no question; the first ones are looked for.
const MOST_WORDS: usize = 60;

#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// Not said, but likely where the answer stands (`how old`: `age`).
    pub(crate) hint: bool,
    pub(crate) vector: Option<Vec<f32>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    text: String,
    words: Vec<Word>,
    vector: Option<Vec<f32>>,
}

impl Asked {
    pub(crate) fn new(text: &str) -> Self {
        let split = words::split(text);
        let mut seen = HashSet::new();
        let mut found: Vec<Word> = Vec::new();
        let said = split.iter().map(|word| (word.as_str(), false));
        for (word, hint) in said.chain(hints::of(&split).into_iter().map(|word| (word, true))) {
            if found.len() < MOST_WORDS && !words::is_function_word(word) && seen.insert(words::stem(word)) {
                found.push(Word { text: word.to_owned(), hint, vector: None });
            }
        }
        Self { text: text.to_owned(), words: found, vector: None }
    }

    /// What to embed: the question, then its words.
    pub(crate) fn texts(&self) -> Vec<String> {
        std::iter::once(self.text.clone()).chain(self.words.iter().map(|word| word.text.clone())).collect()
    }

    pub(crate) fn set_vectors(&mut self, vectors: Vec<Vec<f32>>) {
        let mut vectors = vectors.into_iter();
        self.vector = vectors.next();
        self.words.iter_mut().zip(vectors).for_each(|(word, vector)| word.vector = Some(vector));
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    pub(crate) fn vector(&self) -> Option<&[f32]> {
        self.vector.as_deref()
    }
}
