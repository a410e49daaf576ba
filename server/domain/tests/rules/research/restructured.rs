//! What becomes of research when the questions of an interview change.

use super::*;
use domain::interview::Target;
use protocol::{ObjectiveId, interview::NewObligation};
use std::sync::Arc;

/// Another version of the objective, with these questions.
fn moved(talk: &mut Talk, templates: Vec<ObligationTemplate>) {
    let (id, definition) = (ObjectiveId(Uuid::from_u128(4)), Arc::new(definition(templates)));
    talk.give(Input::Migrate(Box::new(Target { id, version: "2.0.0".into(), definition }))).expect("moved");
    talk.word();
}

fn without(key: &str) -> Vec<ObligationTemplate> {
    objective().obligations.into_iter().filter(|one| one.key != key).collect()
}

/// What is looked up about an answer, and whether that is under way.
fn under_way(key: &str, taken_up: bool) -> (Talk, ResearchId) {
    let mut talk = Talk::over(objective());
    talk.command(by_hand(key)).expect("possible");
    if taken_up {
        take_up(&mut talk);
    }
    let id = last(&talk).id;
    (talk, id)
}

fn follow_ups(talk: &Talk) -> Vec<&str> {
    talk.view().memory.pending_follow_ups.iter().map(|one| one.obligation_key.as_str()).collect()
}

#[test]
fn it_goes_along_with_a_question_that_is_renamed() {
    let (mut talk, id, about) = looked_up(0.75, &["a.example"]);
    let otherwise = ("a.example", Stance::Contradicts, Some(json!("large firms")), "large firms are many");
    give(&mut talk, id, judged(about, &[otherwise]));
    talk.word();
    assert_eq!(talk.view().conflicts[0].keys, ["target_market"]);
    assert!(follow_ups(&talk).contains(&"target_market"));
    let sure = talk.one("target_market").confidence;

    let was = talk.view().template("target_market").cloned().expect("known");
    let renamed = ObligationTemplate { key: "audience".into(), label: Some(was.name()), ..was };
    moved(&mut talk, [vec![renamed], without("target_market")].concat());
    assert_eq!((last(&talk).asked.obligation_key.as_deref(), last(&talk).findings().len()), (Some("audience"), 1));
    assert_eq!(talk.view().conflicts[0].keys, ["audience"]);
    assert!(follow_ups(&talk).contains(&"audience") && !follow_ups(&talk).contains(&"target_market"));

    talk.command(InterviewCommand::UndoResearch { id }).expect("it can still be taken back");
    talk.word();
    assert!(last(&talk).undone && talk.view().conflicts.is_empty() && !follow_ups(&talk).contains(&"audience"));
    assert!(talk.one("audience").confidence > sure);

    talk.hear(saying("small businesses, more or less").found("audience", "small businesses", 0.5).manner(Manner::Vague));
    assert_eq!(talk.view().research.len(), 1, "not the same twice");
}

#[test]
fn what_is_open_goes_along_with_a_question_that_is_merged() {
    for taken_up in [false, true] {
        let (mut talk, id) = under_way("team", taken_up);
        talk.by_hand(InterviewCommand::Merge { keys: vec!["team".into()], into: "risk".into() }).expect("merged");
        let task = last(&talk);
        assert_eq!((task.asked.obligation_key.as_deref(), task.status.is_over()), (Some("risk"), false));
        take_up(&mut talk);
        give(&mut talk, id, StepResult::Searched(found(&["a.example"])));
        give(&mut talk, id, StepResult::Read(PageRead { hit: 0, source: Some(source("a.example")), fault: None }));
        let value = Some(json!("ruin"));
        give(&mut talk, id, judged(0, &[("a.example", Stance::Informs, value.clone(), "ruin is what they fear")]));
        assert_eq!((last(&talk).status, &talk.one("risk").value), (TaskStatus::Completed, &value), "it has an effect");
    }
}

#[test]
fn nothing_is_looked_up_about_what_is_not_asked_any_more() {
    let part = |key: &str| NewObligation { key: key.into(), prompt: "Which?".into(), ..NewObligation::default() };
    type Way<'a> = (&'a str, &'a dyn Fn(&mut Talk));
    let split: Way<'_> = ("split", &|talk| {
        let into = vec![part("product"), part("price")];
        talk.by_hand(InterviewCommand::Split { key: "offer".into(), into }).expect("split");
    });
    let aside: Way<'_> = ("set aside", &|talk| moved(talk, without("offer")));
    for (way, change) in [split, aside] {
        for taken_up in [false, true] {
            let (mut talk, id) = under_way("offer", taken_up);
            change(&mut talk);
            let (task, error) = (last(&talk), "the question that it was about is not asked any more");
            assert_eq!((task.status, task.error.as_deref()), (TaskStatus::Failed, Some(error)), "{way}");
            assert!(talk.researching.is_empty(), "{way}: whatever worked on it is stopped");
            assert!(take_up(&mut talk).is_empty(), "{way}");
            let again = talk.command(InterviewCommand::RetryResearch { id }).expect_err("it would have no effect");
            assert_eq!(again.kind, RefusalKind::Conflict, "{way}: {again}");
        }
    }
}
