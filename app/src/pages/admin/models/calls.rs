//! What the page of language models asks of the backend. Its forms are plain posts to `/admin/models`.

use crate::calls::{CallFault, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::{prelude::*, server_fn::codec::Json};
use protocol::{account::Account, models::ModelsPage};

/// Given in context on the server as `Arc<dyn ModelCalls>`.
#[async_trait]
pub trait ModelCalls: Send + Sync {
    /// Administrators.
    async fn models(&self, who: &Account) -> Result<ModelsPage, CallFault>;
}

#[server(prefix = "/call", endpoint = "models", input = Json)]
pub async fn read_models() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ModelCalls>()?.models(&asker()?).await?) }.await)
}
