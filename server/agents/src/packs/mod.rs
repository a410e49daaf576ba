//! Domain packs drafted by a language model; the rules for it are `domain`'s.

pub mod model;
