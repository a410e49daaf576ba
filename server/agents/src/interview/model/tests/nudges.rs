//! Replies that cannot be used are sent back, three times at most.

use super::{answer, greeted, understand};
use domain::{
    interview::EngineFault,
    models::{ModelFault, TurnSpeaker, Usage},
};
use std::sync::Arc;
use testkit::{ModelScript, ScriptedModel};

fn heard() -> domain::interview::Heard {
    let mut talk = greeted();
    talk.say("We sell cheese").expect("taken");
    talk.engine_input()
}

fn cut() -> ModelFault {
    ModelFault::Truncated { usage: Usage::default(), cost: None }
}

fn good() -> ModelScript {
    ModelScript::Text(answer(&[("goods", "cheese", "cheese", "direct")], &[]).to_string())
}

#[test]
fn it_is_told_what_was_wrong_and_may_do_better() {
    let bad = [
        ModelScript::Text("I understood that you sell cheese!".into()),
        ModelScript::Fails(cut()),
        ModelScript::Fails(ModelFault::Malformed("the reply is empty".into())),
    ];
    for many in 1..=3 {
        let model = Arc::new(ScriptedModel::new(bad[..many].iter().cloned(), Some(good())));
        assert_eq!(understand(&model, &heard()).expect("understood").findings.len(), 1, "after {many}");
        let asked = model.requests();
        assert_eq!(asked.len(), many + 1);
        let last = asked.last().expect("asked");
        assert_eq!((last.turns.len(), last.turns[1].speaker), (3, TurnSpeaker::Model));
        assert!(last.turns[2].text.contains("it is not the JSON that was asked for"), "{}", last.turns[2].text);
        assert_eq!(last.turns[2].text.contains("it was longer than permitted"), many > 1, "and speakers take turns");
    }
}

#[test]
fn after_three_nudges_it_has_failed() {
    let model = Arc::new(ScriptedModel::always(ModelScript::Text("{\"satisfied\": true}".into())));
    let fault = understand(&model, &heard()).expect_err("nothing usable");
    assert_eq!((fault.kind(), model.requests().len()), ("malformed", 4));
    let model = Arc::new(ScriptedModel::always(ModelScript::Fails(cut())));
    assert_eq!(understand(&model, &heard()).expect_err("cut").kind(), "truncated");
}

#[test]
fn what_a_nudge_cannot_help_is_not_asked_again() {
    for fault in [
        ModelFault::Refused("no".into()),
        ModelFault::TimedOut,
        ModelFault::Unreachable("gone".into()),
        ModelFault::Unauthorized("key".into()),
        ModelFault::NotConfigured,
        ModelFault::Overloaded { retry_after: None },
    ] {
        let model = Arc::new(ScriptedModel::always(ModelScript::Fails(fault.clone())));
        assert_eq!(understand(&model, &heard()), Err(EngineFault::Model(fault)));
        assert_eq!(model.requests().len(), 1);
    }
}
