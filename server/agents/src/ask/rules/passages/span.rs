//! The words of a paragraph that answer, by the kind of answer that is wanted.

use super::{
    block::sentences,
    rank::{Query, Wanted, terms},
};
use domain::tools::definitions;

const MARKERS: &str = include_str!("markers.txt");

/// The phrases of a list, each with a space after it.
fn markers(list: &str) -> impl Iterator<Item = String> {
    let lines = MARKERS.lines().filter_map(|line| line.split_once(':')).filter(move |(name, _)| *name == list);
    lines.flat_map(|(_, phrases)| phrases.split(',').map(|phrase| format!("{} ", phrase.trim())))
}

/// The answer with the sentence that it stands in.
pub(super) fn find_span(query: &Query, text: &str) -> Option<(String, String)> {
    let scored = sentences(text).into_iter().map(|sentence| {
        let words = terms(sentence);
        let shared = query.terms.iter().filter(|term| words.contains(term)).count();
        // A sentence with the kind of answer that is wanted counts as two words more.
        (shared + if has_kind(query, sentence) { 2 } else { 0 }, sentence)
    });
    // The first of the best.
    let (_, sentence) = scored.fold((0, ""), |best, one| if one.0 > best.0 { one } else { best });
    if sentence.is_empty() {
        return None;
    }
    let defined = || {
        let (term, value) = definitions(sentence).into_iter().next()?;
        query.is_about(&term).then_some(value)
    };
    let span = match query.wanted {
        Wanted::Percent => figures(sentence).into_iter().find(|figure| figure.contains('%') && is_new(query, figure)),
        Wanted::Amount => figures(sentence).into_iter().find(|figure| is_new(query, figure)),
        Wanted::Time => time(sentence),
        Wanted::Reason => after(sentence, "reasons"),
        Wanted::Manner => after(sentence, "manners").or_else(|| after(sentence, "reasons")),
        Wanted::Thing => defined().or_else(|| rest(query, sentence)),
    };
    let span = span.unwrap_or_else(|| sentence.trim_end_matches('.').to_owned());
    Some((span, sentence.to_owned()))
}

fn has_kind(query: &Query, sentence: &str) -> bool {
    match query.wanted {
        Wanted::Percent => figures(sentence).iter().any(|figure| figure.contains('%')),
        Wanted::Amount => figures(sentence).iter().any(|figure| is_new(query, figure)),
        Wanted::Time => time(sentence).is_some(),
        Wanted::Reason => after(sentence, "reasons").is_some(),
        Wanted::Manner => after(sentence, "manners").is_some(),
        Wanted::Thing => false,
    }
}

fn is_new(query: &Query, figure: &str) -> bool {
    let digits: String = figure.chars().filter(|sign| sign.is_ascii_digit() || *sign == '.').collect();
    !query.text.contains(&digits)
}

/// Numbers with their signs and units: `$1.2 million`, `12.5%`, `340`.
fn figures(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let plain = word.trim_matches(|sign: char| matches!(sign, ',' | '.' | ';' | ':' | '(' | ')'));
        let is_figure = plain.contains(|sign: char| sign.is_ascii_digit())
            && plain.chars().all(|sign| sign.is_ascii_digit() || ",.$€£%-".contains(sign));
        let is_year = plain.len() == 4 && (plain.starts_with("19") || plain.starts_with("20"));
        // "December 31" is a day.
        let is_day = at > 0 && is_month(words[at - 1]);
        if is_figure && !is_year && !is_day {
            let unit = words
                .get(at + 1)
                .map(|next| next.trim_end_matches([',', '.', ';']))
                .filter(|next| ["million", "billion", "thousand", "percent", "%"].contains(&next.to_lowercase().as_str()));
            let percent = |unit: &str| if unit == "percent" { "%".to_owned() } else { format!(" {unit}") };
            found.push(format!("{plain}{}", unit.map(percent).unwrap_or_default()));
        }
    }
    found
}

/// `in March 2019`, `on 5 May 2020`, `2018`.
fn time(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().map(|word| word.trim_end_matches([',', '.', ';'])).collect();
    let is_year = |word: &str| {
        word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.chars().all(|sign| sign.is_ascii_digit())
    };
    let year = words.iter().position(|word| is_year(word))?;
    let is_part = |word: &str| word.chars().all(|sign| sign.is_ascii_digit()) || is_month(word);
    let start = (0..year).rev().take_while(|at| is_part(words[*at])).last().unwrap_or(year);
    Some(words[start..=year].join(" "))
}

fn is_month(word: &str) -> bool {
    let word = format!("{} ", word.to_lowercase());
    markers("months").any(|month| month == word)
}

fn after(sentence: &str, list: &str) -> Option<String> {
    let lower = sentence.to_ascii_lowercase();
    let found = markers(list).filter_map(|marker| Some((lower.find(&marker)?, marker.len())));
    // Of those that begin at one place the longest.
    let (at, length) = found.min_by_key(|(at, length)| (*at, usize::MAX - length))?;
    let rest = sentence.get(at + length..)?;
    let end = rest.find("; ").or_else(|| rest.find(", which")).unwrap_or(rest.len());
    let span = rest[..end].trim().trim_end_matches('.').trim();
    (!span.is_empty()).then(|| span.to_owned())
}

/// What the sentence says after its verb, where the question speaks of what is before it.
fn rest(query: &Query, sentence: &str) -> Option<String> {
    let lower = sentence.to_ascii_lowercase();
    let found = markers("verbs").map(|verb| format!(" {verb}")).filter_map(|verb| Some((lower.find(&verb)?, verb.len())));
    let (at, length) = found.min_by_key(|(at, _)| *at)?;
    let subject = terms(sentence.get(..at)?);
    let shared = query.terms.iter().filter(|term| subject.contains(term)).count();
    let span = sentence.get(at + length..)?.trim().trim_end_matches('.').trim();
    (shared * 2 >= query.terms.len().max(1) && !span.is_empty()).then(|| span.to_owned())
}
