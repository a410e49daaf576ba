//! The interview's rules as tables and stories (seed 000), and as properties of any conversation.

mod branches;
mod coming_back;
mod completeness;
mod conflicts;
mod exports;
mod going_on;
mod memory;
mod migrating;
mod negotiation;
mod objectives;
mod obligations;
mod properties;
mod questions;
mod reevaluation;
mod repeating;
mod research;
mod resuming;
mod saying;
mod speaking;
mod stopping;
mod structure;
mod tasks;
mod transcripts;
mod values;
mod widgets;
mod wordings;
