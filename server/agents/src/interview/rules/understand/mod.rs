//! What did the person say? Findings and moves from one message, by rules: the same answer for the same message, always.
//!
//! Obligations drive everything (name, path, prompt, options, widget); the words of no particular objective stand here.

mod agent;
mod answer;
mod lexicon;
mod matching;
mod memory;
mod moves;
mod profile;
mod reading;
mod reference;
mod signs;
mod text;
mod topic;
mod values;
mod wording;

use domain::interview::{Heard, Understanding};
use protocol::interview::Asking;

/// Understands one message. Deterministic, total, linear in the message's length.
#[must_use]
pub fn understand(heard: &Heard) -> Understanding {
    match wording::asked(heard).filter(|_| heard.imported) {
        Some(key) => reading::read(&Heard { asked: Some((key.to_owned(), Asking::Question)), imported: false, ..heard.clone() }),
        None => reading::read(heard),
    }
}

#[cfg(test)]
mod tests;
