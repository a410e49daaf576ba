//! How many research tasks a second go through all their steps: everything of our own (events and sources on SQLite, the extractive
//! judgement), with a search and pages that answer at once.

use actors::{InterviewParts, Interviews, Library, Limits, SystemClock, SystemIds, Who};
use agents::{interview::rules::BuiltIn, research::rules::Extractive};
use anyhow::{Context, Result};
use domain::{
    IdSource,
    account::{AccountStore, TenantRow, UserRow},
    interview::{NoAnalyst, ObjectiveRow, ObjectiveStore, Opening, objective},
};
use protocol::{ObjectiveId, SessionId, TenantId, Timestamp, UserId, account::Role, interview::InterviewCommand};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use store::Store;
use testkit::Research;
use uuid::Uuid;

const INTERVIEWS: u32 = 20;
/// As many as an interview may have.
const TASKS: u32 = 12;
const TENANT: TenantId = TenantId(Uuid::from_u128(1));
const PERSON: UserId = UserId(Uuid::from_u128(2));
const OBJECTIVE: ObjectiveId = ObjectiveId(Uuid::from_u128(3));
const NOW: Timestamp = Timestamp(1_770_000_000_000_000);

pub(crate) async fn throughput() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let store = Store::open(&format!("sqlite://{}", folder.path().join("bench.db").display())).await?;
    let research = Research::default();
    for number in 0..5 {
        let text = format!(
            "Report {number}. {}",
            "The market for honey in Austria is worth 40 million euros a year. Small makers sell most of it at the door. "
                .repeat(60)
        );
        research.page(&format!("https://host{number}.example/honey"), "Honey", &text);
    }
    let interviews = open(&store, &research).await?;
    let directory = &interviews.0;
    let who = Who { tenant: TENANT, only: Some(PERSON), user: Some(PERSON) };
    let began = Instant::now();
    for id in &interviews.1 {
        for number in 0..TASKS {
            let query = Some(format!("honey market Austria {number}"));
            let command = InterviewCommand::Research { key: None, task_type: None, query, priority: None };
            directory.command(who, *id, command).await?;
        }
    }
    for id in &interviews.1 {
        while directory.view(who, *id).await?.view.research.iter().any(|task| !task.status.is_over()) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    let (took, tasks) = (began.elapsed(), INTERVIEWS * TASKS);
    println!("research: {tasks} tasks of five pages in {took:.1?}, {:.0} a second", f64::from(tasks) / took.as_secs_f64());
    directory.shutdown().await;
    store.close().await;
    Ok(())
}

async fn open(store: &Store, research: &Research) -> Result<(Interviews, Vec<SessionId>)> {
    store.insert_tenant(TenantRow { id: TENANT, slug: "bench".into(), name: "Bench".into(), created_at: NOW }).await?;
    let person = UserRow {
        id: PERSON,
        tenant: TENANT,
        email: "bench@example.test".into(),
        name: "Bench".into(),
        role: Role::Member,
        password_hash: None,
        created_at: NOW,
    };
    store.insert_user(person).await?;
    let built_in = objective::built_in()?.into_iter().next().context("an objective")?;
    let row = ObjectiveRow {
        id: OBJECTIVE,
        tenant: TENANT,
        context_type: built_in.context_type,
        version: built_in.version.into(),
        display_name: built_in.definition.display_name.clone(),
        config: built_in.config.clone(),
        active: true,
        built_in: true,
        created_at: NOW,
        updated_at: NOW,
    };
    store.insert_objective(row).await?;
    let engine = Arc::new(BuiltIn::by_words());
    let judge = Arc::new(Extractive::by_words());
    let parts = InterviewParts {
        store: Arc::new(store.clone()),
        engine: engine.clone(),
        built_in: engine,
        turn: Limits::default().patience,
        analyst: Arc::new(NoAnalyst),
        library: Library {
            search: Arc::new(research.clone()),
            pages: Arc::new(research.clone()),
            sources: Arc::new(store.clone()),
            researcher: judge.clone(),
            built_in: judge,
        },
        node: Uuid::nil(),
        clock: Arc::new(SystemClock),
        ids: Arc::new(SystemIds),
        limits: Limits::default(),
    };
    let directory = Interviews::start(parts).await?;
    let definition = Arc::new(built_in.definition);
    let mut ids = Vec::new();
    for _ in 0..INTERVIEWS {
        let id = SessionId(SystemIds.next());
        let opening = Opening {
            id,
            tenant: TENANT,
            owner: PERSON,
            context_type: built_in.context_type,
            objective_id: OBJECTIVE,
            objective_version: built_in.version.into(),
            definition: definition.clone(),
        };
        directory.open(opening).await?;
        ids.push(id);
    }
    Ok((directory, ids))
}
