//! The seed's audit of obligations: which event is which of its eight types, with state and confidence before and after.

use super::{AuditRow, AuditType};
use protocol::{
    Confidence, FindingId, SessionId, TenantId,
    interview::{InterviewEvent, InterviewView, Recorded, Status},
};
use serde_json::{Value, json};
use uuid::{Builder, Uuid};

/// The id of an interview's event, the same wherever it is told: made of the interview's own and the event's number.
#[must_use]
pub(super) fn event_id(session: SessionId, seq: u64) -> Uuid {
    let mixed = session.0.as_u128() ^ u128::from(seq);
    Builder::from_custom_bytes(mixed.to_be_bytes()).into_uuid()
}

/// The row of an event about an obligation; `before` is the interview before it.
pub(super) fn row(before: &InterviewView, tenant: TenantId, recorded: &Recorded) -> Option<AuditRow> {
    let entry = entry(before, &recorded.event)?;
    Some(AuditRow {
        id: event_id(before.id, recorded.seq),
        session: before.id,
        tenant,
        seq: recorded.seq,
        key: entry.key,
        event_type: entry.event_type,
        old_status: entry.old_status,
        new_status: entry.new_status,
        old_confidence: entry.old_confidence,
        new_confidence: entry.new_confidence,
        source: entry.source,
        metadata: entry.metadata,
        turn_number: recorded.turn,
        created_at: recorded.at,
    })
}

pub(super) struct Entry {
    pub key: String,
    pub event_type: AuditType,
    pub old_status: Option<Status>,
    pub new_status: Option<Status>,
    pub old_confidence: Option<Confidence>,
    pub new_confidence: Option<Confidence>,
    pub source: Option<String>,
    pub metadata: Value,
}

pub(super) fn entry(before: &InterviewView, event: &InterviewEvent) -> Option<Entry> {
    let of = |key: &str, event_type, metadata| {
        let one = before.obligation(key);
        Entry {
            key: key.to_owned(),
            event_type,
            old_status: one.map(|one| one.status),
            new_status: one.map(|one| one.status),
            old_confidence: one.map(|one| one.confidence),
            new_confidence: one.map(|one| one.confidence),
            source: one.and_then(|one| one.source).map(|source| source.name().to_owned()),
            metadata,
        }
    };
    Some(match event {
        InterviewEvent::Created { key, .. } => Entry {
            new_status: Some(Status::Pending),
            new_confidence: Some(Confidence::NONE),
            source: Some("objective".into()),
            ..of(key, AuditType::Created, json!({}))
        },
        InterviewEvent::ValueExtracted { key, value, confidence, source, evidence, findings } => {
            let quote = evidence.as_ref().map(|evidence| evidence.quote.as_str());
            let previous = before.obligation(key).and_then(|one| one.value.as_ref());
            let metadata = cited(json!({"value": value, "previous": previous, "quote": quote}), findings);
            Entry {
                new_confidence: Some(*confidence),
                source: Some(source.name().into()),
                ..of(key, AuditType::ValueExtracted, metadata)
            }
        }
        InterviewEvent::ValueRestored { key } => {
            let past = before.obligation(key).and_then(|one| one.past.last());
            Entry {
                new_confidence: past.map(|past| past.confidence),
                ..of(key, AuditType::ValueExtracted, json!({"value": past.map(|past| &past.value), "restored": true}))
            }
        }
        InterviewEvent::ValueCleared { key } => Entry {
            new_confidence: Some(Confidence::NONE),
            ..of(key, AuditType::ValueExtracted, json!({"value": null, "withdrawn": true}))
        },
        InterviewEvent::ConfidenceUpdated { key, from, to, source, findings } => Entry {
            old_confidence: Some(*from),
            new_confidence: Some(*to),
            source: Some(source.name().into()),
            ..of(key, AuditType::ConfidenceUpdated, cited(json!({}), findings))
        },
        InterviewEvent::StatusChanged { key, from, to, reason } => Entry {
            old_status: Some(*from),
            new_status: Some(*to),
            ..of(key, AuditType::StatusChanged, json!({"reason": reason}))
        },
        InterviewEvent::DependencyResolved { key, dependency, all } => {
            of(key, AuditType::DependencyResolved, json!({"dependency": dependency, "resolved": true, "all": all}))
        }
        InterviewEvent::DependencyUnresolved { key, dependency } => {
            of(key, AuditType::DependencyResolved, json!({"dependency": dependency, "resolved": false}))
        }
        InterviewEvent::Negotiated { key, negotiation } => of(key, AuditType::Negotiation, json!({"negotiation": negotiation})),
        _ => return None,
    })
}

/// With the findings that it follows from, where research had a part in it.
fn cited(mut metadata: Value, findings: &[FindingId]) -> Value {
    if !findings.is_empty() {
        metadata["findings"] = json!(findings);
    }
    metadata
}
