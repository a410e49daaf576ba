//! Moving an interview to another version of its objective, or to another objective.

use domain::interview::{Input, Mapped, Target, migration};
use protocol::{
    ObjectiveId,
    interview::{InterviewCommand, NewObligation, ObjectiveDefinition, Status},
};
use serde_json::json;
use std::sync::Arc;
use testkit::{Shape, ShapeObjective, Talk, definition, saying, template};
use uuid::Uuid;

fn target(definition: ObjectiveDefinition) -> Target {
    Target { id: ObjectiveId(Uuid::from_u128(4)), version: "2.0.0".into(), definition: Arc::new(definition) }
}

/// a stays, b is known under another name, size takes another kind of value, d is gone, e is new.
fn next() -> Target {
    let next = [template("e").after(&["a"]), template("a"), template("bee").path("profile.b"), template("size").number()];
    target(definition(next.to_vec()).requiring(&["a"]).closing_with(2, 0.5))
}

fn talk() -> Talk {
    let mut talk = Talk::over(definition(["a", "b", "size", "d"].map(template).to_vec()));
    talk.hear(saying("Red and large").found("a", "Red", 0.9).found("size", "large", 0.9));
    talk.hear(saying("Dogs").found("d", "Dogs", 0.9));
    talk.by_hand(InterviewCommand::SetValue { key: "b".into(), value: json!("Blue") }).expect("set");
    let obligation = NewObligation { key: "own".into(), prompt: "What else?".into(), ..NewObligation::default() };
    talk.by_hand(InterviewCommand::AddObligation { obligation }).expect("added");
    talk
}

#[test]
fn it_is_seen_before_it_is_done() {
    let talk = talk();
    let plan = migration(talk.view(), &next()).expect("another version");
    let mapped = |from: &str, to: &str, fits| Mapped { from: from.into(), to: to.into(), fits };
    assert_eq!(
        plan.mapped,
        [mapped("a", "a", true), mapped("b", "bee", true), mapped("size", "size", false), mapped("own", "own", true)]
    );
    assert_eq!((plan.new, plan.aside), (vec!["e".to_owned()], vec!["d".to_owned()]));
    migration(talk.view(), &Target { version: "1.0.0".into(), ..next() }).expect_err("it has that version");
}

#[test]
fn nothing_is_lost() {
    let mut talk = talk();
    talk.give(Input::Migrate(Box::new(next()))).expect("moved");
    let view = talk.view();
    assert_eq!(view.obligations.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["e", "a", "bee", "size", "own"]);
    assert_eq!(view.objective_version, "2.0.0");
    assert_eq!([talk.one("a").value.clone(), talk.one("bee").value.clone()], [Some(json!("Red")), Some(json!("Blue"))]);
    assert!(talk.one("a").evidence.is_some() && talk.one("e").dependencies_resolved);
    let size = talk.one("size");
    assert_eq!((size.status, &size.value, size.past[0].value.clone()), (Status::Pending, &None, json!("large")));
    assert_eq!(view.retired("d").map(|one| one.obligation.value.clone()), Some(Some(json!("Dogs"))));
    talk.wake();
    talk.hear(saying("Nine").found("size", json!(9), 0.9));
    assert_eq!(talk.status("size"), Status::Satisfied);

    let mut back = next();
    back.version = "3.0.0".into();
    back.definition = Arc::new(definition(["a", "d"].map(template).to_vec()));
    talk.give(Input::Migrate(Box::new(back))).expect("moved on");
    assert_eq!(talk.one("d").value, Some(json!("Dogs")), "what was kept aside is known again");
}
