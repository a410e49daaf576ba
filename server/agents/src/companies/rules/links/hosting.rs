//! The place or its authority does something with companies: "ADGM welcomed Acme", "ADGM is home to Acme and Foo", "tenants include".

use super::{
    At, Link,
    clause::{Governor, governor, is_acting, list_after, subject_of},
    polarity::{self, Span, judge},
};
use crate::companies::rules::{
    lexicon::{Class, Form},
    listed::List,
    names::Kind,
    scene::{Scene, What},
    token::Sentence,
};
use domain::companies::{Presence, Role};

/// Words between a verb and the list that it governs.
const BEFORE_LIST: usize = 9;

pub(super) fn find(scene: &Scene<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    for (number, sentence) in scene.sentences.iter().enumerate() {
        for verb in sentence.from..sentence.to {
            if scene.tokens[verb].any(&[Class::Host, Class::Give]) && is_acting(scene, verb) {
                links.extend(hosted(scene, *sentence, verb));
            }
            if scene.is(verb, Class::Include) || scene.tokens[verb].is(":") {
                links.extend(listed(scene, number, verb));
            }
        }
    }
    links
}

/// The place that does it: itself, "the zone", or an authority that has its name.
fn host(scene: &Scene<'_>, sentence: Sentence, verb: usize) -> Option<usize> {
    let mut at = verb;
    while at > sentence.from {
        at -= 1;
        let token = &scene.tokens[at];
        if let Some(number) = scene.unit_number(at) {
            let unit = scene.units[number];
            return match unit.what {
                What::Place(_) if scene.is(unit.from.wrapping_sub(1), Class::Preposition) => {
                    // "the FSRA of ADGM", "the regulator in ADGM".
                    let body = scene
                        .unit_at(unit.from.wrapping_sub(2))
                        .is_some_and(|unit| matches!(unit.what, What::Body(Kind::Government)));
                    (body || scene.is(unit.from.wrapping_sub(2), Class::Regulator)).then_some(number)
                }
                What::Place(_) => Some(number),
                What::Body(Kind::ZoneBody | Kind::Government) => authority(scene, number),
                _ => None,
            };
        }
        if token.is(",") || token.is(")") || token.has(Class::Relative) {
            // "ADGM, the financial centre of Abu Dhabi, has welcomed".
            let first = scene.units.iter().position(|unit| unit.from >= sentence.from && unit.to <= at)?;
            return matches!(scene.units[first].what, What::Place(_))
                .then_some(first)
                .filter(|first| scene.units[*first].from <= sentence.from + 2);
        }
        let passes = token.any(&[
            Class::Soft,
            Class::Auxiliary,
            Class::Say,
            Class::Regulator,
            Class::AreaWord,
            Class::PlaceHead,
            Class::Firmly,
            Class::Time,
            Class::Softly,
            Class::Denying,
        ]) || token.is_possessive()
            || token.lower.ends_with("ly");
        if !passes {
            return None;
        }
    }
    None
}

/// The area that an authority belongs to: the one in its name, before it ("ADGM's FSRA") or behind it.
fn authority(scene: &Scene<'_>, number: usize) -> Option<usize> {
    let unit = scene.units[number];
    let before =
        unit.from.checked_sub(2).filter(|_| scene.tokens[unit.from - 1].is_possessive()).and_then(|at| scene.unit_number(at));
    before.filter(|before| matches!(scene.units[*before].what, What::Place(_)))
}

fn hosted(scene: &Scene<'_>, sentence: Sentence, verb: usize) -> Vec<Link> {
    let token = &scene.tokens[verb];
    if List::HoldEvent.has(&token.lower) && token.phrase.is_none() {
        return Vec::new();
    }
    let Some(place) = host(scene, sentence, verb) else { return Vec::new() };
    let mut from = verb + token.phrase.filter(|(marks, _)| marks.is_verb()).map_or(1, |(_, length)| length);
    let gives = token.has(Class::Give) && !token.has(Class::Host);
    if gives {
        // "granted a licence to Acme", "granted Acme a licence".
        let to = (from..sentence.to.min(from + BEFORE_LIST)).find(|at| scene.lower(*at) == "to");
        let thing =
            |range: std::ops::Range<usize>| range.into_iter().any(|at| scene.tokens[at].any(&[Class::Permit, Class::Asset]));
        match to {
            Some(to) if thing(from..to) && scene.company_at(from).is_none() => from = to + 1,
            _ if scene.company_at(from).is_some() => {
                let end = scene.unit_at(from).map_or(from, |unit| unit.to);
                if !thing(end..sentence.to.min(end + 5)) {
                    return Vec::new();
                }
            }
            _ => return Vec::new(),
        }
    }
    let (mut units, end) = list_after(scene, from, BEFORE_LIST);
    if units.is_empty() {
        return Vec::new();
    }
    let tail = end..sentence.to.min(end + 6);
    let as_partner = tail.clone().any(|at| List::Partnering.has(scene.lower(at)))
        && polarity::has(scene, tail.clone(), Class::PartnerNoun)
        && !polarity::has(scene, tail.clone(), Class::TenantNoun);
    let event = tail.clone().any(|at| scene.is(at, Class::Event) && !scene.is(at, Class::Permit));
    if as_partner || event && List::Welcome.has(&token.lower) {
        units.clear();
    }
    let presence = judge(
        scene,
        Span {
            clause: scene.units[place].from.min(verb),
            subject: scene.units[place].to.min(verb),
            verb,
            place: end,
            end: sentence.to,
            is_first_to: false,
        },
    );
    let presence = if tail.into_iter().any(|at| scene.lower(at) == "in-principle") && presence == Presence::Present {
        Presence::Announced
    } else {
        presence
    };
    tenants(scene, place, &units, presence, scene.units[place].from)
}

fn tenants(scene: &Scene<'_>, place: usize, units: &[usize], presence: Presence, raw: usize) -> Vec<Link> {
    let unit = scene.units[place];
    let What::Place(ground) = unit.what else { return Vec::new() };
    let at = At { scene, place, ground, from: unit.from, to: unit.to };
    at.tenants(units, presence, raw)
}

/// "Tenants at the hub include A, B and C", "home to firms such as A", "Tenants: A, B".
fn listed(scene: &Scene<'_>, number: usize, intro: usize) -> Vec<Link> {
    let sentence = scene.sentences[number];
    let token = &scene.tokens[intro];
    let length = token.phrase.filter(|(marks, _)| marks.has(Class::Include)).map_or(1, |(_, length)| length);
    let (units, end) = list_after(scene, intro + length, 4);
    // "companies like A and B leave".
    let goes = (end..sentence.to.min(end + 3))
        .any(|at| is_acting(scene, at) && scene.tokens[at].any(&[Class::Leave, Class::Plan, Class::Deny]));
    if units.is_empty() || goes {
        return Vec::new();
    }
    let begin = (sentence.from..intro).rev().find(|at| scene.tokens[*at].is(";")).unwrap_or(sentence.from);
    // The noun that the list is of.
    let is_noun = |at: &usize| {
        let token = &scene.tokens[*at];
        token.is_word()
            && scene.place_at(*at).is_none()
            && token.any(&[Class::TenantNoun, Class::PartnerNoun, Class::Third])
            && !is_acting(scene, *at)
    };
    let Some(mut noun) = (begin..intro).rev().find(is_noun) else { return Vec::new() };
    // "companies across many sectors": the first one counts.
    while (noun.saturating_sub(3).max(begin)..noun).any(|at| List::SpreadPreposition.has(scene.lower(at)))
        && let Some(head) = (begin..noun).rev().find(is_noun)
    {
        noun = head;
    }
    if !scene.is(noun, Class::TenantNoun) || scene.is(noun, Class::PartnerNoun) && !scene.is(noun, Class::Descriptor) {
        return Vec::new();
    }
    // A list of a list ("partners of tenants such as") stays open.
    let places = scene.units.iter().enumerate().filter(|(_, unit)| matches!(unit.what, What::Place(_)));
    let here =
        places.clone().filter(|(_, unit)| unit.from >= begin && unit.to <= intro).map(|(place, _)| place).filter(|place| {
            let unit = scene.units[*place];
            let apart = matches!(governor(scene, unit.from, unit.to), Governor::Beside | Governor::Against | Governor::With(_))
                || matches!(governor(scene, unit.from, unit.to), Governor::From(prep) if !scene.is(prep - 1, Class::Stay));
            !apart && has_noun(scene, (unit.from, unit.to), noun, intro)
        });
    let here = here.max_by_key(|place| {
        (ground_of(scene, *place).is_some_and(|ground| scene.grounds[ground].is_area()), std::cmp::Reverse(*place))
    });
    let opens = noun <= sentence.from + 5;
    let earlier = || {
        let before = scene.sentences.get(number.checked_sub(1)?)?;
        places
            .clone()
            .filter(|(_, unit)| unit.from >= before.from && unit.to <= before.to)
            .map(|(place, _)| place)
            .find(|place| ground_of(scene, *place).is_some_and(|ground| scene.grounds[ground].is_area()))
    };
    let Some(place) = here.or_else(|| earlier().filter(|_| opens)) else { return Vec::new() };
    let verb = (begin..intro).find(|at| is_acting(scene, *at)).unwrap_or(intro);
    // Firms that left, plan or were turned away are no tenants.
    let left = begin..intro;
    let acts = |class: Class| left.clone().any(|at| scene.is(at, class) && is_acting(scene, at));
    let presence = if polarity::has(scene, left.clone(), Class::OnlyFormer) || acts(Class::Leave) {
        Presence::Left
    } else if polarity::is_denied(scene, left.clone()) || acts(Class::Deny) {
        Presence::Denied
    } else if polarity::has(scene, left.clone(), Class::Softly)
        || polarity::has(scene, left.clone(), Class::Hedge)
        || acts(Class::Plan)
    {
        Presence::Planned
    } else if acts(Class::Advise) || acts(Class::Serve) || acts(Class::Invest) {
        Presence::Unclear
    } else {
        judge(scene, Span { clause: begin, subject: begin, verb, place: intro, end: intro, is_first_to: false })
    };
    let presence = if scene.tokens[verb].is_form(Form::Past) && presence == Presence::Unclear && verb == intro {
        Presence::Unclear
    } else {
        presence
    };
    tenants(scene, place, &units, presence, scene.units[place].from)
}

/// Whether the noun of a list is the place's: "firms in ADGM", "ADGM's tenants", "ADGM is home to firms", "At ADGM, tenants".
fn has_noun(scene: &Scene<'_>, (from, to): (usize, usize), noun: usize, intro: usize) -> bool {
    const NEAR: usize = 6;
    let plain = |at: usize| {
        let token = &scene.tokens[at];
        scene.place_at(at).is_some()
            || !is_acting(scene, at)
                && !matches!(token.text, ";" | ":" | "(" | ")")
                && !token.any(&[Class::Split, Class::Auxiliary])
    };
    if from > noun {
        let acts = (noun + 1..from)
            .any(|at| is_acting(scene, at) && scene.tokens[at].any(&[Class::Join, Class::Stay, Class::Move, Class::Open]));
        return acts || from - noun <= NEAR && (noun + 1..from).all(plain);
    }
    let verb = (to..intro + 1)
        .find(|at| is_acting(scene, *at) || scene.tokens[*at].phrase.is_some_and(|(marks, _)| marks.has(Class::Host)));
    let hosts = verb.is_some_and(|verb| scene.tokens[verb].any(&[Class::Host, Class::Include, Class::Give]));
    let where_ = (to..noun).any(|at| scene.lower(at) == "where");
    hosts
        || where_
        || noun - to <= NEAR
            && (to..noun).all(|at| {
                plain(at)
                    && (!scene.is(at, Class::Preposition)
                        || scene.is(at, Class::Include)
                        || scene.is(at.wrapping_sub(1), Class::Include))
            })
}

fn ground_of(scene: &Scene<'_>, unit: usize) -> Option<usize> {
    match scene.units[unit].what {
        What::Place(ground) => Some(ground),
        _ => None,
    }
}

/// "ADGM, where Acme has its headquarters".
pub(super) fn find_after_where(at: &At<'_, '_>) -> Vec<Link> {
    let scene = at.scene;
    let to = at.to + usize::from(scene.tokens.get(at.to).is_some_and(|token| token.is(",")));
    if scene.lower(to) != "where" {
        return Vec::new();
    }
    let end = scene.sentence_of(at.from).to;
    let Some(verb) = (to + 1..end.min(to + 12)).find(|verb| is_acting(scene, *verb) && !scene.is(*verb, Class::Say)) else {
        return Vec::new();
    };
    let token = &scene.tokens[verb];
    let asset = (verb..end.min(verb + 7)).any(|word| scene.tokens[word].any(&[Class::Asset, Class::Permit]));
    let stays = token.has(Class::Stay) && token.is_form(Form::Participle)
        || token.any(&[Class::Get, Class::Have]) && asset
        || token.has(Class::Stay) && !token.has(Class::Get);
    let elsewhere = (verb..end.min(verb + 6)).any(|word| scene.place_at(word).is_some());
    let Some(subject) = subject_of(scene, verb).filter(|_| stays && !elsewhere) else { return Vec::new() };
    let presence = judge(
        scene,
        Span { clause: subject.clause(scene), subject: subject.from, verb, place: verb + 1, end, is_first_to: false },
    );
    subject.units.iter().filter_map(|unit| at.link(*unit, Role::Tenant, presence, at.from)).collect()
}
