//! Objectives: reading a definition, refusing what cannot work, and the three that come with the product.

mod bounds;
mod built_in;
mod parse;
mod validate;

pub use built_in::{BuiltIn, built_in};
pub use parse::{parse, parse_pool};
