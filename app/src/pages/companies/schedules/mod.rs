//! Searches that are made again by themselves and tell what is new.

pub mod calls;
mod card;
mod offer;
mod page;
mod views;

pub(super) use offer::TellNew;
pub(crate) use page::CompanySchedulesPage;
