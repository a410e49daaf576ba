//! What a part of a message is: something of the matter, or something said to the interviewer, and what. A linear judge over the small
//! words and their order; its weights are fitted to examples (`examples/*.txt`). Words of no trade are among its features: what it does
//! not know counts as a word of the matter.

mod class;
mod errand;
mod features;
#[cfg(test)]
mod fit;
mod gate;
mod judge;

pub(super) use gate::{gate, remarks};
