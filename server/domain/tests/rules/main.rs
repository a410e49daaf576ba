//! The interview's rules as tables and stories (seed 000), and as properties of any conversation.

mod completeness;
mod exports;
mod negotiation;
mod objectives;
mod obligations;
mod properties;
mod questions;
mod reevaluation;
mod resuming;
mod saying;
mod tasks;
mod transcripts;
mod values;
