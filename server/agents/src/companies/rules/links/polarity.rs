//! Whether and when a company is where a sentence puts it: tense, plans, denials, departures. In doubt it does not count.

use super::{
    super::{
        lexicon::{Class, Form},
        listed::List,
        scene::{Scene, What},
        token::Shape,
    },
    clause::is_acting,
};
use domain::companies::Presence;

/// What decides about a verb: the words between its subject and it, then those up to the place, then the rest of the sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Where the subject begins.
    pub clause: usize,
    pub subject: usize,
    pub verb: usize,
    pub place: usize,
    pub end: usize,
    pub is_first_to: bool,
}

pub(super) fn judge(scene: &Scene<'_>, span: Span) -> Presence {
    let Span { subject, verb, place, end, .. } = span;
    let before = || subject.min(verb)..verb;
    let within = || verb..place.max(verb);
    let token = &scene.tokens[verb];
    if is_hedged(scene, span.clause.min(verb)) {
        return Presence::Planned;
    }
    if let Some(governing) = governing(scene, span.clause.min(verb)) {
        return governing;
    }
    if has(scene, before(), Class::OnlyFormer)
        || has(scene, within(), Class::OnlyFormer)
        || token.has(Class::Leave) && !token.any(&[Class::Stay, Class::Get])
    {
        return Presence::Left;
    }
    if is_denied(scene, before()) || is_denied(scene, within()) || token.has(Class::Deny) || has(scene, before(), Class::Deny) {
        return Presence::Denied;
    }
    let rest = remainder(scene, place, end);
    if rest != Presence::Present {
        return rest;
    }
    // "It said that it would" is firm.
    let reported = (scene.sentence_of(verb).from..verb).any(|at| scene.is(at, Class::Say) && scene.tokens[at].is_lower());
    let would = before().any(|at| scene.lower(at) == "would");
    let planned = would && !reported
        || has(scene, before(), Class::Softly)
        || before().any(|at| scene.is(at, Class::Plan) && is_acting(scene, at))
        || has(scene, within(), Class::Softly)
        || within().skip(1).any(|at| {
            scene.is(at, Class::Plan) && is_acting(scene, at) && !scene.tokens[at].any(&[Class::Get, Class::Hire, Class::Asset])
        });
    if planned || token.has(Class::Plan) && !token.any(&[Class::Hire, Class::Get, Class::Stay, Class::Open]) {
        return Presence::Planned;
    }
    let firm = would || before().any(|at| scene.is(at, Class::Firmly) || (scene.is(at, Class::Firm) && is_acting(scene, at)));
    if is_infinitive(scene, verb) {
        let licensed = before().any(|at| scene.tokens[at].any(&[Class::Permit]) || List::Licensed.has(scene.lower(at)));
        let going_on = before().any(|at| List::GoingOn.has(scene.lower(at)));
        let glad = List::Glad.has(scene.lower(verb.wrapping_sub(2)));
        return if span.is_first_to || going_on || glad {
            Presence::Present
        } else if firm || licensed {
            Presence::Announced
        } else {
            Presence::Planned
        };
    }
    let going = token.is_form(Form::Ing)
        && before().any(|at| scene.is(at, Class::Be))
        && token.any(&[Class::Move, Class::Open, Class::Get, Class::Join])
        && !token.has(Class::Hire);
    if firm || going || token.has(Class::Firm) {
        return Presence::Announced;
    }
    if was_there(scene, subject.min(verb), verb) {
        return Presence::Unclear;
    }
    Presence::Present
}

/// "was based in", "had an office": once, and nobody says whether still.
fn was_there(scene: &Scene<'_>, subject: usize, verb: usize) -> bool {
    let lower = scene.lower(verb);
    let after_was = (subject..verb).any(|at| ["was", "were"].contains(&scene.lower(at)));
    let perfect = (subject..verb).any(|at| List::StillThere.has(scene.lower(at)));
    let lasting = List::Lasting.has(lower);
    let simple = List::OnceThere;
    (lasting && after_was || simple.has(lower) && lower != "leased" && !after_was) && !perfect
}

/// What follows the place may take it back: "until 2021", "but left in May", "subject to approval".
fn remainder(scene: &Scene<'_>, place: usize, end: usize) -> Presence {
    let mut at = place;
    while at < end {
        let token = &scene.tokens[at];
        if token.is(";") || token.is("|") {
            break;
        }
        let company = scene.company_at(at).filter(|unit| unit.meant.is_none());
        if company.is_some_and(|unit| scene.tokens.get(unit.to).is_some_and(|next| next.has(Class::FiniteAuxiliary))) {
            break;
        }
        let near = |back: usize, words: List| (at.saturating_sub(back).max(place)..at).any(|at| words.has(scene.lower(at)));
        if ["until", "till"].contains(&token.lower.as_str())
            && scene
                .tokens
                .get(at + 1)
                .is_some_and(|next| next.shape == Shape::Number || next.has(Class::Time) || next.has(Class::Soft))
        {
            return Presence::Left;
        }
        let turns = near(4, List::TurnAround);
        if token.has(Class::Drop) && is_acting(scene, at) && !scene.is(at - 1, Class::TenantNoun) && (turns || ends_it(scene, at))
        {
            return Presence::Left;
        }
        let moves = token.has(Class::Move) && is_acting(scene, at) && near(4, List::TurnOfMove);
        if moves && near_prep_to(scene, at) {
            return Presence::Left;
        }
        let phrase = token.phrase.filter(|(marks, _)| marks.any(&[Class::OnlyFormer]));
        if phrase.is_some() || token.lower == "formerly" {
            return Presence::Left;
        }
        if List::Never.has(&token.lower) || token.lower == "not" && near(5, List::TurnOfDenial) {
            return Presence::Denied;
        }
        if token.lower == "pending"
            || token.lower == "subject" && scene.lower(at + 1) == "to"
            || (token.lower == "if" && (at.saturating_sub(3).max(place)..at).any(|at| [",", "—", "–"].contains(&scene.lower(at))))
            || token.lower == "denied"
        {
            return Presence::Planned;
        }
        at += 1;
    }
    Presence::Present
}

/// "closed it", "left in May", and not "closed a round".
fn ends_it(scene: &Scene<'_>, at: usize) -> bool {
    (at + 1..(at + 4).min(scene.tokens.len())).any(|next| {
        let token = &scene.tokens[next];
        List::Ended.has(&token.lower) || token.has(Class::Asset) || token.has(Class::Month) || scene.place_at(next).is_some()
    })
}

fn near_prep_to(scene: &Scene<'_>, at: usize) -> bool {
    (at + 1..(at + 4).min(scene.tokens.len())).any(|next| List::Destination.has(scene.lower(next)))
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
        scene.is(at, class) && scene.unit_at(at).is_none_or(|unit| !matches!(unit.what, What::Company(_)) || unit.meant.is_some())
    })
}

pub(super) fn is_denied(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> bool {
    range.any(|at| {
        scene.is(at, Class::Denying)
            && !scene.is(at, Class::NotDenying)
            && !(scene.lower(at) == "no" && scene.lower(at + 1) == ".")
    })
}

fn is_infinitive(scene: &Scene<'_>, verb: usize) -> bool {
    let mut at = verb;
    while let Some(before) = at.checked_sub(1) {
        if scene.lower(before) == "to" {
            return true;
        }
        let adverb = scene.lower(before).ends_with("ly") || ["be", "also"].contains(&scene.lower(before));
        let coordinated = matches!(scene.lower(before), "and")
            && before > 0
            && scene.tokens[verb].is_form(Form::Base)
            && !scene.tokens[verb].is_form(Form::Past);
        if coordinated {
            return (before.saturating_sub(8)..before)
                .any(|at| scene.lower(at) == "to" && scene.tokens.get(at + 1).is_some_and(|next| next.is_form(Form::Base)));
        }
        if !adverb {
            return false;
        }
        at = before;
    }
    false
}

/// The sentence gives orders to a machine: it says nothing of companies.
pub(in super::super) fn has_order(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> bool {
    range.any(|at| scene.is(at, Class::Order))
}
