//! What is read about discovery runs, and about what they found.

use super::projects::{number as whole, took};
use protocol::run::{ExplorerChoice, Phase};

pub(crate) const TITLE: &str = "Runs";
pub(crate) const RUNS: &str = "Runs of this project";

pub(crate) const FIRST_TITLE: &str = "Explore this data";
pub(crate) const FIRST: &str =
    "A run asks the tables its own questions, checks every number it finds with a separate query, and recommends what to do.";
pub(crate) const FIRST_BUTTON: &str = "Explore this data";
pub(crate) const NO_SOURCE: &str = "A run explores tables. Add files with data or connect a database first.";
pub(crate) const EMPTY_TITLE: &str = "No runs yet";
pub(crate) const EMPTY: &str = "A run explores the tables, one question after another, and comes back with insights, the queries behind every number, and recommendations. It is read-only. Nothing leaves this machine unless a model is set up.";
pub(crate) const EMPTY_READER: &str = "Members of the project can start runs.";

pub(crate) const START: &str = "Start a run";
pub(crate) const GOAL: &str = "What do you want to know?";
pub(crate) const GOAL_HINT: &str = "A question or a goal. Leave empty to look for anything that stands out.";
pub(crate) const AREAS: &str = "Areas";
pub(crate) const AREAS_HINT: &str = "All areas if none is selected.";
pub(crate) const EXPLORER: &str = "Explorer";
pub(crate) const MAX_STEPS: &str = "Maximum queries";
pub(crate) const LIMITS: &str = "Limits";
pub(crate) const LIMITS_HINT: &str = "The run stops at the first limit it reaches, and keeps what it found. Leave empty for no limit. A limit in US dollars needs prices: you are told before the run starts if one is unknown.";
pub(crate) const MOST_QUERIES: &str = "Queries, checks included";
pub(crate) const MOST_MINUTES: &str = "Minutes";
pub(crate) const MOST_USD: &str = "US dollars";
pub(crate) const ESTIMATE_FIRST: &str = "Estimate before running";
pub(crate) const START_BUTTON: &str = "Start";
pub(crate) const ESTIMATING: &str = "Estimating …";
pub(crate) const STARTING: &str = "Starting …";
pub(crate) const ESTIMATE: &str = "Estimate";
pub(crate) const START_NOW: &str = "Start this run";
pub(crate) const NO_PRICE: &str = "The price is unknown: no price is set for what it would use.";
pub(crate) const LIMIT_IN_DOUBT: &str = "The limit in US dollars cannot be enforced for everything.";
pub(crate) const SET_PRICE: &str = "Set the price";
pub(crate) const PRICE_OF_ADMIN: &str = "An administrator can set the price.";
pub(crate) const LIMIT: &str = "Limit";
pub(crate) const FREE_QUERIES: &str = "The cost of queries is unknown, so the limit in US dollars does not cover them. An administrator can set database prices under Administration.";
pub(crate) const FREE_MODEL: &str = "The cost of the model is unknown, so the limit in US dollars does not cover it. An administrator can set its price under Administration.";
pub(crate) const FROM_INTERVIEW: &str = "Using answers from the interview";
pub(crate) const CHOOSE_PROJECT: &str = "Choose a project to explore using the answers from your interview.";
pub(crate) const EXPLORE_WITH_THIS: &str = "Explore data with these answers";
pub(crate) const CONTINUE: &str = "See what it found";
pub(crate) const FOLLOW: &str = "Watch it";
pub(crate) const LATEST: &str = "Newest run";

pub(crate) const EVERYTHING: &str = "Everything that stands out";
pub(crate) const CANCEL: &str = "Cancel run";
pub(crate) const CANCELLING: &str = "Cancelling …";
pub(crate) const RESUME: &str = "Resume run";
pub(crate) const RESUMING: &str = "Resuming …";
pub(crate) const RESUME_WHAT: &str = "You can resume it once the cause is fixed. It continues with its first unfinished step, keeps \
                                      what it has, and repeats no finished query. “Run again” starts over.";
pub(crate) const AGAIN: &str = "Run again";
pub(crate) const TO_OPPORTUNITIES: &str = "Turn into opportunities";
pub(crate) const EXPORT: &str = "Export";
pub(crate) const EXPORTS: [(&str, &str); 4] = [("md", "Markdown"), ("json", "JSON"), ("csv", "CSV"), ("html", "To print")];
pub(crate) const PHASES: &str = "Phases";
pub(crate) const PAST: &str = "done";
pub(crate) const NOW: &str = "in progress";
pub(crate) const NEXT: &str = "not yet";
pub(crate) const LEFT_OUT: &str = "skipped";
pub(crate) const FAILED: &str = "This run failed.";
pub(crate) const GOAL_QUESTIONS: &str = "What would you like to know?";
pub(crate) const GOAL_QUESTIONS_WHY: &str = "The run has no goal that names something in the data, so it explores everything. \
                                             An interview about these questions makes the next run more precise.";
pub(crate) const GOAL_INTERVIEW: &str = "Answer in an interview";
pub(crate) const PARTIAL: &str = "This run is not complete.";
pub(crate) const CANCELLED: &str = "This run was cancelled. What it found so far is kept. “Run again” starts over.";
pub(crate) const NOTES: &str = "Notes";
pub(crate) const RESUMED: &str = "resumed after an interruption";
pub(crate) const UNREADABLE: &str =
    "The results of this run were written by an earlier version and cannot be shown here. Run it again to see them.";

pub(crate) const COST: &str = "Cost and effort";
pub(crate) const QUERIES: &str = "Queries";
pub(crate) const BYTES: &str = "Read";
pub(crate) const MODEL: &str = "Model";
pub(crate) const NO_MODEL: &str = "none used";
pub(crate) const TOTAL: &str = "Cost";
pub(crate) const UNKNOWN: &str = "unknown";
pub(crate) const ESTIMATED: &str = "Estimated";

pub(crate) const STEPS: &str = "Steps";
pub(crate) const NO_STEPS: &str = "Starting …";
pub(crate) const NO_STEP: &str = "It ended before the first step.";
pub(crate) const EARLIER: &str = "Show earlier steps";
pub(crate) const THINKING: &str = "Thinking";
pub(crate) const QUERY: &str = "Query";
pub(crate) const ERROR: &str = "Error";
pub(crate) const MENDED: &str = "How it was fixed";
pub(crate) const BEFORE: &str = "Before";
pub(crate) const AFTER: &str = "After";
pub(crate) const CONTEXT: &str = "Context from earlier runs and feedback";

pub(crate) const INSIGHTS: &str = "Insights";
pub(crate) const RECOMMENDATIONS: &str = "Recommendations";
pub(crate) const NO_INSIGHT_YET: &str = "No insights yet. They appear here as they are found.";
pub(crate) const NO_INSIGHT: &str = "Nothing stood out. Give the next run a goal, or add more data.";
pub(crate) const NO_INSIGHT_BY_THEN: &str = "It ended before it found anything.";
pub(crate) const NO_RECOMMENDATION: &str = "No recommendations follow from the findings.";
pub(crate) const GONE: &str = "No longer found";
pub(crate) const GONE_WHAT: &str = "Earlier runs found these, and this one did not.";
pub(crate) const LAST_SEEN: &str = "last found";
pub(crate) const FEEDBACK: &str = "What feedback changed";
pub(crate) const CLAIMS: &str = "Numbers";
pub(crate) const CLAIMED: &str = "claimed";
pub(crate) const COUNTED: &str = "counted";
pub(crate) const NOT_COUNTED: &str = "not counted";
pub(crate) const LEADS_TO: &str = "Leads to";
pub(crate) const RESTS_ON: &str = "Based on";
pub(crate) const DETAILS: &str = "Queries and rows";
pub(crate) const AS_TABLE: &str = "As a table";
pub(crate) const VALUE: &str = "Value";
pub(crate) const OF: &str = "Of";

pub(crate) const INSIGHT: &str = "Insight";
pub(crate) const RECOMMENDATION: &str = "Recommendation";
pub(crate) const INDICATORS: &str = "Indicators";
pub(crate) const METRICS: &str = "Metrics";
pub(crate) const CHALLENGES: &str = "Counter-checks";
pub(crate) const HOLDS: &str = "holds";
pub(crate) const DOES_NOT_HOLD: &str = "does not hold";
pub(crate) const NO_ANSWER: &str = "could not be answered";
pub(crate) const SOURCE_STEPS: &str = "Source steps";
pub(crate) const ROWS_OF: &str = "Rows of step";
pub(crate) const SEGMENT: &str = "Segment";
pub(crate) const AFFECTED: &str = "Affected";
pub(crate) const CONFIDENCE: &str = "Confidence";
pub(crate) const RISK: &str = "Risk";
pub(crate) const ACTIONS: &str = "What to do";
pub(crate) const IMPACT: &str = "Expected impact";
pub(crate) const EFFORT: &str = "Effort";
pub(crate) const MEASURED_BY: &str = "How to measure success";
pub(crate) const RELATED: &str = "Related";
pub(crate) const BACK_TO_RUN: &str = "Back to the run";
pub(crate) const RATE: &str = "What do you think of it?";
pub(crate) const RATE_WHY: &str = "The next run of this project takes it into account.";
pub(crate) const LIKE: &str = "Useful";
pub(crate) const DISLIKE: &str = "Not useful";
pub(crate) const COMMENT: &str = "Why? (optional)";
pub(crate) const KEEP_COMMENT: &str = "Save comment";
pub(crate) const TAKE_BACK: &str = "Remove rating";
pub(crate) const LIKED: &str = "You find this useful.";
#[cfg(feature = "ssr")]
pub(crate) const NO_BOX: &str = "A box is ticked or it is not: send “on”, or nothing.";
#[cfg(feature = "ssr")]
pub(crate) const NO_RATING: &str = "A rating is like, dislike or none.";
pub(crate) const DISLIKED: &str = "You find this not useful.";

pub(crate) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Initialization => "Start",
        Phase::ContextLoading => "Context",
        Phase::SchemaDiscovery => "Tables",
        Phase::Exploration => "Exploration",
        Phase::Analysis => "Analysis",
        Phase::Validation => "Validation",
        Phase::Recommendations => "Recommendations",
        Phase::Saving => "Saving",
    }
}

pub(crate) const fn explorer(explorer: ExplorerChoice) -> &'static str {
    match explorer {
        ExplorerChoice::Auto => "Model, else built-in",
        ExplorerChoice::BuiltIn => "Built-in explorer",
        ExplorerChoice::Model => "Language model",
    }
}

/// Who did something, by its name in the records.
pub(crate) fn engine(name: &str) -> String {
    if name == "built_in" { "built-in".to_owned() } else { name.to_owned() }
}

pub(crate) fn goal(goal: &str) -> String {
    if goal.trim().is_empty() { EVERYTHING.to_owned() } else { goal.to_owned() }
}

/// A status in one word; a shape and the word carry it, the colour repeats it.
pub(crate) fn status(status: &str, run_type: Option<&str>) -> (&'static str, &'static str, &'static str) {
    match (status, run_type) {
        ("pending", _) => ("chip", "◌", "waiting"),
        ("running", _) => ("chip sure", "●", "in progress"),
        ("completed", Some("partial")) => ("chip medium", "◐", "incomplete"),
        ("completed", _) => ("chip high", "✓", "complete"),
        ("cancelled", _) => ("chip", "■", "cancelled"),
        _ => ("chip low", "✕", "failed"),
    }
}

pub(crate) fn severity(name: &str) -> (&'static str, &'static str, &'static str) {
    match name {
        "critical" => ("severity critical", "▲", "critical"),
        "high" => ("severity high", "◆", "high"),
        "medium" => ("severity medium", "●", "medium"),
        _ => ("severity low", "○", "low"),
    }
}

/// Whether a number held.
pub(crate) fn verdict(name: &str) -> (&'static str, &'static str, &'static str) {
    match name {
        "confirmed" => ("chip sure", "✓", "confirmed"),
        "adjusted" => ("chip medium", "≈", "adjusted"),
        "rejected" => ("chip low", "✕", "rejected"),
        "error" => ("chip low", "!", "could not be checked"),
        _ => ("chip", "?", "not checked"),
    }
}

pub(crate) fn history(state: &str, times: u32) -> String {
    match state {
        "seen_again" => format!("found again, {times} times so far"),
        "changed" => "changed since the previous run".to_owned(),
        _ => "new".to_owned(),
    }
}

pub(crate) fn stopped_by(limit: &str) -> Option<&'static str> {
    Some(match limit {
        "max_steps" => "It reached its number of queries.",
        "usd" => "It reached its limit in US dollars.",
        "queries" => "It reached its limit of queries.",
        "minutes" => "It reached its limit of minutes.",
        _ => return None,
    })
}

pub(crate) fn kind(kind: &str) -> &str {
    match kind {
        "query" => "query",
        "lookup_schema" => "look up tables",
        "search_tables" => "search for tables",
        "complete_rejected" => "continues",
        "insight" => "insight",
        "analysis" => "analysis",
        "validation" => "check",
        "error" => "error",
        other => other,
    }
}

pub(crate) fn ahead(runs: u32) -> String {
    if runs == 1 { "1 run of this project comes first".into() } else { format!("{runs} runs of this project come first") }
}

pub(crate) fn insights(count: u32) -> String {
    if count == 1 { "1 insight".into() } else { format!("{count} insights") }
}

pub(crate) fn recommendations(count: usize) -> String {
    if count == 1 { "1 recommendation".into() } else { format!("{count} recommendations") }
}

pub(crate) fn rows(count: u64) -> String {
    if count == 1 { "1 row".into() } else { format!("{} rows", whole(count)) }
}

pub(crate) fn mended(times: usize) -> String {
    if times == 1 { "fixed once".into() } else { format!("fixed {times} times") }
}

pub(crate) fn attempt(number: u32) -> String {
    format!("Attempt {number}")
}

pub(crate) fn queries(done: u32, most: u32) -> String {
    format!("{} of {}", whole(u64::from(done)), whole(u64::from(most)))
}

pub(crate) fn tokens(input: u64, output: u64) -> String {
    format!("{} tokens in, {} out", whole(input), whole(output))
}

pub(crate) fn usd(amount: f64) -> String {
    if amount <= 0.0 {
        "0 USD".to_owned()
    } else if amount < 1.0 {
        format!("{amount:.4} USD")
    } else {
        format!("{amount:.2} USD")
    }
}

pub(crate) fn usd_range(low: f64, high: f64) -> String {
    let (low, high) = (usd(low), usd(high));
    if low == high { high } else { format!("{low} to {high}") }
}

pub(crate) fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    let (mut value, mut unit) = (count, "B");
    let mut rest = 0;
    for next in UNITS {
        if value < 1_000 {
            break;
        }
        (rest, value, unit) = (value % 1_000 / 100, value / 1_000, next);
    }
    if unit == "B" || rest == 0 { format!("{value} {unit}") } else { format!("{value}.{rest} {unit}") }
}

pub(crate) fn priority(priority: u8) -> String {
    format!("priority {priority}")
}

/// How long something took, in microseconds.
pub(crate) fn lasted(micros: i64) -> String {
    let millis = u64::try_from(micros / 1_000).unwrap_or_default();
    let (minutes, seconds) = (millis / 60_000, millis % 60_000 / 1_000);
    match minutes {
        0 => took(millis),
        1..60 => format!("{minutes} min {seconds} s"),
        _ => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

/// A number as people read it: whole ones in groups, others with as many digits as say something.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let decimals = match value.abs() {
        size if size >= 1_000.0 || value.fract() == 0.0 => 0,
        size if size >= 1.0 => 2,
        _ => 4,
    };
    let written = format!("{:.decimals$}", value.abs());
    let (units, rest) = written.split_once('.').unwrap_or((&written, ""));
    let units = units.parse::<u64>().map_or_else(|_| units.to_owned(), whole);
    let rest = rest.trim_end_matches('0');
    let sign = if value < 0.0 && (units != "0" || !rest.is_empty()) { "−" } else { "" };
    if rest.is_empty() { format!("{sign}{units}") } else { format!("{sign}{units}.{rest}") }
}

/// A number of a claim: shares read as per cent.
pub(crate) fn claimed(kind: &str, value: f64) -> String {
    if kind != "share" {
        return number(value);
    }
    let percent = if value.abs() <= 1.0 { value * 100.0 } else { value };
    format!("{}%", number((percent * 10.0).round() / 10.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_explorer_is_cut_on_a_phone() {
        for which in [ExplorerChoice::Auto, ExplorerChoice::BuiltIn, ExplorerChoice::Model] {
            assert!(explorer(which).len() <= 24, "{}", explorer(which));
        }
    }

    #[test]
    fn numbers_are_read_easily() {
        for (value, text) in [
            (0.0, "0"),
            (-0.000_01, "0"),
            (412.0, "412"),
            (12_345.678, "12,346"),
            (17.1, "17.1"),
            (-2.5, "−2.5"),
            (0.123_456, "0.1235"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(number(value), text, "{value}");
        }
        assert_eq!([claimed("share", 0.675), claimed("share", 67.5), claimed("count", 67.5)], ["67.5%", "67.5%", "67.5"]);
    }

    #[test]
    fn times_and_sizes_are_short() {
        assert_eq!([lasted(9_000), lasted(61_000_000), lasted(3_720_000_000)], ["9 ms", "1 min 1 s", "1 h 2 min"]);
        assert_eq!([usd_range(0.0, 0.0), usd_range(0.5, 2.0)], ["0 USD", "0.5000 USD to 2.00 USD"]);
        assert_eq!([bytes(0), bytes(999), bytes(3_100_000), bytes(2_000_000_000)], ["0 B", "999 B", "3.1 MB", "2 GB"]);
    }
}
