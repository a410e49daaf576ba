//! Pronouns, and how many things before them each may stand for.

use super::{
    signs::Signs,
    tags::Tag,
    text::{Text, Token},
    words::{Class, Form},
};
use std::ops::Range;

/// Words that are quoted: the pronoun with what follows it.
const QUOTED: usize = 3;

pub(super) fn add(signs: &mut Signs<'_>, text: &Text<'_>, sentence: &Range<usize>) {
    for at in sentence.clone() {
        let (token, before) = (&text.tokens[at], &text.tokens[sentence.start..at]);
        let Some(kind) = kind(token, before) else { continue };
        let span = at..sentence.end.min(at + QUOTED);
        let last = before.last().map_or(Tag::Sign, |last| last.tag);
        for about in ["", &token.lower, &format!("behind {last:?}")] {
            signs.add(format!("pronoun {kind} {about}"), span.clone());
        }
    }
}

fn kind(token: &Token<'_>, before: &[Token<'_>]) -> Option<String> {
    let is_many = |noun: &Token<'_>| noun.form == Form::S || noun.has(Class::Plural);
    let is_person = |noun: &Token<'_>| noun.has(Class::Person);
    let agrees: Option<&dyn Fn(&Token<'_>) -> bool> = match token {
        _ if token.has(Class::One) => Some(&|noun| !is_many(noun) && !is_person(noun)),
        // A customer has their orders.
        _ if token.has(Class::Many) => Some(&|noun| is_many(noun) || is_person(noun)),
        _ if token.has(Class::Someone) => Some(&is_person),
        _ => None,
    };
    let is_alone = token.tag == Tag::Pronoun && (token.has(Class::Demonstrative) || token.has(Class::Relative));
    let is_relative = token.tag == Tag::Subordinator && token.has(Class::Relative);
    let other = if is_relative { Some("relative") } else { is_alone.then_some("alone") };
    agrees.map(|agrees| format!("of {}", count(before, agrees))).or_else(|| other.map(str::to_owned))
}

/// How many different things were named before, by the last noun of each phrase; three are as good as more.
fn count(before: &[Token<'_>], agrees: &dyn Fn(&Token<'_>) -> bool) -> usize {
    let is_noun = |at: usize| before.get(at).is_some_and(|token| token.tag == Tag::Noun);
    let heads = (0..before.len()).filter(|at| is_noun(*at) && !is_noun(at + 1)).map(|at| &before[at]);
    let mut names: Vec<&str> = heads.filter(|noun| agrees(noun)).map(Token::base).collect();
    names.sort_unstable();
    names.dedup();
    names.len().min(3)
}
