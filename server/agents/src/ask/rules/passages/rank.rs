//! Which block answers a question: by the words they share, rare ones more, and by what kind of answer is wanted (BM25).

use super::{
    block::{Block, Kind},
    is_same_name,
};
use domain::tools::search::{split_words, stem};
use std::collections::{HashMap, HashSet};

const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.6;
const FUNCTION_WORDS: &str = include_str!("function_words.txt");

/// What kind of answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Amount,
    Percent,
    Time,
    Reason,
    Manner,
    Thing,
}

pub(super) struct Query {
    pub(super) text: String,
    pub(super) terms: Vec<String>,
    pub(super) wanted: Wanted,
}

impl Query {
    pub(super) fn new(question: &str) -> Self {
        let text = question.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let wanted = if has(&["percent", "percentage", "%", "what share", "rate of"]) {
            Wanted::Percent
        } else if has(&["how much", "how many", "what amount", "what was the total", "what is the total", "what were the total"])
        {
            Wanted::Amount
        } else if text.starts_with("when") || has(&["what date", "which year", "what year", "on which day"]) {
            Wanted::Time
        } else if text.starts_with("why") || has(&["reason", "due to", "caused", "driven by", "what led to"]) {
            Wanted::Reason
        } else if text.starts_with("how") {
            Wanted::Manner
        } else {
            Wanted::Thing
        };
        let mut terms = terms(question);
        terms.dedup();
        Self { text, terms, wanted }
    }

    /// Whether a fact's name is what the question is about.
    pub(super) fn is_about(&self, name: &str) -> bool {
        let wanted = terms(name);
        is_same_name(name, &self.text) || (!wanted.is_empty() && wanted.iter().all(|term| self.terms.contains(term)))
    }

    /// It asks to show or count rows: documents say nothing to that.
    pub(super) fn is_about_data(&self) -> bool {
        ["show", "list", "plot", "rank", "count"].iter().any(|verb| self.text.trim_start().starts_with(verb))
    }
}

/// Words that say something, by their stems.
pub(in crate::ask::rules) fn terms(text: &str) -> Vec<String> {
    let is_function = |word: &str| FUNCTION_WORDS.split_whitespace().any(|one| one == word);
    split_words(text).into_iter().filter(|word| !is_function(word)).map(|word| stem(&word)).collect()
}

pub(super) struct Ranking {
    counts: Vec<HashMap<String, f64>>,
    lengths: Vec<f64>,
    average: f64,
    weights: HashMap<String, f64>,
}

impl Ranking {
    #[expect(clippy::cast_precision_loss, reason = "a document has few blocks and words")]
    pub(super) fn new(texts: &[&str]) -> Self {
        let all: Vec<Vec<String>> = texts.iter().map(|text| terms(text)).collect();
        let mut documents: HashMap<String, f64> = HashMap::new();
        for words in &all {
            for word in words.iter().collect::<HashSet<_>>() {
                *documents.entry(word.clone()).or_default() += 1.0;
            }
        }
        let count = all.len() as f64;
        let weights = documents.into_iter().map(|(word, of)| (word, (1.0 + (count - of + 0.5) / (of + 0.5)).ln())).collect();
        let lengths: Vec<f64> = all.iter().map(|words| words.len() as f64).collect();
        let average = (lengths.iter().sum::<f64>() / count.max(1.0)).max(1.0);
        let counts = all.into_iter().map(|words| {
            words.into_iter().fold(HashMap::new(), |mut counts, word| {
                *counts.entry(word).or_default() += 1.0;
                counts
            })
        });
        Self { counts: counts.collect(), lengths, average, weights }
    }

    fn weight(&self, term: &str) -> f64 {
        self.weights.get(term).copied().unwrap_or(0.0)
    }

    pub(super) fn score(&self, query: &Query, at: usize, around: &str, block: &Block<'_>) -> f64 {
        let around = terms(around);
        let length = 1.0 - LENGTH + LENGTH * self.lengths[at] / self.average;
        let of_term = |term: &String| {
            let count = self.counts[at].get(term).copied().unwrap_or(0.0);
            let heading = if around.contains(term) { 0.4 } else { 0.0 };
            self.weight(term) * (count * (SATURATION + 1.0) / (count + SATURATION * length) + heading)
        };
        let score: f64 = query.terms.iter().map(of_term).sum();
        let pairs = query
            .terms
            .windows(2)
            .filter(|pair| self.counts[at].contains_key(&pair[0]) && self.counts[at].contains_key(&pair[1]));
        let text = block.text.to_lowercase();
        let has_digit = text.contains(|sign: char| sign.is_ascii_digit());
        let fits = match query.wanted {
            Wanted::Percent => text.contains('%') || text.contains("percent"),
            Wanted::Amount | Wanted::Time => has_digit,
            Wanted::Reason => ["due to", "because", "result of", "driven by", "attributable", "reflect", "primarily"]
                .iter()
                .any(|word| text.contains(word)),
            Wanted::Manner | Wanted::Thing => false,
        };
        let is_prose = matches!(query.wanted, Wanted::Reason | Wanted::Manner);
        let bonus = match (fits, block.kind) {
            // A table gives no reasons.
            (_, Kind::Table) if is_prose => 0.3,
            (true, _) => 1.1,
            (false, _) => 1.0,
        };
        (score + 0.1 * f64::from(u32::try_from(pairs.count()).unwrap_or(0))) * bonus
    }

    /// The part of the question's weight that the block and its heading hold; unknown words weigh the most.
    pub(super) fn coverage(&self, query: &Query, at: usize, section: &str) -> f64 {
        let heading = terms(section);
        let most = self.weights.values().copied().fold(1.0, f64::max);
        let weight = |term: &String| self.weights.get(term).copied().unwrap_or(most);
        let all: f64 = query.terms.iter().map(weight).sum();
        let held = |term: &&String| self.counts[at].contains_key(*term) || heading.contains(term);
        let held: f64 = query.terms.iter().filter(held).map(weight).sum();
        if all > 0.0 { held / all } else { 0.0 }
    }
}
