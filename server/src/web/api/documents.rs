//! Documents: texts and pages that the tenant brought in, searched by research before and beside the web.

use super::{
    paging::Paging,
    schema::{DocumentLine, DocumentText, Page},
};
use crate::{
    backend::Backend,
    calls::AuditNote,
    web::{
        body::Body,
        identity::{Identity, Member},
        one_at_a_time::Turn,
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::research::{Among, LONGEST_TEXT, SourceMatch, SourceRow, search_words};
use http::StatusCode;
use protocol::{SourceId, account::Role};
use serde::Deserialize;
use serde_json::{Value, json};

/// The most documents of a tenant.
const MOST: u64 = 2_000;
const LONGEST_TITLE: usize = 300;
const LONGEST_URL: usize = 2_000;
const FOUND: u32 = 20;

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"title": "Notes of the kick-off", "text": "The pilot starts in March."}))]
pub(super) struct NewDocument {
    /// 1 to 300 characters; a page's own title when not given with a `url`.
    #[schema(max_length = 300)]
    title: Option<String>,
    /// The text itself, at most 300,000 characters.
    #[schema(max_length = 300000)]
    text: Option<String>,
    /// Or a page of the web, whose main text is taken.
    #[schema(max_length = 2000)]
    url: Option<String>,
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DocumentQuery {
    /// Words to search the documents for; then the best 20 are listed with an excerpt, and there is no second page.
    q: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/documents", operation_id = "import_document", tag = "documents", request_body = NewDocument, responses((status = 201, body = DocumentLine, description = "Stored and searchable"), (status = 200, body = DocumentLine, description = "The same text is stored already; this is it"), (status = 409, description = "The tenant has as many documents as it may"), (status = 413), (status = 422, description = "Neither text nor url, or a page that cannot be read")))]
pub(super) async fn import(
    State(backend): State<Backend>,
    Member(identity): Member,
    Body(given): Body<NewDocument>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let account = &identity.account;
    let title = given.title.as_deref().map(title).transpose()?;
    // One at a time for each person: reading a page costs more than asking for it.
    let _turn = Turn::acquire(&format!("import {}", account.user_id)).await;
    if backend.sources().count_documents(account.tenant_id).await? >= MOST {
        return Err(Problem::new(StatusCode::CONFLICT, format!("there are {MOST} documents: delete some first")));
    }
    let id = SourceId(backend.id());
    let row = match (given.text, given.url) {
        (Some(text), None) => {
            let title = title.ok_or_else(|| Problem::invalid("title", "a text needs a title"))?;
            of_text(&backend, &identity, id, title, &text)?
        }
        (None, Some(url)) => of_page(&backend, &identity, id, title, &url).await?,
        _ => return Err(Problem::invalid("text", "give either text or url")),
    };
    let audit = noted("document.imported", &row, json!({"title": row.title, "url": row.url})).entry_by(&backend, account);
    let kept = backend.sources().keep_source_with(row, Some(audit)).await?;
    backend.documents_changed(account.tenant_id);
    let row = found(&backend, &identity, kept).await?;
    Ok((if kept == id { StatusCode::CREATED } else { StatusCode::OK }, Json(to_json(&row))))
}

#[utoipa::path(get, path = "/api/v1/documents", operation_id = "list_documents", tag = "documents", params(Paging, DocumentQuery), responses((status = 200, body = Page<DocumentLine>, description = "The tenant's documents, newest first, without their texts")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(asked): Query<DocumentQuery>,
) -> Result<Json<Value>, Problem> {
    let tenant = identity.account.tenant_id;
    if let Some(question) = asked.q {
        let matches = backend.sources().find_sources(tenant, Among::Imported, &search_words(&question), FOUND).await?;
        let items: Vec<_> = matches.iter().map(matched).collect();
        return Ok(Json(json!({"items": items, "next_cursor": null})));
    }
    let query = paging.query()?;
    let after = query.after.map(|(at, id)| (at, SourceId(id)));
    let rows = backend.sources().documents(tenant, query.limit, after).await?;
    let place = |row: &SourceRow| (row.imported_at.unwrap_or(row.accessed_at), row.id.0);
    paging.page(rows, place, |row| to_json(&row))
}

#[utoipa::path(get, path = "/api/v1/documents/{id}", operation_id = "read_document", tag = "documents", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = DocumentText, description = "With its text"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let row = found(&backend, &identity, named(&id)?).await?;
    let mut whole = to_json(&row);
    whole["text"] = row.text.into();
    Ok(Json(whole))
}

#[utoipa::path(delete, path = "/api/v1/documents/{id}", operation_id = "delete_document", tag = "documents", params(("id" = uuid::Uuid, Path)), responses((status = 204), (status = 403, description = "Only who brought it in, or an administrator"), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let account = &identity.account;
    let row = found(&backend, &identity, named(&id)?).await?;
    if row.imported_by != Some(account.user_id) {
        identity.may(Role::Admin)?;
    }
    let audit = noted("document.deleted", &row, json!({"title": row.title})).entry_by(&backend, account);
    if !backend.sources().delete_source_with(account.tenant_id, row.id, Some(audit)).await? {
        return Err(missing());
    }
    backend.documents_changed(account.tenant_id);
    Ok(StatusCode::NO_CONTENT)
}

/// For the audit; who brought it in is whom it is about.
fn noted<'a>(action: &'a str, row: &SourceRow, detail: Value) -> AuditNote<'a> {
    AuditNote { action, target: row.id.to_string(), about: row.imported_by, detail }
}

fn title(given: &str) -> Result<String, Problem> {
    let title = given.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=LONGEST_TITLE).contains(&title.chars().count()) {
        return Ok(title);
    }
    Err(Problem::invalid("title", format!("a title has 1 to {LONGEST_TITLE} characters")))
}

fn of_text(backend: &Backend, identity: &Identity, id: SourceId, title: String, text: &str) -> Result<SourceRow, Problem> {
    let text = text.replace('\0', "\u{fffd}").trim().to_owned();
    if text.is_empty() {
        return Err(Problem::invalid("text", "the text is empty"));
    }
    if text.chars().nth(LONGEST_TEXT).is_some() {
        let detail = format!("a document has at most {LONGEST_TEXT} characters: divide it");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail));
    }
    let now = backend.now();
    Ok(SourceRow {
        id,
        tenant: identity.account.tenant_id,
        url: None,
        title,
        sha256: providers::page::sha256(&text),
        text,
        accessed_at: now,
        published_at: None,
        imported_at: Some(now),
        imported_by: Some(identity.account.user_id),
    })
}

async fn of_page(
    backend: &Backend,
    identity: &Identity,
    id: SourceId,
    title: Option<String>,
    url: &str,
) -> Result<SourceRow, Problem> {
    if url.len() > LONGEST_URL {
        return Err(Problem::invalid("url", format!("an address has at most {LONGEST_URL} bytes")));
    }
    let page = backend.pages().read(url).await.map_err(|fault| Problem::invalid("url", fault.to_string()))?;
    // Brought in twice under addresses that differ in what counts visitors only, it is one document.
    let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let asked = page.canonical_url.as_deref().filter(|own| path(own) == path(url)).unwrap_or(url);
    let now = backend.now();
    Ok(SourceRow {
        id,
        tenant: identity.account.tenant_id,
        url: Some(page.address(asked)),
        title: title.unwrap_or(page.title),
        text: page.text,
        sha256: page.sha256,
        accessed_at: now,
        published_at: page.published_at,
        imported_at: Some(now),
        imported_by: Some(identity.account.user_id),
    })
}

/// A page that research read is no document.
async fn found(backend: &Backend, identity: &Identity, id: SourceId) -> Result<SourceRow, Problem> {
    let row = backend.sources().source(identity.account.tenant_id, id).await?;
    row.filter(|row| row.imported_at.is_some()).ok_or_else(missing)
}

fn named(id: &str) -> Result<SourceId, Problem> {
    id.parse().map_err(|_| missing())
}

fn missing() -> Problem {
    Problem::not_found("there is no such document")
}

fn to_json(row: &SourceRow) -> Value {
    json!({
        "id": row.id, "title": row.title, "url": row.url, "sha256": row.sha256, "imported_by": row.imported_by,
        "accessed_at": row.accessed_at.to_rfc3339(), "published_at": row.published_at.map(protocol::Timestamp::to_rfc3339),
        "created_at": row.imported_at.map(protocol::Timestamp::to_rfc3339),
    })
}

fn matched(one: &SourceMatch) -> Value {
    let source = &one.source;
    json!({
        "id": source.id, "title": source.title, "url": source.url, "sha256": source.sha256, "excerpt": one.excerpt,
        "accessed_at": source.accessed_at.to_rfc3339(),
        "published_at": source.published_at.map(protocol::Timestamp::to_rfc3339),
    })
}
