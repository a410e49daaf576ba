//! The audit, and what people think of messages.

pub(crate) const AUDIT: &str = "Audit";
pub(crate) const PERSON: &str = "Who";
pub(crate) const ANYBODY: &str = "Anybody";
pub(crate) const NOBODY: &str = "nobody known";
pub(crate) const ACTION: &str = "What";
pub(crate) const ANYTHING: &str = "Anything";
pub(crate) const TARGET: &str = "To which id";
pub(crate) const SINCE: &str = "From";
pub(crate) const UNTIL: &str = "To";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const NO_ENTRY: &str = "Nothing like that was done.";
pub(crate) const COLUMNS: [&str; 4] = ["When", "Who", "What", "To what"];
pub(crate) const FEEDBACK: &str = "Feedback";
pub(crate) const WHICH: &str = "Which feedback";
pub(crate) const RATINGS: [(&str, &str); 3] = [("", "All"), ("dislike", "Not good"), ("like", "Good")];
pub(crate) const NO_FEEDBACK: &str = "Nobody has said anything about a message yet.";
pub(crate) const THERE: &str = "In the interview";
pub(crate) const REVIEW: &str = "Review it";
