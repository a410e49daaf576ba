//! A tenant's own places, which searches for companies know beside the built-in ones.

use super::{
    paging::Part,
    schema::{CompanyPlace, CompanyPlaceName, Page},
};
use crate::{
    backend::Backend,
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::companies::PlaceDraft;
use http::StatusCode;
use protocol::{CompanyPlaceId, account::Role};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Blue Harbour Hub", "aliases": ["BHH", "Blue Harbour Free Zone"], "kind": "free_zone", "city": "Abu Dhabi", "country": "UAE"
}))]
pub(super) struct CompanyPlaceBody {
    /// What it is called in answers.
    #[schema(max_length = 100)]
    name: String,
    /// At most 20 other names, in any language.
    #[schema(value_type = Option<Vec<CompanyPlaceName>>)]
    aliases: Option<Vec<String>>,
    /// `city`, `emirate` (a state, a province), `free_zone`, `mainland` or `district`.
    #[schema(max_length = 20)]
    kind: String,
    /// What it is in. Where the gazetteer knows the rest, that is filled in.
    #[schema(max_length = 100)]
    city: Option<String>,
    /// An emirate, a state, a province.
    #[schema(max_length = 100)]
    region: Option<String>,
    /// Needed where neither city nor region says it.
    #[schema(max_length = 100)]
    country: Option<String>,
}

impl From<CompanyPlaceBody> for PlaceDraft {
    fn from(body: CompanyPlaceBody) -> Self {
        let CompanyPlaceBody { name, aliases, kind, city, region, country } = body;
        Self { name, aliases: aliases.unwrap_or_default(), kind, city, region, country }
    }
}

#[utoipa::path(get, path = "/api/v1/company-places", operation_id = "list_company_places", tag = "companies", params(Part), responses((status = 200, body = Page<CompanyPlace>, description = "The tenant's own places, oldest first; at most 500"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let rows = ::companies::own_places(backend.companies(), identity.account.tenant_id).await?;
    part.page(rows.into_iter().map(|row| json!(CompanyPlace::new(row))).collect())
}

#[utoipa::path(post, path = "/api/v1/company-places", operation_id = "create_company_place", tag = "companies", request_body = CompanyPlaceBody, responses((status = 201, body = CompanyPlace, description = "New searches know it; it goes before a built-in place of the same name"), (status = 403), (status = 409, description = "Another one has the name, or there are 500"), (status = 422, description = "Every fault is named")))]
pub(super) async fn create(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(body): Body<CompanyPlaceBody>,
) -> Result<(StatusCode, Json<CompanyPlace>), Problem> {
    let row = ::companies::add_place(backend.companies(), &identity.account, body.into()).await?;
    Ok((StatusCode::CREATED, Json(CompanyPlace::new(row))))
}

#[utoipa::path(put, path = "/api/v1/company-places/{id}", operation_id = "replace_company_place", tag = "companies", params(("id" = uuid::Uuid, Path)), request_body = CompanyPlaceBody, responses((status = 200, body = CompanyPlace, description = "Searches that were begun before keep what they knew"), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
    Body(body): Body<CompanyPlaceBody>,
) -> Result<Json<CompanyPlace>, Problem> {
    let row = ::companies::change_place(backend.companies(), &identity.account, place_id(&id)?, body.into()).await?;
    Ok(Json(CompanyPlace::new(row)))
}

#[utoipa::path(delete, path = "/api/v1/company-places/{id}", operation_id = "delete_company_place", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "Searches that were begun before keep what they knew"), (status = 403), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    identity.may(Role::Admin)?;
    ::companies::remove_place(backend.companies(), &identity.account, place_id(&id)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn place_id(id: &str) -> Result<CompanyPlaceId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such place"))
}
