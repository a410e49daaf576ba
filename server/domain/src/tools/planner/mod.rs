//! Reads a question or a claim about figures, lists and rankings, and writes the query for it.
//!
//! A question is first composed of its parts over all tables of a database (`composed`). Claims, and figures that are not read so,
//! are read over one table or two.
//!
//! Rules only: every word that could change the meaning has to be understood as a table, a column, a value, a bound, a time or a
//! figure. Otherwise no query is written, and the words that were not understood are returned. The plan shows how the sentence
//! was read.

mod answer;
mod attempt;
mod composed;
mod conditions;
mod dating;
mod form;
mod measure;
mod noun;
mod period;
mod scope;
mod sentence;
mod write;

use self::{
    attempt::{Attempt, attempt},
    scope::{Join, Scope},
    sentence::Sentence,
};
use super::{catalog::Table, warehouse::Dialect};

/// A table that may be meant.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub database: &'a str,
    pub table: &'a Table,
    pub dialect: Dialect,
}

/// A query and how the words were read.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub sql: String,
    pub reading: String,
    /// With their database.
    pub tables: Vec<String>,
    pub answers: Answers,
    /// From 0.5 to 1.
    pub confidence: f64,
}

/// What the query answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// One row with one value.
    Figure,
    /// One thing in each row.
    List,
    /// What it is called and its figure, in each row.
    Ranking,
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplanned {
    /// Nothing of these tables, or nothing that a figure answers.
    NotAsked,
    /// It can mean several things, or a part is missing; the question that has to be asked.
    Unclear(String),
    /// Words that match nothing in the data.
    Unknown(Vec<String>),
}

/// The most words of a sentence.
const LONGEST: usize = 80;

/// `claimed` is the number that the sentence claims; without it the sentence is a question.
///
/// # Errors
/// Why there is none.
pub fn plan(text: &str, claimed: Option<f64>, places: &[Place<'_>]) -> Result<Plan, Unplanned> {
    if claimed.is_none() && text.len() < 1000 {
        let sentence = Sentence::read(text);
        if let Some(plan) = (sentence.len() <= LONGEST).then(|| composed::read(&sentence, places).ok()).flatten() {
            return Ok(plan);
        }
    }
    plan_alone(text, claimed, places)
}

/// Over one table, or one with what hangs on it.
fn plan_alone(text: &str, claimed: Option<f64>, places: &[Place<'_>]) -> Result<Plan, Unplanned> {
    let mut said = Sentence::read(text);
    if said.len() == 0 || said.len() > LONGEST {
        return Err(Unplanned::NotAsked);
    }
    if let Some(claimed) = claimed {
        mark_claimed(&mut said, claimed);
    }
    let asked = form::read(&mut said, claimed);
    if claimed.is_none() && !asked.open {
        return Err(Unplanned::NotAsked);
    }
    let periods = period::read(&mut said, claimed).map_err(Unplanned::Unclear)?;
    let mut tried: Vec<Attempt> = Vec::new();
    let mut unclear: [Option<String>; 2] = [None, None];
    for place in places {
        for join in std::iter::once(None).chain(joins(place, places).into_iter().map(Some)) {
            match attempt(&said, &asked, &periods, &Scope { place, join }, claimed) {
                Ok(attempt) => tried.push(attempt),
                Err(Unplanned::Unclear(question)) => {
                    unclear[usize::from(join.is_some())].get_or_insert(question);
                }
                Err(_) => {}
            }
        }
    }
    // What is unclear within one table comes before what is unclear across two.
    let [alone, across] = unclear;
    let unclear = alone.or(across);
    tried.sort_by(|left, right| left.left.len().cmp(&right.left.len()).then(left.doubt.total_cmp(&right.doubt)));
    let mut tried = tried.into_iter();
    let Some(best) = tried.next() else { return Err(unclear.map_or(Unplanned::NotAsked, Unplanned::Unclear)) };
    if !best.left.is_empty() {
        return Err(unclear.map_or(Unplanned::Unknown(best.left), Unplanned::Unclear));
    }
    if let Some(rival) = tried.next().filter(|rival| rival.left.is_empty() && (rival.doubt - best.doubt).abs() < 1e-9)
        && rival.plan.sql != best.plan.sql
    {
        let named = |plan: &Plan| format!("{} ({})", plan.reading, plan.tables.join(" with "));
        return Err(Unplanned::Unclear(format!("Is {} or {} meant?", named(&best.plan), named(&rival.plan))));
    }
    Ok(best.plan)
}

/// The number claimed is no bound and no value.
fn mark_claimed(said: &mut Sentence, claimed: f64) {
    let is = |at: usize, said: &Sentence| {
        let token = &said.tokens[at];
        token.number.is_some_and(|number| number == claimed || (token.percent && (number / 100.0 - claimed).abs() < 1e-9))
    };
    // A year after "in" is a year, whatever is claimed.
    let found = (0..said.len())
        .find(|at| is(*at, said) && !(*at > 0 && matches!(said.word(at - 1), "in" | "since" | "during" | "top" | "bottom")));
    if let Some(at) = found.filter(|at| !bounds(said, *at)) {
        said.mark(at, 1);
    }
}

fn bounds(said: &Sentence, at: usize) -> bool {
    at > 0 && matches!(said.word(at - 1), "than" | "over" | "above" | "below" | "under" | "least" | "most")
}

/// The tables that hang on this one by keys.
fn joins<'a>(place: &Place<'a>, places: &[Place<'a>]) -> Vec<Join<'a>> {
    let others = || places.iter().filter(|other| other.database == place.database && other.table.name != place.table.name);
    let mut found = Vec::new();
    for column in &place.table.columns {
        let Some(key) = &column.foreign_key else { continue };
        if let Some(other) = others().find(|other| other.table.name.eq_ignore_ascii_case(&key.table)) {
            found.push(Join { table: other.table, on: (&column.name, &key.column), single: true });
        }
    }
    for other in others() {
        for column in &other.table.columns {
            if let Some(key) = column.foreign_key.as_ref().filter(|key| key.table.eq_ignore_ascii_case(&place.table.name)) {
                found.push(Join { table: other.table, on: (&key.column, &column.name), single: false });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
