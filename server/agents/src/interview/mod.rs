//! The judgements of an interview: what was said, and how to answer.

pub mod model;
pub mod rules;
