//! When two spellings are the same words, and how a place is spelled in an answer.

use super::{Place, Places};
use crate::research::spaced;
use protocol::companies::Constraints;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Small letters without accents, one kind of quotation mark and hyphen, white space as one space. For comparing only.
#[must_use]
pub(super) fn fold(text: &str) -> String {
    let plain = text.nfkd().filter(|letter| !is_combining_mark(*letter) && !is_filling(*letter)).map(|letter| match letter {
        '’' | '‘' | '`' | '´' => '\'',
        '“' | '”' => '"',
        '‐' | '‑' | '–' | '—' => '-',
        other => other,
    });
    spaced(&plain.collect::<String>().to_lowercase())
}

/// Letters that are not read: the Arabic line that stretches words, soft hyphens, marks of direction, joiners.
const fn is_filling(letter: char) -> bool {
    matches!(letter, '\u{640}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether two names are the same words.
#[must_use]
pub(super) fn same(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

/// Whether a text holds these words as words of their own. In scripts that write prefixes and suffixes without a space ("بدبي"),
/// anywhere. Both are folded already.
#[must_use]
pub(super) fn holds(text: &str, words: &str) -> bool {
    if words.is_empty() {
        return false;
    }
    let joins = |inner: Option<char>, outer: Option<char>| {
        inner.is_some_and(|letter| letter.is_ascii_alphanumeric()) && outer.is_some_and(char::is_alphanumeric)
    };
    text.match_indices(words).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !joins(words.chars().next(), before) && !joins(words.chars().next_back(), after)
    })
}

/// Turns canonical names of places back into those of the request.
pub(super) struct Spelling<'a> {
    wanted: &'a Constraints,
    canonical: Place,
}

impl<'a> Spelling<'a> {
    #[must_use]
    pub(super) fn new(wanted: &'a Constraints, places: &dyn Places) -> Self {
        Self { wanted, canonical: places.canonicalise(&wanted.into()) }
    }

    /// The place with the request's words for those parts that the request names.
    #[must_use]
    pub(super) fn spell(&self, place: &Place) -> Place {
        let part = |part: &Option<String>, canonical: &Option<String>, wanted: &Option<String>| {
            let is_same = |wanted: &&String| {
                part.as_ref().is_some_and(|part| canonical.as_ref().is_some_and(|name| same(name, part)) || same(wanted, part))
            };
            wanted.as_ref().filter(is_same).or(part.as_ref()).cloned()
        };
        let (canonical, wanted) = (&self.canonical, self.wanted);
        Place {
            country: part(&place.country, &canonical.country, &wanted.country),
            emirate: part(&place.emirate, &canonical.emirate, &wanted.emirate),
            city: part(&place.city, &canonical.city, &wanted.city),
            area: part(&place.area, &canonical.area, &wanted.area),
            area_type: place.area_type,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{fold, holds};

    #[test]
    fn words_are_found_as_words_whatever_their_accents() {
        for (text, words) in [
            ("It opened in the Abu  Dhabi\nGlobal Market.", "Abu Dhabi Global Market"),
            ("ADGM-based Foo", "adgm"),
            ("a firm in the “DIFC”", "DIFC"),
            ("Société Générale’s office", "Societe Generale"),
            ("افتتحت الشركة مكتبا بدبي", "دبي"),
            ("Foo's hub", "Foo's"),
        ] {
            assert!(holds(&fold(text), &fold(words)), "{text}: {words}");
        }
        for (text, words) in [("the ADGMX platform", "ADGM"), ("preDIFC", "DIFC"), ("Masdar", "Masdar City"), ("anything", "")] {
            assert!(!holds(&fold(text), &fold(words)), "{text}: {words}");
        }
    }
}
