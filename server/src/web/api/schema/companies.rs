//! Searches for companies as they are asked for and answered (the seed's contract, part B).

use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What is searched for. Only `queryText` is needed; fields that are not known are ignored.
#[derive(ToSchema)]
#[schema(example = json!({"request_id": "7d0e3a1c-1111-4222-8333-444455556666", "queryText": "Find companies in ADGM Abu Dhabi", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}, "noveltyMode": "strict"}))]
pub(crate) struct DiscoveryAsked {
    /// The token's own, by id or name.
    #[schema(max_length = 200)]
    tenant_id: Option<String>,
    /// 1 to 7; 1 when not given.
    persona_id: Option<u8>,
    /// Your own name of the search: the same name is the same search. Made here when not given.
    #[schema(max_length = 200)]
    request_id: Option<String>,
    #[schema(max_length = 500)]
    #[schema(rename = "queryText")]
    query_text: String,
    sales_context: Option<DiscoveryContext>,
    constraints: Option<DiscoveryConstraints>,
    /// `YYYY-MM-DD` or RFC 3339: only news after it.
    #[schema(max_length = 200)]
    #[schema(rename = "sinceTimestamp")]
    since_timestamp: Option<String>,
    /// The `id` of companies that were seen before; at most 10000.
    #[schema(rename = "excludeEntityIds", value_type = Option<Vec<EntityName>>)]
    exclude_entity_ids: Option<Vec<String>>,
    /// `strict` or `allow_new_evidence`.
    #[schema(max_length = 200)]
    #[schema(rename = "noveltyMode")]
    novelty_mode: Option<String>,
    /// `live` or `cached`.
    #[schema(max_length = 200)]
    mode: Option<String>,
    #[schema(rename = "workPatterns")]
    work_patterns: Option<DiscoveryPatterns>,
    options: Option<DiscoveryOptions>,
}

/// An id or a name.
#[derive(ToSchema)]
#[schema(max_length = 200)]
pub(crate) struct EntityName(String);

/// Who sells what, and where.
#[derive(ToSchema)]
pub(crate) struct DiscoveryContext {
    #[schema(max_length = 200)]
    vertical: Option<String>,
    #[schema(max_length = 200)]
    sub_vertical: Option<String>,
    #[schema(max_length = 200)]
    region: Option<String>,
}

/// Where a company must be.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryConstraints {
    #[schema(max_length = 200)]
    country: Option<String>,
    #[schema(max_length = 200)]
    emirate: Option<String>,
    #[schema(max_length = 200)]
    city: Option<String>,
    #[schema(max_length = 200)]
    area: Option<String>,
    /// `free_zone`, `mainland` or `district`.
    #[schema(max_length = 200)]
    area_type: Option<String>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryPatterns {
    /// They change scores and nothing else.
    #[schema(value_type = Option<Vec<EntityName>>)]
    preferred_sectors: Option<Vec<String>>,
    /// Never returned.
    #[schema(value_type = Option<Vec<EntityName>>)]
    excluded_companies: Option<Vec<String>>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryOptions {
    /// 1 to 100; 10 when not given.
    max_results: Option<u32>,
    include_evidence: Option<bool>,
    /// The same as `mode` beside `options`, which counts before it.
    #[schema(max_length = 200)]
    mode: Option<String>,
    include_query_understanding: Option<bool>,
    budgets: Option<DiscoveryBudgets>,
}

/// The most that the search may ask for. Pages are read only where a number allows it.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryBudgets {
    max_llm_calls: Option<u32>,
    max_search_calls: Option<u32>,
    /// No search reads more than 30 pages; `meta.exhausted` says where more were wanted.
    max_page_fetches: Option<u32>,
}

/// What was found.
#[derive(ToSchema)]
pub(crate) struct DiscoveryAnswer {
    success: bool,
    data: DiscoveryFound,
    error: Option<String>,
    meta: DiscoveryMeta,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryFound {
    companies: Vec<DiscoveredCompany>,
    query_understanding: Option<DiscoveryUnderstanding>,
    validation: DiscoveryValidation,
    novelty: DiscoveryNovelty,
    message: Option<String>,
    suggestion: Option<String>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveredCompany {
    /// For `excludeEntityIds`: the same in every search.
    id: String,
    name: String,
    domain: Option<String>,
    industry: Option<String>,
    location: DiscoveredPlace,
    signal: DiscoveredSignal,
    /// Left out only where `includeEvidence` is false.
    evidence: Option<DiscoveredEvidence>,
    siva_scores: DiscoveredScores,
    #[schema(example = "new")]
    novelty_status: String,
    #[schema(example = "new_evidence_2025-01-09")]
    resurface_reason: Option<String>,
}

#[derive(ToSchema)]
pub(crate) struct DiscoveredPlace {
    /// The words of the source.
    raw: String,
    /// In the request's spelling.
    normalized: String,
    city: Option<String>,
    country: String,
    /// `VERIFIED` or `INFERRED`; `UNVERIFIED` only in traces.
    confidence: String,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveredSignal {
    #[schema(rename = "type", example = "hiring")]
    kind: String,
    /// 1 to 5.
    strength: u8,
    description: String,
    trigger_date: Option<String>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveredEvidence {
    source_url: String,
    source_title: String,
    /// One passage of the source, to the letter.
    snippet: String,
    published_date: Option<String>,
    accessed_at: String,
    /// `search_result`, `page` or `document`.
    from: Option<String>,
    stored_source: Option<String>,
}

#[derive(ToSchema)]
pub(crate) struct DiscoveredScores {
    quality: u8,
    timing: u8,
    likelihood: u8,
    effort: u8,
    overall: f64,
    #[schema(example = "HOT")]
    tier: String,
    explanations: ScoreReasons,
}

#[derive(ToSchema)]
pub(crate) struct ScoreReasons {
    quality: Vec<ScoreReason>,
    timing: Vec<ScoreReason>,
    likelihood: Vec<ScoreReason>,
    effort: Vec<ScoreReason>,
}

#[derive(ToSchema)]
pub(crate) struct ScoreReason {
    points: i32,
    reason: String,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryUnderstanding {
    original_query: String,
    parsed_intent: String,
    parsed_location: UnderstoodPlace,
    synthesized_queries: Vec<String>,
    entity_type: String,
    signal_types: Vec<String>,
    temporal_hint: Option<String>,
    /// Companies that the text leaves out.
    exclusions: Option<Vec<UnderstoodExclusion>>,
    conflicts: Vec<UnderstoodConflict>,
}

/// "Not banks", "except Careem".
#[derive(ToSchema)]
pub(crate) struct UnderstoodExclusion {
    /// `name` or `sector`.
    kind: String,
    text: String,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct UnderstoodPlace {
    country: Option<String>,
    emirate: Option<String>,
    city: Option<String>,
    area: Option<String>,
    area_type: Option<String>,
    confidence: f64,
}

/// The text and a constraint say different things: both bind.
#[derive(ToSchema)]
pub(crate) struct UnderstoodConflict {
    field: String,
    text: String,
    constraint: String,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryValidation {
    total_extracted: u32,
    passed_validation: u32,
    rejected_count: u32,
    rejection_breakdown: BTreeMap<String, u32>,
    enforced: bool,
    logged_breakdown: Option<BTreeMap<String, u32>>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryNovelty {
    new_companies: u32,
    resurfaced_with_new_evidence: u32,
    filtered_as_previously_seen: u32,
    filtered_as_stale: u32,
    filtered_as_undated: u32,
    enforced: bool,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryMeta {
    request_id: String,
    search_id: Option<String>,
    processing_time_ms: u64,
    costs: DiscoveryCosts,
    /// `hit`, `miss` or `warmed`.
    cache: String,
    providers: Vec<String>,
    unresponsive: Vec<String>,
    partial: bool,
    exhausted: Vec<String>,
    engines: Option<BTreeMap<String, String>>,
}

/// US dollars; `total` is the sum.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct DiscoveryCosts {
    query_understanding: f64,
    query_synthesis: f64,
    serp: f64,
    extraction: f64,
    total: f64,
}
