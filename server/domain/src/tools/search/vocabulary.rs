//! What a word of a question may mean among the words of the sources: itself, an abbreviation, a part of a compound, or a word
//! that is near to it in meaning.

use super::{
    fields::{Fields, Meant},
    synonyms, words,
};
use crate::embedding::nearness;

/// How surely a word means another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likeness {
    pub(super) abbreviation: f32,
    pub(super) compound: f32,
    /// From which nearness on a word means another, and how much the nearest then counts.
    pub(super) near: f32,
    pub(super) meaning: f32,
    /// Where the word itself is in the index, others count this much of it.
    pub(super) beside: f32,
    /// Another word for the same thing, and what it counts of that where the word itself is in the index.
    pub(super) synonym: f32,
    pub(super) synonym_beside: f32,
    /// How much a word of somebody's or something's own name counts; where that is less than other words, it means itself only.
    pub(super) names: f32,
}

impl Likeness {
    /// For meaning that only comes from letters and vectors.
    pub(super) const fn plain(abbreviation: f32, compound: f32, near: f32, meaning: f32, beside: f32) -> Self {
        Self { abbreviation, compound, near, meaning, beside, synonym: 0.0, synonym_beside: 0.0, names: 1.0 }
    }
}

/// At most so many words are meant by one.
const MOST: usize = 8;

/// The vectors of an index's terms, where there is an embedding model.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    pub(super) vectors: Vec<Vec<f32>>,
}

impl Vocabulary {
    pub(super) fn meant(&self, fields: &Fields, word: &str, weight: f32, vector: Option<&[f32]>, like: &Likeness) -> Meant {
        let exact = fields.exact(word);
        let others = if exact.is_some() { like.beside } else { 1.0 };
        let mut terms: Vec<(u32, f32)> = Vec::new();
        let stem = words::stem(word);
        if others > 0.0 && word.len() > 2 {
            for (place, form) in fields.forms().iter().enumerate() {
                let term = place as u32;
                if Some(term) == exact {
                    continue;
                }
                let by_letters = letters(word, &stem, form, like);
                let by_meaning = match (vector, self.vectors.get(place)) {
                    (Some(vector), Some(other)) => meaning(vector, other, like),
                    _ => 0.0,
                };
                let sure = by_letters.max(by_meaning) * others;
                if sure > 0.0 {
                    terms.push((term, sure));
                }
            }
            terms.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
            terms.truncate(MOST);
        }
        if like.synonym > 0.0 && !words::asks(word) {
            let sure = like.synonym * exact.map_or(1.0, |_| like.synonym_beside);
            for term in synonyms::find(&stem).filter_map(|other| fields.of_stem(other)) {
                match terms.iter_mut().find(|(known, _)| *known == term) {
                    Some((_, known)) => *known = known.max(sure),
                    None => terms.push((term, sure)),
                }
            }
        }
        let ideal = exact.map_or_else(|| fields.unknown(), |term| fields.rarity(term));
        terms.extend(exact.map(|term| (term, 1.0)));
        Meant { weight, terms, ideal: ideal * weight }
    }
}

/// How surely one word means another, by letters and, where there are vectors, by meaning.
pub(super) fn means(word: &str, vector: Option<&[f32]>, other: &str, others: Option<&[f32]>, like: &Likeness) -> f32 {
    let stem = words::stem(word);
    if stem == words::stem(other) {
        return 1.0;
    }
    if word.len() < 3 {
        return 0.0;
    }
    let by_meaning = vector.zip(others).map_or(0.0, |(vector, other)| meaning(vector, other, like));
    letters(word, &stem, other, like).max(by_meaning)
}

fn meaning(left: &[f32], right: &[f32], like: &Likeness) -> f32 {
    let near = nearness(left, right);
    if near < like.near { 0.0 } else { like.meaning * (0.5 + 0.5 * (near - like.near) / (1.0 - like.near)) }
}

/// `dept` for `department`, `countrylanguage` for `country`.
fn letters(word: &str, stem: &str, term: &str, like: &Likeness) -> f32 {
    let (Some(first), Some(start)) = (word.chars().next(), term.chars().next()) else { return 0.0 };
    if stem.len() > 3 && term.len() > stem.len() + 2 && (term.starts_with(stem) || term.ends_with(word) || term.ends_with(stem)) {
        return like.compound;
    }
    // A compound of the question for a part of the source's: `email` for `mail`.
    if term.len() > 3 && word.len() > term.len() + 2 && (word.ends_with(term) || word.starts_with(term)) {
        return like.compound;
    }
    if first == start && term.len() > 2 && term.len() + 2 <= word.len() && term.len() <= 5 && stands_in(term, word) {
        return like.abbreviation;
    }
    0.0
}

/// Whether the letters of the short word occur in the long one, in order, and no vowel is among them that was not kept with its
/// beginning.
fn stands_in(short: &str, long: &str) -> bool {
    if long.starts_with(short) {
        return true;
    }
    let mut rest = long.chars();
    let vowels = short.chars().skip(1).filter(|sign| "aeiou".contains(*sign)).count();
    vowels <= 1 && short.chars().all(|sign| rest.any(|other| other == sign))
}
