//! What the pages of searches that are made again ask of the backend.

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
const LIST: &str = "/companies/schedules";

/// Given in context on the server as `Arc<dyn CompanyScheduleCalls>`.
#[async_trait]
pub trait CompanyScheduleCalls: Send + Sync {
    async fn list(&self, who: &Account) -> Result<CompanySchedulesView, CallFault>;
    async fn make(&self, who: &Account, wish: CompanyScheduleWish) -> Result<CompanyScheduleCard, CallFault>;
    async fn change(&self, who: &Account, change: CompanyScheduleChange) -> Result<(), CallFault>;
    async fn act(&self, who: &Account, schedule: String, act: ScheduleDeed) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "company-schedules", input = Json, output = Json)]
pub async fn read_company_schedules() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn CompanyScheduleCalls>()?.list(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "company-schedules/make", input = Json, output = Json)]
pub async fn make_company_schedule(wish: CompanyScheduleWish) -> Result<CompanyScheduleCard, CallFault> {
    with_status(async move { backend::<dyn CompanyScheduleCalls>()?.make(&asker()?, wish).await }.await)
}

#[server(prefix = "/call", endpoint = "company-schedules/change", input = Json, output = Json)]
pub async fn change_company_schedule(change: CompanyScheduleChange) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn CompanyScheduleCalls>()?.change(&asker()?, change).await }.await)
}

#[server(prefix = "/call", endpoint = "company-schedules/act", input = Json, output = Json)]
pub async fn act_on_company_schedule(schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn CompanyScheduleCalls>()?.act(&asker()?, schedule, act).await }.await)
}

/// Makes a schedule. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/company-schedule")]
pub async fn make_company_schedule_by_form(wish: CompanyScheduleWish) -> Result<(), CallFault> {
    backend::<dyn CompanyScheduleCalls>()?.make(&asker()?, wish).await?;
    leptos_axum::redirect(LIST);
    Ok(())
}

/// Changes a schedule.
#[server(prefix = "/call", endpoint = "form/company-schedule-change")]
pub async fn change_company_schedule_by_form(change: CompanyScheduleChange) -> Result<(), CallFault> {
    backend::<dyn CompanyScheduleCalls>()?.change(&asker()?, change).await?;
    leptos_axum::redirect(LIST);
    Ok(())
}

/// Switches a schedule on or off, or deletes it.
#[server(prefix = "/call", endpoint = "form/company-schedule-act")]
pub async fn act_on_company_schedule_by_form(schedule: String, act: ScheduleDeed) -> Result<(), CallFault> {
    backend::<dyn CompanyScheduleCalls>()?.act(&asker()?, schedule, act).await?;
    leptos_axum::redirect(LIST);
    Ok(())
}
