//! Judgements of asks (seed 004): which steps answer a question and what would prove it.

pub mod model;
pub mod rules;
