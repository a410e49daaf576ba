//! Names of organisations in a text: where they are, where they end, and which of them are the same.

mod kind;
mod run;

use super::{lexicon::Class, listed::List, scene::Scene, token::Token};
pub(super) use kind::Kind;
use run::Run;

/// One occurrence of something with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub from: usize,
    pub to: usize,
    pub kind: Kind,
}

pub(super) fn find(scene: &Scene<'_>) -> Vec<Named> {
    run::find(scene).into_iter().flat_map(|run| cut(scene, run)).collect()
}

/// A run without the places around it and the words before it that are no part of the name.
fn cut(scene: &Scene<'_>, mut run: Run) -> Vec<Named> {
    trim(scene, &mut run);
    if run.from >= run.to || only_places(scene, run.from, run.to) {
        return Vec::new();
    }
    // Titles before a name: "CEO Jane Roe".
    if let Some(place) = scene.ground_at(run.from).map(|ground| &scene.grounds[ground])
        && place.from == run.from
    {
        if place.to >= run.to || only_places(scene, place.to, run.to) {
            return Vec::new();
        }
        let rest = Run { from: place.to, to: run.to, is_first: false };
        if place.is_area() {
            let legal = scene.tokens[run.to - 1].has(Class::Legal);
            let kind = match kind::classify(scene, rest) {
                Kind::Person => return vec![Named { from: rest.from, to: rest.to, kind: Kind::Person }],
                _ if legal && !place.is_target => Kind::Company,
                _ if scene.tokens[rest.from..rest.to]
                    .iter()
                    .all(|token| token.any(&[Class::PlaceHead, Class::AreaWord, Class::Address]) || token.text.len() < 4) =>
                {
                    Kind::Place
                }
                _ => Kind::ZoneBody,
            };
            return vec![Named { from: run.from, to: run.to, kind }];
        }
    }
    vec![Named { from: run.from, to: run.to, kind: kind::classify(scene, run) }]
}

fn only_places(scene: &Scene<'_>, from: usize, to: usize) -> bool {
    let plain = |at: usize| scene.ground_at(at).is_some() || !scene.tokens[at].is_word() || List::Region.has(scene.lower(at));
    (from..to).all(|at| plain(at) || is_postcode(scene, at))
}

/// Part of "LS1 4AB" behind a place or a comma: a name with digits stands alone.
fn is_postcode(scene: &Scene<'_>, at: usize) -> bool {
    const LONGEST: usize = 4;
    let is_code = |at: usize| {
        let signs = || scene.tokens[at].text.chars();
        signs().count() <= LONGEST
            && signs().all(|sign| sign.is_ascii_digit() || sign.is_ascii_uppercase())
            && signs().any(|sign| sign.is_ascii_digit())
    };
    let is_half = |at: Option<usize>| at.is_some_and(|at| at < scene.tokens.len() && is_code(at));
    is_code(at) && (is_half(at.checked_sub(1)) || is_half(Some(at + 1)))
}

/// Leaves out titles, nationalities before a title, times, and small words at both ends.
fn trim(scene: &Scene<'_>, run: &mut Run) {
    let small = |token: &Token<'_>| !token.is_word() || token.any(&[Class::Month, Class::Weekday]) && token.lower != "may";
    while run.from < run.to && small(&scene.tokens[run.from]) {
        run.from += 1;
    }
    while run.to > run.from && small(&scene.tokens[run.to - 1]) && !scene.tokens[run.to - 1].is_possessive() {
        run.to -= 1;
    }
    while run.to > run.from + 1 && scene.tokens[run.to - 1].is_lower() && !scene.tokens[run.to - 1].has(Class::Legal) {
        run.to -= 1;
    }
}
