//! What research found, with the words that it rests on.

use super::messages::MessageEngine;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// What was found.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResearchResult {
    summary: String,
    findings: Vec<CitedFinding>,
    /// Findings left out, since their quote is not in the source they name.
    dropped_quotes: u32,
    engine: MessageEngine,
    /// Why the built-in engine judged in place of the language model; `null` where nothing fell back.
    fell_back: Option<String>,
    provider: Option<SearchProvider>,
    /// How many hits there were in all.
    found: u32,
    /// How many sources were read.
    sources: u32,
}

/// A claim with the words that it rests on.
#[derive(Serialize, ToSchema)]
pub(crate) struct CitedFinding {
    id: Uuid,
    claim: String,
    /// Verbatim words of the source, white space aside.
    quote: String,
    stance: Stance,
    /// What the source gives for the answer; `null` where nothing.
    value: Value,
    source: CitedSource,
}

/// What a finding is to the held value.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stance {
    Supports,
    Contradicts,
    Informs,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CitedSource {
    id: Uuid,
    title: String,
    /// `null` for a text that was brought in as it is; a path of this server for a document of a project.
    url: Option<String>,
    /// Of its text, in hexadecimal.
    sha256: String,
    #[schema(format = DateTime)]
    accessed_at: String,
    /// `null` is undated.
    #[schema(format = DateTime)]
    published_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SearchProvider {
    Searxng,
    SerpApi,
    Brave,
    Tavily,
    Serper,
    /// The tenant's own documents and the pages it has read.
    Local,
}
