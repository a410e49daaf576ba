//! What is kept of searches for companies, as the API shows it.

use super::companies::{DiscoveredEvidence, DiscoveredPlace, DiscoveredSignal, DiscoveryAnswer};
use domain::companies::{CompanyRating, SearchRow, SeenCompany};
use protocol::work::WorkStatus;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A search as lists show it.
#[derive(Serialize, ToSchema)]
pub(crate) struct CompanySearchLine {
    id: Uuid,
    request_id: String,
    #[schema(value_type = String, example = "completed")]
    status: WorkStatus,
    query_text: String,
    /// Who searched.
    user_id: Uuid,
    queries: u32,
    candidates: u32,
    companies: u32,
    rejected: u32,
    cached: bool,
    /// US dollars.
    cost: f64,
    error: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl CompanySearchLine {
    pub(crate) fn new(row: SearchRow) -> Self {
        Self {
            id: row.id.0,
            request_id: row.request_id,
            status: row.status,
            query_text: row.request.query_text,
            user_id: row.user.0,
            queries: row.queries,
            candidates: row.candidates,
            companies: row.companies,
            rejected: row.rejected,
            cached: row.cached,
            cost: row.usd,
            error: row.error,
            created_at: row.created_at.to_rfc3339(),
            finished_at: row.finished_at.map(|at| at.to_rfc3339()),
        }
    }
}

/// A search with everything that it went through.
#[derive(ToSchema)]
pub(crate) struct CompanySearchWhole {
    id: Uuid,
    request_id: String,
    #[schema(example = "completed")]
    status: String,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(value_type = Object)]
    request: serde_json::Value,
    response: Option<DiscoveryAnswer>,
    queries: Vec<TracedQuery>,
    candidates: Vec<TracedCandidate>,
    layers: Vec<TracedLayer>,
    cached: bool,
}

#[derive(ToSchema)]
pub(crate) struct TracedQuery {
    text: String,
    provider: String,
    location: Option<String>,
    freshness: Option<String>,
    results: u32,
    failed: Option<String>,
    /// What the provider says of its answer: engines that did not respond, a time that it cannot search in. Left out where it says
    /// nothing.
    notes: Option<Vec<String>>,
}

#[derive(ToSchema)]
pub(crate) struct TracedCandidate {
    id: String,
    name: String,
    /// `returned`, `rejected`, `filtered` or `cut`.
    decision: String,
    reason: Option<String>,
    /// 5, 6 or 7.
    layer: u8,
    location: DiscoveredPlace,
    evidence: DiscoveredEvidence,
    signal: DiscoveredSignal,
    occurrences: Vec<TracedMention>,
}

#[derive(ToSchema)]
pub(crate) struct TracedMention {
    name: String,
    role: String,
    presence: String,
    reason: Option<String>,
    location: DiscoveredPlace,
    evidence: DiscoveredEvidence,
    signal: DiscoveredSignal,
}

#[derive(ToSchema)]
pub(crate) struct TracedLayer {
    name: String,
    elapsed_ms: u64,
    cost: f64,
    engine: Option<String>,
    fell_back: Option<String>,
    /// Calls to a model that a server died with: they were made again, and nobody knows what they cost. Left out where there are none.
    lost_calls: Option<u32>,
}

/// A company that one was shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeenEntity {
    entity_id: String,
    name: String,
    place: String,
    #[schema(format = DateTime)]
    first_seen_at: String,
    #[schema(format = DateTime)]
    last_seen_at: String,
    last_evidence_date: Option<String>,
    last_evidence_url: Option<String>,
}

impl SeenEntity {
    pub(crate) fn new(row: SeenCompany) -> Self {
        Self {
            entity_id: row.entity,
            name: row.name,
            place: row.place,
            first_seen_at: row.first_seen_at.to_rfc3339(),
            last_seen_at: row.last_seen_at.to_rfc3339(),
            last_evidence_date: row.last_evidence_date,
            last_evidence_url: row.last_evidence_url,
        }
    }
}

/// What one thinks of a company.
#[derive(Serialize, ToSchema)]
pub(crate) struct CompanyRated {
    entity_id: String,
    name: String,
    #[schema(example = "dislike")]
    rating: &'static str,
    comment: Option<String>,
    #[schema(format = DateTime)]
    at: String,
}

impl CompanyRated {
    pub(crate) fn new(row: CompanyRating) -> Self {
        Self {
            entity_id: row.entity,
            name: row.name,
            rating: if row.like { "like" } else { "dislike" },
            comment: row.comment,
            at: row.at.to_rfc3339(),
        }
    }
}

/// Each flag with its mode (`off`, `log_only`, `on`) and the percentage of people for whom it is not off.
#[derive(ToSchema)]
#[schema(example = json!({"DISCOVERY_VALIDATION_FILTER_ENABLED": {"mode": "on", "percent": 100}}))]
pub(crate) struct CompanyFlags {
    #[schema(rename = "DISCOVERY_QUERY_UNDERSTANDING_ENABLED")]
    query_understanding: Option<CompanyFlag>,
    #[schema(rename = "DISCOVERY_VALIDATION_FILTER_ENABLED")]
    validation_filter: Option<CompanyFlag>,
    #[schema(rename = "DISCOVERY_NOVELTY_FILTER_ENABLED")]
    novelty_filter: Option<CompanyFlag>,
    #[schema(rename = "DISCOVERY_SMART_CACHE_ENABLED")]
    smart_cache: Option<CompanyFlag>,
}

#[derive(ToSchema)]
pub(crate) struct CompanyFlag {
    #[schema(max_length = 20, example = "on")]
    mode: Option<String>,
    /// 0 to 100.
    percent: Option<u8>,
}
