//! Research: what was asked, and how far it is.

use super::findings::{ResearchResult, SearchProvider};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResearchTaskType {
    CompetitiveAnalysis,
    TechFeasibility,
    MarketResearch,
    DomainResearch,
    IntegrationResearch,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResearchStatus {
    Pending,
    Running,
    Completed,
    /// Also when it was cancelled: then its error is `cancelled`.
    Failed,
}

/// Why something is looked up.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResearchTrigger {
    LowConfidence,
    ComplexDomain,
    UserRequest,
    AmbiguousAnswer,
    ByHand,
}

/// One thing that is looked up for an interview.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "session_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d40", "obligation_key": "offer",
    "task_type": "market_research", "query": "size of the honey market", "status": "completed", "priority": 5, "trigger": "by_hand",
    "result": {"summary": "It grows.", "findings": [{
        "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d42", "claim": "It grows", "quote": "The market grew", "stance": "informs",
        "value": null, "source": {
            "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d41", "title": "Honey", "url": "https://example.org/honey",
            "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "accessed_at": "2026-03-02T09:00:02.000Z", "published_at": null
        }
    }], "dropped_quotes": 0, "engine": "built_in", "fell_back": null, "provider": "searxng", "found": 12, "sources": 1},
    "error_message": null, "steps": [{"step": "search", "state": "done"}],
    "search": {"provider": "searxng", "found": 12, "notes": [], "failed": [{"provider": "brave", "detail": "it timed out"}]},
    "pages": [{"source_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d41", "title": "Honey", "url": "https://example.org/honey", "error": null}],
    "effect": {"from": 0.5, "to": 0.6, "value_seq": 7}, "undone": false, "turn": 2, "created_at": "2026-03-02T09:00:00.000Z",
    "started_at": "2026-03-02T09:00:01.000Z", "completed_at": "2026-03-02T09:00:09.000Z"
}))]
pub(crate) struct ResearchTask {
    id: Uuid,
    session_id: Uuid,
    /// The answer that it is about.
    obligation_key: Option<String>,
    task_type: ResearchTaskType,
    query: String,
    status: ResearchStatus,
    #[schema(minimum = 1, maximum = 10)]
    priority: u8,
    trigger: ResearchTrigger,
    result: Option<ResearchResult>,
    error_message: Option<String>,
    /// All five, in their order.
    steps: Vec<ResearchStep>,
    search: Option<ResearchSearch>,
    /// The pages that were to be read.
    pages: Vec<ResearchPage>,
    /// What it changed of its answer; `null` where nothing.
    effect: Option<ResearchEffect>,
    /// What it changed was taken back.
    undone: bool,
    /// The turn it was asked for in.
    turn: u32,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    completed_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ResearchStep {
    step: ResearchStepName,
    state: ResearchStepState,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResearchStepName {
    Search,
    Read,
    Summarise,
    Store,
    UpdateObligation,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResearchStepState {
    Waiting,
    Running,
    Done,
    Failed,
}

/// How the search went.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResearchSearch {
    provider: SearchProvider,
    found: u32,
    /// What people should know of it, in sentences.
    notes: Vec<String>,
    /// Who was asked before and failed.
    failed: Vec<FailedSearch>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FailedSearch {
    provider: SearchProvider,
    detail: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ResearchPage {
    /// `null` where it could not be read.
    source_id: Option<Uuid>,
    title: Option<String>,
    url: Option<String>,
    /// Why it could not be read.
    error: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ResearchEffect {
    /// The confidence before.
    #[schema(minimum = 0.0, maximum = 1.0)]
    from: f64,
    #[schema(minimum = 0.0, maximum = 1.0)]
    to: f64,
    /// The confidence without anything that research found; not told of what was found by earlier releases.
    #[schema(required = false, minimum = 0.0, maximum = 1.0)]
    base: f64,
    /// The value that was proposed where none was held.
    #[schema(required = false)]
    value: Value,
    /// The event that the value came with that this is about.
    value_seq: u64,
    /// It found something against the held value.
    #[schema(required = false)]
    contradicted: bool,
}

/// Research in a summary, once it is completed.
#[derive(Serialize, ToSchema)]
pub(crate) struct SummarisedResearch {
    id: Uuid,
    obligation_key: Option<String>,
    task_type: ResearchTaskType,
    query: String,
    summary: Option<String>,
    /// How many findings there are.
    findings: u32,
}

/// Research in an interview on paper.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedResearch {
    id: Uuid,
    obligation_key: Option<String>,
    task_type: ResearchTaskType,
    query: String,
    status: ResearchStatus,
    result: Option<ResearchResult>,
}
