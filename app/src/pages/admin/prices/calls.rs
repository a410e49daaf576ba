//! What the page of prices asks of the backend.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::{
    calls::{asker, backend, with_status},
    words::prices as text,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{
    account::Account,
    models::{Strength, Usd},
};
use serde::{Deserialize, Serialize};

/// Of a model that answers now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelPriceShown {
    pub strength: Strength,
    pub name: String,
    /// For a million tokens in and out; nothing where it is not known.
    pub price: Option<(Usd, Usd)>,
}

/// Prices as they are entered: numbers in US dollars, and nothing where one is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PricesWish {
    pub warehouses: Vec<WarehouseEntered>,
    pub searches: Vec<SearchEntered>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WarehouseEntered {
    pub kind: String,
    /// For a terabyte that is read.
    pub per_tb: String,
    /// For a second that a query runs.
    pub per_second: String,
    /// Megabytes that each query is charged for at least.
    pub least: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SearchEntered {
    pub provider: String,
    pub per_call: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricesView {
    pub models: Vec<ModelPriceShown>,
    /// Those that hold now.
    pub wish: PricesWish,
    /// Nobody changed the listed ones.
    pub listed: bool,
}

/// Given in context on the server as `Arc<dyn PriceCalls>`. For administrators.
#[async_trait]
pub trait PriceCalls: Send + Sync {
    async fn read(&self, who: &Account) -> Result<PricesView, CallFault>;
    async fn save(&self, who: &Account, wish: PricesWish) -> Result<(), CallFault>;
    async fn reset(&self, who: &Account) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/prices", input = Json, output = Json)]
pub async fn read_prices() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn PriceCalls>()?.read(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/prices/save", input = Json, output = Json)]
pub async fn save_prices(wish: PricesWish) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn PriceCalls>()?.save(&asker()?, wish).await }.await)
}

/// A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/prices")]
pub async fn save_prices_by_form(wish: PricesWish) -> Result<(), CallFault> {
    backend::<dyn PriceCalls>()?.save(&asker()?, wish).await?;
    leptos_axum::redirect("/admin/prices");
    Ok(())
}

/// The listed prices hold again. `prices` is `listed`.
#[server(prefix = "/call", endpoint = "form/prices-reset")]
pub async fn reset_prices_by_form(prices: String) -> Result<(), CallFault> {
    let who = asker()?;
    if prices != "listed" {
        return Err(CallFault::Refused(text::WHICH.into()));
    }
    backend::<dyn PriceCalls>()?.reset(&who).await?;
    leptos_axum::redirect("/admin/prices");
    Ok(())
}
