//! Clauses of a sentence, each with its verb and whom it is about. A clause without a subject has that of the clause it goes on from.

use super::super::{
    lexicon::{Class, Form},
    listed::List,
    reference::is_oblique,
    scene::{Scene, What},
    token::{Sentence, Shape},
};

#[derive(Clone, Debug)]
pub(in super::super) struct Clause {
    pub from: usize,
    pub to: usize,
    pub verb: Option<usize>,
    /// Units of companies and places.
    pub subject: Vec<usize>,
    /// It has its own subject.
    pub is_own: bool,
}

/// How a clause begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// A new subject, or a word like "while".
    Free,
    /// "which", "where", "based in": of what stands right before it.
    Aside,
    /// "and opened": the same subject.
    Predicate,
}

pub(in super::super) struct Clauses {
    pub all: Vec<Clause>,
    at: Vec<usize>,
}

impl Clauses {
    pub(super) fn new(scene: &Scene<'_>) -> Self {
        let mut all = Vec::new();
        for sentence in &scene.sentences {
            cut(scene, *sentence, &mut all);
        }
        let mut at = vec![0; scene.tokens.len()];
        for (number, clause) in all.iter().enumerate() {
            at[clause.from..clause.to].fill(number);
        }
        Self { all, at }
    }

    pub(super) fn number(&self, token: usize) -> usize {
        self.at.get(token).copied().unwrap_or_default()
    }

    pub(super) fn clause_at(&self, token: usize) -> Option<&Clause> {
        self.all.get(self.number(token))
    }
}

fn cut(scene: &Scene<'_>, sentence: Sentence, all: &mut Vec<Clause>) {
    let first = all.len();
    let mut from = sentence.from;
    let mut opening = Opening::Free;
    let mut depth = 0_usize;
    for at in sentence.from + 1..sentence.to {
        match scene.tokens[at].text {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        // An unclosed bracket must not hide the rest of a long sentence.
        if (depth > 0 && at < from + 40) || scene.unit_at(at).is_some_and(|unit| unit.from < at) {
            continue;
        }
        if let Some(next) = opens(scene, from, at, sentence) {
            push(scene, all, first, (from, at), opening);
            (from, opening) = (at, next);
        }
    }
    push(scene, all, first, (from, sentence.to), opening);
}

fn push(scene: &Scene<'_>, all: &mut Vec<Clause>, first: usize, (from, to): (usize, usize), opening: Opening) {
    let verb = (from..to)
        .find(|at| is_acting(scene, *at) && !scene.is(*at, Class::Have) && !scene.is(*at, Class::Be))
        .or_else(|| (from..to).find(|at| is_acting(scene, *at) || is_finite_auxiliary(scene, *at)));
    let own = own_subject(scene, from, verb.unwrap_or(to));
    let is_own = !own.is_empty() && opening != Opening::Aside;
    let earlier = (first..all.len()).rev();
    let subject = if is_own {
        own
    } else if opening == Opening::Aside {
        // "Where it has an office", "whose parent Acme is there": it may have one of its own.
        let is_company = |unit: &usize| matches!(scene.units[*unit].what, What::Company(_));
        match before_aside(scene, from) {
            _ if own.iter().any(is_company) => own,
            // "From Leeds, where its office is": not what stands before it.
            Some(unit) if !matches!((scene.lower(from), scene.lower(from + 1)), ("where", "its" | "their")) => vec![unit],
            _ => all.last().map_or_else(Vec::new, |last: &Clause| last.subject.clone()),
        }
    } else {
        let main = earlier.clone().find(|number| all[*number].is_own).or_else(|| earlier.clone().next());
        main.map_or_else(Vec::new, |number| all[number].subject.clone())
    };
    all.push(Clause { from, to, verb, subject, is_own });
}

/// The company or place that an aside describes: the one right before its comma.
fn before_aside(scene: &Scene<'_>, from: usize) -> Option<usize> {
    let mut last = from.checked_sub(1)?;
    while last > 0 && (matches!(scene.tokens[last].text, "," | "—" | "–" | "-" | "\"" | "”") || scene.tokens[last].is("."))
    {
        last -= 1;
    }
    scene.unit_number(last)
}

/// The first companies before the verb that hang on no preposition; the place where there is none.
fn own_subject(scene: &Scene<'_>, from: usize, verb: usize) -> Vec<usize> {
    let first = scene.units.partition_point(|unit| unit.from < from);
    let units = (first..scene.units.len()).take_while(|number| scene.units[*number].to <= verb.max(from));
    let free = |number: &usize| {
        let unit = scene.units[*number];
        !scene.tokens.get(unit.to).is_some_and(|next| next.is_possessive() || next.is_joined) && !is_oblique(scene, unit.from)
    };
    let companies: Vec<usize> =
        units.clone().filter(|number| matches!(scene.units[*number].what, What::Company(_))).filter(free).collect();
    if companies.is_empty() {
        return units.filter(|number| matches!(scene.units[*number].what, What::Place(_))).filter(free).take(1).collect();
    }
    companies
}

fn opens(scene: &Scene<'_>, from: usize, at: usize, sentence: Sentence) -> Option<Opening> {
    let token = &scene.tokens[at];
    let before = &scene.tokens[at - 1];
    if before.is(";") || matches!(before.text, "—" | "–" | "--") && !token.is_joined {
        return Some(if is_participle(scene, at) || token.has(Class::Relative) { Opening::Aside } else { Opening::Free });
    }
    // "A ranking in which ADGM comes third": what follows has a subject of its own.
    if token.has(Class::Preposition) && token.is_lower() && matches!(scene.lower(at + 1), "which" | "whom" | "whose") {
        return Some(Opening::Free);
    }
    if token.has(Class::Relative) && token.lower != "that" || matches!(token.lower.as_str(), "where" | "whose" | "whom") {
        return (!before.has(Class::Preposition)).then_some(Opening::Aside);
    }
    if token.lower == "that" && (at.saturating_sub(4)..at).any(|say| scene.is(say, Class::Say)) {
        return Some(Opening::Free);
    }
    if token.has(Class::Split) && token.is_lower() && !token.has(Class::Relative) && goes_on(scene, at, sentence) {
        return Some(Opening::Free);
    }
    if before.is(",") {
        // "Acme, which is in Leeds, opened": behind an aside the sentence goes on.
        let is_behind = || scene.is(from, Class::Relative) && token.is_form(Form::Past);
        if is_finite(scene, at) && (!is_participle(scene, at) || is_behind()) {
            return Some(Opening::Predicate);
        }
        if is_participle(scene, at) {
            return Some(Opening::Aside);
        }
        return (acts_in(scene, from, at) && has_subject(scene, at, sentence)).then_some(Opening::Free);
    }
    if matches!(before.lower.as_str(), "and" | "or" | "but" | "then") {
        let word = (at..(at + 3).min(sentence.to)).find(|word| !scene.is(*word, Class::Soft) || scene.tokens[*word].is_verb())?;
        if is_finite(scene, word) && !scene.is(word, Class::Asset) {
            return Some(Opening::Predicate);
        }
        let token = &scene.tokens[word];
        if word == at
            && token.is_lower()
            && token.is_form(Form::Base)
            && token.is_verb()
            && !token.any(&[Class::Asset, Class::Third])
        {
            return Some(Opening::Predicate);
        }
        return (acts_in(scene, from, at) && has_subject(scene, at, sentence)).then_some(Opening::Free);
    }
    None
}

/// Without a verb before it, what follows a comma or "and" goes on with a list.
fn acts_in(scene: &Scene<'_>, from: usize, to: usize) -> bool {
    (from..to).any(|at| is_finite(scene, at))
}

/// After "as" or "since" comes a sentence, and not a year or a noun.
fn goes_on(scene: &Scene<'_>, at: usize, sentence: Sentence) -> bool {
    if List::Subordinator.has(scene.lower(at)) {
        return true;
    }
    let time = scene.tokens.get(at + 1).is_some_and(|next| next.shape == Shape::Number || next.any(&[Class::Time, Class::Month]));
    !time
        && (has_subject(scene, at + 1, sentence)
            || scene.tokens.get(at + 1).is_some_and(|next| next.is_form(Form::Ing) && next.is_lower()))
}

/// A name or a pronoun a few words on, with a verb right behind it.
fn has_subject(scene: &Scene<'_>, at: usize, sentence: Sentence) -> bool {
    const NEAR: usize = 7;
    let mut word = at;
    while word < sentence.to.min(at + NEAR) {
        let token = &scene.tokens[word];
        if scene.unit_at(word).is_some() {
            let unit = scene.unit_at(word).map_or(word + 1, |unit| unit.to);
            let next =
                (unit..(unit + 3).min(sentence.to)).find(|next| !scene.is(*next, Class::Soft) || scene.tokens[*next].is_verb());
            if next.is_some_and(|next| is_finite(scene, next)) {
                return true;
            }
            if scene.tokens.get(unit).is_some_and(|next| !next.is_possessive() && !next.is_joined) {
                return false;
            }
            word = unit;
            continue;
        }
        if is_finite(scene, word) {
            return word > at;
        }
        if !token.is_word() && !token.is_joined || token.any(&[Class::Preposition, Class::Split]) || is_acting(scene, word) {
            return false;
        }
        word += 1;
    }
    false
}

fn is_finite_auxiliary(scene: &Scene<'_>, at: usize) -> bool {
    scene
        .tokens
        .get(at)
        .is_some_and(|token| token.has(Class::FiniteAuxiliary) && token.is_lower() && token.lower != "'s" && token.lower != "’s")
}

pub(super) fn is_finite(scene: &Scene<'_>, at: usize) -> bool {
    is_finite_auxiliary(scene, at)
        || is_acting(scene, at) && (scene.tokens[at].is_form(Form::Third) || scene.tokens[at].is_form(Form::Past))
}

fn is_participle(scene: &Scene<'_>, at: usize) -> bool {
    is_acting(scene, at) && (scene.tokens[at].is_form(Form::Participle) || scene.tokens[at].is_form(Form::Ing))
}

/// Whether a word that may be a verb is one here: not "the opening", "its registered office", "a lease".
pub(in super::super) fn is_acting(scene: &Scene<'_>, at: usize) -> bool {
    let Some(token) = scene.tokens.get(at) else { return false };
    let begin = scene.sentence_of(at).from;
    let opens = token.shape == Shape::Capital
        && token.is_form(Form::Participle)
        && (begin..at).rev().take(3).all(|before| !scene.tokens[before].is_word());
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
