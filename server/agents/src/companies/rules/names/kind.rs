//! What a run of capitalised words names: a company, or one of the many other things that are written so.

use super::{
    super::{
        lexicon::Class,
        listed::List,
        scene::Scene,
        token::{Shape, Token},
    },
    run::Run,
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
    let has = |class: Class| words.iter().any(|word| word.marks.has(class));
    let legal = words.len() > 1 && last.marks.has(Class::Legal);
    if legal {
        return Kind::Company;
    }
    if is_role(&words) || words.iter().all(|word| is_empty(word)) {
        return Kind::Nothing;
    }
    let marked =
        has(Class::OrganisationHead) || has(Class::Generic) || scene.tokens[run.from..run.to].iter().any(|token| token.is("&"));
    if is_person(scene, run, &words, marked) {
        return Kind::Person;
    }
    let head = head_of(scene, run).unwrap_or(last);
    if first.lower == "central" && has(Class::OfHead) || last.marks.has(Class::Regulator) && last.shape == Shape::Upper {
        return Kind::Government;
    }
    if head.marks.has(Class::Government) && !(head.lower == "agency" && words.len() < 4 && scene.ground_at(run.from).is_none()) {
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
        || first.marks.has(Class::Address) && words.len() < 3 && !marked
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
        let named = words.len() > 1 && scene.tokens.get(run.to).is_some_and(super::run::is_singular_verb) && run.is_first;
        let known = marked && scene.tokens.get(run.to).is_some_and(super::run::is_singular_verb);
        let headed = marked && !run.is_first && last.marks.has(Class::CompanyWord) && last.marks.has(Class::OrganisationHead);
        return if named || known || headed { Kind::Company } else { Kind::Nothing };
    }
    if is_product(scene, run) { Kind::Thing } else { Kind::Company }
}

/// One word.
fn alone(scene: &Scene<'_>, run: Run, word: &Token<'_>) -> Kind {
    // "SMEs", and "Dh2" before "billion".
    let plural =
        word.text.strip_suffix('s').is_some_and(|stem| stem.len() > 1 && stem.chars().all(|sign| sign.is_ascii_uppercase()));
    let amount = word.text.ends_with(|sign: char| sign.is_ascii_digit()) && List::Magnitude.has(scene.lower(run.to));
    if plural || amount {
        return Kind::Nothing;
    }
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
    if word.marks.has(Class::GivenName) && !scene.tokens.get(run.to).is_some_and(|next| next.has(Class::Have)) {
        return Kind::Person;
    }
    if is_product(scene, run) { Kind::Thing } else { Kind::Company }
}

/// Only words that make no name: "Chief Executive Officer", "AI", "German".
fn is_empty(word: &Token<'_>) -> bool {
    word.shape != Shape::Mixed && word.marks.any(&[Class::Nationality, Class::Abbreviation, Class::Time])
}

fn is_role(words: &[&Token<'_>]) -> bool {
    words.iter().all(|word| word.marks.any(&[Class::Job, Class::Title, Class::PersonRole]))
        && words
            .iter()
            .any(|word| word.marks.any(&[Class::PersonRole, Class::Title, Class::Job]) && !word.marks.has(Class::Generic))
}

/// The word that says what it is: the last one, or the one before "of" or "for".
fn head_of<'s, 't>(scene: &'s Scene<'t>, run: Run) -> Option<&'s Token<'t>> {
    let tokens = &scene.tokens[run.from..run.to];
    let joint = tokens.iter().position(|token| matches!(token.lower.as_str(), "of" | "for"))?;
    joint.checked_sub(1).map(|at| &tokens[at])
}

fn is_person(scene: &Scene<'_>, run: Run, words: &[&Token<'_>], marked: bool) -> bool {
    let strong = |token: &Token<'_>| token.has(Class::Title) && !List::TitleOfNames.has(&token.lower);
    let names = words.len() - words.iter().take_while(|word| strong(word)).count();
    if names < words.len() {
        return !marked || names <= 3;
    }
    let given = words[0].marks.has(Class::GivenName);
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
    let quoted = before.is_some_and(|token| token.has(Class::Say) && !token.has(Class::FiniteAuxiliary)) && words.len() < 4;
    given || named_role || (quoted && words.iter().all(|word| word.shape == Shape::Capital && !word.marks.is_known()))
}

fn is_press(scene: &Scene<'_>, run: Run, last: &Token<'_>, length: usize) -> bool {
    if !last.marks.has(Class::Press) {
        return false;
    }
    let agency = last.shape == Shape::Upper || length == 1;
    let before = run.from.checked_sub(1).map(|at| &scene.tokens[at]);
    let quoted = before
        .is_some_and(|token| matches!(token.lower.as_str(), "to" | "told" | "by" | "with" | "(" | "the" | "—" | "-" | ":"))
        || scene.tokens.get(run.to).is_some_and(|token| token.has(Class::Say));
    agency && quoted || length > 1 && !last.marks.any(&[Class::OrganisationHead, Class::Generic])
}

/// Somewhere that no gazetteer knows: "in Shoreditch".
fn is_unknown_place(scene: &Scene<'_>, run: Run, marked: bool) -> bool {
    let Some(before) = run.from.checked_sub(1).map(|at| &scene.tokens[at]) else { return false };
    let goes = ["to", "from"].contains(&before.lower.as_str())
        && (run.from.saturating_sub(9)..run.from)
            .any(|at| scene.tokens[at].any(&[Class::Move, Class::Leave]) && scene.tokens[at].sentence == before.sentence);
    if marked || !goes && !List::PlaceLead.has(&before.lower) {
        return false;
    }
    let owned = run.from.checked_sub(2).is_some_and(|at| {
        let word = scene.tokens[at].lower.as_str();
        word.starts_with("invest") || word.starts_with("share") || List::Stake.has(word)
    });
    let acts = scene.tokens.get(run.to).is_some_and(|next| next.is_possessive() || super::run::is_singular_verb(next));
    !owned && !acts && scene.tokens[run.from..run.to].iter().all(|token| token.shape == Shape::Capital || token.is_lower())
}

/// "its Galaxy platform".
fn is_product(scene: &Scene<'_>, run: Run) -> bool {
    run.from.checked_sub(1).is_some_and(|at| List::NameLead.has(&scene.tokens[at].lower))
        && !scene.tokens.get(run.to).is_some_and(Token::is_possessive)
        && scene.tokens.get(run.from.wrapping_sub(2)).is_none_or(|token| !token.has(Class::Descriptor))
        && scene.tokens.get(run.to).is_some_and(|next| next.is_lower() && !next.is_verb() && !next.has(Class::Auxiliary))
}
