//! Webhooks: what became of a schedule's run is sent to its address, three times at most.

use crate::Projects;
use actors::{Who, webhooks};
use domain::{Failure, account::AuditLog as _, runs::DueDelivery};
use protocol::{run::RunView, work::WorkStatus};
use serde_json::{Value, json};

/// Sends what is due: `{"event": …, "run": …}`, where `write` gives the run as the API shows it.
///
/// # Errors
/// The store's.
pub async fn deliver_due(projects: &Projects, write: impl Fn(&RunView) -> Value + Sync) -> Result<(), Failure> {
    let due = projects.schedule_store().due_deliveries(projects.now(), webhooks::LOOKED_AT).await?;
    webhooks::deliver_each(due, |row| {
        let write = &write;
        async move { deliver(projects, &row, write).await }
    })
    .await;
    Ok(())
}

async fn deliver(projects: &Projects, row: &DueDelivery, write: impl Fn(&RunView) -> Value) -> Result<(), Failure> {
    let store = projects.schedule_store();
    let body = async {
        let view = projects.runs().view(Who::server(row.tenant), row.run).await.map_err(super::fault)?.view;
        Ok(Some(json!({"event": event(view.work.status), "run": write(&view)}).to_string()))
    };
    let claim = store.claim_delivery(row, webhooks::claimed_until(projects));
    match webhooks::deliver(projects, row, claim, body).await? {
        Some(ended) => Ok(store.settle_delivery(row, &ended, projects.now()).await?),
        None => Ok(()),
    }
}

const fn event(status: WorkStatus) -> &'static str {
    match status {
        WorkStatus::Failed => "run.failed",
        WorkStatus::Cancelled => "run.cancelled",
        _ => "run.completed",
    }
}
