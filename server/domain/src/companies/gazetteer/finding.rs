//! Places in a text: the longest name at each word, and which of several namesakes is meant.

use super::{Entry, Gazetteer, agreement, tokens, towns::Town};
use crate::companies::Place;
use std::collections::HashSet;
use tokens::{Token, bare_forms, is_same, joins, tokenize};

/// A place that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// In bytes of the text.
    pub start: usize,
    pub end: usize,
    /// Its canonical name.
    pub name: String,
    /// Itself with all that it is in. Of a name that several places have, only what they have in common.
    pub place: Place,
    /// Several places have this name, and the text does not say which is meant.
    pub is_ambiguous: bool,
}

/// A name before it is known which place is meant.
pub(super) struct Found<'gazetteer> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) entries: Vec<&'gazetteer Entry>,
    /// The words beside it say which.
    pub(super) is_settled: bool,
}

impl<'gazetteer> Found<'gazetteer> {
    /// Where there is nothing to tell apart. A city of the name of its state or country is the city: the narrower place.
    fn certain(&self) -> Option<&'gazetteer Entry> {
        let is_plain = self.entries.iter().all(|entry| !entry.is_rare);
        narrowest(&self.entries).filter(|_| is_plain || self.is_settled)
    }
}

/// Points for what speaks for one of several namesakes.
const WELL_KNOWN: usize = 2;
const SAME_COUNTRY: usize = 1;
const SAME_PART: usize = 3;
const NEXT_TO_IT: usize = 10;
/// What a rare namesake must have.
const ENOUGH_FOR_RARE: usize = 3;

impl Gazetteer {
    /// All places that the text names, in order, not overlapping.
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Mention> {
        self.find_near(text, &Place::default())
    }

    /// As [`Self::find`]; where the text leaves open which of several namesakes is meant, the one in `near`.
    #[must_use]
    pub fn find_near(&self, text: &str, near: &Place) -> Vec<Mention> {
        let found = self.names_in(text);
        let certain: HashSet<&Place> = found.iter().filter_map(|one| one.certain()).map(|entry| &entry.place).collect();
        let mut mentions = Vec::with_capacity(found.len());
        for (at, one) in found.iter().enumerate() {
            let next = found.get(at + 1).filter(|next| is_apposition(text, one.end, next.start));
            if let Some(mention) = resolve(one, next, &certain, near) {
                mentions.push(mention);
            }
        }
        mentions
    }

    fn names_in(&self, text: &str) -> Vec<Found<'_>> {
        let tokens = tokenize(text);
        let mut found: Vec<Found<'_>> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let known = self.longest_at(text, &tokens[at..]);
            let least = known.as_ref().map_or(1, |(_, length)| *length);
            let town = self.town_at(text, &tokens, at, least, found.last().map(|last| last.end));
            if let Some((one, length)) = longer(known, town) {
                found.push(one);
                at += length;
            } else {
                at += 1;
            }
        }
        found
    }

    /// The longest name that begins with the first of the words, and how many words it has.
    pub(super) fn longest_at(&self, text: &str, tokens: &[Token]) -> Option<(Found<'_>, usize)> {
        let first = tokens.first()?;
        let whole = self.longest_with(text, tokens, &first.text, 0);
        whole.or_else(|| bare_forms(&first.text).iter().find_map(|(word, cut)| self.longest_with(text, tokens, word, *cut)))
    }

    fn longest_with(&self, text: &str, tokens: &[Token], word: &str, cut: usize) -> Option<(Found<'_>, usize)> {
        let first = tokens.first()?;
        // Marks between the letters would move the place of the cut: then the particle stays with the name.
        let cut = if text[first.start..].chars().take(cut / 2).all(|sign| sign.is_alphabetic() && sign.len_utf8() == 2) {
            cut
        } else {
            0
        };
        let (start, mut length) = (first.start + cut, 0);
        let mut entries: Vec<&Entry> = Vec::new();
        for (entry, spelling) in self.beginning_with(word) {
            let count = spelling.tokens.len();
            if count < length {
                break;
            }
            let Some(words) = tokens.get(..count) else { continue };
            let end = words.last().map_or(start, |last| last.end);
            let joins = |pair: &[Token]| {
                let between = &text[pair[0].end..pair[1].start];
                joins(&pair[0], between) || (spelling.has_comma && between.trim() == ",")
            };
            let is_named = words[1..].iter().zip(&spelling.tokens[1..]).all(|(word, name)| is_same(&word.text, name))
                && words.windows(2).all(joins)
                && (!spelling.is_exact || text[start..end] == spelling.text)
                && !is_address(text, start, end);
            if is_named {
                length = count;
                if !entries.iter().any(|other| std::ptr::eq(*other, entry)) {
                    entries.push(entry);
                }
            }
        }
        // A tenant's own place is meant where it has the name.
        if entries.iter().any(|entry| entry.is_own) {
            entries.retain(|entry| entry.is_own);
        }
        let end = tokens.get(length.checked_sub(1)?)?.end;
        Some((Found { start, end, entries, is_settled: false }, length))
    }
}

/// "Manchester, New Hampshire" is that town; without what it is in, a town has only the names that nothing else has.
fn longer(known: Option<(Found<'_>, usize)>, town: Option<Town>) -> Option<(Found<'_>, usize)> {
    let Some(town) = town else { return known };
    let is_known = |(one, length): &(Found<'_>, usize)| {
        let is_own = one.entries.iter().any(|entry| entry.is_own);
        *length == town.words && (is_own || !town.is_certain)
    };
    known.filter(is_known).or(Some((town.found, town.words)))
}

/// "adgm.com" and "info@dubai.ae" name no place.
pub(super) fn is_address(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let mut after = text[end..].chars();
    matches!(before, Some('@' | '_'))
        || (before == Some('.') && text[..start - 1].chars().next_back().is_some_and(char::is_alphanumeric))
        || (after.next() == Some('.') && after.next().is_some_and(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit()))
        || text[..start].rsplit(char::is_whitespace).next().is_some_and(|chunk| chunk.contains("://") || chunk.contains("www."))
}

/// "Cambridge, Massachusetts", "Al Nahda (Sharjah)".
pub(super) fn is_apposition(text: &str, end: usize, next: usize) -> bool {
    text.get(end..next).is_some_and(|between| {
        between.chars().count() <= 3
            && between.chars().all(|sign| sign.is_whitespace() || matches!(sign, ',' | '(' | '-' | '–' | '،'))
    })
}

fn resolve(found: &Found<'_>, next: Option<&Found<'_>>, certain: &HashSet<&Place>, near: &Place) -> Option<Mention> {
    let mention = |name: &str, place: Place, is_ambiguous: bool| Mention {
        start: found.start,
        end: found.end,
        name: name.to_owned(),
        place,
        is_ambiguous,
    };
    if let Some(entry) = found.certain() {
        return Some(mention(entry.name(), entry.place.clone(), false));
    }
    let score = |entry: &Entry| {
        let beside = next.is_some_and(|next| next.entries.iter().any(|other| is_in(&entry.place, &other.place)));
        let text = certain.iter().map(|place| points(&entry.place, place)).max().unwrap_or(0);
        let context =
            points(&entry.place, near) + if entry.place.country.is_some() && entry.place.country == near.country { 2 } else { 0 };
        let known = if entry.is_rare { 0 } else { WELL_KNOWN };
        known + text + context + if beside { NEXT_TO_IT } else { 0 }
    };
    let scored: Vec<(usize, &Entry)> = found.entries.iter().map(|entry| (score(entry), *entry)).collect();
    let best = scored.iter().map(|(score, _)| *score).max()?;
    let top: Vec<&Entry> = scored.iter().filter(|(score, _)| *score == best).map(|(_, entry)| *entry).collect();
    if top.iter().all(|entry| entry.is_rare) && best < ENOUGH_FOR_RARE {
        return None;
    }
    Some(match narrowest(&top) {
        Some(entry) => mention(entry.name(), entry.place.clone(), false),
        None => mention(top.first()?.name(), common(&top), true),
    })
}

/// The one entry that is inside all others.
fn narrowest<'gazetteer>(entries: &[&'gazetteer Entry]) -> Option<&'gazetteer Entry> {
    let narrowest = *entries.iter().max_by_key(|entry| entry.kind)?;
    let is_inside = |entry: &&&Entry| is_in(&narrowest.place, &entry.place) || std::ptr::eq(**entry, narrowest);
    entries.iter().all(|entry| is_inside(&entry)).then_some(narrowest)
}

fn points(place: &Place, other: &Place) -> usize {
    let same = |one: &Option<String>, other: &Option<String>| one.is_some() && one == other;
    let country = if same(&place.country, &other.country) { SAME_COUNTRY } else { 0 };
    let part = same(&place.emirate, &other.emirate) || same(&place.city, &other.city);
    if agreement(place, other) { country + if part { SAME_PART } else { 0 } } else { 0 }
}

/// Whether the first place is inside the second, by their names.
pub(super) fn is_in(inner: &Place, outer: &Place) -> bool {
    let pairs = [
        (&inner.country, &outer.country),
        (&inner.emirate, &outer.emirate),
        (&inner.city, &outer.city),
        (&inner.area, &outer.area),
    ];
    !outer.is_empty() && inner != outer && pairs.iter().all(|(inner, outer)| outer.is_none() || inner == outer)
}

/// What all of them have.
fn common(entries: &[&Entry]) -> Place {
    let mut place = entries.first().map(|entry| entry.place.clone()).unwrap_or_default();
    for entry in entries.iter().skip(1).map(|entry| &entry.place) {
        let parts = [
            (&mut place.country, &entry.country),
            (&mut place.emirate, &entry.emirate),
            (&mut place.city, &entry.city),
            (&mut place.area, &entry.area),
        ];
        for (part, other) in parts {
            if *part != *other {
                *part = None;
            }
        }
        if place.area_type != entry.area_type || place.area.is_none() {
            place.area_type = None;
        }
    }
    place
}
