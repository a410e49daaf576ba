//! The queue of transcripts to review.

use protocol::review::Verdict;

pub(crate) const TITLE: &str = "Review";
pub(crate) const FILTER: &str = "Which transcripts";
pub(crate) const STATES: [(&str, &str); 4] =
    [("", "All"), ("open", "Waiting"), ("reserved", "In review"), ("reviewed", "Reviewed")];
pub(crate) const DISLIKED: &str = "With complaints";
pub(crate) const TAKE_NEXT: &str = "Review the next one";
pub(crate) const NONE: &str = "No transcript is here.";
pub(crate) const WAITS: &str = "waiting";
pub(crate) const RESERVED: &str = "in review";
pub(crate) const YOURS: &str = "yours";
pub(crate) const YOURS_UNTIL: &str = "Reserved for you until";
pub(crate) const RESERVE: &str = "Reserve for half an hour";
pub(crate) const RELEASE: &str = "Give it back";
pub(crate) const WHOLE: &str = "The whole interview";
pub(crate) const PERSON: &str = "The person:";
pub(crate) const REVIEW: &str = "Your review";
pub(crate) const VERDICT: &str = "All in all";
pub(crate) const COMMENT: &str = "Comment";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVE_NEXT: &str = "Save, and the next one";
#[cfg(feature = "ssr")]
pub(crate) const NO_VERDICT: &str = "Say whether it was good, mixed or bad all in all.";

pub(crate) fn criterion(name: &str) -> (&'static str, &'static str) {
    match name {
        "understanding" => ("Understanding", "was understood what was said?"),
        "questions" => ("Questions", "was asked what helps, once and clearly?"),
        "evidence" => ("Evidence", "do the values say what the words say?"),
        _ => ("Tone", "would one like to be talked to like this?"),
    }
}

pub(crate) const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "good",
        Verdict::Mixed => "mixed",
        Verdict::Bad => "bad",
    }
}

pub(crate) fn dislikes(count: u32) -> String {
    if count == 1 { "1 complaint".into() } else { format!("{count} complaints") }
}

pub(crate) fn theirs(name: &str) -> String {
    format!("{name} is at it until")
}
