//! The built-in reader of company searches (seed 001, Layer 4 without a model). It finds names first, then what a sentence says of
//! them: what they do, where, and whether that is so now. Everything it knows is in the lists of `words`, no company among them. Where
//! it does not understand a sentence, a company in it is only mentioned.

mod assemble;
mod ground;
mod judge;
mod lexicon;
mod listed;
mod names;
mod reference;
mod scene;
mod signal;
mod token;

use assemble::Source;
use domain::companies::{Candidate, CompanyReader, FoundText, Gazetteer, Presence, ReadingGoal, Signal, Unmarked};
use ground::Target;
use scene::Scene;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of a text that are read; search results are far shorter.
const LONGEST: usize = 20_000;

/// The reader that needs no language model.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInReader<'g> {
    gazetteer: &'g Gazetteer,
}

impl<'g> BuiltInReader<'g> {
    /// The gazetteer is the tenant's.
    #[must_use]
    pub const fn new(gazetteer: &'g Gazetteer) -> Self {
        Self { gazetteer }
    }
}

impl CompanyReader for BuiltInReader<'_> {
    fn read(&self, goal: &ReadingGoal, texts: &[FoundText]) -> Vec<Candidate> {
        let target = Target::new(goal);
        texts
            .iter()
            .enumerate()
            .flat_map(|(number, text)| isolated(number, || read(&target, self.gazetteer, number, text)))
            .collect()
    }
}

/// A text that cannot be read costs only itself.
fn isolated(number: usize, work: impl FnOnce() -> Vec<Candidate>) -> Vec<Candidate> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!(text = number, "a text could not be read");
        Vec::new()
    })
}

/// What the title alone names is no evidence, so only the text is read.
fn read(target: &Target, gazetteer: &Gazetteer, number: usize, text: &FoundText) -> Vec<Candidate> {
    let end = (0..=text.text.len().min(LONGEST)).rev().find(|end| text.text.is_char_boundary(*end)).unwrap_or_default();
    let raw = &text.text[..end];
    let unmarked = Unmarked::new(raw);
    let scene = Scene::new(&unmarked.text, target, gazetteer);
    let mut found = assemble::candidates(&scene, target, &Source { number, published: text.published.as_deref() });
    // Quotes are given as the provider wrote them, with its markup.
    found.retain_mut(|candidate| match unmarked.origin(&candidate.snippet) {
        Some(range) => {
            raw[range].clone_into(&mut candidate.snippet);
            true
        }
        None => false,
    });
    found
}

/// What the rules find in a text, and its sentences that give orders to whoever reads it.
pub(super) fn found_with_orders(goal: &ReadingGoal, gazetteer: &Gazetteer, text: &FoundText) -> (Vec<Candidate>, Vec<String>) {
    let (target, unmarked) = (Target::new(goal), Unmarked::new(&text.text));
    let scene = Scene::new(&unmarked.text, &target, gazetteer);
    let orders = scene.sentences.iter().filter(|sentence| judge::has_order(&scene, sentence.from..sentence.to));
    let orders = orders.map(|sentence| scene.words(sentence.from, sentence.to).to_owned()).collect();
    (assemble::candidates(&scene, &target, &Source { number: 0, published: None }), orders)
}

/// Whether the words name what is searched for.
pub(super) fn names_target(goal: &ReadingGoal, gazetteer: &Gazetteer, words: &str) -> bool {
    ground::find(words, &token::tokenise(words), &Target::new(goal), gazetteer).iter().any(|ground| ground.is_target)
}

/// What each of the words by itself says of a signal, with the day (`YYYY-MM-DD`) that begins there.
pub(super) fn signals_in(goal: &ReadingGoal, gazetteer: &Gazetteer, words: &str, published: Option<&str>) -> Vec<Signal> {
    let scene = Scene::new(words, &Target::new(goal), gazetteer);
    (0..scene.tokens.len()).map(|at| signal::find(&scene, at..at + 1, at..at + 1, Presence::Present, published)).collect()
}

/// As [`CompanyReader::read`], of one text, without the net under it.
#[cfg(test)]
pub(super) fn reading(goal: &ReadingGoal, text: &str) -> Vec<Candidate> {
    let text = FoundText { url: String::new(), title: String::new(), text: text.to_owned(), published: None };
    read(&Target::new(goal), Gazetteer::built_in(), 0, &text)
}

/// What speaks for and against each company of a text, mention by mention.
#[cfg(test)]
pub(super) fn signs(goal: &ReadingGoal, text: &str) -> Vec<[String; 7]> {
    let target = Target::new(goal);
    let unmarked = Unmarked::new(text);
    judge::signs(&Scene::new(&unmarked.text, &target, Gazetteer::built_in()), &target)
}
