//! An ask plans, carries out what is ready, asks back where it must, and does nothing twice (seed 004; issue of asks, Running).

use domain::{
    ask::{Ask, AskCommand, AskEffect, AskInput, AskNews, AskResult, AskStep},
    live::{Append, Rows},
};
use protocol::{
    AskId, ConversationId, ProjectId, TenantId, UserId,
    ask::{
        Answer, AskCost, AskMode, AskPlan, AskRequest, AskStatus, Clarification, ClarifyAnswer, ClarifyOption, DiscoveredContext,
        ModeChoice, PlanStep, PlanSteps, StepAction, StepView,
    },
    work::{StepState, WorkStatus},
};
use testkit::Stage;
use uuid::Uuid;

const BY: UserId = UserId(Uuid::from_u128(9));

fn stage(model: Option<&str>) -> Stage<Ask> {
    let request = AskRequest { question: "How many ferries run?".into(), ..AskRequest::default() };
    let place = (ProjectId(Uuid::from_u128(6)), ConversationId(Uuid::from_u128(5)));
    let ask = Ask::new(TenantId(Uuid::from_u128(8)), BY, AskId(Uuid::from_u128(7)), place, request, model.map(str::to_owned));
    let mut stage = Stage::new(ask);
    stage.give(AskInput::Request { kept: Vec::new() }).expect("taken");
    stage
}

fn done(step: AskStep, news: AskNews) -> AskInput {
    let mode = ModeChoice { mode: AskMode::Exploratory, why: "it asks for data".into() };
    let mode = matches!(step, AskStep::Plan { .. }).then_some(mode);
    AskInput::Done { step, result: Box::new(AskResult { mode, news, ..AskResult::default() }) }
}

fn planned(steps: &[(u32, &[u32])]) -> AskNews {
    let step = |(number, depends_on): &(u32, &[u32])| PlanStep {
        number: *number,
        goal: format!("step {number}"),
        databases: Vec::new(),
        tables: Vec::new(),
        inputs: Vec::new(),
        depends_on: depends_on.to_vec(),
        action: StepAction::Query { sql: "SELECT 1".into() },
    };
    let plan = AskPlan {
        reasoning: String::new(),
        discovered_context: DiscoveredContext::default(),
        plan: PlanSteps { steps: steps.iter().map(step).collect() },
    };
    AskNews::Planned { plan: Box::new(plan), cost: AskCost::default() }
}

fn stepped(number: u32, state: StepState) -> AskInput {
    let step = StepView {
        number,
        goal: format!("step {number}"),
        action: "query".into(),
        state,
        sql: None,
        tool: None,
        table: None,
        error: (state == StepState::Failed).then(|| "no such table".into()),
        failed_attempts: Vec::new(),
        warnings: Vec::new(),
        elapsed_ms: 1,
    };
    done(AskStep::Run(number), AskNews::Stepped { step: Box::new(step), cost: AskCost { usd: 0.01, ..AskCost::default() } })
}

fn steps(effects: &[AskEffect]) -> Vec<AskStep> {
    let step = |effect: &AskEffect| match effect {
        AskEffect::Do(step) | AskEffect::Stop(step) => *step,
    };
    effects.iter().map(step).collect()
}

fn give(stage: &mut Stage<Ask>, input: AskInput) -> Vec<AskStep> {
    steps(&stage.give(input).expect("taken").1)
}

const PLAN: AskStep = AskStep::Plan { round: 0 };

#[test]
fn independent_steps_go_together_and_the_others_wait_for_what_they_read() {
    let mut stage = stage(None);
    assert_eq!(steps(&stage.resume().expect("work").1), [PLAN]);
    let plan = planned(&[(1, &[]), (2, &[]), (3, &[1, 2])]);
    assert_eq!(give(&mut stage, done(PLAN, plan)), [AskStep::Run(1), AskStep::Run(2)]);
    assert_eq!(give(&mut stage, stepped(2, StepState::Done)), []);
    assert!(stage.give(stepped(2, StepState::Done)).is_err(), "a result counts once");
    // The server dies: only what has no result is done again.
    stage.restart();
    assert_eq!(steps(&stage.resume().expect("work").1), [AskStep::Run(1)]);
    assert_eq!(give(&mut stage, stepped(1, StepState::Failed)), [AskStep::Run(3)], "a failed step ends the waiting too");
    assert_eq!(give(&mut stage, stepped(3, StepState::Done)), [AskStep::Conclude]);
    let answer = Answer { text: "Four.".into(), ..Answer::default() };
    let news = AskNews::Concluded { answer: Box::new(answer), cost: AskCost::default() };
    let (append, effects) = stage.give(done(AskStep::Conclude, news)).expect("taken");
    assert!(effects.is_empty() && !append.stream.open && append.stream.wake_at.is_none());
    let Append { rows: Rows::Ask(rows), .. } = append else { panic!("rows of an ask") };
    assert_eq!((rows.row.status, rows.row.answer.as_deref()), (AskStatus::Completed, Some("Four.")));
    // Nothing was found out that answers it, and lists know.
    let found = rows.kept.iter().find(|part| part.name == "found").and_then(|part| part.value.as_bool());
    assert_eq!((rows.row.found, found), (Some(false), Some(false)));
    assert!((rows.row.usd - 0.03).abs() < 1e-9);
    assert!(stage.resume().is_none());
}

#[test]
fn a_model_looks_around_one_stored_round_after_the_other() {
    let mut stage = stage(Some("a model"));
    stage.resume().expect("work");
    let round = || AskNews::Discovered { lookups: Vec::new(), cost: AskCost { input_tokens: 7, ..AskCost::default() } };
    assert_eq!(give(&mut stage, done(PLAN, round())), [AskStep::Plan { round: 1 }]);
    stage.restart();
    assert_eq!(steps(&stage.resume().expect("work").1), [AskStep::Plan { round: 1 }], "a paid round is not paid again");
    assert_eq!(give(&mut stage, done(AskStep::Plan { round: 1 }, planned(&[]))), [AskStep::Conclude]);
    assert_eq!((stage.machine.view.rounds, stage.machine.view.cost.input_tokens), (1, 7));
    assert_eq!(stage.machine.view.engine(), "a model");
}

#[test]
fn what_is_asked_back_waits_for_a_person_without_a_server() {
    let mut stage = stage(None);
    stage.resume().expect("work");
    let option = |value: &str| ClarifyOption { value: value.into(), label: value.into(), meaning: String::new() };
    let question = Clarification {
        id: "Q1".into(),
        text: "Which name is meant?".into(),
        options: vec![option("crew.name"), option("ships.name")],
        about: "name".into(),
        personal: false,
    };
    let news = AskNews::Unclear { questions: vec![question], cost: AskCost::default() };
    let (append, effects) = stage.give(done(PLAN, news)).expect("taken");
    assert!(effects.is_empty() && append.stream.open && append.stream.wake_at.is_none(), "nobody has to look after it");
    assert_eq!(stage.machine.view.status(), AskStatus::Clarifying);
    assert!(stage.resume().is_none());
    let clarify = |id: &str, value: &str| {
        let answers = vec![ClarifyAnswer { question_id: id.into(), value: value.into(), remember: false }];
        AskInput::Command(AskCommand::Clarify { answers, by: BY })
    };
    assert!(stage.give(clarify("Q9", "crew.name")).is_err(), "nobody asked that");
    assert!(stage.give(clarify("Q1", "  ")).is_err(), "an empty answer says nothing");
    assert_eq!(give(&mut stage, clarify("Q1", "crew.name")), [AskStep::Plan { round: 1 }]);
    assert!(stage.give(clarify("Q1", "ships.name")).is_err(), "it is settled");
    assert_eq!(stage.machine.view.status(), AskStatus::Running);
}

#[test]
fn a_step_that_asks_back_is_carried_out_again_with_the_answer() {
    let mut stage = stage(None);
    stage.resume().expect("work");
    give(&mut stage, done(PLAN, planned(&[(1, &[]), (2, &[1])])));
    let question = Clarification { id: "Q1".into(), text: "Which status is meant?".into(), ..Clarification::default() };
    let news = AskNews::Unclear { questions: vec![question], cost: AskCost::default() };
    assert_eq!(give(&mut stage, done(AskStep::Run(1), news)), []);
    assert_eq!(stage.machine.view.status(), AskStatus::Clarifying);
    stage.restart();
    assert!(stage.resume().is_none(), "it waits for a person");
    let answers = vec![ClarifyAnswer { question_id: "Q1".into(), value: "Closed".into(), remember: false }];
    let clarify = AskInput::Command(AskCommand::Clarify { answers, by: BY });
    assert_eq!(give(&mut stage, clarify), [AskStep::Run(1)], "what was planned stays");
    assert_eq!(give(&mut stage, stepped(1, StepState::Done)), [AskStep::Run(2)]);
}

#[test]
fn an_ask_is_cancelled_with_everything_that_is_under_way() {
    let mut stage = stage(None);
    stage.resume().expect("work");
    give(&mut stage, done(PLAN, planned(&[(1, &[]), (2, &[])])));
    let (append, effects) = stage.give(AskInput::Command(AskCommand::Cancel)).expect("taken");
    assert_eq!(effects, [AskEffect::Stop(AskStep::Run(1)), AskEffect::Stop(AskStep::Run(2))]);
    assert!(!append.stream.open);
    assert_eq!(stage.machine.view.work.status, WorkStatus::Cancelled);
    assert!(stage.give(stepped(1, StepState::Done)).is_err() && stage.give(AskInput::Command(AskCommand::Cancel)).is_err());
}

#[test]
fn what_ends_its_server_again_and_again_is_given_up() {
    let mut stage = stage(None);
    for _ in 0..5 {
        assert_eq!(steps(&stage.resume().expect("work").1), [PLAN]);
        stage.restart();
    }
    let (append, effects) = stage.resume().expect("an end");
    assert!(effects.is_empty() && !append.stream.open);
    assert_eq!(stage.machine.view.work.status, WorkStatus::Failed);
}
