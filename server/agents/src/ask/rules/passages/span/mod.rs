//! The words of a paragraph that answer, by the kind of answer that is wanted: a number with its unit, a day, a name, the clause of a
//! reason, or what is said of the thing that the question names. The shortest span that says it.

mod clause;
mod figure;
mod names;
mod tokens;

use super::{
    block::sentences,
    rank::{Query, Wanted, terms},
};
use tokens::Tokens;

const MARKERS: &str = include_str!("../markers.txt");

/// The phrases of a list.
fn markers(list: &str) -> impl Iterator<Item = &'static str> {
    let lines = MARKERS.lines().filter_map(|line| line.split_once(':')).filter(move |(name, _)| *name == list);
    let sign = if list == "ends" { ';' } else { ',' };
    lines.flat_map(move |(_, phrases)| phrases.split(sign).map(str::trim).filter(|phrase| !phrase.is_empty()))
}

fn is_listed(list: &str, word: &str) -> bool {
    markers(list).any(|other| other == word)
}

/// The answer with the sentence that it stands in.
pub(super) fn find_span(query: &Query, text: &str) -> Option<(String, String)> {
    let scored = sentences(text).into_iter().map(|sentence| {
        let words = terms(sentence);
        let shared = query.terms.iter().filter(|term| words.contains(term)).count();
        // A sentence with the kind of answer that is wanted counts as more than a word.
        let fits = shared > 0 && query.wanted != Wanted::Thing && by_kind(query, &Tokens::new(sentence, query)).is_some();
        (shared * 2 + usize::from(fits) * 3, sentence)
    });
    // The first of the best.
    let (_, sentence) = scored.fold((0, ""), |best, one| if one.0 > best.0 { one } else { best });
    if sentence.is_empty() {
        return None;
    }
    let tokens = Tokens::new(sentence, query);
    let span = by_kind(query, &tokens).or_else(|| clause::said_of(query, &tokens));
    let span = span.unwrap_or_else(|| sentence.trim_end_matches('.').to_owned());
    Some((span, sentence.to_owned()))
}

fn by_kind(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    match query.wanted {
        Wanted::Percent => figure::percent(query, tokens),
        Wanted::Amount => figure::amount(query, tokens),
        Wanted::Length => figure::length(tokens),
        Wanted::Time => figure::time(query, tokens).or_else(|| clause::after_word(tokens, "when")),
        Wanted::Reason => clause::reason(tokens),
        Wanted::Manner => clause::manner(tokens),
        Wanted::Person => names::person(query, tokens),
        Wanted::Place => names::place(tokens),
        Wanted::Kind => clause::of_kind(query, tokens),
        Wanted::Thing => None,
    }
}
