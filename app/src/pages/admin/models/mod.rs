//! The page of language models: which are chosen, whether they answer, what they cost. Plain forms; it works without scripts.

pub mod calls;
mod form;
mod page;
mod queries;
mod spent;
mod usage;

pub(crate) use page::ModelsPage;
pub(crate) use spent::UsagePage;
