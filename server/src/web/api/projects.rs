//! Projects: made, shown, changed, deleted, and the state machine of their domain pack.

use super::{
    paging::Paging,
    schema::{PackGeneration, Page, Project, Refreshed},
};
use crate::{
    backend::Backend,
    calls::{AuditNote, LONGEST_PROFILE},
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::{
    account::AuditEntry,
    tools::{
        ContextPreload, ProjectChange, ProjectRow, ProjectState, checked_description, first_state, one_line,
        warehouse::TenantFilter,
    },
};
use http::StatusCode;
use protocol::{ProjectId, Timestamp, account::Role};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};

const LONGEST_NAME: usize = 200;

/// What is not given when a project is changed stays as it is; `null` takes away. A name that is not known is refused: a filter under
/// another name would filter nothing.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Music store", "domain": "retail", "category": "music", "description": "Sales of the online store",
    "profile": {"markets": ["AT", "DE"]}, "filter": {"column": "tenant_id", "value": 7}, "web_search": true,
    "context_preload": {"seed_patterns": ["sales", "customer"], "similarity_threshold": 0.3, "max_tables": 50},
    "generate_pack": {"enabled": false}
}))]
pub(super) struct ProjectRequest {
    /// 1 to 200 characters; a new project needs one.
    #[schema(max_length = 200)]
    name: Option<String>,
    #[serde(default, deserialize_with = "deserialize_double_option")]
    #[schema(max_length = 200)]
    domain: Option<Option<String>>,
    #[serde(default, deserialize_with = "deserialize_double_option")]
    #[schema(max_length = 200)]
    category: Option<Option<String>>,
    #[schema(max_length = 20_000)]
    description: Option<String>,
    /// What runs are told about the business; at most 500,000 bytes.
    #[schema(value_type = Option<Object>)]
    profile: Option<Value>,
    /// Every query reads tables that have this column through `column = value`.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    filter: Option<Option<FilterRequest>>,
    /// Whether `resolve_fact` may search the web; false when not given.
    web_search: Option<bool>,
    /// Tables near to these patterns are told to a model ahead.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    context_preload: Option<Option<PreloadRequest>>,
    generate_pack: Option<PackRequest>,
    /// Only when a project is changed: a step of its state machine.
    state: Option<String>,
    /// The draft as it is to be, in the state `pack_generation_done`; administrators may also give a ready project a pack of its
    /// own, or take it away with `null`.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    #[schema(value_type = Option<Object>)]
    pack: Option<Option<Value>>,
    // What a project is shown with may be sent back, and changes nothing.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "pack_error")]
    #[schema(ignore)]
    _pack_error: IgnoredAny,
    #[serde(default, rename = "created_by")]
    #[schema(ignore)]
    _created_by: IgnoredAny,
    #[serde(default, rename = "created_at")]
    #[schema(ignore)]
    _created_at: IgnoredAny,
    #[serde(default, rename = "updated_at")]
    #[schema(ignore)]
    _updated_at: IgnoredAny,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FilterRequest {
    #[schema(max_length = 200)]
    column: String,
    /// A text of at most 200 characters, or a number.
    value: Value,
}

/// The settings of the seed's context preload cache.
#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct PreloadRequest {
    /// At most 50.
    #[schema(value_type = Vec<SeedPattern>)]
    seed_patterns: Vec<String>,
    /// 0 to 1; 0.3 when not given.
    similarity_threshold: Option<f64>,
    /// 1 to 500; 50 when not given.
    max_tables: Option<usize>,
}

/// Words for what the project's questions are about, on one line.
#[derive(utoipa::ToSchema)]
#[schema(max_length = 200)]
#[expect(dead_code, reason = "it only describes what is a text")]
pub(super) struct SeedPattern(String);

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PackRequest {
    enabled: bool,
}

/// Distinguishes `null` from a missing field.
fn deserialize_double_option<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[utoipa::path(get, path = "/api/v1/projects", operation_id = "list_projects", tag = "projects", params(Paging), responses((status = 200, body = Page<Project>, description = "The tenant's projects, newest first")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let rows = backend.project_store().projects(identity.account.tenant_id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| to_json(&row))
}

#[utoipa::path(post, path = "/api/v1/projects", operation_id = "create_project", tag = "projects", request_body = ProjectRequest, responses((status = 201, body = Project), (status = 403), (status = 409, description = "The tenant has as many projects as it may"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    identity: Identity,
    Body(given): Body<ProjectRequest>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    identity.may(Role::Member)?;
    if given.name.is_none() {
        return Err(Problem::invalid("name", "a project needs a name"));
    }
    if given.state.is_some() {
        return Err(Problem::invalid("state", "a new project has no state but its first one"));
    }
    let generate_pack = given.generate_pack.as_ref().is_some_and(|pack| pack.enabled);
    let now = backend.now();
    let blank = ProjectRow {
        id: ProjectId(backend.id()),
        tenant: identity.account.tenant_id,
        name: String::new(),
        domain: None,
        category: None,
        description: String::new(),
        profile: json!({}),
        filter: None,
        web_search: false,
        context_preload: None,
        generate_pack,
        pack: None,
        pack_error: None,
        state: Some(first_state(generate_pack)),
        created_by: Some(identity.account.user_id),
        created_at: now,
        updated_at: now,
    };
    let row = changed(&identity, blank, given)?;
    projects::room_for_another(backend.projects(), row.tenant).await?;
    let audit = audit(&backend, &identity, "project.created", &row);
    backend.project_store().insert_project_with(row.clone(), Some(audit)).await?;
    backend.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
    Ok((StatusCode::CREATED, Json(to_json(&row))))
}

#[utoipa::path(get, path = "/api/v1/projects/{id}", operation_id = "read_project", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Project), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(to_json(&projects::found(backend.projects(), identity.account.tenant_id, &id).await?)))
}

#[utoipa::path(put, path = "/api/v1/projects/{id}", operation_id = "change_project", tag = "projects", params(("id" = uuid::Uuid, Path)), request_body = ProjectRequest, responses((status = 200, body = Project), (status = 403), (status = 404), (status = 409, description = "A step that the state machine does not have"), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<ProjectRequest>,
) -> Result<Json<Value>, Problem> {
    let known = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    if given.filter.is_some() {
        // Without the filter a user would see other tenants' rows.
        identity.may(Role::Admin)?;
    }
    let (was, filter) = (known.updated_at, known.filter.clone());
    let mut row = changed(&identity, known, given)?;
    row.updated_at = Timestamp(backend.now().0.max(was.0 + 1));
    let audit = audit(&backend, &identity, "project.changed", &row);
    backend.project_store().update_project_with(row.clone(), was, Some(audit)).await?;
    backend.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
    if row.filter != filter {
        projects::read_through(backend.projects(), &identity.account, &row).await?;
    }
    Ok(Json(to_json(&row)))
}

#[utoipa::path(delete, path = "/api/v1/projects/{id}", operation_id = "delete_project", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "For good, with its sources, files and facts: what is deleted on a page can be restored for seven days"), (status = 403, description = "Only who made it, or an administrator"), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let row = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    if row.created_by != Some(identity.account.user_id) {
        identity.may(Role::Admin)?;
    }
    let sources = projects::sources_with_trash(backend.projects(), row.tenant, row.id).await?;
    let streams = projects::open_streams(backend.projects(), &row).await;
    let audit = audit(&backend, &identity, "project.deleted", &row);
    if !backend.project_store().delete_project_with(row.tenant, row.id, Some(audit)).await? {
        return Err(projects::missing().into());
    }
    projects::stop_streams(backend.projects(), &streams);
    projects::forget_all(backend.projects(), &sources, &row).await;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/pack-generate", operation_id = "generate_pack", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = Project, description = "A domain pack is drafted from what was found in the sources"), (status = 403), (status = 404), (status = 409, description = "Not in the state pack_generation_pending")))]
pub(super) async fn generate_pack(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let known = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let noted = |row: &ProjectRow| audit(&backend, &identity, "project.pack_generated", row);
    let row = projects::begin_pack(backend.projects(), known, noted).await?;
    Ok((StatusCode::ACCEPTED, Json(to_json(&row))))
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/pack-generate", operation_id = "read_pack_generation", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = PackGeneration, description = "Where the drafting of the newest pack is; generation 0 where none was asked for"), (status = 404)))]
pub(super) async fn pack_generation(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<PackGeneration>, Problem> {
    let known = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    Ok(Json(PackGeneration::new(&*projects::pack_view(backend.projects(), &known).await?)))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/pack-generate/cancel", operation_id = "cancel_pack_generation", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Project, description = "Nothing is drafted any more; it may be asked for again"), (status = 403), (status = 404), (status = 409, description = "No pack is being drafted")))]
pub(super) async fn cancel_pack_generation(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let known = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let audit = audit(&backend, &identity, "project.pack_cancelled", &known);
    Ok(Json(to_json(&projects::cancel_pack(backend.projects(), &known, audit).await?)))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/refresh", operation_id = "refresh_project", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Refreshed, description = "What changed in the sources, by group of tools"), (status = 403), (status = 404)))]
pub(super) async fn refresh(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    Ok(Json(projects::refresh(backend.projects(), &identity.account, &project).await?))
}

/// The row with what was given in it.
fn changed(identity: &Identity, mut row: ProjectRow, given: ProjectRequest) -> Result<ProjectRow, Problem> {
    if let Some(pack) = given.pack {
        row = projects::change_pack(&identity.account, row, &pack.unwrap_or_default())?;
    }
    if let Some(name) = given.name {
        row.name = one_line("name", &name, LONGEST_NAME)?;
    }
    let short = |field: &str, text: Option<String>| text.map(|text| one_line(field, &text, LONGEST_NAME)).transpose();
    if let Some(domain) = given.domain {
        row.domain = short("domain", domain)?;
    }
    if let Some(category) = given.category {
        row.category = short("category", category)?;
    }
    if let Some(description) = given.description {
        row.description = checked_description(&description)?;
    }
    if let Some(profile) = given.profile {
        if !profile.is_object() || profile.to_string().len() > LONGEST_PROFILE {
            return Err(Problem::invalid("profile", format!("a profile is a JSON object of at most {LONGEST_PROFILE} bytes")));
        }
        row.profile = profile;
    }
    if let Some(filter) = given.filter {
        row.filter = filter.map(checked_filter).transpose()?;
    }
    if let Some(preload) = given.context_preload {
        let of = |given: PreloadRequest| ContextPreload::new(given.seed_patterns, given.similarity_threshold, given.max_tables);
        row.context_preload = preload.map(of).transpose()?.flatten();
    }
    row.web_search = given.web_search.unwrap_or(row.web_search);
    if let Some(pack) = given.generate_pack
        && pack.enabled != row.generate_pack
    {
        return Err(Problem::invalid("generate_pack", "whether a pack is generated is said when the project is made"));
    }
    if let Some(state) = given.state {
        let to = ProjectState::parse(&state).ok_or_else(|| {
            let states: Vec<&str> = ProjectState::ALL.into_iter().map(ProjectState::name).collect();
            Problem::invalid("state", format!("a state is one of {}", states.join(", ")))
        })?;
        row.state = Some(step(row.state(), to)?);
    }
    Ok(row)
}

/// The two steps between belong to the generation of the pack itself; by hand only its end is accepted.
fn step(from: ProjectState, to: ProjectState) -> Result<ProjectState, Problem> {
    let next = from.step(to)?;
    if from == next || next == ProjectState::Ready {
        return Ok(next);
    }
    let how = if next == ProjectState::PackGeneration { "POST …/pack-generate begins it" } else { "it comes by itself" };
    let detail = format!("a project becomes {} when its pack is generated: {how}", next.name());
    Err(Problem::new(StatusCode::CONFLICT, detail))
}

fn checked_filter(given: FilterRequest) -> Result<TenantFilter, Problem> {
    let column = one_line("filter.column", &given.column, LONGEST_NAME)?;
    if !given.value.is_string() && !given.value.is_number() {
        return Err(Problem::invalid("filter.value", "the value is a text or a number"));
    }
    if given.value.as_str().is_some_and(|text| text.chars().count() > LONGEST_NAME) {
        return Err(Problem::invalid("filter.value", format!("filter.value has at most {LONGEST_NAME} characters")));
    }
    Ok(TenantFilter { column, value: given.value })
}

fn audit(backend: &Backend, identity: &Identity, action: &str, row: &ProjectRow) -> AuditEntry {
    let detail = json!({"name": row.name, "state": row.state().name()});
    AuditNote { action, target: row.id.to_string(), about: None, detail }.entry_by(backend, &identity.account)
}

fn to_json(row: &ProjectRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "domain": row.domain, "category": row.category, "description": row.description,
        "profile": row.profile, "filter": row.filter, "web_search": row.web_search,
        "context_preload": row.context_preload,
        "generate_pack": {"enabled": row.generate_pack}, "pack": row.pack, "pack_error": row.pack_error,
        "state": row.state(), "created_by": row.created_by,
        "created_at": row.created_at.to_rfc3339(), "updated_at": row.updated_at.to_rfc3339(),
    })
}
