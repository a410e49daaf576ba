//! Rules as tables and stories: the interview's (seed 000), also as properties of any conversation, the drafting of packs, and the
//! reading of sources.

mod asks;
mod branches;
mod coming_back;
mod companies;
mod company_searches;
mod completeness;
mod conflicts;
mod discoveries_on_paper;
mod domain_packs;
mod exports;
mod from_interviews;
mod going_on;
mod memory;
mod migrating;
mod negotiation;
mod objectives;
mod obligations;
mod packs;
mod properties;
mod questions;
mod reading;
mod reevaluation;
mod repeating;
mod research;
mod resuming;
mod saying;
mod speaking;
mod stopping;
mod structure;
mod talking;
mod tasks;
mod transcripts;
mod values;
mod widgets;
mod wordings;
