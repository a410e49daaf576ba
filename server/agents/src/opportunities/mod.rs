//! Judgements of opportunities (seed 003), by rules and by a language model.

pub mod model;
pub mod rules;

/// What a brief rests on, worded alike by both engines.
pub(crate) use rules::{coverage, evidence};
