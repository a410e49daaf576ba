//! The rows that an interview leaves behind, by the seed's names, and the port that keeps them.
//!
//! Events are the truth; the rows are written in the same transaction so that others can query them.

use super::{InterviewRows, TurnEnd};
use crate::{
    StoreFault,
    account::AuditEntry,
    live::{self, Rows, StoredEvent, StreamRow, StreamStore},
};
use async_trait::async_trait;
use protocol::{
    Confidence, MessageId, ObjectiveId, ResearchId, SessionId, TenantId, Timestamp, UserId,
    interview::{CollectionType, ContextType, Feedback, Phase, Place, Rating, Recorded, SessionStatus, Status, WidgetType},
    live::Kind,
    research::{TaskStatus, TaskType, Trigger},
};
use serde_json::Value;
use uuid::Uuid;

/// Everything one turn writes, in one transaction.
#[derive(Clone, Debug)]
pub struct Append {
    /// The last event that the writer has seen; another one stored since then makes the append a conflict.
    pub expected: u64,
    /// Consecutive from `expected + 1`.
    pub events: Vec<Recorded>,
    pub session: SessionRow,
    /// Only those that changed.
    pub obligations: Vec<ObligationRow>,
    pub audit: Vec<AuditRow>,
    pub summaries: Vec<SummaryRow>,
    /// Only those that changed, as they are now.
    pub research: Vec<ResearchRow>,
    pub feedback: Vec<FeedbackRow>,
    /// How the turns ended that end with this; counted once it is stored.
    pub ended: Vec<TurnEnd>,
    /// Of a new interview: only while the person has no other active one of its kind, whichever node stores it.
    pub sole: bool,
    /// What somebody else than the interview's person did.
    pub audit_entry: Option<AuditEntry>,
    /// From when on another node may look after what is still looked up.
    pub wake_at: Option<Timestamp>,
}

impl Append {
    /// The same for the store of streams.
    ///
    /// # Errors
    /// An event that cannot be written as JSON.
    pub fn into_stream(self) -> Result<live::Append, StoreFault> {
        let Self { expected, events, session, obligations, audit, summaries, research, feedback, .. } = self;
        let Self { ended, sole, audit_entry, wake_at, .. } = self;
        let stream = StreamRow {
            id: session.id.0,
            tenant: session.tenant,
            kind: Kind::Interview,
            owner: Some(session.user),
            project: None,
            seq: session.seq,
            open: session.status == SessionStatus::Active,
            wake_at,
            updated_at: session.updated_at,
        };
        let events = events.iter().map(StoredEvent::new).collect::<Result<_, _>>()?;
        let rows = InterviewRows { session, obligations, audit, summaries, research, feedback, ended, sole };
        Ok(live::Append { expected, events, stream, rows: Rows::Interview(Box::new(rows)), audit: audit_entry })
    }
}

/// A row of `elicitation_sessions`.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionRow {
    pub id: SessionId,
    pub tenant: TenantId,
    pub user: UserId,
    pub context_type: ContextType,
    pub objective: ObjectiveId,
    pub title: String,
    pub status: SessionStatus,
    pub phase: Phase,
    pub working_memory: Value,
    pub completeness: Confidence,
    pub required: (u32, u32),
    pub turn_count: u32,
    /// The last event stored.
    pub seq: u64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A row of `elicitation_obligations`: key, status and the seed's 22 columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ObligationRow {
    pub session: SessionId,
    pub tenant: TenantId,
    pub key: String,
    pub status: Status,
    pub collection_type: CollectionType,
    pub widget_type: WidgetType,
    pub dependencies: Vec<String>,
    pub source: Option<String>,
    pub origin_layer: String,
    pub origin_source_id: Option<Uuid>,
    pub pool_id: Option<String>,
    pub task_priority: u8,
    /// The seed's `NegotiationState`.
    pub negotiation_state: Option<Value>,
    pub confidence: Confidence,
    pub extracted_value: Option<Value>,
    pub attempts: u32,
    pub max_attempts: u32,
    pub last_attempt_turn: Option<u32>,
    pub satisfied_at_turn: Option<u32>,
    pub category: Option<String>,
    pub field_path: String,
    pub agent_notes: Option<String>,
    pub follow_up_strategy: Option<String>,
    pub satisfied_when: Option<String>,
    pub expertise_required: Option<String>,
    /// Little-endian `f32`s, where an embedding model is present. Written with the first row; `None` leaves what is stored.
    pub embedding: Option<Vec<u8>>,
}

/// A row of `obligation_events`, the seed's eight event types.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    pub id: Uuid,
    pub session: SessionId,
    pub tenant: TenantId,
    /// The event it was made from.
    pub seq: u64,
    pub key: String,
    pub event_type: AuditType,
    pub old_status: Option<Status>,
    pub new_status: Option<Status>,
    pub old_confidence: Option<Confidence>,
    pub new_confidence: Option<Confidence>,
    pub source: Option<String>,
    pub metadata: Value,
    pub turn_number: u32,
    pub created_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuditType {
    Created,
    StatusChanged,
    ConfidenceUpdated,
    ValueExtracted,
    Negotiation,
    DependencyResolved,
    Merged,
    Split,
}

impl AuditType {
    pub const ALL: [Self; 8] = [
        Self::Created,
        Self::StatusChanged,
        Self::ConfidenceUpdated,
        Self::ValueExtracted,
        Self::Negotiation,
        Self::DependencyResolved,
        Self::Merged,
        Self::Split,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::StatusChanged => "status_changed",
            Self::ConfidenceUpdated => "confidence_updated",
            Self::ValueExtracted => "value_extracted",
            Self::Negotiation => "negotiation",
            Self::DependencyResolved => "dependency_resolved",
            Self::Merged => "merged",
            Self::Split => "split",
        }
    }
}

/// A row of `discovery_session_summaries`.
#[derive(Clone, Debug, PartialEq)]
pub struct SummaryRow {
    pub id: Uuid,
    pub session: SessionId,
    pub tenant: TenantId,
    pub summary_text: String,
    pub obligation_snapshot: Value,
    pub research_summary: Value,
    pub turn_range_start: u32,
    pub turn_range_end: u32,
    pub created_at: Timestamp,
}

/// A row of `discovery_research_tasks`: the seed's columns, why it was asked for, and until when a node has it to itself.
#[derive(Clone, Debug, PartialEq)]
pub struct ResearchRow {
    pub id: ResearchId,
    pub session: SessionId,
    pub tenant: TenantId,
    pub obligation_key: Option<String>,
    pub task_type: TaskType,
    pub query: String,
    pub status: TaskStatus,
    pub result: Option<Value>,
    pub error_message: Option<String>,
    pub priority: u8,
    pub trigger: Trigger,
    pub lease_until: Option<Timestamp>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub completed_at: Option<Timestamp>,
}

/// What the person interviewed thinks of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedbackRow {
    pub tenant: TenantId,
    pub session: SessionId,
    pub user: UserId,
    pub message: MessageId,
    /// Nothing where it was taken back.
    pub feedback: Option<Feedback>,
    /// How the message begins.
    pub excerpt: String,
    /// Which engine wrote it.
    pub engine: Option<String>,
    pub at: Timestamp,
}

/// Which feedback to list; newest first.
#[derive(Clone, Debug)]
pub struct FeedbackQuery {
    pub tenant: TenantId,
    pub rating: Option<Rating>,
    /// At least 1.
    pub limit: u32,
    /// After the row with this time and message, as the previous page ended.
    pub after: Option<(Timestamp, MessageId)>,
}

/// Which interviews to list; newest first.
#[derive(Clone, Debug)]
pub struct SessionQuery {
    pub tenant: TenantId,
    /// Only this person's; `None` for all of the tenant.
    pub user: Option<UserId>,
    pub context_type: Option<ContextType>,
    pub status: Option<SessionStatus>,
    /// Only those that lie there; whatever is not deleted where nothing is given.
    pub place: Option<Place>,
    /// Only those with all of these words in their title, answers or messages; all when empty. Upper and lower case are one, as
    /// far as the database knows them.
    pub words: String,
    /// At least 1.
    pub limit: u32,
    /// After the row with this update time and id, as the previous page ended.
    pub after: Option<(Timestamp, SessionId)>,
}

/// Keeps interviews. Every method takes the tenant, and another tenant's interview is simply not there.
#[async_trait]
pub trait InterviewStore: StreamStore {
    /// [`StreamStore::commit`]. [`StoreFault::Conflict`] also when a new interview is not the sole one that it has to be.
    async fn append(&self, append: Append) -> Result<(), StoreFault> {
        self.commit(append.into_stream()?).await
    }
    /// The events after `after` (0 for all), in order; empty if there is no such interview.
    async fn events(&self, tenant: TenantId, session: SessionId, after: u64) -> Result<Vec<Recorded>, StoreFault> {
        self.stored_events(tenant, session.0, after).await?.iter().map(StoredEvent::read).collect()
    }
    async fn session(&self, tenant: TenantId, session: SessionId) -> Result<Option<SessionRow>, StoreFault>;
    async fn sessions(&self, query: SessionQuery) -> Result<Vec<SessionRow>, StoreFault>;
    /// How many interviews are active and how many completed, of one person or of the tenant; neither archived nor deleted ones.
    async fn session_counts(&self, tenant: TenantId, user: Option<UserId>) -> Result<(u64, u64), StoreFault>;
    /// The person's newest active interview of that kind (seed 000, `getActiveSession`).
    async fn active_session(
        &self,
        tenant: TenantId,
        user: UserId,
        context: ContextType,
    ) -> Result<Option<SessionRow>, StoreFault>;
    async fn obligations(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ObligationRow>, StoreFault>;
    /// Of how many bytes the vectors of the obligations are, by their keys, without the vectors; of one obligation or of all.
    async fn embedding_sizes(
        &self,
        tenant: TenantId,
        session: SessionId,
        key: Option<&str>,
    ) -> Result<Vec<(String, u64)>, StoreFault>;
    async fn audit(&self, tenant: TenantId, session: SessionId) -> Result<Vec<AuditRow>, StoreFault>;
    async fn summaries(&self, tenant: TenantId, session: SessionId) -> Result<Vec<SummaryRow>, StoreFault>;
    async fn research(&self, tenant: TenantId, session: SessionId) -> Result<Vec<ResearchRow>, StoreFault>;
    /// What people of the tenant think of messages; what was taken back is not there.
    async fn feedback(&self, query: FeedbackQuery) -> Result<Vec<FeedbackRow>, StoreFault>;
}
