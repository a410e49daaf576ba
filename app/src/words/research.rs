//! What is read of looking things up.

use protocol::research::{FailedSearch, Stance, Step, StepState, TaskStatus, TaskType, Trigger};

pub(crate) const TITLE: &str = "Research";
pub(crate) const BACK: &str = "Back to the interview";
pub(crate) const TASKS: &str = "What was looked up";
pub(crate) const ASK: &str = "Look something up";
pub(crate) const QUERY: &str = "What to look up";
pub(crate) const ABOUT: &str = "About";
pub(crate) const NOTHING: &str = "nothing in particular";
pub(crate) const KIND: &str = "As";
pub(crate) const BY_RULE: &str = "automatic";
pub(crate) const START: &str = "Look it up";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const RETRY: &str = "Try again";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const KEEP_MINE: &str = "Keep my answer";
pub(crate) const UNDONE: &str = "undone";
pub(crate) const UNDATED: &str = "undated";
pub(crate) const OWN: &str = "your document";
pub(crate) const YOU_SAID: &str = "You";
pub(crate) const SENT: &str =
    "Only the search terms are sent to the search service that is set up here. Nothing else leaves the interview.";
pub(crate) const ONLY_DOCUMENTS: &str = "Only your documents are searched, because no web search is set up.";
pub(crate) const NOWHERE: &str = "Nothing can be looked up yet: no web search is set up, and there are no documents.";
pub(crate) const SET_UP: &str = "To search the web, set one of the server settings SEARXNG_URL, SERPAPI_KEY, BRAVE_API_KEY, \
    TAVILY_API_KEY or SERPER_API_KEY, and restart the server.";
pub(crate) const ASK_FOR_SEARCH: &str =
    "An administrator can set up a web search. Documents you add to a project can be searched right away.";
pub(crate) const EMPTY_TITLE: &str = "Nothing has been looked up yet.";
pub(crate) const EMPTY: &str = "Something is looked up when an answer stays uncertain, needs an expert, is vague or contradicts another, \
    when you say “can you look that up?”, or when you start it here. Findings are quoted word for word from their sources.";
pub(crate) const NO_FINDINGS: &str = "No citable source was found.";

pub(crate) const fn kind(of: TaskType) -> &'static str {
    match of {
        TaskType::CompetitiveAnalysis => "Competitors",
        TaskType::TechFeasibility => "Feasibility",
        TaskType::MarketResearch => "Market",
        TaskType::DomainResearch => "Industry",
        TaskType::IntegrationResearch => "Integrations",
    }
}

pub(crate) const fn status(of: TaskStatus) -> &'static str {
    match of {
        TaskStatus::Pending => "waiting",
        TaskStatus::Running => "running",
        TaskStatus::Completed => "done",
        TaskStatus::Failed => "failed",
    }
}

pub(crate) const fn trigger(of: Trigger) -> &'static str {
    match of {
        Trigger::LowConfidence => "because the answer is uncertain",
        Trigger::ComplexDomain => "because it needs an expert",
        Trigger::UserRequest => "because you asked",
        Trigger::AmbiguousAnswer => "because the answer is vague or contradicts another",
        Trigger::ByHand => "started by hand",
    }
}

pub(crate) const fn step(of: Step) -> &'static str {
    match of {
        Step::Search => "Search",
        Step::Read => "Read",
        Step::Summarise => "Assess",
        Step::Store => "Save",
        Step::UpdateObligation => "Update",
    }
}

pub(crate) const fn step_state(of: StepState) -> &'static str {
    match of {
        StepState::Waiting => "waiting",
        StepState::Running => "running",
        StepState::Done => "done",
        StepState::Failed => "failed",
    }
}

pub(crate) const fn stance(of: Stance) -> &'static str {
    match of {
        Stance::Supports => "supports",
        Stance::Contradicts => "contradicts",
        Stance::Informs => "informs",
    }
}

pub(crate) fn web(searchers: &[&str]) -> String {
    format!("Searches the web with {}, then your own documents.", searchers.join(", then "))
}

pub(crate) fn count(tasks: usize) -> String {
    format!("{TITLE} ({tasks})")
}

pub(crate) fn read(read: usize, of: usize) -> String {
    format!("{read} of {of} read")
}

pub(crate) fn unanswered(by: &FailedSearch) -> String {
    format!("No answer from {}: {}.", by.provider.label(), by.detail)
}

pub(crate) fn dropped(quotes: u32) -> String {
    match quotes {
        1 => "1 quote was not in its source and is left out.".into(),
        _ => format!("{quotes} quotes were not in their sources and are left out."),
    }
}

pub(crate) fn published(day: &str) -> String {
    format!("published {day}")
}
