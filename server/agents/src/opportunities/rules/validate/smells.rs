//! Boundary 2-3: whether a solution can be built and measured. The language criteria are those of ISO/IEC/IEEE 29148 and of the
//! requirements smells: subjective language, ambiguous adverbs, adjectives and loopholes, open-ended terms.

use super::{Fault, judge, pronoun, signs::Signs, text::Text};
use protocol::opportunities::{Check, Metric, Solution};
use std::ops::Range;

/// In the order in which they are told.
const CHECKS: [Check; 4] = [Check::NotVerifiable, Check::Subjective, Check::Ambiguous, Check::VaguePronoun];

pub(super) fn judge(solution: &Solution) -> Vec<Fault> {
    let text = Text::read(&solution.proposed_solution);
    let mut faults = Vec::new();
    if text.is_garbage() {
        faults.push(Fault::new(Check::Incoherent, "proposal", &[text.quote(text.whole())]));
    } else if text.is_english() {
        let sentences: Vec<_> = text.sentences().iter().map(|sentence| signs(&text, sentence)).collect();
        faults = judge::judge(&text, &CHECKS, &sentences);
    }
    if !solution.success_metrics.iter().any(is_measured) {
        let quotes: Vec<&str> = solution.success_metrics.iter().map(|metric| metric.metric.trim()).collect();
        let is_named = quotes.iter().any(|quote| !quote.is_empty());
        faults.push(Fault::new(Check::NoCriteria, if is_named { "metrics" } else { "metric" }, &quotes));
    }
    faults
}

fn is_measured(metric: &Metric) -> bool {
    [&metric.target, &metric.baseline].into_iter().flatten().any(|figure| Text::read(figure).has_number())
}

/// What is weighed of a sentence.
pub(super) fn signs<'s>(text: &'s Text<'s>, sentence: &Range<usize>) -> Signs<'s> {
    let mut signs = Signs::new(text);
    signs.add_words("all", sentence.clone());
    pronoun::add(&mut signs, text, sentence);
    signs
}
