//! Which block answers a question: by the words they share, rare ones more, and by what kind of answer is wanted (BM25).

use super::{
    block::{Block, Kind},
    is_same_name,
};
use crate::ask::rules::listed::listed;
use domain::tools::search::{split_words, stem};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.6;

static FUNCTION_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("function_words.txt").split_whitespace().collect());

/// What kind of answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Amount,
    Percent,
    Time,
    /// Of time: "how long".
    Length,
    Reason,
    Manner,
    Person,
    Place,
    /// One of what it names: "which method".
    Kind,
    Thing,
}

pub(super) struct Query {
    pub(super) text: String,
    pub(super) terms: Vec<String>,
    pub(super) wanted: Wanted,
    /// The word after "which" or "what".
    pub(super) kind: Option<String>,
}

/// Kinds of answers by words that the question has, or begins with (`^`); the first that fits.
const KINDS: &str = include_str!("kinds.txt");

impl Query {
    pub(super) fn new(question: &str) -> Self {
        let text = question.to_lowercase();
        let kind = kind_after(&text);
        let spoken =
            format!(" {} ", text.split(|sign: char| !sign.is_alphanumeric() && sign != '%').collect::<Vec<_>>().join(" "));
        let fits = |phrase: &str| match phrase.strip_prefix('^') {
            Some(start) => spoken.starts_with(&format!(" {start} ")),
            None => spoken.contains(&format!(" {phrase} ")),
        };
        let named = KINDS
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(_, phrases)| phrases.split(',').map(str::trim).any(fits));
        let wanted = match named.map(|(name, _)| name) {
            Some("percent") => Wanted::Percent,
            Some("amount") => Wanted::Amount,
            Some("length") => Wanted::Length,
            Some("time") => Wanted::Time,
            Some("reason") => Wanted::Reason,
            Some("person") => Wanted::Person,
            Some("place") => Wanted::Place,
            Some("manner") => Wanted::Manner,
            _ if kind.is_some() => Wanted::Kind,
            _ => Wanted::Thing,
        };
        let mut terms = terms(question);
        terms.dedup();
        Self { text, terms, wanted, kind }
    }

    /// Whether a fact's name is what the question is about.
    pub(super) fn is_about(&self, name: &str) -> bool {
        let wanted = terms(name);
        is_same_name(name, &self.text) || (!wanted.is_empty() && wanted.iter().all(|term| self.terms.contains(term)))
    }

    /// It asks to show or count rows: documents say nothing to that.
    pub(super) fn is_about_data(&self) -> bool {
        listed("showing").iter().any(|verb| self.text.trim_start().starts_with(verb))
    }
}

/// "Which method", "what discount", "under which plan": the stem of that word.
fn kind_after(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let at = words.iter().take(2).position(|word| *word == "which" || *word == "what")?;
    let next = terms(words.get(at + 1)?);
    // "What happened" and "what caused" name no kind.
    let is_verb = words[at + 1].ends_with("ed") || matches!(words[at + 1], "led" | "drove");
    next.into_iter().next().filter(|_| !is_verb)
}

/// Words that say something, by their stems.
pub(in crate::ask::rules) fn terms(text: &str) -> Vec<String> {
    split_words(text).into_iter().filter(|word| !FUNCTION_WORDS.contains(word.as_str())).map(|word| stem(&word)).collect()
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
            Wanted::Amount | Wanted::Time | Wanted::Length => has_digit,
            Wanted::Reason => listed("reason_marks").iter().any(|word| text.contains(word)),
            Wanted::Manner | Wanted::Thing | Wanted::Person | Wanted::Place | Wanted::Kind => false,
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
