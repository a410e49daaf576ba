//! Runs of words that may be one name: capitalised words with what joins them ("of", "&", "de"), legal forms, brands in lower case.

use super::super::{
    lexicon::{Class, Form},
    listed::List,
    scene::Scene,
    token::{Shape, Token},
};

const SMALL: [Class; 6] = [Class::Determiner, Class::Preposition, Class::Split, Class::Auxiliary, Class::Soft, Class::Time];
const TURNING: [Class; 6] = [Class::Denying, Class::Softly, Class::Beside, Class::Include, Class::SinceGone, Class::OnlyFormer];

/// A run of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub from: usize,
    pub to: usize,
    /// It begins a sentence, so its first capital says nothing.
    pub is_first: bool,
}

pub(super) fn find(scene: &Scene<'_>) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < scene.tokens.len() {
        if !is_namelike(scene, at) {
            at += 1;
            continue;
        }
        let is_first = begins_sentence(scene, at);
        if is_first && is_ordinary_opening(scene, at) {
            at += 1;
            continue;
        }
        let to = end_of_run(scene, at);
        // In a line of capitals only what ends with a legal form is a name.
        if !scene.is_shouted(at) || scene.tokens[to - 1].has(Class::Legal) {
            runs.push(Run { from: at, to, is_first });
        }
        at = to;
    }
    runs
}

/// Whether the word could be part of a name by its looks.
pub(super) fn is_namelike(scene: &Scene<'_>, at: usize) -> bool {
    let Some(token) = scene.tokens.get(at) else { return false };
    if !token.is_word() || token.is_lower() || token.text == "I" || token.is_possessive() {
        return false;
    }
    // "Sun Cellular", and not "Sun 5 May".
    let short = token.text.len() < 4
        && scene.tokens.get(at + 1).is_some_and(|next| next.shape == Shape::Capital && !next.has(Class::Time));
    if token.any(&[Class::Month, Class::Weekday]) && !token.lower.eq("may") && !short {
        return false;
    }
    let stays = [Class::Legal, Class::OrganisationHead, Class::GivenName, Class::Generic, Class::PlaceHead, Class::Nationality];
    !scene.is_titled(at) || !token.marks.is_known() || token.marks.any(&stays) || scene.ground_at(at).is_some()
}

/// After an opening mark or at the beginning.
pub(super) fn begins_sentence(scene: &Scene<'_>, at: usize) -> bool {
    let from = scene.sentence_of(at).from;
    let mut before = at;
    while before > from {
        let token = &scene.tokens[before - 1];
        if matches!(token.text, ":" | "|" | "•" | "–" | "—" | "--" | ";") {
            return true;
        }
        if token.is("-") && token.end < scene.tokens[before].start {
            return true;
        }
        if token.shape != Shape::Mark || matches!(token.text, "," | ")" | "&") {
            return false;
        }
        before -= 1;
    }
    true
}

/// A first word that is an ordinary one: "Meanwhile", "The", "Backed", "Fintech" before a name.
fn is_ordinary_opening(scene: &Scene<'_>, at: usize) -> bool {
    let token = &scene.tokens[at];
    if token.shape == Shape::Mixed || scene.ground_at(at).is_some() {
        return false;
    }
    // "Bank of Lusitania".
    if token.has(Class::OfHead) && scene.lower(at + 1) == "of" && is_namelike(scene, at + 2) {
        return false;
    }
    let next_is_name = is_namelike(scene, at + 1) || scene.tokens.get(at + 1).is_some_and(|next| next.is("&"));
    let small = |marks: &Token<'_>| marks.any(&SMALL) || marks.any(&TURNING);
    if token.shape == Shape::Upper {
        return small(token) && token.text.len() < 5 && token.has(Class::Common);
    }
    if token.shape == Shape::Capital && describes_next(scene, at) && !scene.is_name_elsewhere(token.text) {
        return true;
    }
    let strong_name = [Class::Generic, Class::OrganisationHead, Class::OfHead, Class::Nationality];
    if next_is_name {
        let word = &token.marks;
        let describes =
            word.any(&[Class::Descriptor, Class::PartnerNoun, Class::OwnerNoun, Class::Job]) && !word.has(Class::Title);
        let moves = (token.is_form(Form::Participle) || token.is_form(Form::Ing)) && !word.any(&strong_name);
        let foreign = word.has(Class::Foreign) && token.lower.len() < 6 && (scene.is_foreign() || !word.has(Class::Particle));
        return foreign
            || (small(token) && !List::SmallOpener.has(&token.lower))
            || moves
            || (describes && !word.any(&strong_name));
    }
    if (!token.marks.is_known() || token.has(Class::Foreign))
        && (token.is_ordinary || token.has(Class::Foreign))
        && !scene.is_name_elsewhere(token.text)
    {
        return true;
    }
    if !token.marks.is_known() {
        return token.lower.ends_with("ly") || token.lower.ends_with("ing");
    }
    if token.marks.any(&[Class::GivenName, Class::Nationality, Class::Legal, Class::Press, Class::Regulator])
        && !token.has(Class::Common)
    {
        return false;
    }
    !scene.is_name_elsewhere(token.text)
}

/// "Fertility group Acme", "Polymer maker Acme": the first word says what Acme makes.
fn describes_next(scene: &Scene<'_>, at: usize) -> bool {
    // "Acme opened a Dubai office" describes nothing.
    let small = [Class::Determiner, Class::Preposition, Class::Split];
    let trade = |at: usize| {
        let is_trade = |token: &Token<'_>| token.any(&[Class::Descriptor, Class::Job, Class::OwnerNoun]) && !token.any(&small);
        scene.tokens.get(at).is_some_and(|token| token.is_lower() && is_trade(token))
    };
    (at + 1..at + 3).find(|next| trade(*next)).is_some_and(|next| {
        scene.tokens[at + 1..next].iter().all(|token| token.is_lower() && !is_singular_verb(token))
            && is_namelike(scene, next + 1)
    })
}

pub(super) fn is_singular_verb(token: &Token<'_>) -> bool {
    if token.has(Class::Be) || token.has(Class::Have) {
        return List::SingularHave.has(&token.lower);
    }
    token.has(Class::FiniteAuxiliary) || token.is_form(Form::Third) || (token.is_form(Form::Past) && !token.is_form(Form::Base))
}

fn end_of_run(scene: &Scene<'_>, from: usize) -> usize {
    let sentence_end = scene.sentence_of(from).to;
    let mut at = from + 1;
    while at < sentence_end {
        let step = joined(scene, from, at);
        if step == 0 {
            break;
        }
        at += step;
    }
    at.min(sentence_end)
}

/// How many tokens from `at` on belong to the run that begins at `from`; 0 where it ends.
fn joined(scene: &Scene<'_>, from: usize, at: usize) -> usize {
    let tokens = &scene.tokens;
    let token = &tokens[at];
    let before = &tokens[at - 1];
    let name = |at: usize| is_namelike(scene, at);
    let legal = |at: usize| tokens.get(at).is_some_and(|token| token.has(Class::Legal) && !token.is_lower());
    if token.has(Class::Legal) && token.is_lower() && !token.has(Class::Common) && !List::LegalLetters.has(token.text) {
        return 1;
    }
    // "Acme, S.A. Calle 16": behind a legal form a name is over.
    let ended = before.has(Class::Legal) && before.shape != Shape::Mixed && !before.is_ordinary && at > from + 1;
    if ended
        && !token.has(Class::Legal)
        && !before.any(&[Class::Generic, Class::OrganisationHead])
        && !matches!(token.text, "(" | "." | ",")
    {
        return 0;
    }
    if name(at) {
        // A place right behind a place is another place, and no name goes on behind it.
        return 1;
    }
    match token.lower.as_str() {
        "." if before.text.len() == 1 && before.shape == Shape::Capital && name(at + 1) => 2,
        "&" | "+" if name(at + 1) => 2,
        "and" if name(at + 1) && joins_by_and(scene, from, at) => 2,
        "of" if before.has(Class::OfHead) && name(at + 1) => 2,
        "of" if name(at + 1)
            && (at + 2..at + 8)
                .find(|next| !name(*next) && !tokens.get(*next).is_some_and(|token| matches!(token.text, "(" | ")")))
                .is_some_and(|end| legal(end - 1)) =>
        {
            2
        }
        "of" if before.has(Class::OfHead) && tokens.get(at + 1).is_some_and(|next| next.lower == "the") && name(at + 2) => 3,
        "for" if tokens[from..at].iter().any(|token| token.has(Class::ForHead)) && name(at + 1) => 2,
        "," if legal(at + 1) && !name(at + 2) && !tokens[at + 1].any(&[Class::OrganisationHead, Class::Descriptor]) => 2,
        "," if tokens.get(at + 1).is_some_and(|next| matches!(next.text, "Inc" | "Ltd" | "Limited" | "LLC")) => 2,
        "." if before.has(Class::Legal) && legal(at + 1) => 2,
        "(" => bracketed(scene, at),
        "d'" | "d’" | "l'" | "l’" if name(at + 1) && !before.is_lower() => 2,
        "'" | "’" if name(at + 1) && token.end == tokens[at + 1].start && before.end == token.start => 2,
        _ if token.has(Class::Particle)
            && !before.has(Class::Abbreviation)
            && !token.has(Class::Preposition)
            && (name(at + 1) || scene.is(at + 1, Class::Particle) && name(at + 2)) =>
        {
            3 - usize::from(name(at + 1))
        }
        _ if token.shape == Shape::Number && token.text.len() <= 3 && legal(at + 1) => 2,
        _ => 0,
    }
}

/// "Trading and Contracting", "Smith and Sons", "Johnson and Johnson".
fn joins_by_and(scene: &Scene<'_>, from: usize, at: usize) -> bool {
    let (before, after) = (&scene.tokens[at - 1], &scene.tokens[at + 1]);
    let closes = scene.tokens.get(at + 2).is_none_or(|next| !next.has(Class::TailAnd) || next.has(Class::Legal));
    after.has(Class::TailAnd) && closes && before.is_word()
        || before.has(Class::Generic)
            && after.has(Class::Generic)
            && scene
                .tokens
                .get(at + 2)
                .is_none_or(|next| !is_namelike(scene, at + 2) || next.any(&[Class::Legal, Class::Generic]))
        || before.lower == after.lower && at == from + 1
        || scene.has_phrase(&format!("{} & {}", before.text, after.text))
}

/// "Acme (UK) Ltd".
fn bracketed(scene: &Scene<'_>, at: usize) -> usize {
    let Some(close) = (at + 1..(at + 5).min(scene.tokens.len())).find(|close| scene.tokens[*close].is(")")) else { return 0 };
    let inside = close - at - 1;
    let goes_on = scene.tokens.get(close + 1).is_some_and(|next| next.has(Class::Legal) && !next.is_lower());
    if inside > 0 && goes_on && !scene.tokens[at + 1..close].iter().any(Token::is_lower) { close - at + 1 } else { 0 }
}
