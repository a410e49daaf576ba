//! Where there is nothing in which anything could be looked up.

use super::{by_hand, found, give, last, objective, take_up, triggers};
use domain::{
    RefusalKind,
    interview::{Input, Manner, Move, Next, Remark, StepResult},
};
use protocol::{interview::InterviewCommand, research::Trigger};
use serde_json::json;
use testkit::{Talk, saying};

#[test]
fn nothing_begins_where_nothing_can_be_searched() {
    let mut talk = Talk::over(objective());
    talk.command(by_hand("offer")).expect("possible");
    let searched = take_up(&mut talk)[0];
    give(&mut talk, searched, StepResult::Searched(found(&["a.example"])));
    give(&mut talk, searched, StepResult::Failed("it fell asleep".into()));
    talk.command(by_hand("team")).expect("possible");
    let unsearched = last(&talk).id;
    talk.command(InterviewCommand::CancelResearch { id: unsearched }).expect("possible");
    talk.interview.searchable = false;
    let begun = talk.view().research.len();
    talk.hear(saying("GDPR").found("compliance", "GDPR", 0.95));
    talk.hear(saying("some people").found("target_market", "some people", 0.5).manner(Manner::Vague));
    talk.by_hand(InterviewCommand::SetValue { key: "compliance".into(), value: json!("HIPAA") }).expect("it fits");
    talk.give(Input::Revisited).expect("always possible");
    assert_eq!(talk.view().research.len(), begun, "not by itself");

    let plan = talk.hear(saying("can you look that up?").doing(Move::AskResearch { key: None }));
    assert_eq!(plan.remarks, [Remark::NothingToSearch]);
    let refused = talk.command(by_hand("risk")).expect_err("what for");
    assert!(refused.kind == RefusalKind::Conflict && refused.detail.contains("SEARXNG_URL"), "{refused}");
    assert!(talk.command(InterviewCommand::RetryResearch { id: unsearched }).is_err());
    talk.command(InterviewCommand::RetryResearch { id: searched }).expect("what it found can still be read");
    assert_eq!(talk.view().research.len(), begun);

    talk.interview.searchable = true;
    talk.hear(saying("hm"));
    assert_eq!(triggers(&talk).last(), Some(&("compliance", Trigger::ComplexDomain)), "as soon as something can be searched");
}

#[test]
fn a_question_stays_where_it_cannot_be_looked_up() {
    let mut talk = Talk::over(objective());
    talk.interview.searchable = false;
    let asked = talk.waited_for().expect("a question").to_owned();
    let plan = talk.hear(saying("can you look that up?").doing(Move::AskResearch { key: None }));
    assert_eq!(plan.remarks, [Remark::NothingToSearch]);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if *key == asked), "{:?}", plan.next);
}
