//! Which mentions are of the same company: by name and place (COMPANIES.md: "One company per place after merging").

use super::{
    Place,
    spelling::{fold, same},
};
use protocol::TenantId;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeSet, sync::LazyLock};
use uuid::Builder;

/// What names of companies are made of beside the name itself, folded.
#[derive(Deserialize)]
struct Words {
    articles: BTreeSet<String>,
    /// That abbreviations may leave out.
    small_words: BTreeSet<String>,
    legal_forms: BTreeSet<String>,
    /// Where it is, and words that a longer form of the same name has.
    descriptors: BTreeSet<String>,
}

/// Words of the longest legal form or descriptor.
const LONGEST_FORM: usize = 4;

static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_json::from_str(include_str!("names.json")).expect("a data file of this crate"));

/// A company's name by the words that tell it from others: without articles, legal forms, accents and punctuation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    words: Vec<String>,
    /// The words as one, the same for "Crypto.com" and "Crypto com".
    key: String,
    /// The same without what only says at the end where it is or what it does: "Pearl Pay" of "Pearl Pay Technologies".
    stem: String,
}

impl Name {
    #[must_use]
    pub(super) fn new(name: &str) -> Self {
        let folded = fold(name);
        let without_brackets = folded.split_once('(').map_or(folded.as_str(), |(before, _)| before);
        let mut words = words(without_brackets);
        if words.is_empty() {
            words = self::words(&folded);
        }
        while words.len() > 1 && words.first().is_some_and(|first| WORDS.articles.contains(first)) {
            words.remove(0);
        }
        while let Some(form) = ending(&words, &WORDS.legal_forms, 1) {
            let kept = words.len() - form;
            // "Dubai Holding" is a name, "Dubai" is none.
            if describes(&words[..kept]) {
                break;
            }
            words.truncate(kept);
        }
        Self { key: words.concat(), stem: strip_descriptors(&words).concat(), words }
    }

    /// As names were told apart in the first edition: with all their words.
    #[must_use]
    pub(super) fn whole(self) -> Self {
        Self { stem: self.key.clone(), ..self }
    }

    /// Whether both name the same company: the same words, or one has words more that only say where it is or what it does.
    #[must_use]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if self.words.is_empty() || other.words.is_empty() {
            return false;
        }
        // By their stems too: what has one id has to be one company.
        self.key == other.key
            || self.stem == other.stem
            || self.longer_by(other).is_some_and(|(short, rest)| describes(rest) && !describes(short))
    }

    /// Where one begins with the other: the shorter one, and what the longer one has beside it.
    fn longer_by<'a>(&'a self, other: &'a Self) -> Option<(&'a [String], &'a [String])> {
        let (one, other) = (self.words.as_slice(), other.words.as_slice());
        let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
        long.strip_prefix(short).filter(|_| !short.is_empty()).map(|rest| (short, rest))
    }
}

fn words(folded: &str) -> Vec<String> {
    // Dots and apostrophes belong to a word: "L.L.C." is "LLC".
    let joined: String = folded.chars().filter(|letter| !matches!(letter, '.' | '\'')).collect();
    joined
        .replace('&', " and ")
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// How many of the last words are one of these forms, where so many words are left.
fn ending(words: &[String], forms: &BTreeSet<String>, left: usize) -> Option<usize> {
    let most = LONGEST_FORM.min(words.len().saturating_sub(left));
    (1..=most).rev().find(|count| forms.contains(&words[words.len() - count..].join(" ")))
}

/// Whether words only say where a company is or what it does.
fn describes(mut words: &[String]) -> bool {
    while let Some(form) = ending(words, &WORDS.descriptors, 0) {
        words = &words[..words.len() - form];
    }
    words.is_empty()
}

/// A name without the words at its end that only say where a company is or what it does, as far as a name is left: "Dubai
/// International" keeps them.
fn strip_descriptors(words: &[String]) -> &[String] {
    let mut stem = words;
    while let Some(form) = ending(stem, &WORDS.descriptors, 1) {
        let shorter = &stem[..stem.len() - form];
        if describes(shorter) {
            break;
        }
        stem = shorter;
    }
    stem
}

/// Letters of the longest abbreviation, and words of the longest name that has one.
const LONGEST_ABBREVIATION: usize = 8;
const LONGEST_NAME: usize = 12;

/// The abbreviation that a text has in brackets right behind a name, where its letters are initials of the name's words: "fab" of
/// "First Abu Dhabi Bank (FAB)". The brackets may belong to the name.
#[must_use]
pub(super) fn abbreviation(name: &str, text: &str) -> Option<String> {
    if let Some((name, rest)) = name.split_once('(') {
        return bracketed(name, rest);
    }
    if name.is_empty() {
        return None;
    }
    text.match_indices(name).find_map(|(at, _)| bracketed(name, text[at + name.len()..].trim_start().strip_prefix('(')?))
}

fn bracketed(name: &str, rest: &str) -> Option<String> {
    let (inside, _) = rest.split_once(')')?;
    let letters = inside.trim_matches(|sign: char| !sign.is_alphanumeric());
    let is_short = (2..=LONGEST_ABBREVIATION).contains(&letters.len());
    if !is_short || !letters.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return None;
    }
    let mut name = words(&fold(name));
    while name.first().is_some_and(|first| WORDS.articles.contains(first)) {
        name.remove(0);
    }
    let letters = letters.to_ascii_lowercase();
    let begins = name.first().is_some_and(|first| first.starts_with(&letters[..1]));
    // "FAB" leaves "Dhabi" out; of two letters none may be missing.
    let spare = usize::from(letters.len() > 2);
    (begins && name.len() <= LONGEST_NAME && abbreviates(&letters, &name, spare)).then_some(letters)
}

/// Whether the letters are the initials of the words, in their order. Small words and legal forms may be left out, and so many others.
fn abbreviates(letters: &str, name: &[String], spare: usize) -> bool {
    let Some((word, rest)) = name.split_first() else { return letters.is_empty() };
    if letters.get(..1).is_some_and(|letter| word.starts_with(letter)) && abbreviates(&letters[1..], rest, spare) {
        return true;
    }
    if WORDS.small_words.contains(word) || WORDS.legal_forms.contains(word) {
        return abbreviates(letters, rest, spare);
    }
    spare > 0 && abbreviates(letters, rest, spare - 1)
}

/// A mention by what tells companies apart. `place` is canonical.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub name: Name,
    pub place: Place,
    pub domain: Option<String>,
    /// What its source has in brackets behind the name, as [`abbreviation`] found it.
    pub abbreviation: Option<String>,
}

impl Mention {
    /// What other searches may know it by.
    fn keys(&self) -> impl Iterator<Item = &str> {
        [self.name.key.as_str(), self.name.stem.as_str()].into_iter().chain(self.abbreviation.as_deref())
    }
}

/// Mentions by an abbreviation alone get the name that it stands for, where one company at their place has that abbreviation and no
/// other company has it.
fn spell_out(mentions: &[Mention]) -> Vec<Mention> {
    let known: Vec<&Mention> = mentions.iter().filter(|one| one.abbreviation.is_some()).collect();
    let spelled = |one: &Mention| match find_full(one, &known) {
        Some(full) => Mention { name: full.name.clone(), abbreviation: full.abbreviation.clone(), ..one.clone() },
        None => one.clone(),
    };
    mentions.iter().map(spelled).collect()
}

fn find_full<'a>(one: &Mention, known: &[&'a Mention]) -> Option<&'a Mention> {
    let is_meant =
        |full: &&&Mention| full.abbreviation.as_deref() == Some(one.name.key.as_str()) && is_one_place(&one.place, &full.place);
    let mut meant = known.iter().filter(is_meant);
    let first = *meant.next()?;
    meant.all(|other| other.name.is_same(&first.name)).then_some(first)
}

/// Mentions of one company, by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Company {
    pub id: String,
    /// Ids that it may have had in other searches, by the names of its mentions.
    pub aliases: Vec<String>,
    pub mentions: Vec<usize>,
}

impl Company {
    /// Its own id first.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

/// Puts together what is one company at one place: the same name, or a longer form of it, where neither place contradicts the other.
/// A mention without a place, or with a wider one, joins a company of its name that is known more precisely. The same name in two
/// places stays two.
#[must_use]
pub(super) fn merge(tenant: TenantId, mentions: &[Mention]) -> Vec<Company> {
    let mentions = spell_out(mentions);
    let mut order: Vec<usize> = (0..mentions.len()).collect();
    order.sort_by_cached_key(|at| {
        let mention = &mentions[*at];
        (
            std::cmp::Reverse(precision(&mention.place)),
            mention.name.words.len(),
            mention.name.key.clone(),
            place_key(&mention.place),
            *at,
        )
    });
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let home = groups.iter_mut().find(|group| group.first().is_some_and(|first| is_one(&mentions[*first], &mentions[at])));
        match home {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let company = |group: Vec<usize>| {
        let place = group.first().map(|first| mentions[*first].place.clone()).unwrap_or_default();
        // Not by the shortest name that this search happens to have: another one finds other names.
        let stems = group.iter().map(|at| mentions[*at].name.stem.as_str());
        let name = stems.min_by_key(|stem| (stem.chars().count(), *stem)).unwrap_or_default();
        let keys: BTreeSet<&str> = group.iter().flat_map(|at| mentions[*at].keys()).collect();
        let others = keys.into_iter().filter(|key| *key != name);
        let aliases = others.map(|key| entity_id(tenant, key, &place)).collect();
        Company { id: entity_id(tenant, name, &place), aliases, mentions: group }
    };
    groups.into_iter().map(company).collect()
}

fn is_one(one: &Mention, other: &Mention) -> bool {
    let by_domain = || {
        let same_domain = one.domain.as_ref().zip(other.domain.as_ref()).is_some_and(|(one, other)| host(one) == host(other));
        same_domain && one.name.longer_by(&other.name).is_some()
    };
    (one.name.is_same(&other.name) || by_domain()) && is_one_place(&one.place, &other.place)
}

fn host(domain: &str) -> String {
    let lower = domain.trim().to_lowercase();
    lower.strip_prefix("www.").map_or(lower.clone(), str::to_owned)
}

fn parts(place: &Place) -> [&Option<String>; 4] {
    [&place.area, &place.city, &place.emirate, &place.country]
}

fn precision(place: &Place) -> usize {
    let level = parts(place).iter().position(|part| part.is_some()).map_or(0, |at| 4 - at);
    level * 10 + parts(place).iter().filter(|part| part.is_some()).count()
}

/// Whether nothing in them differs, and one says all that the other says or both name the same area.
fn is_one_place(one: &Place, other: &Place) -> bool {
    let pairs: Vec<_> = parts(one).into_iter().zip(parts(other)).collect();
    let differ = pairs.iter().any(|pair| matches!(pair, (Some(one), Some(other)) if !same(one, other)));
    let within = |inner: bool| {
        pairs.iter().all(|(one, other)| if inner { one.is_some() || other.is_none() } else { other.is_some() || one.is_none() })
    };
    !differ && (one.area.is_some() && other.area.is_some() || within(true) || within(false))
}

fn place_key(place: &Place) -> String {
    let part = |part: &Option<String>| part.as_deref().map(fold).unwrap_or_default();
    let around = if place.area.is_some() { place.city.as_ref().or(place.emirate.as_ref()) } else { place.emirate.as_ref() };
    let most = place.area.as_ref().or(place.city.as_ref()).or(place.emirate.as_ref());
    format!("{}\n{}\n{}", part(&most.cloned()), part(&around.cloned()), part(&place.country))
}

/// The same for the same tenant, name and place: in every search, after every restart, on every node.
#[must_use]
pub(super) fn entity_id(tenant: TenantId, name_key: &str, place: &Place) -> String {
    let mut hash = Sha256::new();
    hash.update(tenant.0.as_bytes());
    hash.update(name_key.as_bytes());
    hash.update([0]);
    hash.update(place_key(place).as_bytes());
    let digest = hash.finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Builder::from_custom_bytes(bytes).into_uuid().to_string()
}
