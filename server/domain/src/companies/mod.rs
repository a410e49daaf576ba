//! Companies: a search under strict constraints that fails closed, with evidence for everything that it returns (seed 001).

mod candidate;
mod place;
mod reader;
mod understanding;

pub use candidate::{Candidate, FoundText, Presence, Role, Signal, SignalType};
pub use place::{AreaType, Certainty, Place};
pub use reader::{CompanyReader, ReadingGoal};
pub use understanding::{Conflict, Synthesis, Understanding};
