//! What is read about kept answers that are asked for again. What is the same as for runs is with `schedules`.

pub(crate) const TITLE: &str = "Answers kept up to date";
pub(crate) const LINK: &str = "Answers that are asked for again";
pub(crate) const LIST: &str = "Your kept answers that are asked for again";
pub(crate) const EMPTY_TITLE: &str = "No answer is asked for again yet";
pub(crate) const EMPTY: &str = "Under an answer, “Keep it” gives it a name and times at which it is asked for again: without a model, by the plan that it has. You are told when it is another, or when what you expect of it no longer holds.";
pub(crate) const ASK: &str = "Ask a question";

pub(crate) const AGAIN: &str = "Ask it again by itself";
pub(crate) const AGAIN_WHY: &str = "The plan of this answer runs again at fixed times, in your name and without a model. Relative times like “last month” move on.";
pub(crate) const NEVER: &str = "Only when I ask";
pub(crate) const MAKE: &str = "Ask again from now on";
pub(crate) const NAME: &str = "Name";
pub(crate) const EXPECTED: &str = "Expected value";
pub(crate) const EXPECTED_HINT: &str =
    "The figure or word that the answer shall begin with, or proven or refuted. Left empty, nothing is expected.";
pub(crate) const URL_HINT: &str = "It is sent the answer as JSON when it is another than the last time, and when what is expected begins to fail or holds again, up to three times until it answers with a status from 200 to 299.";

pub(crate) const NEXT: &str = "Next time";
pub(crate) const LAST: &str = "Last time";
pub(crate) const NOT_YET: &str = "Not asked again yet";
pub(crate) const SKIPPED: &str = "Was not asked again";
pub(crate) const HISTORY: &str = "What came of it";
pub(crate) const WHEN: &str = "When";
pub(crate) const VALUE: &str = "Value";
pub(crate) const STATE: &str = "Since the time before";
pub(crate) const CHECK: &str = "Expected";
pub(crate) const NOTHING_EXPECTED: &str = "–";
pub(crate) const DELETE_WHY: &str = "The answer stays kept. What came of it so far is deleted.";

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
        "delivered" => "told of the last time",
        "failed" => "could not be told of the last time",
        "nothing_new" => "not told, as nothing was new",
        _ => "is to be told",
    }
}
