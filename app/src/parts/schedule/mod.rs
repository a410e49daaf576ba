//! Schedules on pages, whatever they start: the fields of their forms, their lines in lists, and what is done with them.

mod edit;
mod fields;
mod line;
mod views;

pub(crate) use edit::edit;
pub(crate) use fields::{entered, field, form_data, times, webhook};
pub(crate) use line::{Desk, Kind, Words, line};
pub use views::{ScheduleDeed, TimesShown, TimesWish, WebhookCard};
