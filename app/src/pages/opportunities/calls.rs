//! What the pages of opportunities want of the backend.

pub use super::views::*;
use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::account::Account;

/// Given in context on the server as `Arc<dyn OpportunityCalls>`.
#[async_trait]
pub trait OpportunityCalls: Send + Sync {
    async fn list(&self, who: &Account, request: PipelinesRequest) -> Result<PipelinesView, CallFault>;
    async fn read(&self, who: &Account, address: PipelineAddress) -> Result<WholePipeline, CallFault>;
    /// Worst first.
    async fn quality(&self, who: &Account) -> Result<Vec<ProducerShown>, CallFault>;
    /// The address that is to be looked at afterwards.
    async fn act(&self, who: &Account, wish: OpportunityWish) -> Result<String, CallFault>;
}

#[server(prefix = "/call", endpoint = "opportunities", input = Json, output = Json)]
pub async fn read_pipelines(request: PipelinesRequest) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn OpportunityCalls>()?.list(&asker()?, request).await?) }.await)
}

#[server(prefix = "/call", endpoint = "opportunities/read", input = Json, output = Json)]
pub async fn read_pipeline(address: PipelineAddress) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn OpportunityCalls>()?.read(&asker()?, address).await?) }.await)
}

#[server(prefix = "/call", endpoint = "opportunities/quality", input = Json, output = Json)]
pub async fn read_producer_quality() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn OpportunityCalls>()?.quality(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "opportunities/act", input = Json, output = Json)]
pub async fn act_on_opportunity(wish: OpportunityWish) -> Result<String, CallFault> {
    with_status(async move { backend::<dyn OpportunityCalls>()?.act(&asker()?, wish).await }.await)
}

/// The same for a plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/opportunity")]
pub async fn act_on_opportunity_by_form(wish: OpportunityWish) -> Result<(), CallFault> {
    let next = backend::<dyn OpportunityCalls>()?.act(&asker()?, wish).await?;
    leptos_axum::redirect(&next);
    Ok(())
}
