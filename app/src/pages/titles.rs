//! What the palette asks of the backend: whatever has a title, by words of it.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::account::Account;
use serde::{Deserialize, Serialize};

/// Something that was found by its title, and where it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TitledShown {
    pub kind: TitledKind,
    pub title: String,
    pub href: String,
    /// The name of the project that it is in; empty where there is none.
    #[serde(default)]
    pub project: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TitledKind {
    Project,
    Table,
    Document,
    Source,
    Run,
    Ask,
    CompanySearch,
    Opportunity,
}

/// Given in context on the server as `Arc<dyn TitleCalls>`.
#[async_trait]
pub trait TitleCalls: Send + Sync {
    /// A few of each kind whose titles have all of the words.
    async fn find(&self, who: &Account, words: String) -> Result<Vec<TitledShown>, CallFault>;
}

#[server(prefix = "/call", endpoint = "titles", input = Json, output = Json)]
pub async fn find_titles(words: String) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn TitleCalls>()?.find(&asker()?, words).await?) }.await)
}
