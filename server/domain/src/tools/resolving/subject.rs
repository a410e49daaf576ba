//! What a question is about, word by word: whole words by their stems, so that no word is found inside another one.

use crate::tools::search::words::{split, stem};
use std::collections::HashSet;

/// All of it, within the error of a sum of parts.
pub(super) const WHOLE: f64 = 0.99;

/// Words by which is asked, and which hold a name together.
const ASKING: [&str; 34] = [
    "what", "which", "who", "how", "when", "where", "is", "are", "was", "were", "does", "do", "did", "the", "a", "an", "of",
    "for", "our", "we", "by", "define", "defines", "defined", "definition", "meant", "meaning", "as", "in", "to", "considered",
    "s", "t", "called",
];

pub(super) struct Subject {
    words: Vec<Word>,
    /// Of the question, by which the words of a name are found.
    forms: HashSet<String>,
}

/// A word as it is written, and the parts into which its capitals divide it.
struct Word {
    whole: String,
    /// None where one of them is a single sign: `Q4` is more than a Q and a 4.
    parts: Vec<String>,
}

impl Subject {
    pub(super) fn from_question(question: &str) -> Self {
        let words = content(question);
        let forms = forms(&words);
        Self { words, forms }
    }

    /// The share of its words that occur in a text, from 0 to 1.
    pub(super) fn part_in(&self, text: &str) -> f64 {
        let forms = forms(&read(text));
        part(&self.words, &forms)
    }

    /// The share of a name that occurs in the question, from 0 to 1.
    pub(super) fn share_of(&self, name: &str) -> f64 {
        part(&content(name), &self.forms)
    }

    /// [`Self::share_of`] a name that has all that the question is about.
    pub(super) fn named_by(&self, name: &str) -> Option<f64> {
        self.named_within(name, "")
    }

    /// The same where what has the name is part of something that has a name too.
    pub(super) fn named_within(&self, name: &str, whole: &str) -> Option<f64> {
        let share = self.share_of(name);
        (share > 0.0 && self.part_in(&format!("{name} {whole}")) >= WHOLE).then_some(share)
    }
}

impl Word {
    fn read(text: &str) -> Self {
        let whole = stem(&split(&text.to_lowercase()).concat());
        let parts = split(text);
        let loose = parts.iter().any(|part| part.chars().count() < 2);
        Self { whole, parts: if loose { Vec::new() } else { parts.iter().map(|part| stem(part)).collect() } }
    }

    fn is_in(&self, forms: &HashSet<String>) -> bool {
        let in_parts = !self.parts.is_empty() && self.parts.iter().all(|part| forms.contains(part));
        in_parts || forms.contains(&self.whole)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a question and a name have few words")]
fn part(words: &[Word], forms: &HashSet<String>) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    words.iter().filter(|word| word.is_in(forms)).count() as f64 / words.len() as f64
}

fn forms(words: &[Word]) -> HashSet<String> {
    words.iter().flat_map(|word| word.parts.iter().chain([&word.whole])).cloned().collect()
}

fn tokens(text: &str) -> Vec<&str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|token| !token.is_empty()).collect()
}

fn read(text: &str) -> Vec<Word> {
    tokens(text).into_iter().map(Word::read).filter(|word| !word.whole.is_empty()).collect()
}

/// Without the words that only ask. `count` and `mean` ask in "counts as churn" and "churn means", not in "head count" and "mean
/// price".
fn content(text: &str) -> Vec<Word> {
    let tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let shouts = tokens.len() > 1 && !text.contains(char::is_lowercase);
    let lower: Vec<String> = tokens.iter().map(|token| token.to_lowercase()).collect();
    let asks = |at: usize| {
        let word = lower[at].as_str();
        let next = lower.get(at + 1).map(String::as_str);
        match word {
            "count" | "counts" | "counted" => next == Some("as"),
            "mean" | "means" => next.is_none_or(|next| ASKING.contains(&next)),
            // `IS` and `DO` in capitals are names.
            word => ASKING.contains(&word) && (shouts || !is_abbreviation(&tokens[at])),
        }
    };
    let left = tokens.iter().enumerate().filter(|(at, _)| !asks(*at)).map(|(_, token)| Word::read(token));
    left.filter(|word| !word.whole.is_empty()).collect()
}

fn is_abbreviation(token: &str) -> bool {
    token.len() > 1 && token.chars().all(char::is_uppercase)
}
