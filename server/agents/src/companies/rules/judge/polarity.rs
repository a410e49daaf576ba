//! Whether and when a company is where a sentence puts it: tense, plans, denials, departures. In doubt it does not count.

use super::{
    super::{
        lexicon::Class,
        listed::List,
        scene::{Scene, Unit, What},
        token::Shape,
    },
    clause::{Clauses, is_acting},
    governor::{Governor, governor},
};
use domain::companies::Presence;

/// What the clause of a company says of its being where `place` is.
pub(super) fn judge(scene: &Scene<'_>, clauses: &Clauses, about: usize, (unit, place): (usize, Unit)) -> Presence {
    let own = scene.units[unit];
    let Some(clause) = clauses.all.get(about) else { return Presence::Unclear };
    let front = in_front(scene, own);
    if front != Presence::Present {
        return front;
    }
    let is_here = clauses.number(place.from) == about;
    let asks = scene.sentence_of(own.from).to.checked_sub(1).is_some_and(|last| scene.tokens[last].is("?"));
    // Where something began says nothing of where it is.
    let begins = place.from.saturating_sub(8).max(clause.from)..place.from;
    if asks || is_here && begins.into_iter().any(|at| List::Origin.has(scene.lower(at))) {
        return Presence::Unclear;
    }
    let start = clause.from;
    let last = if is_here && place.from >= own.from { place.to } else { clause.to };
    // The verb nearest to the place, or that of the clause.
    let verb = if is_here && place.from >= own.from {
        (start..place.from.max(start)).rev().find(|at| is_acting(scene, *at)).or(clause.verb)
    } else {
        clause.verb
    };
    let Some(verb) = verb else { return state(scene, start..clause.to) };
    let moves = scene.tokens[verb].any(&[Class::Move, Class::Leave]) && !List::Expand.has(scene.lower(verb));
    if let Governor::From(prep) = governor(scene, place.from)
        && is_here
        && (moves || scene.any(prep.saturating_sub(2)..prep, &[Class::Happening, Class::Leave]))
    {
        return Presence::Left;
    }
    between(scene, start, verb, last.max(verb), clause.to.max(last))
}

/// Without a verb: "former", "planned", "closed".
fn state(scene: &Scene<'_>, range: std::ops::Range<usize>) -> Presence {
    let has = |class: Class| has(scene, range.clone(), class);
    match () {
        () if has(Class::OnlyFormer) || has(Class::Drop) => Presence::Left,
        () if is_denied(scene, range.clone()) => Presence::Denied,
        () if has(Class::Softly) || has(Class::Hedge) => Presence::Planned,
        () => Presence::Present,
    }
}

/// What the words right before a name say of it: "former tenant", "would-be".
pub(super) fn in_front(scene: &Scene<'_>, unit: Unit) -> Presence {
    let begin = scene.sentence_of(unit.from).from.max(unit.from.saturating_sub(4));
    let words = (begin..unit.from).rev().take_while(|at| scene.tokens[*at].is_lower() && !is_acting(scene, *at));
    state(scene, words.last().unwrap_or(unit.from)..unit.from)
}

/// From the beginning of the clause over its verb to the place, and what follows it.
fn between(scene: &Scene<'_>, clause: usize, verb: usize, place: usize, end: usize) -> Presence {
    let before = || clause..verb;
    let within = || verb..place;
    let token = &scene.tokens[verb];
    if is_hedged(scene, clause) {
        return Presence::Planned;
    }
    if let Some(governing) = governing(scene, clause) {
        return governing;
    }
    let leaves = (clause..place).any(|at| {
        is_acting(scene, at)
            && scene.is(at, Class::Leave)
            && !scene.tokens[at].any(&[Class::Stay, Class::Get, Class::Open])
            && !(at + 1..at + 7).any(|next| List::Rounds.has(scene.lower(next)))
            || sells_own(scene, at, place)
    });
    if has(scene, before(), Class::OnlyFormer) || has(scene, within(), Class::OnlyFormer) || leaves {
        return Presence::Left;
    }
    if is_denied(scene, before())
        || is_denied(scene, within())
        || (clause..place).any(|at| is_acting(scene, at) && scene.is(at, Class::Deny) && !is_silent(scene, at))
    {
        return Presence::Denied;
    }
    let rest = remainder(scene, place, end);
    if rest != Presence::Present {
        return rest;
    }
    // "It said that it would" is firm.
    let reported = (scene.sentence_of(verb).from..verb).any(|at| scene.is(at, Class::Say) && scene.tokens[at].is_lower());
    let would = before().any(|at| scene.lower(at) == "would");
    let plans = |at: usize| {
        scene.is(at, Class::Plan)
            && is_acting(scene, at)
            && !scene.tokens[at].any(&[Class::Get, Class::Hire, Class::Asset, Class::Open, Class::Stay])
    };
    let planned = would && !reported
        || has(scene, before(), Class::Softly)
        || has(scene, within(), Class::Softly)
        || (clause..place).any(plans);
    if planned {
        return Presence::Planned;
    }
    let firm = would || before().any(|at| scene.is(at, Class::Firmly) || (scene.is(at, Class::Firm) && is_acting(scene, at)));
    if firm || token.has(Class::Firm) {
        return Presence::Announced;
    }
    if was_there(scene, clause, verb) {
        return Presence::Unclear;
    }
    Presence::Present
}

/// "Is selling its tower in ADGM".
fn sells_own(scene: &Scene<'_>, at: usize, place: usize) -> bool {
    let is_own = List::Sells.has(scene.lower(at)) && is_acting(scene, at) && matches!(scene.lower(at + 1), "its" | "their");
    let mut object = (at + 2..place).take_while(|next| scene.tokens[*next].is_lower() && !scene.is(*next, Class::Preposition));
    is_own && object.any(|next| scene.is(next, Class::Asset) || List::Building.has(scene.lower(next)))
}

/// "declined to say".
fn is_silent(scene: &Scene<'_>, at: usize) -> bool {
    scene.lower(at + 1) == "to" && scene.is(at + 2, Class::Say)
}

/// "was based in", "had an office": once, and nobody says whether still.
fn was_there(scene: &Scene<'_>, subject: usize, verb: usize) -> bool {
    let lower = scene.lower(verb);
    let helps = scene.tokens[verb].any(&[Class::Be, Class::Have])
        && (verb + 1..verb + 3).any(|at| scene.tokens.get(at).is_some_and(|next| next.is_verb() && next.is_lower()));
    if helps || (subject..verb).any(|at| scene.is(at, Class::Among)) {
        return false;
    }
    let after_was = (subject..verb).any(|at| ["was", "were"].contains(&scene.lower(at)));
    let perfect = (subject..verb).any(|at| List::StillThere.has(scene.lower(at)));
    let lasting = List::Lasting.has(lower);
    let simple = List::OnceThere;
    (lasting && after_was || simple.has(lower) && lower != "leased" && !after_was) && !perfect
}

/// What follows the place may take it back: "until 2021", "but left in May", "subject to approval".
fn remainder(scene: &Scene<'_>, place: usize, end: usize) -> Presence {
    for at in place..end {
        let token = &scene.tokens[at];
        if scene.company_at(at).is_some_and(|unit| unit.meant.is_none()) || matches!(token.text, ";" | "|") {
            break;
        }
        let dated =
            scene.tokens.get(at + 1).is_some_and(|next| next.shape == Shape::Number || next.any(&[Class::Time, Class::Soft]));
        match token.lower.as_str() {
            "until" | "till" if dated => return Presence::Left,
            "pending" | "denied" | "sources" => return Presence::Planned,
            "people" if matches!(scene.lower(at + 1), "familiar" | "with" | "close") => return Presence::Planned,
            "subject" if scene.lower(at + 1) == "to" => return Presence::Planned,
            // "Reports that it had opened there were wrong".
            word if List::Untrue.has(word) && scene.any(at.saturating_sub(2)..at, &[Class::Be]) => {
                return Presence::Denied;
            }
            _ if token.has(Class::OnlyFormer) => return Presence::Left,
            // "Its move there was delayed".
            word if List::PutOff.has(word) && scene.any(at.saturating_sub(2)..at, &[Class::Be]) => {
                return Presence::Planned;
            }
            word if List::Never.has(word) => return Presence::Denied,
            _ => {}
        }
    }
    Presence::Present
}

/// "denied reports that it", "hopes that the company": what the clause hangs on.
fn governing(scene: &Scene<'_>, clause: usize) -> Option<Presence> {
    let begin = scene.sentence_of(clause).from;
    let start = (begin..clause)
        .rev()
        .find(|at| matches!(scene.tokens[*at].text, "," | ";" | "|" | ":" | "—" | "–"))
        .map_or(begin, |at| at + 1);
    let acts = |class: Class| (start..clause).any(|at| scene.is(at, class) && is_acting(scene, at));
    if acts(Class::Deny) || is_denied(scene, start..clause) {
        return Some(Presence::Denied);
    }
    let plans = (start..clause).any(|at| {
        scene.is(at, Class::Plan) && is_acting(scene, at) && !scene.tokens[at].any(&[Class::Say, Class::Get, Class::Firm])
    });
    (plans || has(scene, start..clause, Class::Softly)).then_some(Presence::Planned)
}

/// "If …", "Reports that …" before the subject.
fn is_hedged(scene: &Scene<'_>, subject: usize) -> bool {
    let begin = scene.sentence_of(subject).from;
    let start = (begin..subject).rev().find(|at| matches!(scene.tokens[*at].text, ";" | "|")).unwrap_or(begin);
    let end = scene.sentence_of(subject).to;
    has(scene, start..subject, Class::Hedge) || end > begin && scene.tokens[end - 1].is("?")
}

pub(super) fn has(scene: &Scene<'_>, mut range: std::ops::Range<usize>, class: Class) -> bool {
    range.any(|at| {
        // "Its former neighbour" is one that is there.
        let next = class == Class::OnlyFormer && scene.lower(at + 1).starts_with("neighbo");
        // The month of May is no doubt.
        let month = scene.is(at, Class::Month) && !scene.tokens[at].is_lower();
        scene.is(at, class)
            && !month
            && !next
            && scene.unit_at(at).is_none_or(|unit| !matches!(unit.what, What::Company(_)) || unit.meant.is_some())
    })
}

pub(super) fn is_denied(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> bool {
    range.any(|at| scene.is(at, Class::Denying) && !scene.is(at, Class::NotDenying) && !is_silent(scene, at))
}

/// The sentence gives orders to a machine, or is written for one: it says nothing of companies.
pub(in super::super) fn has_order(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> bool {
    const WRITTEN_FOR_MACHINES: [&str; 2] = ["{\"", "</"];
    let words = scene.words(range.start, range.end);
    WRITTEN_FOR_MACHINES.iter().any(|mark| words.contains(mark)) || range.any(|at| scene.is(at, Class::Order))
}
