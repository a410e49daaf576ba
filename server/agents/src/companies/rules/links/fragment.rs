//! What is no sentence: lines of directories, rows of tables, addresses, job offers, lists under a heading.

use super::{
    At, Link,
    clause::{Governor, governor, is_acting},
    polarity,
};
use crate::companies::rules::{
    lexicon::{Class, Form},
    listed::List,
    scene::{Scene, What},
    token::{Sentence, Shape, Token},
};
use domain::companies::{Presence, Role};

/// Lines that belong to one record.
const RECORD: usize = 4;

pub(super) fn find(scene: &Scene<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    for (number, sentence) in scene.sentences.iter().enumerate() {
        if is_heading(scene, *sentence) {
            links.extend(under_heading(scene, number));
        }
        if !is_fragment(scene, *sentence) {
            continue;
        }
        let companies = companies_of(scene, *sentence);
        let places = places_of(scene, *sentence);
        match (companies.as_slice(), places.as_slice()) {
            ([], _) => {}
            (companies, []) => links.extend(record(scene, number, companies[0])),
            (companies, places) => links.extend(line(scene, *sentence, companies, places)),
        }
    }
    links
}

/// Nothing in it acts.
fn is_fragment(scene: &Scene<'_>, sentence: Sentence) -> bool {
    !(sentence.from..sentence.to).any(|at| {
        let token = &scene.tokens[at];
        let is_finite = (!token.is_form(Form::Participle) || token.is_form(Form::Base)) && !token.is_form(Form::Ing);
        is_finite && is_acting(scene, at) && !label_at(scene, at)
            || token.has(Class::FiniteAuxiliary) && token.is_lower() && !token.is_possessive()
    })
}

fn label_at(scene: &Scene<'_>, at: usize) -> bool {
    (at..at + 3).any(|next| scene.tokens.get(next).is_some_and(|token| token.is(":")))
}

fn companies_of(scene: &Scene<'_>, sentence: Sentence) -> Vec<usize> {
    units_of(scene, sentence, |what| matches!(what, What::Company(_)))
}

fn places_of(scene: &Scene<'_>, sentence: Sentence) -> Vec<usize> {
    units_of(scene, sentence, |what| matches!(what, What::Place(_)))
}

fn units_of(scene: &Scene<'_>, sentence: Sentence, wanted: impl Fn(What) -> bool) -> Vec<usize> {
    let inside = |unit: &super::super::scene::Unit| unit.from >= sentence.from && unit.to <= sentence.to && unit.meant.is_none();
    scene.units.iter().enumerate().filter(|(_, unit)| inside(unit) && wanted(unit.what)).map(|(number, _)| number).collect()
}

/// What a label in front says of a unit ("Landlord:", "Location:").
fn label(scene: &Scene<'_>, unit: usize) -> Option<Class> {
    let from = scene.units[unit].from;
    let begin = scene.sentence_of(from).from;
    let cell = (begin..from).rev().find(|at| matches!(scene.tokens[*at].text, "|" | ";" | "," | "\n")).map_or(begin, |at| at + 1);
    let colon = (cell..from).rev().find(|at| matches!(scene.tokens[*at].text, ":" | "-" | "–"))?;
    let words: Vec<&str> =
        scene.tokens[cell..colon].iter().filter(|token| token.is_word()).map(|token| token.lower.as_str()).collect();
    let words = words.join(" ");
    let marks = super::super::lexicon::Lexicon::built_in();
    let found = if words.contains(' ') {
        let first = words.split(' ').next().unwrap_or_default();
        marks.phrases(first).iter().find(|(phrase, _)| phrase.join(" ") == words).map(|(_, marks)| *marks)
    } else {
        Some(marks.word(&words))
    };
    let classes = [Class::OtherLabel, Class::TenantLabel, Class::PlaceLabel];
    let last = words.rsplit(' ').next().map(|last| marks.word(last)).unwrap_or_default();
    classes.into_iter().find(|class| found.is_some_and(|marks| marks.has(*class)) || last.has(*class))
}

/// "Acme Ltd, Unit 12, Al Sarab Tower, ADGM", "Acme | fintech | ADGM", "Company: Acme. Location: ADGM".
fn line(scene: &Scene<'_>, sentence: Sentence, companies: &[usize], places: &[usize]) -> Vec<Link> {
    let tenant = companies.iter().copied().find(|unit| label(scene, *unit) == Some(Class::TenantLabel));
    let free: Vec<usize> = companies.iter().copied().filter(|unit| label(scene, *unit) != Some(Class::OtherLabel)).collect();
    let is_row = (sentence.from..sentence.to).any(|at| scene.tokens[at].is("|"));
    let first = free.first().copied().filter(|unit| is_row && opens_cell(scene, sentence, *unit) || free.len() == 1);
    let Some(company) = tenant.or(first) else { return Vec::new() };
    let mut links = Vec::new();
    for place in places {
        let unit = scene.units[*place];
        let What::Place(ground) = unit.what else { continue };
        let at = At { scene, place: *place, ground, from: unit.from, to: unit.to };
        let labelled = matches!(label(scene, *place), Some(Class::PlaceLabel | Class::TenantLabel));
        let joined = is_row || labelled || joins(scene, scene.units[company], unit.from, unit.to);
        let apart = matches!(
            governor(scene, unit.from, unit.to),
            Governor::Beside | Governor::Against | Governor::From(_) | Governor::With(_)
        );
        if joined && !apart && label(scene, *place) != Some(Class::OtherLabel) {
            links.extend(at.link(company, Role::Tenant, state(scene, sentence), unit.from));
        }
    }
    links
}

fn opens_cell(scene: &Scene<'_>, sentence: Sentence, unit: usize) -> bool {
    let from = scene.units[unit].from;
    from == sentence.from
        || scene.tokens[sentence.from..from].iter().all(|token| !token.is_word() || token.shape == Shape::Number)
        || scene.tokens[from - 1].is("|")
}

/// Between a company and its address stand only places, numbers, marks and words of addresses, of trades and of jobs.
fn joins(scene: &Scene<'_>, company: super::super::scene::Unit, from: usize, to: usize) -> bool {
    let (low, high) = if company.to <= from { (company.to, from) } else { (to, company.from) };
    low <= high
        && high - low < 24
        && (low..high).all(|at| {
            let token: &Token<'_> = &scene.tokens[at];
            scene.unit_at(at).is_some_and(|unit| !matches!(unit.what, What::Company(_)))
                || !token.is_word() && !matches!(token.text, "?" | "!")
                || token.any(&[
                    Class::Address,
                    Class::Descriptor,
                    Class::Job,
                    Class::Nationality,
                    Class::PlaceLabel,
                    Class::TenantLabel,
                    Class::Asset,
                    Class::Generic,
                    Class::OrganisationHead,
                ])
                || List::FragmentLink.has(&token.lower)
                || token.is_form(Form::Participle)
                || !token.is_lower() && token.is_word()
        })
}

/// What the words of a line say of its state: "former", "planned", "closed".
fn state(scene: &Scene<'_>, sentence: Sentence) -> Presence {
    let range = sentence.from..sentence.to;
    let gone = range.clone().any(|at| {
        scene.tokens[at].any(&[Class::Former, Class::Drop])
            && scene.unit_at(at).is_none()
            && scene.lower(at) != "past"
            && scene.lower(at) != "then"
    });
    if gone {
        Presence::Left
    } else if polarity::is_denied(scene, range.clone()) {
        Presence::Denied
    } else if polarity::has(scene, range.clone(), Class::Softly) || polarity::has(scene, range, Class::Hedge) {
        Presence::Planned
    } else {
        Presence::Present
    }
}

/// A name on its own, with its address on one of the lines around it.
fn record(scene: &Scene<'_>, number: usize, company: usize) -> Vec<Link> {
    let sentence = scene.sentences[number];
    let alone =
        companies_of(scene, sentence).len() == 1 && (sentence.is_line || label(scene, company) == Some(Class::TenantLabel));
    if !alone || label(scene, company) == Some(Class::OtherLabel) || sentence.to - sentence.from > 12 {
        return Vec::new();
    }
    let labelled = label(scene, company) == Some(Class::TenantLabel);
    let after = (number + 1..scene.sentences.len().min(number + RECORD)).map(|other| scene.sentences[other]);
    let mut states = vec![state(scene, sentence)];
    for other in after {
        if !companies_of(scene, other).is_empty() || !is_fragment(scene, other) {
            break;
        }
        states.push(state(scene, other));
        let places = places_of(scene, other);
        let fits = |place: &&usize| {
            matches!(label(scene, **place), Some(Class::PlaceLabel))
                || (other.from..scene.units[**place].from).any(|at| scene.is(at, Class::Address))
                || scene.units[**place].from == other.from
        };
        if places.iter().any(|place| fits(&place)) {
            let presence = states.into_iter().find(|state| !state.counts()).unwrap_or(Presence::Present);
            return places.iter().filter_map(|place| linked(scene, *place, company, presence)).collect();
        }
    }
    let before = number.checked_sub(1).map(|before| scene.sentences[before]).filter(|_| labelled);
    let Some(before) = before.filter(|before| is_fragment(scene, *before) && companies_of(scene, *before).is_empty()) else {
        return Vec::new();
    };
    let places = places_of(scene, before).into_iter().filter(|place| label(scene, *place) == Some(Class::PlaceLabel));
    places.filter_map(|place| linked(scene, place, company, state(scene, sentence))).collect()
}

fn linked(scene: &Scene<'_>, place: usize, company: usize, presence: Presence) -> Option<Link> {
    let unit = scene.units[place];
    let What::Place(ground) = unit.what else { return None };
    At { scene, place, ground, from: unit.from, to: unit.to }.link(company, Role::Tenant, presence, unit.from)
}

/// "Companies in Masdar City:" on a line of its own.
fn is_heading(scene: &Scene<'_>, sentence: Sentence) -> bool {
    let words = || sentence.from..sentence.to;
    let ends = words().rev().find(|at| !scene.tokens[*at].is("\n")).is_some_and(|at| scene.tokens[at].is(":"));
    let noun = words().any(|at| scene.is(at, Class::TenantNoun))
        && !words().any(|at| scene.is(at, Class::PartnerNoun) && !scene.is(at, Class::Descriptor));
    noun && companies_of(scene, sentence).is_empty()
        && !places_of(scene, sentence).is_empty()
        && (ends || sentence.is_line && sentence.to - sentence.from < 14)
}

fn under_heading(scene: &Scene<'_>, number: usize) -> Vec<Link> {
    let heading = scene.sentences[number];
    let places = places_of(scene, heading);
    let area = |place: &&usize| matches!(scene.units[**place].what, What::Place(ground) if scene.grounds[ground].is_area());
    let Some(place) = places.iter().find(area).or_else(|| places.first()).copied() else { return Vec::new() };
    let presence = state(scene, heading);
    let mut links = Vec::new();
    for sentence in scene.sentences.iter().skip(number + 1) {
        let companies = companies_of(scene, *sentence);
        let marks = (sentence.from..sentence.to).all(|at| !scene.tokens[at].is_word());
        if marks {
            continue;
        }
        let Some(first) =
            companies.first().copied().filter(|unit| opens_cell(scene, *sentence, *unit) && is_fragment(scene, *sentence))
        else {
            break;
        };
        if places_of(scene, *sentence).is_empty() {
            let own = state(scene, *sentence);
            let presence = if own.counts() { presence } else { own };
            links.extend(linked(scene, place, first, presence));
        }
    }
    links
}
