//! An interview on paper.

use super::{schema::SessionExport, sessions::viewed};
use crate::{
    backend::Backend,
    calls::Deed,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::interview::export::{json, markdown, rows};
use http::header;
use protocol::account::Role;
use serde::Deserialize;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Format {
    /// `md`, `json` or `csv`; `json` when not given.
    format: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/export", operation_id = "export_session", tag = "interview", params(("id" = uuid::Uuid, Path), Format), responses((status = 200, description = "The interview on paper, as an attachment", content((SessionExport = "application/json"), (String = "text/markdown"), (String = "text/csv"))), (status = 404), (status = 422)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(format): Query<Format>,
) -> Result<Response, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let view = &viewed.view;
    let (kind, extension, text) = match format.format.as_deref().unwrap_or("json") {
        "json" => ("application/json", "json", json(view).to_string()),
        "md" | "markdown" => ("text/markdown; charset=utf-8", "md", markdown(view)),
        "csv" => ("text/csv; charset=utf-8", "csv", table(rows(view))?),
        _ => return Err(Problem::invalid("format", "format is md, json or csv")),
    };
    if identity.account.role >= Role::Admin {
        let detail = serde_json::json!({"format": extension});
        let deed = Deed { action: "session.exported", target: view.id.to_string(), about: Some(viewed.owner), detail };
        if let Err(problem) = deed.by(&backend, &identity.account).await {
            // Reading goes on when the disk is full; then the log tells of it.
            tracing::error!(session = %view.id, by = %identity.account.user_id, fault = problem.detail, "an export is not in the audit");
        }
    }
    let name = format!("attachment; filename=\"interview-{}.{extension}\"", view.id);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

pub(super) fn table(rows: Vec<Vec<String>>) -> Result<String, Problem> {
    let failed = |fault: String| Problem::new(http::StatusCode::INTERNAL_SERVER_ERROR, fault);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.write_record(&row).map_err(|fault| failed(fault.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|fault| failed(fault.to_string()))?;
    String::from_utf8(bytes).map_err(|fault| failed(fault.to_string()))
}
