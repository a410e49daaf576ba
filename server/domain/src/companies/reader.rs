//! Who finds companies in texts: the port that the built-in engine and a model answer (seed 001, Layer 4).

use super::{Candidate, FoundText, Gazetteer, Place};

/// What is read for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingGoal {
    /// The place that binds the search, canonical.
    pub place: Place,
    /// All names of the area, or of the city where there is no area, also in other scripts; canonical first.
    pub aliases: Vec<String>,
    /// Companies that the user does not want to see.
    pub excluded: Vec<String>,
}

/// Finds companies without a language model. Pure: the same texts give the same candidates.
pub trait CompanyReader: Send + Sync {
    /// All companies that the texts name, also those that must be rejected: validation decides, and shows why.
    fn read(&self, goal: &ReadingGoal, texts: &[FoundText]) -> Vec<Candidate>;
}

/// Makes a reader that knows a tenant's places.
pub trait CompanyReaders: Send + Sync {
    fn with_places<'g>(&self, gazetteer: &'g Gazetteer) -> Box<dyn CompanyReader + 'g>;
}
