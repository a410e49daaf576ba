//! A question, taken apart once for every search.

use super::{
    fields::{Fields, Meant},
    hints, verbs,
    vocabulary::{Likeness, Vocabulary},
    words,
};
use std::collections::HashSet;

/// More words than this are no question; the first ones are looked for.
const MOST_WORDS: usize = 60;

#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    /// Not in the question, but likely in the answer (`how old`: `age`).
    pub(super) hint: bool,
    /// Of somebody's or something's own name.
    pub(super) name: bool,
    pub(super) vector: Option<Vec<f32>>,
}

#[derive(Clone, Debug)]
pub(super) struct Question {
    text: String,
    /// All words, those that hold it together too.
    said: Vec<String>,
    words: Vec<Word>,
    vector: Option<Vec<f32>>,
}

impl Question {
    pub(super) fn new(text: &str) -> Self {
        let split = words::split(text);
        let mut seen = HashSet::new();
        let mut found: Vec<Word> = Vec::new();
        let names = verbs::names(text);
        let said = split.iter().map(|word| (word.as_str(), false));
        for (word, hint) in said.chain(hints::find(&split).into_iter().map(|word| (word, true))) {
            if found.len() < MOST_WORDS && !words::is_function_word(word) && seen.insert(words::stem(word)) {
                let name = !hint && names.contains(word);
                found.push(Word { text: word.to_owned(), hint, name, vector: None });
            }
        }
        Self { text: text.to_owned(), said: split, words: found, vector: None }
    }

    /// What to embed: the question, then its words.
    pub(super) fn texts(&self) -> Vec<String> {
        std::iter::once(self.text.clone()).chain(self.words.iter().map(|word| word.text.clone())).collect()
    }

    pub(super) fn set_vectors(&mut self, vectors: Vec<Vec<f32>>) {
        let mut vectors = vectors.into_iter();
        self.vector = vectors.next();
        self.words.iter_mut().zip(vectors).for_each(|(word, vector)| word.vector = Some(vector));
    }

    /// The words as terms of an index. Hints are not required to match.
    pub(super) fn meant(&self, fields: &Fields, known: &Vocabulary, requests: f32, hints: f32, like: &Likeness) -> Vec<Meant> {
        let meant = |word: &Word| {
            let weight = if word.hint { hints } else { words::weight(&word.text, requests) };
            let mut meant = known.meant(fields, &word.text, weight, word.vector.as_deref(), like);
            if word.hint {
                meant.ideal = 0.0;
            }
            if word.name && like.names < 1.0 {
                let own = fields.exact(&word.text);
                meant.terms.retain(|(term, _)| Some(*term) == own);
                meant.weight *= like.names;
                meant.ideal *= like.names;
            }
            meant
        };
        self.words.iter().map(meant).filter(|meant| meant.weight > 0.0).collect()
    }

    /// The words of the question, without hints.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().filter(|word| !word.hint)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn all_words(&self) -> &[String] {
        &self.said
    }

    pub(super) fn vector(&self) -> Option<&[f32]> {
        self.vector.as_deref()
    }
}
