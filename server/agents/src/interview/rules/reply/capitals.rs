//! Whether a capital belongs to a word, or only to the sentence that it began.

use super::plain::small;
use std::{collections::HashSet, sync::LazyLock};

static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| list("word: "));
static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| list("name: "));

fn list(kind: &'static str) -> HashSet<&'static str> {
    include_str!("capitals.txt").lines().filter_map(|line| line.strip_prefix(kind)).flat_map(|words| words.split(' ')).collect()
}

/// "The shortage of staff", "Making furniture" go on with a small letter inside a sentence; "The Hague" and "A. Miller" do not.
pub(super) fn without_capital(text: &str) -> String {
    if is_common(text) && goes_on(text) { small(text) } else { text.to_owned() }
}

/// Whether the first letter may be large only because the words begin a sentence: "Dentists in Spain", "Plumbing".
pub(super) fn is_doubtful(text: &str) -> bool {
    let mut letters = text.chars();
    let capital = letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
    capital && goes_on(text)
}

/// Whether these words stand first in a sentence of a message.
pub(super) fn begin_a_sentence(words: &str, message: &str) -> bool {
    let before = message.find(words).map(|at| message[..at].trim_end_matches([' ', '"', '“', '(', '-']));
    before.is_some_and(|before| before.is_empty() || before.ends_with(['.', '!', '?', ':', ';', '…', '\n']))
}

fn is_common(text: &str) -> bool {
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default().to_lowercase();
    // A lone word in "ing" is as often a name.
    let doing = first.ends_with("ing") && first.len() > 5 && words.next().is_some() && !NAMES.contains(first.as_str());
    doing || COMMON.contains(first.as_str())
}

/// Whether what follows the first word is not written like a name.
fn goes_on(text: &str) -> bool {
    text.split(' ').nth(1).is_none_or(|next| next.starts_with(|letter: char| letter.is_lowercase() || letter.is_numeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_capital_of_a_sentence_is_lowered() {
        for (text, wanted) in [
            ("Making wooden toys", "making wooden toys"),
            ("Selling to schools", "selling to schools"),
            ("Mostly families", "mostly families"),
            ("Twelve of us", "twelve of us"),
            ("Reading and Slough", "Reading and Slough"),
            ("Boeing", "Boeing"),
            ("Baking", "Baking"),
            ("The Hague", "The Hague"),
            ("New York", "New York"),
            ("A. Miller", "A. Miller"),
            ("API access", "API access"),
            ("Dentists in Spain", "Dentists in Spain"),
            ("small farms", "small farms"),
            ("", ""),
        ] {
            assert_eq!(without_capital(text), wanted);
        }
    }

    #[test]
    fn a_capital_is_doubtful_only_where_it_may_be_the_sentences() {
        for (text, wanted) in
            [("Plumbing", true), ("Dentists in Spain", true), ("British Gas", false), ("NHS trusts", false), ("toys", false)]
        {
            assert_eq!(is_doubtful(text), wanted, "{text}");
        }
        for (words, message, wanted) in [
            ("Bakers", "Bakers, I think", true),
            ("Bakers", "That is easy. Bakers", true),
            ("Leeds", "We are in Leeds", false),
            ("Leeds", "somewhere else", false),
        ] {
            assert_eq!(begin_a_sentence(words, message), wanted, "{message}");
        }
    }
}
