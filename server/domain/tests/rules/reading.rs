//! A source is read, then made findable; its row follows.

use domain::{
    live::{Append, Machine as _, Rows},
    reading::{ReadingCommand, ReadingEffect, ReadingInput, ReadingJob, SourceRead, SourceReading, SourceRows, compare},
    tools::{Found, ProjectSource, SourceKind, SourceStatus, catalog::Table},
};
use protocol::{
    ProjectId, ProjectSourceId, TenantId, Timestamp,
    reading::{Changes, ReadingStep, Unreadable},
    work::{StepState, Steps as _, WorkStatus},
};
use serde_json::Value;
use std::sync::Arc;
use testkit::Stage;
use uuid::Uuid;

const TENANT: TenantId = TenantId(Uuid::from_u128(8));
const PROJECT: ProjectId = ProjectId(Uuid::from_u128(7));
const SOURCE: ProjectSourceId = ProjectSourceId(Uuid::from_u128(6));

fn stage() -> Stage<SourceReading> {
    Stage::new(SourceReading::new(TENANT, PROJECT, SOURCE))
}

fn add() -> ReadingInput {
    ReadingInput::Add(Box::new(ProjectSource {
        id: SOURCE,
        tenant: TENANT,
        project: PROJECT,
        kind: SourceKind::Database,
        subtype: "files".into(),
        name: "shop".into(),
        description: None,
        config: Value::Null,
        secrets: Vec::new(),
        status: SourceStatus::Reading,
        error: None,
        summary: Value::Null,
        warnings: Vec::new(),
        files: Vec::new(),
        created_by: None,
        created_at: Timestamp(1),
        updated_at: Timestamp(1),
    }))
}

fn table(name: &str, rows: u64) -> Table {
    Table { name: name.into(), row_count: Some(rows), ..Table::default() }
}

fn read(generation: u32, is_same: bool) -> ReadingInput {
    let found = Arc::new(Found { tables: vec![table("orders", 3)], ..Found::default() });
    let changes = compare(&Found::default(), &found);
    ReadingInput::Read {
        generation,
        result: Ok(SourceRead { subtype: "files".into(), warnings: Vec::new(), found, json: "{}".into(), changes, is_same }),
    }
}

fn failed(generation: u32) -> ReadingInput {
    ReadingInput::Read { generation, result: Err(Unreadable::new("it is broken")) }
}

const fn command(command: ReadingCommand) -> ReadingInput {
    ReadingInput::Command(command)
}

/// What the row becomes, in one word each.
fn rows(append: &Append) -> Vec<&'static str> {
    let Rows::Source(rows) = &append.rows else { return Vec::new() };
    let name = |row: &SourceRows| match row {
        SourceRows::Insert(_) => "insert",
        SourceRows::Adopt => "adopt",
        SourceRows::Reading => "reading",
        SourceRows::Blank(_) => "blank",
        SourceRows::Found(SourceStatus::Reading, _) => "found",
        SourceRows::Found(..) => "found and ready",
        SourceRows::Ready => "ready",
        SourceRows::Failed(_) => "failed",
        SourceRows::Unreachable(_) => "unreachable",
    };
    rows.iter().map(name).collect()
}

/// A stage on which the source was read once.
fn known() -> Stage<SourceReading> {
    let mut stage = stage();
    for input in [add(), read(1, false), ReadingInput::Indexed { generation: 1 }] {
        stage.give(input).expect("taken");
    }
    stage
}

#[test]
fn a_new_source_is_there_at_once_and_ready_when_all_of_it_is() {
    let mut stage = stage();
    let (append, effects) = stage.give(add()).expect("taken");
    assert!(append.stream.open && append.stream.wake_at.is_some(), "somebody has to take it up");
    assert_eq!((rows(&append), effects), (vec!["insert"], Vec::new()));
    let (_, effects) = stage.resume().expect("work");
    assert_eq!(effects, [ReadingEffect::Do(ReadingJob::new(1, ReadingStep::Read))]);
    let states = |stage: &Stage<SourceReading>| ReadingStep::ALL.map(|step| stage.machine.view.state(step));
    assert_eq!(states(&stage), [StepState::Running, StepState::Waiting]);

    let (append, effects) = stage.give(read(1, false)).expect("taken");
    assert_eq!(rows(&append), ["found"]);
    assert_eq!(effects, [ReadingEffect::Do(ReadingJob::new(1, ReadingStep::Index))]);
    assert_eq!(stage.machine.view.found.as_deref(), Some("1 table, 0 columns, 3 rows"));
    assert!(stage.give(read(1, false)).is_err(), "a result counts once");

    // The server dies: what was read is not read again.
    stage.restart();
    let (_, effects) = stage.resume().expect("work");
    assert_eq!(effects, [ReadingEffect::Do(ReadingJob::new(1, ReadingStep::Index))]);

    let (append, _) = stage.give(ReadingInput::Indexed { generation: 1 }).expect("taken");
    assert_eq!(rows(&append), ["ready"]);
    assert!(!append.stream.open && append.stream.wake_at.is_none(), "nobody has to look after it any more");
    assert_eq!((stage.machine.view.work.status, states(&stage)), (WorkStatus::Completed, [StepState::Done, StepState::Done]));
    assert!(stage.resume().is_none());
}

#[test]
fn what_was_read_before_stays_while_it_is_read_again() {
    let mut stage = known();
    let (append, _) = stage.give(command(ReadingCommand::Read)).expect("taken");
    assert_eq!(rows(&append), [""; 0], "it is ready all the time");
    stage.give(command(ReadingCommand::Read)).expect("whoever asks too waits for the same");
    assert_eq!(stage.machine.view.work.generation, 2);
    let (append, _) = stage.give(read(2, false)).expect("taken");
    assert_eq!(rows(&append), ["found and ready"]);
    let (append, _) = stage.give(ReadingInput::Indexed { generation: 2 }).expect("taken");
    assert_eq!(rows(&append), [""; 0]);

    stage.give(command(ReadingCommand::Read)).expect("taken");
    let (append, _) = stage.give(read(3, true)).expect("taken");
    assert_eq!(rows(&append), [""; 0], "what is the same is not written");
    stage.give(ReadingInput::Indexed { generation: 3 }).expect("taken");

    stage.give(command(ReadingCommand::Read)).expect("taken");
    let (append, _) = stage.give(failed(4)).expect("taken");
    assert_eq!((rows(&append), stage.machine.view.work.status), (vec!["unreachable"], WorkStatus::Failed));
}

#[test]
fn one_of_an_older_release_is_known_from_the_first() {
    let mut stage = stage();
    let (append, _) = stage.give(ReadingInput::Adopt).expect("taken");
    assert_eq!(rows(&append), ["adopt"]);
    let (append, _) = stage.give(failed(1)).expect("taken");
    assert_eq!(rows(&append), ["unreachable"]);
}

#[test]
fn what_was_never_read_fails_and_may_be_read_again() {
    let mut stage = stage();
    stage.give(add()).expect("taken");
    let (append, _) = stage.give(failed(1)).expect("taken");
    assert_eq!(rows(&append), ["failed"]);
    assert_eq!(stage.machine.view.reason.as_ref().map(|reason| &*reason.detail), Some("it is broken"));
    let (append, _) = stage.give(command(ReadingCommand::Read)).expect("taken");
    assert_eq!(rows(&append), ["reading"]);
    let (append, _) = stage.give(read(2, false)).expect("taken");
    assert_eq!(rows(&append), ["found"]);
}

#[test]
fn a_reading_is_cancelled_or_begun_anew_and_what_comes_late_is_dropped() {
    let mut stage = stage();
    assert!(stage.give(command(ReadingCommand::Cancel)).is_err(), "nothing is under way");
    stage.give(add()).expect("taken");
    stage.resume().expect("work");
    let (append, effects) = stage.give(ReadingInput::Restart { blank: Arc::default() }).expect("taken");
    let stopped = ReadingStep::ALL.map(|step| ReadingEffect::Stop(ReadingJob::new(1, step)));
    assert_eq!((rows(&append), effects), (vec!["reading"], stopped.to_vec()));
    assert!(stage.give(read(1, false)).is_err(), "it was looked at in another way");
    assert!(
        !stage.machine.wanted(ReadingJob::new(1, ReadingStep::Read))
            && stage.machine.wanted(ReadingJob::new(2, ReadingStep::Read))
    );
    let (append, _) = stage.give(command(ReadingCommand::Cancel)).expect("taken");
    assert_eq!((rows(&append), stage.machine.view.work.status), (vec!["failed"], WorkStatus::Cancelled));

    let mut stage = known();
    stage.give(command(ReadingCommand::Read)).expect("taken");
    let (append, _) = stage.give(command(ReadingCommand::Cancel)).expect("taken");
    assert_eq!(rows(&append), [""; 0], "what was found before is as it was");

    stage.give(command(ReadingCommand::Read)).expect("taken");
    let (append, _) = stage.give(ReadingInput::Restart { blank: Arc::default() }).expect("taken");
    assert_eq!(rows(&append), ["blank"], "what was seen through another filter goes with it");
    assert!(stage.give(read(3, false)).is_err(), "and what was read through that comes too late");
}

#[test]
fn what_ends_every_server_is_given_up() {
    let mut stage = stage();
    stage.give(add()).expect("taken");
    for _ in 0..5 {
        stage.resume().expect("work");
        stage.restart();
    }
    let (append, effects) = stage.resume().expect("an end");
    assert_eq!((rows(&append), effects), (vec!["failed"], Vec::new()));
    assert!(stage.resume().is_none());
}

#[test]
fn what_is_new_changed_gone_and_the_same_is_counted_by_name() {
    let tables = |tables: &[(&str, u64)]| Found {
        tables: tables.iter().map(|(name, rows)| table(name, *rows)).collect(),
        ..Found::default()
    };
    let changes = compare(&tables(&[("a", 1), ("b", 1), ("c", 1)]), &tables(&[("b", 1), ("c", 2), ("d", 1), ("e", 1)]));
    assert_eq!(changes, Changes { added: 2, updated: 1, removed: 1, unchanged: 1 });
}
