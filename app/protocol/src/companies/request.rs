//! What is asked for (the seed's `DiscoveryRequest`). Field names are the seed's, so some are camelCase and some are not.

use serde::{Deserialize, Serialize};

/// The seed's name of it.
pub type DiscoveryRequest = CompanyRequest;

/// A request with its defaults filled in. The domain checks it; nothing else makes one from what a client sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyRequest {
    /// The token's tenant, as the client wrote it (id or slug) or by its id.
    pub tenant_id: String,
    /// 1 to 7.
    pub persona_id: u8,
    /// The client's own name of the search: the same name is the same search. Empty until the server made one.
    pub request_id: String,
    /// 1 to 500 characters.
    #[serde(rename = "queryText")]
    pub query_text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sales_context: Option<SalesContext>,
    #[serde(default, skip_serializing_if = "Constraints::is_empty")]
    pub constraints: Constraints,
    /// `YYYY-MM-DD` or RFC 3339, as it came in.
    #[serde(rename = "sinceTimestamp", default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Companies that the user has seen, by the `id` of the response.
    #[serde(rename = "excludeEntityIds", default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    #[serde(rename = "noveltyMode", default)]
    pub novelty: NoveltyMode,
    #[serde(default)]
    pub mode: SearchMode,
    #[serde(rename = "workPatterns", default, skip_serializing_if = "WorkPatterns::is_empty")]
    pub work_patterns: WorkPatterns,
    #[serde(default)]
    pub options: SearchOptions,
}

/// Who sells what, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalesContext {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertical: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub_vertical: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
}

/// Where a company must be, in the client's own spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraints {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emirate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    #[serde(rename = "areaType", default, skip_serializing_if = "Option::is_none")]
    pub area_type: Option<AreaType>,
}

impl Constraints {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What kind of area it is. The three names of the seed; anything else that the gazetteer knows is a district.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AreaType {
    FreeZone,
    Mainland,
    District,
}

impl AreaType {
    pub const ALL: [Self; 3] = [Self::FreeZone, Self::Mainland, Self::District];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FreeZone => "free_zone",
            Self::Mainland => "mainland",
            Self::District => "district",
        }
    }
}

/// What becomes of companies that the user has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoveltyMode {
    /// They are left out.
    #[default]
    Strict,
    /// They come back with evidence that is newer than what was seen.
    AllowNewEvidence,
}

impl NoveltyMode {
    pub const ALL: [Self; 2] = [Self::Strict, Self::AllowNewEvidence];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::AllowNewEvidence => "allow_new_evidence",
        }
    }
}

/// Whether an earlier search's texts will do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchMode {
    #[default]
    Live,
    Cached,
}

impl SearchMode {
    pub const ALL: [Self; 2] = [Self::Live, Self::Cached];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Cached => "cached",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkPatterns {
    /// They change scores and nothing else.
    #[serde(rename = "preferredSectors", default, skip_serializing_if = "Vec::is_empty")]
    pub preferred_sectors: Vec<String>,
    /// Names of companies that are never returned.
    #[serde(rename = "excludedCompanies", default, skip_serializing_if = "Vec::is_empty")]
    pub excluded_companies: Vec<String>,
}

impl WorkPatterns {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchOptions {
    /// 1 to 100.
    pub max_results: u32,
    pub include_evidence: bool,
    pub include_query_understanding: bool,
    #[serde(skip_serializing_if = "SearchBudgets::is_empty")]
    pub budgets: SearchBudgets,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { max_results: 10, include_evidence: true, include_query_understanding: true, budgets: SearchBudgets::default() }
    }
}

/// The most that a search may ask for. None is as much as it takes; pages are read only where a number allows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchBudgets {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_llm_calls: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_search_calls: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_page_fetches: Option<u32>,
}

impl SearchBudgets {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
