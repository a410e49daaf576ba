//! What an interview asks for, changed while it runs: merged, split, added, moved to another objective or version.

use super::{
    commands::run,
    schema::{self, Session},
    sessions::{session_id, whole},
};
use crate::{
    backend::Backend,
    calls::target,
    web::{body::Body, identity::Member, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::interview::{Migration, migration};
use http::StatusCode;
use protocol::{
    ObjectiveId,
    interview::{Choice, InterviewCommand, InterviewView, NewObligation, WidgetType},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"keys": ["worry"], "into": "goods"}))]
pub(super) struct Merging {
    /// Those that are not asked any more; `into` may be among them.
    keys: Vec<String>,
    /// The one that stays.
    into: String,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/obligations/merge", operation_id = "merge_obligations", tag = "interview", params(("id" = uuid::Uuid, Path)), request_body = Merging, responses((status = 200, body = Session, description = "The whole state. Where both held another value, a negotiation is open"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn merge(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(given): Body<Merging>,
) -> Result<Json<Value>, Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::Merge { keys: given.keys, into: given.into }).await?;
    whole(&backend, &identity, &view).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"into": [{"key": "goods_now", "prompt": "What do you sell now?"}, {"key": "goods_later", "prompt": "And later?"}]}))]
pub(super) struct Splitting {
    /// 2 to 10, each `{key?,prompt,field_path?,widget_type?,options?,label?,category?,priority?,required?,value?}`.
    #[schema(value_type = Vec<AddedObligation>)]
    into: Vec<NewObligation>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/obligations/{key}/split", operation_id = "split_obligation", tag = "interview", params(("id" = uuid::Uuid, Path), ("key" = String, Path)), request_body = Splitting, responses((status = 200, body = Session, description = "The whole state"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn split(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, key)): Path<(String, String)>,
    Body(given): Body<Splitting>,
) -> Result<Json<Value>, Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::Split { key, into: given.into }).await?;
    whole(&backend, &identity, &view).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"prompt": "Who else should we talk to?", "required": false}))]
pub(super) struct AddedObligation {
    /// The question to ask.
    #[schema(max_length = 1000)]
    prompt: String,
    /// Made of the question's words where it is left out.
    #[serde(default)]
    key: String,
    #[schema(max_length = 500)]
    field_path: Option<String>,
    /// `text`, `choice`, `multiselect`, `date` or `number`.
    #[schema(value_type = Option<schema::WidgetType>)]
    widget_type: Option<WidgetType>,
    /// Of a choice, each a string or `{value,label,synonyms[]}`.
    #[serde(default)]
    #[schema(value_type = Vec<Value>)]
    options: Vec<Choice>,
    #[schema(max_length = 200)]
    label: Option<String>,
    #[schema(max_length = 200)]
    category: Option<String>,
    /// 1 to 10.
    priority: Option<u8>,
    #[serde(default)]
    required: bool,
    /// What is known of it already.
    #[schema(value_type = Value, required = false)]
    value: Option<Value>,
}

impl From<AddedObligation> for NewObligation {
    fn from(given: AddedObligation) -> Self {
        let AddedObligation { prompt, key, field_path, widget_type, options, label, category, priority, required, value } = given;
        Self { key, prompt, field_path, widget_type, options, label, category, priority, required, value }
    }
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/obligations", operation_id = "add_obligation", tag = "interview", params(("id" = uuid::Uuid, Path)), request_body = AddedObligation, responses((status = 201, body = Session, description = "The whole state; the new obligation has the origin layer `session`"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn add(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(given): Body<AddedObligation>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::AddObligation { obligation: given.into() }).await?;
    Ok((StatusCode::CREATED, whole(&backend, &identity, &view).await?))
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Preview {
    /// `true`: only tell what would become of it.
    #[serde(default)]
    preview: bool,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[schema(example = json!({}))]
pub(super) struct Move {
    /// The active one of the kind when not given.
    #[schema(value_type = Option<uuid::Uuid>)]
    objective_id: Option<ObjectiveId>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/migrate", operation_id = "migrate_session", tag = "interview", params(("id" = uuid::Uuid, Path), Preview), request_body = Move, responses((status = 200, body = schema::Migration, description = "What maps, what is new and what is kept aside; without `preview` it is done and `session` is the whole state"), (status = 404), (status = 409, description = "It has this version already"), (status = 422)))]
pub(super) async fn migrate(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Query(Preview { preview }): Query<Preview>,
    Body(given): Body<Move>,
) -> Result<Json<Value>, Problem> {
    let id = session_id(&id)?;
    let before = backend.interviews().view(identity.who(), id).await?.view;
    let target = target(&backend, identity.account.tenant_id, &before, given.objective_id).await?;
    let mut answer = migration_to_json(&before, &migration(&before, &target)?);
    answer["to"] = json!({"objective_id": target.id, "objective_version": target.version});
    if !preview {
        backend.interviews().migrate(identity.who(), id, target).await?;
        let view = backend.interviews().view(identity.who(), id).await?.view;
        answer["session"] = whole(&backend, &identity, &view).await?.0;
    }
    answer["done"] = json!(!preview);
    Ok(Json(answer))
}

fn migration_to_json(view: &InterviewView, plan: &Migration) -> Value {
    let held = |key: &String| view.obligation(key).and_then(|one| one.value.as_ref());
    json!({
        "from": {"objective_id": view.objective_id, "objective_version": view.objective_version},
        "mapped": plan.mapped.iter().map(|one| json!({
            "from": one.from, "to": one.to, "value": held(&one.from), "value_fits": one.fits,
        })).collect::<Vec<_>>(),
        "new": plan.new,
        "kept_aside": plan.aside.iter().map(|key| json!({"key": key, "value": held(key)})).collect::<Vec<_>>(),
    })
}
