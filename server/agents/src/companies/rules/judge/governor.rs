//! The preposition, the verb or the owner that a place hangs on.

use super::{
    super::{
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, What},
    },
    clause::is_acting,
};

/// How a place hangs in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Governor {
    /// in, at, within
    In(usize),
    /// to, into
    To,
    /// from, out of
    From(usize),
    Of(usize),
    /// It is the object of a verb.
    Object,
    /// Near it, unlike it, over it.
    Beside,
    None,
}

/// How far back a preposition may be, in tokens.
const REACH: usize = 14;

pub(super) fn governor(scene: &Scene<'_>, from: usize) -> Governor {
    let begin = scene.sentence_of(from).from;
    let mut at = from;
    while at > begin && from - at < REACH {
        at -= 1;
        let token = &scene.tokens[at];
        if let Some(unit) = scene.unit_at(at) {
            match unit.what {
                What::Place(_) => at = unit.from,
                _ => return Governor::None,
            }
            continue;
        }
        let phrase = |word: &str| scene.lower(at.wrapping_sub(1)) == word;
        match token.lower.as_str() {
            "not" | "than" => return Governor::Beside,
            "of" if phrase("out") => return Governor::From(at - 1),
            "of" if phrase("instead") => return Governor::Beside,
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
            "to" | "into" => return Governor::To,
            "from" => return Governor::From(at),
            word if List::Within.has(word) => return Governor::In(at),
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
            return Governor::Object;
        }
        if matches!(token.text, ";" | ":" | "|" | "\n" | ")" | "?" | "!") {
            return Governor::None;
        }
    }
    Governor::None
}
