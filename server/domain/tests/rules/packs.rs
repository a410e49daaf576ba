//! A pack is surveyed, then drafted; the project's state follows (seed 002, Project state machine).

use domain::{
    live::{Append, Machine as _, Rows},
    packs::{PackCommand, PackEffect, PackGeneration, PackInput, PackJob, Survey},
    tools::ProjectState,
};
use protocol::{
    ProjectId, TenantId,
    pack::{PackStep, SurveyedTable},
    work::{StepState, Steps as _, WorkStatus},
};
use serde_json::json;
use testkit::Stage;
use uuid::Uuid;

const PROJECT: ProjectId = ProjectId(Uuid::from_u128(7));

fn stage() -> Stage<PackGeneration> {
    Stage::new(PackGeneration::new(TenantId(Uuid::from_u128(8)), PROJECT))
}

fn request() -> PackInput {
    PackInput::Command(PackCommand::Request)
}

fn surveyed(generation: u32) -> PackInput {
    let table = SurveyedTable {
        database: "shop".into(),
        name: "orders".into(),
        description: "Orders of the shop".into(),
        columns: vec!["id".into()],
        rows: Some(3),
        ..SurveyedTable::default()
    };
    PackInput::Surveyed { generation, result: Ok(Survey::new(vec![table])) }
}

fn project_after(append: Append) -> Option<(ProjectState, Option<String>)> {
    if let Rows::Project(rows) = append.rows { Some((rows.state, rows.error)) } else { None }
}

#[test]
fn a_pack_is_surveyed_then_drafted_and_the_project_follows() {
    let mut stage = stage();
    assert!(stage.resume().is_none(), "nobody asked for anything");
    let (append, effects) = stage.give(request()).expect("taken");
    assert!(append.stream.open && append.stream.wake_at.is_some(), "somebody has to take it up");
    assert_eq!((project_after(append), effects), (Some((ProjectState::PackGeneration, None)), Vec::new()));
    let (_, effects) = stage.resume().expect("work");
    assert_eq!(effects, [PackEffect::Do(PackJob::new(1, PackStep::Survey))]);
    assert!(stage.give(request()).is_err(), "one at a time");
    let states = |stage: &Stage<PackGeneration>| PackStep::ALL.map(|step| stage.machine.view.state(step));
    assert_eq!(states(&stage), [StepState::Running, StepState::Waiting]);

    let (append, effects) = stage.give(surveyed(1)).expect("taken");
    assert_eq!((project_after(append), effects), (None, vec![PackEffect::Do(PackJob::new(1, PackStep::Draft))]));
    assert!(stage.give(surveyed(1)).is_err(), "a result counts once");

    // The server dies: what was found is not looked for again.
    stage.restart();
    let (_, effects) = stage.resume().expect("work");
    assert_eq!(effects, [PackEffect::Do(PackJob::new(1, PackStep::Draft))]);
    assert_eq!((stage.machine.tables.len(), stage.machine.view.work.starts), (1, 2));

    let drafted = PackInput::Drafted { generation: 1, result: Ok(json!({"areas": [{}]})), note: None };
    let (append, _) = stage.give(drafted).expect("taken");
    assert!(!append.stream.open && append.stream.wake_at.is_none(), "nobody has to look after it any more");
    assert_eq!(project_after(append), Some((ProjectState::PackGenerationDone, None)));
    assert_eq!((stage.machine.view.work.status, stage.machine.view.areas), (WorkStatus::Completed, Some(1)));
    assert_eq!(states(&stage), [StepState::Done, StepState::Done]);
    assert!(stage.resume().is_none());
    assert!(stage.give(request()).is_err(), "what is drafted is accepted or changed");
}

#[test]
fn a_survey_keeps_what_a_draft_needs() {
    let table = |rows: u64| SurveyedTable {
        database: "shop".into(),
        name: format!("t{rows}"),
        description: "é".repeat(600),
        columns: Vec::new(),
        rows: Some(rows),
        ..SurveyedTable::default()
    };
    let survey = Survey::new((0..40).map(table).collect());
    assert_eq!((survey.found, survey.tables.len(), survey.tables[0].rows), (40, 12, Some(39)));
    assert_eq!(survey.tables[0].description.chars().count(), 500);
}

#[test]
fn what_fails_or_is_cancelled_may_be_asked_for_again() {
    let failed = PackInput::Surveyed { generation: 1, result: Err("the sources cannot be read".into()) };
    for (end, status) in [(failed, WorkStatus::Failed), (PackInput::Command(PackCommand::Cancel), WorkStatus::Cancelled)] {
        let mut stage = stage();
        assert!(stage.give(PackInput::Command(PackCommand::Cancel)).is_err(), "nothing is drafted");
        stage.give(request()).expect("taken");
        stage.resume().expect("work");
        let job = PackJob::new(1, PackStep::Survey);
        assert!(stage.machine.wanted(job));
        let (append, _) = stage.give(end).expect("taken");
        let (state, error) = project_after(append).expect("the project's state");
        assert_eq!((state, error.is_some()), (ProjectState::PackGenerationPending, status == WorkStatus::Failed));
        assert_eq!(stage.machine.view.work.status, status);
        assert!(!stage.machine.wanted(job) && stage.resume().is_none());

        stage.give(request()).expect("taken");
        let view = &stage.machine.view;
        assert_eq!((view.work.generation, view.error.as_deref(), view.work.starts), (2, None, 0));
        assert!(stage.give(surveyed(1)).is_err(), "a result of the generation before");
    }
}

#[test]
fn what_ends_its_server_again_and_again_is_given_up() {
    let mut stage = stage();
    stage.give(request()).expect("taken");
    for _ in 0..5 {
        assert_eq!(stage.resume().map(|(_, effects)| effects.len()), Some(1));
        stage.restart();
    }
    let (append, effects) = stage.resume().expect("an end");
    assert_eq!((effects, stage.machine.view.work.status), (Vec::new(), WorkStatus::Failed));
    assert!(project_after(append).is_some_and(|(_, error)| error.is_some()), "the project says why");
}
