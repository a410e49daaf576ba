//! What administrators review.

pub mod models;
mod page;
mod people;
mod transcript;

pub(crate) use models::ModelsPage;
pub(crate) use page::AdminPage;
pub(crate) use transcript::TranscriptPage;
