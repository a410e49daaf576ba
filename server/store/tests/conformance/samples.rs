//! Rows to store. Ids are counted, so that a failure names the same ones every time.

use domain::{
    account::{AccountStore, Claimed, IdempotentAnswer, KeyClaim, TenantRow, UserRow},
    interview::{
        Append, AuditRow, AuditType, InterviewStore, ObjectiveRow, ObjectiveStore, ObligationRow, ResearchRow, SessionRow,
        SummaryRow,
    },
};
use protocol::{
    Confidence, MessageId, ObjectiveId, ResearchId, SessionId, TenantId, Timestamp, UserId,
    account::Role,
    interview::{
        Author, CollectionType, ContextType, InterviewEvent, Message, Phase, Recorded, SessionStatus, Status, WidgetType,
    },
    research::{TaskStatus, TaskType, Trigger},
};
use serde_json::{Value, json};
use store::Store;
use uuid::Uuid;

/// A tenant with a person and an objective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct House {
    pub(crate) tenant: TenantId,
    pub(crate) user: UserId,
    pub(crate) objective: ObjectiveId,
}

pub(crate) const NOON: Timestamp = Timestamp(1_770_000_000_123_456);

pub(crate) fn later(seconds: i64) -> Timestamp {
    Timestamp(NOON.0 + seconds * 1_000_000)
}

/// Fills a house numbered `number` into the store.
pub(crate) async fn house(store: &Store, number: u8) -> House {
    let base = u128::from(number) << 64;
    let house = House {
        tenant: TenantId(Uuid::from_u128(base + 1)),
        user: UserId(Uuid::from_u128(base + 2)),
        objective: ObjectiveId(Uuid::from_u128(base + 3)),
    };
    let slug = format!("house-{number}");
    let tenant = TenantRow { id: house.tenant, slug: slug.clone(), name: slug.clone(), created_at: NOON };
    store.insert_tenant(tenant).await.expect("a tenant");
    store.insert_user(user(house, house.user, &format!("owner@{slug}.example"))).await.expect("a user");
    store.insert_objective(objective(house, house.objective, true)).await.expect("an objective");
    house
}

pub(crate) fn user(house: House, id: UserId, email: &str) -> UserRow {
    UserRow {
        id,
        tenant: house.tenant,
        email: email.into(),
        name: "Owner".into(),
        role: Role::Admin,
        password_hash: None,
        created_at: NOON,
    }
}

pub(crate) fn objective(house: House, id: ObjectiveId, active: bool) -> ObjectiveRow {
    ObjectiveRow {
        id,
        tenant: house.tenant,
        context_type: ContextType::ProjectDiscovery,
        version: "1.0.0".into(),
        display_name: "Project".into(),
        config: json!({"displayName": "Project", "obligations": []}),
        active,
        built_in: true,
        created_at: NOON,
        updated_at: NOON,
    }
}

pub(crate) fn session(house: House, number: u32) -> SessionId {
    SessionId(Uuid::from_u128((1 << 100) + house.tenant.0.as_u128() + (u128::from(number) << 16)))
}

/// An append of so many messages after `expected`, with a row of every kind.
pub(crate) fn append(house: House, session: SessionId, expected: u64, events: u64) -> Append {
    let seq = expected + events;
    Append {
        expected,
        events: (expected + 1..=seq).map(|seq| message_event(seq, &format!("message {seq}"))).collect(),
        session: session_row(house, session, seq),
        obligations: vec![obligation(house, session, "goal", seq), obligation(house, session, "budget", seq)],
        audit: vec![audit(house, session, "goal", seq), audit(house, session, "budget", seq)],
        summaries: Vec::new(),
        research: Vec::new(),
        feedback: Vec::new(),
        ended: Vec::new(),
        sole: false,
        audit_entry: None,
        wake_at: None,
    }
}

pub(crate) fn message_event(seq: u64, content: &str) -> Recorded {
    let message = Message {
        id: MessageId(Uuid::from_u128(u128::from(seq))),
        role: Author::User,
        content: content.into(),
        turn: 1,
        created_at: NOON,
        client_message_id: None,
        widget_key: None,
        engine: None,
        fell_back: None,
        stopped: false,
        imported: false,
        rewords: None,
        wordings: Vec::new(),
        feedback: None,
        spoken: None,
    };
    Recorded { seq, at: later(seq.cast_signed()), turn: 1, event: InterviewEvent::MessageAdded { message } }
}

pub(crate) fn session_row(house: House, id: SessionId, seq: u64) -> SessionRow {
    SessionRow {
        id,
        tenant: house.tenant,
        user: house.user,
        context_type: ContextType::ProjectDiscovery,
        objective: house.objective,
        title: format!("At {seq}"),
        status: SessionStatus::Active,
        phase: Phase::Exploration,
        working_memory: json!({"recentTopics": ["goal"]}),
        completeness: Confidence::new(0.69),
        required: (1, 3),
        turn_count: 1,
        seq,
        created_at: NOON,
        updated_at: later(seq.cast_signed()),
    }
}

pub(crate) fn obligation(house: House, session: SessionId, key: &str, seq: u64) -> ObligationRow {
    ObligationRow {
        session,
        tenant: house.tenant,
        key: key.into(),
        status: Status::InProgress,
        collection_type: CollectionType::DirectQuestion,
        widget_type: WidgetType::Text,
        dependencies: Vec::new(),
        source: None,
        origin_layer: "objective".into(),
        origin_source_id: None,
        pool_id: None,
        task_priority: 5,
        negotiation_state: None,
        confidence: Confidence::NONE,
        extracted_value: Some(json!(seq)),
        attempts: 1,
        max_attempts: 3,
        last_attempt_turn: None,
        satisfied_at_turn: None,
        category: None,
        field_path: format!("project.{key}"),
        agent_notes: None,
        follow_up_strategy: None,
        satisfied_when: None,
        expertise_required: None,
        embedding: None,
    }
}

pub(crate) fn audit(house: House, session: SessionId, key: &str, seq: u64) -> AuditRow {
    let id = session.0.as_u128() ^ (u128::from(seq) << 40) ^ (key.len() as u128);
    AuditRow {
        id: Uuid::from_u128(id),
        session,
        tenant: house.tenant,
        seq,
        key: key.into(),
        event_type: AuditType::StatusChanged,
        old_status: Some(Status::Pending),
        new_status: Some(Status::InProgress),
        old_confidence: None,
        new_confidence: Some(Confidence::new(0.41)),
        source: Some("message".into()),
        metadata: json!({}),
        turn_number: 1,
        created_at: NOON,
    }
}

pub(crate) fn summary(house: House, session: SessionId, number: u32) -> SummaryRow {
    SummaryRow {
        id: Uuid::from_u128(session.0.as_u128() ^ u128::from(number)),
        session,
        tenant: house.tenant,
        summary_text: "A goal and a budget.".into(),
        obligation_snapshot: json!({"goal": "grow"}),
        research_summary: Value::Null,
        turn_range_start: number,
        turn_range_end: number + 4,
        created_at: NOON,
    }
}

/// Opens an interview with one append.
pub(crate) async fn opened(store: &Store, house: House, number: u32) -> SessionId {
    let id = session(house, number);
    store.append(append(house, id, 0, 2)).await.expect("an interview is opened");
    id
}

/// Carries out a call under an idempotency key and keeps its answer.
pub(crate) async fn answered(store: &Store, answer: IdempotentAnswer) {
    let IdempotentAnswer { tenant, key, request_hash, about, .. } = answer.clone();
    let claim = KeyClaim { tenant, key, request_hash, about, leased_until: later(60) };
    assert_eq!(store.claim_key(&claim, NOON).await.expect("no fault"), Claimed::Begun);
    store.keep_answer(&claim, answer).await.expect("kept");
}

/// A task that a node works on.
pub(crate) fn research(house: House, session: SessionId, number: u32) -> ResearchRow {
    ResearchRow {
        id: ResearchId(Uuid::from_u128(session.0.as_u128() + u128::from(number))),
        session,
        tenant: house.tenant,
        obligation_key: Some("goal".into()),
        task_type: TaskType::MarketResearch,
        query: "size of the „Markt“".into(),
        status: TaskStatus::Running,
        result: None,
        error_message: None,
        priority: 8,
        trigger: Trigger::LowConfidence,
        lease_until: Some(later(180)),
        created_at: later(i64::from(number)),
        started_at: Some(later(2)),
        completed_at: None,
    }
}
