//! Judgements of asks (seed 004): which steps answer a question and what would prove it.

mod alone;
pub mod rules;

pub use alone::RulesAlone;
