//! A tenant's own places: what searches know beside the built-in gazetteer.

use crate::Companies;
use domain::{
    Failure, StoreFault,
    account::{AuditEntry, AuditLog as _, AuditNote},
    companies::{Gazetteer, GazetteerEntry, MOST_PLACES, PlaceDraft, PlaceKind, PlaceRow},
};
use protocol::{CompanyPlaceId, TenantId, account::Account};
use serde_json::json;
use std::borrow::Cow;

/// All of the tenant, oldest first.
///
/// # Errors
/// The store's.
pub async fn own_places(companies: &Companies, tenant: TenantId) -> Result<Vec<PlaceRow>, StoreFault> {
    companies.store().company_places(tenant).await
}

pub(crate) async fn own_entries(companies: &Companies, tenant: TenantId) -> Result<Vec<GazetteerEntry>, StoreFault> {
    Ok(own_places(companies, tenant).await?.iter().map(PlaceRow::entry).collect())
}

/// The gazetteer with the tenant's own places as they are now.
///
/// # Errors
/// The store's.
pub async fn known_places(companies: &Companies, tenant: TenantId) -> Result<Cow<'static, Gazetteer>, StoreFault> {
    let own = own_entries(companies, tenant).await?;
    let built_in = Gazetteer::built_in();
    Ok(if own.is_empty() { Cow::Borrowed(built_in) } else { Cow::Owned(built_in.with_entries(&own)) })
}

/// # Errors
/// 409 where there are too many or a name is taken; 422 with every fault.
pub async fn add_place(companies: &Companies, who: &Account, draft: PlaceDraft) -> Result<PlaceRow, Failure> {
    let others = own_places(companies, who.tenant_id).await?;
    let now = companies.now();
    let blank = PlaceRow {
        id: CompanyPlaceId(companies.id()),
        tenant: who.tenant_id,
        name: String::new(),
        aliases: Vec::new(),
        kind: PlaceKind::District,
        city: None,
        region: None,
        country: None,
        created_at: now,
        updated_at: now,
    };
    let row = draft.check(blank, &others)?;
    if others.len() >= MOST_PLACES {
        return Err(Failure::conflict(format!("a tenant has at most {MOST_PLACES} places of its own: delete some first")));
    }
    save(companies, who, row, "company_place.created").await
}

/// Searches that were begun before keep what they knew.
///
/// # Errors
/// As [`add_place`]; 404 where it is gone.
pub async fn change_place(
    companies: &Companies,
    who: &Account,
    id: CompanyPlaceId,
    draft: PlaceDraft,
) -> Result<PlaceRow, Failure> {
    let others = own_places(companies, who.tenant_id).await?;
    let known = others.iter().find(|row| row.id == id).cloned().ok_or_else(missing)?;
    let row = draft.check(known.clone(), &others)?;
    if row == known {
        return Ok(known);
    }
    save(companies, who, PlaceRow { updated_at: companies.now(), ..row }, "company_place.changed").await
}

/// Searches that were begun before keep what they knew.
///
/// # Errors
/// 404 where it is gone.
pub async fn remove_place(companies: &Companies, who: &Account, id: CompanyPlaceId) -> Result<(), Failure> {
    let rows = own_places(companies, who.tenant_id).await?;
    let row = rows.into_iter().find(|row| row.id == id).ok_or_else(missing)?;
    let audit = audit(companies, who, "company_place.deleted", &row);
    if companies.store().delete_company_place(who.tenant_id, id, audit).await? { Ok(()) } else { Err(missing()) }
}

async fn save(companies: &Companies, who: &Account, row: PlaceRow, action: &str) -> Result<PlaceRow, Failure> {
    let audit = audit(companies, who, action, &row);
    match companies.store().save_company_place(row.clone(), audit).await {
        Ok(()) => Ok(row),
        Err(StoreFault::Conflict) => Err(Failure::conflict(format!("another place of yours is called {} already", row.name))),
        Err(fault) => Err(fault.into()),
    }
}

fn audit(companies: &Companies, who: &Account, action: &str, row: &PlaceRow) -> AuditEntry {
    AuditNote { action, target: row.id.to_string(), about: None, detail: json!({"name": row.name}) }.entry_by(companies, who)
}

fn missing() -> Failure {
    Failure::not_found("there is no such place")
}
