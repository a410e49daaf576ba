//! Webhooks are told of answers that are others than the last time, and of checks that begin to fail or hold again.

use crate::Asks;
use actors::webhooks;
use domain::{
    Failure,
    account::AuditLog as _,
    ask::{AskResultRow, AskScheduleRow, DueAskDelivery, Notice},
};
use serde_json::{Value, json};

/// Sends what is due.
///
/// # Errors
/// The store's.
pub async fn deliver_due(asks: &Asks) -> Result<(), Failure> {
    let due = asks.schedules().due_ask_deliveries(asks.now(), webhooks::LOOKED_AT).await?;
    webhooks::deliver_each(due, |row| async move { deliver(asks, &row).await }).await;
    Ok(())
}

async fn deliver(asks: &Asks, row: &DueAskDelivery) -> Result<(), Failure> {
    let store = asks.schedules();
    let body = async {
        let result = store.ask_result(row.tenant, row.run).await?;
        let schedule = store.ask_schedule(row.tenant, row.schedule).await?;
        let noticed = result.zip(schedule).and_then(|(result, schedule)| Some((result.notice?, result, schedule)));
        Ok(noticed.map(|(notice, result, schedule)| message(notice, &schedule, &result).to_string()))
    };
    let claim = store.claim_ask_delivery(row, webhooks::claimed_until(asks));
    match webhooks::deliver(asks, row, claim, body).await? {
        Some(ended) => Ok(store.settle_ask_delivery(row, &ended, asks.now()).await?),
        None => Ok(()),
    }
}

fn message(notice: Notice, schedule: &AskScheduleRow, result: &AskResultRow) -> Value {
    json!({
        "event": format!("ask.{}", notice.name()),
        "schedule": {"id": schedule.id, "name": schedule.name},
        "ask": {"id": schedule.ask, "question": schedule.question},
        "result": {
            "id": result.id,
            "at": result.at.to_rfc3339(),
            "state": result.state,
            "value": result.value,
            "answer": result.text,
            "verdict": result.verdict,
            "expected": result.expected,
            "holds": result.holds,
            "premises": result.premises,
            "error": result.error,
        },
    })
}
