//! The words that browser and server share: ids, commands, events, views and socket frames.
//!
//! This crate knows serde and nothing else of the world: no clock, no randomness, no I/O, no rule that decides anything.
//! `InterviewView::apply` lives here because the browser runs the very same function as the server.
//! What must never reach a browser (agent notes, prompts, secrets, other tenants) has no type here.

pub mod account;
pub mod ask;
pub mod companies;
pub mod confidence;
mod day;
pub mod discovery;
pub mod failure;
mod figures;
pub mod frame;
pub mod ids;
pub mod interview;
pub mod live;
pub mod models;
pub mod opportunities;
pub mod pack;
mod plain;
pub mod reading;
mod record;
pub mod research;
pub mod review;
pub mod run;
pub mod stamp;
mod tagged;
pub mod voice;
pub mod work;

pub use confidence::{Band, Confidence};
pub use day::{MONTHS, day_in_words};
pub use figures::group_digits;
pub use ids::*;
pub use plain::read_json;
pub use stamp::Timestamp;
