//! Where the searched place stands to a company, and which other place it is at.

use super::{
    super::{
        ground::Target,
        lexicon::Class,
        listed::List,
        scene::{Scene, Unit, What},
    },
    clause::{Clause, Clauses, is_acting},
    governor::{Governor, governor},
};

/// A unit that names the searched place, or has its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub unit: usize,
    pub ground: usize,
    /// It is the place itself and not its authority.
    pub is_place: bool,
}

pub(super) fn spots(scene: &Scene<'_>) -> Vec<Spot> {
    let spot = |(number, unit): (usize, &Unit)| {
        let is_place = matches!(unit.what, What::Place(_));
        let inside = || (unit.from..unit.to).find_map(|at| scene.ground_at(at));
        let ground = if let What::Place(ground) = unit.what { Some(ground) } else { inside() };
        ground.filter(|ground| scene.grounds[*ground].is_target).map(|ground| Spot { unit: number, ground, is_place })
    };
    scene.units.iter().enumerate().filter_map(spot).collect()
}

/// Words between a place and the name that it stands before.
const BEFORE: usize = 8;

/// The company that the place here belongs to and no other: "ADGM-based Acme", "ADGM tenant Acme"; "Acme of ADGM", "Acme (ADGM)".
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    pub company: usize,
    pub is_before: bool,
}

pub(super) fn holder(scene: &Scene<'_>, place: usize) -> Option<Holder> {
    let unit = scene.units[place];
    let before = premodified(scene, unit);
    let company = before.or_else(|| postmodified(scene, unit))?;
    Some(Holder { company, is_before: before.is_some() })
}

fn premodified(scene: &Scene<'_>, unit: Unit) -> Option<usize> {
    let next = scene.tokens.get(unit.to)?;
    let suffix = next.is_joined && next.any(&[Class::PresentSuffix, Class::PlaceSuffix]);
    let based =
        !next.is_joined && matches!(next.lower.as_str(), "based" | "headquartered") && !scene.is(unit.to + 1, Class::Preposition);
    let noun = next.is_lower() && next.any(&[Class::Descriptor, Class::TenantNoun]);
    if !(suffix || based || noun || next.is_possessive()) {
        return None;
    }
    let end = scene.sentence_of(unit.from).to.min(unit.to + BEFORE);
    let mut at = unit.to + usize::from(!noun);
    while at < end {
        if let Some(number) = scene.unit_number(at) {
            return matches!(scene.units[number].what, What::Company(_)).then_some(number);
        }
        let token = &scene.tokens[at];
        let plain = scene.describes(at)
            || matches!(token.text, "-" | "\"" | "“")
            || token.has(Class::Include)
            || token.lower == "as" && scene.lower(at - 1) == "such";
        if !plain {
            break;
        }
        at += 1;
    }
    None
}

fn postmodified(scene: &Scene<'_>, unit: Unit) -> Option<usize> {
    let before = unit.from.checked_sub(1)?;
    if scene.tokens[before].is("(") {
        return last_company(scene, before);
    }
    match governor(scene, unit.from) {
        Governor::In(prep) | Governor::Of(prep) => last_company(scene, prep),
        // "Acme GmbH, Bremen."
        Governor::None if scene.tokens[before].is(",") || scene.tokens[before].is("-") || scene.tokens[before].is("–") => {
            let ends = scene.tokens.get(unit.to).is_none_or(|next| !next.is_word() && !next.is_possessive());
            last_company(scene, before).filter(|_| ends)
        }
        _ => None,
    }
}

/// The company that ends right before `at`, brackets and full stops of legal forms between them.
fn last_company(scene: &Scene<'_>, at: usize) -> Option<usize> {
    let mut last = at.checked_sub(1)?;
    if scene.tokens[last].is(".") {
        last = last.checked_sub(1)?;
    }
    (scene.tokens[last].sentence == scene.tokens[at].sentence && scene.company_at(last).is_some())
        .then(|| scene.unit_number(last))?
}

/// Whether a place is another one: not the searched one, and not what that is in.
pub(super) fn is_other(scene: &Scene<'_>, target: &Target, place: usize) -> bool {
    let What::Place(ground) = scene.units[place].what else { return false };
    let ground = &scene.grounds[ground];
    !ground.is_target && !target.is_in(&ground.place) && !ground.place.is_empty()
}

/// Another place that the clause says something is in.
pub(super) fn names_other(scene: &Scene<'_>, clauses: &Clauses, target: &Target, at: usize) -> bool {
    let Some(clause) = clauses.clause_at(at) else { return false };
    let first = scene.units.partition_point(|unit| unit.from < clause.from);
    (first..scene.units.len()).take_while(|number| scene.units[*number].to <= clause.to).any(|number| {
        is_other(scene, target, number)
            && matches!(
                governor(scene, scene.units[number].from),
                Governor::In(_) | Governor::To | Governor::Beside | Governor::Object
            )
    })
}

/// Whether the place is only compared with, or somebody else's: "unlike ADGM", "for firms in ADGM".
pub(super) fn is_apart(scene: &Scene<'_>, place: usize) -> bool {
    let unit = scene.units[place];
    let Some(before) = unit.from.checked_sub(1) else { return false };
    let third = |at: usize| {
        scene.tokens.get(at).is_some_and(|token| {
            token.is_lower()
                && token.any(&[Class::Third, Class::Event, Class::Government])
                && !token.any(&[Class::Asset, Class::Permit])
                && !List::ResidentNoun.has(&token.lower)
        })
    };
    // "fined by the ADGM court", "clients in ADGM".
    if third(unit.to) {
        return true;
    }
    if let Governor::In(prep) = governor(scene, unit.from)
        && prep.checked_sub(1).is_some_and(third)
    {
        return true;
    }
    // "Unlike firms in ADGM".
    if let Governor::In(prep) = governor(scene, unit.from)
        && scene.any(prep.saturating_sub(2)..prep, &[Class::Beside])
    {
        return true;
    }
    governor(scene, unit.from) == Governor::Beside || matches!(scene.lower(before), "not" | "unlike" | "like")
}

/// A noun like "tenants" says what the companies of the list behind it are.
pub(super) fn is_resident(scene: &Scene<'_>, unit: usize) -> bool {
    const NEAR: usize = 30;
    let from = scene.units[unit].from;
    let begin = scene.sentence_of(from).from.max(from.saturating_sub(NEAR));
    let Some(intro) =
        (begin..from).rev().find(|at| scene.is(*at, Class::Include) || scene.is(*at, Class::Be) || scene.tokens[*at].is(":"))
    else {
        return (from.saturating_sub(4).max(begin)..from)
            .any(|at| List::ResidentNoun.has(scene.lower(at)) && scene.tokens[at].lower.ends_with(['t', 'r', 'e']));
    };
    // "It hosts the likes of Acme".
    if scene.is(intro, Class::Include) && (begin..intro).any(|at| scene.is(at, Class::Host) && is_acting(scene, at)) {
        return true;
    }
    let quiet = (intro + 1..from).all(|at| !is_acting(scene, at) || scene.is(at, Class::Include));
    // The noun nearest to the list says what it is a list of.
    let nouns = (scene.sentence_of(from).from..intro).rev().filter(|at| scene.unit_at(*at).is_none());
    let noun = nouns.clone().find(|at| {
        scene.is(*at, Class::TenantNoun) || scene.is(*at, Class::PartnerNoun) || List::ResidentNoun.has(scene.lower(*at))
    });
    quiet && noun.is_some_and(|at| List::ResidentNoun.has(scene.lower(at)) || !scene.is(at, Class::PartnerNoun))
}

/// "Tenants of ADGM:" before the first entry of a list.
pub(super) fn heads_list(scene: &Scene<'_>, sentence: usize) -> bool {
    let range = scene.sentences[sentence];
    let noun = |at: usize| List::ResidentNoun.has(scene.lower(at)) || scene.is(at, Class::TenantLabel);
    (range.from..range.to).any(noun)
        && (range.from..range.to)
            .any(|at| scene.tokens[at].is(":") || scene.is(at, Class::Include) || scene.is_titled(at) || range.is_line)
}

/// "Acme and Foo are among the tenants", "Acme is one of the area's largest residents".
pub(super) fn is_called_resident(scene: &Scene<'_>, clause: &Clause) -> bool {
    let Some(verb) = clause.verb else { return false };
    let range = verb..clause.to.min(verb + 9);
    let is_one = range.clone().any(|at| scene.is(at, Class::Among) || scene.is(at, Class::Be));
    is_one
        && range.clone().any(|at| {
            List::ResidentNoun.has(scene.lower(at)) && !scene.is(at, Class::CompanyWord)
                || scene.is(at, Class::Among) && List::ResidentNoun.has(scene.lower(at + 2))
        })
}
