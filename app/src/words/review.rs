//! The queue of transcripts to review.

use protocol::review::Verdict;

pub(crate) const TITLE: &str = "Review";
pub(crate) const FILTER: &str = "Which transcripts";
pub(crate) const STATES: [(&str, &str); 4] =
    [("", "All"), ("open", "Waiting"), ("reserved", "In review"), ("reviewed", "Reviewed")];
pub(crate) const DISLIKED: &str = "With negative feedback";
pub(crate) const TAKE_NEXT: &str = "Review next";
pub(crate) const NONE: &str = "No transcripts here.";
pub(crate) const WAITS: &str = "waiting";
pub(crate) const RESERVED: &str = "in review";
pub(crate) const YOURS: &str = "yours";
pub(crate) const YOURS_UNTIL: &str = "Reserved for you until";
pub(crate) const RESERVE: &str = "Reserve for 30 minutes";
pub(crate) const RELEASE: &str = "Release";
pub(crate) const WHOLE: &str = "Full interview";
pub(crate) const PERSON: &str = "Person:";
pub(crate) const SAID: &str = "In the transcript";
pub(crate) const REVIEW: &str = "Your review";
pub(crate) const VERDICT: &str = "Overall";
pub(crate) const COMMENT: &str = "Comment";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVE_NEXT: &str = "Save and next";
#[cfg(feature = "ssr")]
pub(crate) const NO_VERDICT: &str = "Choose an overall verdict: good, mixed or bad.";

pub(crate) fn criterion(name: &str) -> (&'static str, &'static str) {
    match name {
        "understanding" => ("Understanding", "Did it understand what the person said?"),
        "questions" => ("Questions", "Were the questions useful, clear and asked only once?"),
        "evidence" => ("Evidence", "Do the values match what was said?"),
        _ => ("Tone", "Was the conversation pleasant?"),
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
    if count == 1 { "1 dislike".into() } else { format!("{count} dislikes") }
}

pub(crate) fn theirs(name: &str) -> String {
    format!("{name} is reviewing it until")
}
