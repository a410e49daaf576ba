//! What the pages of objectives ask of the backend.

use crate::calls::{CallFault, Json, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{ObjectiveId, Timestamp, account::Account, interview::ContextType};
use serde::{Deserialize, Serialize};

/// One version of an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectiveLine {
    pub id: ObjectiveId,
    pub context_type: ContextType,
    pub version: String,
    pub display_name: String,
    pub active: bool,
    pub built_in: bool,
    pub questions: u32,
    pub updated_at: Timestamp,
}

impl ObjectiveLine {
    /// With the version, since several have one name.
    pub(crate) fn whole_name(&self) -> String {
        format!("{} {}", self.display_name, self.version)
    }
}

/// A version to look at and to make another one of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectiveText {
    pub line: ObjectiveLine,
    /// The definition as JSON, laid out for people.
    pub text: String,
    /// A version that does not exist yet.
    pub next_version: String,
    pub checked: Checked,
    /// What new interviews of the kind begin with now, by name and version.
    pub active: Option<String>,
}

/// What is wrong with a definition, or how an interview with it would go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    pub faults: Vec<FaultLine>,
    /// The first words, where the objective has its own.
    pub greeting: Option<String>,
    /// In the order in which they would be asked.
    pub questions: Vec<QuestionLine>,
    /// When it is enough, in words.
    pub enough: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultLine {
    /// `config.obligations.budget.priority`.
    pub field: String,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionLine {
    pub name: String,
    pub prompt: String,
    pub options: Vec<String>,
    pub required: bool,
    /// Found out otherwise, asked only when nothing else is left.
    pub last_resort: bool,
}

/// Given in context on the server as `Arc<dyn ObjectiveCalls>`. For administrators.
#[async_trait]
pub trait ObjectiveCalls: Send + Sync {
    async fn lines(&self, who: &Account) -> Result<Vec<ObjectiveLine>, CallFault>;
    async fn text(&self, who: &Account, id: ObjectiveId) -> Result<ObjectiveText, CallFault>;
    async fn check(&self, who: &Account, text: String) -> Result<Checked, CallFault>;
    /// Makes a version of its own of the definition, for the same kind of interview as `like`.
    async fn save(&self, who: &Account, like: ObjectiveId, version: String, text: String) -> Result<ObjectiveId, CallFault>;
    async fn activate(&self, who: &Account, id: ObjectiveId) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/objectives", input = Json, output = Json)]
pub async fn read_objective_lines() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ObjectiveCalls>()?.lines(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/objective", input = Json, output = Json)]
pub async fn read_objective_text(id: ObjectiveId) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ObjectiveCalls>()?.text(&asker()?, id).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/objective/check", input = Json, output = Json)]
pub async fn check_objective(text: String) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ObjectiveCalls>()?.check(&asker()?, text).await?) }.await)
}

/// Keeps the definition as a version of its own and leads to it.
#[server(prefix = "/call", endpoint = "form/objective")]
pub async fn save_objective(like: ObjectiveId, version: String, text: String) -> Result<(), CallFault> {
    let id = backend::<dyn ObjectiveCalls>()?.save(&asker()?, like, version, text).await?;
    leptos_axum::redirect(&format!("/admin/objectives/{id}?saved=1"));
    Ok(())
}

/// Interviews begin with this version from now on.
#[server(prefix = "/call", endpoint = "form/activate")]
pub async fn activate_objective(id: ObjectiveId) -> Result<(), CallFault> {
    backend::<dyn ObjectiveCalls>()?.activate(&asker()?, id).await?;
    leptos_axum::redirect("/admin/objectives");
    Ok(())
}
