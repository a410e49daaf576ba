//! Days of the week and months of the year on which there is more than on others: of rows, and of what their figures come to.

mod finding;
mod telling;
#[cfg(test)]
mod tests;
mod turns;
mod window;

use super::{prelude::*, timeline::Point, what::What};
use finding::Edges;
use turns::{Place, Turns, turns};
use window::Cycle;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    scope.tables.iter().flat_map(turns).map(|one| one.question()).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let all = scope.tables.iter().flat_map(turns);
    all.flat_map(|one| one.findings(scope.answers.rows(&one.id()).unwrap_or_default())).collect()
}
