//! What databases and searches cost.

pub mod calls;
mod form;
mod page;

pub(crate) use page::PricesPage;
