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
use protocol::companies::{CandidateTrace, CompanyEvidence, DiscoveryResponse, FoundCompany, NoveltyStatus};
use serde::Deserialize;
use std::collections::HashMap;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SheetFormat {
    /// `csv` or `json`; `json` when not given.
    format: Option<String>,
}

const COLUMNS: [&str; 23] = [
    "id", "name", "domain", "industry", "location", "location_words", "city", "country", "confidence", "signal", "strength",
    "signal_description", "trigger_date", "overall", "tier", "novelty", "source_url", "source_title", "snippet",
    "published_date", "accessed_at", "from", "resurface_reason",
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
            let mut answer: DiscoveryResponse = serde_json::from_value(answer)
                .map_err(|error| Failure::from(StoreFault::Corrupt(format!("an answer cannot be read: {error}"))))?;
            if answer.data.companies.iter().any(|company| company.evidence.is_none()) {
                let trace = ::companies::trace_search(backend.companies(), &identity.account, row.id).await?;
                prove(&mut answer.data.companies, trace.candidates);
            }
            let head = COLUMNS.map(str::to_owned).to_vec();
            let rows = [head].into_iter().chain(answer.data.companies.into_iter().map(line)).collect();
            ("text/csv; charset=utf-8", "csv", table(rows)?)
        }
        _ => return Err(Problem::invalid("format", "format is csv or json")),
    };
    let name = super::exports::attachment(&row.request.query_text, "companies", row.created_at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

/// With the evidence that the answer was not to repeat.
fn prove(companies: &mut [FoundCompany], candidates: Vec<CandidateTrace>) {
    let mut proofs: HashMap<String, CompanyEvidence> = candidates.into_iter().map(|one| (one.id, one.evidence)).collect();
    for company in companies.iter_mut().filter(|company| company.evidence.is_none()) {
        company.evidence = proofs.remove(&company.id);
    }
}

fn line(company: FoundCompany) -> Vec<String> {
    let FoundCompany { id, name, domain, industry, location, signal, evidence, siva_scores, novelty_status, resurface_reason } =
        company;
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
        evidence.from.unwrap_or_default(),
        resurface_reason.unwrap_or_default(),
    ];
    cells.into_iter().map(inert).collect()
}

/// What a spreadsheet would take for a formula is shown as text.
fn inert(cell: String) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell }
}
