//! Whether a brief holds more than one issue: two things to do, two things wanted, two things that go wrong.

use super::{
    Fault,
    story::Story,
    tags::Tag,
    text::{Text, Token},
    words::{Class, Form},
};
use protocol::opportunities::Check;
use std::ops::Range;

pub(super) fn find(text: &Text<'_>, story: &Story) -> Option<Fault> {
    let quote = match &story.want {
        Some(want) => second_action(text, want.clone())
            .or_else(|| second_thing(text, want.clone()))
            .or_else(|| second_want(text, want.clone(), story.rest.clone())),
        None => second_problem(text),
    }?;
    let what = "makes it more than one issue";
    let suggestion = "Split it: one brief for each thing that has to change.";
    Some(Fault::new(Check::SeveralIssues, &[text.quote(quote)], what, suggestion))
}

/// "View the order and cancel it": a verb beside the first one, with or without an object of its own.
fn second_action(text: &Text<'_>, want: Range<usize>) -> Option<Range<usize>> {
    let tokens = &text.tokens;
    let is_base_verb = |at: usize| tokens[at].tag == Tag::Verb && tokens[at].form == Form::Base;
    let first = want.clone().find(|at| is_base_verb(*at))?;
    let pairs = text.find(Class::FixedPair, want.clone());
    let clause = (first..want.end).find(|at| tokens[*at].tag == Tag::Subordinator).unwrap_or(want.end);
    (first + 1..want.end).find_map(|at| {
        let next = after_link(text, at, want.end)?;
        // "And to be able to".
        let starts_anew = tokens[next - 1].tag == Tag::To || tokens[next].has(Class::Auxiliary) && tokens[next].has(Class::Goal);
        let is_again = is_base_verb(next) && at < clause || starts_anew;
        let is_pair = pairs.iter().any(|pair| pair.contains(&at));
        (is_again && !is_pair).then(|| if next - first < 14 { first..next + 1 } else { at..next + 1 })
    })
}

/// The first word behind a conjunction, or behind a comma or semicolon that does its work.
fn after_link(text: &Text<'_>, at: usize, end: usize) -> Option<usize> {
    let token = &text.tokens[at];
    let is_list = || token.text == "," && (at..end.min(at + 14)).any(|at| text.tokens[at].tag == Tag::Conjunction);
    if token.tag != Tag::Conjunction && !matches!(token.text, ";" | "/" | "\n") && !is_list() {
        return None;
    }
    let is_filler = |tag| matches!(tag, Tag::Adverb | Tag::Adjective | Tag::To | Tag::Conjunction | Tag::Sign);
    (at + 1..end.min(at + 6)).find(|next| !is_filler(text.tokens[*next].tag))
}

/// "The list of orders and a map of the stores": two objects, each with a determiner, that are no attributes of one thing.
fn second_thing(text: &Text<'_>, want: Range<usize>) -> Option<Range<usize>> {
    let tokens = &text.tokens;
    let clause = want.clone().find(|at| tokens[*at].tag == Tag::Subordinator).unwrap_or(want.end);
    let links = (want.start + 1..clause).filter(|at| tokens[*at].tag == Tag::Conjunction);
    links.into_iter().find_map(|link| {
        let opens = |at: usize| tokens.get(at).is_some_and(|token| token.has(Class::Article));
        let is_object = |at: &usize| opens(*at) && (*at == want.start || tokens[at - 1].tag == Tag::Verb);
        let left = (want.start..link).rev().find(is_object)?;
        let (one, other) = (head(tokens, left, link)?, head(tokens, link + 1, want.end)?);
        let is_plain = |at: usize| tokens[at].has(Class::Attribute) || tokens[at].has(Class::Person);
        let is_distinct = !(tokens[other].has(Class::Person) || is_plain(one) && is_plain(other));
        (opens(link + 1) && is_distinct && tokens[one].base() != tokens[other].base()).then_some(left..other + 1)
    })
}

/// The last noun of the phrase that begins here.
fn head(tokens: &[Token<'_>], from: usize, end: usize) -> Option<usize> {
    let is_inner = |at: &usize| matches!(tokens[*at].tag, Tag::Determiner | Tag::Adjective | Tag::Noun | Tag::Number);
    (from..end).take_while(is_inner).filter(|at| tokens[*at].tag == Tag::Noun).last()
}

/// "… I also want", in the same sentence or behind it.
fn second_want(text: &Text<'_>, want: Range<usize>, rest: Range<usize>) -> Option<Range<usize>> {
    let wants = |within| {
        let is_clear = |span: &Range<usize>| text.tokens[span.start].has(Class::Pronoun) && span.len() > 2;
        text.find(Class::Want, within).into_iter().filter(is_clear).collect::<Vec<_>>()
    };
    let is_linked = |span: &Range<usize>| {
        let before = &text.tokens[span.start - 1];
        before.tag == Tag::Conjunction || before.text == ";"
    };
    let linked = wants(want).into_iter().find(is_linked).or_else(|| wants(rest.clone()).into_iter().next());
    linked.or_else(|| text.find(Class::Additive, rest).into_iter().next())
}

/// A text that tells what is: another problem is announced, or stands behind an "and" with a subject of its own.
fn second_problem(text: &Text<'_>) -> Option<Range<usize>> {
    let sentences = text.sentences();
    let additives = |sentence: &Range<usize>| text.find(Class::Additive, sentence.start..sentence.end.min(sentence.start + 6));
    let announced = sentences.iter().skip(1).flat_map(additives).next();
    announced.or_else(|| sentences.into_iter().find_map(|sentence| second_clause(text, sentence)))
}

fn second_clause(text: &Text<'_>, sentence: Range<usize>) -> Option<Range<usize>> {
    let tokens = &text.tokens;
    let is_finite = |at: &usize| {
        let token = &tokens[*at];
        matches!(token.tag, Tag::Auxiliary | Tag::Modal) || token.tag == Tag::Verb && token.form != Form::Ing
    };
    let Some(first) = sentence.clone().find(is_finite) else { return joined_troubles(text, sentence) };
    let one = (sentence.start..first).find(|at| tokens[*at].tag == Tag::Noun).and_then(|at| head(tokens, at, first))?;
    let end = sentence.clone().find(|at| tokens[*at].tag == Tag::Subordinator).unwrap_or(sentence.end);
    let is_link = |at: &usize| tokens[*at].tag == Tag::Conjunction || tokens[*at].text == ";";
    (first..end).filter(is_link).find_map(|link| {
        let other = tokens.get(link + 1).filter(|token| token.tag == Tag::Determiner);
        let other = other.and_then(|_| head(tokens, link + 1, sentence.end))?;
        let verb = (other + 1..sentence.end.min(other + 6)).find(is_finite)?;
        (tokens[one].base() != tokens[other].base()).then_some(link..verb + 1)
    })
}

/// "Glitches and performance issues": a heading that adds one kind of trouble to another.
fn joined_troubles(text: &Text<'_>, sentence: Range<usize>) -> Option<Range<usize>> {
    let tokens = &text.tokens;
    let link = sentence.clone().find(|at| tokens[*at].tag == Tag::Conjunction && *at > sentence.start)?;
    let is_trouble = |at: usize| tokens[at].tag == Tag::Noun && tokens[at].has(Class::Abstract);
    let other = head(tokens, link + 1, sentence.end)?;
    (sentence.len() < 9 && is_trouble(link - 1) && is_trouble(other)).then_some(link - 1..other + 1)
}
