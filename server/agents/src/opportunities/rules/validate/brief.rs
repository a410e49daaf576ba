//! Boundary 1-2: whether a brief names one problem at one place that a developer can find. The criteria of words are those of user
//! stories (Quality User Story framework): the means expresses one feature, and what is wanted instead of how it is done.

use super::{
    super::NOTHING_KNOWN,
    Fault, judge,
    signs::Signs,
    tags::Tag,
    text::{Text, Token},
    words::{Class, Form, TOPICS},
};
use protocol::opportunities::{Brief, Check};
use regex::Regex;
use std::{collections::HashSet, ops::Range, sync::LazyLock};

/// In the order in which they are told.
const CHECKS: [Check; 3] = [Check::NoSurface, Check::SolutionForProblem, Check::SeveralIssues];

pub(super) fn judge(brief: &Brief) -> Vec<Fault> {
    let (area, statement) = (Text::read(&brief.affected_area), Text::read(&brief.problem_statement));
    let mut faults = Vec::new();
    if statement.is_garbage() {
        faults.push(Fault::new(Check::Incoherent, "statement", &[statement.quote(statement.whole())]));
    } else if let Some(markup) = find_markup(brief) {
        faults.push(Fault::new(Check::Incoherent, "markup", &[markup]));
    } else if statement.is_english() {
        let apart = || apart(&area, &statement, &Text::read(&brief.counterfactual));
        faults.extend(find_hollow(brief, &area, &statement).or_else(apart));
        let found = judge::judge(&statement, &CHECKS, &[signs(&statement)]);
        // A place that is named beside the statement is enough.
        faults.extend(found.into_iter().filter(|fault| fault.check != Check::NoSurface || !names_place(&area)));
    }
    if brief.evidence.is_empty() {
        faults.push(Fault::new(Check::NoEvidence, "", &[]));
    }
    faults
}

/// A tag that closes or that carries something, a comment, a link that runs: no mention of an element by its name.
static MARKUP: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)</[a-z]|<[a-z][^<>]*[=/][^<>]*>|<!--|javascript:").ok());
/// Characters of it that are quoted.
const MAX_MARKUP: usize = 60;

fn find_markup(brief: &Brief) -> Option<&str> {
    let markup = MARKUP.as_ref()?;
    let found = [&brief.problem_statement, &brief.affected_area].into_iter().find_map(|text| markup.find(text))?.as_str();
    Some(found.char_indices().nth(MAX_MARKUP).map_or(found, |(end, _)| &found[..end]))
}

/// The statement is addressed to whoever reads it, or names something and says nothing of it.
fn find_hollow(brief: &Brief, area: &Text<'_>, statement: &Text<'_>) -> Option<Fault> {
    if let Some(order) = statement.find(Class::Order, statement.whole()).into_iter().next() {
        return Some(Fault::new(Check::Incoherent, "order", &[statement.quote(order)]));
    }
    if brief.problem_statement.contains(NOTHING_KNOWN) {
        return Some(Fault::new(Check::Incoherent, "name", &[area.quote(area.whole())]));
    }
    statement.is_name().then(|| Fault::new(Check::Incoherent, "name", &[statement.quote(statement.whole())]))
}

/// Area and statement are about topics that have nothing to do with each other.
fn apart(area: &Text<'_>, statement: &Text<'_>, counterfactual: &Text<'_>) -> Option<Fault> {
    let topics =
        |text: &Text<'_>| -> HashSet<&str> { text.tokens.iter().filter_map(|one| TOPICS.get(one.base()).copied()).collect() };
    let (own, stated) = (topics(area), &topics(statement) | &topics(counterfactual));
    let words: HashSet<&str> = statement.tokens.iter().chain(&counterfactual.tokens).map(Token::base).collect();
    let is_named = area.tokens.iter().any(|token| token.base().len() > 3 && words.contains(token.base()));
    let is_apart =
        !own.is_empty() && !stated.is_empty() && own.is_disjoint(&stated) && !is_named && area.tokens.len() <= MAX_AREA;
    is_apart.then(|| Fault::new(Check::Incoherent, "area", &[area.quote(area.whole())]))
}

/// How far into a sentence somebody else's want may begin.
const NEAR: usize = 12;
/// Who needs more words for a want tells how.
const MANY_WORDS: usize = 20;

/// The words that say that something is wanted; an order begins with what is wanted.
fn find_want(text: &Text<'_>) -> Option<Range<usize>> {
    let first = text.tokens.first()?;
    let role = text.find(Class::Role, text.whole()).first().map(|role| role.start);
    let reaches = |span: &Range<usize>| {
        role.is_some_and(|role| role < span.start) || text.tokens[span.start].has(Class::Pronoun) || span.start < NEAR
    };
    let comma = || text.tokens.iter().position(|token| token.text == ",").map(|at| at..at + 1);
    let span = match text.find(Class::Want, text.whole()).into_iter().find(reaches) {
        Some(span) => Some(span),
        None if role == Some(0) => comma(),
        None => (first.tag == Tag::Verb && first.form == Form::Base && text.tokens.len() > 2).then_some(0..0),
    };
    span.filter(|span| span.end < text.tokens.len())
}

/// What is weighed: the want and what follows it, or the statement and what it proposes.
pub(super) fn signs<'s>(text: &'s Text<'s>) -> Signs<'s> {
    let (mut signs, count) = (Signs { text, all: Vec::new() }, text.tokens.len());
    let sentence_end = |at: usize| text.sentences().iter().find(|one| one.contains(&at)).map_or(count, |one| one.end);
    let (place, who, within, rest) = match find_want(text) {
        None => ("says", 0..0, text.whole(), 0..0),
        Some(want) => {
            let sentence_end = sentence_end(want.end);
            let reasons = text.find(Class::Reason, want.end..sentence_end);
            let end = reasons.first().map(|reason| reason.start).filter(|end| *end > want.end).unwrap_or(sentence_end);
            ("want", 0..want.start, want.end..end, count.min(sentence_end + 1)..count)
        }
    };
    signs.add_words("who", who);
    signs.add_words(place, within.clone());
    let opens = text.tokens[within.clone()].first().map(|first| format!("{place} opens {:?} {:?}", first.tag, first.form));
    signs.add(opens.unwrap_or_default(), 0..0);
    signs.add_links(place, within.clone());
    signs.add_words("rest", rest);
    if place == "says" {
        let plan = text.find(Class::Prescription, text.whole()).first().map(|first| first.start..sentence_end(first.start));
        signs.add_words("plan", plan.unwrap_or_default());
    } else if within.len() > MANY_WORDS {
        signs.add("want long", 0..0);
    }
    if is_void(text, &within, place == "want") {
        signs.add(format!("{place} void"), within);
    }
    signs
}

/// Nothing is done with anything: whoever does something else than to be, to have or to improve has a feature, and a figure makes a
/// statement concrete.
fn is_void(text: &Text<'_>, within: &Range<usize>, is_want: bool) -> bool {
    let tokens = &text.tokens;
    let feels = |class| text.find(class, within.clone()).first().is_some_and(|hit| hit.start <= within.start + 1);
    if is_want && (feels(Class::Feeling) || feels(Class::Groundwork)) {
        return true;
    }
    let main = within.start..within.clone().find(|at| is_want && tokens[*at].tag == Tag::Subordinator).unwrap_or(within.end);
    let does = |token: &Token<'_>| {
        token.tag == Tag::Verb && !token.marks.any(&[Class::Goal, Class::Light]) && (is_want || token.form == Form::Base)
    };
    let verb = tokens[main.clone()].iter().find(|token| token.tag == Tag::Verb);
    let is_thing = is_want && verb.is_none() && tokens[main.clone()].iter().all(|token| token.tag != Tag::Auxiliary);
    let end = main.clone().find(|at| is_thing && tokens[*at].tag == Tag::Preposition).unwrap_or(within.end);
    let acts = if is_want { verb.is_some_and(does) } else { tokens[main].iter().any(|one| does(one) || one.tag == Tag::Number) };
    !acts
        && CONCRETE.iter().all(|class| text.find(*class, within.clone()).is_empty())
        && !tokens[within.start..end].iter().any(is_concrete)
}

const CONCRETE: [Class; 3] = [Class::Surface, Class::Widget, Class::Technology];
/// Nouns that name no place by themselves.
const VAGUE: [Class; 5] = [Class::Abstract, Class::Generic, Class::Person, Class::Goal, Class::Subjective];
/// An area of more words is a sentence.
const MAX_AREA: usize = 6;

fn is_concrete(noun: &Token<'_>) -> bool {
    noun.tag == Tag::Noun && !noun.marks.any(&VAGUE) && noun.lower.len() > 1
}

fn names_place(area: &Text<'_>) -> bool {
    area.tokens.len() <= MAX_AREA && area.tokens.iter().any(|noun| noun.tag == Tag::Noun && !noun.marks.any(&VAGUE))
}
