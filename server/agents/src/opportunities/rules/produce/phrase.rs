//! Noun phrases of a sentence, found by what stands between them: a short name for what a finding is about.

use super::words::{find_listed, is_listed, is_markup, is_plain, shortened, subject};
use domain::tools::search::{is_function_word, stem};
use regex::Regex;
use std::sync::LazyLock;

static TOKEN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[\p{Alphabetic}\p{N}]+(?:['’\-._/][\p{Alphabetic}\p{N}]+)*").ok());
/// Words of an area at most.
const LONGEST: usize = 8;

/// Where a run of words begins and ends in its sentence.
pub(super) type Span = (usize, usize);

/// Where the words of a text are; a point within one belongs to it.
pub(super) fn tokens(text: &str) -> Vec<Span> {
    let found = TOKEN.iter().flat_map(|token| token.find_iter(text)).map(|one| (one.start(), one.end()));
    found.filter(|(start, _)| !is_markup(text, *start)).collect()
}

/// Runs without verbs, numbers and words that only hold a sentence together.
pub(super) fn phrases(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let mut is_open = false;
    for (start, end) in tokens(text) {
        let word = &text[start..end];
        let breaks = is_plain(word) || word.starts_with(char::is_numeric) || (word.ends_with("ly") && word.len() > 5);
        match found.last_mut() {
            _ if breaks => {}
            Some(last) if is_open && text[last.1..start].trim().is_empty() => last.1 = end,
            _ => found.push((start, end)),
        }
        is_open = !breaks;
    }
    found
}

/// The phrase that a title is about: concrete words first, those that the description repeats before others. Of a proposal, that is
/// where something is to be built, not what.
pub(super) fn dominating(title: &str, description: &str) -> Option<String> {
    let repeated = subject(description);
    let title = find_listed("reasons", title).map_or(title, |(at, _)| &title[..at]);
    let all = phrases(title);
    let is_proposal = find_listed("openers", title).is_some_and(|(at, _)| at == 0) || find_listed("advice", title).is_some();
    let weight = |word: &str| match word {
        word if is_listed("generic", word) => 0.05,
        word if is_listed("people", word) => 0.4,
        word if repeated.contains(&stem(&word.to_lowercase())) => 1.5,
        _ => 1.0,
    };
    let score = |at: usize, span: Span| {
        let words = title[span.0..span.1].split_whitespace().take(4).map(weight).sum::<f64>();
        words * (1.0 - 0.08 * at.min(8) as f64) * if is_proposal && at == 0 { 0.6 } else { 1.0 }
    };
    let scored = all.iter().enumerate().map(|(at, span)| (score(at, *span), at));
    let (best, at) = scored.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let chosen = if is_proposal { clipped(&title[all[at].0..all[at].1]) } else { extended(title, &all, at) };
    // How many there are of it is not what it is.
    let chosen = chosen.strip_prefix("number of ").unwrap_or(&chosen).to_owned();
    (best >= 0.3 && !subject(&chosen).is_empty()).then_some(chosen)
}

/// Together with what is linked to it: `average cost of repairs`.
pub(super) fn extended(text: &str, all: &[Span], at: usize) -> String {
    let is_linked = |one: Span, other: Span| {
        let mut between = text[one.1..other.0].split_whitespace();
        let is_link = between.next().is_some_and(|word| is_listed("links", word));
        is_link && between.all(|word| is_listed("articles", word)) && text[one.0..other.1].split_whitespace().count() < LONGEST
    };
    let before = at.checked_sub(1).filter(|before| is_linked(all[*before], all[at])).unwrap_or(at);
    let start = all[before].0;
    let after = all.get(at + 1).filter(|next| is_linked((start, all[at].1), **next)).map_or(all[at].1, |next| next.1);
    clipped(&text[start..after])
}

/// At most as many words as an area has.
pub(super) fn clipped(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().take(LONGEST).collect();
    while words.last().is_some_and(|word| is_function_word(&word.to_lowercase())) {
        words.pop();
    }
    shortened(&words.join(" "), 90)
}

/// Names in a title: capitals within it, and numbers that belong to a word (`segment 12`). In a title whose words are nearly all
/// capitalised they prove nothing.
pub(super) fn names(title: &str) -> Vec<String> {
    let words: Vec<&str> = tokens(title).iter().map(|(start, end)| &title[*start..*end]).collect();
    let is_capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let proves = words.iter().filter(is_capital).count() * 2 <= words.len();
    let capitals = words.iter().skip(1).filter(is_capital).filter(|_| proves).map(|word| word.to_lowercase());
    let numbered = words.windows(2).enumerate().filter(|(at, pair)| {
        let is_counted = words.get(at + 2).is_some_and(|next| !is_plain(next));
        let is_share = title.contains(&format!("{}%", pair[1])) || title.contains(&format!("{} %", pair[1]));
        pair[1].chars().all(|sign| sign.is_ascii_digit()) && !is_plain(pair[0]) && !is_counted && !is_share
    });
    capitals.chain(numbered.map(|(_, pair)| pair.join(" ").to_lowercase())).collect()
}
