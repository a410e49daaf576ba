//! What stands between a verb and a place: nouns, owners, other companies.

use super::{At, clause::is_acting};
use crate::companies::rules::{lexicon::Class, listed::List, names::Kind, reference::is_oblique, scene::What, token::Token};

/// The noun nearest to the preposition, which says what is in the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    /// An office, a team.
    Asset,
    /// A licence.
    Permit,
    /// One of its tenants.
    Tenant,
    /// Its owner.
    Owner,
    /// Somebody or something else: clients, an event.
    Third,
}

/// What stands before the preposition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Action {
    pub verb: Option<usize>,
    pub noun: Option<Noun>,
    /// "opening", "move": what happened, as a noun.
    pub happening: bool,
    pub is_own: Option<usize>,
    /// The company whose noun it is ("Acme's office").
    pub owner: Option<usize>,
    /// A company between the verb and the place that depends on nothing.
    pub object: Option<usize>,
}

/// "ADGM office", "ADGM licence".
pub(super) fn heads_asset(at: &At<'_, '_>) -> Option<Noun> {
    let noun = (at.to..(at.to + 3).min(at.scene.tokens.len()))
        .take_while(|next| at.scene.tokens[*next].is_lower() && !at.scene.is(*next, Class::Preposition));
    let found = noun.map(|next| &at.scene.tokens[next]).find(|token| token.any(&[Class::Asset, Class::Permit, Class::Third]))?;
    match () {
        () if found.has(Class::Permit) => Some(Noun::Permit),
        () if found.has(Class::Asset) => Some(Noun::Asset),
        () => Some(Noun::Third),
    }
}

/// What stands between the verb and the place, read backwards from the preposition.
pub(super) fn read(at: &At<'_, '_>, prep: usize) -> Action {
    let scene = at.scene;
    let begin = scene.sentence_of(prep).from;
    let mut action = Action::default();
    let mut position = prep;
    while position > begin {
        position -= 1;
        let token = &scene.tokens[position];
        if let Some(unit) = scene.unit_at(position) {
            if matches!(unit.what, What::Company(_)) {
                let number = scene.unit_number(position);
                if scene.tokens.get(unit.to).is_some_and(Token::is_possessive) && action.noun.is_some() && unit.to < prep {
                    action.owner = action.owner.or(number);
                } else if !is_oblique(scene, unit.from) {
                    action.object = action.object.or(number);
                }
            }
            // "a Financial Services Permission".
            if scene.is(unit.to - 1, Class::Permit) && unit.what == What::Body(Kind::Thing) {
                action.noun = action.noun.or(Some(Noun::Permit));
            }
            position = unit.from;
            continue;
        }
        if matches!(token.text, ";" | ":" | "|" | "(") {
            break;
        }
        if token.is(")") {
            position = (begin..position).rev().find(|open| scene.tokens[*open].is("(")).unwrap_or(position);
            continue;
        }
        if is_acting(scene, position) {
            action.verb = Some(position);
            break;
        }
        let stops = token.has(Class::Split) && !List::OpenSplit.has(&token.lower);
        if stops {
            break;
        }
        if ["its", "their"].contains(&token.lower.as_str()) && action.noun.is_some() {
            action.is_own = action.is_own.or(Some(position));
        }
        action.happening |= token.has(Class::Happening) && position < prep;
        action.noun = action.noun.or_else(|| noun_of(token));
    }
    action
}

fn noun_of(token: &Token<'_>) -> Option<Noun> {
    match () {
        () if !token.is_word() => None,
        () if token.has(Class::Permit) => Some(Noun::Permit),
        () if token.has(Class::OwnerNoun) => Some(Noun::Owner),
        () if token.has(Class::PartnerNoun) => Some(Noun::Third),
        () if token.has(Class::Asset) && token.lower != "firm" && token.lower != "company" => Some(Noun::Asset),
        () if token.any(&[Class::TenantNoun, Class::Descriptor]) && !token.is_verb() => Some(Noun::Tenant),
        () if token.has(Class::Third) => Some(Noun::Third),
        () => None,
    }
}
