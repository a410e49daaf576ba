//! Whose verb it is: a sentence is read backwards from a verb to its subject. What is not understood ends the search: without a reading
//! there is no link.

use super::{
    super::{
        lexicon::{Class, Form},
        listed::List,
        reference::is_oblique,
        scene::{Scene, What},
        token::Shape,
    },
    list::bracket_start,
};
pub(super) use super::{
    governor::{Governor, governor},
    list::{list_after, list_before},
};

/// Whether a word that may be a verb is one here: not "the opening", "its registered office", "a lease".
pub(in super::super) fn is_acting(scene: &Scene<'_>, at: usize) -> bool {
    let Some(token) = scene.tokens.get(at) else { return false };
    let begin = scene.sentence_of(at).from;
    let opens = token.shape == Shape::Capital
        && token.is_form(Form::Participle)
        && (begin..at).all(|before| !scene.tokens[before].is_word());
    if !token.is_verb() || token.is_joined || scene.unit_at(at).is_some() || (!token.is_lower() && !scene.is_titled(at) && !opens)
    {
        return false;
    }
    let before = at.checked_sub(1).filter(|before| *before >= begin).map(|before| &scene.tokens[before]);
    let Some(before) = before else { return true };
    if before.has(Class::Determiner) && !List::Pronoun.has(&before.lower) || before.is_possessive() && before.lower != "'s" {
        return false;
    }
    if before.is_possessive() {
        return token.is_form(Form::Ing) && scene.company_at(at - 2).is_none();
    }
    let only_base = token.is_form(Form::Base) && !token.is_form(Form::Past);
    if only_base {
        let after_company = scene.unit_at(at - 1).is_some_and(|unit| matches!(unit.what, What::Company(_)));
        return before.has(Class::Auxiliary)
            || matches!(before.lower.as_str(), "and" | "or" | "that" | "which" | "who" | "they")
            || after_company
            || before.has(Class::Soft) && !before.has(Class::Preposition) && before.is_lower();
    }
    let noun = token.any(&[Class::Asset, Class::Third]) && token.is_form(Form::Third);
    !(noun && !scene.unit_at(at - 1).is_some_and(|unit| matches!(unit.what, What::Company(_)))
        || before.has(Class::Preposition) && token.is_form(Form::Third))
}

/// Whose verb it is.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Subject {
    /// Units, in order.
    pub units: Vec<usize>,
    /// Where the words begin that decide between it and the verb; an aside is left out.
    pub from: usize,
    /// "the first bank to open": an infinitive that happened.
    pub is_first_to: bool,
}

impl Subject {
    /// Where it begins.
    pub(super) fn clause(&self, scene: &Scene<'_>) -> usize {
        self.units.iter().map(|unit| scene.units[*unit].from).min().unwrap_or(self.from)
    }
}

/// How many clauses back a subject may be.
const DEPTH: usize = 4;

pub(in super::super) fn subject_of(scene: &Scene<'_>, verb: usize) -> Option<Subject> {
    walk(scene, verb, DEPTH)
}

fn walk(scene: &Scene<'_>, verb: usize, depth: usize) -> Option<Subject> {
    let begin = scene.sentence_of(verb).from;
    let depth = depth.checked_sub(1)?;
    let mut from = verb;
    let mut is_first_to = false;
    let mut loose = scene.lower(verb.wrapping_sub(1)) == "to" || scene.tokens[verb].is_form(Form::Ing);
    let mut at = verb;
    let found = |units: Vec<usize>, from: usize, is_first_to: bool| Some(Subject { units, from, is_first_to });
    while at > begin {
        at -= 1;
        let token = &scene.tokens[at];
        if let Some(number) = scene.unit_number(at) {
            let unit = scene.units[number];
            match unit.what {
                What::Company(_) => {
                    let units = list_before(scene, number);
                    let first = scene.units[units[0]].from;
                    let example = is_example(scene, first);
                    let oblique =
                        !example && (is_oblique(scene, first) && !is_part_of(scene, first) || stops_subject(scene, first));
                    return if oblique { None } else { found(units, from.min(unit.to), is_first_to) };
                }
                What::Place(_)
                    if scene.is(unit.from.wrapping_sub(1), Class::Preposition)
                        || scene.lower(unit.from.wrapping_sub(1)) == "the" =>
                {
                    at = unit.from;
                    continue;
                }
                _ => return None,
            }
        }
        from = from.min(at);
        if token.is(")") {
            at = (begin..at).rev().find(|open| scene.tokens[*open].is("(")).unwrap_or(at);
            continue;
        }
        if matches!(token.text, "," | "—" | "–") {
            return comma(scene, at, verb, depth).map(|subject| Subject { is_first_to, ..subject });
        }
        if token.has(Class::Relative) && !(token.lower == "that" && scene.is(at.wrapping_sub(1), Class::Say)) {
            return antecedent(scene, at, depth);
        }
        let inherits = List::SubjectHeir.has(&token.lower);
        if inherits && (token.lower != "by" || scene.tokens[verb].is_form(Form::Ing)) {
            let earlier =
                (begin..at).rev().find(|earlier| is_acting(scene, *earlier) && !scene.tokens[*earlier].has(Class::Plan))?;
            // "agreed to extend and expand": both hang on what comes first.
            let together = scene.tokens[verb].is_form(Form::Base) && !scene.tokens[verb].is_form(Form::Past);
            return walk(scene, earlier, depth)
                .map(|subject| Subject { from: if together { subject.from } else { at }, ..subject });
        }
        // "companies leaving the area": it is theirs.
        if at + 1 == verb && scene.tokens[verb].is_form(Form::Ing) && token.any(&[Class::TenantNoun, Class::Third]) {
            return None;
        }
        if at + 1 < verb
            && token.has(Class::Asset)
            && !is_acting(scene, at)
            && let Some(owner) = owner_of(scene, at)
        {
            return found(vec![owner], from, is_first_to);
        }
        if is_acting(scene, at) {
            let transparent = [Class::Say, Class::Plan, Class::Firm, Class::Be, Class::Have, Class::Deny];
            let harmless = loose && token.any(&[Class::Get, Class::OtherVerb, Class::Stay, Class::Move, Class::Give]);
            if !token.any(&transparent) && !harmless || scene_has_company(scene, at, verb) {
                return None;
            }
            loose = scene.lower(at.wrapping_sub(1)) == "to" || token.is_form(Form::Ing);
            continue;
        }
        let first_to = scene.lower(at + 1) == "to" && token.any(&[Class::Descriptor, Class::TenantNoun]);
        if first_to || is_first_to && token.any(&[Class::Descriptor, Class::TenantNoun, Class::Nationality, Class::Time]) {
            is_first_to = true;
            continue;
        }
        let passes =
            token.any(&[Class::Soft, Class::Auxiliary, Class::Time, Class::PartOf, Class::Softly, Class::Firmly, Class::Denying])
                || token.shape == Shape::Number
                || token.lower.ends_with("ly")
                || token.is_possessive()
                || matches!(token.text, "\"" | "“" | "”" | "-" | "’")
                || token.is(".") && scene.is(at.wrapping_sub(1), Class::Legal)
                || (loose && !matches!(token.text, ";" | ":" | "|"));
        if !passes {
            return None;
        }
    }
    None
}

/// "The group's headquarters and laboratories are": the owner of what the verb is about.
fn owner_of(scene: &Scene<'_>, noun: usize) -> Option<usize> {
    let begin = scene.sentence_of(noun).from;
    for at in (begin..noun).rev().take(8) {
        let token = &scene.tokens[at];
        if token.is_possessive() {
            return scene.company_at(at.checked_sub(1)?).and(scene.unit_number(at - 1));
        }
        if matches!(token.lower.as_str(), "its" | "their") {
            return super::super::reference::subject_before(scene, at)
                .filter(|unit| matches!(scene.units[*unit].what, What::Company(_)));
        }
        if !(token.is_lower() || token.shape == Shape::Upper || token.shape == Shape::Mixed)
            || token.any(&[Class::Preposition, Class::Auxiliary])
        {
            return None;
        }
    }
    None
}

/// "rivals of Acme", "unlike Acme": it is no subject, except in "a unit of Acme".
fn is_part_of(scene: &Scene<'_>, first: usize) -> bool {
    let begin = scene.sentence_of(first).from;
    let of = (begin..first).rev().take(5).find(|at| scene.lower(*at) == "of");
    of.is_some_and(|of| scene.is(of.wrapping_sub(1), Class::PartOf))
}

/// "Firms such as Acme have moved".
fn is_example(scene: &Scene<'_>, first: usize) -> bool {
    let begin = scene.sentence_of(first).from;
    let includes = (first.saturating_sub(2).max(begin)..first).any(|at| scene.is(at, Class::Include));
    includes
        && (first.saturating_sub(6).max(begin)..first)
            .any(|at| scene.is(at, Class::TenantNoun) && !scene.is(at, Class::PartnerNoun))
}

fn stops_subject(scene: &Scene<'_>, first: usize) -> bool {
    first
        .checked_sub(1)
        .is_some_and(|at| scene.tokens[at].any(&[Class::Beside]) && scene.tokens[at].sentence == scene.tokens[first].sentence)
}

fn scene_has_company(scene: &Scene<'_>, from: usize, to: usize) -> bool {
    (from..to).any(|at| scene.company_at(at).is_some_and(|unit| unit.meant.is_none()))
}

/// A comma before the verb: the aside's own company, the company before the aside, or the subject of the verb before.
fn comma(scene: &Scene<'_>, at: usize, verb: usize, depth: usize) -> Option<Subject> {
    let begin = scene.sentence_of(at).from;
    let ends_here = |at: usize| {
        at.checked_sub(1)
            .filter(|before| *before >= begin)
            .and_then(|before| scene.company_at(before).and(scene.unit_number(before)))
    };
    let opens = &scene.tokens[verb];
    let follows = (at + 1..verb)
        .all(|word| scene.lower(word).ends_with("ly") || scene.is(word, Class::Soft) && !scene.is(word, Class::Auxiliary));
    let aside = follows && (opens.is_form(Form::Participle) || opens.is_form(Form::Ing)) || scene.is(at + 1, Class::Relative);
    if let Some(number) = ends_here(bracket_start(scene, at)) {
        let first = scene.units[number].from;
        // "Its auditor, Acme, remains": the name is the aside.
        let named = first > begin && scene.tokens[first - 1].is(",") && !(begin..first).any(|at| scene.company_at(at).is_some());
        // "Acme, the firm, has": both are one.
        if (named || scene.units[number].meant.is_some()) && !aside {
            return Some(Subject { units: vec![number], from: at, is_first_to: false });
        }
        // "Several banks, among them A and B, operate".
        let list = list_before(scene, number);
        let lead = scene.units[list[0]].from;
        if is_example(scene, lead) && !aside {
            return Some(Subject { units: list, from: at, is_first_to: false });
        }
        if aside {
            return Some(Subject { units: vec![number], from: at, is_first_to: false });
        }
    }
    let mut open = at;
    while open > begin {
        open -= 1;
        let token = &scene.tokens[open];
        if matches!(token.text, ";" | ":" | "|") {
            break;
        }
        if token.text == scene.tokens[at].text
            && let Some(number) = ends_here(bracket_start(scene, open))
            && opens_aside(scene, open + 1)
        {
            let units = list_before(scene, number);
            let first = scene.units[units[0]].from;
            if is_oblique(scene, first) && !is_part_of(scene, first) {
                return None;
            }
            return Some(Subject { units, from: at, is_first_to: false });
        }
    }
    let inherits = opens.is_form(Form::Ing) || scene.lower(at + 1) == "and" || at + 1 == verb;
    let earlier = (begin..at).rev().find(|earlier| is_acting(scene, *earlier)).filter(|_| inherits)?;
    walk(scene, earlier, depth).map(|subject| Subject { from: at, ..subject })
}

fn opens_aside(scene: &Scene<'_>, at: usize) -> bool {
    let Some(token) = scene.tokens.get(at) else { return false };
    token.any(&[
        Class::Determiner,
        Class::Relative,
        Class::PartOf,
        Class::Nationality,
        Class::Former,
        Class::Descriptor,
        Class::OnlyFormer,
        Class::Among,
    ]) || token.is_form(Form::Participle)
        || List::AsideOpener.has(&token.lower)
        || scene.place_at(at).is_some()
}

/// "Acme, which", "Acme, a firm that".
fn antecedent(scene: &Scene<'_>, at: usize, depth: usize) -> Option<Subject> {
    let begin = scene.sentence_of(at).from;
    let mut before = at.checked_sub(1).filter(|before| *before >= begin)?;
    if scene.tokens[before].is(",") {
        before = bracket_start(scene, before).checked_sub(1).filter(|before| *before >= begin)?;
    }
    if scene.company_at(before).is_some() {
        return Some(Subject { units: vec![scene.unit_number(before)?], from: at, is_first_to: false });
    }
    // A noun that describes it: back to its article.
    let mut article = before;
    while article > begin && !scene.tokens[article].has(Class::Determiner) {
        let token = &scene.tokens[article];
        if !(token.is_lower() || scene.place_at(article).is_some()) || token.any(&[Class::Split, Class::Auxiliary]) {
            return None;
        }
        article -= 1;
    }
    let lead = article.checked_sub(1).filter(|lead| *lead >= begin)?;
    if scene.tokens[lead].is(",") && scene.company_at(lead.checked_sub(1)?).is_some() {
        return Some(Subject { units: vec![scene.unit_number(lead - 1)?], from: at, is_first_to: false });
    }
    let verb = (begin..=lead).rev().take(4).find(|verb| scene.is(*verb, Class::Be))?;
    walk(scene, verb, depth).map(|subject| Subject { from: at, ..subject })
}
