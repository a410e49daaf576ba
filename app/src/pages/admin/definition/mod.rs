//! The editor of what interviews collect, for objectives and pools of questions: as a form, as JSON, with what is wrong while one
//! types and how an interview would ask.

mod change;
mod editor;
mod form;
mod place;
mod question;

pub(crate) use editor::{Definition, forget};
