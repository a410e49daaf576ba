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
    if !solution.success_metrics.iter().any(|metric| is_measured(metric, &solution.experiment_plan)) {
        let quotes: Vec<&str> = solution.success_metrics.iter().map(|metric| metric.metric.trim()).collect();
        let is_named = quotes.iter().any(|quote| !quote.is_empty());
        faults.push(Fault::new(Check::NoCriteria, if is_named { "metrics" } else { "metric" }, &quotes));
    }
    faults
}

/// A number to reach, and one to begin with; where nobody knows that one, the plan says that it is measured.
fn is_measured(metric: &Metric, plan: &str) -> bool {
    let has_number = |figure: &Option<String>| figure.as_deref().is_some_and(|figure| Text::read(figure).has_number());
    let is_planned = |plan: Text<'_>| !plan.is_english() || plan.tokens.iter().any(|token| token.lower.starts_with("baseline"));
    has_number(&metric.target) && (has_number(&metric.baseline) || is_planned(Text::read(plan)))
}

/// What is weighed of a sentence.
pub(super) fn signs<'s>(text: &'s Text<'s>, sentence: &Range<usize>) -> Signs<'s> {
    let mut signs = Signs::new(text);
    signs.add_words("all", sentence.clone());
    pronoun::add(&mut signs, text, sentence);
    signs
}
