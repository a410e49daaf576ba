//! Claims over tables, without a model: which rows and columns a claim speaks of, what must be true of them, and the queries that
//! find it out. What it cannot read to the last word is not decided.

mod cell;
mod frames;
mod grid;
mod lexicon;
mod link;
mod phrase;
mod reading;
mod token;
mod write;

#[cfg(test)]
mod tests;

use self::{
    grid::Grid,
    phrase::Claim,
    reading::{Found, Reading},
};
use domain::ask::{Material, Planned};
use protocol::ask::ModeChoice;

/// Readings whose doubts are so close are rivals.
const MARGIN: f64 = 0.35;
/// A reading with more doubt is none.
const MOST_DOUBT: f64 = 1.0;

pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let tokens = lexicon::strip_asking(material.question);
    let grids: Vec<Grid<'_>> = material.small_tables.iter().map(|table| Grid::new(table, material)).collect();
    let mut best: Option<(usize, Reading)> = None;
    for (at, grid) in grids.iter().enumerate() {
        if let Judged::Read(reading) = judge(grid, &tokens) {
            if best.is_some() {
                return None;
            }
            best = Some((at, reading));
        }
    }
    let (at, reading) = best?;
    Some(Planned::Draft(choice, Box::new(write::draft(&grids[at], &reading))))
}

/// Whether it is read to its last word.
pub(super) fn is_read(material: &Material<'_>) -> bool {
    plan(material, ModeChoice { mode: protocol::ask::AskMode::Auditable, why: String::new() }).is_some()
}

enum Judged {
    Read(Reading),
    Doubtful,
}

fn judge(grid: &Grid<'_>, tokens: &[token::Token]) -> Judged {
    let claim = Claim { grid, items: link::link(tokens, grid) };
    let mut readings: Vec<(Reading, bool)> = Vec::new();
    for mut reading in frames::readings(&claim) {
        reading.doubt += f64::from(u32::try_from(claim.unexplained(&reading.used)).unwrap_or(u32::MAX));
        let found: Vec<Found> = reading.premises.iter().map(|premise| premise.find(grid)).collect();
        if let Some(verdict) = reading.formula.judge(&found).filter(|_| reading.doubt < MOST_DOUBT) {
            readings.push((reading, verdict));
        }
    }
    readings.sort_by(|left, right| left.0.doubt.total_cmp(&right.0.doubt));
    let Some((best, verdict)) = readings.first().cloned() else { return Judged::Doubtful };
    let is_rival = |(reading, other): &(Reading, bool)| reading.doubt - best.doubt < MARGIN && *other != verdict;
    if readings.iter().any(is_rival) { Judged::Doubtful } else { Judged::Read(best) }
}
