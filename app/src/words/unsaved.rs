//! Leaving a page with changes that are not saved.

pub(crate) const LEAVE: &str = "You have changes that are not saved. Leave this page without saving them?";
