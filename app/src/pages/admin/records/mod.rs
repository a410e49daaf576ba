//! What was done, and what people think of it: the audit and the feedback.

mod audit;
pub mod calls;
mod feedback;

pub(crate) use audit::AuditPage;
pub(crate) use feedback::FeedbackPage;
