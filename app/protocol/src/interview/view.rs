//! What a page shows of an interview, and how each event changes it. Server and browser run this same code.

use super::{
    Asking, Author, Branch, Completeness, Conflict, ContextType, FellBack, InterviewEvent, Message, ObjectiveDefinition,
    Obligation, ObligationTemplate, Phase, Recorded, Reevaluation, Retired, Status, Summary, WorkingMemory,
};
use crate::{
    MessageId, ObjectiveId, ResearchId, SessionId, Timestamp,
    record::record,
    research::{self, ResearchTask},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

record! {
    /// An interview as its participants see it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct InterviewView {
        pub id: SessionId,
        pub context_type: ContextType,
        pub objective_id: ObjectiveId,
        pub objective_version: String,
        /// Who speaks in it without an account, invited by its person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub guest: Option<String>,
        /// The objective as it was when the interview began.
        pub definition: Arc<ObjectiveDefinition>,
        pub title: String,
        pub status: SessionStatus,
        pub phase: Phase,
        pub turn_count: u32,
        /// In the order of the definition, one each.
        pub obligations: Vec<Obligation>,
        /// Like the memory, replaced as a whole: whoever copies the view shares both.
        pub completeness: Arc<Completeness>,
        pub memory: Arc<WorkingMemory>,
        pub messages: Vec<Message>,
        /// What the agent's last message waits for.
        pub asked: Option<PendingQuestion>,
        /// The reply being written.
        pub replying: Option<MessageId>,
        /// The obligations changed beside the conversation that the reply being written goes on from.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub going_on: Vec<String>,
        /// What the reply being written says was decided; only its words are missing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub planned: bool,
        /// What the built-in engine did for the reply being written, in place of the language model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fell_back: Option<FellBack>,
        /// The agent offered to finish and has asked nothing since.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub offered: bool,
        /// The turn in which everything known was read back before the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub recapped: Option<u32>,
        /// The message that the reply being written words anew.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rewording: Option<MessageId>,
        /// What the person said to which the reply was stopped before it was decided, oldest first: it is read with the next message.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub unread: Vec<MessageId>,
        /// What the person said last, until its reply is decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub answering: Option<MessageId>,
        /// The event with the person's newest message.
        #[serde(default, skip_serializing_if = "super::is_zero")]
        pub heard_seq: u64,
        /// What was left behind when earlier messages were edited, oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub branches: Vec<Branch>,
        /// What is not asked for any more, in the order in which it went.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub retired: Vec<Retired>,
        pub conflicts: Vec<Conflict>,
        pub summaries: Vec<Summary>,
        /// When a language model was last asked to look over the answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reevaluated: Option<Box<Reevaluation>>,
        /// Oldest first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub research: Vec<ResearchTask>,
        pub created_at: Timestamp,
        pub updated_at: Timestamp,
        /// The last event applied.
        pub seq: u64,
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingQuestion {
    pub key: String,
    pub kind: Asking,
    pub turn: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    #[default]
    Active,
    Completed,
}

impl SessionStatus {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Completed => "completed",
        }
    }
}

impl InterviewView {
    /// The view after the first event; `None` if that is not `Opened`.
    #[must_use]
    pub fn opened(first: &Recorded) -> Option<Self> {
        let InterviewEvent::Opened { id, context_type, objective_id, objective_version, definition, guest } = &first.event else {
            return None;
        };
        let (version, definition) = (objective_version.clone(), definition.clone());
        let mut view =
            Self { guest: guest.clone(), ..Self::begun(*id, *context_type, *objective_id, version, definition, first.at) };
        view.apply(first);
        Some(view)
    }

    /// The view of an interview of which nothing is recorded yet.
    #[must_use]
    pub fn begun(
        id: SessionId,
        context_type: ContextType,
        objective_id: ObjectiveId,
        objective_version: String,
        definition: Arc<ObjectiveDefinition>,
        at: Timestamp,
    ) -> Self {
        Self {
            id,
            context_type,
            objective_id,
            objective_version,
            guest: None,
            title: definition.display_name.clone(),
            status: SessionStatus::Active,
            phase: Phase::Opening,
            turn_count: 0,
            obligations: Vec::with_capacity(definition.obligations.len()),
            definition,
            completeness: Arc::default(),
            memory: Arc::default(),
            messages: Vec::new(),
            asked: None,
            replying: None,
            going_on: Vec::new(),
            planned: false,
            fell_back: None,
            offered: false,
            recapped: None,
            rewording: None,
            unread: Vec::new(),
            answering: None,
            heard_seq: 0,
            branches: Vec::new(),
            retired: Vec::new(),
            conflicts: Vec::new(),
            summaries: Vec::new(),
            reevaluated: None,
            research: Vec::new(),
            created_at: at,
            updated_at: at,
            seq: 0,
        }
    }

    /// Everything but the conversation and what was left behind of it, which is the long part.
    #[must_use]
    pub fn without_messages(&self) -> Self {
        Self {
            id: self.id,
            context_type: self.context_type,
            objective_id: self.objective_id,
            objective_version: self.objective_version.clone(),
            guest: self.guest.clone(),
            definition: self.definition.clone(),
            title: self.title.clone(),
            status: self.status,
            phase: self.phase,
            turn_count: self.turn_count,
            obligations: self.obligations.clone(),
            completeness: self.completeness.clone(),
            memory: self.memory.clone(),
            messages: Vec::new(),
            asked: self.asked.clone(),
            replying: self.replying,
            going_on: self.going_on.clone(),
            planned: self.planned,
            fell_back: self.fell_back.clone(),
            offered: self.offered,
            recapped: self.recapped,
            rewording: self.rewording,
            unread: self.unread.clone(),
            answering: self.answering,
            heard_seq: self.heard_seq,
            branches: Vec::new(),
            retired: self.retired.clone(),
            conflicts: self.conflicts.clone(),
            summaries: self.summaries.clone(),
            reevaluated: self.reevaluated.clone(),
            research: self.research.clone(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            seq: self.seq,
        }
    }

    #[must_use]
    pub fn obligation(&self, key: &str) -> Option<&Obligation> {
        self.obligations.iter().find(|one| one.key == key)
    }

    #[must_use]
    pub fn template(&self, key: &str) -> Option<&ObligationTemplate> {
        self.definition.obligations.iter().find(|one| one.key == key)
    }

    /// The negotiation that waits for an answer.
    #[must_use]
    pub fn open_negotiation(&self) -> Option<&Obligation> {
        self.obligations.iter().find(|one| one.negotiation.as_ref().is_some_and(super::Negotiation::is_active))
    }

    #[must_use]
    pub fn research_task(&self, id: ResearchId) -> Option<&ResearchTask> {
        self.research.iter().find(|task| task.id == id)
    }

    #[must_use]
    pub fn is_required(&self, key: &str) -> bool {
        self.definition.completion.required_obligations.iter().any(|one| one == key)
    }

    /// Takes one event. Total: an event about something unknown changes nothing but the sequence number.
    pub fn apply(&mut self, recorded: &Recorded) {
        self.seq = recorded.seq;
        self.updated_at = recorded.at;
        match &recorded.event {
            InterviewEvent::Opened { .. } => {}
            InterviewEvent::Created { key, dependencies_resolved } => self.create(Obligation {
                key: key.clone(),
                dependencies_resolved: *dependencies_resolved,
                ..Obligation::default()
            }),
            InterviewEvent::MessageAdded { message } => {
                self.turn_count = self.turn_count.max(message.turn);
                if message.role == Author::User {
                    self.heard_seq = recorded.seq;
                }
                self.note_unread(message);
                self.replied(message.id);
                self.add(message);
            }
            InterviewEvent::ReplyStarted { message_id, after, rewords } => {
                self.replying = Some(*message_id);
                self.rewording = *rewords;
                self.going_on.clone_from(after);
                self.planned = false;
                self.fell_back = None;
            }
            InterviewEvent::FellBack { message_id, fell_back } => {
                if self.replying == Some(*message_id) {
                    self.fell_back = Some(fell_back.clone());
                }
            }
            InterviewEvent::ReplyPlanned { message_id, offer, lists, again, waits_for } => {
                self.planned |= self.replying == Some(*message_id);
                self.all_read();
                self.offered = *offer;
                if *lists || *offer && self.recapped.is_none() {
                    self.list(recorded.turn);
                }
                if let Some(key) = waits_for {
                    self.asked = Some(PendingQuestion { key: key.clone(), kind: Asking::Question, turn: recorded.turn });
                }
                if let Some(asked) = self.asked.as_mut().filter(|_| *again) {
                    asked.turn = recorded.turn;
                }
            }
            InterviewEvent::ReplyStopped { message_id } => {
                // What was to be said was not said; of what is only worded anew an earlier wording stands.
                if self.replying == Some(*message_id) && self.rewording.is_none() {
                    self.unlist(recorded.turn);
                }
                self.leave_unread(*message_id);
                self.replied(*message_id);
            }
            InterviewEvent::Asked { key, kind } => {
                self.asked = Some(PendingQuestion { key: key.clone(), kind: *kind, turn: recorded.turn });
                self.planned = self.replying.is_some();
                self.all_read();
                self.offered = false;
                if *kind == Asking::Question {
                    self.change(key, |one| {
                        one.attempts += 1;
                        one.last_attempt_turn = Some(recorded.turn);
                    });
                }
            }
            InterviewEvent::PhaseChanged { to, .. } => self.phase = *to,
            InterviewEvent::CompletenessUpdated { completeness } => self.completeness = completeness.clone(),
            InterviewEvent::MemoryUpdated { memory } => self.memory = memory.clone(),
            InterviewEvent::Retitled { title } => self.title.clone_from(title),
            InterviewEvent::ConflictDetected { conflict } => self.conflicts.push(conflict.clone()),
            InterviewEvent::ConflictResolved { conflict } => self.conflicts.retain(|one| one != conflict),
            InterviewEvent::WordingRestored { message_id, wording } => self.restore_wording(*message_id, *wording),
            InterviewEvent::Branched { from, standing, taking } => self.branch_off(*from, standing, *taking, recorded.at),
            InterviewEvent::FeedbackGiven { message_id, feedback } => {
                if let Some(message) = self.messages.iter_mut().find(|one| one.id == *message_id) {
                    message.feedback.clone_from(feedback);
                }
            }
            InterviewEvent::Merged { key, definition, .. } => self.redefine(definition.clone(), std::slice::from_ref(key)),
            InterviewEvent::Split { into, definition, .. } => self.redefine(definition.clone(), into),
            InterviewEvent::Extended { template, required } => self.extend(template, *required),
            InterviewEvent::Migrated { objective_id, objective_version, definition, renamed } => {
                self.rename(renamed);
                self.redefine(definition.clone(), &[]);
                self.objective_id = *objective_id;
                self.objective_version.clone_from(objective_version);
            }
            InterviewEvent::Summarised { summary } => self.summarise(summary),
            InterviewEvent::Reevaluated { reevaluation } => self.reevaluated = Some(Box::new(reevaluation.clone())),
            InterviewEvent::Completed => {
                self.status = SessionStatus::Completed;
                self.asked = None;
            }
            InterviewEvent::Resumed { .. } => self.status = SessionStatus::Active,
            InterviewEvent::ResearchRequested { .. }
            | InterviewEvent::ResearchStarted { .. }
            | InterviewEvent::ResearchSearched { .. }
            | InterviewEvent::ResearchRead { .. }
            | InterviewEvent::ResearchSummarised { .. }
            | InterviewEvent::ResearchStored { .. }
            | InterviewEvent::ResearchCompleted { .. }
            | InterviewEvent::ResearchFailed { .. }
            | InterviewEvent::ResearchReleased { .. }
            | InterviewEvent::ResearchRetried { .. }
            | InterviewEvent::ResearchUndone { .. } => research::apply(&mut self.research, recorded),
            InterviewEvent::ValueExtracted { key, .. }
            | InterviewEvent::ValueRestored { key }
            | InterviewEvent::ValueCleared { key }
            | InterviewEvent::ConfidenceUpdated { key, .. }
            | InterviewEvent::StatusChanged { key, .. }
            | InterviewEvent::DependencyResolved { key, .. }
            | InterviewEvent::DependencyUnresolved { key, .. }
            | InterviewEvent::Negotiated { key, .. } => {
                self.change(key, |one| one.apply(recorded));
                self.forget_answered(&recorded.event);
            }
        }
    }

    /// What came later for the same turns takes the place of the built-in words.
    fn summarise(&mut self, summary: &Summary) {
        let same = |one: &&mut Summary| (one.turn_start, one.turn_end) == (summary.turn_start, summary.turn_end);
        match self.summaries.iter_mut().rev().find(same) {
            Some(known) if summary.engine.is_some() => known.clone_from(summary),
            _ => self.summaries.push(summary.clone()),
        }
    }

    /// A reply is there, whole or in part, or given up.
    fn replied(&mut self, message: MessageId) {
        if self.replying == Some(message) {
            self.replying = None;
            self.rewording = None;
            self.going_on.clear();
            self.planned = false;
            self.fell_back = None;
        }
    }

    fn change(&mut self, key: &str, with: impl FnOnce(&mut Obligation)) {
        if let Some(one) = self.obligations.iter_mut().find(|one| one.key == key) {
            with(one);
        }
    }

    /// What was asked is no longer waited for once it is settled.
    fn forget_answered(&mut self, event: &InterviewEvent) {
        let InterviewEvent::StatusChanged { key, to: Status::Satisfied | Status::Deferred | Status::Skipped, .. } = event else {
            return;
        };
        if self.asked.as_ref().is_some_and(|asked| asked.key == *key && asked.kind == Asking::Question) {
            self.asked = None;
        }
    }
}
