//! What one decision costs, in small objectives and in hundreds of obligations that all wait for each other.
//! `cargo bench -p domain`

use divan::{Bencher, black_box};
use domain::{
    Stamp,
    interview::{Decision, Finding, Input, Interview, Manner, Opening, Quote, Understanding, decide, open, resume},
};
use protocol::{
    Confidence, ObjectiveId, SessionId, TenantId, UserId,
    interview::{ContextType, Engine, InterviewCommand, ObjectiveDefinition},
};
use std::sync::Arc;
use testkit::{CountedIds, MORNING, Shape, ShapeObjective, definition, template};
use uuid::Uuid;

fn main() {
    divan::main();
}

/// Each obligation waits for the one before it.
fn chain(length: usize) -> ObjectiveDefinition {
    let key = |number: usize| format!("question_{number}");
    let all = (0..length).map(|number| match number.checked_sub(1) {
        Some(before) => template(&key(number)).after(&[&key(before)]),
        None => template(&key(0)),
    });
    definition(all.collect()).requiring(&["question_0"])
}

/// An interview in which the first `known` obligations are satisfied and the next one was asked and answered.
struct Scene {
    interview: Interview,
    ids: CountedIds,
    answer: Input,
}

impl Scene {
    fn new(length: usize, known: usize) -> Self {
        let ids = CountedIds::default();
        let stamp = Stamp { now: MORNING, ids: &ids };
        let opening = Opening {
            id: SessionId(Uuid::from_u128(1)),
            tenant: TenantId(Uuid::from_u128(2)),
            owner: UserId(Uuid::from_u128(3)),
            context_type: ContextType::IdeaDiscovery,
            objective_id: ObjectiveId(Uuid::from_u128(4)),
            objective_version: "1.0.0".into(),
            definition: Arc::new(chain(length)),
        };
        let opened = open(opening, &stamp).drafted;
        let mut interview = Interview::from_events(opened.tenant, opened.owner, &opened.events).expect("begins with Opened");
        let take = |decision: Decision, interview: &mut Interview| {
            decision.drafted.events.iter().for_each(|event| interview.view.apply(event));
            if let Some(reply) = interview.view.replying {
                let input = Input::Replied { reply, text: "And then?".into(), engine: Engine::BuiltIn, fell_back: None };
                let worded = decide(interview, input, &stamp).expect("a reply is being written");
                worded.drafted.events.iter().for_each(|event| interview.view.apply(event));
            }
        };
        let greeting = resume(&interview, &stamp).expect("a greeting was begun");
        take(greeting, &mut interview);
        for number in 0..known {
            let command = InterviewCommand::SetValue { key: format!("question_{number}"), value: "known".into() };
            let decision = decide(&interview, Input::Command(command), &stamp).expect("it fits");
            take(decision, &mut interview);
        }
        let say = InterviewCommand::Say { text: "All of them".into(), client_message_id: None, widget: None, spoken: None };
        let said = decide(&interview, Input::Command(say), &stamp).expect("it is taken").drafted;
        said.events.iter().for_each(|event| interview.view.apply(event));
        let finding = Finding {
            key: format!("question_{known}"),
            value: "All of them".into(),
            confidence: Confidence::new(0.9),
            manner: Manner::Direct,
            quote: Quote { turn: None, start: 0, end: 11 },
        };
        let understanding = Understanding { findings: vec![finding], ..Understanding::default() };
        let answer = Input::Understood { reply: interview.view.replying.expect("begun"), understanding, fell_back: None };
        Self { interview, ids, answer }
    }

    fn decide(&self) -> Decision {
        decide(&self.interview, self.answer.clone(), &Stamp { now: MORNING, ids: &self.ids }).expect("it is understood")
    }
}

/// Understanding the answer to one question: values, states, dependencies, completeness, the next question.
#[divan::bench(args = [12, 200, 500])]
fn first_answer(bencher: Bencher<'_, '_>, length: usize) {
    let scene = Scene::new(length, 0);
    bencher.bench_local(|| black_box(scene.decide()));
}

#[divan::bench(args = [12, 200, 500])]
fn answer_in_the_middle(bencher: Bencher<'_, '_>, length: usize) {
    let scene = Scene::new(length, length / 2);
    bencher.bench_local(|| black_box(scene.decide()));
}

#[divan::bench(args = [12, 200, 500])]
fn a_change_by_hand(bencher: Bencher<'_, '_>, length: usize) {
    let scene = Scene::new(length, length / 2);
    let command = InterviewCommand::Reopen { key: "question_0".into(), reason: None };
    bencher.bench_local(|| {
        let stamp = Stamp { now: MORNING, ids: &scene.ids };
        black_box(decide(&scene.interview, Input::Command(command.clone()), &stamp).expect("it is answered"))
    });
}

#[divan::bench(args = [12, 200, 500])]
fn reevaluation(bencher: Bencher<'_, '_>, length: usize) {
    let scene = Scene::new(length, length / 2);
    bencher.bench_local(|| {
        let stamp = Stamp { now: MORNING, ids: &scene.ids };
        black_box(
            decide(&scene.interview, Input::Command(InterviewCommand::Reevaluate { key: None }), &stamp)
                .expect("always possible"),
        )
    });
}
