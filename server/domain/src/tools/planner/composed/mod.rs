//! Reads a question as a tree of parts, whatever their order, over all tables of one database, and composes its query.
//!
//! Each word has to find its place: what is asked for, whose, which rows, by what, in which order. Otherwise nothing is answered.

mod bounds;
mod compile;
mod filter;
mod frame;
mod lexicon;
mod orders;
mod parser;
mod paths;
mod pieces;
mod reading;
mod resolve;
mod schema;
mod tree;

use super::{Place, Plan, period, sentence::Sentence};
use schema::Schema;
use tree::{Item, Parts};

/// The only reading over the databases of these tables.
///
/// # Errors
/// The words that have no place, none where it is the whole that has no meaning.
pub(super) fn read(sentence: &Sentence, places: &[Place<'_>]) -> Result<Plan, Vec<String>> {
    let periods = period::read(&mut sentence.clone(), None).map_err(|_| Vec::new())?;
    let periods: Vec<_> = periods.into_iter().filter(|period| !period.is_of_years()).collect();
    let mut databases: Vec<&str> = places.iter().map(|place| place.database).collect();
    databases.sort_unstable();
    databases.dedup();
    let mut found = Err(Vec::new());
    for database in databases {
        let own: Vec<&Place<'_>> = places.iter().filter(|place| place.database == database).collect();
        let schema = Schema::new(&own);
        let pieces = pieces::split(sentence, &schema, &periods);
        let plan = parser::parse(&pieces, &schema).and_then(|parts| {
            let parts = rounded(parts).ok_or_else(Vec::new)?;
            compile::compile(&parts, &schema).ok_or_else(Vec::new)
        });
        match (&found, plan) {
            (Ok(_), Ok(_)) => return Err(Vec::new()),
            (Err(_), plan) => found = plan,
            _ => {}
        }
    }
    found
}

/// Who is asked for, where only a condition names it.
fn rounded(mut parts: Parts) -> Option<Parts> {
    if parts.who {
        let first = parts.links.iter().position(|link| !link.negated && link.count.is_none())?;
        parts.items.insert(0, Item::Noun(parts.links.remove(first).noun));
    }
    parts.open.then_some(parts)
}
