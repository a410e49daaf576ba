//! Objectives: what an interview collects.

use super::{
    paging::Paging,
    schema::{self, Objective, Page},
};
use crate::{
    backend::Backend,
    calls::{AuditNote, within_bounds},
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
use domain::{
    StoreFault,
    account::PageQuery,
    interview::{ObjectiveRow, objective},
};
use http::StatusCode;
use protocol::{ObjectiveId, account::Role, interview::ContextType};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({
    "context_type": "idea_discovery",
    "version": "1.0.0",
    "display_name": "A shop",
    "config": {
        "displayName": "A shop",
        "obligations": [{
            "key": "goods", "fieldPath": "shop.goods", "prompt": "What will the shop sell?",
            "collectionType": "direct_question", "widgetType": "text", "priority": 10
        }],
        "completion": {"minObligationsSatisfied": 1, "minConfidenceScore": 0.7, "requiredObligations": ["goods"]}
    }
}))]
pub(super) struct ObjectiveRequest {
    /// `business_profile`, `idea_discovery` or `project_discovery`.
    #[schema(value_type = schema::ContextType)]
    context_type: ContextType,
    /// Stands for one definition: to put another one, raise it. A new objective begins with 1.0.0.
    #[schema(max_length = 200)]
    version: Option<String>,
    #[schema(max_length = 200)]
    display_name: Option<String>,
    /// A `DiscoveryObjectiveDefinition` in camelCase, at most 512 kB. A question for a `number` may have `unit` (what it counts),
    /// `min` and `max`: an answer beyond them is refused or asked back about.
    config: Value,
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfKind {
    /// Only of this kind.
    #[param(value_type = Option<schema::ContextType>)]
    context_type: Option<ContextType>,
}

#[utoipa::path(get, path = "/api/v1/objectives", operation_id = "list_objectives", tag = "objectives", params(Paging, OfKind), responses((status = 200, body = Page<Objective>, description = "The tenant's objectives, newest first")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(of): Query<OfKind>,
) -> Result<Json<Value>, Problem> {
    let PageQuery { limit, after } = paging.query()?;
    let after = after.map(|(at, id)| (at, ObjectiveId(id)));
    let rows = backend.objectives().objectives_of(identity.account.tenant_id, of.context_type, limit, after).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| to_json(&row))
}

#[utoipa::path(post, path = "/api/v1/objectives", operation_id = "create_objective", tag = "objectives", request_body = ObjectiveRequest, responses((status = 201, body = Objective, description = "Made, not yet active"), (status = 422, description = "It cannot work; every fault is named")))]
pub(super) async fn create(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(given): Body<ObjectiveRequest>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let row = row(&backend, &identity, ObjectiveId(backend.id()), given)?;
    let audit =
        audit("objective.created", row.id, json!({"display_name": row.display_name})).entry_by(&backend, &identity.account);
    backend.objectives().insert_objective_with(row.clone(), Some(audit)).await.map_err(|fault| map_conflict(fault, &row))?;
    Ok((StatusCode::CREATED, Json(to_json(&row))))
}

#[utoipa::path(get, path = "/api/v1/objectives/{id}", operation_id = "read_objective", tag = "objectives", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Objective), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(to_json(&found(&backend, &identity, &id).await?)))
}

#[utoipa::path(put, path = "/api/v1/objectives/{id}", operation_id = "replace_objective", tag = "objectives", params(("id" = uuid::Uuid, Path)), request_body = ObjectiveRequest, responses((status = 200, body = Objective, description = "Interviews under way keep the version they began with"), (status = 404), (status = 409, description = "Another definition takes another version"), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
    Body(given): Body<ObjectiveRequest>,
) -> Result<Json<Value>, Problem> {
    let known = found(&backend, &identity, &id).await?;
    if given.context_type != known.context_type {
        return Err(Problem::invalid("context_type", format!("an objective stays with its kind, {}", known.context_type.name())));
    }
    let given = ObjectiveRequest { version: given.version.or_else(|| Some(known.version.clone())), ..given };
    let changed =
        ObjectiveRow { created_at: known.created_at, active: known.active, ..row(&backend, &identity, known.id, given)? };
    // A built-in objective that was changed belongs to the tenant from then on. Later versions do not replace it.
    let changed = ObjectiveRow { built_in: known.built_in && changed.config == known.config, ..changed };
    if changed.version == known.version && changed.config != known.config {
        let detail = format!("version {} is another definition: give this one a version of its own", known.version);
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    let audit = audit("objective.changed", changed.id, json!({"version": changed.version})).entry_by(&backend, &identity.account);
    let stored = backend.objectives().update_objective_with(changed.clone(), Some(audit)).await;
    if !stored.map_err(|fault| map_conflict(fault, &changed))? {
        return Err(Problem::not_found("there is no such objective"));
    }
    Ok(Json(to_json(&found(&backend, &identity, &id).await?)))
}

#[utoipa::path(post, path = "/api/v1/objectives/{id}/activate", operation_id = "activate_objective", tag = "objectives", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Objective, description = "The only active one of its kind"), (status = 404)))]
pub(super) async fn activate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let known = found(&backend, &identity, &id).await?;
    let (tenant, now) = (identity.account.tenant_id, backend.now());
    let audit = audit("objective.activated", known.id, json!({})).entry_by(&backend, &identity.account);
    if !backend.objectives().activate_objective_with(tenant, known.id, now, Some(audit)).await? {
        return Err(Problem::not_found("there is no such objective"));
    }
    Ok(Json(to_json(&found(&backend, &identity, &id).await?)))
}

fn row(backend: &Backend, identity: &Identity, id: ObjectiveId, given: ObjectiveRequest) -> Result<ObjectiveRow, Problem> {
    let mut config = given.config;
    within_bounds("config", &config)?;
    if let (Some(fields), Some(name)) = (config.as_object_mut(), &given.display_name) {
        // Said once is enough.
        fields.entry("displayName").or_insert_with(|| json!(name));
    }
    let definition = objective::parse(&config)?;
    let display_name = given.display_name.unwrap_or_else(|| definition.display_name.clone());
    let version = given.version.unwrap_or_else(|| "1.0.0".into());
    for (field, text) in [("display_name", &display_name), ("version", &version)] {
        if text.trim().is_empty() || text.chars().count() > 200 {
            return Err(Problem::invalid(field, format!("{field} has 1 to 200 characters")));
        }
    }
    let now = backend.now();
    Ok(ObjectiveRow {
        id,
        tenant: identity.account.tenant_id,
        context_type: given.context_type,
        version,
        display_name,
        config,
        active: false,
        built_in: false,
        created_at: now,
        updated_at: now,
    })
}

/// A version stands for one definition, so that an interview's `objective_version` says what it was begun with.
fn map_conflict(fault: StoreFault, row: &ObjectiveRow) -> Problem {
    if !matches!(fault, StoreFault::Conflict) {
        return fault.into();
    }
    let (name, version) = (&row.display_name, &row.version);
    let detail =
        format!("version {version} of “{name}” is another definition already: give this one a version or a name of its own");
    Problem::new(StatusCode::CONFLICT, detail)
}

fn audit(action: &str, id: ObjectiveId, detail: Value) -> AuditNote<'_> {
    AuditNote { action, target: id.to_string(), about: None, detail }
}

async fn found(backend: &Backend, identity: &Identity, id: &str) -> Result<ObjectiveRow, Problem> {
    let missing = || Problem::not_found("there is no such objective");
    let id: ObjectiveId = id.parse().map_err(|_| missing())?;
    backend.objectives().objective(identity.account.tenant_id, id).await?.ok_or_else(missing)
}

fn to_json(row: &ObjectiveRow) -> Value {
    json!({
        "id": row.id, "context_type": row.context_type, "version": row.version, "display_name": row.display_name,
        "config": row.config, "active": row.active, "built_in": row.built_in,
        "created_at": row.created_at.to_rfc3339(), "updated_at": row.updated_at.to_rfc3339(),
    })
}
