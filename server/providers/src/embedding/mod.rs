//! Texts as vectors.

mod potion;
mod service;

pub use potion::{Potion, Unusable};
pub use service::{Place, Service};
