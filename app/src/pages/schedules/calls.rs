//! What the page of schedules asks of the backend.

pub use super::views::*;
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use crate::{
    calls::{CallFault, Json, Packed},
    pages::projects::calls::OfProject,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::account::Account;

/// Given in context on the server as `Arc<dyn ScheduleCalls>`.
#[async_trait]
pub trait ScheduleCalls: Send + Sync {
    async fn list(&self, who: &Account, project: String) -> Result<OfProject<SchedulesView>, CallFault>;
    async fn make(&self, who: &Account, wish: ScheduleWish) -> Result<(), CallFault>;
    async fn change(&self, who: &Account, change: ScheduleChange) -> Result<(), CallFault>;
    async fn act(&self, who: &Account, asked: ScheduleAddress, deed: ScheduleDeed) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "schedules", input = Json, output = Json)]
pub async fn read_schedules(project: String) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ScheduleCalls>()?.list(&asker()?, project).await?) }.await)
}

#[server(prefix = "/call", endpoint = "schedules/make", input = Json, output = Json)]
pub async fn make_schedule(wish: ScheduleWish) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn ScheduleCalls>()?.make(&asker()?, wish).await }.await)
}

#[server(prefix = "/call", endpoint = "schedules/change", input = Json, output = Json)]
pub async fn change_schedule(change: ScheduleChange) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn ScheduleCalls>()?.change(&asker()?, change).await }.await)
}

#[server(prefix = "/call", endpoint = "schedules/act", input = Json, output = Json)]
pub async fn act_on_schedule(asked: ScheduleAddress, deed: ScheduleDeed) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn ScheduleCalls>()?.act(&asker()?, asked, deed).await }.await)
}

/// Makes a schedule. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/schedule")]
pub async fn make_schedule_by_form(wish: ScheduleWish) -> Result<(), CallFault> {
    let back = format!("/projects/{}/schedules", wish.project);
    backend::<dyn ScheduleCalls>()?.make(&asker()?, wish).await?;
    leptos_axum::redirect(&back);
    Ok(())
}

/// Changes a schedule.
#[server(prefix = "/call", endpoint = "form/schedule-change")]
pub async fn change_schedule_by_form(change: ScheduleChange) -> Result<(), CallFault> {
    let back = format!("/projects/{}/schedules", change.wish.project);
    backend::<dyn ScheduleCalls>()?.change(&asker()?, change).await?;
    leptos_axum::redirect(&back);
    Ok(())
}

/// Switches a schedule on or off, or deletes it.
#[server(prefix = "/call", endpoint = "form/schedule-act")]
pub async fn act_on_schedule_by_form(project: String, schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
    let back = format!("/projects/{project}/schedules");
    backend::<dyn ScheduleCalls>()?.act(&asker()?, ScheduleAddress { project, schedule }, act).await?;
    leptos_axum::redirect(&back);
    Ok(())
}
