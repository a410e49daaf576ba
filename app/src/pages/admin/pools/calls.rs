//! What the pages of question pools ask of the backend.

#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use crate::{
    calls::{CallFault, Json, Packed},
    pages::admin::objectives::calls::Checked,
};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{PoolId, ProjectId, Timestamp, account::Account, interview::ContextType};
use serde::{Deserialize, Serialize};

/// A pool in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolLine {
    pub id: PoolId,
    pub name: String,
    pub display_name: String,
    /// Only for this kind of interview; all kinds where there is none.
    pub context_type: Option<ContextType>,
    pub active: bool,
    /// The project that it belongs to, with its name.
    pub project: Option<(ProjectId, String)>,
    pub questions: u32,
    /// In how many interviews its questions stand.
    pub used: u64,
    pub updated_at: Timestamp,
}

/// A pool to be edited; without a line it is not there yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolText {
    pub line: Option<PoolLine>,
    /// `{"obligations": […]}`, laid out for people.
    pub text: String,
    pub checked: Checked,
    /// What it may belong to.
    pub projects: Vec<(ProjectId, String)>,
}

/// What somebody entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolForm {
    pub name: String,
    /// The name again where it is empty.
    pub display_name: String,
    pub context_type: Option<ContextType>,
    pub active: bool,
    pub project: Option<ProjectId>,
    pub text: String,
}

/// Given in context on the server as `Arc<dyn PoolCalls>`. For administrators.
#[async_trait]
pub trait PoolCalls: Send + Sync {
    async fn lines(&self, who: &Account) -> Result<Vec<PoolLine>, CallFault>;
    /// An empty one where no id is given.
    async fn text(&self, who: &Account, id: Option<PoolId>) -> Result<PoolText, CallFault>;
    async fn check(&self, who: &Account, text: String) -> Result<Checked, CallFault>;
    /// Makes a pool where no id is given.
    async fn save(&self, who: &Account, id: Option<PoolId>, form: PoolForm) -> Result<PoolId, CallFault>;
    async fn remove(&self, who: &Account, id: PoolId) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/pools", input = Json, output = Json)]
pub async fn read_pool_lines() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn PoolCalls>()?.lines(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/pool", input = Json, output = Json)]
pub async fn read_pool_text(id: Option<PoolId>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn PoolCalls>()?.text(&asker()?, id).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/pool/check", input = Json, output = Json)]
pub async fn check_pool(text: String) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn PoolCalls>()?.check(&asker()?, text).await?) }.await)
}

/// Keeps a pool and leads to it. `id` is empty for a new one, `kind` for all kinds.
#[server(prefix = "/call", endpoint = "form/pool")]
pub async fn save_pool(
    #[server(default)] id: String,
    name: String,
    #[server(default)] display_name: String,
    #[server(default)] kind: String,
    #[server(default)] active: String,
    #[server(default)] project: String,
    text: String,
) -> Result<(), CallFault> {
    let context_type = ContextType::parse(&kind);
    let project = project.parse().ok();
    let form = PoolForm { name, display_name, context_type, active: !active.is_empty(), project, text };
    let id = backend::<dyn PoolCalls>()?.save(&asker()?, id.parse().ok(), form).await?;
    leptos_axum::redirect(&format!("/admin/pools/{id}"));
    Ok(())
}

#[server(prefix = "/call", endpoint = "form/pool/remove")]
pub async fn remove_pool(id: PoolId) -> Result<(), CallFault> {
    backend::<dyn PoolCalls>()?.remove(&asker()?, id).await?;
    leptos_axum::redirect("/admin/pools");
    Ok(())
}
