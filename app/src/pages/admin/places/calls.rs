//! What the page of a tenant's own places asks of the backend.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{CompanyPlaceId, account::Account};
use serde::{Deserialize, Serialize};

/// A place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceLine {
    pub id: CompanyPlaceId,
    pub name: String,
    pub aliases: Vec<String>,
    /// `city`, `emirate`, `free_zone`, `mainland` or `district`.
    pub kind: String,
    pub city: String,
    pub region: String,
    pub country: String,
}

/// A place as it is entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlaceWish {
    /// Empty for a new one.
    pub id: String,
    pub name: String,
    /// One on each line.
    pub aliases: String,
    pub kind: String,
    pub city: String,
    pub region: String,
    pub country: String,
}

/// Given in context on the server as `Arc<dyn PlaceCalls>`. For administrators.
#[async_trait]
pub trait PlaceCalls: Send + Sync {
    async fn lines(&self, who: &Account) -> Result<Vec<PlaceLine>, CallFault>;
    async fn save(&self, who: &Account, wish: PlaceWish) -> Result<(), CallFault>;
    async fn remove(&self, who: &Account, id: String) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/places", input = Json, output = Json)]
pub async fn read_places() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn PlaceCalls>()?.lines(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/places/save", input = Json, output = Json)]
pub async fn save_place(wish: PlaceWish) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn PlaceCalls>()?.save(&asker()?, wish).await }.await)
}

/// A plain form, so that it works without scripts.
#[server(prefix = "/call", endpoint = "form/place")]
pub async fn save_place_by_form(wish: PlaceWish) -> Result<(), CallFault> {
    backend::<dyn PlaceCalls>()?.save(&asker()?, wish).await?;
    leptos_axum::redirect("/admin/places");
    Ok(())
}

#[server(prefix = "/call", endpoint = "form/place-remove")]
pub async fn remove_place_by_form(place: String) -> Result<(), CallFault> {
    backend::<dyn PlaceCalls>()?.remove(&asker()?, place).await?;
    leptos_axum::redirect("/admin/places");
    Ok(())
}
