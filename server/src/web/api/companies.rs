//! Companies: the seed's search (`POST /api/os/discovery`), and what is kept of each.

use super::{
    paging::Paging,
    schema::{CompanySearchLine, CompanySearchWhole, DiscoveryAnswer, DiscoveryAsked, Page},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem, spelling::Expected},
};
use axum::{
    Json,
    extract::{FromRequest as _, Path, Query, Request, State},
};
use domain::{Failure, Fault, Refusal, RefusalKind, StoreFault, companies::parse_request};
use http::StatusCode;
use protocol::{CompanySearchId, account::Role, companies::CompanyRequest};
use serde_json::{Value, json};

#[utoipa::path(post, path = "/api/os/discovery", operation_id = "discover_companies", tag = "companies", request_body = DiscoveryAsked, responses((status = 200, body = DiscoveryAnswer, description = "Waits for the end of the search. Nothing found is a success with a message; `success` is false only where nobody could be asked. The same `request_id` with the same body is the same search; unknown fields are ignored"), (status = 403), (status = 409, description = "The `request_id` belongs to another body, or the search was cancelled"), (status = 422)))]
pub(super) async fn discover(
    State(backend): State<Backend>,
    identity: Identity,
    mut request: Request,
) -> Result<Json<Value>, Problem> {
    // This call alone ignores what it does not know, and names all faults at once.
    let expected = request.extensions_mut().remove::<Expected>();
    let Body(body) = Body::<Value>::from_request(request, &()).await?;
    identity.may(Role::Member)?;
    let account = &identity.account;
    let long = expected.map(|expected| expected.long_texts(&body)).unwrap_or_default();
    let wanted = checked(parse_request(&body, &[&account.tenant_id.to_string(), &account.tenant_slug]), long)?;
    let searched = ::companies::search(backend.companies(), account, wanted).await?;
    Ok(Json(searched.row.response.unwrap_or_default()))
}

/// The request, or everything that is wrong with it. Of a text that is too long its limit is named, as everywhere.
fn checked(parsed: Result<CompanyRequest, Refusal>, long: Vec<Fault>) -> Result<CompanyRequest, Problem> {
    let refusal = match parsed {
        Ok(wanted) if long.is_empty() => return Ok(wanted),
        Ok(_) => Refusal::faults(String::new(), Vec::new()),
        Err(refusal) if refusal.kind != RefusalKind::Invalid => return Err(refusal.into()),
        Err(refusal) => refusal,
    };
    let mut faults: Vec<Fault> =
        refusal.faults.into_iter().filter(|fault| long.iter().all(|other| other.field != fault.field)).collect();
    faults.extend(long);
    let detail = faults.first().map_or(refusal.detail, |first| first.message.clone());
    Err(Refusal::faults(detail, faults).into())
}

#[utoipa::path(get, path = "/api/v1/company-searches", operation_id = "list_company_searches", tag = "companies", params(Paging), responses((status = 200, body = Page<CompanySearchLine>, description = "One's own, an administrator's of the tenant; newest first"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let account = &identity.account;
    let only = (account.role < Role::Admin).then_some(account.user_id);
    let rows = backend.companies().store().company_searches(account.tenant_id, only, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(CompanySearchLine::new(row)))
}

pub(super) fn search_id(id: &str) -> Result<CompanySearchId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such search"))
}

#[utoipa::path(get, path = "/api/v1/company-searches/{id}", operation_id = "read_company_search", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = CompanySearchWhole, description = "With every query, every candidate and the reason for what became of it"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    whole(&backend, &identity, search_id(&id)?).await
}

async fn whole(backend: &Backend, identity: &Identity, id: CompanySearchId) -> Result<Json<Value>, Problem> {
    let trace = ::companies::trace_search(backend.companies(), &identity.account, id).await?;
    Ok(Json(serde_json::to_value(trace).map_err(|error| Failure::from(StoreFault::Corrupt(error.to_string())))?))
}

#[utoipa::path(post, path = "/api/v1/company-searches/{id}/cancel", operation_id = "cancel_company_search", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = CompanySearchWhole, description = "Nobody else is asked; what was found so far stays in its trace"), (status = 403), (status = 404), (status = 409, description = "It is over")))]
pub(super) async fn cancel(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let id = search_id(&id)?;
    ::companies::search_view(backend.companies(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    ::companies::cancel_search(backend.companies(), &identity.account, id).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(post, path = "/api/v1/company-searches/{id}/replay", operation_id = "replay_company_search", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = DiscoveryAnswer, description = "The same answer, worked out anew from what was kept: nobody is asked, nothing is stored"), (status = 403), (status = 404), (status = 409, description = "It has no answer")))]
pub(super) async fn replay(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let id = search_id(&id)?;
    ::companies::find_search(backend.companies(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    let answer = ::companies::replay_search(backend.companies(), &identity.account, id).await?;
    Ok(Json(serde_json::to_value(answer).map_err(|error| Failure::from(StoreFault::Corrupt(error.to_string())))?))
}
