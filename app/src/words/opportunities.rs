//! What is read about opportunities: pipelines, their stages, what receivers made of their input, and what reviewers decide.

mod states;

pub(crate) use states::*;

use super::projects::number as whole;
use protocol::opportunities::{Boundary, Effort, Metric, PipelineCost, QualityFlags, Risk, Stage};

pub(crate) const TITLE: &str = "Opportunities";
pub(crate) const ABOUT: &str = "Findings become problem briefs, solutions and specifications, stage by stage. Each stage checks what it receives, and a person signs off.";
pub(crate) const PROJECT: &str = "Project";
pub(crate) const ALL_PROJECTS: &str = "All projects";
pub(crate) const SHOW: &str = "Show";
pub(crate) const PIPELINES: &str = "Pipelines";
pub(crate) const ALL_PIPELINES: &str = "All pipelines";
pub(crate) const NONE_TITLE: &str = "No pipelines yet";
pub(crate) const NONE: &str = "A pipeline takes the findings of a run, an interview or your own notes, frames the problems behind them, and works out what could be built. Nothing is built: you decide at the end.";
pub(crate) const GO_RUNS: &str = "Runs of this project";
pub(crate) const GO_ASK: &str = "Ask this project";
pub(crate) const GO_PROJECTS: &str = "Projects";
pub(crate) const NO_PROJECT_TITLE: &str = "There is no project yet";
pub(crate) const NO_PROJECT: &str = "Opportunities belong to a project. Create one, explore it or paste findings, and come back.";
pub(crate) const CHOOSE_FIRST: &str = "Choose a project to start a pipeline.";
pub(crate) const READER: &str = "You can read everything here. Only members can start pipelines and decide.";

pub(crate) const QUALITY: &str = "Quality of the stages";
pub(crate) const QUALITY_ABOUT: &str =
    "How often the next stage rejects what each prompt produces. The most rejected one needs tuning first.";
pub(crate) const QUALITY_COLUMNS: [&str; 7] = ["Boundary", "Engine", "Prompt version", "Items", "Rejected", "Revisions", "Share"];
pub(crate) const QUALITY_FIRST: &str = "Items are counted when they are first validated. Unusable verdicts are not counted.";
pub(crate) const NO_QUALITY_TITLE: &str = "Nothing has been validated yet";
pub(crate) const NO_QUALITY: &str =
    "Once a pipeline has reached its solutions, this page shows which producer is rejected how often.";

pub(crate) const BEGIN: &str = "Begin a pipeline";
pub(crate) const SOURCE: &str = "Findings of";
pub(crate) const NO_SOURCE: &str = "– (only what is pasted)";
pub(crate) const RUNS: &str = "Runs";
pub(crate) const INTERVIEWS: &str = "Interviews";
pub(crate) const SEARCHES: &str = "Searches for companies";
pub(crate) const ASKS: &str = "Answers";
pub(crate) const PASTED: &str = "Or paste findings";
pub(crate) const PASTED_HINT: &str = "One finding on each line. To give a description, put an empty line between findings: the first line is the title, the rest describes it. At most 200 findings and 20,000 characters.";
pub(crate) const PASTED_EXAMPLE: &str = "Checkout: 37% leave at the address form\nSearch: no result for plurals";
pub(crate) const BEGIN_BUTTON: &str = "Begin";
pub(crate) const BEGINNING: &str = "Beginning …";
pub(crate) const NOTHING_CHOSEN: &str = "Choose where the findings come from, or paste some.";

pub(crate) const STAGES: &str = "Stages";
pub(crate) const SHOWN: &str = "Shown";
pub(crate) const FILTER_ALL: &str = "All";
pub(crate) const WARNING: &str = "warning";
pub(crate) const NOT_DONE: &str = "waits";
pub(crate) const WARNED: &str = "with warnings";
pub(crate) const NO_WARNED: &str = "Nothing here has a warning.";
pub(crate) const NOTHING_YET: &str = "Nothing yet.";
pub(crate) const DONE_BEFORE: &str = "done by the previous pipeline";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOP_WHY: &str = "Finished work is kept. A stopped pipeline cannot be continued.";
pub(crate) const STOP_BUTTON: &str = "Stop this pipeline";
pub(crate) const SEND_STAGE_BACK: &str = "Send the stage back";
pub(crate) const SEND_STAGE_BACK_WHY: &str = "Everything in it goes back and is redone by an earlier stage.";
pub(crate) const TO_STAGE: &str = "Back to";
pub(crate) const GUIDANCE: &str = "What should be different";
pub(crate) const NEEDS_GUIDANCE: &str = "Say what should be different.";
pub(crate) const SEND_BACK: &str = "Send back";
pub(crate) const SENDING: &str = "Sending …";
pub(crate) const FAILED: &str = "This pipeline failed. Its results so far are kept. Start another one to try again.";
pub(crate) const STOPPED: &str = "This pipeline was stopped. Its results so far are kept.";
pub(crate) const WAITS: &str = "Starting …";
pub(crate) const REVIEW_NOW: &str = "Your turn: decide on each opportunity.";
pub(crate) const ENGINES: &str = "A language model does the work if one is set up, otherwise the built-in engine does. The page says which. Without a model, nothing leaves this machine.";
pub(crate) const LEFT_OUT: &str = "What could not be used";
pub(crate) const FINDINGS: &str = "Findings";
pub(crate) const NO_FINDINGS: &str = "The findings are being gathered.";
pub(crate) const EXPERIMENT_SOURCE: &str = "from an experiment";
pub(crate) const A_RUN: &str = "from a run";
pub(crate) const AN_INTERVIEW: &str = "from an interview";
pub(crate) const A_SEARCH: &str = "from a search for companies";
pub(crate) const AN_ANSWER: &str = "from an answer";
pub(crate) const PASTED_SOURCE: &str = "pasted";
pub(crate) const ENGINE: &str = "Engine";

pub(crate) const CONTRACTS: &str = "What each stage said about its input";
pub(crate) const CONTRACTS_WHY: &str =
    "Each stage validates its input. Rejected items are revised up to twice, then they continue with a warning.";
pub(crate) const NOT_VALIDATED: &str = "not validated yet";
pub(crate) const ALL_ACCEPTED: &str = "all accepted";
pub(crate) const WHY: &str = "Why";
pub(crate) const SUGGESTION: &str = "Suggested";
pub(crate) const BEFORE: &str = "Before";
pub(crate) const AFTER: &str = "After";
pub(crate) const REPLACED: &str = "It was revised";
pub(crate) const UNCHANGED: &str = "The revision has the same words.";
pub(crate) const SPLIT: &str = "It was split into";
pub(crate) const SKIPPED: &str = "It was not revised";
pub(crate) const WENT_ON: &str = "It continued with a warning.";
pub(crate) const BEING_REVISED: &str = "It is being revised.";
pub(crate) const SENT_ON: &str = "Nothing more was done in this attempt.";
pub(crate) const PRODUCED_WITH: &str = "Created with prompt version";
pub(crate) const VERDICT_FAILED: &str = "The verdict could not be used, so all were accepted";
pub(crate) const DOUBTS: &str = "What the built-in validator doubts";
pub(crate) const IGNORED: &str = "Mentioned, but not an item here";

pub(crate) const BACK: &str = "All opportunities of this pipeline";
pub(crate) const CHAIN: &str = "Background";
pub(crate) const BRIEF: &str = "Problem brief";
pub(crate) const AREA: &str = "Affected area";
pub(crate) const PROBLEM: &str = "Problem";
pub(crate) const COUNTERFACTUAL: &str = "If nothing is done";
pub(crate) const COVERAGE: &str = "Coverage";
pub(crate) const HINTS: &str = "Hints for later stages";
pub(crate) const EVIDENCE: &str = "Evidence";
pub(crate) const SOLUTION: &str = "Solution";
pub(crate) const PROPOSED: &str = "Proposed";
pub(crate) const PLAN: &str = "Experiment plan";
pub(crate) const METRICS: &str = "Success metrics";
pub(crate) const METRIC: &str = "Metric";
pub(crate) const BASELINE: &str = "Baseline";
pub(crate) const TARGET: &str = "Target";
pub(crate) const NO_FIGURE: &str = "–";
pub(crate) const BUILD: &str = "Build or try first";
pub(crate) const FEASIBILITY: &str = "Feasibility";
pub(crate) const CONSTRAINTS: &str = "Constraints";
pub(crate) const REASONING: &str = "Reasoning";
pub(crate) const SPEC: &str = "Specification";
pub(crate) const APPROACH: &str = "Approach";
pub(crate) const EFFORT: &str = "Effort";
pub(crate) const DEPENDENCIES: &str = "Depends on";
pub(crate) const RISKS: &str = "Risks";
pub(crate) const MITIGATION: &str = "Mitigation";
pub(crate) const CRITERIA: &str = "Acceptance criteria";
pub(crate) const RANK: &str = "Rank";
pub(crate) const BUILT_BEFORE: &str = "Build first";
pub(crate) const WARNINGS: &str = "Warnings";
pub(crate) const NOT_YET: &str = "Not yet.";
pub(crate) const SPLIT_FROM: &str = "Part of a bundled brief";
pub(crate) const PARTS: &str = "Its parts";
pub(crate) const GUIDED: &str = "A reviewer wants";

pub(crate) const DECIDE: &str = "Your decision";
pub(crate) const DECIDE_LATER: &str = "You can decide once it is in review.";
pub(crate) const DECISION: &str = "Decision";
pub(crate) const DECISION_REASON: &str = "Reasoning";
pub(crate) const REASON_HINT: &str = "Later pipelines in this project use it.";
pub(crate) const PRIORITY: &str = "New priority (1 comes first)";
pub(crate) const KEEP_DECISION: &str = "Save decision";
pub(crate) const CHOOSE_DECISION: &str = "Choose what to do with it.";
pub(crate) const NEEDS_REASON: &str = "Give a reason for your decision.";
pub(crate) const NEEDS_PRIORITY: &str = "Enter a whole number from 1.";
pub(crate) const NEEDS_STAGE: &str = "Choose the stage that it goes back to.";
pub(crate) const HISTORY: &str = "Decisions";
pub(crate) const NO_DECISION: &str = "No decision yet.";
pub(crate) const SOMEBODY: &str = "someone on your team";
pub(crate) const EXPERIMENT: &str = "Report an experiment";
pub(crate) const EXPERIMENT_WHY: &str =
    "The results go through the stages again, in a new pipeline that starts with the solution.";
pub(crate) const OUTCOME: &str = "Outcome";
pub(crate) const RESULTS: &str = "Results";
pub(crate) const RECOMMENDATION: &str = "What you recommend (optional)";
pub(crate) const REPORT: &str = "Report and continue";
pub(crate) const NEEDS_OUTCOME: &str = "Choose how it ended.";
pub(crate) const NEEDS_RESULTS: &str = "Describe what the experiment showed.";
pub(crate) const EXPERIMENTS: &str = "Experiments";
pub(crate) const CHILD: &str = "Follow-up pipeline";
pub(crate) const EXPORT: &str = "Export";
pub(crate) const EXPORTS: [(&str, &str); 2] = [("md", "Markdown"), ("json", "JSON")];
pub(crate) const RATE: &str = "What do you think of it?";
pub(crate) const RATE_WHY: &str = "The next framing in this project takes it into account.";

pub(crate) fn build_decision(name: &str) -> &str {
    match name {
        "experiment_first" => "try it in an experiment first",
        "build_with_metrics" => "build it, and watch the metrics",
        "build_direct" => "build it",
        other => other,
    }
}

pub(crate) fn source_type(name: &str) -> &str {
    match name {
        "ask" => "answer",
        other => other,
    }
}

pub(crate) fn findings(count: u32) -> String {
    if count == 1 { "1 finding".into() } else { format!("{} findings", whole(u64::from(count))) }
}

pub(crate) fn opportunities(count: u32) -> String {
    if count == 1 { "1 opportunity".into() } else { format!("{} opportunities", whole(u64::from(count))) }
}

pub(crate) fn undecided(count: u32) -> String {
    format!("{} to decide", whole(u64::from(count)))
}

pub(crate) fn warned(count: u32) -> String {
    format!("{} with warnings", whole(u64::from(count)))
}

/// Where a pipeline is, for those who do not see the bars.
pub(crate) fn at_stage(at: Stage) -> String {
    format!("Stage {} of 5: {}", at.number(), stage(at))
}

pub(crate) fn rank(rank: u32) -> String {
    format!("rank {rank}")
}

pub(crate) fn priority(priority: u32) -> String {
    format!("priority {priority}")
}

pub(crate) fn tokens(count: u64) -> String {
    format!("{} tokens", whole(count))
}

/// How much was validated: the quality flags of a checkpoint.
pub(crate) fn flags(flags: &QualityFlags) -> String {
    let QualityFlags { briefs_produced, validation_rejections, validation_retries } = flags;
    format!("{briefs_produced} received, {validation_rejections} rejections, {}", retries(*validation_retries))
}

pub(crate) fn attempt(number: u32) -> String {
    format!("attempt {number}")
}

pub(crate) fn count(count: usize) -> String {
    if count == 1 { "1 item".into() } else { format!("{} items", whole(count as u64)) }
}

pub(crate) fn more(count: usize) -> String {
    format!("{} more", whole(count as u64))
}

pub(crate) fn boundary(boundary: Boundary) -> String {
    format!("{} checks what {} made", boundary.consumer().name(), boundary.producer().name())
}

pub(crate) fn rejected_by(boundary: Boundary, cycle: u32) -> String {
    format!("{} rejected it in cycle {cycle}", boundary.consumer().name())
}

/// How a contract went: `2 of 9 rejected`.
pub(crate) fn rejected(rejected: usize, items: usize) -> String {
    format!("{rejected} of {items} rejected")
}

/// The share of what was rejected, in whole percent.
pub(crate) fn rate(rejected: u64, items: u64) -> String {
    format!("{}%", (rejected * 100 + items / 2).checked_div(items).unwrap_or_default())
}

pub(crate) fn retries(rounds: u32) -> String {
    if rounds == 1 { "1 revision".into() } else { format!("{rounds} revisions") }
}

pub(crate) fn cycle(cycle: u32, accepted: usize, rejected: usize) -> String {
    format!("Cycle {cycle}: {accepted} accepted, {rejected} rejected")
}

pub(crate) fn cycle_of_attempt(attempt: u32, cycle: &str) -> String {
    if attempt > 1 { format!("Attempt {attempt}, {}", cycle.to_ascii_lowercase()) } else { cycle.to_owned() }
}

pub(crate) fn days(effort: &Effort) -> String {
    let low = super::runs::number(effort.low_days);
    let high = super::runs::number(effort.high_days);
    if low == high { format!("{low} days of work") } else { format!("{low} to {high} days of work") }
}

/// "4 findings from insight, interview"
pub(crate) fn from_sources(findings: u32, sources: &str) -> String {
    let names: Vec<&str> = sources.split(',').map(source_type).collect();
    format!("{} from {}", self::findings(findings), names.join(", "))
}

pub(crate) fn open_source(kind: &str) -> String {
    format!("Open the {}", source_type(kind))
}

pub(crate) fn metric(of: &Metric) -> String {
    let figure = |of: &Option<String>| of.clone().unwrap_or_else(|| NO_FIGURE.to_owned());
    format!("{}: {} → {}", of.metric, figure(&of.baseline), figure(&of.target))
}

pub(crate) fn risk(of: &Risk) -> String {
    format!("{} ({}): {}", of.description, severity(of.severity).2, of.mitigation)
}

pub(crate) fn score(value: f64) -> String {
    format!("score {}", super::runs::number(value))
}

pub(crate) fn fell_back(why: &str) -> String {
    format!("The built-in engine took over, because the model could not: {why}")
}

pub(crate) fn back_to(to: Stage) -> String {
    format!("to {}", stage(to).to_ascii_lowercase())
}

pub(crate) fn waits_for(to: Stage) -> String {
    format!("Waiting for: {}", stage(to))
}

pub(crate) fn new_priority(priority: u32) -> String {
    format!("to {priority}")
}

/// What is being done now.
pub(crate) fn working_on(at: Stage, items: usize, left: usize, validates: bool) -> String {
    match at {
        Stage::Exploration => "Gathering findings …".into(),
        _ if validates => format!("{}: validating {} …", stage(at), count(items)),
        _ if left > 0 && items >= left => format!("{}: {} of {} done …", stage(at), items - left, count(items)),
        _ => format!("{} …", stage(at)),
    }
}

/// What a model took; nothing where none was asked.
pub(crate) fn cost(cost: &PipelineCost) -> Option<String> {
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

    #[test]
    fn counts_read_like_sentences() {
        assert_eq!([findings(1), findings(1_000)], ["1 finding", "1,000 findings"]);
        assert_eq!([count(1), count(12)], ["1 item", "12 items"]);
        assert_eq!([rate(0, 0), rate(1, 3), rate(2, 3)], ["0%", "33%", "67%"]);
        assert_eq!(cycle_of_attempt(2, &cycle(1, 7, 2)), "Attempt 2, cycle 1: 7 accepted, 2 rejected");
        assert_eq!(days(&Effort { low_days: 2.0, high_days: 4.5 }), "2 to 4.5 days of work");
        assert_eq!(days(&Effort { low_days: 2.0, high_days: 2.0 }), "2 days of work");
        assert_eq!(at_stage(Stage::HumanReview), "Stage 5 of 5: Review");
    }
}
