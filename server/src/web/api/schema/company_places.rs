//! Places that a tenant adds to the gazetteer.

use domain::companies::PlaceRow;
use serde::Serialize;
use utoipa::ToSchema;

/// Another name of a place.
#[derive(ToSchema)]
#[schema(max_length = 100)]
pub(crate) struct CompanyPlaceName(String);

/// A tenant's own place.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "name": "Blue Harbour Hub", "aliases": ["BHH"], "kind": "free_zone",
    "city": "Abu Dhabi", "region": "Abu Dhabi", "country": "UAE", "created_at": "2026-03-02T09:00:00.000Z",
    "updated_at": "2026-03-02T09:00:00.000Z"
}))]
pub(crate) struct CompanyPlace {
    #[schema(value_type = uuid::Uuid)]
    id: String,
    name: String,
    /// Other names.
    aliases: Vec<String>,
    /// `city`, `emirate`, `free_zone`, `mainland` or `district`.
    kind: &'static str,
    city: Option<String>,
    /// An emirate, a state, a province.
    region: Option<String>,
    country: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

impl CompanyPlace {
    pub(crate) fn new(row: PlaceRow) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            aliases: row.aliases,
            kind: row.kind.name(),
            city: row.city,
            region: row.region,
            country: row.country,
            created_at: row.created_at.to_rfc3339(),
            updated_at: row.updated_at.to_rfc3339(),
        }
    }
}
