//! What did the person say? Findings and moves from one message, by rules: the same answer for the same message, always.
//!
//! Obligations drive everything (name, path, prompt, options, widget); the words of no particular objective stand here.

mod agent;
mod answer;
mod classify;
mod commands;
mod cues;
mod greetings;
mod lexicon;
mod matching;
mod meaning;
mod memory;
mod moves;
mod place;
mod profile;
mod reading;
mod reference;
mod revise;
mod signs;
mod talk;
mod text;
mod topic;
mod values;
mod wording;

pub use meaning::Meaning;

use domain::interview::{Heard, Move, Understanding};
use meaning::Likeness;
use protocol::interview::Asking;
use std::borrow::Cow;

/// Understands one message by its words. Deterministic, total, linear in the message's length.
#[must_use]
pub fn understand(heard: &Heard) -> Understanding {
    reading::read(&asked_in_our_words(heard), &Likeness::default())
}

/// Understands one message by its words and, where they leave something open, by what it means.
pub async fn understand_meaning(heard: &Heard, meaning: &Meaning) -> Understanding {
    meaning.understand(&asked_in_our_words(heard)).await
}

/// What of a message is of the matter, everything at its place, with spaces where it speaks to the interviewer; `None` where it
/// does not.
#[must_use]
pub fn of_the_matter(heard: &Heard) -> Option<String> {
    let said = talk::of(heard, &memory::plan(&heard.definition))?;
    let unread = said.moves.contains(&Move::OtherLanguage);
    (!unread).then(|| said.rest.map_or_else(|| " ".repeat(heard.text.len()), |rest| rest.text))
}

/// Whether a message that answers nothing tells of something that calls the person away for a moment.
#[must_use]
pub fn steps_away(message: &str) -> bool {
    let text = text::Text::new(message);
    let lists = ["of the moment", "children", "back soon", "having to"];
    (0..text.words.len()).any(|at| lists.iter().any(|list| cues::is(list, &text, at)))
}

/// What was asked elsewhere in an objective's own words is heard as if it had been asked here.
fn asked_in_our_words(heard: &Heard) -> Cow<'_, Heard> {
    match heard.imported.then(|| wording::asked(heard)).flatten() {
        Some(key) => {
            let asked = Some((key.to_owned(), Asking::Question));
            Cow::Owned(Heard { asked, imported: false, ..heard.clone() })
        }
        None => Cow::Borrowed(heard),
    }
}

#[cfg(test)]
mod tests;
