//! What is kept of asks, and the port to it.

use super::Ask;
use crate::{StoreFault, account::PageQuery, runs::Kept};
use async_trait::async_trait;
use protocol::{
    AskId, ConversationId, ProjectId, TenantId, Timestamp, UserId,
    ask::{Answer, AskMode, AskStatus, Verdict},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Stored with every append of an ask.
#[derive(Clone, Debug, PartialEq)]
pub struct AskRows {
    pub row: AskRow,
    /// Parts that later steps and a rerun go on from: `ask_memory`.
    pub kept: Vec<Kept>,
}

impl AskRows {
    #[must_use]
    pub fn new(ask: &Ask, mut kept: Vec<Kept>) -> Self {
        let row = AskRow::new(ask);
        kept.extend(row.found.map(|found| Kept { name: FOUND.to_owned(), value: found.into() }));
        Self { row, kept }
    }
}

/// An ask as lists show it: `asks`.
#[derive(Clone, Debug, PartialEq)]
pub struct AskRow {
    pub id: AskId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub conversation: ConversationId,
    pub user: UserId,
    pub question: String,
    pub mode: Option<AskMode>,
    pub status: AskStatus,
    pub verdict: Option<Verdict>,
    /// Whether the answer answers it: the part `found` of its memory. None before that, and of asks from before it was kept.
    pub found: Option<bool>,
    /// The first 500 characters of the answer's text.
    pub answer: Option<String>,
    pub engine: String,
    pub error: Option<String>,
    pub redo_of: Option<AskId>,
    /// US dollars so far.
    pub usd: f64,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub updated_at: Timestamp,
    /// Set where somebody saved it; an append leaves it as it is.
    pub saved: Option<SavedAsk>,
}

/// An answer that is kept by name, and what it is expected to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedAsk {
    pub name: String,
    /// The answer's first value, where it makes a standing check.
    #[serde(default)]
    pub expected: Option<Value>,
}

const SHOWN: usize = 500;
/// The part of an ask's memory that says whether it was answered; lists read no more of it.
const FOUND: &str = "found";

impl AskRow {
    #[must_use]
    pub fn new(ask: &Ask) -> Self {
        let view = &ask.view;
        Self {
            id: view.id,
            tenant: ask.tenant,
            project: view.project,
            conversation: view.conversation,
            user: view.by,
            question: view.request.question.clone(),
            mode: view.mode.as_ref().map(|choice| choice.mode),
            status: view.status(),
            verdict: view.answer.as_ref().and_then(|answer| answer.verdict),
            found: view.answer.as_ref().map(Answer::is_found),
            answer: view.answer.as_ref().map(|answer| answer.text.chars().take(SHOWN).collect()),
            engine: view.engine().to_owned(),
            error: view.error.clone(),
            redo_of: view.request.redo_of,
            usd: view.cost.usd,
            created_at: view.work.requested_at,
            finished_at: view.finished_at,
            updated_at: view.work.updated_at,
            saved: None,
        }
    }
}

/// Keeps asks. Every method takes the tenant, and another tenant's ask is simply not there.
#[async_trait]
pub trait AskStore: Send + Sync {
    async fn ask(&self, tenant: TenantId, id: AskId) -> Result<Option<AskRow>, StoreFault>;
    /// Newest first; of one project or of all, of one person or of all.
    async fn asks(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<AskRow>, StoreFault>;
    /// The version of a person's list of a project: equal as long as none was put, went on or was removed.
    async fn asks_version(&self, tenant: TenantId, user: UserId, project: ProjectId) -> Result<String, StoreFault>;
    /// The newest `limit` asks of a conversation, newest first.
    async fn conversation(&self, tenant: TenantId, id: ConversationId, limit: u32) -> Result<Vec<AskRow>, StoreFault>;
    /// Asks of a person that are not over.
    async fn open_asks(&self, tenant: TenantId, user: UserId) -> Result<u32, StoreFault>;
    /// All parts that are kept of an ask.
    async fn ask_memory(&self, tenant: TenantId, id: AskId) -> Result<Vec<Kept>, StoreFault>;
    /// One of them.
    async fn ask_part(&self, tenant: TenantId, id: AskId, name: &str) -> Result<Option<Value>, StoreFault>;
    /// Keeps an answer by name, or no longer. False where there is no such ask.
    async fn save_ask(&self, tenant: TenantId, id: AskId, saved: Option<&SavedAsk>) -> Result<bool, StoreFault>;
}
