//! What is read about kept answers that are asked for again. What is the same as for runs is with `schedules`.

pub(crate) const TITLE: &str = "Scheduled questions";
pub(crate) const LINK: &str = "Scheduled questions";
pub(crate) const LIST: &str = "Your scheduled questions";
pub(crate) const EMPTY_TITLE: &str = "No scheduled questions yet";
pub(crate) const EMPTY: &str = "Under an answer, “Keep it” lets you name it and schedule it: its plan runs again without a model. You are notified when the answer changes or no longer matches what you expect.";
pub(crate) const ASK: &str = "Ask a question";

pub(crate) const AGAIN: &str = "Ask again automatically";
pub(crate) const AGAIN_WHY: &str = "The plan of this answer runs again at fixed times, on your behalf and without a model. Relative times like “last month” move along.";
pub(crate) const NEVER: &str = "Only when I ask";
pub(crate) const MAKE: &str = "Create schedule";
pub(crate) const NAME: &str = "Name";
pub(crate) const EXPECTED: &str = "Expected value";
pub(crate) const EXPECTED_HINT: &str =
    "The figure or word the answer should start with, or proven or refuted. Leave empty to expect nothing.";
pub(crate) const URL_HINT: &str = "It receives the answer as JSON when the answer changes, or when the expectation starts to fail or holds again. Up to three attempts are made until it responds with a status from 200 to 299.";

pub(crate) const NEXT: &str = "Next time";
pub(crate) const LAST: &str = "Last time";
pub(crate) const NOT_YET: &str = "Not run yet";
pub(crate) const SKIPPED: &str = "Skipped";
pub(crate) const HISTORY: &str = "History";
pub(crate) const WHEN: &str = "When";
pub(crate) const VALUE: &str = "Value";
pub(crate) const STATE: &str = "Compared with before";
pub(crate) const CHECK: &str = "Expected";
pub(crate) const NOTHING_EXPECTED: &str = "–";
pub(crate) const DELETE_WHY: &str = "The answer is kept. Its history is deleted.";

/// Class, shape and word.
pub(crate) fn state(state: &str) -> (&'static str, &'static str, &'static str) {
    match state {
        "same" => ("chip high", "✓", "the same"),
        "changed" => ("chip medium", "≠", "changed"),
        _ => ("chip low", "✕", "could not be answered"),
    }
}

/// Class, shape and word.
pub(crate) const fn check(holds: bool) -> (&'static str, &'static str, &'static str) {
    if holds { ("chip high", "✓", "as expected") } else { ("chip low", "✕", "not as expected") }
}

/// How telling the webhook of the last result went.
pub(crate) fn delivery(state: &str) -> &'static str {
    match state {
        "delivered" => "last result delivered",
        "failed" => "last result could not be delivered",
        "nothing_new" => "not sent, because nothing was new",
        _ => "waiting to be sent",
    }
}
