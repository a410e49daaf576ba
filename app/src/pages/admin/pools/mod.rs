//! The tenant's own pools of questions.

pub mod calls;
mod editor;
mod list;

pub(crate) use editor::PoolPage;
pub(crate) use list::PoolsPage;
