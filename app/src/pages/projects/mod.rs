//! Projects: what they are connected to, what was found there, searched and queried.

mod asking;
pub mod calls;
mod found;
mod list;
mod page;
mod sources;

pub(crate) use list::ProjectsPage;
pub(crate) use page::ProjectPage;
