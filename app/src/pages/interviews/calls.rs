//! What the interview pages ask of the backend.

use crate::calls::{CallFault, Json, Listed, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
#[cfg(feature = "ssr")]
use protocol::live::Topic;
use protocol::{
    Confidence, ProjectId, RunId, SessionId, Timestamp,
    account::Account,
    frame::Frame,
    interview::{ContextType, InterviewCommand, InterviewView, Phase, Place, SessionStatus, TranscriptTurn},
    research::SearchProvider,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One interview in a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// Who was invited to it by a link.
    #[serde(default)]
    pub guest: Option<String>,
    #[serde(default)]
    pub place: Place,
}

/// Which of one's interviews.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterviewFilter {
    pub status: Option<SessionStatus>,
    #[serde(default)]
    pub place: Place,
    /// Words of the title, the answers or the messages.
    pub title: String,
    /// What [`Listed::next`] said.
    pub after: Option<String>,
}

/// A page of one's interviews, and how many there are in all, whatever the filter. Active and completed ones are those that are
/// neither archived nor deleted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterviewList {
    pub page: Listed<InterviewCard>,
    pub active: u64,
    pub completed: u64,
    pub archived: u64,
    pub deleted: u64,
    /// Where the list stood when it was read, in the words of `Frame::Changed`.
    pub mark: String,
}

/// An answer whose confidence or state is another after it was reassessed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reassessed {
    pub key: String,
    pub was: Confidence,
    pub is: Confidence,
}

/// What a line of the person in an imported conversation led to: every value that it changed, nothing where it was withdrawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportedLine {
    /// Place among all lines that were sent.
    pub index: usize,
    pub changed: Vec<(String, Option<Value>)>,
}

/// An objective that an interview can be started with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveCard {
    pub context_type: ContextType,
    pub display_name: String,
    pub description: String,
    pub obligations: u32,
}

/// Where something can be looked up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach {
    /// Who searches the web, in the order in which they are asked.
    pub web: Vec<SearchProvider>,
    /// Whether there is a web search or a document in which anything could be found.
    pub anything: bool,
    /// Whether who asks is told which settings bring a web search.
    pub is_admin: bool,
}

/// What the page of research shows.
#[derive(Serialize, Deserialize)]
pub(crate) struct Researched {
    pub(crate) interview: Frame<InterviewView>,
    pub(crate) reach: Reach,
}

/// Given in context on the server as `Arc<dyn InterviewCalls>`.
#[async_trait]
pub trait InterviewCalls: Send + Sync {
    /// The active objectives, one per context type.
    async fn objectives(&self, who: &Account) -> Result<Vec<ObjectiveCard>, CallFault>;
    /// The person's own interviews, newest first.
    async fn interviews(&self, who: &Account, filter: InterviewFilter) -> Result<InterviewList, CallFault>;
    /// Everybody's interviews of the tenant (administrators).
    async fn transcripts(&self, who: &Account, after: Option<String>) -> Result<Listed<InterviewCard>, CallFault>;
    /// `project`: what it is about, whose pools of questions join. `run`: one whose goal is not clear; what it asks comes first.
    async fn start(
        &self,
        who: &Account,
        context: ContextType,
        project: Option<ProjectId>,
        run: Option<RunId>,
    ) -> Result<SessionId, CallFault>;
    async fn view(&self, who: &Account, id: SessionId) -> Result<InterviewView, CallFault>;
    /// Where something can be looked up for this person.
    async fn reach(&self, who: &Account) -> Reach;
    async fn command(&self, who: &Account, id: SessionId, command: InterviewCommand) -> Result<(), CallFault>;
    /// Reassesses every answer; tells what changed.
    async fn reassess(&self, who: &Account, id: SessionId) -> Result<Vec<Reassessed>, CallFault>;
    /// Takes in a conversation held elsewhere.
    async fn import(&self, who: &Account, id: SessionId, turns: Vec<TranscriptTurn>) -> Result<Vec<ImportedLine>, CallFault>;
}

#[server(prefix = "/call", endpoint = "objectives", input = Json, output = Json)]
pub async fn read_objectives() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.objectives(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "interviews", input = Json, output = Json)]
pub async fn read_interviews(filter: InterviewFilter) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.interviews(&asker()?, filter).await?) }.await)
}

#[server(prefix = "/call", endpoint = "transcripts", input = Json, output = Json)]
pub async fn read_transcripts(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.transcripts(&asker()?, after).await?) }.await)
}

/// The interview as the same frame that the socket sends.
#[server(prefix = "/call", endpoint = "interview", input = Json, output = Json)]
pub async fn read_interview(id: SessionId) -> Result<Packed, CallFault> {
    with_status(
        async move {
            let view = Box::new(backend::<dyn InterviewCalls>()?.view(&asker()?, id).await?);
            Packed::new(&Frame::Snapshot { topic: Topic::interview(id), view })
        }
        .await,
    )
}

/// The interview, and where something can be looked up for it.
#[server(prefix = "/call", endpoint = "interview/research", input = Json, output = Json)]
pub async fn read_research(id: SessionId) -> Result<Packed, CallFault> {
    with_status(
        async move {
            let (calls, who) = (backend::<dyn InterviewCalls>()?, asker()?);
            let view = Box::new(calls.view(&who, id).await?);
            let interview = Frame::Snapshot { topic: Topic::interview(id), view };
            Packed::new(&Researched { interview, reach: calls.reach(&who).await })
        }
        .await,
    )
}

#[server(prefix = "/call", endpoint = "interview/command", input = Json, output = Json)]
pub async fn command_interview(id: SessionId, command: InterviewCommand) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn InterviewCalls>()?.command(&asker()?, id, command).await }.await)
}

#[server(prefix = "/call", endpoint = "interview/reassess", input = Json, output = Json)]
pub async fn reassess(id: SessionId) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.reassess(&asker()?, id).await?) }.await)
}

#[server(prefix = "/call", endpoint = "interview/import", input = Json, output = Json)]
pub async fn import_transcript(id: SessionId, turns: Vec<TranscriptTurn>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn InterviewCalls>()?.import(&asker()?, id, turns).await?) }.await)
}

/// A frame that holds the interview whole. Whoever reads any frame needs what reads events.
#[derive(Deserialize)]
struct Snapshot {
    view: InterviewView,
}

/// The interview in an answer of [`read_interview`].
pub(crate) fn open_interview(answer: Result<Packed, CallFault>) -> Result<InterviewView, CallFault> {
    answer?.open::<Snapshot>().map(|frame| frame.view)
}

pub(crate) fn view_of(frame: Frame<InterviewView>) -> Result<InterviewView, CallFault> {
    match frame {
        Frame::Snapshot { view, .. } => Ok(*view),
        _ => Err(CallFault::Broken(crate::words::fault::UNREADABLE.into())),
    }
}
