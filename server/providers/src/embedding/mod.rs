//! Texts as vectors.

mod potion;

pub use potion::{Potion, Unusable};
