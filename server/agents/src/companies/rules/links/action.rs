//! "Acme has opened an office in ADGM": a company, what it does, and the place that this is done in.

use super::{
    At, Link,
    clause::{Governor, Subject, governor, is_acting, list_before, subject_of},
    phrase::{Action, Noun, heads_asset, read},
    polarity::{self, Span, judge},
};
use crate::companies::rules::{
    lexicon::{Class, Form},
    listed::List,
    names::Kind,
    reference::is_oblique,
    scene::{Scene, What},
    token::Token,
};
use domain::companies::{Presence, Role};

pub(super) fn find(at: &At<'_, '_>) -> Vec<Link> {
    let scene = at.scene;
    if scene.lower(at.from) == "there" {
        return acting(at, at.from, Way::In);
    }
    match governor(scene, at.from, at.to) {
        Governor::Against => negated(at),
        Governor::Object(verb) => objects(at, verb),
        Governor::Owned(owner) => owned(at, owner),
        Governor::In(prep) => direct(at, prep).unwrap_or_else(|| acting(at, prep, Way::In)),
        Governor::To(prep) => brought(at, prep).unwrap_or_else(|| acting(at, prep, Way::To)),
        Governor::From(prep) => acting(at, prep, Way::From),
        Governor::Of(prep) if authority_before(scene, prep).is_some() => by_authority(at, prep),
        Governor::Of(prep) => direct(at, prep).unwrap_or_else(|| acting(at, prep, Way::Of)),
        Governor::By(prep) => acting(at, prep, Way::By),
        Governor::With(prep) => acting(at, prep, Way::With),
        Governor::None if scene.lower(at.from.wrapping_sub(1)) == "for" => left_for(at),
        // "the ADGM office of Acme" without a preposition before it.
        Governor::None if heads_asset(at).is_some() => acting(at, at.from, Way::In),
        Governor::Beside | Governor::Subject | Governor::None => Vec::new(),
    }
}

/// "the FSRA (…) of ADGM": the unit of the authority.
fn authority_before(scene: &Scene<'_>, prep: usize) -> Option<usize> {
    let last = before_brackets(scene, prep)?;
    scene.unit_at(last).filter(|unit| matches!(unit.what, What::Body(Kind::Government)))?;
    scene.unit_number(last)
}

/// The last token before `at` that is in no brackets.
fn before_brackets(scene: &Scene<'_>, at: usize) -> Option<usize> {
    let last = at.checked_sub(1)?;
    if !scene.tokens[last].is(")") {
        return Some(last);
    }
    (last.saturating_sub(8)..last).rev().find(|open| scene.tokens[*open].is("("))?.checked_sub(1)
}

/// A licence from the authority of the place.
fn by_authority(at: &At<'_, '_>, prep: usize) -> Vec<Link> {
    let Some(unit) = authority_before(at.scene, prep).map(|unit| at.scene.units[unit]) else { return Vec::new() };
    match governor(at.scene, unit.from, unit.to) {
        Governor::From(prep) => acting(at, prep, Way::From),
        Governor::By(prep) => acting(at, prep, Way::By),
        Governor::With(prep) => acting(at, prep, Way::With),
        _ => Vec::new(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    In,
    To,
    From,
    Of,
    By,
    With,
}

/// "Acme in ADGM", "Acme of ADGM".
fn direct(at: &At<'_, '_>, prep: usize) -> Option<Vec<Link>> {
    let scene = at.scene;
    let last = before_brackets(scene, prep)?;
    scene.company_at(last).filter(|unit| scene.tokens[unit.from].sentence == scene.tokens[at.from].sentence)?;
    let unit = scene.unit_number(last)?;
    let from = scene.units[unit].from;
    let of = scene.lower(prep) == "of";
    let lead = from.checked_sub(1).map_or("", |lead| scene.lower(lead));
    // "leased space from Acme in ADGM": the place belongs to the lease.
    if !of && is_oblique(scene, from) && List::ObliqueLead.has(lead) {
        return Some(acting(at, prep, Way::In));
    }
    // "met Acme in ADGM", "Acme in ADGM said": only what is no meeting.
    let verb = from.checked_sub(1).filter(|verb| is_acting(scene, *verb));
    if verb.is_some_and(|verb| scene.is(verb, Class::Serve) || scene.is(verb, Class::Leave)) {
        return Some(Vec::new());
    }
    let units = if scene.is(clause_start(at, from), Class::Include) { list_before(scene, unit) } else { vec![unit] };
    let presence = at.in_front(unit);
    Some(at.tenants(&units, presence, prep))
}

fn clause_start(at: &At<'_, '_>, from: usize) -> usize {
    let begin = at.scene.sentence_of(from).from;
    (begin..from).rev().find(|start| at.scene.is(*start, Class::Include)).unwrap_or(begin)
}

/// "lured Acme to ADGM", "joined Acme in".
fn brought(at: &At<'_, '_>, prep: usize) -> Option<Vec<Link>> {
    let scene = at.scene;
    let last = prep.checked_sub(1)?;
    scene.company_at(last)?;
    let units = list_before(scene, scene.unit_number(last)?);
    let first = scene.units[*units.first()?].from;
    // "the relocation of Acme to".
    if ["of", "by"].contains(&scene.lower(first.wrapping_sub(1))) && scene.is(first.wrapping_sub(2), Class::Happening) {
        return Some(at.tenants(&units, at.in_front(units[0]), first - 2));
    }
    let verb = (scene.sentence_of(first).from..first).rev().take(5).find(|verb| is_acting(scene, *verb))?;
    if !scene.tokens[verb].any(&[Class::Host, Class::Get, Class::Move]) {
        return Some(Vec::new());
    }
    let subject = subject_of(scene, verb);
    let clause = subject.as_ref().map_or(verb, |subject| subject.clause(scene));
    let from = subject.map_or(verb, |subject| subject.from);
    let presence =
        judge(scene, Span { clause, subject: from, verb, place: at.to, end: scene.sentence_of(at.from).to, is_first_to: false });
    Some(at.tenants(&units, presence, verb))
}

/// "left DIFC for ADGM".
fn left_for(at: &At<'_, '_>) -> Vec<Link> {
    let scene = at.scene;
    let Some(before) = at.from.checked_sub(2).filter(|before| scene.place_at(*before).is_some()) else { return Vec::new() };
    let begin = scene.sentence_of(at.from).from;
    let verb = (begin..before).rev().take(6).find(|verb| scene.is(*verb, Class::Leave) && is_acting(scene, *verb));
    let Some((verb, subject)) = verb.and_then(|verb| Some((verb, subject_of(scene, verb)?))) else { return Vec::new() };
    let span = Span {
        clause: subject.clause(scene),
        subject: subject.from,
        verb: at.from - 1,
        place: at.to,
        end: scene.sentence_of(at.from).to,
        is_first_to: false,
    };
    at.tenants(&subject.units, judge(scene, span), verb)
}

/// "in DIFC, not ADGM": whoever it is about is not there.
fn negated(at: &At<'_, '_>) -> Vec<Link> {
    let begin = at.scene.sentence_of(at.from).from;
    let unit =
        at.scene.units.iter().position(|unit| unit.from >= begin && unit.to <= at.from && matches!(unit.what, What::Company(_)));
    unit.and_then(|unit| at.link(unit, Role::Tenant, Presence::Denied, at.from)).into_iter().collect()
}

/// "joined ADGM", "left ADGM", "owns ADGM".
fn objects(at: &At<'_, '_>, verb: usize) -> Vec<Link> {
    let scene = at.scene;
    if heads_asset(at).is_some() {
        return acting(at, at.from, Way::In);
    }
    let token = &scene.tokens[verb];
    let Some(subject) = subject_of(scene, verb) else { return Vec::new() };
    let makes_home = (at.to..(at.to + 5).min(scene.tokens.len())).any(|next| List::Home.has(scene.lower(next)))
        && List::Make.has(&token.lower);
    if token.has(Class::Leave) {
        let presence = if polarity::is_denied(scene, subject.from.min(verb)..verb) { Presence::Unclear } else { Presence::Left };
        return at.tenants(&subject.units, presence, verb);
    }
    if makes_home || token.has(Class::Join) {
        return judged(at, &subject, verb, verb);
    }
    let role = role_of(token);
    subject.units.iter().filter_map(|unit| at.link(*unit, role, Presence::Unclear, verb)).collect()
}

/// What a verb makes of who does it, if not a tenant.
fn role_of(token: &Token<'_>) -> Role {
    let roles = [
        (Class::Own, Role::ZoneOwner),
        (Class::Oversee, Role::Regulator),
        (Class::Advise, Role::Adviser),
        (Class::Invest, Role::Investor),
        (Class::Serve, Role::Customer),
    ];
    roles.iter().find(|(class, _)| token.has(*class)).map_or(Role::Other, |(_, role)| *role)
}

/// "its ADGM office", "Acme's ADGM office".
fn owned(at: &At<'_, '_>, owner: usize) -> Vec<Link> {
    let scene = at.scene;
    if heads_asset(at).is_none_or(|noun| noun == Noun::Third) {
        return Vec::new();
    }
    let company = scene.company_at(owner).and(scene.unit_number(owner));
    let action =
        Action { noun: Some(Noun::Asset), owner: company, is_own: company.is_none().then_some(owner), ..read(at, owner) };
    possessed(at, action, owner)
}

fn acting(at: &At<'_, '_>, prep: usize, way: Way) -> Vec<Link> {
    let scene = at.scene;
    let mut action = read(at, prep);
    if prep == at.from || action.noun.is_none() {
        action.noun = heads_asset(at).filter(|_| prep == at.from || way == Way::In).or(action.noun);
    }
    let Some(verb) = action.verb else { return without_verb(at, action, prep, way) };
    let token = &scene.tokens[verb];
    let is_inside = action.noun != Some(Noun::Third) && matches!(way, Way::In | Way::Of);
    if (action.is_own.is_some() || action.owner.is_some()) && (is_inside || action.happening && way == Way::To) {
        return possessed(at, action, prep);
    }
    let Some(subject) = subject_of(scene, verb).or_else(|| fronted(at, verb)) else { return Vec::new() };
    let from = if token.has(Class::Be) { verb } else { verb.min(prep) };
    if way == Way::From && token.any(&[Class::Leave, Class::Move]) && action.noun != Some(Noun::Permit) {
        let presence = if List::Expand.has(&token.lower) { Presence::Unclear } else { Presence::Left };
        return at.tenants(&subject.units, presence, from);
    }
    if is_presence(at, verb, action, prep, way) {
        return judged(at, &subject, verb, from);
    }
    if token.has(Class::Leave) && !token.any(&[Class::Open]) {
        return at.tenants(&subject.units, Presence::Left, from);
    }
    let owns = token.has(Class::Be) && action.noun == Some(Noun::Owner);
    let role = if owns { Role::ZoneOwner } else { role_of(token) };
    subject.units.iter().filter_map(|unit| at.link(*unit, role, Presence::Unclear, from)).collect()
}

/// "Located in ADGM, Abu Dhabi, Acme develops": the company that the sentence goes on with.
fn fronted(at: &At<'_, '_>, verb: usize) -> Option<Subject> {
    let scene = at.scene;
    let begin = scene.sentence_of(verb).from;
    let opens = (begin..verb).all(|before| {
        !scene.tokens[before].is_word() || scene.is(before, Class::Soft) || scene.tokens[before].lower.ends_with("ly")
    });
    let mut next = at.to;
    while scene.place_at(next).is_some()
        || scene.tokens.get(next).is_some_and(|token| {
            matches!(token.text, "," | "(" | ")") || token.has(Class::Determiner) || token.has(Class::Descriptor)
        })
    {
        next += 1;
    }
    let unit = scene.company_at(next).and(scene.unit_number(next))?;
    let comma = (at.to..next).any(|between| scene.tokens[between].is(","));
    (opens && comma && scene.tokens[verb].is_form(Form::Participle)).then(|| Subject {
        units: vec![unit],
        from: verb,
        is_first_to: false,
    })
}

/// Whether the verb, its noun and the preposition together say that somebody is there.
fn is_presence(at: &At<'_, '_>, verb: usize, action: Action, prep: usize, way: Way) -> bool {
    let scene = at.scene;
    let token = &scene.tokens[verb];
    let (asset, permit) = (action.noun == Some(Noun::Asset), action.noun == Some(Noun::Permit));
    let free = matches!(action.noun, None | Some(Noun::Asset | Noun::Permit));
    if action.object.is_some() && !token.has(Class::Join) {
        return false;
    }
    if token.has(Class::Be) {
        let bare = action.noun.is_none()
            && (verb + 1..prep).all(|word| {
                scene.tokens[word].any(&[Class::Soft, Class::Auxiliary, Class::Denying, Class::Where, Class::Time])
                    || scene.place_at(word).is_some()
            });
        let member = action.noun == Some(Noun::Tenant)
            && matches!(way, Way::In | Way::Of)
            && !["for", "with"].iter().any(|word| (verb..prep).any(|at| scene.lower(at) == *word));
        return bare && way == Way::In || member;
    }
    match way {
        Way::In => {
            token.has(Class::Stay) && (free || action.noun == Some(Noun::Tenant) && as_tenant(at, verb, prep))
                || token.any(&[Class::Move, Class::Join]) && (free || as_tenant(at, verb, prep))
                || token.has(Class::Open) && free
                || token.any(&[Class::Get, Class::Have, Class::Firm]) && (asset || permit)
                || token.has(Class::Say) && action.happening && asset
                || token.has(Class::Hire) && action.noun != Some(Noun::Third)
        }
        Way::To => {
            let carries = List::Bring.has(&token.lower) && asset;
            let admitted = token.has(Class::Host) && token.is_form(Form::Participle) && free;
            token.has(Class::Move) && action.noun != Some(Noun::Third) || carries || admitted
        }
        Way::From => {
            let works = token.has(Class::Stay) && free;
            works || permit && token.any(&[Class::Get, Class::Have]) || List::ServePlace.has(&token.lower)
        }
        Way::Of => token.any(&[Class::Get, Class::Stay]) && asset,
        Way::By => {
            token.any(&[Class::Stay, Class::Give, Class::Host]) && token.is_form(Form::Participle)
                || permit && token.any(&[Class::Get, Class::Give])
        }
        Way::With => token.has(Class::Stay) && token.is_form(Form::Participle) && token.any(&[Class::Host, Class::Open]),
    }
}

/// "joins other tenants in": the noun is not what it does something for.
fn as_tenant(at: &At<'_, '_>, verb: usize, prep: usize) -> bool {
    (verb..prep).any(|word| List::Companion.has(at.scene.lower(word)))
}

fn judged(at: &At<'_, '_>, subject: &Subject, verb: usize, from: usize) -> Vec<Link> {
    let end = at.scene.sentence_of(at.from).to;
    let span = Span {
        clause: subject.clause(at.scene),
        subject: subject.from,
        verb,
        place: at.to,
        end,
        is_first_to: subject.is_first_to,
    };
    at.tenants(&subject.units, judge(at.scene, span), from)
}

/// "from its factory in KEZAD", "Acme's office in ADGM": whatever is done, the owner of the noun is there.
fn possessed(at: &At<'_, '_>, action: Action, prep: usize) -> Vec<Link> {
    let scene = at.scene;
    let subject = action.verb.and_then(|verb| subject_of(scene, verb));
    let helped =
        action.verb.is_some_and(|verb| scene.tokens[verb].any(&[Class::Advise, Class::Invest, Class::Serve, Class::Give]))
            && action.object.is_some();
    let units = match (action.owner, &subject) {
        (Some(owner), _) => vec![owner],
        (None, _) if helped => action.object.into_iter().collect(),
        (None, Some(subject)) => subject.units.clone(),
        (None, None) => only_company(at).into_iter().collect(),
    };
    let end = scene.sentence_of(at.from).to;
    let verb = action.verb.unwrap_or(prep);
    let clause = subject.as_ref().map_or_else(|| clause_from(at, verb), |subject| subject.clause(scene));
    let from = subject.map_or(clause, |subject| subject.from);
    let presence = match judge(scene, Span { clause, subject: from, verb, place: at.to, end, is_first_to: false }) {
        Presence::Present if helped => Presence::Unclear,
        Presence::Present if action.happening && action.verb.is_some_and(|verb| scene.is(verb, Class::Say)) => {
            Presence::Announced
        }
        presence => presence,
    };
    at.tenants(&units, presence, action.is_own.or(action.verb).unwrap_or(prep))
}

fn clause_from(at: &At<'_, '_>, verb: usize) -> usize {
    let begin = at.scene.sentence_of(verb).from;
    (begin..verb).rev().find(|from| matches!(at.scene.tokens[*from].text, ";" | ",")).unwrap_or(begin)
}

fn only_company(at: &At<'_, '_>) -> Option<usize> {
    let begin = at.scene.sentence_of(at.from).from;
    let mut before = at
        .scene
        .units
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.from >= begin && unit.to <= at.from && matches!(unit.what, What::Company(_)));
    let (first, unit) = before.next()?;
    before.all(|(_, other)| other.what == unit.what).then_some(first)
}

/// "The Paris-based group's new office in ADGM"; "Acme: office in ADGM" is the fragments'.
fn without_verb(at: &At<'_, '_>, action: Action, prep: usize, way: Way) -> Vec<Link> {
    if let Some(owner) =
        action.owner.filter(|_| matches!(action.noun, Some(Noun::Asset | Noun::Permit)) && matches!(way, Way::In | Way::Of))
    {
        let verb = (at.to..at.scene.sentence_of(at.to).to).find(|verb| is_acting(at.scene, *verb));
        let leaves = verb.is_some_and(|verb| {
            at.scene.tokens[verb].any(&[Class::Drop, Class::Leave]) || polarity::is_denied(at.scene, at.to..verb)
        });
        let planned = verb.is_some_and(|verb| polarity::has(at.scene, at.to..verb + 1, Class::Softly));
        let front = at.in_front(owner);
        let presence = match () {
            () if leaves => Presence::Left,
            () if planned || polarity::has(at.scene, at.scene.units[owner].to..prep, Class::Softly) => Presence::Planned,
            () if polarity::has(at.scene, at.scene.units[owner].to..prep, Class::OnlyFormer) => Presence::Left,
            () => front,
        };
        return at.tenants(&[owner], presence, prep);
    }
    Vec::new()
}
