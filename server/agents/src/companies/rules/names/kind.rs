//! What a run of capitalised words names: a company, or one of the many other things that are written so.

use super::{
    super::{
        lexicon::{Class, Lexicon},
        listed::List,
        scene::Scene,
        token::{Shape, Token},
    },
    run::{Run, is_namelike},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    Company,
    /// A ministry, an authority, a court, a regulator.
    Government,
    /// It has the name of the searched area: its authority, its academy.
    ZoneBody,
    Press,
    Person,
    /// A building, a street, a place that no gazetteer knows.
    Place,
    /// An event, a law, a product, a title.
    Thing,
    Nothing,
}

pub(super) fn classify(scene: &Scene<'_>, run: Run) -> Kind {
    let words: Vec<&Token<'_>> =
        scene.tokens[run.from..run.to].iter().filter(|token| token.is_word() && !token.is_lower()).collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        let brand = scene.tokens[run.from..run.to].iter().any(Token::is_lower);
        return if brand { Kind::Company } else { Kind::Nothing };
    };
    if is_no_name(scene, run, &words) {
        return Kind::Nothing;
    }
    let has = |class: Class| words.iter().any(|word| word.marks.has(class));
    let ends = scene.tokens[run.from + 1..run.to].last().is_some_and(|last| last.has(Class::Legal));
    let legal = words.len() > 1 && last.marks.has(Class::Legal) || ends;
    if legal {
        return Kind::Company;
    }
    if words.iter().all(|word| is_empty(word)) {
        return Kind::Nothing;
    }
    let marked =
        has(Class::OrganisationHead) || has(Class::Generic) || scene.tokens[run.from..run.to].iter().any(|token| token.is("&"));
    if is_person(scene, run, &words, marked) {
        return Kind::Person;
    }
    if first.lower == "central" && has(Class::OfHead) || last.marks.has(Class::Regulator) && last.shape == Shape::Upper {
        return Kind::Government;
    }
    if last.marks.has(Class::Government) && !(last.lower == "agency" && words.len() < 4 && scene.ground_at(run.from).is_none()) {
        return Kind::Government;
    }
    if is_press(scene, run, last, words.len()) {
        return Kind::Press;
    }
    let acts = scene.tokens.get(run.to).is_some_and(super::run::is_singular_verb);
    if last.marks.has(Class::Event) && (words.len() > 1 || !run.is_first && !acts) && !last.marks.has(Class::OrganisationHead) {
        return Kind::Thing;
    }
    if last.marks.has(Class::PlaceHead) && !last.marks.any(&[Class::OrganisationHead, Class::Generic])
        || first.marks.has(Class::Address) && words.len() < 5 && !marked
        || List::StreetEnding.ends(&last.lower)
    {
        return Kind::Place;
    }
    if is_unknown_place(scene, run, marked) {
        return Kind::Place;
    }
    if words.len() == 1 {
        return alone(scene, run, first);
    }
    if words.iter().all(|word| {
        word.marks.any(&[Class::Common, Class::Job, Class::Abbreviation, Class::Generic]) && word.shape != Shape::Mixed
    }) {
        // "Adobe and Capital One".
        let listed = !words.iter().any(|word| word.marks.any(&[Class::Job, Class::Abbreviation]))
            && run.from > 1
            && matches!(scene.lower(run.from - 1), "," | "and" | "like")
            && is_namelike(scene, run.from - 2);
        if listed {
            return Kind::Company;
        }
        let named = words.len() > 1 && scene.tokens.get(run.to).is_some_and(super::run::is_singular_verb) && run.is_first;
        let known = marked && scene.tokens.get(run.to).is_some_and(super::run::is_singular_verb);
        let headed = marked && !run.is_first && last.marks.has(Class::CompanyWord) && last.marks.has(Class::OrganisationHead);
        return if named || known || headed { Kind::Company } else { Kind::Nothing };
    }
    Kind::Company
}

/// A label ("Sector:"), a share's code in brackets, a number with letters, initials, a part of the world.
fn is_no_name(scene: &Scene<'_>, run: Run, words: &[&Token<'_>]) -> bool {
    let (first, next) = (words[0], scene.tokens.get(run.to));
    let (plain, length) = (first.shape == Shape::Capital, first.text.chars().count());
    let label = run.is_first && first.shape != Shape::Mixed && next.is_some_and(|next| next.is(":") || next.is("/"));
    let digits = first.text.chars().filter(char::is_ascii_digit).count();
    // "AB1234", "15W".
    let code = digits > 2 && first.text.chars().next().is_some_and(char::is_alphabetic) || digits > 1 && length == digits + 1;
    let last = || first.text.ends_with(|sign: char| sign.is_ascii_digit());
    let short = first.text.len() == 2 && (first.has(Class::Abbreviation) || digits == 1 && last());
    let initials = first.text.ends_with('.') || length == 1 || is_amount(first.text);
    let before = || scene.is(run.from.wrapping_sub(1), Class::Determiner);
    let ordinary = plain && (first.has(Class::Common) || first.has(Class::AreaWord) && before());
    let alone = label || code || short || initials || ordinary || scene.is_short_for_area(first.text);
    // "PRESS RELEASE".
    let shouted = run.is_first && words.iter().all(|word| word.shape == Shape::Upper && word.is_ordinary);
    let region = words.iter().all(|word| List::Region.has(&word.lower));
    let compared = next.is_some_and(|next| next.is_joined && matches!(next.lower.as_str(), "-style" | "-like" | "-type"));
    region || compared || if words.len() == 1 { alone } else { shouted }
}

/// "R3bn", "Rs40m": a sum of money, its currency in letters.
fn is_amount(word: &str) -> bool {
    const CURRENCY: usize = 3;
    let sum = word.trim_start_matches(char::is_alphabetic);
    let unit = sum.trim_start_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ','));
    (1..=CURRENCY).contains(&(word.len() - sum.len())) && unit.len() < sum.len() && List::Magnitude.has(unit)
}

/// One word.
fn alone(scene: &Scene<'_>, run: Run, word: &Token<'_>) -> Kind {
    if word.marks.any(&[Class::Nationality, Class::Abbreviation]) && word.shape != Shape::Mixed {
        return Kind::Nothing;
    }
    let before = run.from.checked_sub(1).map(|at| &scene.tokens[at]);
    let after_article = before.is_some_and(|before| List::Opener.has(&before.lower));
    let ordinary =
        word.marks.any(&[Class::Common, Class::CompanyWord, Class::AreaWord, Class::Job, Class::Asset, Class::OrganisationHead]);
    if ordinary
        && word.shape == Shape::Capital
        && (after_article || word.marks.any(&[Class::CompanyWord, Class::Job, Class::Asset]))
    {
        return Kind::Nothing;
    }
    let is_family = scene.lower(run.to) == "family";
    if is_family || word.marks.has(Class::GivenName) && !scene.tokens.get(run.to).is_some_and(|next| next.has(Class::Have)) {
        return Kind::Person;
    }
    Kind::Company
}

/// Only words that make no name: "Chief Executive Officer", "AI", "German".
fn is_empty(word: &Token<'_>) -> bool {
    word.shape != Shape::Mixed && word.marks.any(&[Class::Nationality, Class::Abbreviation, Class::Time])
}

fn is_person(scene: &Scene<'_>, run: Run, words: &[&Token<'_>], marked: bool) -> bool {
    let strong = |token: &Token<'_>| token.has(Class::Title) && !List::TitleOfNames.has(&token.lower);
    let names = words.len() - words.iter().take_while(|word| strong(word)).count();
    if names < words.len() {
        return !marked || names <= 3;
    }
    if words.len() > 1 && !marked && has_life(scene, run) {
        return true;
    }
    // "drug giant Eli Lilly" is none.
    if run.from.checked_sub(1).is_some_and(|at| {
        scene.tokens[at].is_lower()
            && scene.tokens[at].any(&[Class::Descriptor, Class::CompanyWord])
            && !strong(&scene.tokens[at])
    }) {
        return false;
    }
    let part = words[0].lower.split('-').next().unwrap_or_default();
    let initials = words[0].text.ends_with('.') && words[0].text.len() < 6 && words.len() < 4;
    let given = initials
        || words[0].marks.any(&[Class::GivenName, Class::FirstName])
        || Lexicon::built_in().word(part).any(&[Class::FirstName, Class::GivenName]);
    let before = run.from.checked_sub(1).map(|at| &scene.tokens[at]);
    let before = before.filter(|token| !token.is(".")).or_else(|| run.from.checked_sub(2).map(|at| &scene.tokens[at]));
    if before.is_some_and(|token| strong(token) && token.sentence == words[0].sentence) && !marked && words.len() > 1 {
        return true;
    }
    if words.len() == 1 || marked || words.len() > 4 {
        return false;
    }
    let named_role = scene.tokens.get(run.to).is_some_and(|token| token.is(","))
        && scene.tokens[run.to..]
            .iter()
            .take(5)
            .skip(1)
            .take_while(|token| token.is_lower() || token.shape == Shape::Upper)
            .any(|token| token.has(Class::PersonRole) && !List::RoleOfNames.has(&token.lower));
    let next = scene.lower(run.to);
    let says = scene.is(run.to, Class::Say) && !scene.is(run.to, Class::FiniteAuxiliary);
    let acts = matches!(next, "heads" | "leads" | "who" | "of" | "from");
    let close = run.from > scene.sentence_of(run.from).from
        && scene.any(run.from.saturating_sub(3)..run.from, &[Class::PersonRole, Class::Title]);
    let in_list = matches!(next, "," | "and") || scene.is(run.to, Class::FiniteAuxiliary);
    given && (says || acts || close || !in_list) || named_role
}

/// "Jane Roe, who", "Jane Roe has joined Acme as head of risk"; the next sentence goes on with "she".
fn has_life(scene: &Scene<'_>, run: Run) -> bool {
    let sentence = scene.sentence_of(run.from);
    let relative = scene.tokens.get(run.to).is_some_and(|token| token.is(",")) && scene.lower(run.to + 1) == "who";
    let joins = (run.to..run.to + 3).find(|at| scene.is(*at, Class::Join));
    let is_role = |at: usize| scene.any(at..at + 1, &[Class::PersonRole, Class::Title]) || List::JoinedAs.has(scene.lower(at));
    let in_role = |at: usize| scene.lower(at) == "as" && (at + 1..at + 5).any(is_role);
    let joins = joins.is_some_and(|at| (at + 1..sentence.to.min(at + 10)).any(in_role));
    let before = run.from.checked_sub(1).is_some_and(|at| scene.any(at..at + 1, &[Class::PersonRole, Class::Title, Class::Job]));
    let goes_on = (before || run.from == sentence.from) && matches!(scene.lower(sentence.to), "he" | "she");
    // "Dalton, who" later in the text.
    let later = scene.tokens[run.to..]
        .windows(3)
        .any(|three| three[0].text == scene.tokens[run.to - 1].text && three[1].is(",") && three[2].lower == "who");
    let family = later || List::Family.has(scene.lower(run.to));
    relative || joins || goes_on || family
}

fn is_press(scene: &Scene<'_>, run: Run, last: &Token<'_>, length: usize) -> bool {
    if !last.marks.has(Class::Press) {
        return false;
    }
    let article = usize::from(run.from > 1 && scene.lower(run.from - 1) == "the");
    let before = run.from.checked_sub(1 + article).map_or("", |at| scene.lower(at));
    let quoted = matches!(before, "to" | "told" | "by" | "with" | "(" | "—" | "-" | ":") || scene.is(run.to, Class::Say);
    (last.shape == Shape::Upper || length == 1) && quoted
        || length > 1 && !last.marks.any(&[Class::OrganisationHead, Class::Generic])
}

/// Somewhere that no gazetteer knows: "in Shoreditch".
fn is_unknown_place(scene: &Scene<'_>, run: Run, marked: bool) -> bool {
    let Some(before) = run.from.checked_sub(1).map(|at| &scene.tokens[at]) else { return false };
    // "The owner of the Tea Works".
    let of_owner = || List::OwnerRole.has(scene.lower(run.from.wrapping_sub(3))) && scene.lower(run.from.wrapping_sub(2)) == "of";
    if before.lower == "the" && of_owner() {
        return true;
    }
    // "S2 Handyside building", "92400 Courbevoie", "2 place des Saisons".
    let number = before.shape == Shape::Number && before.text.len() > 3 && run.to - run.from < 3;
    let street = (run.from.saturating_sub(3)..run.from).any(|at| {
        at > 0
            && scene.tokens[at].has(Class::Address)
            && scene.tokens[at - 1].shape == Shape::Number
            && scene.tokens[at].sentence == before.sentence
    });
    let building = scene.tokens.get(run.to).is_some_and(|next| next.is_lower() && List::Building.has(&next.lower));
    if !marked && (number && !(1900..2100).contains(&before.text.parse().unwrap_or(0)) || street || building) {
        return true;
    }
    let within = scene
        .tokens
        .get(run.to)
        .is_some_and(|next| (next.has(Class::PlacePreposition) || next.is(",")) && scene.ground_at(run.to + 1).is_some());
    let at_building = before.lower == "at" && within && run.to - run.from > 1;
    if marked || !at_building && !List::PlaceLead.has(&before.lower) {
        return false;
    }
    let acts = scene.tokens.get(run.to).is_some_and(|next| next.is_possessive() || super::run::is_singular_verb(next));
    !acts && scene.tokens[run.from..run.to].iter().all(|token| token.shape == Shape::Capital || token.is_lower())
}
