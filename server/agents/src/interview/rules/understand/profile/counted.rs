//! Whom a question for a number counts, and by what they do.

use super::super::{
    lexicon,
    text::{Shape, Text, stem},
};
use protocol::interview::ObligationTemplate;

/// Words of a question that say nothing of what is done.
const PLAIN: &[&str] = &[
    "do", "does", "did", "is", "are", "was", "were", "will", "would", "have", "has", "had", "be", "been", "can", "should", "you",
    "your", "the", "a", "an", "in", "on", "at", "of", "to", "for", "it", "this", "that", "there", "and", "or", "today", "now",
    "we", "i", "they", "with", "by", "want", "need", "get", "make", "go", "roughly", "about", "currently", "all",
];

/// The stems of what the counted ones do, as the question says it: "organis" of "how many of you organise it".
pub(super) fn counted_by(prompt: &Text<'_>) -> Vec<String> {
    let Some(many) = (0..prompt.words.len()).find(|&at| prompt.reads(at, &["how", "many"])) else { return Vec::new() };
    let end = (many..prompt.words.len()).find(|&at| prompt.word(at) == "?").unwrap_or(prompt.words.len());
    let verb = (many + 2..end).find(|&at| PLAIN.contains(&prompt.word(at)) && prompt.before(at) != "many").unwrap_or(end);
    // "How many people work …": the verb stands right behind the noun.
    let from = if verb > many + 3 { many + 3 } else { verb };
    (from..end)
        .filter(|&at| prompt.words[at].shape == Shape::Letters)
        .filter(|&at| !PLAIN.contains(&prompt.word(at)) && !lexicon::is_somebody(prompt.word(at)))
        .map(|at| prompt.stem(at).to_owned())
        .collect()
}

/// Those who speak are counted.
pub(super) fn counts_us(template: &ObligationTemplate, prompt: &Text<'_>) -> bool {
    const TEAM: &[&str] = &["team", "staff", "employee", "headcount", "workforce", "crew"];
    let name = template.label.clone().unwrap_or_else(|| template.name());
    let name = Text::new(&name);
    let named = (0..name.words.len()).any(|at| TEAM.iter().any(|word| stem(word) == name.stem(at)));
    let addressed = ["of you ", "including you", "yourself", "are you"].iter().any(|words| prompt.low.contains(words));
    (named || addressed) && !counts_to_come(prompt)
}

/// Those who are looked for are counted.
pub(super) fn counts_to_come(prompt: &Text<'_>) -> bool {
    ["hire", "looking for", "recruit", "need"].iter().any(|word| prompt.low.contains(word))
}
