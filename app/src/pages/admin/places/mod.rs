//! The tenant's own places.

pub mod calls;
mod form;
mod page;

pub(crate) use page::PlacesPage;
