//! A search's companies on paper, each with its evidence.

use super::{companies::search_id, run_exports::table, schema};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::{Failure, StoreFault};
use http::header;
use protocol::companies::{DiscoveryResponse, FoundCompany, NoveltyStatus};
use serde::Deserialize;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SheetFormat {
    /// `csv` or `json`; `json` when not given.
    format: Option<String>,
}

const COLUMNS: [&str; 21] = [
    "id", "name", "domain", "industry", "location", "location_words", "city", "country", "confidence", "signal", "strength",
    "signal_description", "trigger_date", "overall", "tier", "novelty", "source_url", "source_title", "snippet",
    "published_date", "accessed_at",
];

#[utoipa::path(get, path = "/api/v1/company-searches/{id}/export", operation_id = "export_company_search", tag = "companies", params(("id" = uuid::Uuid, Path), SheetFormat), responses((status = 200, description = "The companies with their evidence, as an attachment: the whole answer, or a row for each", content((schema::DiscoveryAnswer = "application/json"), (String = "text/csv"))), (status = 404), (status = 409, description = "It has no answer"), (status = 422)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(format): Query<SheetFormat>,
) -> Result<Response, Problem> {
    let row = ::companies::find_search(backend.companies(), &identity.account, search_id(&id)?).await?;
    let answer =
        row.response.ok_or_else(|| Failure::conflict(format!("this search is {}: it has no answer", row.status.name())))?;
    let (kind, extension, text) = match format.format.as_deref().unwrap_or("json") {
        "json" => ("application/json", "json", answer.to_string()),
        "csv" => {
            let answer: DiscoveryResponse = serde_json::from_value(answer)
                .map_err(|error| Failure::from(StoreFault::Corrupt(format!("an answer cannot be read: {error}"))))?;
            let head = COLUMNS.map(str::to_owned).to_vec();
            let rows = [head].into_iter().chain(answer.data.companies.into_iter().map(line)).collect();
            ("text/csv; charset=utf-8", "csv", table(rows)?)
        }
        _ => return Err(Problem::invalid("format", "format is csv or json")),
    };
    let name = super::exports::attachment(&row.request.query_text, "companies", row.created_at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

fn line(company: FoundCompany) -> Vec<String> {
    let FoundCompany { id, name, domain, industry, location, signal, evidence, siva_scores, novelty_status, .. } = company;
    let evidence = evidence.unwrap_or_default();
    let novelty = if novelty_status == NoveltyStatus::New { "new" } else { "resurfaced" };
    let tier = serde_json::to_value(siva_scores.tier).ok().and_then(|tier| tier.as_str().map(str::to_owned));
    let cells = vec![
        id,
        name,
        domain.unwrap_or_default(),
        industry.unwrap_or_default(),
        location.normalized,
        location.raw,
        location.city.unwrap_or_default(),
        location.country,
        location.confidence,
        signal.kind,
        signal.strength.to_string(),
        signal.description,
        signal.trigger_date.unwrap_or_default(),
        siva_scores.overall.to_string(),
        tier.unwrap_or_default(),
        novelty.to_owned(),
        evidence.source_url,
        evidence.source_title,
        evidence.snippet,
        evidence.published_date.unwrap_or_default(),
        evidence.accessed_at,
    ];
    cells.into_iter().map(inert).collect()
}

/// What a spreadsheet would take for a formula is shown as text.
fn inert(cell: String) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell }
}
