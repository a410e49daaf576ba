//! Columns of files whose texts are read as numbers and days.

use super::schema::ConversionsOfTable;
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, State},
};
use domain::tools::answers::named_table;
use protocol::account::Role;
use serde::Deserialize;
use serde_json::{Value, json};

/// How a column of a file is to be read.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"table": "orders", "column": "total", "applied": true}))]
pub(super) struct ConversionRequest {
    /// As it is listed, with its database before it where several have one of that name.
    #[schema(max_length = 2_000)]
    table: String,
    #[schema(max_length = 1_000)]
    column: String,
    /// As what its texts mean; otherwise they stay as the file has them.
    applied: bool,
}

#[utoipa::path(put, path = "/api/v1/projects/{id}/conversions", operation_id = "set_conversion", tag = "projects", params(("id" = uuid::Uuid, Path)), request_body = ConversionRequest, responses((status = 200, body = ConversionsOfTable, description = "What became of the table's columns, once its source is read again. A column that is not converted stays as it is. The files themselves never change"), (status = 403), (status = 404), (status = 422, description = "There is no such column, or why the source could not be read")))]
pub(super) async fn set(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(ConversionRequest { table, column, applied }): Body<ConversionRequest>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let catalog = projects::project_catalog(backend.projects(), project.tenant, project.id).await?;
    let (one, known) = named_table(&catalog.held, &table)?;
    let name = known.name.clone();
    let place = (one, &*name);
    let conversions = projects::set_conversion(backend.projects(), &identity.account, &catalog, place, &column, applied).await?;
    Ok(Json(json!({"table": name, "conversions": conversions})))
}
