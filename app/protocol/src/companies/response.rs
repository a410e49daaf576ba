//! What is answered (the seed's `DiscoveryResponse`, part B), with what COMPANIES.md adds to it.

use super::SivaScores;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscoveryResponse {
    /// False only where nobody could be asked. Nothing found is a success.
    pub success: bool,
    pub data: DiscoveryData,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub meta: SearchMeta,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveryData {
    /// The best first; at most `options.maxResults`.
    pub companies: Vec<FoundCompany>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_understanding: Option<QueryUnderstanding>,
    pub validation: ValidationCounts,
    pub novelty: NoveltyCounts,
    /// Why there is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What could be tried instead. It is never done by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// A company with its proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundCompany {
    /// For `excludeEntityIds`: the same in every search of the tenant.
    pub id: String,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    pub location: CompanyLocation,
    pub signal: CompanySignal,
    /// Left out only where `options.includeEvidence` is false; there is always one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<CompanyEvidence>,
    pub siva_scores: SivaScores,
    pub novelty_status: NoveltyStatus,
    /// `new_evidence_2025-01-09`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resurface_reason: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyLocation {
    /// The words of the source.
    pub raw: String,
    /// The most precise part, in the request's spelling.
    pub normalized: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Empty where nothing says in which country the place is.
    pub country: String,
    /// `VERIFIED` or `INFERRED`; `UNVERIFIED` only in traces.
    pub confidence: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompanySignal {
    /// One of the twelve of COMPANIES.md.
    #[serde(rename = "type")]
    pub kind: String,
    /// 1 to 5.
    pub strength: u8,
    pub description: String,
    /// `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger_date: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompanyEvidence {
    pub source_url: String,
    pub source_title: String,
    /// One passage of the source, to the letter.
    pub snippet: String,
    /// `YYYY-MM-DD`; always written, `null` where the source does not say when.
    #[serde(default)]
    pub published_date: Option<String>,
    /// RFC 3339.
    pub accessed_at: String,
    /// `search_result`, `page` or `document`: what the passage was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where the text of a page is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored_source: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoveltyStatus {
    New,
    Resurfaced,
}

/// What was made of the query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct QueryUnderstanding {
    pub original_query: String,
    pub parsed_intent: String,
    pub parsed_location: ParsedLocation,
    pub synthesized_queries: Vec<String>,
    #[serde(default)]
    pub entity_type: String,
    #[serde(default)]
    pub signal_types: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temporal_hint: Option<String>,
    /// Companies that the text leaves out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclusions: Vec<QueryExclusion>,
    /// Where text and constraints contradict each other. Both bind.
    #[serde(default)]
    pub conflicts: Vec<FieldConflict>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryExclusion {
    /// `name` or `sector`.
    pub kind: String,
    /// As the text has it.
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ParsedLocation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emirate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area_type: Option<String>,
    /// 0 to 1.
    pub confidence: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldConflict {
    /// `country`, `emirate`, `city`, `area` or `areaType`.
    pub field: String,
    pub text: String,
    pub constraint: String,
}

/// Companies, not mentions: a company that several texts name counts once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ValidationCounts {
    /// `passedValidation + rejectedCount`.
    pub total_extracted: u32,
    pub passed_validation: u32,
    /// The sum of the breakdown.
    pub rejected_count: u32,
    pub rejection_breakdown: RejectionBreakdown,
    /// False where a flag lets pass what would be rejected.
    pub enforced: bool,
    /// What would have been rejected, where a flag only logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logged_breakdown: Option<RejectionBreakdown>,
}

impl Default for ValidationCounts {
    fn default() -> Self {
        Self {
            total_extracted: 0,
            passed_validation: 0,
            rejected_count: 0,
            rejection_breakdown: RejectionBreakdown::default(),
            enforced: true,
            logged_breakdown: None,
        }
    }
}

/// How many were rejected for which reason. The seed's three are always there, the others where they occurred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RejectionBreakdown(BTreeMap<String, u32>);

impl Default for RejectionBreakdown {
    fn default() -> Self {
        Self(["location_mismatch", "location_unverified", "city_mismatch"].map(|reason| (reason.to_owned(), 0)).into())
    }
}

impl RejectionBreakdown {
    pub fn count(&mut self, reason: &str) {
        *self.0.entry(reason.to_owned()).or_default() += 1;
    }

    #[must_use]
    pub fn get(&self, reason: &str) -> u32 {
        self.0.get(reason).copied().unwrap_or_default()
    }

    #[must_use]
    pub fn total(&self) -> u32 {
        self.0.values().sum()
    }

    /// By name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(reason, count)| (reason.as_str(), *count))
    }
}

/// Before the cut to `maxResults`: the first four add up to `passedValidation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NoveltyCounts {
    pub new_companies: u32,
    pub resurfaced_with_new_evidence: u32,
    pub filtered_as_previously_seen: u32,
    /// Older than `sinceTimestamp`, or without a date.
    pub filtered_as_stale: u32,
    /// Of the stale ones those without a date.
    pub filtered_as_undated: u32,
    /// False where a flag lets pass what was seen before or is old.
    #[serde(default = "yes")]
    pub enforced: bool,
}

impl Default for NoveltyCounts {
    fn default() -> Self {
        Self {
            new_companies: 0,
            resurfaced_with_new_evidence: 0,
            filtered_as_previously_seen: 0,
            filtered_as_stale: 0,
            filtered_as_undated: 0,
            enforced: true,
        }
    }
}

const fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchMeta {
    pub request_id: String,
    /// For `GET /api/v1/company-searches/{id}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_id: Option<String>,
    pub processing_time_ms: u64,
    pub costs: SearchCosts,
    pub cache: CacheUse,
    /// Who was searched with; `documents` are the tenant's own.
    pub providers: Vec<String>,
    /// Those that did not answer.
    pub unresponsive: Vec<String>,
    /// A budget ended the search early.
    pub partial: bool,
    /// The budgets that were used up, named as in the request.
    pub exhausted: Vec<String>,
    /// Who understood, synthesized and extracted: `built_in`, or a model's name, by layer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub engines: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheUse {
    Hit,
    #[default]
    Miss,
    /// From the cache, where a search in the background had put it.
    Warmed,
}

/// US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchCosts {
    pub query_understanding: f64,
    pub query_synthesis: f64,
    pub serp: f64,
    pub extraction: f64,
    /// The sum of the others.
    pub total: f64,
}

impl SearchCosts {
    /// In millionths of a dollar, so that the total is the sum to the letter.
    #[must_use]
    pub fn new(query_understanding: f64, query_synthesis: f64, serp: f64, extraction: f64) -> Self {
        let [query_understanding, query_synthesis, serp, extraction] =
            [query_understanding, query_synthesis, serp, extraction].map(rounded);
        let total = rounded(query_understanding + query_synthesis + serp + extraction);
        Self { query_understanding, query_synthesis, serp, extraction, total }
    }
}

fn rounded(usd: f64) -> f64 {
    (usd * 1_000_000.0).round() / 1_000_000.0
}
