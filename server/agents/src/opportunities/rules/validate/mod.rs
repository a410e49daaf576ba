//! The built-in validators (seed 003, Stage-by-Stage Criteria): what a receiver cannot work with, by an artifact's words.
//! What they find are opinions. A text that they cannot read, in another language for one, raises none.

mod brief;
mod judge;
mod signs;
mod smells;
mod spec;
mod tags;
#[cfg(test)]
mod tests;
mod text;
mod words;

use domain::opportunities::Doubt;
use protocol::opportunities::{Artifact, Boundary, Check};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

pub(super) use words::VERSION;

/// What is wrong about an artifact, or nothing. An artifact of another boundary is not judged.
#[must_use]
pub fn validate(boundary: Boundary, artifact: &Artifact) -> Option<Doubt> {
    let faults = match (boundary, artifact) {
        (Boundary::BriefToSolution, Artifact::Brief { brief }) => brief::judge(brief),
        (Boundary::SolutionToSpec, Artifact::Solution { solution }) => smells::judge(solution),
        (Boundary::SpecToRank, Artifact::Spec { spec }) => spec::judge(spec),
        _ => Vec::new(),
    };
    if faults.is_empty() {
        return None;
    }
    Some(Doubt {
        reason: faults.iter().map(Fault::reason).collect::<Vec<_>>().join(". "),
        suggestion: faults.iter().map(|fault| fault.suggestion).collect::<Vec<_>>().join(" "),
        checks: faults.iter().map(|fault| fault.check).collect(),
    })
}

/// One check that failed.
struct Fault {
    check: Check,
    /// The words at fault, as they stand in the item, in quotes.
    quotes: Vec<String>,
    /// What is wrong about them; begins behind the quotes.
    what: &'static str,
    suggestion: &'static str,
}

/// More words than these are not quoted.
const MAX_QUOTES: usize = 4;
/// `check case | what | suggestion` a line, the case only where a check fails in several ways.
static TEXTS: LazyLock<HashMap<&str, (&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("words/faults.txt").lines().filter_map(|line| line.split_once(" | "));
    lines.filter_map(|(case, texts)| Some((case, texts.split_once(" | ")?))).collect()
});

impl Fault {
    fn new(check: Check, case: &str, quotes: &[&str]) -> Self {
        let mut seen = HashSet::from([""]);
        let quotes =
            quotes.iter().filter(|quote| seen.insert(quote)).take(MAX_QUOTES).map(|quote| format!("“{quote}”")).collect();
        let (what, suggestion) = TEXTS.get(format!("{} {case}", check.name()).trim_end()).copied().unwrap_or_default();
        Self { check, quotes, what, suggestion }
    }

    fn reason(&self) -> String {
        if self.quotes.is_empty() {
            let mut signs = self.what.chars();
            return signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default();
        }
        format!("{} {}", self.quotes.join(", "), self.what)
    }
}
