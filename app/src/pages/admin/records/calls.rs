//! What the pages of the audit and of feedback ask of the backend.

use crate::calls::{CallFault, Json, Listed, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{
    MessageId, SessionId, Timestamp,
    account::Account,
    interview::{Feedback, Rating},
};
use serde::{Deserialize, Serialize};

/// Which entries of the audit, as somebody entered it; empty is all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditFilter {
    pub person: String,
    pub action: String,
    pub target: String,
    /// Days as YYYY-MM-DD, both included.
    pub since: String,
    pub until: String,
    pub after: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditLine {
    pub at: Timestamp,
    /// Nothing where nobody is known, or the person was removed.
    pub person: Option<String>,
    pub action: String,
    pub target: String,
    /// What people call it, while it is there.
    #[serde(default)]
    pub name: Option<String>,
    /// Where it is shown.
    #[serde(default)]
    pub href: Option<String>,
    /// What belongs to it, by name.
    #[serde(default)]
    pub detail: Vec<(String, String)>,
}

/// A page of the audit, and whom it can be filtered by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditView {
    pub lines: Listed<AuditLine>,
    /// What is wrong with the filter.
    pub fault: Option<String>,
    /// Ids and names.
    pub people: Vec<(String, String)>,
    /// What was done so far, each once.
    #[serde(default)]
    pub actions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedbackLine {
    pub at: Timestamp,
    pub person: String,
    pub session: SessionId,
    pub message: MessageId,
    pub feedback: Feedback,
    pub excerpt: String,
}

/// Given in context on the server as `Arc<dyn RecordCalls>`. For administrators.
#[async_trait]
pub trait RecordCalls: Send + Sync {
    async fn audit(&self, who: &Account, filter: AuditFilter) -> Result<AuditView, CallFault>;
    async fn feedback(
        &self,
        who: &Account,
        rating: Option<Rating>,
        after: Option<String>,
    ) -> Result<Listed<FeedbackLine>, CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/audit", input = Json, output = Json)]
pub async fn read_audit(filter: AuditFilter) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RecordCalls>()?.audit(&asker()?, filter).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/feedback", input = Json, output = Json)]
pub async fn read_feedback(rating: Option<Rating>, after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RecordCalls>()?.feedback(&asker()?, rating, after).await?) }.await)
}
