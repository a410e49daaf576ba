//! What the interview pages ask of the backend.

use crate::calls::CallFault;
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::{prelude::*, server_fn::codec::Json};
use protocol::{
    Confidence, SessionId, Timestamp,
    account::Account,
    interview::{ContextType, InterviewCommand, InterviewView, Phase, SessionStatus},
};
use serde::{Deserialize, Serialize};

/// One interview in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterviewCard {
    pub id: SessionId,
    pub title: String,
    pub context_type: ContextType,
    pub status: SessionStatus,
    pub phase: Phase,
    pub completeness: Confidence,
    pub required: (u32, u32),
    pub turn_count: u32,
    pub updated_at: Timestamp,
    /// Who is interviewed; shown to administrators.
    pub person: String,
}

/// An objective that an interview can be started with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveCard {
    pub context_type: ContextType,
    pub display_name: String,
    pub description: String,
    pub obligations: u32,
}

/// Given in context on the server as `Arc<dyn InterviewCalls>`.
#[async_trait]
pub trait InterviewCalls: Send + Sync {
    /// The active objectives, one per context type.
    async fn objectives(&self, who: &Account) -> Result<Vec<ObjectiveCard>, CallFault>;
    /// The person's own interviews, newest first.
    async fn interviews(&self, who: &Account) -> Result<Vec<InterviewCard>, CallFault>;
    /// Everybody's interviews of the tenant (administrators).
    async fn transcripts(&self, who: &Account) -> Result<Vec<InterviewCard>, CallFault>;
    async fn start(&self, who: &Account, context: ContextType) -> Result<SessionId, CallFault>;
    async fn view(&self, who: &Account, id: SessionId) -> Result<InterviewView, CallFault>;
    async fn command(&self, who: &Account, id: SessionId, command: InterviewCommand) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "objectives", input = Json)]
pub async fn read_objectives() -> Result<Vec<ObjectiveCard>, CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.objectives(&asker()?).await }.await)
}

#[server(prefix = "/call", endpoint = "interviews", input = Json)]
pub async fn read_interviews() -> Result<Vec<InterviewCard>, CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.interviews(&asker()?).await }.await)
}

#[server(prefix = "/call", endpoint = "transcripts", input = Json)]
pub async fn read_transcripts() -> Result<Vec<InterviewCard>, CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.transcripts(&asker()?).await }.await)
}

#[server(prefix = "/call", endpoint = "interview", input = Json)]
pub async fn read_interview(id: SessionId) -> Result<InterviewView, CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.view(&asker()?, id).await }.await)
}

#[server(prefix = "/call", endpoint = "interview/command", input = Json)]
pub async fn command_interview(id: SessionId, command: InterviewCommand) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.command(&asker()?, id, command).await }.await)
}
