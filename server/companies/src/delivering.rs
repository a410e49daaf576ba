//! Webhooks of schedules are told of searches that are over and found something new, or failed.

use crate::Companies;
use actors::webhooks;
use domain::{
    Failure,
    account::AuditLog as _,
    companies::{CompanyScheduleRow, DueCompanyDelivery, SearchRow},
};
use protocol::work::WorkStatus;
use serde_json::{Value, json};

/// Sends what is due.
///
/// # Errors
/// The store's.
pub async fn deliver_due(companies: &Companies) -> Result<(), Failure> {
    let due = companies.schedules().due_company_deliveries(companies.now(), webhooks::LOOKED_AT).await?;
    webhooks::deliver_each(due, |row| async move { deliver(companies, &row).await }).await;
    Ok(())
}

async fn deliver(companies: &Companies, row: &DueCompanyDelivery) -> Result<(), Failure> {
    let store = companies.schedules();
    let body = async {
        let search = companies.store().company_search(row.tenant, row.run).await?;
        let schedule = store.company_schedule(row.tenant, row.schedule).await?;
        Ok(search.zip(schedule).and_then(|(search, schedule)| message(&schedule, search)).map(|body| body.to_string()))
    };
    let claim = store.claim_company_delivery(row, webhooks::claimed_until(companies));
    match webhooks::deliver(companies, row, claim, body).await? {
        Some(ended) => Ok(store.settle_company_delivery(row, &ended, companies.now()).await?),
        None => Ok(()),
    }
}

/// What is sent; none where there is nothing to tell. Its companies are the new ones alone, since the search left out whom its person
/// had seen.
fn message(schedule: &CompanyScheduleRow, search: SearchRow) -> Option<Value> {
    let event = match search.status {
        WorkStatus::Failed => "company_search.failed",
        WorkStatus::Completed if search.companies > 0 => "company_search.completed",
        _ => return None,
    };
    let SearchRow { id, request_id, status, response, error, .. } = search;
    Some(json!({
        "event": event,
        "schedule": {"id": schedule.id, "name": schedule.name},
        "search": {"id": id, "request_id": request_id, "status": status.name(), "response": response, "error": error},
    }))
}
