//! What several sources say to one question, weighed (seed 004, Fact Resolution Tool).

mod subject;

use super::{
    FactRow,
    answers::{Held, described},
    definitions, fact_key,
};
use crate::ask::KnownFact;
use serde_json::{Value, json};
use subject::{Subject, WHOLE};

/// Below this a person should be asked.
pub const SURE: f64 = 0.5;
/// Sources of one answer.
const SHOWN: usize = 5;

/// What one source says.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceAnswer {
    /// `fact`, `document`, `schema`, `data` or `web`.
    pub kind: String,
    pub name: String,
    pub excerpt: String,
    pub answer: String,
    /// From 0 to 1.
    pub confidence: f64,
    /// Of data.
    pub query: Option<String>,
    /// Of the web.
    pub url: Option<String>,
}

impl SourceAnswer {
    /// The excerpt is the answer.
    #[must_use]
    pub fn new(kind: &str, name: &str, excerpt: &str, confidence: f64) -> Self {
        let confidence = (confidence * 100.0).round() / 100.0;
        let (kind, name, excerpt) = (kind.to_owned(), name.to_owned(), excerpt.to_owned());
        Self { kind, name, answer: excerpt.clone(), excerpt, confidence, query: None, url: None }
    }

    fn to_json(&self) -> Value {
        let mut shown = json!({"type": self.kind, "name": self.name, "excerpt": self.excerpt, "confidence": self.confidence});
        for (field, value) in [("query", &self.query), ("url", &self.url)] {
            if let Some(value) = value {
                shown[field] = value.as_str().into();
            }
        }
        shown
    }
}

/// The seed's shape. Where somebody should be asked, `clarification` is the question.
#[must_use]
pub fn answer(question: &str, mut sources: Vec<SourceAnswer>, asked_back: Option<String>) -> Value {
    sources.sort_by(|left, right| right.confidence.total_cmp(&left.confidence));
    let best = sources.first();
    let confidence = best.map_or(0.0, |best| best.confidence);
    let unsure = confidence < SURE;
    let ask = || {
        let subject = question.split_whitespace().collect::<Vec<_>>().join(" ");
        asked_back.unwrap_or_else(|| match best {
            Some(best) => format!("Is this the answer to \"{subject}\": {}?", best.answer.trim_end_matches(['.', '?'])),
            None => format!("No source of the project answers it. {}?", subject.trim_end_matches(['?', '.', ' '])),
        })
    };
    json!({
        "question": question, "answer": best.map(|best| best.answer.as_str()), "confidence": confidence,
        "sources": sources.iter().take(SHOWN).map(SourceAnswer::to_json).collect::<Vec<_>>(),
        "needs_clarification": unsure, "clarification": if unsure { Some(ask()) } else { None },
    })
}

/// Facts whose name is the question, or has all that it is about.
#[must_use]
pub fn known(rows: &[FactRow], question: &str) -> Vec<SourceAnswer> {
    match_names(question, rows.iter().filter_map(|row| Some((row.name.as_str(), row.value.as_ref()?, row.confidence))))
}

/// The same of a project's profile and its interviews.
#[must_use]
pub fn known_of_profile(facts: &[KnownFact], question: &str) -> Vec<SourceAnswer> {
    match_names(question, facts.iter().map(|fact| (fact.name.as_str(), &fact.value, fact.confidence)))
}

/// Each fact by its name, its value and its confidence.
fn match_names<'fact>(question: &str, facts: impl Iterator<Item = (&'fact str, &'fact Value, f64)>) -> Vec<SourceAnswer> {
    let (key, subject) = (fact_key(question), Subject::from_question(question));
    let answer = |(name, value, confidence): (&str, &Value, f64)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let likeness = if fact_key(name) == key { 1.0 } else { subject.named_by(name)? };
        Some(SourceAnswer::new("fact", name, &text, believed(confidence, likeness)))
    };
    facts.filter_map(answer).collect()
}

/// What tables and columns are said to hold, where the question is about them.
#[must_use]
pub fn of_tables(held: &[Held], question: &str) -> Vec<SourceAnswer> {
    const SAYS: f64 = 0.6;
    let subject = Subject::from_question(question);
    let mut found = Vec::new();
    for (one, table) in Held::databases(held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))) {
        let place = format!("{}.{}", one.source.name, table.name);
        if let Some(likeness) = subject.named_by(&table.name).filter(|_| table.description.is_some()) {
            found.push(SourceAnswer::new("schema", &place, &described(table), believed(SAYS, likeness)));
        }
        for column in &table.columns {
            let Some(description) = &column.description else { continue };
            // A question may say whose column it means.
            if let Some(likeness) = subject.named_within(&column.name, &table.name) {
                found.push(SourceAnswer::new(
                    "schema",
                    &format!("{place}.{}", column.name),
                    description,
                    believed(SAYS, likeness),
                ));
            }
        }
    }
    found
}

/// The sentence of a passage that answers best; `trust` is how far its source is believed.
#[must_use]
pub fn in_passage(question: &str, kind: &str, name: &str, passage: &str, trust: f64) -> Option<SourceAnswer> {
    const DEFINED: f64 = 0.95;
    const MENTIONED: f64 = 0.6;
    let subject = Subject::from_question(question);
    let told = |sentence: &str| {
        let part = subject.part_in(sentence);
        let plain = sentence.trim().trim_start_matches(['-', '*', '#', ' ']).replace("**", "");
        if part <= 0.6 || plain.len() <= 3 {
            return None;
        }
        let term = definitions(&plain).into_iter().next().filter(|(term, _)| subject.part_in(term) >= part);
        let (answer, sure) = match term.map(|(term, value)| (subject.share_of(&term), value)) {
            Some((share, value)) if share >= WHOLE => (value, DEFINED),
            // What is said of something more particular: the further from the question, the less it is believed.
            Some((share, _)) if share <= 0.5 => (plain.clone(), MENTIONED * share),
            _ => (plain.clone(), MENTIONED),
        };
        Some(SourceAnswer { answer, ..SourceAnswer::new(kind, name, &plain, part * sure * trust) })
    };
    let sentences = passage.split('\n').flat_map(|line| line.split_inclusive(". "));
    sentences.filter_map(told).max_by(|left, right| left.confidence.total_cmp(&right.confidence))
}

/// The confidence in a source whose whole name is not in the question. A person should be asked then, since "churn rate of
/// enterprises" is not what "churn" is.
fn believed(confidence: f64, likeness: f64) -> f64 {
    const ASKED_BACK: f64 = SURE - 0.01;
    if likeness >= WHOLE { confidence } else { (confidence * likeness).min(ASKED_BACK) }
}

#[cfg(test)]
mod tests;
