//! Reads a question or a claim about figures, lists and rankings, and writes the query for it.
//!
//! A sentence is cut into pieces that name tables, columns, values and what is wanted of them; these are read as the parts of a
//! question in whatever order they come, and one query is composed of the parts, over all tables of a database.
//!
//! Rules only: every word has to find its place: what is asked for, whose, which rows, by what, in which order. Otherwise no query is
//! written, and what was not understood is returned. The plan shows how the sentence was read.

mod against;
mod bounds;
mod by_time;
mod compile;
mod date_part;
mod dated;
mod filter;
mod flags;
mod frame;
mod heads;
pub(super) mod lexicon;
mod median;
mod nouns;
mod orders;
mod parser;
pub(super) mod pieces;
mod reading;
mod resolve;
mod tree;
mod whole;
mod write;

use super::{
    catalog::Table,
    naming::{self, Schema},
    sentence::{Period, Sentence, is_month, periods},
    warehouse::Dialect,
};

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
    /// Where its only row sets one figure beside another: whether the first is said to be more, and not less.
    pub compared: Option<bool>,
    /// Its only figure is in percent.
    pub percent: bool,
    /// The query for the day that "the last 30 days" lead back from.
    pub newest: Option<String>,
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
    /// It can mean several things, or a part is missing: the question that has to be asked, and what it is between, where that is
    /// known: `database.table` or `database.table.column`.
    Unclear(String, Vec<String>),
    /// Words that match nothing in the data.
    Unknown(Vec<String>),
}

/// The most words of a sentence.
const LONGEST: usize = 80;
const LONGEST_TEXT: usize = 1000;

/// `claimed` is the number that the sentence claims; without it the sentence is a question.
///
/// # Errors
/// Why there is none.
pub fn plan(text: &str, claimed: Option<f64>, places: &[Place<'_>]) -> Result<Plan, Unplanned> {
    let sentence = Sentence::read(if text.len() > LONGEST_TEXT { "" } else { text });
    if !(1..=LONGEST).contains(&sentence.len()) {
        return Err(Unplanned::NotAsked);
    }
    let (periods, yearless) = periods(&sentence);
    let mut databases: Vec<&str> = places.iter().map(|place| place.database).collect();
    databases.sort_unstable();
    databases.dedup();
    let (mut best, mut why) = (None::<Plan>, Unplanned::NotAsked);
    for database in databases {
        let own = naming::choose(&sentence, places, database);
        match (read(&sentence, &periods, yearless.as_deref(), claimed, &own), best.take()) {
            (Ok(plan), Some(rival)) if (rival.confidence - plan.confidence).abs() < 1e-9 => return Err(between(&rival, &plan)),
            (Ok(plan), Some(rival)) => best = Some(if rival.confidence > plan.confidence { rival } else { plan }),
            (Ok(plan), None) => best = Some(plan),
            (Err(new), rival) => {
                why = worse(why, new);
                best = rival;
            }
        }
    }
    best.ok_or(why)
}

fn between(one: &Plan, other: &Plan) -> Unplanned {
    let named = |plan: &Plan| format!("{} ({})", plan.reading, plan.tables.join(" with "));
    let options = one.tables.first().into_iter().chain(other.tables.first()).cloned().collect();
    Unplanned::Unclear(format!("Is {} or {} meant?", named(one), named(other)), options)
}

/// Of two reasons the one that says more.
fn worse(one: Unplanned, other: Unplanned) -> Unplanned {
    let rank = |why: &Unplanned| match why {
        Unplanned::Unclear(..) => usize::MAX,
        Unplanned::Unknown(words) => usize::MAX - 1 - words.len(),
        Unplanned::NotAsked => 0,
    };
    if rank(&other) > rank(&one) { other } else { one }
}

/// Over the tables of one database.
fn read(
    sentence: &Sentence,
    periods: &[Period],
    yearless: Option<&str>,
    claimed: Option<f64>,
    places: &[&Place<'_>],
) -> Result<Plan, Unplanned> {
    let schema = Schema::new(places);
    let pieces = pieces::split(sentence, &schema, periods, claimed);
    let Some(parts) = parser::parse(&pieces, &schema, claimed) else {
        let pieces = &pieces[..pieces.len() - 1];
        let compares = |piece: &pieces::Piece| matches!(piece.tag, Some(lexicon::Tag::More | lexicon::Tag::Less));
        let asks = claimed.is_some() || pieces.iter().any(|piece| piece.asks() || compares(piece));
        let known = pieces.iter().any(|piece| piece.noun.is_some() || !piece.values.is_empty());
        let unknown: Vec<String> =
            pieces.iter().filter(|piece| piece.is_unknown() && piece.is_word()).map(|piece| piece.text.clone()).collect();
        // "Did we sell more in March than in April": of which year comes before what is compared.
        let is_timed = pieces.iter().any(compares) && unknown.iter().all(|word| is_month(&word.to_lowercase()));
        return Err(match (asks && (known || is_timed), yearless) {
            (true, Some(question)) => Unplanned::Unclear(question.to_owned(), Vec::new()),
            (true, None) if !unknown.is_empty() => Unplanned::Unknown(unknown),
            _ => Unplanned::NotAsked,
        });
    };
    match yearless {
        Some(question) => Err(Unplanned::Unclear(question.to_owned(), Vec::new())),
        None => compile::compile(&parts, &schema),
    }
}

#[cfg(test)]
mod tests;
