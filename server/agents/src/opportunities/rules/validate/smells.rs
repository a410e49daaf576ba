//! Boundary 2-3: whether a solution can be built and measured. The language criteria are those of ISO/IEC/IEEE 29148 and of the
//! requirements smells: subjective language, ambiguous adverbs, adjectives and loopholes, open-ended terms.

use super::{
    Fault, judge,
    signs::Signs,
    tags::Tag,
    text::{Text, Token},
    words::{Class, Form},
};
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
    let mut signs = Signs { text, all: Vec::new() };
    signs.add_words("all", sentence.clone());
    add_pronouns(&mut signs, text, sentence);
    if has_measure(&text.tokens[sentence.clone()]) {
        signs.add("all measured", 0..0);
    }
    if let Some(span) = find_unobservable(text, sentence) {
        signs.add("all unobservable", span);
    }
    signs
}

/// A number with its unit, or a share.
fn has_measure(tokens: &[Token<'_>]) -> bool {
    let has_unit = |at: usize| tokens[at.saturating_sub(1)..tokens.len().min(at + 4)].iter().any(|token| token.has(Class::Unit));
    let is_number = |token: &Token<'_>| token.tag == Tag::Number || token.has(Class::Number);
    let carries_unit = |token: &Token<'_>| token.tag == Tag::Number && token.text.ends_with(char::is_alphabetic);
    tokens.iter().enumerate().any(|(at, token)| is_number(token) && (has_unit(at) || carries_unit(token)))
}

/// Where nothing happens that could be observed.
fn find_unobservable(text: &Text<'_>, sentence: &Range<usize>) -> Option<Range<usize>> {
    let (tokens, end) = (&text.tokens, sentence.end);
    let modal = sentence.clone().find(|at| tokens[*at].tag == Tag::Modal)?;
    let acts = |from: usize| {
        let does = |token: &Token<'_>| token.tag == Tag::Verb && token.has(Class::Observable) && !token.has(Class::Open);
        tokens[from..end].iter().any(does)
    };
    match (modal + 1..end).find(|at| tokens[*at].tag == Tag::Verb) {
        Some(main) if tokens[main].has(Class::Open) && tokens[main].form != Form::Ed => {
            let near = &tokens[main + 1..end.min(main + 7)];
            let is_named = near.iter().any(|token| token.tag == Tag::Number || token.has_capital());
            (!acts(main + 1) && !is_named).then(|| main..end.min(main + 6))
        }
        _ => text.find(Class::Subjective, modal + 1..end).into_iter().next().filter(|_| !acts(modal + 1)),
    }
}

/// Words that are quoted: the pronoun with what follows it.
const QUOTED: usize = 3;

/// How many things before it each pronoun may stand for.
fn add_pronouns(signs: &mut Signs<'_>, text: &Text<'_>, sentence: &Range<usize>) {
    for at in sentence.clone() {
        let (before, after) = (&text.tokens[sentence.start..at], &text.tokens[at + 1..sentence.end]);
        if let Some(kind) = kind(&text.tokens[at], before, after) {
            signs.add(format!("pronoun {kind}"), at..sentence.end.min(at + QUOTED));
        }
    }
}

fn kind(token: &Token<'_>, before: &[Token<'_>], after: &[Token<'_>]) -> Option<String> {
    // A customer has their orders.
    let is_several = |noun: &Token<'_>| is_many(noun) || noun.has(Class::Person);
    let is_alone = || token.has(Class::Demonstrative) || before.is_empty() && token.has(Class::Relative);
    match token.tag {
        _ if token.has(Class::One) => Some(format!("of {}", count(before, &|noun| !is_several(noun)))),
        _ if token.has(Class::Many) => Some(format!("of {}", count(before, &is_several))),
        Tag::Pronoun => is_alone().then(|| "alone".to_owned()),
        Tag::Subordinator => (token.has(Class::Relative) && is_loose(before, after)).then(|| "loose".to_owned()),
        _ => None,
    }
}

/// Behind "noun of noun" that both could own.
fn is_loose(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let before = before.split_last().filter(|(last, _)| last.text == ",").map_or(before, |(_, rest)| rest);
    let heads: Vec<usize> = heads(before).collect();
    let [.., other, last] = heads[..] else { return false };
    let between = &before[other + 1..last];
    let is_linked = between.first().is_some_and(|token| matches!(token.tag, Tag::Preposition | Tag::Conjunction));
    let is_short = between.len() <= 4 && between.iter().all(|token| !matches!(token.tag, Tag::Verb | Tag::Modal | Tag::Sign));
    // A verb in the plural fits nouns in the plural only.
    let has_many = after.first().is_some_and(|verb| verb.has(Class::Several) || verb.tag == Tag::Verb && verb.form == Form::Base);
    let fits = |at: usize| !before[at].has(Class::Person) && (before[at].form == Form::S || !has_many && !is_many(&before[at]));
    last + 1 == before.len() && is_linked && is_short && fits(last) && fits(other)
}

fn is_many(noun: &Token<'_>) -> bool {
    noun.form == Form::S || noun.has(Class::Plural)
}

/// The last noun of each phrase.
fn heads(tokens: &[Token<'_>]) -> impl Iterator<Item = usize> {
    let is_noun = |at: usize| tokens.get(at).is_some_and(|token| token.tag == Tag::Noun);
    (0..tokens.len()).filter(move |at| is_noun(*at) && !is_noun(at + 1))
}

/// How many different things were named before; three are as good as more.
fn count(before: &[Token<'_>], agrees: &dyn Fn(&Token<'_>) -> bool) -> usize {
    let mut names: Vec<&str> = heads(before).map(|at| &before[at]).filter(|noun| agrees(noun)).map(Token::base).collect();
    names.sort_unstable();
    names.dedup();
    names.len().min(3)
}
