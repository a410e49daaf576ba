//! An ask on paper.

use super::{ask::ask_id, exports::attachment, schema::AskWhole};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::ask::{html, markdown};
use http::header;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Format {
    /// `md`, `json`, `csv` or `html`; `json` when not given.
    format: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/asks/{id}/export", operation_id = "export_ask", tag = "ask", params(("id" = uuid::Uuid, Path), Format), responses((status = 200, description = "The answer with its proof, as an attachment: a document, a page for printing, the rows of its last table, or all of it", content((AskWhole = "application/json"), (String = "text/markdown"), (String = "text/csv"), (String = "text/html"))), (status = 404), (status = 422)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(format): Query<Format>,
) -> Result<Response, Problem> {
    let whole = ::ask::whole_ask(backend.asks(), &identity.account, ask_id(&id)?).await?;
    let (question, at) = (whole.view.request.question.clone(), whole.row.created_at);
    let (kind, extension, text) = match format.format.as_deref().unwrap_or("json") {
        "json" => ("application/json", "json", json!(AskWhole::new(whole)).to_string()),
        "md" | "markdown" => {
            ("text/markdown; charset=utf-8", "md", markdown(&whole.view, whole.answer.as_ref(), whole.redone.as_ref()))
        }
        "html" => ("text/html; charset=utf-8", "html", html(&whole.view, whole.answer.as_ref(), whole.redone.as_ref())),
        "csv" => {
            let table = whole.answer.and_then(|answer| answer.tables.into_iter().next_back()).unwrap_or_default();
            let cell = |value: serde_json::Value| match value {
                serde_json::Value::String(text) => domain::interview::export::inert(&text),
                serde_json::Value::Null => String::new(),
                other => other.to_string(),
            };
            let rows = table.rows.into_iter().map(|row| row.into_iter().map(cell).collect());
            ("text/csv; charset=utf-8", "csv", super::run_exports::table(std::iter::once(table.columns).chain(rows).collect())?)
        }
        _ => return Err(Problem::invalid("format", "format is md, json, csv or html")),
    };
    let name = attachment(&question, "ask", at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}
