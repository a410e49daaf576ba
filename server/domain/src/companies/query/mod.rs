//! The built-in engine for queries: what a search is after (seed 001, Layer 1) and what is searched for (Layer 2). Word lists and the
//! gazetteer know everything that it knows; a contradiction is noted, never guessed away.

mod absences;
mod binding;
mod demonyms;
mod exclusions;
mod settling;
mod synthesis;
#[cfg(test)]
mod tests;
mod vocabulary;

pub use settling::{settle_queries, settle_understanding};
pub use synthesis::synthesize;

use super::{Gazetteer, Question, SignalType, Understanding, gazetteer::tokens::tokenize};
use binding::{Binding, bind};
use vocabulary::Vocabulary;

/// What a query asks for where it uses no other word for it.
const USUAL_INTENT: &str = "find_leads";
const USUAL_ENTITY: &str = "company";

/// Reads a query with its constraints. Total: any text has an understanding.
#[must_use]
pub fn understand(question: &Question, gazetteer: &Gazetteer) -> Understanding {
    let vocabulary = Vocabulary::built_in();
    let words = tokenize(&question.text);
    let binding = bind(question, gazetteer, &words);
    // A word inside the name of a place says nothing about the companies ("Dubai Healthcare City"), nor does one that is left out.
    let left_out = exclusions::read(&question.text, &words, &binding);
    let is_taken = |at: usize| left_out.has(at) || words.get(at).is_some_and(|word| binding.is_name(word));
    let quote = |at: usize, length: usize| {
        let text =
            words.get(at).zip(words.get(at + length - 1)).map_or("", |(first, last)| &question.text[first.start..last.end]);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };

    let intent = vocabulary.intents.all(&words, is_taken).into_iter().next().map(|hit| hit.means);
    let entity = vocabulary.entities.all(&words, is_taken).into_iter().next().map(|hit| hit.means);
    let mut signals: Vec<SignalType> = Vec::new();
    for hit in vocabulary.signals.all(&words, is_taken) {
        if !signals.contains(&hit.means) {
            signals.push(hit.means);
        }
    }
    if signals.is_empty() {
        let usual = vocabulary.vertical(question.vertical.as_deref(), question.sub_vertical.as_deref());
        signals = usual.map(|vertical| vertical.signals.clone()).unwrap_or_default();
    }
    let mut sectors: Vec<String> = Vec::new();
    for hit in vocabulary.sectors.all(&words, is_taken) {
        let sector = quote(hit.at, hit.length);
        if !sectors.iter().any(|other| other.eq_ignore_ascii_case(&sector)) {
            sectors.push(sector);
        }
    }
    let time = vocabulary.times.all(&words, is_taken).into_iter().next().map(|hit| (hit.at, hit.length));
    let span = || (0..words.len()).find_map(|at| time_span(&words, at, vocabulary));
    let time_hint = time.or_else(span).map(|(at, length)| quote(at, length));

    let Binding { place, confidence, conflicts, is_impossible, left_out: places_left_out, .. } = binding;
    Understanding {
        intent: intent.unwrap_or_else(|| USUAL_INTENT.to_owned()),
        place,
        place_confidence: confidence,
        entity_type: entity.unwrap_or_else(|| USUAL_ENTITY.to_owned()),
        signals,
        sectors,
        time_hint,
        excluded: left_out.exclusions,
        conflicts,
        is_impossible,
        left_out: places_left_out,
    }
}

/// "last 30 days", "past three months".
fn time_span(words: &[super::gazetteer::tokens::Token], at: usize, vocabulary: &Vocabulary) -> Option<(usize, usize)> {
    vocabulary.spans.at(words, at)?;
    vocabulary.units.at(words, at + 2)?;
    Some((at, 3))
}
