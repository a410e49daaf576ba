//! What interviews collect: a list of versions, and an editor that says what is wrong while one types.

pub mod calls;
mod editor;
mod list;

pub(crate) use editor::ObjectivePage;
pub(crate) use list::ObjectivesPage;
