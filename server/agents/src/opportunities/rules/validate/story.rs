//! The quality criteria of user stories (Quality User Story framework): the means of a story expresses a feature, and what is wanted
//! instead of how it is done.

use super::{
    Fault,
    tags::Tag,
    text::Text,
    words::{Class, Form},
};
use protocol::opportunities::Check;
use std::ops::Range;

pub(super) struct Story {
    /// Who wants it, where the text is a story.
    role: Range<usize>,
    /// What is wanted; none where the text tells what is, not what should be.
    pub(super) want: Option<Range<usize>>,
    /// Sentences behind the one with the want.
    pub(super) rest: Range<usize>,
}

/// How far into a sentence somebody else's want may begin.
const NEAR: usize = 12;

impl Story {
    pub(super) fn read(text: &Text<'_>) -> Self {
        let role = text.find(Class::Role, text.whole()).first().is_some_and(|role| role.start == 0);
        let Some(start) = want_start(text, role) else { return Self { role: 0..0, want: None, rest: 0..0 } };
        let sentence = text.sentences().into_iter().find(|sentence| sentence.contains(&start));
        let sentence_end = sentence.map_or(text.tokens.len(), |sentence| sentence.end);
        let reason = text.find(Class::Reason, start..sentence_end).first().map(|reason| reason.start);
        let end = reason.filter(|end| *end > start).unwrap_or(sentence_end);
        Self { role: 0..if role { start } else { 0 }, want: Some(start..end), rest: sentence_end..text.tokens.len() }
    }
}

fn want_start(text: &Text<'_>, is_story: bool) -> Option<usize> {
    let first = text.tokens.first()?;
    let reaches = |span: &Range<usize>| is_story || text.tokens[span.start].has(Class::Pronoun) || span.start < NEAR;
    let wants = text.find(Class::Want, text.whole());
    let start = match wants.into_iter().find(reaches) {
        Some(span) => Some(span.end),
        None if is_story => text.tokens.iter().position(|token| token.text == ",").map(|at| at + 1),
        None => (first.tag == Tag::Verb && first.form == Form::Base && text.tokens.len() > 2).then_some(0),
    };
    start.filter(|at| *at < text.tokens.len())
}

/// How much a word of each kind says; from one on, it is a solution.
const WEIGHTS: [(Class, f64); 5] =
    [(Class::Technology, 1.0), (Class::Widget, 1.0), (Class::Mechanism, 1.0), (Class::Build, 1.0), (Class::Hint, 0.5)];
/// A thing is wanted instead of something to do, or somebody who builds wants it.
const HALF: f64 = 0.5;
/// Who needs more words for a want tells how.
const MANY_WORDS: usize = 20;

/// A means that says how: a technology, a part of the interface, a format, a way of doing it.
pub(super) fn prescription(text: &Text<'_>, story: &Story) -> Option<Fault> {
    let mut signs: Vec<(Range<usize>, f64)> = Vec::new();
    if let Some(want) = &story.want {
        signs.extend(weigh(text, want.clone()));
        signs.extend(weigh(text, story.rest.clone()));
        let is_thing = text.tokens[want.start].tag == Tag::Determiner;
        signs.extend((is_thing || want.len() > MANY_WORDS).then_some((want.start..want.start, HALF)));
        signs.extend(text.find(Class::Builder, story.role.clone()).first().map(|role| (role.clone(), HALF)));
    } else {
        for prescription in text.find(Class::Prescription, text.whole()) {
            let sentence = text.sentences().into_iter().find(|sentence| sentence.contains(&prescription.start));
            let of_it = weigh(text, prescription.start..sentence.map_or(prescription.end, |sentence| sentence.end));
            signs.extend((!of_it.is_empty()).then_some((prescription, HALF)));
            signs.extend(of_it);
        }
    }
    if signs.iter().map(|(_, weight)| weight).sum::<f64>() < 1.0 {
        return None;
    }
    signs.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    let quotes: Vec<&str> = signs.into_iter().map(|(span, _)| text.quote(span)).collect();
    let what = "prescribes a solution where a problem should be stated";
    let suggestion = "State what people need to do or know and leave open how; keep the idea as a hint for the next stage.";
    Some(Fault::new(Check::SolutionForProblem, &quotes, what, suggestion))
}

fn weigh(text: &Text<'_>, within: Range<usize>) -> Vec<(Range<usize>, f64)> {
    let mut signs: Vec<(Range<usize>, f64)> = Vec::new();
    for (class, weight) in WEIGHTS {
        for span in text.find(class, within.clone()) {
            let token = &text.tokens[span.start];
            let is_built = class != Class::Build || token.tag == Tag::Verb && token.form == Form::Base;
            let is_known = |(other, _): &(Range<usize>, f64)| {
                other.start < span.end && span.start < other.end || text.quote(other.clone()) == text.quote(span.clone())
            };
            if is_built && !signs.iter().any(is_known) {
                signs.push((span, weight));
            }
        }
    }
    // "By scanning the code", not "by shipping date".
    let is_way = |at: &usize| {
        let doing = text.tokens.get(at + 1).filter(|_| text.tokens[*at].has(Class::Means));
        doing.is_some_and(|doing| doing.form == Form::Ing && doing.tag == Tag::Verb)
    };
    signs.extend(within.clone().filter(is_way).map(|at| (at..at + 2, 1.0)));
    let is_new = |at: &usize| text.tokens[*at].has_capital() && !signs.iter().any(|(other, _)| other.contains(at));
    let names: Vec<usize> = within.filter(is_new).collect();
    signs.extend(names.into_iter().map(|at| (at..at + 1, HALF)));
    signs
}

const CONCRETE: [Class; 3] = [Class::Surface, Class::Widget, Class::Technology];
const VAGUE: [Class; 4] = [Class::Abstract, Class::Generic, Class::Person, Class::Goal];
/// An area of more words is a sentence and is read like one.
const MAX_AREA: usize = 6;

/// A means that is no feature: a state of mind, a task of the team, a quality of everything.
pub(super) fn no_feature(area: &Text<'_>, text: &Text<'_>, story: &Story) -> Option<Fault> {
    let within = story.want.clone().unwrap_or_else(|| text.whole());
    let begins_with = |class| text.find(class, within.clone()).into_iter().find(|hit| hit.start <= within.start + 1);
    let state = story.want.as_ref().and_then(|_| begins_with(Class::Feeling).or_else(|| begins_with(Class::Groundwork)));
    let has = |text: &Text<'_>, within: Range<usize>| CONCRETE.iter().any(|class| text.has(*class, within.clone()));
    let is_named = area.tokens.len() <= MAX_AREA && has(area, area.whole()) || has(text, within.clone());
    let is_void = || story.want.clone().map_or_else(|| is_complaint(text, area), |want| is_wish(text, want));
    let quote = state.or_else(|| (!is_named && is_void()).then_some(within))?;
    let what = "names nothing that can be found and changed";
    let suggestion = "Name the step, screen, report, endpoint or data set where this shows, and what people do there.";
    Some(Fault::new(Check::NoSurface, &[text.quote(quote)], what, suggestion))
}

/// Nothing is done with anything: whoever does something else than to be, to have or to improve has a feature.
fn is_wish(text: &Text<'_>, want: Range<usize>) -> bool {
    let is_tag = |at: usize, tag| text.tokens[at].tag == tag;
    let main = want.start..want.clone().find(|at| is_tag(*at, Tag::Subordinator)).unwrap_or(want.end);
    let verb = main.clone().find(|at| is_tag(*at, Tag::Verb)).map(|at| &text.tokens[at]);
    if verb.is_some_and(|verb| !verb.marks.any(&[Class::Goal, Class::Light])) {
        return false;
    }
    let is_thing = verb.is_none() && !main.clone().any(|at| is_tag(at, Tag::Auxiliary));
    let end = main.clone().find(|at| is_thing && is_tag(*at, Tag::Preposition)).unwrap_or(want.end);
    !(want.start..end).any(|at| is_concrete(text, at))
}

/// Statements that name only people and general goods; a figure makes one concrete.
fn is_complaint(text: &Text<'_>, area: &Text<'_>) -> bool {
    let has_noun = text.tokens.iter().chain(&area.tokens).any(|token| token.tag == Tag::Noun);
    let does = |at: usize| {
        let token = &text.tokens[at];
        token.tag == Tag::Number
            || token.tag == Tag::Verb && !token.marks.any(&[Class::Goal, Class::Light]) && token.form == Form::Base
    };
    has_noun && !text.whole().any(|at| does(at) || is_concrete(text, at)) && !area.whole().any(|at| is_concrete(area, at))
}

fn is_concrete(text: &Text<'_>, at: usize) -> bool {
    let noun = &text.tokens[at];
    let is_quality = ["ness", "ship", "ivity"].iter().any(|end| noun.lower.ends_with(end));
    noun.tag == Tag::Noun && !noun.marks.any(&VAGUE) && !noun.has(Class::Subjective) && !is_quality && noun.lower.len() > 1
}
