//! Schedules: when a project is explored by itself, and who is told what became of it.

pub mod calls;
mod card;
mod form;
mod page;
mod views;

pub(crate) use page::SchedulesPage;
