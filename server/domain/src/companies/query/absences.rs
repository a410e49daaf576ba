//! Places where the companies are not to be ("not based in DIFC") or are no more ("that left ADGM").

use super::{
    binding::{beginning, is_within},
    vocabulary::Vocabulary,
};
use crate::companies::{Mention, Place, gazetteer::tokens::Token};

/// Words between "not" and where.
const MOST_LINKS: usize = 4;

/// "Not in DIFC", "except those based in DIFC".
pub(super) fn is_left_out(mention: &Mention, words: &[Token], vocabulary: &Vocabulary) -> bool {
    let mut at = beginning(mention, words, vocabulary);
    if vocabulary.excluded.before(words, at).is_some() {
        return true;
    }
    at = vocabulary.prepositions.before(words, at).map_or(at, |hit| hit.at);
    for _ in 0..MOST_LINKS {
        if vocabulary.excluded.before(words, at).is_some() {
            return true;
        }
        let Some(link) = vocabulary.links.before(words, at) else { return false };
        at = link.at;
    }
    false
}

/// "That left ADGM", "no longer in ADGM".
pub(super) fn is_left(mention: &Mention, words: &[Token], vocabulary: &Vocabulary) -> bool {
    let at = beginning(mention, words, vocabulary);
    // "Left the DIFC", but not "left for DIFC".
    let mut between = (at..words.len()).take_while(|at| words[*at].end <= mention.start);
    between.all(|at| vocabulary.links.at(words, at).is_some()) && vocabulary.leavers.before(words, at).is_some()
}

/// The places within the wanted one in which nothing is wanted. "Not in Dubai mainland" leaves out no whole city.
pub(super) fn places(mentions: &[Mention], wanted: &Place, words: &[Token], vocabulary: &Vocabulary) -> Vec<Place> {
    let is_kind = |mention: &Mention| {
        let after = words.iter().position(|word| word.start >= mention.end).unwrap_or(words.len());
        mention.place.area.is_none() && vocabulary.area_types.at(words, after).is_some()
    };
    let is_absence = |mention: &&Mention| is_left_out(mention, words, vocabulary) || is_left(mention, words, vocabulary);
    let left_out = mentions.iter().filter(is_absence).filter(|mention| !is_kind(mention)).map(|mention| mention.place.clone());
    left_out.filter(|place| is_within(place, wanted)).collect()
}
