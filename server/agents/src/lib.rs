//! The judgements behind a port of `domain`, each with a built-in engine of rules; later ones with a language model stand beside it.
//!
//! This crate answers "what was said?" and "how is it said?". It must not know stores, actors, sockets or pages, and never decides
//! what is kept: that is `domain`'s.

pub mod ask;
pub mod companies;
pub mod interview;
pub mod opportunities;
pub mod packs;
mod queries;
pub mod research;
pub mod runs;
