//! Response patterns: what kind of problem calls for what. The marks in braces stand for the brief's own words.

use super::words::{find_word, is_listed};
use domain::tools::search::{split_words, stem};
use protocol::opportunities::Risk;
use serde::Deserialize;
use std::{collections::BTreeSet, sync::LazyLock};

pub(super) const DATA: &str = include_str!("patterns.json");
static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| serde_json::from_str(DATA).unwrap_or_default());
/// The single words of each pattern.
static STEMS: LazyLock<Vec<BTreeSet<String>>> = LazyLock::new(|| {
    let stems = |pattern: &Pattern| pattern.words.iter().filter(|word| !is_phrase(word)).map(|word| stem(word)).collect();
    PATTERNS.iter().map(stems).collect()
});

fn is_phrase(words: &str) -> bool {
    words.contains([' ', '-', '\''])
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Pattern {
    pub kind: String,
    words: Vec<String>,
    pub solution: String,
    pub plan: String,
    /// What to measure where the findings have no number.
    pub metric: String,
    /// Whether that is measured in any case: the numbers of such findings are no results.
    #[serde(default)]
    pub is_fixed: bool,
    /// The proposed distance of the target from the baseline.
    pub change: String,
    /// The same where the findings only say by how much it fell.
    pub fall: Option<String>,
    pub decision: String,
    /// The kind to turn to where this one did not work.
    pub alternative: String,
    pub approach: String,
    pub dependencies: Vec<String>,
    /// Days, low and high.
    pub effort: (f64, f64),
    pub risks: Vec<Risk>,
    pub criteria: Vec<String>,
    pub counterfactual: String,
}

/// By its name; the last one is for what no other fits.
pub(super) fn named(kind: &str) -> &'static Pattern {
    static NONE: LazyLock<Pattern> = LazyLock::new(Pattern::default);
    PATTERNS.iter().find(|pattern| pattern.kind == kind).or(PATTERNS.last()).unwrap_or(&NONE)
}

/// The one whose words the text has most of; those of its title count twice.
pub(super) fn fitting(title: &str, description: &str) -> &'static Pattern {
    let texts = [(title, 2), (description, 1)].map(|(text, weight)| {
        let lower = text.to_lowercase();
        (split_words(&lower).iter().map(|word| stem(word)).collect::<BTreeSet<String>>(), lower, weight)
    });
    let score = |at: usize| -> usize {
        let phrases =
            |lower: &str| PATTERNS[at].words.iter().filter(|word| is_phrase(word) && find_word(lower, word).is_some()).count();
        texts.iter().map(|(stems, lower, weight)| weight * (STEMS[at].intersection(stems).count() * 2 + phrases(lower) * 3)).sum()
    };
    let best =
        (0..PATTERNS.len()).rev().map(|at| (score(at), at)).max_by_key(|(score, _)| *score).filter(|(score, _)| *score > 1);
    best.map_or_else(|| named("other"), |(_, at)| &PATTERNS[at])
}

/// Who has the problem, in the text's own word.
pub(super) fn people(text: &str) -> String {
    let words = text.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
    let is_many = |word: &str| word.ends_with('s') || matches!(word, "staff" | "people");
    match words.into_iter().find(|word| is_listed("people", word)) {
        Some(word) if is_many(&word) => word,
        Some(word) => word + "s",
        None => "the people affected".to_owned(),
    }
}

/// With words for the marks of a pattern.
pub(super) fn fill(text: &str, area: &str, measure: &str, people: &str) -> String {
    text.replace("{people}", people).replace("{measure}", measure).replace("{area}", area)
}
