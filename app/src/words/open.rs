//! What people without an account read: an interview that was shared with them, and one that they were invited to.

pub(crate) const FROM: &str = "Made with Discovery";
pub(crate) const GONE: &str = "This link no longer works";
pub(crate) const REVOKED: &str = "It was revoked by the person who made it. Ask them for a new one.";
pub(crate) const EXPIRED: &str = "It has expired. Ask the person who sent it to you for a new one.";
pub(crate) const FULL: &str = "As many people as it allows have used it. Ask the person who sent it to you for a new one.";
pub(crate) const REMOVED: &str = "The interview behind it was removed.";
pub(crate) const MISSING: &str = "Page not found";
pub(crate) const MISSING_WHY: &str = "The link may have been cut off. Copy all of it, or ask the person who sent it to you.";
pub(crate) const UNAVAILABLE: &str = "This cannot be shown right now";
pub(crate) const UNAVAILABLE_WHY: &str = "Please try again in a moment.";
pub(crate) const BUSY: &str = "Too many requests";
pub(crate) const BUSY_WHY: &str = "Please wait a minute and load this page again.";
pub(crate) const VALUES: &str = "What is known";
pub(crate) const CONVERSATION: &str = "Conversation";
pub(crate) const PERSON: &str = "Person interviewed";
pub(crate) const INTERVIEWER: &str = "Interviewer";
pub(crate) const YOU: &str = "You";
pub(crate) const NOTHING_YET: &str = "Nothing is known yet.";
pub(crate) fn until(day: &str) -> String {
    format!("You can read this until {day}.")
}
pub(crate) fn invited_by(name: &str) -> String {
    format!("{name} invites you to an interview.")
}
pub(crate) const PROMISES: [&str; 3] = [
    "One question at a time, in your own words.",
    "You can skip a question, ask what it means, or correct yourself.",
    "You do not need an account. Your answers go to the person who invited you.",
];
pub(crate) const NAME: &str = "Your name";
pub(crate) const NAME_HINT: &str = "The person who invited you sees it.";
pub(crate) const NAME_WRONG: &str = "Please give a name of at most 80 characters.";
pub(crate) const START: &str = "Start";
pub(crate) const ANSWER: &str = "Your answer";
pub(crate) const SEND: &str = "Send";
pub(crate) const ANSWERED: &str =
    "You have sent an answer from this page already. To add to it or change it, send this one again.";
pub(crate) const FINISH: &str = "Finish";
pub(crate) const THANKS: &str = "Thank you. Your interview is complete.";
pub(crate) const THINKING: &str = "The reply is being written. This page reloads by itself.";
pub(crate) const OTHER_MOVES: &str = "Or say";
pub(crate) fn progress(known: u32, total: u32) -> String {
    format!("{known} of {total} required answers")
}
