//! The seed's audit of obligations: which event is which of its eight types, with state and confidence before and after.

use super::{AuditRow, AuditType};
use protocol::{
    Confidence, FindingId, SessionId, TenantId,
    interview::{InterviewEvent, InterviewView, Obligation, Recorded, Status},
};
use serde_json::{Value, json};
use uuid::{Builder, Uuid};

/// The id of an interview's event, the same wherever it is told: made of the interview's own and the event's number.
#[must_use]
pub(super) fn event_id(session: SessionId, seq: u64) -> Uuid {
    row_id(session, seq, 0)
}

/// An event that concerns several obligations has a row for each; the first has the event's id.
fn row_id(session: SessionId, seq: u64, place: u64) -> Uuid {
    let mixed = session.0.as_u128() ^ u128::from(seq) ^ (u128::from(place) << 40);
    Builder::from_custom_bytes(mixed.to_be_bytes()).into_uuid()
}

/// The rows of an event about obligations; `before` is the interview before it.
pub(super) fn rows(before: &InterviewView, tenant: TenantId, recorded: &Recorded) -> Vec<AuditRow> {
    let row = |(place, entry): (u64, Entry)| AuditRow {
        id: row_id(before.id, recorded.seq, place),
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
    };
    let further = further(before, &recorded.event);
    (0..).zip(entry(before, &recorded.event).into_iter().chain(further)).map(row).collect()
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
        InterviewEvent::StatusChanged { key, from, to, reason, .. } => Entry {
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
        InterviewEvent::Merged { key, merged, .. } => of(key, AuditType::Merged, json!({"merged": merged})),
        InterviewEvent::Split { key, into, .. } => of(key, AuditType::Split, json!({"into": into})),
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

/// What an event that concerns several obligations did to the others.
fn further(before: &InterviewView, event: &InterviewEvent) -> Vec<Entry> {
    let of = |one: &Obligation, event_type, metadata| Entry {
        key: one.key.clone(),
        event_type,
        old_status: Some(one.status),
        new_status: Some(one.status),
        old_confidence: Some(one.confidence),
        new_confidence: Some(one.confidence),
        source: one.source.map(|source| source.name().to_owned()),
        metadata,
    };
    match event {
        InterviewEvent::Merged { key, merged, .. } => merged
            .iter()
            .filter_map(|from| before.obligation(from))
            .map(|one| Entry {
                new_status: Some(Status::Skipped),
                ..of(one, AuditType::Merged, json!({"into": key, "value": one.value}))
            })
            .collect(),
        InterviewEvent::Migrated { definition, renamed, .. } => before
            .obligations
            .iter()
            .filter(|one| definition.obligations.iter().all(|new| new.key != one.key))
            .filter(|one| renamed.iter().all(|renamed| renamed.from != one.key))
            .map(|one| Entry {
                new_status: Some(Status::Skipped),
                ..of(one, AuditType::StatusChanged, json!({"reason": "kept aside in another version", "value": one.value}))
            })
            .collect(),
        InterviewEvent::Branched { standing, .. } => before
            .obligations
            .iter()
            .filter_map(|one| Some((one, standing.obligations.iter().find(|then| then.key == one.key)?)))
            .filter(|(one, then)| (one.status, one.confidence, &one.value) != (then.status, then.confidence, &then.value))
            .map(|(one, then)| {
                let revalued = one.value != then.value;
                let event_type = if revalued { AuditType::ValueExtracted } else { AuditType::StatusChanged };
                Entry {
                    new_status: Some(then.status),
                    new_confidence: Some(then.confidence),
                    ..of(one, event_type, json!({"value": then.value, "previous": one.value, "reason": "a message was edited"}))
                }
            })
            .collect(),
        _ => Vec::new(),
    }
}
