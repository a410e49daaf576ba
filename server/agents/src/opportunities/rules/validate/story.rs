//! The quality criteria of user stories (Quality User Story framework): the means of a story expresses one feature, and what is wanted
//! instead of how it is done.

use super::{
    Fault, judge,
    signs::Signs,
    tags::Tag,
    text::Text,
    words::{Class, Form},
};
use protocol::opportunities::Check;
use std::ops::Range;

/// How far into a sentence somebody else's want may begin.
const NEAR: usize = 12;

/// The words that say that something is wanted; an order begins with what is wanted.
fn find_want(text: &Text<'_>) -> Option<Range<usize>> {
    let first = text.tokens.first()?;
    let role = text.find(Class::Role, text.whole()).first().map(|role| role.start);
    let reaches = |span: &Range<usize>| {
        role.is_some_and(|role| role < span.start) || text.tokens[span.start].has(Class::Pronoun) || span.start < NEAR
    };
    let comma = || text.tokens.iter().position(|token| token.text == ",").map(|at| at..at + 1);
    let span = match text.find(Class::Want, text.whole()).into_iter().find(reaches) {
        Some(span) => Some(span),
        None if role == Some(0) => comma(),
        None => (first.tag == Tag::Verb && first.form == Form::Base && text.tokens.len() > 2).then_some(0..0),
    };
    span.filter(|span| span.end < text.tokens.len())
}

/// What is weighed: the want and what follows it, or the statement.
pub(super) fn signs<'s>(text: &'s Text<'s>) -> Signs<'s> {
    let (mut signs, count) = (Signs::new(text), text.tokens.len());
    let (place, who, within, rest) = match find_want(text) {
        None => ("says", 0..0, text.whole(), 0..0),
        Some(want) => {
            let sentence = text.sentences().into_iter().find(|sentence| sentence.contains(&want.end));
            let sentence_end = sentence.map_or(count, |sentence| sentence.end);
            let reasons = text.find(Class::Reason, want.end..sentence_end);
            let end = reasons.first().map(|reason| reason.start).filter(|end| *end > want.end).unwrap_or(sentence_end);
            ("want", 0..want.start, want.end..end, count.min(sentence_end + 1)..count)
        }
    };
    let form = [text.has(Class::Role, who.clone()), who.is_empty(), place == "says"];
    signs.add(format!("form {form:?}"), 0..0);
    signs.add_lists("who", who);
    signs.add_words(place, within.clone());
    let opens = text.tokens[within.clone()].first().map(|first| format!("{place} opens {:?} {:?}", first.tag, first.form));
    signs.add(opens.unwrap_or_default(), 0..0);
    signs.add_links(place, within);
    signs.add_words("rest", rest);
    signs
}

/// In the order in which they are told.
const CHECKS: [Check; 3] = [Check::NoSurface, Check::SolutionForProblem, Check::SeveralIssues];

pub(super) fn judge(area: &Text<'_>, text: &Text<'_>) -> Vec<Fault> {
    let mut faults = judge::judge(text, &CHECKS, &[signs(text)]);
    // A place that is named beside the statement is enough.
    faults.retain(|fault| fault.check != Check::NoSurface || !names_place(area));
    faults
}

/// Nouns that name no place by themselves.
const VAGUE: [Class; 5] = [Class::Abstract, Class::Generic, Class::Person, Class::Goal, Class::Subjective];
/// An area of more words is a sentence.
const MAX_AREA: usize = 6;

fn names_place(area: &Text<'_>) -> bool {
    area.tokens.len() <= MAX_AREA && area.tokens.iter().any(|noun| noun.tag == Tag::Noun && !noun.marks.any(&VAGUE))
}
