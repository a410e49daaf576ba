//! What one interview asks: merged, split, added, moved to another version. Plain forms; it works without scripts.

pub mod calls;
mod forms;
mod newer;
mod page;

pub(crate) use page::QuestionsPage;
