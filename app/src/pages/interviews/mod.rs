//! Interviews: the list, and one interview with its conversation and what is known (seed 000).

pub(crate) mod acts;
pub mod calls;
mod card;
mod chip;
mod composer;
mod conflicts;
mod ending;
mod falling;
pub(crate) mod forms;
mod growing;
mod header;
mod import;
mod known;
mod list;
mod listed;
pub(crate) mod marks;
mod memory;
mod message;
mod negotiation;
mod obligation;
mod outbox;
pub(crate) mod outcome;
mod page;
mod panels;
pub mod questions;
mod recap;
mod reply;
mod research;
mod room;
mod row_menu;
pub mod sharing;
mod talk;
mod threads;
mod transcript;
pub(crate) mod value;
mod voice;
mod whole;
mod widget;

pub(crate) use card::{InterviewCards, ObjectiveCards};
pub(crate) use import::ImportPage;
pub(crate) use list::InterviewsPage;
pub(crate) use page::{InterviewPage, RoomView, fault_of_form, read};
#[cfg(feature = "hydrate")]
pub(crate) use panels::load_drawn;
pub(crate) use questions::QuestionsPage;
pub(crate) use research::ResearchPage;
