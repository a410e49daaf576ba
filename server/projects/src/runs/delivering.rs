//! Webhooks: what became of a schedule's run is sent to its address, three times at most. How far it has come is stored before each
//! attempt, so that a server that ends in between sends it neither too often nor never.

use crate::Projects;
use actors::Who;
use domain::{
    Failure, StoreFault,
    account::AuditLog as _,
    runs::{Delivered, DueDelivery, WEBHOOK_TRIES, Webhook},
};
use futures::{StreamExt, stream};
use protocol::{Timestamp, run::RunView, work::WorkStatus};
use secrecy::SecretString;
use serde_json::{Value, json};

/// Deliveries of one look.
const LOOKED_AT: u32 = 50;
const AT_ONCE: usize = 4;
/// Microseconds after which another server may make an attempt that this one began.
const CLAIMED: i64 = 60_000_000;
/// Microseconds after the first and after the second attempt.
const PAUSES: [i64; 2] = [5_000_000, 20_000_000];

/// Sends what is due: `{"event": …, "run": …}`, where `write` gives the run as the API shows it.
///
/// # Errors
/// The store's.
pub async fn deliver_due(projects: &Projects, write: impl Fn(&RunView) -> Value + Sync) -> Result<(), Failure> {
    let due = projects.schedule_store().due_deliveries(projects.now(), LOOKED_AT).await?;
    stream::iter(due)
        .for_each_concurrent(AT_ONCE, |row| {
            let write = &write;
            async move {
                if let Err(failure) = deliver(projects, &row, write).await {
                    tracing::warn!(%failure, schedule = %row.schedule, "a webhook could not be told of a run");
                }
            }
        })
        .await;
    Ok(())
}

async fn deliver(projects: &Projects, row: &DueDelivery, write: impl Fn(&RunView) -> Value) -> Result<(), Failure> {
    let store = projects.schedule_store();
    let now = projects.now();
    let Some(webhook) = &row.webhook else {
        let why = "the schedule had no webhook any more".to_owned();
        return Ok(store.settle_delivery(row, &Delivered::GivenUp { why }, now).await?);
    };
    if row.attempts >= WEBHOOK_TRIES {
        let why = "the server ended during the last attempt".to_owned();
        return Ok(store.settle_delivery(row, &Delivered::GivenUp { why }, now).await?);
    }
    if !store.claim_delivery(row, Timestamp(now.0 + CLAIMED)).await? {
        return Ok(());
    }
    let ended = attempt(projects, row, webhook, write).await?;
    if let Delivered::GivenUp { why } = &ended {
        tracing::info!(schedule = %row.schedule, run = %row.run, why, "a webhook was given up");
    }
    Ok(store.settle_delivery(row, &ended, projects.now()).await?)
}

async fn attempt(
    projects: &Projects,
    row: &DueDelivery,
    webhook: &Webhook,
    write: impl Fn(&RunView) -> Value,
) -> Result<Delivered, Failure> {
    let view = projects.runs().view(Who::server(row.tenant), row.run).await.map_err(super::fault)?.view;
    let body = json!({"event": event(view.work.status), "run": write(&view)}).to_string();
    let Ok(secret) = secret(projects, row, webhook).await? else {
        return Ok(Delivered::GivenUp { why: "the secret of the webhook is gone: set it again".to_owned() });
    };
    let Err(fault) = projects.webhooks().send(&webhook.url, &body, secret.as_ref()).await else { return Ok(Delivered::Done) };
    let why = domain::sentence(&fault.to_string());
    let pause = PAUSES.get(row.attempts as usize).filter(|_| fault.is_retryable());
    Ok(match pause {
        Some(pause) => Delivered::Again { why, at: Timestamp(projects.now().0 + pause) },
        None => Delivered::GivenUp { why },
    })
}

const fn event(status: WorkStatus) -> &'static str {
    match status {
        WorkStatus::Failed => "run.failed",
        WorkStatus::Cancelled => "run.cancelled",
        _ => "run.completed",
    }
}

/// None where it has none; an error in the answer where it cannot be opened any more.
async fn secret(projects: &Projects, row: &DueDelivery, webhook: &Webhook) -> Result<Result<Option<SecretString>, ()>, Failure> {
    let Some(id) = &webhook.secret_id else { return Ok(Ok(None)) };
    match projects.secrets().secret(row.tenant, id).await {
        Ok(Some(secret)) => Ok(Ok(Some(secret))),
        Ok(None) | Err(StoreFault::Corrupt(_)) => Ok(Err(())),
        Err(fault) => Err(fault.into()),
    }
}
