//! Finished interviews, searches and asks, and pages that research read, go when their tenant keeps them no longer, deleted projects
//! and sources after some days. Every node does it; what one removes the others do not find.

use crate::{
    backend::Backend,
    calls::{AuditNote, only_admins},
};
use domain::{
    Failure, StoreFault,
    account::{checked_retention, kept_since},
    interview::DELETED_DAYS,
    live::StreamChange,
};
use protocol::{TenantId, Timestamp, account::Account};
use serde_json::json;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often it is looked for what has been kept long enough.
const LOOK: Duration = Duration::from_secs(600);
/// The most interviews of one transaction, so that it stays short.
const AT_ONCE: u32 = 50;

/// Until the server stops.
pub(crate) async fn keep(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        if let Err(fault) = keep_once(&backend, &stop).await {
            tracing::warn!(%fault, "what is kept no longer could not be removed");
        }
        if let Err(fault) = projects::empty_trash(backend.projects()).await {
            tracing::warn!(%fault, "projects and sources that were deleted days ago could not be removed");
        }
    }
}

async fn keep_once(backend: &Backend, stop: &CancellationToken) -> Result<(), StoreFault> {
    let before = kept_since(backend.now(), DELETED_DAYS);
    for tenant in backend.links().tenants_with_deleted(before).await? {
        while !stop.is_cancelled() && some_deleted_removed(backend, tenant, before).await? {}
    }
    for (tenant, days) in backend.retention().retentions().await? {
        while !stop.is_cancelled() && some_removed(backend, tenant, days).await? {}
        while !stop.is_cancelled() && some_searches_removed(backend, tenant, days).await? {}
        while !stop.is_cancelled() && some_asks_removed(backend, tenant, days).await? {}
        while !stop.is_cancelled() && some_pages_removed(backend, tenant, days).await? {}
    }
    Ok(())
}

/// Interviews that somebody deleted, once they cannot be brought back any more.
async fn some_deleted_removed(backend: &Backend, tenant: TenantId, before: Timestamp) -> Result<bool, StoreFault> {
    let detail = json!({"days": DELETED_DAYS});
    let audit = AuditNote { action: "sessions.removed", target: tenant.to_string(), about: None, detail };
    let gone = backend.links().remove_deleted(tenant, before, AT_ONCE, audit.entry(backend, tenant, None)).await?;
    for session in &gone {
        backend.lives().changed(StreamChange::Gone { stream: session.0 });
    }
    Ok(!gone.is_empty())
}

async fn some_removed(backend: &Backend, tenant: TenantId, days: u32) -> Result<bool, StoreFault> {
    let audit = AuditNote { action: "sessions.expired", target: tenant.to_string(), about: None, detail: json!({"days": days}) };
    let (before, audit) = (kept_since(backend.now(), days), audit.entry(backend, tenant, None));
    let gone = backend.retention().remove_finished(tenant, days, before, AT_ONCE, audit).await?;
    for session in &gone {
        backend.lives().changed(StreamChange::Gone { stream: session.0 });
    }
    Ok(!gone.is_empty())
}

/// Searches for companies, with what they found.
async fn some_searches_removed(backend: &Backend, tenant: TenantId, days: u32) -> Result<bool, StoreFault> {
    let audit = AuditNote { action: "searches.expired", target: tenant.to_string(), about: None, detail: json!({"days": days}) };
    let (before, audit) = (kept_since(backend.now(), days), audit.entry(backend, tenant, None));
    let gone = backend.retention().remove_searches(tenant, days, before, AT_ONCE, audit).await?;
    for search in &gone {
        backend.lives().changed(StreamChange::Gone { stream: search.0 });
    }
    Ok(!gone.is_empty())
}

/// Asks that nobody saved, with what they found.
async fn some_asks_removed(backend: &Backend, tenant: TenantId, days: u32) -> Result<bool, StoreFault> {
    let audit = AuditNote { action: "asks.expired", target: tenant.to_string(), about: None, detail: json!({"days": days}) };
    let (before, audit) = (kept_since(backend.now(), days), audit.entry(backend, tenant, None));
    let gone = backend.retention().remove_asks(tenant, days, before, AT_ONCE, audit).await?;
    for ask in &gone {
        backend.lives().changed(StreamChange::Gone { stream: ask.0 });
    }
    Ok(!gone.is_empty())
}

/// Pages of the web that research read; their quotes stay with the findings.
async fn some_pages_removed(backend: &Backend, tenant: TenantId, days: u32) -> Result<bool, StoreFault> {
    let audit = AuditNote { action: "pages.expired", target: tenant.to_string(), about: None, detail: json!({"days": days}) };
    let (before, audit) = (kept_since(backend.now(), days), audit.entry(backend, tenant, None));
    Ok(backend.retention().remove_pages(tenant, days, before, AT_ONCE, audit).await? > 0)
}

/// For how many days interviews are kept, and how many have been kept for longer and will go.
pub(crate) async fn read(backend: &Backend, who: &Account) -> Result<(Option<u32>, u64), Failure> {
    only_admins(who)?;
    let days = backend.retention().retention(who.tenant_id).await?;
    let due = match days {
        Some(days) => due(backend, who, days).await?,
        None => 0,
    };
    Ok((days, due))
}

/// How many finished interviews would go if they were kept for so many days.
pub(crate) async fn due(backend: &Backend, who: &Account, days: u32) -> Result<u64, Failure> {
    only_admins(who)?;
    checked_retention(Some(days))?;
    Ok(backend.retention().count_finished(who.tenant_id, kept_since(backend.now(), days)).await?)
}

pub(crate) async fn change(backend: &Backend, who: &Account, days: Option<u32>) -> Result<(), Failure> {
    only_admins(who)?;
    let days = checked_retention(days)?;
    let from = backend.retention().retention(who.tenant_id).await?;
    let detail = json!({"from": from, "to": days});
    let audit = AuditNote { action: "retention.changed", target: who.tenant_id.to_string(), about: None, detail };
    let known = backend.retention().set_retention(who.tenant_id, days, audit.entry_by(backend, who)).await?;
    if known { Ok(()) } else { Err(Failure::not_found("there is no such tenant")) }
}
