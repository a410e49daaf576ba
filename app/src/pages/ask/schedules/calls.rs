//! What the page of kept answers that are asked for again wants of the backend.

pub use super::views::*;
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use crate::{
    calls::{CallFault, Json, Packed},
    pages::schedules::calls::ScheduleDeed,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::account::Account;

#[cfg(feature = "ssr")]
const LIST: &str = "/ask/schedules";

/// Given in context on the server as `Arc<dyn AskScheduleCalls>`.
#[async_trait]
pub trait AskScheduleCalls: Send + Sync {
    async fn list(&self, who: &Account) -> Result<AskSchedulesView, CallFault>;
    async fn change(&self, who: &Account, change: AskScheduleChange) -> Result<(), CallFault>;
    async fn act(&self, who: &Account, schedule: String, deed: ScheduleDeed) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "ask-schedules", input = Json, output = Json)]
pub async fn read_ask_schedules() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AskScheduleCalls>()?.list(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "ask-schedules/change", input = Json, output = Json)]
pub async fn change_ask_schedule(change: AskScheduleChange) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AskScheduleCalls>()?.change(&asker()?, change).await }.await)
}

#[server(prefix = "/call", endpoint = "ask-schedules/act", input = Json, output = Json)]
pub async fn act_on_ask_schedule(schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AskScheduleCalls>()?.act(&asker()?, schedule, act).await }.await)
}

/// Changes a schedule. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/ask-schedule-change")]
pub async fn change_ask_schedule_by_form(change: AskScheduleChange) -> Result<(), CallFault> {
    backend::<dyn AskScheduleCalls>()?.change(&asker()?, change).await?;
    leptos_axum::redirect(LIST);
    Ok(())
}

/// Switches a schedule on or off, or deletes it.
#[server(prefix = "/call", endpoint = "form/ask-schedule-act")]
pub async fn act_on_ask_schedule_by_form(schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
    backend::<dyn AskScheduleCalls>()?.act(&asker()?, schedule, act).await?;
    leptos_axum::redirect(LIST);
    Ok(())
}
