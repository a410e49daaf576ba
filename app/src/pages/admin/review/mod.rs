//! The queue of transcripts to review, and the review of one.

pub mod calls;
mod form;
mod one;
mod queue;

pub(crate) use one::ReviewPage;
pub(crate) use queue::ReviewsPage;
