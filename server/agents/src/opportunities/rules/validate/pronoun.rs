//! Pronouns that do not say which noun they stand for.

use super::{
    tags::Tag,
    text::{Text, Token},
    words::{Class, Form},
};
use std::ops::Range;

pub(super) fn find(text: &Text<'_>) -> Vec<Range<usize>> {
    let vague = |sentence: Range<usize>| {
        let of_it = sentence.clone().filter(|at| is_vague(text, &sentence, *at));
        of_it.map(|at| at..sentence.end.min(at + 3)).collect::<Vec<_>>()
    };
    text.sentences().into_iter().flat_map(vague).collect()
}

fn is_vague(text: &Text<'_>, sentence: &Range<usize>, at: usize) -> bool {
    let token = &text.tokens[at];
    let (before, after) = (&text.tokens[sentence.start..at], &text.tokens[at + 1..sentence.end]);
    if token.has(Class::One) {
        return !(token.tag == Tag::Pronoun && is_empty_subject(after) || is_clear(before, false));
    }
    if token.has(Class::Many) {
        return !is_clear(before, true);
    }
    if token.tag == Tag::Pronoun {
        return token.has(Class::Demonstrative) || before.is_empty() && token.has(Class::Relative);
    }
    token.tag == Tag::Subordinator && token.has(Class::Relative) && is_loose_relative(before, after)
}

/// "It is possible to": stands for nothing.
fn is_empty_subject(after: &[Token<'_>]) -> bool {
    let mut rest = after.iter().skip_while(|token| matches!(token.tag, Tag::Modal | Tag::Auxiliary | Tag::Adverb));
    let has_verb = after.first().is_some_and(|token| matches!(token.tag, Tag::Modal | Tag::Auxiliary));
    let is_quality = rest.next().is_some_and(|token| matches!(token.tag, Tag::Adjective | Tag::Noun));
    let goes_on = rest.take(4).any(|token| matches!(token.tag, Tag::To | Tag::Subordinator | Tag::Preposition));
    has_verb && is_quality && goes_on
}

/// Exactly one thing was named before that it can stand for; the subject of the sentence counts when nothing else was.
fn is_clear(before: &[Token<'_>], is_many: bool) -> bool {
    let heads = heads(before);
    let mut names: Vec<&str> = heads.iter().filter(|(_, noun)| agrees(noun, is_many)).map(|(_, noun)| noun.base()).collect();
    names.sort_unstable();
    names.dedup();
    names.len() == 1
}

/// The last noun of each noun phrase.
fn heads<'a, 't>(tokens: &'a [Token<'t>]) -> Vec<(usize, &'a Token<'t>)> {
    let is_noun = |at: usize| tokens.get(at).is_some_and(|token| token.tag == Tag::Noun);
    (0..tokens.len()).filter(|at| is_noun(*at) && !is_noun(at + 1)).map(|at| (at, &tokens[at])).collect()
}

fn agrees(noun: &Token<'_>, is_many: bool) -> bool {
    let is_plural = noun.form == Form::S || noun.has(Class::Plural);
    // A customer has their orders.
    if is_many { is_plural || noun.has(Class::Person) } else { !is_plural && !noun.has(Class::Person) }
}

/// A relative clause behind "noun of noun" that both could own, or behind a whole clause.
fn is_loose_relative(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let before = before.split_last().filter(|(last, _)| last.text == ",").map_or(before, |(_, rest)| rest);
    let [.., (other, far), (last, near)] = heads(before)[..] else { return false };
    if last + 1 != before.len() {
        return false;
    }
    let between = &before[other + 1..last];
    let is_linked = between.first().is_some_and(|token| matches!(token.tag, Tag::Preposition | Tag::Conjunction));
    let is_short = between.len() <= 4 && between.iter().all(|token| !matches!(token.tag, Tag::Verb | Tag::Modal | Tag::Sign));
    // A verb in the plural fits nouns in the plural only.
    let is_many = after.first().is_some_and(|verb| verb.has(Class::Several) || verb.tag == Tag::Verb && verb.form == Form::Base);
    let fits = |noun: &Token<'_>| !noun.has(Class::Person) && noun.form == Form::S || !is_many && agrees(noun, false);
    is_linked && is_short && fits(near) && fits(far)
}
