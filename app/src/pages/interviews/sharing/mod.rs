//! Letting others read an interview, inviting somebody to the same questions, and putting interviews away.

pub mod calls;
mod links;

pub(super) use links::Sharing;
