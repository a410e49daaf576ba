//! Domain packs: those of the tenant and those built in, imported and exported.

use super::{
    paging::Part,
    schema::{DomainPack, ListedPack, Page},
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
    response::{IntoResponse, Response},
};
use domain::packs::Pack;
use http::{StatusCode, header};
use serde_json::{Value, json};

/// A pack as it is exported. Its faults are named all at once.
#[derive(utoipa::ToSchema)]
#[schema(example = json!({
    "slug": "food-delivery", "domain": "food", "category": "delivery", "version": "1.0.0",
    "areas": [{"id": "late_orders", "name": "Late orders", "keywords": ["late", "eta", "courier"], "priority": 1}]
}))]
#[expect(dead_code, reason = "it only describes what is read as JSON")]
pub(super) struct PackImport {
    /// Its name in paths: lower-case letters, digits, `-` and `_`. Made of domain and category when not given.
    #[schema(max_length = 100)]
    slug: Option<String>,
    #[schema(max_length = 100)]
    domain: String,
    /// All categories of the domain when not given.
    #[schema(max_length = 100)]
    category: Option<String>,
    /// Up to four numbers with points between them; higher than that of the tenant's pack with this slug.
    #[schema(max_length = 39)]
    version: String,
    /// At most 50: `id` (lower-case letters, digits, `_`), `name`, `description` (2,000 characters), `keywords` (100 of 100
    /// characters), `priority` (1 to 1000; by their order when not given), `prompt` (50,000 characters).
    #[schema(value_type = Vec<Object>)]
    areas: Value,
    /// `base_context`, `exploration`, `recommendations`, `analysis_{area}`: at most 50,000 characters each; what is missing is
    /// built in.
    #[schema(value_type = Option<Object>)]
    prompts: Option<Value>,
    /// A JSON schema of at most 100,000 bytes.
    #[schema(value_type = Option<Object>)]
    profile_schema: Option<Value>,
    /// What a pack is shown with may be sent back, and changes nothing.
    built_in: Option<bool>,
    /// The same.
    #[schema(max_length = 100)]
    imported_at: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/domain-packs", operation_id = "list_domain_packs", tag = "packs", params(Part), responses((status = 200, body = Page<ListedPack>, description = "The tenant's own packs, then the built-in ones in whose place it has none")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let packs = projects::list_packs(backend.projects(), identity.account.tenant_id).await?;
    part.page(packs.iter().map(to_json).collect())
}

#[utoipa::path(post, path = "/api/v1/domain-packs", operation_id = "import_domain_pack", tag = "packs", request_body = PackImport, responses((status = 201, body = ListedPack, description = "It is new"), (status = 200, body = ListedPack, description = "It replaced an older version"), (status = 403), (status = 409, description = "The tenant has this version or a later one"), (status = 422, description = "Every fault is named")))]
pub(super) async fn import(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(pack): Body<Value>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let (pack, is_new) = projects::import_pack(backend.projects(), &identity.account, &pack).await?;
    Ok((if is_new { StatusCode::CREATED } else { StatusCode::OK }, Json(to_json(&pack))))
}

#[utoipa::path(get, path = "/api/v1/domain-packs/{slug}", operation_id = "read_domain_pack", tag = "packs", params(("slug" = String, Path, description = "As in `gaming-match3`")), responses((status = 200, body = ListedPack), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(slug): Path<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(to_json(&projects::find_pack(backend.projects(), identity.account.tenant_id, &slug).await?)))
}

#[utoipa::path(get, path = "/api/v1/domain-packs/{slug}/export", operation_id = "export_domain_pack", tag = "packs", params(("slug" = String, Path, description = "As in `gaming-match3`")), responses((status = 200, body = DomainPack, description = "A file that can be imported"), (status = 404)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path(slug): Path<String>,
) -> Result<Response, Problem> {
    let found = projects::find_pack(backend.projects(), identity.account.tenant_id, &slug).await?;
    let name = format!("attachment; filename=\"{}-{}.json\"", found.pack.slug, found.pack.version);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(pack_json(&found.pack))).into_response())
}

#[utoipa::path(delete, path = "/api/v1/domain-packs/{slug}", operation_id = "delete_domain_pack", tag = "packs", params(("slug" = String, Path, description = "Of a pack of the tenant")), responses((status = 204, description = "Projects go on with the built-in pack of their domain"), (status = 403), (status = 404), (status = 409, description = "It is built in")))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(slug): Path<String>,
) -> Result<StatusCode, Problem> {
    projects::delete_pack(backend.projects(), &identity.account, &slug).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn pack_json(pack: &Pack) -> Value {
    json!({
        "slug": pack.slug, "domain": pack.domain, "category": pack.category, "version": pack.version,
        "areas": pack.areas, "prompts": pack.prompts, "profile_schema": pack.profile_schema,
    })
}

fn to_json(listed: &projects::ListedPack) -> Value {
    let mut pack = pack_json(&listed.pack);
    pack["built_in"] = json!(listed.imported_at.is_none());
    pack["imported_at"] = json!(listed.imported_at.map(|at| at.to_rfc3339()));
    pack
}
