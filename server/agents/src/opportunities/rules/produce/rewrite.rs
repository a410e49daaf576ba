//! Texts without the words that a receiver cannot work with. What is left out may not change what a sentence claims.

use super::{
    phrase::tokens,
    words::{find_word, is_listed, listed, placed, sentence, sentences},
};
use domain::tools::search::is_function_word;

/// Longer quotes are sentences, which say what is wrong and not which word.
const LONGEST: usize = 4;

/// The words that a reason quotes.
pub(super) fn quotes(reason: &str) -> Vec<String> {
    let parts = reason.split(['“', '”', '"']).skip(1).step_by(2).map(|quote| quote.trim().to_owned());
    parts.filter(|quote| !quote.is_empty() && quote.split_whitespace().count() <= LONGEST).collect()
}

/// Words of a list that a text has.
pub(super) fn at_fault(kind: &str, text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    listed(kind).iter().filter(|word| find_word(&lower, word).is_some()).map(|word| (*word).to_owned()).collect()
}

/// Without the words, sentence by sentence; a sentence that cannot do without goes, as long as another one stays.
pub(super) fn clean(text: &str, faults: &[String], area: &str) -> String {
    let kept: Vec<String> = sentences(text).into_iter().filter_map(|one| clean_sentence(one, faults, area)).collect();
    if kept.is_empty() || faults.is_empty() { text.to_owned() } else { kept.join(" ") }
}

/// None where nothing sensible is left.
fn clean_sentence(whole: &str, faults: &[String], area: &str) -> Option<String> {
    let mut text = whole.to_owned();
    for fault in faults.iter().map(|fault| fault.to_lowercase()) {
        let lower = text.to_lowercase();
        let Some(at) = find_word(&lower, &fault).filter(|_| lower.len() == text.len()) else { continue };
        // The validator quotes a pronoun with what follows it.
        let word = fault.split(' ').next().filter(|word| is_listed("pronouns", word)).unwrap_or(&fault);
        text.replace_range(at..at + word.len(), &instead_of(word, area)?);
    }
    if text == whole {
        return Some(text);
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = [" ,", " .", " ;"].iter().fold(text, |text, gap| text.replace(gap, gap.trim()));
    let words: Vec<&str> = tokens(&text).iter().map(|(start, end)| &text[*start..*end]).collect();
    let dangles = words.windows(2).any(|pair| is_listed("be", pair[0]) && matches!(pair[1], "to" | "for" | "and" | "or" | "by"));
    let is_content = |word: &&str| !is_function_word(&word.to_lowercase());
    let is_whole = words.iter().filter(|word| is_content(word)).count() > 1 && words.last().is_some_and(is_content);
    (is_whole && !dangles).then(|| sentence(text.trim_start_matches([',', ';', ' '])))
}

/// What stands in the place of a word; none where its sentence would say something else without it.
fn instead_of(fault: &str, area: &str) -> Option<String> {
    match fault {
        "and/or" => Some("or".to_owned()),
        "its" | "their" => Some(format!("{}’s", placed(area))),
        word if is_listed("pronouns", word) => Some(placed(area)),
        word if word.split_whitespace().any(|word| is_listed("kept", word)) => None,
        // An unknown word may be what the sentence is about.
        word if is_listed("vague", word) || (word.ends_with("ly") && !word.contains(' ')) => Some(String::new()),
        _ => None,
    }
}
