//! The families of questions. Each is a file of its own, and one that fails costs only itself.

mod backlog;
mod cycles;
mod entities;
mod gaps;
mod joins;
mod made;
mod names;
mod outliers;
mod pairs;
mod prelude;
mod relations;
mod segments;
mod shape;
mod shares;
mod timeline;
mod trends;
mod what;
mod words;

use super::{candidate::Candidate, scope::Scope};
use domain::runs::Question;
pub(super) use made::Made;
pub(super) use names::Names;
pub(super) use timeline::moment;

/// A family of statistical questions. It asks, reads the answers of whatever it asked, and knows nothing of the others.
#[derive(Clone, Copy)]
pub(super) struct Family {
    pub name: &'static str,
    /// What it wants to know; what was asked already may be asked again, it has the same id.
    pub questions: fn(&Scope<'_>) -> Vec<Question>,
    pub findings: fn(&Scope<'_>) -> Vec<Candidate>,
}

macro_rules! families {
    ($($name:ident: $questions:expr),+) => {
        [$(Family { name: stringify!($name), questions: $questions, findings: $name::findings }),+]
    };
}

/// In the order in which their questions are asked. What others ask answers some of them too.
pub(super) const FAMILIES: [Family; 12] = families![
    shares: shares::questions,
    trends: trends::questions,
    segments: |_| Vec::new(),
    entities: entities::questions,
    pairs: pairs::questions,
    words: words::questions,
    joins: joins::questions,
    relations: relations::questions,
    backlog: backlog::questions,
    cycles: cycles::questions,
    outliers: outliers::questions,
    gaps: |_| Vec::new()
];
