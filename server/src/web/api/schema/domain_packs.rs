//! Domain packs, the prompts of projects, and their secrets.

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct DomainPack {
    /// Its name in paths.
    slug: String,
    domain: String,
    /// Empty for all categories of the domain.
    category: String,
    version: String,
    areas: Vec<PackArea>,
    /// `base_context`, `exploration`, `recommendations`; what is missing is built in.
    prompts: BTreeMap<String, String>,
    /// A JSON schema of what is known of the business.
    #[schema(value_type = Object, additional_properties = true)]
    profile_schema: Value,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PackArea {
    id: String,
    name: String,
    description: String,
    keywords: Vec<String>,
    priority: u32,
    /// The text of `analysis_{id}`; empty for the built-in one.
    prompt: String,
    /// Those that a draft was made from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    tables: Vec<String>,
}

/// A pack with where it comes from.
#[derive(Serialize, ToSchema)]
pub(crate) struct ListedPack {
    /// Its name in paths.
    slug: String,
    domain: String,
    category: String,
    version: String,
    areas: Vec<PackArea>,
    prompts: BTreeMap<String, String>,
    #[schema(value_type = Object, additional_properties = true)]
    profile_schema: Value,
    built_in: bool,
    #[schema(format = DateTime)]
    imported_at: Option<String>,
}

/// A prompt of discovery runs.
#[derive(Serialize, ToSchema)]
pub(crate) struct DiscoveryPrompt {
    /// `base_context`, `exploration`, `analysis_{area}` or `recommendations`.
    name: String,
    text: String,
    /// `built_in`, `pack` or `project`.
    source: String,
    /// Those that have a value in it, as `{{NAME}}`.
    variables: Vec<String>,
    /// When the project changed it.
    #[schema(format = DateTime)]
    updated_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ProjectSecret {
    /// `llm-api-key` or `warehouse-credentials`.
    name: String,
    masked: String,
    #[schema(format = DateTime)]
    updated_at: String,
}
