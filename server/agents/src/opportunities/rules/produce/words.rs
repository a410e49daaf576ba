//! The words that the producers know, and texts taken apart: sentences, content words, numbers.

use domain::tools::search::{is_function_word, split_words, stem};
use regex::Regex;
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::LazyLock,
};

/// `kind: words and phrases`, one a line.
pub(super) const LISTS: &str = include_str!("words.txt");
/// What the validators know as well: ordinary nouns, and words of other languages.
pub(super) const NOUNS: &str =
    concat!(include_str!("../validate/words/surfaces.txt"), "\n", include_str!("../validate/words/attributes.txt"));
const FOREIGN: &str = include_str!("../validate/words/foreign.txt");
static LISTED: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines = LISTS.lines().filter_map(|line| line.split_once(": "));
    let lists = lines.map(|(kind, words)| (kind, words.split(", ").collect()));
    lists.chain([("nouns", NOUNS.lines().collect()), ("foreign", FOREIGN.lines().collect())]).collect()
});
static STEMMED: LazyLock<HashMap<&str, HashSet<String>>> =
    LazyLock::new(|| LISTED.iter().map(|(kind, words)| (*kind, words.iter().map(|word| stem(word)).collect())).collect());
static MARKUP: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(?s)</?[a-zA-Z].*>").ok());
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d+(?:[.,]\d+)*").ok());

pub(super) fn listed(kind: &str) -> &'static [&'static str] {
    LISTED.get(kind).map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn is_listed(kind: &str, word: &str) -> bool {
    listed(kind).contains(&word.to_lowercase().as_str())
}

/// What a reader calls it, where the list knows `name=words` of it.
pub(super) fn renamed<'n>(kind: &str, name: &'n str) -> &'n str {
    listed(kind).iter().filter_map(|pair| pair.split_once('=')).find(|(known, _)| *known == name).map_or(name, |(_, words)| words)
}

/// In any form of the word.
pub(super) fn is_kind(kind: &str, word: &str) -> bool {
    STEMMED.get(kind).is_some_and(|stems| stems.contains(&stem(&word.to_lowercase())))
}

pub(super) fn is_verb(word: &str) -> bool {
    is_listed("be", word) || is_kind("verbs", word)
}

/// A word that says nothing by itself.
pub(super) fn is_plain(word: &str) -> bool {
    is_function_word(&word.to_lowercase()) || is_listed("breaks", word) || is_kind("verbs", word)
}

pub(super) fn is_foreign(text: &str) -> bool {
    let count = |is: fn(&str) -> bool| split_words(text).iter().filter(|word| is(word)).count();
    count(|word| is_listed("foreign", word)) > count(is_function_word)
}

/// Between the first tag of a text and its last.
pub(super) fn is_markup(text: &str, at: usize) -> bool {
    MARKUP.iter().filter_map(|markup| markup.find(text)).any(|tags| tags.range().contains(&at))
}

/// Where the word or phrase stands in the text, both in small letters, with nothing grown onto it.
pub(super) fn find_word(lower: &str, word: &str) -> Option<usize> {
    let is_end = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
    let mut places = lower.match_indices(word).map(|(at, _)| at);
    places.find(|at| is_end(lower[..*at].chars().next_back()) && is_end(lower[at + word.len()..].chars().next()))
}

/// The first of a list that stands in the text, in whatever case: where it begins and ends.
pub(super) fn find_listed(kind: &str, text: &str) -> Option<(usize, usize)> {
    let lower = text.to_lowercase();
    // Only then do places within one hold for the other.
    let words = listed(kind).iter().filter(|_| lower.len() == text.len());
    let found = words.filter_map(|word| find_word(&lower, word).map(|at| (at, at + word.len())));
    found.min_by_key(|(at, end)| (*at, std::cmp::Reverse(*end)))
}

/// What a text is about: stems of its words, without numbers, words that only hold it together, and words that are about anything.
pub(super) fn subject(text: &str) -> BTreeSet<String> {
    let is_content = |word: &String| word.len() > 1 && !is_function_word(word) && !word.starts_with(char::is_numeric);
    let stems = split_words(text).into_iter().filter(is_content).map(|word| stem(&word));
    stems.filter(|word| !STEMMED.get("generic").is_some_and(|known| known.contains(word))).collect()
}

/// The part of the first set that is in the other.
pub(super) fn share(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    one.intersection(other).count() as f64 / one.len().max(1) as f64
}

/// A text as sentences, with their stops; an item of a list is one.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let begins = |rest: &str| rest.trim_start().chars().next().is_none_or(|next| !next.is_lowercase());
    let is_stop = |(at, sign): &(usize, char)| {
        let rest = &text[at + sign.len_utf8()..];
        *sign == '\n' || (matches!(sign, '.' | '!' | '?') && rest.starts_with(char::is_whitespace) && begins(rest))
    };
    let mut from = 0;
    let ends = text.char_indices().filter(is_stop).map(|(at, _)| at + 1).chain([text.len()]);
    let parts = ends.map(|end| unmarked(&text[std::mem::replace(&mut from, end)..end]));
    parts.filter(|sentence| sentence.contains(char::is_alphanumeric)).collect()
}

/// What follows the beginning of a line of a description, without its stop.
pub(super) fn line<'t>(description: &'t str, beginning: &str) -> Option<&'t str> {
    description.lines().find_map(|line| line.trim().strip_prefix(beginning)).map(|line| line.trim_end_matches('.'))
}

/// Signs that mark an item of a list.
const MARKS: [&str; 4] = ["- ", "* ", "• ", "– "];

/// Without the sign that marks an item of a list.
pub(super) fn unmarked(text: &str) -> &str {
    let text = text.trim();
    MARKS.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim_start()
}

/// With a capital letter and a stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches([',', ';', ':', '-', ' ']);
    let stop = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    let mut signs = text.chars();
    let first = signs.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(signs).chain(stop.chars()).collect()
}

/// The first letter small, unless the word may be a name: a capital at the beginning of a sentence proves nothing.
pub(super) fn lowered(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let lower = first.to_lowercase();
    let is_plural = lower.ends_with('s') && !lower.ends_with("ss") && !lower.ends_with("us");
    let is_known =
        is_plural || is_function_word(&lower) || ["generic", "verbs", "nouns", "common"].iter().any(|kind| is_kind(kind, first));
    if !is_known || first.chars().skip(1).any(char::is_uppercase) {
        return text.to_owned();
    }
    format!("{lower}{}", &text[first.len()..])
}

/// As a sentence speaks of it: plain words with an article, names and codes in quotes.
pub(super) fn placed(text: &str) -> String {
    let text = lowered(text.trim());
    let first = text.split(' ').next().unwrap_or_default();
    let is_word = |sign: char| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '\'' | '’' | '/' | '%');
    let is_noun = text.starts_with(char::is_lowercase) && !is_kind("verbs", first) && !is_foreign(&text);
    match is_noun && text.chars().all(is_word) {
        true if is_listed("articles", first) => text,
        true => format!("the {text}"),
        false => quoted(&text),
    }
}

/// Whole words of the beginning, at most so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most).collect();
    let whole = cut.rsplit_once(char::is_whitespace).map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches(|sign: char| !sign.is_alphanumeric()))
}

/// In quotes, without its stop.
pub(super) fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(['“', '”'], "\"");
    format!("“{}”", shortened(text.trim_end_matches(['.', ' ']), 400))
}

/// Where numbers begin and end, without digits that are a part of a word.
pub(super) fn numbers(text: &str) -> Vec<(usize, usize)> {
    let grows = |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphabetic() || sign == '_');
    let found = NUMBER.iter().flat_map(|number| number.find_iter(text)).map(|one| (one.start(), one.end()));
    found.filter(|(from, to)| !grows(text[..*from].chars().next_back()) && !grows(text[*to..].chars().next())).collect()
}
