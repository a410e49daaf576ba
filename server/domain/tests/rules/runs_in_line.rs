//! A run waits for its turn before it begins, whoever holds it, and goes on without waiting again (contract of runs, Together).

use domain::runs::{Progress, Run, RunCommand, RunEffect, RunInput, RunJob, Then};
use protocol::{
    ProjectId, RunId, TenantId, UserId,
    run::{Phase, RunRequest},
    work::WorkStatus,
};
use testkit::Stage;
use uuid::Uuid;

fn stage(by_command_line: bool) -> Stage<Run> {
    let request = RunRequest { max_steps: 100, by_command_line, ..RunRequest::default() };
    let id = |number| Uuid::from_u128(number);
    let run = Run::new(TenantId(id(8)), UserId(id(9)), RunId(id(7)), ProjectId(id(6)), request);
    let mut stage = Stage::new(run);
    stage.give(RunInput::Request).expect("taken");
    stage
}

/// A server takes it up; the phase that is to be done.
fn taken_up(stage: &mut Stage<Run>) -> Phase {
    let (_, effects) = stage.resume().expect("there is work");
    let [RunEffect::Do(job)] = effects.as_slice() else { panic!("one piece of work: {effects:?}") };
    job.step
}

fn progress(stage: &mut Stage<Run>, phase: Phase, then: Then) {
    let job = RunJob::new(stage.machine.view.work.generation, phase);
    let progress = Box::new(Progress { then, ..Progress::default() });
    stage.give(RunInput::Progressed { job, progress }).expect("it is its turn");
}

fn status(stage: &Stage<Run>) -> WorkStatus {
    stage.machine.view.work.status
}

#[test]
fn however_often_servers_end_while_it_waits_it_did_not_begin() {
    let mut stage = stage(false);
    for _ in 0..20 {
        assert_eq!(taken_up(&mut stage), Phase::Initialization);
        assert_eq!((status(&stage), stage.machine.view.started_at), (WorkStatus::Pending, None));
        stage.restart();
    }
    assert_eq!(taken_up(&mut stage), Phase::Initialization);
    progress(&mut stage, Phase::Initialization, Then::Start);
    let view = &stage.machine.view;
    assert!(status(&stage) == WorkStatus::Running && view.started_at.is_some() && !view.resumed && view.phases.len() == 1);
    progress(&mut stage, Phase::Initialization, Then::Next);
    // Who takes it up now goes on with it at once.
    stage.restart();
    assert_eq!(taken_up(&mut stage), Phase::ContextLoading);
    assert_eq!(status(&stage), WorkStatus::Running);
    assert!(stage.machine.view.resumed);
}

#[test]
fn what_ends_its_server_again_and_again_is_given_up() {
    let mut stage = stage(false);
    taken_up(&mut stage);
    progress(&mut stage, Phase::Initialization, Then::Start);
    for _ in 0..4 {
        stage.restart();
        assert_eq!(taken_up(&mut stage), Phase::Initialization);
    }
    stage.restart();
    stage.resume().expect("it is given up");
    assert_eq!(status(&stage), WorkStatus::Failed);
}

#[test]
fn one_that_failed_lines_up_again_at_the_phase_where_it_was() {
    let mut stage = stage(false);
    taken_up(&mut stage);
    progress(&mut stage, Phase::Initialization, Then::Start);
    progress(&mut stage, Phase::Initialization, Then::Next);
    let began = stage.machine.view.started_at;
    progress(&mut stage, Phase::ContextLoading, Then::Fail("the store is gone".into()));
    assert_eq!(status(&stage), WorkStatus::Failed);
    stage.give(RunInput::Command(RunCommand::Resume { by_command_line: false })).expect("it goes on");
    assert_eq!(taken_up(&mut stage), Phase::ContextLoading);
    assert_eq!(status(&stage), WorkStatus::Pending);
    progress(&mut stage, Phase::ContextLoading, Then::Start);
    let view = &stage.machine.view;
    assert_eq!((view.work.status, view.started_at, view.resumed), (WorkStatus::Running, began, true));
}

#[test]
fn one_that_is_cancelled_before_its_turn_only_saves() {
    let mut stage = stage(false);
    taken_up(&mut stage);
    let (_, effects) = stage.give(RunInput::Command(RunCommand::Cancel)).expect("it is cancelled");
    assert!(matches!(effects.last(), Some(RunEffect::Do(job)) if job.step == Phase::Saving));
    assert_eq!(stage.machine.view.phases.iter().map(|span| span.phase).collect::<Vec<_>>(), [Phase::Saving]);
    assert_eq!(stage.machine.view.started_at, None);
}

#[test]
fn a_process_of_the_command_line_that_dies_in_line_is_noticed() {
    let mut stage = stage(true);
    assert_eq!(taken_up(&mut stage), Phase::Initialization);
    assert_eq!(status(&stage), WorkStatus::Pending);
    stage.restart();
    stage.resume().expect("its process ended");
    assert_eq!(status(&stage), WorkStatus::Failed);
}
