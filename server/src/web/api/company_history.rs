//! Whom a person was shown, what they think of it, and how strictly a tenant filters.

use super::schema::{CompanyFlags, CompanyRated, Page, SeenEntity};
use crate::{
    backend::Backend,
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    account::AuditNote,
    companies::{CompanyRating, Flags},
};
use http::StatusCode;
use protocol::{Timestamp, account::Role};
use serde::Deserialize;
use serde_json::{Value, json};

const DEFAULT: u32 = 50;
const MOST: u32 = 1_000;
const LONGEST_ID: usize = 200;

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryPart {
    /// 1 to 1000, 50 when not given.
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    cursor: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/companies/history", operation_id = "list_seen_companies", tag = "companies", params(HistoryPart), responses((status = 200, body = Page<SeenEntity>, description = "Companies that one was shown, last seen first: what `excludeEntityIds` takes"), (status = 422)))]
pub(super) async fn history(
    State(backend): State<Backend>,
    identity: Identity,
    Query(part): Query<HistoryPart>,
) -> Result<Json<Value>, Problem> {
    let limit = part.limit.unwrap_or(DEFAULT);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::invalid("limit", format!("limit lies between 1 and {MOST}")));
    }
    let before = part.cursor.as_deref().map(|cursor| place(cursor).ok_or_else(super::paging::foreign)).transpose()?;
    let account = &identity.account;
    let store = backend.companies().store();
    let mut rows = store.seen_companies(account.tenant_id, account.user_id, limit + 1, before).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next =
        rows.last().filter(|_| more).map(|last| URL_SAFE_NO_PAD.encode(format!("{}:{}", last.last_seen_at.0, last.entity)));
    let items: Vec<SeenEntity> = rows.into_iter().map(SeenEntity::new).collect();
    Ok(Json(json!({"items": items, "next_cursor": next})))
}

/// Where the page before ended.
fn place(cursor: &str) -> Option<(Timestamp, String)> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let (at, entity) = text.split_once(':')?;
    Some((Timestamp(at.parse().ok()?), entity.to_owned()))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rating": "dislike", "comment": "Our own customer"}))]
pub(super) struct CompanyOpinion {
    /// `like` or `dislike`.
    #[schema(max_length = 20)]
    rating: String,
    #[schema(max_length = 4_000)]
    comment: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/companies/{id}/feedback", operation_id = "rate_company", tag = "companies", params(("id" = String, Path, description = "The `id` of a company in an answer", max_length = 200)), request_body = CompanyOpinion, responses((status = 201, body = CompanyRated, description = "One for each person and company; a second one takes its place. What one dislikes is not returned to oneself any more"), (status = 403), (status = 404), (status = 422)))]
pub(super) async fn rate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(opinion): Body<CompanyOpinion>,
) -> Result<(StatusCode, Json<CompanyRated>), Problem> {
    identity.may(Role::Member)?;
    let account = &identity.account;
    let store = backend.companies().store();
    // What was shown is stored by short ids.
    let known = if id.chars().count() <= LONGEST_ID {
        store.seen_of(account.tenant_id, account.user_id, std::slice::from_ref(&id)).await?
    } else {
        Vec::new()
    };
    let name =
        known.into_iter().next().map(|seen| seen.name).ok_or_else(|| Problem::not_found("you were not shown such a company"))?;
    let like = match opinion.rating.as_str() {
        "like" => true,
        "dislike" => false,
        _ => return Err(Problem::invalid("rating", "rating is like or dislike")),
    };
    let row = CompanyRating {
        tenant: account.tenant_id,
        user: account.user_id,
        entity: id,
        name,
        like,
        comment: opinion.comment,
        at: backend.now(),
    };
    store.rate_company(row.clone()).await?;
    Ok((StatusCode::CREATED, Json(CompanyRated::new(row))))
}

#[utoipa::path(delete, path = "/api/v1/companies/{id}/feedback", operation_id = "unrate_company", tag = "companies", params(("id" = String, Path, description = "The `id` of a company in an answer", max_length = 200)), responses((status = 204, description = "One's own rating is taken back: what one disliked may be returned again"), (status = 403), (status = 404, description = "There is no rating of one's own")))]
pub(super) async fn unrate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    identity.may(Role::Member)?;
    let account = &identity.account;
    let is_short = id.chars().count() <= LONGEST_ID;
    if is_short && backend.companies().store().unrate_company(account.tenant_id, account.user_id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::not_found("you have not rated such a company"))
}

#[utoipa::path(get, path = "/api/v1/flags", operation_id = "read_flags", tag = "companies", responses((status = 200, body = CompanyFlags, description = "How the layers of searches work for this tenant")))]
pub(super) async fn flags(State(backend): State<Backend>, identity: Identity) -> Result<Json<Value>, Problem> {
    let stored = backend.companies().store().company_flags(identity.account.tenant_id).await?;
    Ok(Json(Flags::stored(&stored).to_value()))
}

#[utoipa::path(put, path = "/api/v1/flags", operation_id = "replace_flags", tag = "companies", request_body = CompanyFlags, responses((status = 200, body = CompanyFlags, description = "Flags that are not named stay as they are"), (status = 403), (status = 422)))]
pub(super) async fn replace_flags(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(body): Body<Value>,
) -> Result<Json<Value>, Problem> {
    let (account, store) = (&identity.account, backend.companies().store());
    let before = Flags::stored(&store.company_flags(account.tenant_id).await?);
    let flags = before.changed(&body)?.to_value();
    if flags == before.to_value() {
        return Ok(Json(flags));
    }
    let detail = json!({"from": before.to_value(), "to": flags});
    let audit = AuditNote { action: "flags.changed", target: account.tenant_id.to_string(), about: None, detail };
    let audit = audit.entry_by(&backend, account);
    store.save_company_flags(account.tenant_id, &flags, account.user_id, backend.now(), audit).await?;
    Ok(Json(flags))
}
