//! The page of language models.

use protocol::models::{Strength, Usd};

pub(crate) const TITLE: &str = "Language models";
pub(crate) const ABOUT: &str =
    "Interviews ask the model chosen here. Where it does not answer, the built-in engine does, and the interview says so.";
pub(crate) const BUILT_IN: &str = "the built-in engine; nothing leaves this machine";
pub(crate) const SAVED: &str = "Saved.";
pub(crate) const SENT: &str = "Working on it…";
pub(crate) const NO_MODEL: &str = "no model";
pub(crate) const PROVIDER: &str = "Provider";
pub(crate) const OPERATORS: &str = "As the server is set up";
pub(crate) const MODEL: &str = "Model";
pub(crate) const MODEL_HINT: &str = "As the provider names it.";
pub(crate) const BASE_URL: &str = "Address";
pub(crate) const BASE_URL_HINT: &str = "Only where it is not the provider's own, e.g. https://models.example.com/v1";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEY_SET: &str = "A key is kept, encrypted. Empty keeps it; it is never shown.";
pub(crate) const KEY_UNSET: &str = "Kept encrypted and never shown.";
pub(crate) const KEY_REMOVE: &str = "Remove the kept key";
pub(crate) const PRICE_INPUT: &str = "Dollars per million tokens in";
pub(crate) const PRICE_OUTPUT: &str = "Dollars per million tokens out";
pub(crate) const BUDGET: &str = "Budget";
pub(crate) const BUDGET_WHY: &str =
    "A call that could exceed it is not made: the built-in engine answers then, and says so. Empty is no limit.";
pub(crate) const BUDGET_DAY: &str = "Dollars a day (UTC)";
pub(crate) const BUDGET_SESSION: &str = "Dollars an interview";
pub(crate) const SAVE: &str = "Save";
pub(crate) const BY_DAY: &str = "Use by day";
pub(crate) const BY_TASK: &str = "Use by task";
pub(crate) const USAGE: &str = "Use of language models";
pub(crate) const USAGE_CUT: &str = "Only the newest are shown: choose fewer days.";
pub(crate) const SUMMED_BY: &str = "Summed up by";
/// Names and labels.
pub(crate) const BY: [(&str, &str); 4] = [("day", "Day"), ("task", "Task"), ("model", "Model"), ("session", "Interview")];
pub(crate) const UNUSED: &str = "No model was asked yet.";
pub(crate) const QUERIES: &str = "Queries of projects' data";
pub(crate) const QUERIES_NONE: &str = "No data was asked in these days.";
pub(crate) const QUERIES_CUT: &str = "Only those who asked most are shown: choose fewer days.";
pub(crate) const QUERIES_KEPT: &str = "Of the newest 10,000 queries of 90 days.";
pub(crate) const PROJECT_GONE: &str = "A project that was deleted";
pub(crate) const NOBODY: &str = "The command line, or somebody who is not here any more";
pub(crate) const QUERY_COLUMNS: [&str; 6] = ["Project", "Person", "Queries", "Without an answer", "Rows", "Time"];

pub(crate) fn seconds(milliseconds: u64) -> String {
    format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100)
}

pub(crate) const COLUMNS: [&str; 5] = ["", "Calls", "Tokens", "Cost", "Share"];

pub(crate) const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Fast => "Quick tasks",
        Strength::Strong => "Thorough tasks",
    }
}

pub(crate) const fn purpose(strength: Strength) -> &'static str {
    match strength {
        Strength::Fast => "Understanding a message and wording the reply, while somebody waits.",
        Strength::Strong => "Summaries, judging research, looking at an interview again.",
    }
}

pub(crate) const fn test(strength: Strength) -> &'static str {
    match strength {
        Strength::Fast => "Test the quick one",
        Strength::Strong => "Test the thorough one",
    }
}

pub(crate) fn answered(model: &str, latency_ms: u64, reply: &str) -> String {
    format!("{model} answered in {latency_ms} ms: “{reply}”")
}

pub(crate) fn failed(model: &str, latency_ms: u64, detail: &str) -> String {
    format!("{model} did not answer ({latency_ms} ms): {detail}")
}

pub(crate) fn price(input: Usd, output: Usd) -> String {
    format!("Reckoned with {input} in and {output} out for a million tokens.")
}

pub(crate) fn task(name: String) -> String {
    let known = match name.as_str() {
        "understand" => "Understanding messages",
        "reply" => "Wording replies",
        "summarise" => "Summaries",
        "judge_research" => "Judging research",
        "reevaluate" => "Looking again",
        "draft_pack" => "Drafting a pack",
        "explore" => "Exploring data",
        "mend_query" => "Mending queries",
        "analyse" => "Analysing findings",
        "challenge" => "Challenging findings",
        "recommend" => "Recommending",
        "understand_search" => "Understanding searches for companies",
        "synthesize_queries" => "Wording searches for companies",
        "extract_companies" => "Reading texts for companies",
        "frame_opportunities" => "Framing opportunities",
        "validate_artifacts" => "Validating briefs, solutions and specifications",
        "revise_artifact" => "Revising what was rejected",
        "design_solutions" => "Designing solutions",
        "assess_feasibility" => "Assessing feasibility",
        "rank_opportunities" => "Ranking opportunities",
        "test" => "Tests",
        _ => return name,
    };
    known.to_owned()
}

/// What is not as it should be about some calls.
pub(crate) fn remark(failed: u64, unpriced: u64, estimated: u64) -> String {
    let parts = [(failed, "failed"), (unpriced, "without a known price"), (estimated, "estimated")];
    let parts: Vec<_> = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    parts.join(", ")
}
