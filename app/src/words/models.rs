//! The page of language models.

use protocol::models::{Strength, Usd};

pub(crate) const TITLE: &str = "Language models";
pub(crate) const ABOUT: &str =
    "Interviews use the model you choose here. If it does not answer, the built-in engine takes over, and the interview says so.";
pub(crate) const BUILT_IN: &str = "the built-in engine; nothing leaves this machine";
pub(crate) const SAVED: &str = "Saved.";
pub(crate) const SENT: &str = "Working on it…";
pub(crate) const NO_MODEL: &str = "no model";
pub(crate) const PROVIDER: &str = "Provider";
pub(crate) const OPERATORS: &str = "Server default";
pub(crate) const MODEL: &str = "Model";
pub(crate) const MODEL_HINT: &str = "The provider's name for it.";
pub(crate) const BASE_URL: &str = "Address";
pub(crate) const BASE_URL_HINT: &str = "Only if it is not the provider's own, e.g. https://models.example.com/v1";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEY_SET: &str = "A key is stored, encrypted. Leave empty to keep it. It is never shown.";
pub(crate) const KEY_UNSET: &str = "Stored encrypted and never shown.";
pub(crate) const KEY_REMOVE: &str = "Remove the stored key";
pub(crate) const PRICE_INPUT: &str = "Dollars per million input tokens";
pub(crate) const PRICE_OUTPUT: &str = "Dollars per million output tokens";
pub(crate) const BUDGET: &str = "Budget";
pub(crate) const BUDGET_WHY: &str =
    "Calls that could exceed it are not made. The built-in engine answers instead, and says so. Leave empty for no limit.";
pub(crate) const BUDGET_DAY: &str = "Dollars per day (UTC)";
pub(crate) const BUDGET_SESSION: &str = "Dollars per interview";
pub(crate) const SAVE: &str = "Save";
pub(crate) const BY_DAY: &str = "Usage by day";
pub(crate) const BY_TASK: &str = "Usage by task";
pub(crate) const USAGE: &str = "Language model usage";
pub(crate) const USAGE_CUT: &str = "Only the most recent are shown. Choose a shorter period.";
pub(crate) const SUMMED_BY: &str = "Group by";
/// Names and labels.
pub(crate) const BY: [(&str, &str); 4] = [("day", "Day"), ("task", "Task"), ("model", "Model"), ("session", "Interview")];
pub(crate) const UNUSED: &str = "No calls to a model yet.";
pub(crate) const QUERIES: &str = "Queries of project data";
pub(crate) const QUERIES_NONE: &str = "No queries in this period.";
pub(crate) const QUERIES_CUT: &str = "Only the most active are shown. Choose a shorter period.";
pub(crate) const QUERIES_KEPT: &str = "From the most recent 10,000 queries of the last 90 days.";
pub(crate) const PROJECT_GONE: &str = "Deleted project";
pub(crate) const NOBODY: &str = "The command line, or someone who was removed";
pub(crate) const QUERY_COLUMNS: [&str; 6] = ["Project", "Person", "Queries", "Failed", "Rows", "Time"];

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
        Strength::Fast => "Understanding a message and writing the reply while someone waits.",
        Strength::Strong => "Summaries, assessing research, reassessing an interview.",
    }
}

pub(crate) const fn test(strength: Strength) -> &'static str {
    match strength {
        Strength::Fast => "Test the quick model",
        Strength::Strong => "Test the thorough model",
    }
}

pub(crate) fn answered(model: &str, latency_ms: u64, reply: &str) -> String {
    format!("{model} answered in {latency_ms} ms: “{reply}”")
}

pub(crate) fn failed(model: &str, latency_ms: u64, detail: &str) -> String {
    format!("{model} did not answer ({latency_ms} ms): {detail}")
}

pub(crate) fn price(input: Usd, output: Usd) -> String {
    format!("Calculated at {input} per million input tokens and {output} per million output tokens.")
}

pub(crate) fn task(name: String) -> String {
    let known = match name.as_str() {
        "understand" => "Understanding messages",
        "reply" => "Writing replies",
        "summarise" => "Summaries",
        "judge_research" => "Assessing research",
        "reevaluate" => "Reassessing answers",
        "draft_pack" => "Drafting a pack",
        "explore" => "Exploring data",
        "mend_query" => "Fixing queries",
        "analyse" => "Analysing findings",
        "challenge" => "Challenging findings",
        "recommend" => "Recommending",
        "understand_search" => "Understanding company searches",
        "synthesize_queries" => "Writing company searches",
        "extract_companies" => "Extracting companies",
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
