//! What the interview pages ask of the backend.

use crate::calls::{CallFault, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::{prelude::*, server_fn::codec::Json};
use protocol::{
    Confidence, SessionId, Timestamp,
    account::Account,
    frame::Frame,
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
pub async fn read_objectives() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.objectives(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "interviews", input = Json)]
pub async fn read_interviews() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.interviews(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "transcripts", input = Json)]
pub async fn read_transcripts() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.transcripts(&asker()?).await?) }.await)
}

/// The interview as the same frame that the socket sends, so that the browser needs to know only one way of reading it.
#[server(prefix = "/call", endpoint = "interview", input = Json)]
pub async fn read_interview(id: SessionId) -> Result<Packed, CallFault> {
    with_status(
        async move {
            let view = Box::new(backend::<dyn InterviewCalls>()?.view(&asker()?, id).await?);
            Packed::new(&Frame::Snapshot { interview: id, view })
        }
        .await,
    )
}

#[server(prefix = "/call", endpoint = "interview/command", input = Json)]
pub async fn command_interview(id: SessionId, command: InterviewCommand) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.command(&asker()?, id, command).await }.await)
}

/// The interview in an answer of [`read_interview`].
pub(crate) fn open_interview(answer: Result<Packed, CallFault>) -> Result<InterviewView, CallFault> {
    match answer?.open()? {
        Frame::Snapshot { view, .. } => Ok(*view),
        _ => Err(CallFault::Broken(crate::words::fault::UNREADABLE.into())),
    }
}
