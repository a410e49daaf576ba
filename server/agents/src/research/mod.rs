//! Research: what the sources that were read say.

pub mod model;
pub mod rules;
