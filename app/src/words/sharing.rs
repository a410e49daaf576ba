//! Letting others read an interview, and inviting somebody to the same questions.

pub(crate) const TITLE: &str = "Share";
pub(crate) const WHY: &str =
    "People with a link do not need an account. A link works for 30 days, or until you revoke it, and is shown only once.";
pub(crate) const NEEDS_SCRIPTS: &str = "Creating a link needs JavaScript, which is off.";
pub(crate) const SHARE: &str = "Create a read-only link";
pub(crate) const TRANSCRIPT: &str = "Include the conversation";
pub(crate) const INVITE: &str = "Invite someone to the same questions";
pub(crate) const SHARED: &str = "Copy this link now. It opens the summary, read-only.";
pub(crate) const INVITED: &str =
    "Copy this link now. It starts an interview with the same questions, and the answers appear in your list.";
pub(crate) const LINKS: &str = "Links";
pub(crate) const READS: &str = "Summary with each value and the words it was quoted from, read-only";
pub(crate) const READS_ALL: &str = "Summary with each value and the words it was quoted from, and the conversation, read-only";
pub(crate) const MADE: &str = "created";
pub(crate) const UNTIL: &str = "works until";
pub(crate) const REVOKE: &str = "Revoke";
pub(crate) fn invitation(guests: u32) -> String {
    match guests {
        0 => "Invitation, not used yet".into(),
        1 => "Invitation, used once".into(),
        _ => format!("Invitation, used {guests} times"),
    }
}
pub(crate) fn revoke(what: &str) -> String {
    format!("Revoke: {what}")
}
