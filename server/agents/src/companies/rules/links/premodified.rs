//! The place in front of the name or of what describes it: "ADGM-based Acme", "Acme, an ADGM-licensed broker", "Japan's Acme".

use super::{
    At, Link,
    clause::{is_acting, list_after, subject_of},
    polarity::{self, Span, judge},
};
use crate::companies::rules::{
    lexicon::Class,
    scene::What,
    token::{Shape, Token},
};
use domain::companies::{Presence, Role};

/// Words between the place and the name.
const BETWEEN: usize = 7;

pub(super) fn find(at: &At<'_, '_>) -> Vec<Link> {
    let scene = at.scene;
    let Some(next) = scene.tokens.get(at.to) else { return Vec::new() };
    let hyphen = next.is_joined && next.has(Class::PresentSuffix);
    let spaced =
        !next.is_joined && matches!(next.lower.as_str(), "based" | "headquartered") && !scene.is(at.to + 1, Class::Preposition);
    if next.is_possessive() {
        return possessive(at);
    }
    if next.is_joined && !hyphen {
        return Vec::new();
    }
    if hyphen || spaced {
        let (noun, name) = follow(at, at.to + 1);
        return match name {
            Some(unit) => named(at, unit, noun),
            None if spaced => Vec::new(),
            None => described(at, noun),
        };
    }
    // "ADGM fintech Acme".
    if next.is_lower() && next.any(&[Class::Descriptor, Class::TenantNoun]) && !next.is_verb() {
        let (noun, name) = follow(at, at.to);
        if let Some(unit) = name {
            return named(at, unit, noun);
        }
        let is_noun = noun.is_some_and(|noun| scene.tokens[noun].any(&[Class::TenantNoun, Class::CompanyWord]));
        return if is_noun { described(at, noun) } else { Vec::new() };
    }
    Vec::new()
}

/// The last describing noun behind the place, and the company that it describes.
fn follow(at: &At<'_, '_>, from: usize) -> (Option<usize>, Option<usize>) {
    let scene = at.scene;
    let (mut noun, mut position) = (None, from);
    while position < scene.sentence_of(at.from).to && position <= from + BETWEEN {
        if let Some(number) = scene.unit_number(position) {
            let is_company = matches!(scene.units[number].what, What::Company(_));
            return (noun, is_company.then_some(number));
        }
        let token = &scene.tokens[position];
        let joins = matches!(token.text, "-" | "\"" | "“" | "”")
            || token.lower == "and"
            || token.is(",") && scene.tokens.get(position + 1).is_some_and(|next| next.is_joined);
        if !(token.is_lower() || token.shape == Shape::Number || joins)
            || token.any(&[Class::Preposition, Class::Auxiliary, Class::Split])
            || is_acting(scene, position)
        {
            break;
        }
        if token.any(&[
            Class::Descriptor,
            Class::TenantNoun,
            Class::CompanyWord,
            Class::PartnerNoun,
            Class::PersonRole,
            Class::Title,
        ]) {
            noun = Some(position);
        }
        position += 1;
    }
    (noun, None)
}

fn front(at: &At<'_, '_>) -> Presence {
    let scene = at.scene;
    let begin = scene.sentence_of(at.from).from.max(at.from.saturating_sub(3));
    let before = begin..at.from;
    if polarity::has(scene, before.clone(), Class::OnlyFormer) {
        Presence::Left
    } else if polarity::is_denied(scene, before.clone()) {
        Presence::Denied
    } else if polarity::has(scene, before, Class::Hedge) {
        Presence::Planned
    } else {
        Presence::Present
    }
}

fn named(at: &At<'_, '_>, unit: usize, noun: Option<usize>) -> Vec<Link> {
    let scene = at.scene;
    if noun.is_some_and(|noun| {
        scene.tokens[noun].any(&[Class::PersonRole, Class::OwnerNoun]) && !scene.tokens[noun].has(Class::Descriptor)
    }) {
        return Vec::new();
    }
    let owns = noun.is_some_and(|noun| scene.tokens[noun].has(Class::OwnerNoun))
        && at.scene.tokens[at.to].is_lower()
        && !scene.tokens[at.to].is_joined;
    if owns && scene.grounds[at.ground].is_area() {
        return at.link(unit, Role::ZoneOwner, Presence::Unclear, at.from).into_iter().collect();
    }
    let plural = noun.is_some_and(|noun| scene.tokens[noun].lower.ends_with('s'));
    let units = if plural { list_after(scene, scene.units[unit].from, 0).0 } else { vec![unit] };
    let units = if units.is_empty() { vec![unit] } else { units };
    at.tenants(&units, front(at), at.from)
}

/// "Acme, an ADGM-licensed broker," and "Acme is an ADGM-based fintech".
fn described(at: &At<'_, '_>, noun: Option<usize>) -> Vec<Link> {
    let scene = at.scene;
    let begin = scene.sentence_of(at.from).from;
    let mut lead = at.from;
    while lead > begin {
        let token = &scene.tokens[lead - 1];
        let describes = token.has(Class::Determiner)
            || token.has(Class::Nationality)
            || token.is_lower()
                && !token.any(&[Class::Preposition, Class::Auxiliary, Class::Split])
                && !is_acting(scene, lead - 1);
        if !describes || scene.unit_at(lead - 1).is_some() {
            break;
        }
        lead -= 1;
    }
    let partner =
        noun.is_some_and(|noun| scene.tokens[noun].has(Class::PartnerNoun) && !scene.tokens[noun].has(Class::Descriptor));
    let Some(before) = lead.checked_sub(1).filter(|before| *before >= begin && !partner) else { return Vec::new() };
    let token = &scene.tokens[before];
    if matches!(token.text, "," | "(" | "–" | "—" | "-") {
        let last = before.checked_sub(1).filter(|last| *last >= begin);
        let last = last.and_then(|last| {
            if scene.tokens[last].is(")") {
                (begin..last).rev().find(|open| scene.tokens[*open].is("("))?.checked_sub(1)
            } else {
                Some(last)
            }
        });
        let unit = last.filter(|last| scene.company_at(*last).is_some()).and_then(|last| scene.unit_number(last));
        let only = noun.is_some() || token.is("(");
        let presence = match front(at) {
            Presence::Present => unit.map_or(Presence::Present, |unit| at.in_front(unit)),
            other => other,
        };
        return unit.filter(|_| only).map(|unit| at.tenants(&[unit], presence, at.from)).unwrap_or_default();
    }
    if token.has(Class::Be) {
        let Some(subject) = subject_of(scene, before) else { return Vec::new() };
        let span = Span {
            clause: subject.clause(scene),
            subject: subject.from,
            verb: before,
            place: at.to,
            end: scene.sentence_of(at.from).to,
            is_first_to: false,
        };
        return at.tenants(&subject.units, judge(scene, span), at.from);
    }
    Vec::new()
}

/// "Germany's Acme": where it is from. "ADGM's tenant Acme": where it is.
fn possessive(at: &At<'_, '_>) -> Vec<Link> {
    let scene = at.scene;
    let (noun, name) = follow(at, at.to + 1);
    let Some(unit) = name.filter(|unit| scene.units[*unit].meant.is_none()) else { return Vec::new() };
    let tenant = noun.is_some_and(|noun| scene.tokens[noun].has(Class::TenantNoun));
    if scene.grounds[at.ground].is_area() && !tenant || scene.tokens.get(scene.units[unit].to).is_some_and(Token::is_possessive) {
        return Vec::new();
    }
    at.link(unit, Role::Tenant, front(at), at.from).into_iter().collect()
}
