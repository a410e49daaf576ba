//! What an append of a search writes beside its events.

use crate::{
    columns::{document, micros},
    datum::Datum,
    insert::{Dialect, Statement, Table},
};
use domain::{
    StoreFault,
    companies::{CachedSearch, SearchRow, SearchRows, SeenCompany},
    live::{Append, Rows, StreamRow},
    runs::Kept,
};
use protocol::TenantId;
use serde_json::Value;
use sqlx::types::Json;
use std::borrow::Cow;

const SEARCHES: Table = Table {
    name: "company_searches",
    columns: &[
        "id", "tenant_id", "user_id", "request_id", "request", "status", "error", "queries", "candidates", "companies",
        "rejected", "cached", "warming", "cost_micros", "response", "created_at", "finished_at", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET status = excluded.status, error = excluded.error, queries = excluded.queries, \
        candidates = excluded.candidates, companies = excluded.companies, rejected = excluded.rejected, \
        cost_micros = excluded.cost_micros, response = COALESCE(excluded.response, company_searches.response), \
        finished_at = excluded.finished_at, updated_at = excluded.updated_at",
};
const TRACE: Table = Table {
    name: "company_search_trace",
    columns: &["search_id", "name", "tenant_id", "value"],
    conflict: "ON CONFLICT (search_id, name) DO UPDATE SET value = excluded.value",
};
/// An older evidence never takes the place of a newer one.
const SEEN: Table = Table {
    name: "discovery_entity_history",
    columns: &[
        "tenant_id", "user_id", "entity_id", "name", "place", "first_seen_at", "last_seen_at", "last_evidence_date",
        "last_evidence_url",
    ],
    conflict: "ON CONFLICT (tenant_id, user_id, entity_id) DO UPDATE SET name = excluded.name, place = excluded.place, \
        last_seen_at = excluded.last_seen_at, \
        last_evidence_url = CASE WHEN COALESCE(excluded.last_evidence_date, '') >= COALESCE(discovery_entity_history.last_evidence_date, '') \
        THEN excluded.last_evidence_url ELSE discovery_entity_history.last_evidence_url END, \
        last_evidence_date = CASE WHEN COALESCE(excluded.last_evidence_date, '') >= COALESCE(discovery_entity_history.last_evidence_date, '') \
        THEN excluded.last_evidence_date ELSE discovery_entity_history.last_evidence_date END",
};
/// How often it was used stays with its key.
const CACHE: Table = Table {
    name: "company_search_cache",
    columns: &["tenant_id", "key", "search_id", "warmed", "uses", "created_at", "expires_at"],
    conflict: "ON CONFLICT (tenant_id, key) DO UPDATE SET search_id = excluded.search_id, warmed = excluded.warmed, \
        created_at = excluded.created_at, expires_at = excluded.expires_at, \
        uses = CASE WHEN excluded.warmed THEN 0 ELSE company_search_cache.uses END",
};

/// # Errors
/// What cannot be written as JSON.
pub(crate) fn statements<'a>(
    dialect: Dialect,
    stream: &'a StreamRow,
    rows: &'a SearchRows,
) -> Result<Vec<Statement<'a>>, StoreFault> {
    let mut all = SEARCHES.insert(dialect, &[(&rows.row, owned(&rows.row.request)?)], write_search);
    let kept: Vec<&Kept> = rows.kept.iter().collect();
    all.extend(TRACE.insert(dialect, &kept, |kept, out| {
        out.extend([Datum::id(stream.id), Datum::text(&kept.name), Datum::id(stream.tenant.0), Datum::json(&kept.value)]);
    }));
    let seen: Vec<&SeenCompany> = rows.seen.iter().collect();
    all.extend(SEEN.insert(dialect, &seen, |row, out| {
        out.extend([
            Datum::id(row.tenant.0),
            Datum::id(row.user.0),
            Datum::text(&row.entity),
            Datum::text(&row.name),
            Datum::text(&row.place),
            Datum::at(row.first_seen_at),
            Datum::at(row.last_seen_at),
            Datum::maybe_text(row.last_evidence_date.as_deref()),
            Datum::maybe_text(row.last_evidence_url.as_deref()),
        ]);
    }));
    let cached: Vec<&CachedSearch> = rows.cached.iter().collect();
    all.extend(CACHE.insert(dialect, &cached, |row, out| {
        out.extend([
            Datum::id(row.tenant.0),
            Datum::text(&row.key),
            Datum::id(row.search.0),
            Datum::flag(row.warmed),
            Datum::number(row.uses),
            Datum::at(row.created_at),
            Datum::at(row.expires_at),
        ]);
    }));
    Ok(all)
}

/// What is used often is searched again before it is too old. In the order of the keys, in which every node locks them.
pub(crate) fn uses<'a>(dialect: Dialect, stored: &[&'a Append]) -> Vec<Statement<'a>> {
    let key = |append: &&'a Append| {
        let Rows::Search(rows) = &append.rows else { return None };
        rows.used.as_deref().map(|key| (append.stream.tenant, key))
    };
    let mut keys: Vec<(TenantId, &'a str)> = stored.iter().filter_map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(tenant, key)| use_of(dialect, tenant, key)).collect()
}

fn use_of<'a>(dialect: Dialect, tenant: TenantId, key: &'a str) -> Statement<'a> {
    let mut sql = "UPDATE company_search_cache SET uses = uses + 1 WHERE tenant_id = ".to_owned();
    dialect.placeholder(&mut sql, 1);
    sql.push_str(" AND key = ");
    dialect.placeholder(&mut sql, 2);
    Statement { sql, data: vec![Datum::id(tenant.0), Datum::text(key)] }
}

fn write_search<'a>((row, request): &(&'a SearchRow, Value), out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.user.0),
        Datum::text(&row.request_id),
        json(request),
        Datum::text(row.status.name()),
        Datum::maybe_text(row.error.as_deref()),
        Datum::number(row.queries),
        Datum::number(row.candidates),
        Datum::number(row.companies),
        Datum::number(row.rejected),
        Datum::flag(row.cached),
        Datum::flag(row.warming),
        Datum::number(micros(row.usd)),
        Datum::maybe_json(row.response.as_ref()),
        Datum::at(row.created_at),
        Datum::maybe_at(row.finished_at),
        Datum::at(row.updated_at),
    ]);
}

fn owned(of: &impl serde::Serialize) -> Result<Value, StoreFault> {
    serde_json::to_value(of).map_err(|error| StoreFault::Refused(error.to_string()))
}

fn json<'a>(of: &Value) -> Datum<'a> {
    Datum::Json(Some(Json(Cow::Owned(document(of).0.into_owned()))))
}
