//! The interview's rules as tables and stories (seed 000), and as properties of any conversation.

mod completeness;
mod negotiation;
mod objectives;
mod properties;
mod questions;
mod saying;
mod values;
