//! An obligation while an interview runs: its state, value, evidence and negotiation (seed 000, Obligation Model).

use super::{InterviewEvent, Recorded};
use crate::{Band, Confidence, MessageId, record::record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The six states of the seed's life cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    #[default]
    Pending,
    InProgress,
    Partial,
    Satisfied,
    Deferred,
    Skipped,
}

impl Status {
    pub const ALL: [Self; 6] = [Self::Pending, Self::InProgress, Self::Partial, Self::Satisfied, Self::Deferred, Self::Skipped];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::Partial => "partial",
            Self::Satisfied => "satisfied",
            Self::Deferred => "deferred",
            Self::Skipped => "skipped",
        }
    }
}

record! {
    /// What is known of one obligation. Its template stands at the same index of the definition.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Obligation {
        pub key: String,
        pub status: Status,
        pub confidence: Confidence,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub value: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub evidence: Option<Evidence>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub source: Option<Source>,
        /// How often it was asked.
        pub attempts: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub last_attempt_turn: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub satisfied_at_turn: Option<u32>,
        /// Why it is deferred or skipped.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        pub dependencies_resolved: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub negotiation: Option<Negotiation>,
        /// The turn in which its negotiation last changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub negotiated_turn: Option<u32>,
        /// The event that the held value came with; 0 when none is held.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub value_seq: u64,
        /// The event that made the held value as sure as it is: its own, or a later confirmation by the person.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub sure_seq: u64,
        /// The event with which a person's own hand last put it into its state; 0 when what was said did so since.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub hand_seq: u64,
        /// The event with which it was deferred or skipped; 0 while it is not.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub left_seq: u64,
        /// It was skipped, and an answer came all the same; nobody opened it again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub spare: bool,
        /// The value that was read back last, when everything was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub listed: Option<Value>,
        /// Earlier values, newest last; what undo goes back to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub past: Vec<PastValue>,
    }
}

pub(super) const fn is_zero(seq: &u64) -> bool {
    *seq == 0
}

impl Obligation {
    /// Two values were given and nobody said which one holds.
    #[must_use]
    pub fn is_unsettled(&self) -> bool {
        self.negotiation.as_ref().is_some_and(|open| open.status != NegotiationStatus::Resolved)
    }

    /// Whether its value may be relied on as it stands: whoever speaks of how sure it is asks this.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.confidence.band() >= Band::High && !self.is_unsettled()
    }

    /// Takes an event about it.
    pub(super) fn apply(&mut self, recorded: &Recorded) {
        let seq = recorded.seq;
        match &recorded.event {
            InterviewEvent::ValueExtracted { value, confidence, source, evidence, .. } => {
                self.keep_past(Some(value));
                self.value = Some(value.clone());
                self.confidence = *confidence;
                self.source = Some(*source);
                self.evidence.clone_from(evidence);
                (self.value_seq, self.sure_seq) = (seq, seq);
            }
            InterviewEvent::ValueRestored { .. } => {
                if let Some(past) = self.past.pop() {
                    self.value = Some(past.value);
                    self.confidence = past.confidence;
                    self.source = past.source;
                    self.evidence = past.evidence;
                    (self.value_seq, self.sure_seq) = (seq, seq);
                }
            }
            InterviewEvent::ValueCleared { .. } => {
                self.keep_past(None);
                self.value = None;
                self.confidence = Confidence::NONE;
                self.source = None;
                self.evidence = None;
                (self.value_seq, self.sure_seq) = (0, 0);
            }
            InterviewEvent::ConfidenceUpdated { to, source, .. } => {
                self.confidence = *to;
                if !matches!(source, Source::Reevaluation | Source::Research) {
                    self.sure_seq = seq;
                }
            }
            InterviewEvent::StatusChanged { to, reason, by_hand, .. } => {
                if *by_hand {
                    self.hand_seq = seq;
                } else if *to != Status::InProgress {
                    self.hand_seq = 0;
                }
                self.left_seq = if matches!(to, Status::Deferred | Status::Skipped) { seq } else { 0 };
                self.spare = match (self.status, to) {
                    (Status::Skipped, Status::InProgress) => true,
                    (_, Status::Pending | Status::Skipped) => false,
                    _ => self.spare,
                };
                self.status = *to;
                self.reason.clone_from(reason);
                self.satisfied_at_turn = (*to == Status::Satisfied).then_some(recorded.turn);
            }
            InterviewEvent::Negotiated { negotiation, .. } => {
                self.negotiation = Some(negotiation.clone());
                self.negotiated_turn = Some(recorded.turn);
            }
            InterviewEvent::DependencyResolved { all, .. } => self.dependencies_resolved = *all,
            InterviewEvent::DependencyUnresolved { .. } => self.dependencies_resolved = false,
            _ => {}
        }
    }

    /// Keeps the held value when another takes its place; the last eight are enough for undo.
    fn keep_past(&mut self, next: Option<&Value>) {
        let Some(value) = self.value.take() else { return };
        if next == Some(&value) {
            return;
        }
        if self.past.len() == 8 {
            self.past.remove(0);
        }
        self.past.push(PastValue { value, confidence: self.confidence, evidence: self.evidence.take(), source: self.source });
    }
}

/// Where in the conversation a value was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub message_id: MessageId,
    pub turn: u32,
    /// Verbatim words of that message.
    pub quote: String,
    /// Byte offsets of the quote in the message's text.
    pub start: u32,
    pub end: u32,
    /// The words were spoken: a transcriber wrote them down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spoken: bool,
}

/// How a value came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Said in the conversation.
    Message,
    /// Given with a widget.
    Widget,
    /// Set by hand beside the conversation.
    Manual,
    /// Understood in an imported transcript.
    Transcript,
    /// Settled by a negotiation.
    Negotiation,
    /// Found by research.
    Research,
    /// Reassessed by the re-evaluation engine.
    Reevaluation,
}

impl Source {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Widget => "widget",
            Self::Manual => "manual",
            Self::Transcript => "transcript",
            Self::Negotiation => "negotiation",
            Self::Research => "research",
            Self::Reevaluation => "reevaluation",
        }
    }
}

/// A value that was replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastValue {
    pub value: Value,
    pub confidence: Confidence,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// The seed's `NegotiationState`, with its camelCase names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Negotiation {
    pub status: NegotiationStatus,
    pub rounds: Vec<NegotiationRound>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution: Option<Resolution>,
    /// It was settled beside the conversation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

impl Negotiation {
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.status == NegotiationStatus::Active
    }

    /// The value that the person put against the held one, in the newest round. A round without one begins a new
    /// disagreement: what earlier ones were about is settled.
    #[must_use]
    pub fn proposed(&self) -> Option<&Value> {
        self.rounds.last().and_then(|round| round.user_value.as_ref())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NegotiationStatus {
    Active,
    Resolved,
    Deferred,
}

/// One exchange about a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NegotiationRound {
    pub turn_number: u32,
    pub agent_proposal: Value,
    pub user_response: UserResponse,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_value: Option<Value>,
    pub agent_reasoning: String,
    /// The person's own words, where they were said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserResponse {
    Accept,
    Reject,
    Modify,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    UserAccepted,
    AgentAccepted,
    Compromise,
}

#[cfg(test)]
mod tests {
    use super::{Confidence, Negotiation, NegotiationStatus, Obligation};

    #[test]
    fn a_value_is_sure_where_it_is_likely_and_nothing_stands_against_it() {
        for (confidence, open, is_sure) in [
            (0.95, None, true),
            (0.71, Some(NegotiationStatus::Resolved), true),
            (0.7, None, false),
            (0.95, Some(NegotiationStatus::Active), false),
            (0.95, Some(NegotiationStatus::Deferred), false),
        ] {
            let negotiation = open.map(|status| Negotiation {
                status,
                rounds: Vec::new(),
                final_value: None,
                resolution: None,
                by_hand: false,
            });
            let one = Obligation { confidence: Confidence::new(confidence), negotiation, ..Obligation::default() };
            assert_eq!(one.is_sure(), is_sure, "{confidence} {open:?}");
        }
    }
}
