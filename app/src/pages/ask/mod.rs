//! Asks: a question to a project, answered with a proof that can be run again (seed 004).

mod answer;
pub mod calls;
mod composer;
mod copied;
mod finding;
mod form;
mod guided;
mod header;
mod keeping;
mod list;
mod live;
mod marked;
mod page;
mod proof;
mod questions;
mod redone;
pub mod schedules;
mod steps;
mod table;
mod views;

pub(crate) use list::AsksPage;
pub(crate) use page::AskPage;
pub(crate) use schedules::AskSchedulesPage;
