//! What the product asks of models and services, each behind a port of `domain`: today what a text means (embedding).
//!
//! This crate must not know stores, actors, pages or rules; every call that leaves the machine has a limit in time and size.

pub mod embedding;
