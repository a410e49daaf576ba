//! The built-in engine: what a receiver rejects, and what producers make, by rules.

mod produce;
mod validate;

pub(crate) use produce::{coverage, evidence};
pub use validate::validate;

/// The agents that need no language model.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInAgents;
