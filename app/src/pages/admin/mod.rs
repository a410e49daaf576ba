//! What administrators review.

pub mod models;
pub(crate) mod nav;
pub mod objectives;
mod page;
mod people;
pub mod records;
pub mod review;
mod transcript;

pub(crate) use models::ModelsPage;
pub(crate) use objectives::{ObjectivePage, ObjectivesPage};
pub(crate) use page::AdminPage;
pub(crate) use records::{AuditPage, FeedbackPage};
pub(crate) use review::{ReviewPage, ReviewsPage};
pub(crate) use transcript::TranscriptPage;
