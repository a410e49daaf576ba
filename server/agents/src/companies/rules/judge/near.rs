//! Where the searched place stands to a company, and which other place it is at.

use super::{
    super::{
        ground::Target,
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, Unit, What},
        token::Token,
    },
    clause::{Clause, Clauses, is_acting},
    governor::{Governor, governor},
    polarity,
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
    pub place: usize,
    pub company: usize,
    pub is_before: bool,
}

pub(super) fn holder(scene: &Scene<'_>, place: usize) -> Option<Holder> {
    let unit = scene.units[place];
    let before = premodified(scene, unit).or_else(|| apposed(scene, unit));
    let company = before.or_else(|| postmodified(scene, unit))?;
    Some(Holder { place, company, is_before: before.is_some() })
}

/// "-based", "-registered" behind the place.
pub(super) fn is_based(scene: &Scene<'_>, place: usize) -> bool {
    scene.tokens.get(scene.units[place].to).is_some_and(|next| next.is_joined && next.has(Class::PresentSuffix))
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

/// "Acme, a DIFC firm", "Acme, licensed in DIFC": the company before the comma.
fn apposed(scene: &Scene<'_>, unit: Unit) -> Option<usize> {
    const OTHERS: [Class; 6] =
        [Class::PartnerNoun, Class::OwnerNoun, Class::Government, Class::Event, Class::AreaWord, Class::PlaceHead];
    const TURNED: [Class; 6] =
        [Class::OnlyFormer, Class::Softly, Class::Denying, Class::Beside, Class::Away, Class::FiniteAuxiliary];
    let begin = scene.sentence_of(unit.from).from.max(unit.from.saturating_sub(BEFORE));
    let comma = (begin..unit.from).rev().find(|at| scene.tokens[*at].is(","))?;
    let first = scene.tokens.get(comma + 1)?;
    let stays = |at: usize| scene.is(at, Class::Stay) && scene.tokens[at].is_form(Form::Participle);
    let opens = first.has(Class::Determiner) || matches!(first.lower.as_str(), "also" | "both" | "all") || stays(comma + 1);
    let next = scene.tokens.get(unit.to).filter(|next| next.is_word());
    let is_theirs =
        |at: usize| scene.tokens[at].any(&OTHERS) && !scene.is(at, Class::TenantNoun) || List::Operate.has(scene.lower(at));
    let plain = |at: usize| {
        scene.tokens[at].is_lower() && !scene.tokens[at].any(&TURNED) && !is_theirs(at) && !List::Origin.has(scene.lower(at))
    };
    let ends = next.is_none_or(|next| !next.is_possessive()) && !(next.is_some() && is_theirs(unit.to));
    (opens && ends && (comma + 1..unit.from).all(plain)).then(|| last_company(scene, comma))?
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
            // "Regulators in ADGM": also where it begins the sentence.
            let opens = || at == scene.sentence_of(at).from && scene.unit_at(at).is_none() && !token.has(Class::TenantNoun);
            (token.is_lower() || opens())
                && !is_acting(scene, at)
                && token.any(&[Class::Third, Class::Event, Class::Government])
                && !token.any(&[Class::Asset, Class::Permit])
                && !List::ResidentNoun.has(&token.lower)
        })
    };
    // "fined by the ADGM court"; "clients in ADGM", "unlike firms in ADGM".
    let apart = match governor(scene, unit.from) {
        Governor::In(prep) => prep.checked_sub(1).is_some_and(third) || scene.any(prep.saturating_sub(2)..prep, &[Class::Beside]),
        hangs => hangs == Governor::Beside,
    };
    apart || third(unit.to) || matches!(scene.lower(before), "not" | "unlike" | "like")
}

/// "Runs the canteens of several banks in ADGM": the place is that of those whom the company serves.
pub(super) fn is_of_served(scene: &Scene<'_>, clause: &Clause, (company, place): (usize, Unit)) -> bool {
    const NEAR: usize = 4;
    let Governor::In(prep) = governor(scene, place.from) else { return false };
    let begin = clause.from.max(scene.units[company].to);
    let noun = prep.saturating_sub(1);
    let is_several = noun > begin && List::ResidentNoun.has(scene.lower(noun)) && scene.lower(noun).ends_with('s');
    if !is_several || is_acting(scene, noun) {
        return false;
    }
    let lead = (begin.max(noun.saturating_sub(NEAR))..noun).rev().find(|at| scene.is(*at, Class::Preposition));
    lead.is_some_and(|lead| match scene.lower(lead) {
        "for" | "to" | "by" => true,
        // "One of the banks in ADGM", "joined a group of firms in ADGM".
        "of" => {
            let counts = scene.any(lead.saturating_sub(1)..lead, &[Class::Among, Class::Determiner, Class::Superlative]);
            !counts && !clause.verb.is_some_and(|verb| scene.tokens[verb].any(&[Class::Be, Class::Join, Class::Move]))
        }
        _ => false,
    })
}

/// "Acme signed a lease with the authority of ADGM", and the other way round.
pub(super) fn is_lessor(scene: &Scene<'_>, company: Unit, body: Unit) -> bool {
    let between = company.to.min(body.to)..body.from.max(company.from);
    between.clone().any(|at| List::Lease.has(scene.lower(at))) && between.into_iter().any(|at| scene.lower(at) == "with")
}

/// "ADGM, where it has an office": what such a clause speaks of is right before it.
pub(super) fn is_antecedent(scene: &Scene<'_>, clause: &Clause, place: Unit) -> bool {
    let comma = usize::from(scene.tokens.get(place.to).is_some_and(|next| next.is(",")));
    scene.lower(clause.from) == "where" && place.to + comma == clause.from
}

/// "Has let a floor to Acme".
pub(super) fn is_let_to(scene: &Scene<'_>, clause: &Clause, lead: usize) -> bool {
    let Some(verb) = clause.verb.filter(|verb| List::Lets.has(scene.lower(*verb)) && *verb < lead) else { return false };
    scene.lower(lead) == "to" && scene.any(verb + 1..lead, &[Class::Asset])
}

/// A noun like "tenants" says what the companies of the list behind it are.
pub(super) fn is_resident(scene: &Scene<'_>, unit: usize) -> bool {
    const NEAR: usize = 30;
    let from = scene.units[unit].from;
    let begin = scene.sentence_of(from).from.max(from.saturating_sub(NEAR));
    let Some(intro) =
        (begin..from).rev().find(|at| scene.is(*at, Class::Include) || scene.is(*at, Class::Be) || scene.tokens[*at].is(":"))
    else {
        // "Tenant Acme", but not "a member of Acme".
        return (from.saturating_sub(4).max(begin)..from).any(|at| {
            List::ResidentNoun.has(scene.lower(at))
                && scene.tokens[at].lower.ends_with(['t', 'r', 'e'])
                && !scene.any(at + 1..from, &[Class::Preposition])
        });
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
    quiet
        && noun.map_or_else(
            || goes_on(scene, from),
            |at| List::ResidentNoun.has(scene.lower(at)) || !scene.is(at, Class::PartnerNoun),
        )
}

/// "Among them are Acme and Foo": the sentence before says what they are, and that they settled.
fn goes_on(scene: &Scene<'_>, at: usize) -> bool {
    let begin = scene.sentence_of(at).from;
    let refers = (begin..begin + 3).any(|at| matches!(scene.lower(at), "them" | "they" | "these"));
    let Some(before) = begin.checked_sub(1).filter(|_| refers).map(|last| scene.sentence_of(last)) else { return false };
    let range = || before.from..before.to;
    let acts = |classes: &[Class]| range().any(|at| is_acting(scene, at) && scene.tokens[at].any(classes));
    let doubts = [Class::Softly, Class::Hedge, Class::OnlyFormer].iter().any(|class| polarity::has(scene, range(), *class));
    let ends = acts(&[Class::Leave, Class::Drop, Class::Deny, Class::Plan]) || polarity::is_denied(scene, range());
    range().any(|at| List::ResidentNoun.has(scene.lower(at)) || scene.is(at, Class::TenantNoun))
        && acts(&[Class::Stay, Class::Move, Class::Join, Class::Open, Class::Host])
        && !doubts
        && !ends
}

/// "Brands that exhibit in ADGM, including Acme": guests, and not tenants.
pub(super) fn is_guest(scene: &Scene<'_>, clause: &Clause, unit: usize) -> bool {
    let from = scene.units[unit].from;
    let attends = |at: usize| List::Attend.has(scene.lower(at)) && is_acting(scene, at);
    let begin = scene.sentence_of(from).from;
    let intro = (begin..from).rev().find(|at| scene.is(*at, Class::Include) && !scene.is(*at, Class::Be));
    intro.is_some_and(|intro| (begin..intro).any(attends)) || clause.subject.contains(&unit) && clause.verb.is_some_and(attends)
}

/// "operates ADGM", "runs the canteens of ADGM": it runs the place itself or all of a thing in it, and not one of its own.
pub(super) fn is_run_by(scene: &Scene<'_>, clause: &Clause, place: Unit) -> bool {
    let inside = clause.from <= place.from && place.from < clause.to;
    let Some(verb) = (clause.from..place.from).rev().find(|at| is_acting(scene, *at)) else { return false };
    let ends = |next: &Token<'_>| !next.is_word() || next.lower == "and" || next.has(Class::Preposition);
    let is_whole = scene.tokens.get(place.to).is_none_or(ends);
    let is_all = match governor(scene, place.from) {
        Governor::Object => (verb + 1..place.from).all(|at| scene.is(at, Class::Determiner)),
        Governor::Of(prep) if verb < prep => {
            let plain = (verb + 1..prep).all(|at| scene.tokens[at].is_lower() && scene.unit_at(at).is_none());
            plain && scene.lower(verb + 1) == "the" && scene.lower(prep - 1).ends_with('s')
        }
        _ => false,
    };
    inside && is_all && is_whole && List::Operate.has(scene.lower(verb))
}

/// "Tenants of ADGM:" before the first entry of a list.
pub(super) fn heads_list(scene: &Scene<'_>, sentence: usize) -> bool {
    let range = scene.sentences[sentence];
    let several = |at: usize| scene.is(at, Class::TenantNoun) && scene.lower(at).ends_with('s');
    let noun = |at: usize| List::ResidentNoun.has(scene.lower(at)) || scene.is(at, Class::TenantLabel) || several(at);
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
            let theirs = matches!(scene.lower(at.wrapping_sub(1)), "for" | "to" | "with" | "by");
            List::ResidentNoun.has(scene.lower(at)) && !scene.is(at, Class::CompanyWord) && !theirs
                || scene.is(at, Class::Among) && List::ResidentNoun.has(scene.lower(at + 2))
        })
}
