//! Clauses: reasons, manners, and what is said of a thing.

use super::{
    super::rank::{Query, terms},
    markers,
    tokens::Tokens,
};
use domain::tools::definitions;

/// Words of the shortest and the longest noun phrase.
const LONGEST_NOUN: usize = 5;

/// From a place in the sentence up to where its clause ends.
fn until_end(tokens: &Tokens<'_>, from: usize) -> Option<String> {
    let rest = tokens.sentence.get(from..)?;
    let lower = rest.to_ascii_lowercase();
    let ends = markers("ends").filter_map(|end| {
        let is_sign = end.starts_with([',', ';']);
        if is_sign { lower.find(end) } else { lower.find(&format!(" {end} ")) }
    });
    let end = ends.chain(lower.find(';')).chain(lower.find(" (")).min().unwrap_or(rest.len());
    let span = rest[..end].trim().trim_end_matches(['.', ',']).trim();
    (!span.is_empty()).then(|| span.to_owned())
}

/// After the first of these phrases; of those that begin at one place the longest.
fn after(tokens: &Tokens<'_>, list: &str) -> Option<(usize, usize)> {
    let found = markers(list).filter_map(|phrase| Some((tokens.find(phrase, 0)?, phrase.split(' ').count())));
    found.min_by_key(|(at, count)| (*at, usize::MAX - count))
}

pub(super) fn after_word(tokens: &Tokens<'_>, word: &str) -> Option<String> {
    let at = tokens.find(word, 0)?;
    until_end(tokens, tokens.all[at].from)
}

/// The cause: after its marker, or before what it led to.
pub(super) fn reason(tokens: &Tokens<'_>) -> Option<String> {
    if let Some((at, _)) = after(tokens, "effects")
        && at > 0
        && tokens.all[at..].iter().any(|token| token.is_asked)
        && !tokens.all[..at].iter().any(|token| token.is_asked)
    {
        return Some(tokens.span(0, at - 1));
    }
    let (at, count) = after(tokens, "reasons")?;
    let first = tokens.all.get(at + count)?;
    // "Because of the dry spring, …": a sentence that begins with its reason goes on after the comma.
    if at == 0 {
        let rest = &tokens.sentence[first.from..];
        return Some(rest[..rest.find(", ").unwrap_or(rest.len())].trim_end_matches('.').to_owned());
    }
    until_end(tokens, first.from)
}

/// How: after "by", "using", or the adverb that follows the verb of the question.
pub(super) fn manner(tokens: &Tokens<'_>) -> Option<String> {
    let last = (0..tokens.all.len()).rev().find(|at| tokens.all[*at].is_asked && !tokens.all[*at].is_function);
    // The marker after the words of the question, else the first one.
    let verb = (0..tokens.all.len()).filter(|at| tokens.all[*at].is_asked).max()?;
    let next = tokens.all.get(verb + 1)?;
    let is_marker = |at: usize| {
        let phrases = markers("manners").filter(|phrase| tokens.find(phrase, at) == Some(at));
        phrases.map(|phrase| phrase.split(' ').count()).max()
    };
    if let Some(count) = is_marker(verb + 1) {
        let gives = tokens.lower(verb + 1) == "by" && tokens.lower(verb + 2).ends_with("ing");
        let noun = tokens.all.get(verb + 1 + count)?;
        let from = if gives || count > 1 { noun.from } else { next.from };
        return until_manner_end(tokens, from);
    }
    if next.lower.ends_with("ly") {
        return until_end(tokens, next.from);
    }
    let at = (0..tokens.all.len()).find(|at| is_marker(*at).is_some() && last.is_none_or(|last| *at > last))?;
    until_manner_end(tokens, tokens.all.get(at + is_marker(at)?)?.from)
}

/// "By text message at least two hours before": up to the next word of time or place.
fn until_manner_end(tokens: &Tokens<'_>, from: usize) -> Option<String> {
    let whole = until_end(tokens, from)?;
    let cut = whole.find(" at least ").or_else(|| whole.find(" at most "));
    Some(cut.map_or_else(|| whole.clone(), |cut| whole[..cut].to_owned()))
}

/// "Which method", "what discount": the noun phrase around that word, or what stands for it.
pub(super) fn of_kind(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let kind = query.kind.as_ref()?;
    let at = (0..tokens.all.len()).find(|at| terms(tokens.all[*at].text).first() == Some(kind))?;
    let from = (0..at)
        .rev()
        .take(LONGEST_NOUN)
        .take_while(|before| {
            let token = &tokens.all[*before];
            !token.is_function && !tokens.all[before + 1].is_parted
        })
        .last();
    if let Some(from) = from.filter(|from| (*from..at).any(|place| !tokens.all[place].is_asked)) {
        return Some(tokens.span(from, at));
    }
    // "The towns of Linmouth and Hexley", "a discount of 4%".
    let next = tokens.lower(at + 1);
    let is_joint = matches!(next, "of" | "is" | "are" | "was" | "were" | "called" | "named");
    let first = tokens.all.get(at + 2)?;
    if is_joint && !first.is_asked {
        let span = until_end(tokens, first.from)?;
        // Up to the verb of the sentence, where it goes on.
        let cut = [" is ", " are ", " was ", " were ", " has ", " have "].iter().filter_map(|verb| span.find(verb)).min();
        return Some(cut.map_or_else(|| span.clone(), |cut| span[..cut].to_owned()));
    }
    None
}

/// What the sentence says of what the question names: its definition, what follows its verb, else what is before it.
pub(super) fn said_of(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let defined =
        definitions(tokens.sentence).into_iter().next().filter(|(term, _)| query.is_about(term) || is_asked_whole(query, term));
    if let Some((_, value)) = defined {
        return until_of(&value);
    }
    after_verb(query, tokens)
        .or_else(|| before_verb(query, tokens))
        .or_else(|| after_asked(tokens))
        .or_else(|| before_asked(tokens))
}

/// The term has all words of the question.
fn is_asked_whole(query: &Query, term: &str) -> bool {
    let own = terms(term);
    !query.terms.is_empty() && query.terms.iter().all(|word| own.contains(word))
}

fn until_of(value: &str) -> Option<String> {
    let tokens_end = [", which", "; "].iter().filter_map(|end| value.find(end)).min();
    let span = value[..tokens_end.unwrap_or(value.len())].trim();
    (!span.is_empty()).then(|| span.to_owned())
}

/// After the verb, where the question speaks of what is before it.
fn after_verb(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let (at, count) = after(tokens, "verbs").filter(|(at, _)| *at > 0)?;
    let subject = tokens.all[..at].iter().filter(|token| token.is_asked).count();
    let is_about = subject * 2 >= query.terms.len().max(1);
    let first = tokens.all.get(at + count)?;
    // "Is paid to the card": the question has the verb, its object is wanted.
    if first.is_asked {
        return None;
    }
    is_about.then(|| until_end(tokens, first.from)).flatten()
}

/// "What caused it": the subject, where the question has everything after the verb.
fn before_verb(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let (at, _) = after(tokens, "effects").filter(|(at, _)| *at > 0)?;
    let is_cause = query.text.contains("cause")
        || query.text.contains("led to")
        || query.text.contains("lead to")
        || query.text.contains("result");
    let is_after = tokens.all[at..].iter().any(|token| token.is_asked);
    (is_cause && is_after).then(|| tokens.span(0, at - 1))
}

/// Everything after the last word of the question, without the small words that lead to it.
pub(super) fn after_asked(tokens: &Tokens<'_>) -> Option<String> {
    let last = (0..tokens.all.len()).rev().find(|at| tokens.all[*at].is_asked)?;
    let rest = (last + 1..tokens.all.len()).find(|at| {
        let lower = tokens.lower(*at);
        !matches!(
            lower,
            "to" | "of"
                | "for"
                | "by"
                | "on"
                | "in"
                | "with"
                | "and"
                | "then"
                | "is"
                | "are"
                | "at"
                | "as"
                | "from"
                | "mainly"
                | "the"
                | "a"
        )
    })?;
    // An article belongs to what it leads to.
    let is_article = rest > last + 1 && matches!(tokens.lower(rest - 1), "the" | "a" | "an");
    until_end(tokens, tokens.all[if is_article { rest - 1 } else { rest }].from)
}

/// Everything before the first word of the question.
pub(super) fn before_asked(tokens: &Tokens<'_>) -> Option<String> {
    let first = (0..tokens.all.len()).find(|at| tokens.all[*at].is_asked).filter(|at| *at > 0)?;
    let end = (0..first).rev().find(|at| !tokens.all[*at].is_function)?;
    Some(tokens.span(0, end))
}
