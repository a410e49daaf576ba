//! What is read about asks: questions to a project, their answers, and what proves them.

use super::{projects::number as whole, runs::number as short};
use protocol::{
    ask::{AskCost, AskMode, AskStatus, NodeStatus, ProofSource, Verdict},
    work::StepState,
};
use serde_json::Number;

pub(crate) const TITLE: &str = "Ask";
pub(crate) const ABOUT: &str =
    "A question in your own words, answered from the data, documents and facts of a project. Every answer shows what proves it.";
pub(crate) const PROJECT: &str = "Project";
pub(crate) const CHOOSE: &str = "Choose";
pub(crate) const NO_PROJECT_TITLE: &str = "No projects yet";
pub(crate) const NO_PROJECT: &str = "A project holds the databases, files and documents that answer.";
pub(crate) const CREATE_PROJECT: &str = "Create a project";
pub(crate) const NO_SOURCE_TITLE: &str = "This project has no data yet";
pub(crate) const NO_SOURCE: &str = "Connect a database, or add files or documents. Answers come from them.";
pub(crate) const CONNECT: &str = "Add a source";
pub(crate) const READER: &str = "You can read your own questions. To ask, you need the member role from an administrator.";
pub(crate) const REFRESHED: &str = "The sources were refreshed: tables, documents and APIs are up to date.";

pub(crate) const QUESTION: &str = "Your question";
pub(crate) const PLACEHOLDER: &str = "What do you want to know?";
pub(crate) const SEND: &str = "Ask";
pub(crate) const SENDING: &str = "Sending …";
pub(crate) const KEYS: &str = "Enter to send, Shift + Enter for a new line.";
pub(crate) const COMMANDS: &str = "/redo what to change · /mode name · /facts · /refresh";
pub(crate) const SUGGESTIONS: &str = "For example";
pub(crate) const ENGINE: &str =
    "If a language model is set up, it plans the answer. Otherwise the built-in planner does. Each answer says which one.";
pub(crate) const MODE: &str = "Mode";
pub(crate) const AUTOMATIC: &str = "automatic";
pub(crate) const NEXT: &str = "Ask a follow-up";
pub(crate) const CONVERSATION: &str = "Conversation";
pub(crate) const EARLIER: &str = "Earlier in this conversation";
pub(crate) const PAST: &str = "Your questions";
pub(crate) const ALL_ASKS: &str = "All questions of this project";
pub(crate) const NO_ASKS: &str = "No questions yet.";
pub(crate) const FACTS: &str = "Facts of the project";
pub(crate) const NO_FACTS: &str = "No facts yet. You can save answers and corrections as facts.";
pub(crate) const NO_ANSWER_YET: &str = "no answer yet";

pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const EXPORT: &str = "Export";
pub(crate) const EXPORTS: [(&str, &str); 3] = [("md", "Markdown"), ("json", "JSON"), ("html", "To print")];
pub(crate) const CSV: &str = "CSV";
pub(crate) const WAITS: &str = "Starting …";
pub(crate) const PLANNING: &str = "Planning how to answer …";
pub(crate) const CLARIFYING: &str = "Waiting for your answer.";
pub(crate) const CONCLUDING: &str = "Putting the answer together …";
pub(crate) const FAILED: &str = "This question could not be answered.";
pub(crate) const CANCELLED: &str = "This question was cancelled.";
pub(crate) const ASK_AGAIN: &str = "Ask again";

pub(crate) const ASKED_BACK: &str = "One question first";
pub(crate) const ANSWERED_BACK: &str = "What you answered";
pub(crate) const YOU_CHOOSE: &str = "You choose";
pub(crate) const YOU_CHOOSE_WHAT: &str = "the choice is shown with the answer, and you can change it";
pub(crate) const LEFT_TO_ENGINE: &str = "chosen for you";
pub(crate) const OWN_WORDS: &str = "Or in your own words";
pub(crate) const YOUR_ANSWER: &str = "Your answer";
pub(crate) const REMEMBER: &str = "Save it as a project fact";
pub(crate) const REMEMBERED: &str = "a project fact";
pub(crate) const GO_ON: &str = "Continue";

pub(crate) const ANSWER: &str = "Answer";
pub(crate) const ANSWER_TABLE: &str = "Rows of the answer";
pub(crate) const ASSUMED: &str = "Assumptions";
pub(crate) const OFFERS: &str = "Suggestions";
pub(crate) const SEARCH_PROJECT: &str = "Search the project";
pub(crate) const FOLLOW_UPS: &str = "Follow-up questions";
pub(crate) const NO_ROWS: &str = "No rows.";
pub(crate) const NO_VALUE: &str = "–";
pub(crate) const YES: &str = "yes";
pub(crate) const NO: &str = "no";

pub(crate) const PLAN: &str = "How it was answered";
pub(crate) const QUERY: &str = "Query";
pub(crate) const FAILED_ATTEMPTS: &str = "Failed attempts";

pub(crate) const PROOF: &str = "Proof";
pub(crate) const PREMISES: &str = "Premises";
pub(crate) const INFERENCES: &str = "Inferences";
pub(crate) const NODE: &str = "No.";
pub(crate) const NAME: &str = "Name";
pub(crate) const VALUE: &str = "Value";
pub(crate) const SOURCE: &str = "Source";
pub(crate) const CONFIDENCE: &str = "Confidence";
pub(crate) const WHENCE: &str = "From";
pub(crate) const FORMULA: &str = "Formula";
pub(crate) const QUOTE: &str = "Quote";
pub(crate) const CALL: &str = "Call";
pub(crate) const RERUN: &str = "Run the proof again";
pub(crate) const RERUNNING: &str = "Running …";
pub(crate) const RERUN_SAME: &str = "Nothing has changed.";

pub(crate) const REDONE: &str = "Before and now";
pub(crate) const BEFORE: &str = "Before";
pub(crate) const NOW: &str = "Now";
pub(crate) const WHAT: &str = "What";
pub(crate) const BECAUSE: &str = "Because of";
pub(crate) const DIFFERENCES: &str = "Differences";
pub(crate) const NO_DIFFERENCE: &str = "The proof has not changed.";
pub(crate) const CHANGED_ITSELF: &str = "changed";
pub(crate) const NOT_THERE: &str = "missing";

pub(crate) const GUIDED: &str = "Build a question";
pub(crate) const GUIDED_WHY: &str = "Choose what to count or measure; the query is made from your choice.";
pub(crate) const TABLE: &str = "Table";
pub(crate) const OTHER_TABLE: &str = "Columns of another table:";
pub(crate) const MEASURE: &str = "Measure";
/// Names as forms send them.
pub(crate) const MEASURES: [(&str, &str); 5] =
    [("count", "number of rows"), ("sum", "total"), ("average", "average"), ("highest", "highest"), ("lowest", "lowest")];
pub(crate) const MEASURED: &str = "Of";
pub(crate) const ROWS: &str = "– (rows are counted)";
pub(crate) const BY: &str = "By";
pub(crate) const NOT_GROUPED: &str = "– (one figure)";
pub(crate) const FILTER: &str = "Only where";
pub(crate) const NO_FILTER: &str = "– (all rows)";
pub(crate) const FILTER_VALUE: &str = "Is";
pub(crate) const TIME_COLUMN: &str = "Period by";
pub(crate) const NO_PERIOD: &str = "– (all times)";
pub(crate) const FROM: &str = "First day";
pub(crate) const TO: &str = "Last day";
pub(crate) const RUN_GUIDED: &str = "Run this";

pub(crate) const KEEP: &str = "Keep it";
pub(crate) const SAVE_NAME: &str = "Name";
pub(crate) const EXPECTED: &str = "Expected value (optional)";
pub(crate) const SAVE: &str = "Keep this answer";
pub(crate) const FORGET: &str = "Stop keeping it";
pub(crate) const MAKE_FACT: &str = "Save as a project fact";
pub(crate) const MAKE_FACT_WHY: &str = "Later questions in this project use it.";
pub(crate) const FACT_NAME: &str = "Name of the fact";
pub(crate) const KEEP_FACT: &str = "Save fact";
pub(crate) const MAKE_FINDING: &str = "Turn into a finding";
pub(crate) const MAKE_FINDING_WHY: &str =
    "A pipeline turns findings into problems, solutions and specifications for review. The proof is included as evidence.";
pub(crate) const BEGIN_PIPELINE: &str = "Start a pipeline";
pub(crate) const ADD_TO_PIPELINE: &str = "Or add it to a pipeline";
pub(crate) const ADD_TO_PIPELINE_WHY: &str =
    "A pipeline takes findings until they are framed, and again in review: the new one then goes through the stages first.";
pub(crate) const ADD_FINDING: &str = "Add it";
pub(crate) const WITH_FINDINGS: &str = "Start one with this answer and your own findings";

pub(crate) const fn mode(mode: AskMode) -> &'static str {
    mode.name()
}

pub(crate) fn again_in(mode: AskMode) -> String {
    let what = match mode {
        AskMode::Auditable => "with a verdict and a formal proof",
        AskMode::Exploratory => "with steps over the data",
        AskMode::Knowledge => "from facts and documents",
    };
    format!("Ask again, {}: {what}", mode.name())
}

/// Class, shape and word where an answer says what may help, and answers nothing.
const NO_ANSWER: (&str, &str, &str) = ("chip medium", "!", "no answer");
/// Where nobody knows whether the answer answers it.
const FINISHED: (&str, &str, &str) = ("chip", "●", "finished");

/// Class, shape and word of how it ended, as far as it has: that of its claim, where there is one. `found` says whether its answer
/// answers it.
pub(crate) const fn end(
    status: AskStatus,
    verdict: Option<Verdict>,
    found: Option<bool>,
) -> (&'static str, &'static str, &'static str) {
    match (status, found, verdict) {
        (AskStatus::Completed, Some(false), _) => NO_ANSWER,
        (AskStatus::Completed, _, Some(verdict)) => self::verdict(verdict),
        (AskStatus::Completed, None, None) => FINISHED,
        _ => self::status(status),
    }
}

/// Class, shape and word.
pub(crate) const fn status(status: AskStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        AskStatus::Pending => ("chip", "◌", "waiting"),
        AskStatus::Running => ("chip sure", "●", "in progress"),
        AskStatus::Clarifying => ("chip medium", "?", "waiting for you"),
        AskStatus::Completed => ("chip high", "✓", "answered"),
        AskStatus::Failed => ("chip low", "✕", "failed"),
        AskStatus::Cancelled => ("chip", "■", "cancelled"),
    }
}

/// Class, shape and word.
pub(crate) const fn verdict(verdict: Verdict) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Proven => ("chip high", "✓", "proven"),
        Verdict::Refuted => ("chip low", "✕", "refuted"),
        Verdict::Undecided => ("chip medium", "?", "undecided"),
    }
}

/// Class, shape and word.
pub(crate) const fn step_state(state: StepState) -> (&'static str, &'static str, &'static str) {
    match state {
        StepState::Waiting => ("chip", "◌", "not yet"),
        StepState::Running => ("chip sure", "●", "in progress"),
        StepState::Done => ("chip high", "✓", "done"),
        StepState::Failed => ("chip low", "✕", "failed"),
    }
}

/// Class, shape and word of a premise that was run again.
pub(crate) fn rerun_state(state: &str) -> (&'static str, &'static str, &'static str) {
    match state {
        "same" => ("chip high", "✓", "same"),
        "changed" => ("chip medium", "≠", "changed"),
        _ => ("chip low", "✕", "gone"),
    }
}

pub(crate) fn action(name: &str) -> &str {
    match name {
        "passage" => "document passage",
        "fact" => "known fact",
        "call" => "API call",
        other => other,
    }
}

pub(crate) fn offer(kind: &str) -> &str {
    kind
}

pub(crate) const fn source(source: ProofSource) -> &'static str {
    match source {
        ProofSource::Fact => "fact",
        ProofSource::Config => "setting",
        ProofSource::Document => "document",
        ProofSource::Database => "database",
        ProofSource::Api => "API",
        ProofSource::Derived => "derived",
        ProofSource::User => "you",
        ProofSource::Model => "a model's own knowledge",
        ProofSource::Unresolved => "nobody",
    }
}

pub(crate) const fn node_status(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Resolved => "known",
        NodeStatus::Unresolved => "unknown",
        NodeStatus::Failed => "could not be determined",
    }
}

/// A number of a table, whole: in groups, and with its fraction.
pub(crate) fn number(number: &Number) -> String {
    if let Some(count) = number.as_u64() {
        return whole(count);
    }
    if let Some(negative) = number.as_i64() {
        return format!("−{}", whole(negative.unsigned_abs()));
    }
    let value = number.as_f64().unwrap_or_default();
    // A number with a fraction keeps what the short form cuts off.
    let written = format!("{:.4}", value.abs());
    match written.split_once('.') {
        Some((units, fraction)) if value.abs() < 1e15 => {
            let (units, fraction) = (units.parse().map_or_else(|_| units.to_owned(), whole), fraction.trim_end_matches('0'));
            let is_nothing = units == "0" && fraction.is_empty();
            let sign = if value < 0.0 && !is_nothing { "−" } else { "" };
            if fraction.is_empty() { format!("{sign}{units}") } else { format!("{sign}{units}.{fraction}") }
        }
        _ => short(value),
    }
}

pub(crate) fn rows(count: u64) -> String {
    if count == 1 { "1 row".into() } else { format!("{} rows", whole(count)) }
}

pub(crate) fn first_rows(shown: u64, all: u64) -> String {
    if all > shown {
        format!("The first {} of {}.", whole(shown), rows(all))
    } else {
        format!("The first {}; there are more.", rows(shown))
    }
}

pub(crate) fn rows_of_step(number: u32) -> String {
    format!("Rows of step {number}")
}

pub(crate) fn table_of(name: &str) -> String {
    format!("Table {}", name.replace('_', " "))
}

pub(crate) fn attempts(failed: usize) -> String {
    if failed == 1 { "1 failed attempt".into() } else { format!("{failed} failed attempts") }
}

pub(crate) fn lookups(count: usize) -> String {
    if count == 1 { "What the model looked up: 1 call".into() } else { format!("What the model looked up: {count} calls") }
}

pub(crate) fn step_of(number: usize, all: usize, goal: &str) -> String {
    format!("Step {} of {all}: {goal}", number.min(all))
}

pub(crate) fn instead(value: &str) -> String {
    format!("{value} instead")
}

pub(crate) fn and_more(first: &str, more: usize) -> String {
    format!("{first} and {more} more")
}

pub(crate) fn rests_on(ids: &[String]) -> String {
    format!("based on {}", ids.join(", "))
}

pub(crate) fn rerun_differs(count: usize) -> String {
    match count {
        0 => "The answer has changed.".into(),
        1 => "1 value has changed.".into(),
        _ => format!("{count} values have changed."),
    }
}

pub(crate) fn changed_to(name: &str, value: &str) -> String {
    format!("{name}: {value}")
}

pub(crate) fn kept_as(name: &str) -> String {
    format!("kept as “{name}”")
}

pub(crate) fn expects(value: &str) -> String {
    format!("expected to be {value}")
}

pub(crate) fn fell_back(why: &str) -> String {
    format!("Answered by the built-in planner, because the model could not: {why}")
}

/// What a model took; nothing where none was asked.
pub(crate) fn cost(cost: &AskCost) -> Option<String> {
    let tokens = cost.input_tokens + cost.output_tokens;
    if tokens == 0 {
        return None;
    }
    let tokens = format!("{} tokens", whole(tokens));
    Some(if cost.usd > 0.0 { format!("{tokens}, ${:.4}", cost.usd) } else { tokens })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_keep_what_they_say() {
        let cases = [
            (json!(7), "7"),
            (json!(1_234_567), "1,234,567"),
            (json!(-1_200), "−1,200"),
            (json!(1234.56), "1,234.56"),
            (json!(-0.25), "−0.25"),
            (json!(40.0), "40"),
            (json!(-0.000_001), "0"),
            (json!(i64::MIN), "−9,223,372,036,854,775,808"),
        ];
        for (value, expected) in cases {
            assert_eq!(value.as_number().map(number).as_deref(), Some(expected), "{value}");
        }
    }

    #[test]
    fn counts_read_like_sentences() {
        assert_eq!([rows(1), rows(2_000)], ["1 row", "2,000 rows"]);
        assert_eq!(
            [first_rows(200, 512), first_rows(20, 20)],
            ["The first 200 of 512 rows.", "The first 20 rows; there are more."]
        );
        assert_eq!([rerun_differs(0), rerun_differs(1)], ["The answer has changed.", "1 value has changed."]);
        let spent = AskCost { input_tokens: 1_000, output_tokens: 24, usd: 0.0021 };
        assert_eq!([cost(&spent), cost(&AskCost::default())], [Some("1,024 tokens, $0.0021".to_owned()), None]);
    }
}
