//! Words compared without their endings.

use std::collections::HashSet;

/// Words that say nothing about what a sentence is about.
const EMPTY: &[&str] = &[
    "about", "also", "and", "any", "are", "ask", "back", "been", "being", "but", "can", "could", "did", "does", "exactly", "far",
    "first", "for", "from", "get", "got", "had", "has", "have", "how", "into", "its", "just", "know", "let", "like", "many",
    "may", "might", "more", "most", "much", "next", "not", "now", "okay", "one", "our", "out", "please", "right", "shall",
    "should", "some", "sure", "tell", "than", "thank", "thanks", "that", "the", "their", "them", "then", "there", "these",
    "they", "thing", "things", "this", "those", "turn", "was", "well", "were", "what", "when", "where", "which", "who", "whom",
    "whose", "why", "will", "with", "would", "you", "your", "yours",
];
/// So many letters are enough to know a word again.
const STEM: usize = 5;

/// The words of a text that say what it is about, without their endings.
pub(crate) fn stems(text: &str) -> HashSet<String> {
    plain(text)
        .filter(|word| word.chars().count() > 2 || word.chars().any(char::is_numeric))
        .filter(|word| !EMPTY.contains(&word.as_str()))
        .map(|word| stem(&word))
        .collect()
}

/// Whether a word in small letters says nothing about what a sentence is about.
pub(super) fn is_filler(word: &str) -> bool {
    EMPTY.contains(&word)
}

/// All words of a text in small letters.
pub(super) fn plain(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|one: char| !one.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn stem(word: &str) -> String {
    let bare = if word.chars().count() > 3 { word.strip_suffix('s').unwrap_or(word) } else { word };
    bare.chars().take(STEM).collect()
}

/// The runs of digits in a text.
pub(crate) fn numbers(text: &str) -> HashSet<String> {
    text.split(|one: char| !one.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned).collect()
}
