//! What the pages of asks want of the backend.

pub use super::views::*;
use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::account::Account;

/// Given in context on the server as `Arc<dyn AskCalls>`.
#[async_trait]
pub trait AskCalls: Send + Sync {
    async fn list(&self, who: &Account, request: AsksRequest) -> Result<AsksView, CallFault>;
    async fn read(&self, who: &Account, address: AskAddress) -> Result<WholeAsk, CallFault>;
    /// The address that is to be looked at afterwards.
    async fn act(&self, who: &Account, wish: AskWish) -> Result<String, CallFault>;
}

#[server(prefix = "/call", endpoint = "asks", input = Json, output = Json)]
pub async fn read_asks(request: AsksRequest) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AskCalls>()?.list(&asker()?, request).await?) }.await)
}

#[server(prefix = "/call", endpoint = "asks/read", input = Json, output = Json)]
pub async fn read_ask(address: AskAddress) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AskCalls>()?.read(&asker()?, address).await?) }.await)
}

#[server(prefix = "/call", endpoint = "asks/act", input = Json, output = Json)]
pub async fn act_on_ask(wish: AskWish) -> Result<String, CallFault> {
    with_status(async move { backend::<dyn AskCalls>()?.act(&asker()?, wish).await }.await)
}

/// The same for a plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/ask")]
pub async fn act_on_ask_by_form(wish: AskWish) -> Result<(), CallFault> {
    let next = backend::<dyn AskCalls>()?.act(&asker()?, wish).await?;
    leptos_axum::redirect(&next);
    Ok(())
}
