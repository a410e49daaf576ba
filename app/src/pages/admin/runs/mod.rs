//! Runs of all projects, and what people think of what they found.

pub mod calls;
mod filter;
mod findings;
mod page;

pub(crate) use findings::FindingLines;
pub(crate) use page::AdminRunsPage;
