//! Research: what the sources that were read say.

pub mod rules;
