//! How far the name of a place reaches: what somebody leaves, another company's sentence and another paragraph prove nothing.

use super::{
    super::{
        lexicon::Class,
        listed::List,
        scene::{Scene, What},
    },
    clause::{Clauses, is_acting},
    governor::{Governor, governor},
    near::Spot,
    polarity,
};
use std::ops::Range;

/// The paragraph of each sentence: an empty line ends one.
pub(super) fn paragraphs(scene: &Scene<'_>) -> Vec<usize> {
    let is_newline = |at: usize| scene.tokens[at].is("\n");
    let mut paragraph = 0;
    let mut paragraphs = Vec::with_capacity(scene.sentences.len());
    for sentence in &scene.sentences {
        paragraph += usize::from(sentence.from > 0 && is_newline(sentence.from) && is_newline(sentence.from - 1));
        paragraphs.push(paragraph);
    }
    paragraphs
}

/// Whether nothing is in the sentence but the end of a line.
pub(super) fn is_blank(scene: &Scene<'_>, sentence: usize) -> bool {
    scene.sentences.get(sentence).is_some_and(|range| (range.from..range.to).all(|at| scene.tokens[at].is("\n")))
}

/// "Acme left ADGM", "moved out of ADGM": whoever else the text names is not put there by it.
pub(super) fn is_left_by_clause(scene: &Scene<'_>, clauses: &Clauses, spot: Spot) -> bool {
    let at = scene.units[spot.unit].from;
    clauses.clause_at(at).is_some_and(|clause| is_left(scene, at, clause.from..clause.to))
}

/// As [`is_left_by_clause`], anywhere in the sentence that names the place.
pub(super) fn is_left_by_sentence(scene: &Scene<'_>, spot: Spot) -> bool {
    let at = scene.units[spot.unit].from;
    let sentence = scene.sentence_of(at);
    is_left(scene, at, sentence.from..sentence.to)
}

fn is_left(scene: &Scene<'_>, place: usize, mut range: Range<usize>) -> bool {
    let ends = |at: usize| {
        is_acting(scene, at)
            && scene.tokens[at].any(&[Class::Leave, Class::Drop])
            && !scene.tokens[at].any(&[Class::Stay, Class::Get, Class::Open])
            && !(at + 1..at + 7).any(|next| List::Rounds.has(scene.lower(next)))
    };
    matches!(governor(scene, place), Governor::From(_))
        || polarity::has(scene, range.clone(), Class::OnlyFormer)
        || range.any(ends)
}

/// Whether the sentence is about companies of which none is one of these.
pub(super) fn is_of_others(scene: &Scene<'_>, sentence: usize, own: &[What]) -> bool {
    let Some(range) = scene.sentences.get(sentence) else { return false };
    let first = scene.units.partition_point(|unit| unit.from < range.from);
    let units = scene.units[first..].iter().take_while(|unit| unit.from < range.to);
    let companies: Vec<What> = units.map(|unit| unit.what).filter(|what| matches!(what, What::Company(_))).collect();
    !companies.is_empty() && !companies.iter().any(|what| own.contains(what))
}

/// The list that each unit is in: the number of its first company.
pub(super) fn lists(scene: &Scene<'_>) -> Vec<usize> {
    let mut lists: Vec<usize> = (0..scene.units.len()).collect();
    let mut before: Option<usize> = None;
    for number in 0..scene.units.len() {
        let unit = scene.units[number];
        if !matches!(unit.what, What::Company(_)) {
            continue;
        }
        if let Some(last) = before {
            let (from, to) = (scene.units[last].to, unit.from);
            let is_joint = |word: &str| List::Joint.has(word) || matches!(word, "," | "&" | ";" | "/" | "•" | "·");
            let joint = (from..to).any(|at| is_joint(scene.lower(at)));
            let plain = (from..to).all(|at| {
                let token = &scene.tokens[at];
                let inside = token.sentence == scene.tokens[from.saturating_sub(1)].sentence && !token.is("|");
                inside && (!token.is_word() || scene.describes(at) || List::Joint.has(token.text))
            });
            let same = scene.tokens[from.saturating_sub(1)].sentence == scene.tokens[to].sentence;
            if joint && plain && same && to - from < 12 {
                lists[number] = lists[last];
            }
        }
        before = Some(number);
    }
    lists
}
