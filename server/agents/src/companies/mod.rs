//! Judgements of company searches (seed 001).

pub mod model;
mod rules;
#[cfg(test)]
mod tests;

pub use rules::BuiltInReader;
