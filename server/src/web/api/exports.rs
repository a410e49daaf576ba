//! An interview on paper.

use super::{schema::SessionExport, sessions::viewed};
use crate::{
    backend::Backend,
    calls::AuditNote,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::interview::export::{json, markdown, rows};
use http::header;
use protocol::{Timestamp, account::Role};
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
        let audit = AuditNote { action: "session.exported", target: view.id.to_string(), about: Some(viewed.owner), detail };
        if let Err(problem) = audit.by(&backend, &identity.account).await {
            // Reading goes on when the disk is full; then the log tells of it.
            tracing::error!(session = %view.id, by = %identity.account.user_id, fault = problem.detail, "an export is not in the audit");
        }
    }
    let name = attachment(&view.shown_title(), "interview", view.updated_at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 80;

/// A file by its title and day, `otherwise` where the title has no letter; where letters are not ASCII also without them, for
/// programs that know no others.
pub(super) fn attachment(title: &str, otherwise: &str, at: Timestamp, extension: &str) -> String {
    let title: String = title.chars().take(LONGEST_NAME).flat_map(char::to_lowercase).collect();
    let named = |keeps: fn(char) -> bool| {
        let words: Vec<&str> = title.split(|letter| !keeps(letter)).filter(|word| !word.is_empty()).collect();
        let words = if words.is_empty() { otherwise.to_owned() } else { words.join("-") };
        let day: String = at.to_rfc3339().chars().take(10).collect();
        format!("{words}-{day}.{extension}")
    };
    let (plain, whole) = (named(|letter| letter.is_ascii_alphanumeric()), named(char::is_alphanumeric));
    let mut out = format!("attachment; filename=\"{plain}\"");
    if whole != plain {
        out.push_str("; filename*=UTF-8''");
        for byte in whole.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.') {
                out.push(char::from(byte));
            } else {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_the_interview_and_its_day() {
        let at = Timestamp(1_790_000_000_000_000);
        for (title, name) in [
            ("Business profile – bicycle workshop", "filename=\"business-profile-bicycle-workshop-2026-09-21.md\""),
            (
                "Größe \"9\"; rm -rf /",
                "filename=\"gr-e-9-rm-rf-2026-09-21.md\"; filename*=UTF-8''gr%C3%B6%C3%9Fe-9-rm-rf-2026-09-21.md",
            ),
            ("…", "filename=\"interview-2026-09-21.md\""),
            ("蜂蜜", "filename=\"interview-2026-09-21.md\"; filename*=UTF-8''%E8%9C%82%E8%9C%9C-2026-09-21.md"),
        ] {
            assert_eq!(attachment(title, "interview", at, "md"), format!("attachment; {name}"));
        }
    }
}
