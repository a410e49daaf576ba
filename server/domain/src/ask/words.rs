//! Lists of phrases in data files: `[name]` begins a list, each line below it is a phrase.

use std::collections::HashMap;

pub(super) type Lists = HashMap<&'static str, Vec<&'static str>>;

pub(super) fn lists(text: &'static str) -> Lists {
    let mut lists = Lists::new();
    let mut name = "";
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(list) => name = list,
            None => lists.entry(name).or_default().push(line),
        }
    }
    lists
}

/// The longest phrase of a list that a text begins with, followed by no letter and no digit.
pub(super) fn begins(lists: &Lists, list: &str, lower: &str) -> Option<&'static str> {
    let is_whole = |phrase: &str| lower.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    lists.get(list)?.iter().copied().filter(|phrase| is_whole(phrase)).max_by_key(|phrase| phrase.len())
}

/// The text after phrases of a list, as long as it begins with one.
pub(super) fn strip<'text>(lists: &Lists, list: &str, text: &'text str) -> &'text str {
    let mut rest = text.trim_start();
    while let Some(phrase) = begins(lists, list, &rest.to_ascii_lowercase()) {
        rest = rest[phrase.len()..].trim_start_matches([',', ':', ' ', '.']);
    }
    rest
}
