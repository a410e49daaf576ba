//! A discovery on paper.

use super::{exports::attachment, runs::found_discovery, schema};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::{
    Failure, StoreFault,
    runs::export::{html, json, markdown, rows, title},
};
use http::{StatusCode, header};
use protocol::discovery::Discovery;
use serde::Deserialize;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Format {
    /// `md`, `json`, `csv` or `html`; `json` when not given.
    format: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/discoveries/{discovery}/export", operation_id = "export_discovery", tag = "runs", params(("id" = uuid::Uuid, Path), ("discovery" = String, Path, description = "An id, or `latest`"), Format), responses((status = 200, description = "The discovery with its evidence, as an attachment: a document, a page for printing, a row for each claim, or all of it with the logs", content((schema::Discovery = "application/json"), (String = "text/markdown"), (String = "text/csv"), (String = "text/html"))), (status = 404), (status = 422)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, discovery)): Path<(String, String)>,
    Query(format): Query<Format>,
) -> Result<Response, Problem> {
    let row = found_discovery(&backend, &identity, &id, &discovery).await?;
    let found: Discovery = serde_json::from_value(row.result)
        .map_err(|error| Failure::from(StoreFault::Corrupt(format!("a discovery cannot be read: {error}"))))?;
    let (kind, extension, text) = match format.format.as_deref().unwrap_or("json") {
        "json" => ("application/json", "json", json(&found, Some(&row.logs)).to_string()),
        "md" | "markdown" => ("text/markdown; charset=utf-8", "md", markdown(&found)),
        "csv" => ("text/csv; charset=utf-8", "csv", table(rows(&found))?),
        "html" => ("text/html; charset=utf-8", "html", html(&found)),
        _ => return Err(Problem::invalid("format", "format is md, json, csv or html")),
    };
    let name = attachment(title(&found), "discovery", row.created_at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// As RFC 4180 has it: lines end with a return and a line feed.
pub(super) fn table(rows: Vec<Vec<String>>) -> Result<String, Problem> {
    let failed = |fault: String| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault);
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(&row).map_err(|fault| failed(fault.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|fault| failed(fault.to_string()))?;
    String::from_utf8(bytes).map_err(|fault| failed(fault.to_string()))
}
