//! Boundary 2-3: whether a solution can be built and measured. The language criteria are those of ISO/IEC/IEEE 29148 and of the
//! requirements smells: subjective language, ambiguous adverbs, adjectives and loopholes, open-ended terms.

use super::{
    Fault, pronoun,
    tags::Tag,
    text::Text,
    words::{Class, Form},
};
use protocol::opportunities::{Check, Metric, Solution};
use std::ops::Range;

pub(super) fn judge(solution: &Solution) -> Vec<Fault> {
    let text = Text::read(&solution.proposed_solution);
    let mut faults = Vec::new();
    if text.is_garbage() {
        let quote = text.quote(text.whole());
        faults.push(Fault::new(Check::Incoherent, &[quote], "is no proposal", "Say what the system will do."));
    } else if text.is_english() {
        let open = "Say what can be observed when it is done, and within which limit.";
        let judged = "Replace it by what can be observed, or by a number.";
        let vague = "Say exactly which, how many, how often or under which condition.";
        let found = [
            (Check::NotVerifiable, open_ended(&text), "gives no condition that a test could check", open),
            (Check::Subjective, loose(&text, Class::Subjective), "is a judgement without a measure", judged),
            (Check::Ambiguous, loose(&text, Class::Vague), "can be read in more than one way", vague),
            (Check::VaguePronoun, pronoun::find(&text), "stands for no certain noun", "Repeat the noun that is meant."),
        ];
        for (check, spans, what, suggestion) in found.into_iter().filter(|(_, spans, ..)| !spans.is_empty()) {
            let quotes: Vec<&str> = spans.into_iter().map(|span| text.quote(span)).collect();
            faults.push(Fault::new(check, &quotes, what, suggestion));
        }
    }
    if !solution.success_metrics.iter().any(is_measured) {
        let quotes: Vec<&str> = solution.success_metrics.iter().map(|metric| metric.metric.trim()).collect();
        let what = if quotes.iter().any(|quote| !quote.is_empty()) {
            "has neither a target nor a baseline in numbers"
        } else {
            "no success metric has a target or a baseline in numbers"
        };
        let suggestion = "Add a metric with its baseline today and the number that counts as success.";
        faults.push(Fault::new(Check::NoCriteria, &quotes, what, suggestion));
    }
    faults
}

fn is_measured(metric: &Metric) -> bool {
    [&metric.target, &metric.baseline].into_iter().flatten().any(|figure| Text::read(figure).has_number())
}

/// Words of a class that no fixed expression excuses; a measure in the sentence settles a judgement.
fn loose(text: &Text<'_>, class: Class) -> Vec<Range<usize>> {
    let exempt = text.find(Class::Exempt, text.whole());
    let mut spans = Vec::new();
    for sentence in text.sentences() {
        let is_settled = class != Class::Vague && has_measure(text, sentence.clone());
        spans.extend(text.find(class, sentence).into_iter().filter(|hit| {
            let token = &text.tokens[hit.start];
            let is_excused = exempt.iter().any(|span| span.start <= hit.start && hit.end <= span.end);
            let is_done = token.tag == Tag::Verb && hit.len() == 1 && !matches!(token.form, Form::Ed | Form::Ing);
            !is_settled && !is_excused && !is_done
        }));
    }
    spans
}

/// A number with its unit, or a share.
fn has_measure(text: &Text<'_>, within: Range<usize>) -> bool {
    let tokens = &text.tokens;
    let has_unit = |at: usize| tokens[at.saturating_sub(1)..within.end.min(at + 4)].iter().any(|token| token.has(Class::Unit));
    let carries_unit = |at: usize| tokens[at].tag == Tag::Number && tokens[at].text.ends_with(char::is_alphabetic);
    let is_number = |at: usize| tokens[at].tag == Tag::Number || tokens[at].has(Class::Number);
    within.clone().any(|at| is_number(at) && (has_unit(at) || carries_unit(at)))
}

/// Open-ended terms, and sentences in which nothing happens that could be observed.
fn open_ended(text: &Text<'_>) -> Vec<Range<usize>> {
    let mut spans = loose(text, Class::OpenEnded);
    spans.extend(text.sentences().into_iter().filter_map(|sentence| unobservable(text, sentence)));
    spans
}

fn unobservable(text: &Text<'_>, sentence: Range<usize>) -> Option<Range<usize>> {
    let tokens = &text.tokens;
    let modal = sentence.clone().find(|at| tokens[*at].tag == Tag::Modal)?;
    if has_measure(text, sentence.clone()) {
        return None;
    }
    // A system that "is able to" does so once; a person who is able to is allowed to.
    let is_system = !tokens[sentence.start..modal].iter().any(|token| token.has(Class::Person));
    if let Some(able) =
        text.find(Class::Capability, modal..sentence.end).first().filter(|able| is_system && able.start < modal + 3)
    {
        return Some(able.clone());
    }
    let acts = |mut within: Range<usize>| {
        within.any(|at| tokens[at].tag == Tag::Verb && tokens[at].has(Class::Observable) && !tokens[at].has(Class::Open))
    };
    let end = sentence.end;
    match (modal + 1..end).find(|at| tokens[*at].tag == Tag::Verb) {
        Some(main) if tokens[main].has(Class::Open) && tokens[main].form != Form::Ed => {
            let is_named = |at: usize| tokens[at].tag == Tag::Number || tokens[at].has_capital();
            let is_open = !acts(main + 1..end) && !(main + 1..end.min(main + 7)).any(is_named);
            is_open.then(|| main..end.min(main + 6))
        }
        _ => text.find(Class::Subjective, modal + 1..end).into_iter().next().filter(|_| !acts(modal + 1..end)),
    }
}
