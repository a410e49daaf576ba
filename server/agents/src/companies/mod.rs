//! Judgements of company searches (seed 001).

pub mod model;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::BuiltInReader;

use domain::companies::{CompanyReader, CompanyReaders, Gazetteer};

/// Readers that need no language model, each with the places of its tenant.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInReaders;

impl CompanyReaders for BuiltInReaders {
    fn with_places<'g>(&self, gazetteer: &'g Gazetteer) -> Box<dyn CompanyReader + 'g> {
        Box::new(BuiltInReader::new(gazetteer))
    }
}
