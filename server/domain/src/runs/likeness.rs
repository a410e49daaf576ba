//! Whether two findings say the same.

use crate::tools::search::{is_function_word, split_words, stem};
use std::collections::HashSet;

/// Of two names, the share of words in common from which they say the same.
const ALIKE: f64 = 0.7;

/// The same kind of statement about the same columns; where that is not known of both, nearly the same words.
#[must_use]
pub(super) fn are_alike(one: (&str, &str), other: (&str, &str)) -> bool {
    let ((subject, name), (other_subject, other_name)) = (one, other);
    if subject.is_empty() || other_subject.is_empty() { names_alike(name, other_name) } else { subject == other_subject }
}

#[must_use]
pub fn names_alike(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let all = one.union(&other).count();
    #[expect(clippy::cast_precision_loss, reason = "words of a sentence")]
    let share = one.intersection(&other).count() as f64 / all.max(1) as f64;
    all > 0 && share >= ALIKE
}

/// Without numbers, which change from run to run.
fn words(name: &str) -> HashSet<String> {
    let is_word = |word: &String| !is_function_word(word) && !word.chars().all(|sign| sign.is_ascii_digit());
    split_words(name).into_iter().filter(is_word).map(|word| stem(&word)).collect()
}
