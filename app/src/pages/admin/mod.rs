//! What administrators review.

mod page;
mod people;
mod transcript;

pub(crate) use page::AdminPage;
pub(crate) use transcript::TranscriptPage;
