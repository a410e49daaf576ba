//! Kept answers that are asked for again by themselves.

pub mod calls;
mod card;
mod page;
mod views;

pub(super) use card::ANSWERS;
pub(crate) use page::AskSchedulesPage;
