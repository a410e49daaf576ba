//! The families of questions. Each is a file of its own, and one that fails costs only itself.

mod entities;
mod gaps;
mod joins;
mod outliers;
mod pairs;
mod relations;
mod segments;
mod shape;
mod shares;
pub(super) mod trends;
mod words;

use super::candidate::Family;

/// In the order in which their questions are asked.
pub(super) const FAMILIES: [&dyn Family; 10] = [
    &shares::Shares,
    &trends::Trends,
    &segments::Segments,
    &entities::Entities,
    &pairs::Pairs,
    &words::Words,
    &joins::Joins,
    &relations::Relations,
    &outliers::Outliers,
    &gaps::Gaps,
];
