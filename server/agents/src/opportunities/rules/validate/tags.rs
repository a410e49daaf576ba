//! What a word does in its sentence, as far as the lists, its ending and its neighbours show.

use super::{
    text::Token,
    words::{Class, Form},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Noun,
    Verb,
    Adjective,
    Adverb,
    Determiner,
    Preposition,
    /// Before a verb.
    To,
    Pronoun,
    Subordinator,
    Conjunction,
    Modal,
    Auxiliary,
    Number,
    Sign,
}

/// How words end that are adjectives.
pub(super) const ADJECTIVE_ENDINGS: &str = include_str!("words/adjective_endings.txt");
const NOUNS: [Class; 6] = [Class::Surface, Class::Attribute, Class::Abstract, Class::Generic, Class::Person, Class::Unit];
const VERBS: [Class; 7] =
    [Class::Verb, Class::Irregular, Class::Goal, Class::Light, Class::Build, Class::Open, Class::Observable];
/// The words that every sentence is made of.
pub(super) const CLOSED: [Class; 7] = {
    use Class::*;
    [Modal, Auxiliary, Pronoun, Preposition, Determiner, Subordinator, Conjunction]
};

/// Tags all tokens, from the first to the last.
pub(super) fn tag(tokens: &mut [Token<'_>]) {
    for at in 0..tokens.len() {
        tokens[at].tag = tag_at(tokens, at);
    }
}

fn tag_at(tokens: &[Token<'_>], at: usize) -> Tag {
    let (token, next, before) = (&tokens[at], tokens.get(at + 1), before(tokens, at));
    if token.text.starts_with(|sign: char| sign.is_ascii_digit()) {
        return Tag::Number;
    }
    if !token.text.starts_with(char::is_alphanumeric) && token.text != "&" {
        return Tag::Sign;
    }
    if token.has(Class::Infinitive) {
        let is_head = at > 0 && tokens[at - 1].has(Class::InfinitiveHead);
        let is_verb = next.is_some_and(|next| {
            may_be_verb(next) && next.form == Form::Base || next.has(Class::Auxiliary) || is_head && is_open_word(next)
        });
        return if is_verb { Tag::To } else { Tag::Preposition };
    }
    let is_led = matches!(before, Some(Tag::To | Tag::Modal));
    // "To have": a verb like others.
    if token.has(Class::Auxiliary) && !(is_led && token.has(Class::Light)) {
        return Tag::Auxiliary;
    }
    if is_led && (may_be_verb(token) && token.form == Form::Base || is_open_word(token) && token.form != Form::Ing) {
        return Tag::Verb;
    }
    let opens_phrase = next.is_some_and(|next| next.text.starts_with(char::is_alphanumeric) && !next.marks.any(&CLOSED));
    let is_link = !token.has(Class::Determiner) || before == Some(Tag::Noun) || !opens_phrase;
    let closed = [
        (Class::Modal, Tag::Modal, true),
        (Class::Conjunction, Tag::Conjunction, true),
        (Class::Subordinator, Tag::Subordinator, is_link),
        (Class::Determiner, Tag::Determiner, !token.has(Class::Pronoun) || opens_phrase),
        (Class::Pronoun, Tag::Pronoun, true),
        (Class::Preposition, Tag::Preposition, true),
    ];
    let found = closed.into_iter().find(|(class, _, fits)| *fits && token.has(*class));
    found.map_or_else(|| tag_open(tokens, at, before), |(_, tag, _)| tag)
}

fn tag_open(tokens: &[Token<'_>], at: usize, before: Option<Tag>) -> Tag {
    let (token, next) = (&tokens[at], tokens.get(at + 1));
    let is_noun_like = token.marks.any(&NOUNS);
    let opens_object = next.is_some_and(|next| next.marks.any(&[Class::Determiner, Class::Pronoun]));
    let goes_on = next.is_some_and(|next| next.text.starts_with(char::is_alphanumeric));
    let may_be_verb = may_be_verb(token);
    if token.has(Class::Adverb) || token.lower.ends_with("ly") && token.lower.len() > 4 && !may_be_verb && !is_noun_like {
        return Tag::Adverb;
    }
    let follows_verb = tokens[..at].iter().rev().take_while(|token| token.text != ".").any(|token| token.tag == Tag::Verb);
    let begins = before.is_none_or(|tag| tag == Tag::Sign);
    let is_verb = may_be_verb
        && match (token.form, before) {
            (Form::Base, Some(Tag::Pronoun)) => true,
            (Form::Base, Some(Tag::Conjunction)) => follows_verb && (!is_noun_like && goes_on || opens_object),
            (Form::Base, Some(Tag::Noun)) => opens_object || tokens[at - 1].form == Form::S && !is_noun_like && goes_on,
            (Form::Base, _) => begins && (opens_object || !is_noun_like),
            (Form::S, Some(Tag::Noun | Tag::Pronoun | Tag::Subordinator | Tag::Adverb)) => {
                opens_object || !is_noun_like && tokens[at - 1].form != Form::S
            }
            (Form::Ed, Some(Tag::Auxiliary | Tag::Noun | Tag::Pronoun | Tag::Modal)) => true,
            (Form::Ing, Some(Tag::Auxiliary | Tag::Preposition | Tag::Subordinator)) => !is_noun_like || opens_object,
            _ => false,
        };
    if is_verb {
        return Tag::Verb;
    }
    let is_adjective = token.marks.any(&[Class::Adjective, Class::Subjective])
        || matches!(token.form, Form::Ed | Form::Ing) && goes_on && !opens_object
        || token.lower.len() > 5 && ADJECTIVE_ENDINGS.lines().any(|end| token.lower.ends_with(end));
    if is_adjective && !is_noun_like { Tag::Adjective } else { Tag::Noun }
}

/// Neither a form word nor known for something else than a verb.
fn is_open_word(token: &Token<'_>) -> bool {
    !token.marks.any(&CLOSED) && !token.marks.any(&[Class::Adverb, Class::Adjective]) && !token.lower.ends_with("ly")
}

/// Whether a word is a verb in some sentence.
pub(super) fn may_be_verb(token: &Token<'_>) -> bool {
    token.marks.any(&VERBS)
}

/// The tag before, past adverbs.
fn before(tokens: &[Token<'_>], at: usize) -> Option<Tag> {
    tokens[..at].iter().rev().take(4).map(|token| token.tag).find(|tag| *tag != Tag::Adverb)
}
