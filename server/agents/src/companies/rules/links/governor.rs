//! The preposition, the verb or the owner that a place hangs on.

use super::{
    super::{
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, What},
        token::Token,
    },
    clause::is_acting,
};

/// How a place hangs in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Governor {
    /// in, at, within
    In(usize),
    /// to, into
    To(usize),
    /// from, out of
    From(usize),
    Of(usize),
    By(usize),
    With(usize),
    /// It is the object of the verb here.
    Object(usize),
    /// Owned by the company that ends here, or by "its".
    Owned(usize),
    /// Near it, unlike it, over it.
    Beside,
    /// "not ADGM"
    Against,
    /// It does something itself.
    Subject,
    None,
}

/// How far back a preposition may be, in tokens.
const REACH: usize = 14;

pub(super) fn governor(scene: &Scene<'_>, from: usize, to: usize) -> Governor {
    let begin = scene.sentence_of(from).from;
    if is_subject(scene, from, to, begin) {
        return Governor::Subject;
    }
    let mut at = from;
    while at > begin && from - at < REACH {
        at -= 1;
        let token = &scene.tokens[at];
        if let Some(unit) = scene.unit_at(at) {
            match unit.what {
                What::Place(_) => at = unit.from,
                What::Company(_) if scene.tokens.get(at + 1).is_some_and(Token::is_possessive) => return Governor::Owned(at),
                _ => return Governor::None,
            }
            continue;
        }
        let phrase = |word: &str| scene.lower(at.wrapping_sub(1)) == word;
        match token.lower.as_str() {
            "its" | "their" => return Governor::Owned(at),
            "not" | "than" => return Governor::Against,
            "of" if phrase("out") => return Governor::From(at - 1),
            "of" if phrase("instead") => return Governor::Against,
            "of" if is_part(scene, at) => continue,
            "of" => return Governor::Of(at),
            "to" if List::Nearby.has(scene.lower(at.wrapping_sub(1))) => {
                return Governor::Beside;
            }
            "to" if at + 1 < from && scene.tokens[at + 1].is_form(Form::Base) && scene.unit_at(at + 1).is_none() => {
                return Governor::None;
            }
            "from" if List::Distance.has(scene.lower(at.wrapping_sub(1))) => {
                return Governor::Beside;
            }
            "to" | "into" => return Governor::To(at),
            "from" => return Governor::From(at),
            "by" | "under" => return Governor::By(at),
            "with" => return Governor::With(at),
            "in" | "at" | "within" | "inside" | "on" | "across" | "throughout" => return Governor::In(at),
            _ => {}
        }
        if token.any(&[Class::Beside, Class::Away]) && !token.has(Class::Determiner) {
            return Governor::Beside;
        }
        if token.any(&[Class::Preposition, Class::Split]) && !token.has(Class::Where) {
            return Governor::None;
        }
        let noun = token.any(&[Class::Asset, Class::AreaWord, Class::Descriptor, Class::PlaceHead, Class::Determiner]);
        if is_acting(scene, at) && (!noun || token.is_form(Form::Past)) {
            return Governor::Object(at);
        }
        if matches!(token.text, ";" | ":" | "|" | "\n" | ")" | "?" | "!") {
            return Governor::None;
        }
    }
    Governor::None
}

/// "in the heart of", "on the tenth floor of": what is meant is the place behind it.
fn is_part(scene: &Scene<'_>, at: usize) -> bool {
    let before = at.wrapping_sub(1);
    scene.is(before, Class::PlaceHead) || scene.is(before, Class::AreaWord) || List::PlacePart.has(scene.lower(before))
}

fn is_subject(scene: &Scene<'_>, from: usize, to: usize, begin: usize) -> bool {
    let mut next = to;
    if scene.tokens.get(next).is_some_and(|token| token.is("(")) {
        next = (next..(next + 6).min(scene.tokens.len())).find(|at| scene.tokens[*at].is(")")).map_or(next, |close| close + 1);
    }
    let acts = scene.tokens.get(next).is_some_and(|token| {
        token.has(Class::FiniteAuxiliary) && !token.is_possessive()
            || (token.is_form(Form::Third) && !token.any(&[Class::Asset, Class::Third]))
            || token.has(Class::Say) && token.is_form(Form::Past)
    });
    let before = from.checked_sub(1).filter(|at| *at >= begin).map(|at| &scene.tokens[at]);
    acts && before
        .is_none_or(|before| matches!(before.text, "," | "–" | "—" | "\"" | "“" | "The" | "the" | ":" | "and" | "that" | "|"))
        && !before
            .is_some_and(|before| before.lower == "the" && from >= begin + 2 && scene.tokens[from - 2].has(Class::Preposition))
        && !(before.is_some_and(|before| before.lower == "and" || before.is(","))
            && scene.place_at(from.saturating_sub(2)).is_some()
            && !scene.is(next, Class::Say))
}
