//! Stages begin, end, are taken up again by another server, and go back where they may.

use super::script::{BY, Play, Script};
use domain::{
    live::Rows,
    opportunities::{Pipeline, PipelineCommand, PipelineEffect, PipelineInput, PipelineStep, StepNews, StepResult},
};
use protocol::{
    PipelineId, ProjectId, TenantId,
    opportunities::{Agent, OpportunityStatus, PipelineSource, PipelineStatus, Produced, SendBack, Stage, StageStatus},
};
use uuid::Uuid;

fn states(play: &Play) -> Vec<(Stage, u32, StageStatus)> {
    play.view().stages.iter().map(|one| (one.stage, one.attempt, one.status)).collect()
}

#[test]
fn six_stages_one_after_the_other() {
    let mut play = Play::begin(&["a", "b"], Script::default(), None);
    assert_eq!(play.view().status(), PipelineStatus::Pending);
    play.run();
    assert_eq!(
        states(&play),
        [
            (Stage::Exploration, 1, StageStatus::Completed),
            (Stage::OpportunityFraming, 1, StageStatus::Completed),
            (Stage::SolutionValidation, 1, StageStatus::Completed),
            (Stage::FeasibilityRisk, 1, StageStatus::Completed),
            (Stage::Prioritization, 1, StageStatus::Completed),
            (Stage::HumanReview, 1, StageStatus::CheckpointReached),
        ]
    );
    assert_eq!(play.view().status(), PipelineStatus::Running, "people have the word");
    assert_eq!((play.view().calls, play.view().cost.input_tokens), (7, 70), "every call counts");
    assert!(play.scene.resume().is_none(), "what waits for people is not begun again");
    let row = play.scene.row.clone().expect("stored");
    assert!(row.open && row.wake_at.is_none());
}

#[test]
fn another_server_goes_on_with_the_first_step_without_a_result() {
    let mut play = Play::begin(&["a", "b", "c", "d", "e", "f"], Script::default(), Some("m"));
    let (_, effects) = play.scene.resume().expect("work");
    assert_eq!(effects, [PipelineEffect::Do(PipelineStep::Explore { attempt: 1 })]);
    play.step(PipelineStep::Explore { attempt: 1 });
    play.step(PipelineStep::Frame { attempt: 1, from: 0 });
    let validate = PipelineStep::Validate { stage: Stage::SolutionValidation, attempt: 1, cycle: 1 };
    assert_eq!(play.steps(), [validate]);
    let begun = play.step(validate);
    assert_eq!(begun.len(), 2, "two calls of four and two items");
    // One of the two comes to its end before the server dies.
    let PipelineEffect::Do(first) = begun[0] else { panic!("a step") };
    assert_eq!(play.step(first), []);
    play.scene.restart();
    let (_, again) = play.scene.resume().expect("work");
    assert_eq!(again, [begun[1]], "what was answered is not asked again");
    play.run();
    assert!(play.view().is_in_review());
}

#[test]
fn a_late_result_changes_nothing() {
    let mut play = Play::begin(&["a"], Script::default(), None);
    play.scene.resume();
    let step = PipelineStep::Explore { attempt: 1 };
    play.step(step);
    let news = StepNews::Explored { findings: Vec::new(), left_out: Vec::new() };
    let result = Box::new(StepResult { fell_back: None, news });
    assert!(play.scene.give(PipelineInput::Done { step, result }).is_err());
}

#[test]
fn one_attempt_is_in_progress_and_is_written_last() {
    let mut play = Play::begin(&["a"], Script::default(), None);
    play.scene.resume();
    let step = PipelineStep::Explore { attempt: 1 };
    let news = StepNews::Explored { findings: play.view().source.findings.clone(), left_out: Vec::new() };
    let result = Box::new(StepResult { fell_back: None, news });
    let (append, _) = play.scene.give(PipelineInput::Done { step, result }).expect("taken");
    let Rows::Pipeline(rows) = append.rows else { panic!("rows of a pipeline") };
    let statuses: Vec<StageStatus> = rows.stages.iter().map(|stage| stage.status).collect();
    assert_eq!(statuses, [StageStatus::Completed, StageStatus::InProgress]);
}

#[test]
fn stopping_ends_what_is_under_way() {
    let mut play = Play::begin(&["a"], Script::default(), None);
    play.scene.resume();
    let (_, effects) = play.scene.give(PipelineInput::Command(Box::new(PipelineCommand::Stop))).expect("stopped");
    assert_eq!(effects, [PipelineEffect::Stop(PipelineStep::Explore { attempt: 1 })]);
    assert_eq!(play.view().status(), PipelineStatus::Stopped);
    let again = play.command(PipelineCommand::Stop).err().expect("refused");
    assert_eq!(again.detail, "this pipeline is stopped: there is nothing to stop");
}

#[test]
fn a_model_that_is_gone_is_replaced_for_the_rest() {
    let mut play = Play::begin(&["a", "b", "c", "d", "e", "f", "g", "h", "i"], Script::default(), Some("m"));
    play.scene.resume();
    play.step(PipelineStep::Explore { attempt: 1 });
    let framed = StepResult { fell_back: Some("no answer".into()), news: StepNews::Nothing };
    let refused = PipelineInput::Done { step: PipelineStep::Frame { attempt: 1, from: 0 }, result: Box::new(framed) };
    assert!(play.scene.give(refused).is_err(), "a step without a result is none");
    play.step(PipelineStep::Frame { attempt: 1, from: 0 });
    let begun = play.step(PipelineStep::Validate { stage: Stage::SolutionValidation, attempt: 1, cycle: 1 });
    assert_eq!(begun.len(), 3);
    let PipelineEffect::Do(PipelineStep::Produce { first, .. }) = begun[0] else { panic!("solutions") };
    let made = play.view().todo[..4].to_vec();
    assert_eq!(made[0], first);
    let StepNews::Produced { made, calls, .. } = news_of(&mut play, begun[0]) else { panic!("solutions") };
    play.give(
        step_of(begun[0]),
        StepResult { fell_back: Some("no answer".into()), news: StepNews::Produced { made, framed: 0, calls } },
    );
    assert_eq!(play.view().engine(), "built_in");
    // The other calls of the model are still wanted, and none is begun anew: they were paid for.
    assert_eq!(play.step(step_of(begun[1])), []);
    assert_eq!(play.view().todo.len(), 1);
    play.step(step_of(begun[2]));
    play.run();
    assert!(play.view().is_in_review());
}

#[test]
fn an_artifact_names_who_made_it() {
    let mut play = Play::begin(&["a"], Script::default(), None);
    play.scene.resume();
    play.step(PipelineStep::Explore { attempt: 1 });
    let step = PipelineStep::Frame { attempt: 1, from: 0 };
    let StepNews::Produced { made, framed, mut calls } = play.news(step) else { panic!("briefs") };
    let Produced::Brief { id, .. } = made[0] else { panic!("a brief") };
    calls[0].made = vec![id];
    play.give(step, StepResult { fell_back: None, news: StepNews::Produced { made, framed, calls } });
    let one = play.view().opportunity(id).expect("framed");
    let producer = one.producer(Agent::OpportunityPm).expect("somebody");
    assert_eq!((producer.engine.as_str(), producer.prompt_version.as_str()), ("scripted", "1"));
    assert_eq!(one.producer(Agent::SolutionDesigner), None);
}

fn step_of(effect: PipelineEffect) -> PipelineStep {
    match effect {
        PipelineEffect::Do(step) | PipelineEffect::Stop(step) => step,
    }
}

fn news_of(play: &mut Play, effect: PipelineEffect) -> StepNews {
    play.news(step_of(effect))
}

#[test]
fn a_model_that_cannot_be_used_at_the_start_is_named() {
    let place = (PipelineId(Uuid::from_u128(7)), ProjectId(Uuid::from_u128(6)), BY);
    let start = (Stage::Exploration, Vec::new());
    let mut pipeline = Pipeline::new(TenantId(Uuid::from_u128(8)), place, PipelineSource::default(), start, None);
    pipeline.view.fell_back = Some("the key is refused".into());
    let mut scene = testkit::Stage::new(pipeline);
    scene.give(PipelineInput::Request).expect("taken");
    scene.restart();
    let view = &scene.machine.view;
    assert_eq!((view.engine(), view.fell_back.as_deref()), ("built_in", Some("the key is refused")));
}

#[test]
fn a_verdict_that_failed_says_nothing_about_the_producer() {
    for (verdict, expected) in [(None, 0), (Some(Vec::new()), 1)] {
        let mut play = Play::begin(&["a"], Script { verdicts: [verdict].into(), ..Script::default() }, None);
        play.scene.resume();
        play.step(PipelineStep::Explore { attempt: 1 });
        play.step(PipelineStep::Frame { attempt: 1, from: 0 });
        let step = PipelineStep::Validate { stage: Stage::SolutionValidation, attempt: 1, cycle: 1 };
        let result = Box::new(StepResult { fell_back: None, news: play.news(step) });
        let (append, _) = play.scene.give(PipelineInput::Done { step, result }).expect("taken");
        let Rows::Pipeline(rows) = append.rows else { panic!("rows of a pipeline") };
        assert_eq!(rows.validations.len(), expected);
    }
}

#[test]
fn what_was_split_goes_back_as_its_parts() {
    let script = Script { verdicts: [Some(vec!["bc"])].into(), revisions: [vec!["b", "c"]].into(), ..Script::default() };
    let mut play = Play::begin(&["a", "bc"], script, None);
    play.scene.resume();
    while play.view().contract.retries == 0 {
        let step = play.steps()[0];
        play.step(step);
    }
    let way = SendBack { to_stage: Stage::OpportunityFraming, guidance: "again".into(), by: BY };
    play.command(PipelineCommand::SendBack(way)).expect("sent back");
    assert!(play.view().is_in_review());
    assert_eq!(play.items(Stage::OpportunityFraming), ["a", "b", "c"]);
    assert!(play.view().listed().iter().all(|one| one.status == OpportunityStatus::InReview));
}

#[test]
fn work_goes_back_one_stage_and_nowhere_else() {
    for (at, back) in [
        (Stage::SolutionValidation, Stage::OpportunityFraming),
        (Stage::FeasibilityRisk, Stage::SolutionValidation),
        (Stage::Prioritization, Stage::FeasibilityRisk),
    ] {
        let mut play = Play::begin(&["a", "b"], Script::default(), None);
        play.scene.resume();
        while play.view().active().map(|stage| stage.stage) != Some(at) {
            let step = play.steps()[0];
            play.step(step);
        }
        for to in Stage::ALL.into_iter().filter(|to| *to != back) {
            let way = SendBack { to_stage: to, guidance: "again".into(), by: BY };
            let refusal = play.command(PipelineCommand::SendBack(way)).err().expect("refused");
            assert!(refusal.detail.ends_with(&format!("it can go back to {}", back.name())), "{}", refusal.detail);
        }
        let way = SendBack { to_stage: back, guidance: "Look at the phone".into(), by: BY };
        play.command(PipelineCommand::SendBack(way)).expect("sent back");
        play.run();
        assert!(play.view().is_in_review(), "{at:?}");
        let attempts = |stage: Stage| play.view().stages.iter().filter(|one| one.stage == stage).count();
        assert_eq!((attempts(back), attempts(at)), (2, 2));
        let first = play.view().stages.iter().find(|one| one.stage == at).expect("reached");
        assert_eq!(first.status, StageStatus::SentBack);
    }
}
