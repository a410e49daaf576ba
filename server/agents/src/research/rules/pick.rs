//! Which sentences bear on what was asked: those that hold its words, the rarer the better.

use super::{
    sentence::sentences,
    subject::{Subject, root},
};
use domain::research::SourceText;
use std::collections::{HashMap, HashSet};

/// The most sentences of one source, and of all together.
const OF_ONE: usize = 3;
const OF_ALL: usize = 8;
/// Below this share of the best one's score, a sentence is beside the point.
const SHARE: f32 = 0.35;

/// A sentence with how much it bears on the subject.
pub(super) struct Picked {
    pub(super) source: usize,
    pub(super) text: String,
    pub(super) score: f32,
}

/// The sentences that hold at least two of the words, or the only one.
pub(super) fn candidates(subject: &Subject, sources: &[SourceText]) -> Vec<Picked> {
    let mut held: Vec<(usize, &str, HashSet<String>)> = Vec::new();
    let mut often: HashMap<String, usize> = HashMap::new();
    let mut seen = HashSet::new();
    for (index, source) in sources.iter().enumerate() {
        for sentence in sentences(&source.text) {
            let words: HashSet<String> = sentence
                .split(|sign: char| !sign.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(root)
                .filter(|word| subject.words.contains(word))
                .collect();
            if words.len() >= subject.words.len().min(2) && !words.is_empty() && seen.insert((index, sentence)) {
                words.iter().for_each(|word| *often.entry(word.clone()).or_default() += 1);
                held.push((index, sentence, words));
            }
        }
    }
    let all = count(held.len());
    held.into_iter()
        .map(|(source, sentence, words)| {
            let weight = |word: &String| {
                let rare = (1.0 + all / count(often.get(word).copied().unwrap_or(1))).ln();
                let said = if subject.said.contains(word) { 1.5 } else { 1.0 };
                let topic = if subject.topic.contains(word) { 1.3 } else { 1.0 };
                rare * said * topic
            };
            let score = words.iter().map(weight).sum::<f32>() + if has_number(sentence) { 0.5 } else { 0.0 };
            Picked { source, text: sentence.to_owned(), score }
        })
        .collect()
}

/// The best of them: a few of each source, best first.
pub(super) fn best(mut candidates: Vec<Picked>) -> Vec<Picked> {
    // Stable: of equals the first in the text.
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    let least = candidates.first().map_or(0.0, |best| best.score * SHARE);
    let mut of_one: HashMap<usize, usize> = HashMap::new();
    candidates.retain(|picked| {
        let taken = of_one.entry(picked.source).or_default();
        *taken += 1;
        picked.score >= least && *taken <= OF_ONE
    });
    candidates.truncate(OF_ALL);
    candidates
}

fn has_number(sentence: &str) -> bool {
    sentence.chars().any(|sign| sign.is_ascii_digit())
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences, far below what a float holds exactly")]
fn count(of: usize) -> f32 {
    of as f32
}
