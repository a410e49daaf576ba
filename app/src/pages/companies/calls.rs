//! What the pages of searches for companies ask of the backend.

#![expect(clippy::too_many_arguments, reason = "a plain form sends its fields one by one")]

pub use super::views::*;
use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::{
    calls::{asker, backend, with_status},
    words::companies as text,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{CompanySearchId, account::Account};

/// Given in context on the server as `Arc<dyn CompanyCalls>`.
#[async_trait]
pub trait CompanyCalls: Send + Sync {
    async fn list(&self, who: &Account, request: SearchesRequest) -> Result<SearchesView, CallFault>;
    async fn start(&self, who: &Account, wish: SearchWish) -> Result<CompanySearchId, CallFault>;
    async fn search(&self, who: &Account, id: String) -> Result<WholeSearch, CallFault>;
    /// The search that is to be looked at afterwards.
    async fn act(&self, who: &Account, id: String, act: SearchAct) -> Result<CompanySearchId, CallFault>;
    async fn rate(&self, who: &Account, wish: CompanyRatingWish) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "companies", input = Json, output = Json)]
pub async fn read_searches(request: SearchesRequest) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn CompanyCalls>()?.list(&asker()?, request).await?) }.await)
}

#[server(prefix = "/call", endpoint = "companies/start", input = Json, output = Json)]
pub async fn start_search(wish: SearchWish) -> Result<CompanySearchId, CallFault> {
    with_status(async move { backend::<dyn CompanyCalls>()?.start(&asker()?, wish).await }.await)
}

#[server(prefix = "/call", endpoint = "companies/read", input = Json, output = Json)]
pub async fn read_search(id: String) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn CompanyCalls>()?.search(&asker()?, id).await?) }.await)
}

#[server(prefix = "/call", endpoint = "companies/act", input = Json, output = Json)]
pub async fn act_on_search(id: String, act: SearchAct) -> Result<CompanySearchId, CallFault> {
    with_status(async move { backend::<dyn CompanyCalls>()?.act(&asker()?, id, act).await }.await)
}

#[server(prefix = "/call", endpoint = "companies/rate", input = Json, output = Json)]
pub async fn rate_company(wish: CompanyRatingWish) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn CompanyCalls>()?.rate(&asker()?, wish).await }.await)
}

/// Starts a search and leads to it. A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/company-search")]
pub async fn start_search_by_form(
    query: String,
    #[server(default)] country: String,
    #[server(default)] emirate: String,
    #[server(default)] city: String,
    #[server(default)] area: String,
    #[server(default)] area_type: String,
    #[server(default)] novelty: String,
    #[server(default)] since: String,
    #[server(default)] max_results: String,
) -> Result<(), CallFault> {
    let wish = SearchWish { query, country, emirate, city, area, area_type, novelty, since, max_results };
    let search = backend::<dyn CompanyCalls>()?.start(&asker()?, wish).await?;
    leptos_axum::redirect(&format!("/companies/{search}"));
    Ok(())
}

/// Cancels a search or starts another one after it.
#[server(prefix = "/call", endpoint = "form/company-search-act")]
pub async fn act_on_search_by_form(search: String, act: SearchAct) -> Result<(), CallFault> {
    let next = backend::<dyn CompanyCalls>()?.act(&asker()?, search, act).await?;
    leptos_axum::redirect(&format!("/companies/{next}"));
    Ok(())
}

/// Keeps what somebody thinks of a company, or takes it back.
#[server(prefix = "/call", endpoint = "form/rate-company")]
pub async fn rate_company_by_form(search: String, company: String, rating: String) -> Result<(), CallFault> {
    let like = match rating.as_str() {
        "like" | "dislike" => Some(rating == "like"),
        "none" => None,
        _ => return Err(CallFault::Refused(text::NO_RATING.into())),
    };
    let back = format!("/companies/{search}#company-{company}");
    backend::<dyn CompanyCalls>()?.rate(&asker()?, CompanyRatingWish { search, company, like }).await?;
    leptos_axum::redirect(&back);
    Ok(())
}
