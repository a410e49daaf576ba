//! How many appends a second the store takes: 64 interviews at once (or as many as given), each append a turn of ten events, one
//! session row, three obligations and six audit rows.
//!
//! `cargo run --release -p store --example append_rate [SECONDS [INTERVIEWS]]`; the SQLite file lies in `APPEND_RATE_DIR` or the system's
//! temporary folder, Postgres takes part when `DISCOVERY_TEST_POSTGRES` is set (in its database `append_rate`, made anew).

use anyhow::{Context, Result};
use domain::{
    account::{AccountStore, TenantRow, UserRow},
    interview::{Append, AuditRow, AuditType, InterviewStore, ObjectiveRow, ObjectiveStore, ObligationRow, SessionRow},
};
use protocol::{
    Confidence, MessageId, ObjectiveId, SessionId, TenantId, Timestamp, UserId,
    account::Role,
    interview::{
        Author, CollectionType, ContextType, InterviewEvent, Message, Phase, Recorded, SessionStatus, Source, Status, WidgetType,
    },
};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::time::{Duration, Instant};
use store::Store;
use uuid::Uuid;

const EVENTS: u64 = 10;
const NOW: Timestamp = Timestamp(1_770_000_000_000_000);

#[tokio::main]
async fn main() -> Result<()> {
    let seconds =
        std::env::args().nth(1).map_or(Ok(5), |given| given.parse()).context("the first argument is a number of seconds")?;
    let length = Duration::from_secs(seconds);
    let streams =
        std::env::args().nth(2).map_or(Ok(64), |given| given.parse()).context("the second argument is a number of interviews")?;
    let folder = match std::env::var_os("APPEND_RATE_DIR") {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    let file = folder.path().join("append_rate.db");
    measure("SQLite", &format!("sqlite://{}", file.display()), length, streams).await?;
    if let Ok(server) = std::env::var("DISCOVERY_TEST_POSTGRES") {
        let mut admin = PgConnection::connect(&server).await?;
        for sql in ["DROP DATABASE IF EXISTS append_rate WITH (FORCE)", "CREATE DATABASE append_rate"] {
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut admin).await?;
        }
        let (address, _) = server.rsplit_once('/').context("an address with a database")?;
        measure("Postgres", &format!("{address}/append_rate"), length, streams).await?;
        sqlx::raw_sql("DROP DATABASE append_rate WITH (FORCE)").execute(&mut admin).await?;
    }
    Ok(())
}

async fn measure(name: &str, url: &str, length: Duration, streams: u64) -> Result<()> {
    let store = Store::open(url).await?;
    let tenant = TenantId(Uuid::from_u128(1));
    let (user, objective) = (UserId(Uuid::from_u128(2)), ObjectiveId(Uuid::from_u128(3)));
    store.insert_tenant(TenantRow { id: tenant, slug: "rate".into(), name: "Rate".into(), created_at: NOW }).await?;
    let person = UserRow {
        id: user,
        tenant,
        email: "rate@example.com".into(),
        name: "Rate".into(),
        role: Role::Admin,
        password_hash: None,
        created_at: NOW,
    };
    store.insert_user(person).await?;
    let definition = ObjectiveRow {
        id: objective,
        tenant,
        context_type: ContextType::ProjectDiscovery,
        version: "1.0.0".into(),
        display_name: "Project".into(),
        config: json!({}),
        active: true,
        built_in: true,
        created_at: NOW,
        updated_at: NOW,
    };
    store.insert_objective(definition).await?;

    let begun = Instant::now();
    let streams: Vec<_> = (0..streams)
        .map(|stream| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut times = Vec::new();
                let mut expected = 0;
                while begun.elapsed() < length {
                    let append =
                        turn(SessionId(Uuid::from_u128(u128::from(stream + 1) << 80)), tenant, user, objective, expected);
                    let sent = Instant::now();
                    store.append(append).await?;
                    times.push(sent.elapsed());
                    expected += EVENTS;
                }
                anyhow::Ok(times)
            })
        })
        .collect();
    let mut times = Vec::new();
    for stream in streams {
        times.extend(stream.await??);
    }
    let elapsed = begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1_000.0;
    #[expect(clippy::cast_precision_loss, reason = "a count of appends")]
    let rate = times.len() as f64 / elapsed;
    println!("{name}: {rate:.0} appends/s, p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(50), at(99), at(100));
    store.close().await;
    Ok(())
}

/// What one turn of an ordinary interview stores.
fn turn(session: SessionId, tenant: TenantId, user: UserId, objective: ObjectiveId, expected: u64) -> Append {
    let seq = expected + EVENTS;
    let turn = u32::try_from(seq / EVENTS).unwrap_or(u32::MAX);
    Append {
        expected,
        events: (expected + 1..=seq).map(|seq| event(seq, turn)).collect(),
        session: SessionRow {
            id: session,
            tenant,
            user,
            context_type: ContextType::ProjectDiscovery,
            objective,
            title: "A portal for dentists".into(),
            status: SessionStatus::Active,
            phase: Phase::Exploration,
            working_memory: json!({"recentTopics": ["goal", "budget", "timeline"], "pendingFollowUps": [], "conversationStyle": "casual"}),
            completeness: Confidence::new(0.42),
            required: (2, 5),
            turn_count: turn,
            seq,
            created_at: NOW,
            updated_at: Timestamp(NOW.0 + seq.cast_signed()),
        },
        obligations: ["goal", "budget", "timeline"].map(|key| obligation(session, tenant, key)).into(),
        audit: (0..6_u64).map(|number| audit(session, tenant, seq, number, turn)).collect(),
        summaries: Vec::new(),
        research: Vec::new(),
        feedback: Vec::new(),
        ended: Vec::new(),
        sole: false,
        audit_entry: None,
        wake_at: None,
    }
}

fn event(seq: u64, turn: u32) -> Recorded {
    let event = if seq.is_multiple_of(5) {
        InterviewEvent::MessageAdded {
            message: Message {
                id: MessageId(Uuid::from_u128(u128::from(seq))),
                role: Author::User,
                content: "We mostly sell to dentists in the north, with a team of about twelve people.".into(),
                turn,
                created_at: NOW,
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
            },
        }
    } else {
        InterviewEvent::ValueExtracted {
            key: "target_market".into(),
            value: json!("dentists in the north"),
            confidence: Confidence::new(0.83),
            source: Source::Message,
            evidence: None,
            findings: Vec::new(),
        }
    };
    Recorded { seq, at: NOW, turn, event }
}

fn obligation(session: SessionId, tenant: TenantId, key: &str) -> ObligationRow {
    ObligationRow {
        session,
        tenant,
        key: key.into(),
        status: Status::Satisfied,
        collection_type: CollectionType::DirectQuestion,
        widget_type: WidgetType::Text,
        dependencies: vec!["industry".into()],
        source: Some("message".into()),
        origin_layer: "objective".into(),
        origin_source_id: None,
        pool_id: None,
        task_priority: 8,
        negotiation_state: None,
        confidence: Confidence::new(0.83),
        extracted_value: Some(json!("dentists in the north")),
        attempts: 1,
        max_attempts: 3,
        last_attempt_turn: Some(3),
        satisfied_at_turn: Some(4),
        category: Some("market".into()),
        field_path: format!("project.{key}"),
        agent_notes: None,
        follow_up_strategy: None,
        satisfied_when: Some("confidence >= 0.8".into()),
        expertise_required: None,
        embedding: None,
    }
}

fn audit(session: SessionId, tenant: TenantId, seq: u64, number: u64, turn: u32) -> AuditRow {
    AuditRow {
        // Ids grow with time, as those of version 7 do.
        id: Uuid::from_u128((u128::from(seq) << 100) | (session.0.as_u128() >> 32) | u128::from(number)),
        session,
        tenant,
        seq,
        key: "target_market".into(),
        event_type: AuditType::ConfidenceUpdated,
        old_status: Some(Status::InProgress),
        new_status: Some(Status::Satisfied),
        old_confidence: Some(Confidence::new(0.4)),
        new_confidence: Some(Confidence::new(0.83)),
        source: Some("message".into()),
        metadata: Value::Object(serde_json::Map::new()),
        turn_number: turn,
        created_at: NOW,
    }
}
