//! What else a company may have to do with a place: its adviser, its owner, somebody's client, a rival.

use super::{
    super::{
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, What},
    },
    clause::{Clause, is_acting},
    near,
};
use domain::companies::Role;

/// How far back the noun may be that says what a name is.
const NEAR: usize = 6;

/// None where nothing says that it is anything but a tenant.
pub(super) fn role_of(scene: &Scene<'_>, clause: &Clause, unit: usize) -> Option<Role> {
    described(scene, unit).or_else(|| apposed(scene, unit)).or_else(|| acting(scene, clause, unit))
}

fn of_noun(word: &str) -> Option<Role> {
    let lists = [
        (List::OwnerRole, Role::ZoneOwner),
        (List::AdviserNoun, Role::Adviser),
        (List::InvestorNoun, Role::Investor),
        (List::CustomerNoun, Role::Customer),
        (List::OtherNoun, Role::Other),
    ];
    lists.into_iter().find(|(list, _)| list.has(word)).map(|(_, role)| role)
}

/// "its adviser Acme", "clients such as Acme", "Investors include Acme and Foo".
fn described(scene: &Scene<'_>, unit: usize) -> Option<Role> {
    let from = scene.units[unit].from;
    let begin = scene.sentence_of(from).from;
    let mut is_list = false;
    let mut at = from;
    while at > begin && from - at < NEAR + if is_list { 24 } else { 0 } {
        at -= 1;
        let token = &scene.tokens[at];
        if let Some(other) = scene.unit_at(at) {
            // Its list mates and what they come from.
            if matches!(other.what, What::Company(_)) && !is_list && !joins(scene, other.to, from) {
                return None;
            }
            is_list |= matches!(other.what, What::Company(_));
            at = other.from;
            continue;
        }
        let word = token.lower.as_str();
        // "Tenants include the auditor Acme and Foo": that is what Acme does, and nothing of Foo.
        let is_trade =
            !word.ends_with('s') && !List::OwnerRole.has(word) && at > begin && matches!(scene.lower(at - 1), "the" | "a" | "an");
        if is_trade && scene.company_at(at + 1).is_some() && near::is_resident(scene, unit) {
            continue;
        }
        if (List::ResidentNoun.has(word) || token.has(Class::TenantNoun) && at + 2 < from) && !is_acting(scene, at) {
            // "software for banks such as Acme".
            let served = (at.saturating_sub(2).max(begin)..at).any(|at| matches!(scene.lower(at), "for" | "with" | "by"));
            return served.then_some(Role::Customer);
        }
        // "The state-backed lender Acme" lends to others.
        let is_owned = at > begin && (scene.tokens[at - 1].is_possessive() || matches!(scene.lower(at - 1), "its" | "their"));
        if word == "lender" && at + 1 == from && !is_owned {
            return None;
        }
        let builds = || (from..scene.sentence_of(from).to).any(|at| List::Build.has(scene.lower(at)) && is_acting(scene, at));
        let builder = || (word.starts_with("developer") && builds()).then_some(Role::ZoneOwner);
        if token.is_word()
            && !is_acting(scene, at)
            && let Some(role) = builder().or_else(|| of_noun(word))
        {
            // "At a meeting with investors, Acme": the comma ends what stands before the sentence.
            let theirs = at > begin
                && (scene.place_at(at - 1).is_some()
                    || scene.tokens[at - 1].is_possessive() && scene.place_at(at.wrapping_sub(2)).is_some());
            if role == Role::Customer && theirs {
                return None;
            }
            let apart = !is_list
                && scene.tokens[at + 1].is(",")
                && (at.saturating_sub(3).max(begin)..at).any(|word| scene.is(word, Class::Preposition));
            return (!apart).then_some(role);
        }
        let joint = word == "as" && scene.lower(at.wrapping_sub(1)) == "such"
            || matches!(word, "," | "and" | "or" | "&" | "(" | ")" | "\"" | "“" | ":" | "-")
            || token.has(Class::Include);
        let plain =
            token.has(Class::Nationality) || token.is_joined || token.is_lower() && !token.any(&[Class::Split, Class::Auxiliary]);
        if !(joint || plain)
            || (token.has(Class::Preposition) && !token.has(Class::Include) && !joint && !matches!(word, "at" | "of"))
            || is_acting(scene, at) && !token.has(Class::Include)
        {
            return None;
        }
    }
    None
}

/// "Acme, the operator of ADGM", "Acme, owner of two towers there".
fn apposed(scene: &Scene<'_>, unit: usize) -> Option<Role> {
    let from = scene.units[unit].to;
    let end = scene.sentence_of(scene.units[unit].from).to;
    let is_plain = |at: &usize| scene.tokens[*at].is_lower() && scene.unit_at(*at).is_none() && !is_acting(scene, *at);
    let of = (from + 1..end.min(from + 1 + NEAR)).take_while(is_plain).find(|at| scene.lower(*at) == "of")?;
    let owns = List::OwnerRole.has(scene.lower(of - 1)) || scene.is(of - 1, Class::OwnerNoun);
    let whole = |at: usize| scene.place_at(at).is_some() || List::ThingOfPlace.has(scene.lower(at));
    let is_whole = (of + 1..end.min(of + 4)).take_while(|at| !scene.is(*at, Class::Asset)).any(whole);
    (scene.tokens.get(from)?.is(",") && owns && is_whole).then_some(Role::ZoneOwner)
}

fn joins(scene: &Scene<'_>, from: usize, to: usize) -> bool {
    (from..to).all(|at| {
        matches!(scene.lower(at), "," | "and" | "or" | "&" | ";" | "(" | ")")
            || scene.tokens[at].is_lower() && !is_acting(scene, at) && !scene.is(at, Class::Preposition)
    }) && (from..to).any(|at| matches!(scene.lower(at), "," | "and" | "or" | "&" | ";"))
}

/// "advised by Acme", "Acme advised", "bought from Acme".
fn acting(scene: &Scene<'_>, clause: &Clause, unit: usize) -> Option<Role> {
    let is_own = clause.from <= scene.units[unit].from;
    if let Some(prep) = preposition(scene, unit).filter(|_| is_own) {
        let verb = (clause.from.max(prep.saturating_sub(7))..prep).rev().find(|at| {
            let token = &scene.tokens[*at];
            (token.is_verb() || token.lower.ends_with("ed")) && token.is_lower() && scene.unit_at(*at).is_none()
        });
        let word = verb.map_or("", |verb| scene.lower(verb));
        let class = verb.and_then(|verb| of_verb(scene, verb));
        return match scene.lower(prep) {
            prep if List::ForeignBy.has(prep) => Some(Role::Adviser),
            "by" if List::Occupied.has(word) => None,
            "by" => verb
                .filter(|verb| scene.tokens[*verb].is_form(Form::Participle) || !scene.tokens[*verb].is_verb())
                .map(|_| class.unwrap_or(Role::Other)),
            // "the district of Acme".
            "of" if List::ThingOfPlace.has(scene.lower(prep.wrapping_sub(1)))
                && !scene.is(prep.wrapping_sub(1), Class::Asset) =>
            {
                Some(Role::ZoneOwner)
            }
            // "executives of Acme".
            "of" if scene.any(prep.saturating_sub(1)..prep, &[Class::PersonRole, Class::Title, Class::Job])
                || List::Staff.has(scene.lower(prep.wrapping_sub(1))) =>
            {
                Some(Role::Other)
            }
            "from" if List::FromAgent.has(word) || (clause.from..prep).any(|at| List::FromAgent.has(scene.lower(at))) => {
                Some(Role::Other)
            }
            prep if List::BesideOther.has(prep) => Some(Role::Other),
            "to" if scene.lower(prep.wrapping_sub(1)) == "according" => Some(Role::Other),
            "for" | "to" => class,
            _ => None,
        };
    }
    let verb = clause.verb.filter(|_| clause.subject.contains(&unit))?;
    if scene.tokens[verb].is_form(Form::Participle) && (clause.from..verb).any(|at| scene.is(at, Class::Be)) {
        return is_engaged(scene, clause).then_some(Role::Adviser);
    }
    // "Has let two floors in ADGM to Acme": the landlord.
    let is_company = |at: usize| scene.company_at(at).is_some() || scene.is(at, Class::TenantNoun);
    let to_company = |at: usize| scene.lower(at) == "to" && (at + 1..clause.to.min(at + 5)).any(is_company);
    if List::Lets.has(scene.lower(verb)) && (verb + 1..clause.to).any(to_company) {
        return Some(Role::ZoneOwner);
    }
    match of_verb(scene, verb)? {
        // To own one's own house is no role.
        Role::ZoneOwner => {
            let far = if scene.lower(verb).starts_with("own") { 8 } else { 5 };
            let object = (verb + 1..scene.sentence_of(verb).to.min(verb + far))
                .any(|at| List::ThingOfPlace.has(scene.lower(at)) || scene.place_at(at).is_some());
            object.then_some(Role::ZoneOwner)
        }
        Role::Customer => Some(Role::Other),
        // "invests in a plant" is no investor of somebody.
        Role::Investor if !scene.lower(verb).starts_with("invest") => Some(Role::Investor),
        Role::Investor => (verb + 1..clause.to.min(verb + 8))
            .any(|at| scene.company_at(at).is_some() || List::Stake.has(scene.lower(at)))
            .then_some(Role::Investor),
        role => Some(role),
    }
}

/// "has been appointed to refurbish": for somebody else.
pub(super) fn is_engaged(scene: &Scene<'_>, clause: &Clause) -> bool {
    let Some(verb) = clause.verb.filter(|verb| List::Engaged.has(scene.lower(*verb))) else { return false };
    let settles = scene.any(verb + 1..verb + 4, &[Class::Stay, Class::Open, Class::Join, Class::Move]);
    let passive = scene.any(clause.from..verb, &[Class::Be]);
    passive && !settles && matches!(scene.lower(verb + 1), "to" | "as" | "by" | "for")
}

fn of_verb(scene: &Scene<'_>, verb: usize) -> Option<Role> {
    let token = &scene.tokens[verb];
    if token.any(&[Class::Stay, Class::Open, Class::Move, Class::Join]) && !token.has(Class::Own) {
        return None;
    }
    let roles = [
        (Class::Own, Role::ZoneOwner),
        (Class::Oversee, Role::Regulator),
        (Class::Advise, Role::Adviser),
        (Class::Invest, Role::Investor),
        (Class::Serve, Role::Customer),
    ];
    // "paid visits to Acme", "has led with".
    if token.lower.starts_with("visit")
        || matches!(token.lower.as_str(), "lead" | "leads" | "led") && scene.lower(verb + 1) != "by"
    {
        return None;
    }
    roles.into_iter().find(|(class, _)| token.has(*class)).map(|(_, role)| role)
}

/// The preposition that a name, or the list that it is in, hangs on.
pub(super) fn preposition(scene: &Scene<'_>, unit: usize) -> Option<usize> {
    let from = scene.units[unit].from;
    let begin = scene.sentence_of(from).from;
    for at in (begin..from).rev().take(10) {
        let token = &scene.tokens[at];
        if token.has(Class::Include) {
            return None;
        }
        if token.has(Class::Oblique) {
            return Some(at);
        }
        let describes = scene.describes(at)
            || matches!(token.text, "and" | "&" | "or" | "\"" | "“")
            || token.is(",") && scene.company_at(at.wrapping_sub(1)).is_some();
        if !describes {
            return None;
        }
    }
    None
}
