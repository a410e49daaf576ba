//! Obligations merged, split and added while an interview runs.

use domain::interview::{AuditType, projection};
use protocol::interview::{InterviewCommand, NegotiationStatus, NewObligation, OriginLayer, Source, Status, WidgetType};
use serde_json::{Value, json};
use testkit::{Shape, ShapeObjective, Talk, definition, saying, template};

/// c waits for b; b is required.
fn talk() -> Talk {
    let keys = [template("a").priority(3), template("b").priority(9).number(), template("c").after(&["b"]), template("d")];
    Talk::over(definition(keys.to_vec()).requiring(&["b"]).closing_with(3, 0.5))
}

fn set(talk: &mut Talk, key: &str, value: Value) {
    talk.by_hand(InterviewCommand::SetValue { key: key.into(), value }).expect("set");
}

fn merge(keys: &[&str], into: &str) -> InterviewCommand {
    InterviewCommand::Merge { keys: keys.iter().map(|&key| key.to_owned()).collect(), into: into.into() }
}

fn keys(talk: &Talk) -> Vec<&str> {
    talk.view().obligations.iter().map(|one| one.key.as_str()).collect()
}

fn new(key: &str, prompt: &str) -> NewObligation {
    NewObligation { key: key.into(), prompt: prompt.into(), ..NewObligation::default() }
}

#[test]
fn a_merge_by_what_both_hold() {
    // What a and d hold, what is held after, how sure in hundredths, whether it is negotiated.
    type Case = (Option<Value>, Option<Value>, Option<Value>, u8, bool);
    let cases: [Case; 5] = [
        (None, None, None, 0, false),
        (Some(json!("x")), None, Some(json!("x")), 98, false),
        (None, Some(json!("y")), Some(json!("y")), 98, false),
        (Some(json!("x")), Some(json!("x")), Some(json!("x")), 98, false),
        (Some(json!("x")), Some(json!("y")), Some(json!("x")), 98, true),
    ];
    for (into, from, held, sure, negotiated) in cases {
        let mut talk = talk();
        for (key, value) in [("a", &into), ("d", &from)] {
            if let Some(value) = value {
                set(&mut talk, key, value.clone());
            }
        }
        talk.by_hand(merge(&["d", "a"], "a")).expect("merged");
        let one = talk.one("a");
        assert_eq!((&one.value, one.confidence.in_hundredths()), (&held, sure), "{into:?} {from:?}");
        let open = one.negotiation.as_ref().filter(|open| open.status == NegotiationStatus::Active);
        assert_eq!(open.and_then(|open| open.proposed()), from.as_ref().filter(|_| negotiated));
        assert_eq!(keys(&talk), ["a", "b", "c"]);
        let retired = talk.view().retired("d").expect("readable");
        assert_eq!((&retired.obligation.value, &retired.became[..]), (&from, &["a".to_owned()][..]));
        let rows: Vec<_> = talk.audit.iter().filter(|row| row.event_type == AuditType::Merged).collect();
        assert_eq!(rows.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), ["a", "d"]);
    }
}

#[test]
fn priority_requirement_and_dependencies_go_along() {
    let mut talk = talk();
    set(&mut talk, "b", json!(12));
    assert!(talk.one("c").dependencies_resolved);
    talk.by_hand(merge(&["b"], "a")).expect("merged");
    let template = |key: &str| talk.view().template(key).expect("a question").clone();
    assert_eq!((template("a").priority, talk.view().is_required("a")), (9, true));
    assert_eq!(template("c").dependencies, ["a"]);
    assert_eq!(talk.one("a").value, Some(json!("12")), "in the form of its widget");
    assert!(talk.one("c").dependencies_resolved);
    talk.command(InterviewCommand::Skip { key: "b".into(), reason: None }).expect_err("it became a");
}

#[test]
fn what_does_not_fit_stays_with_what_it_belonged_to() {
    let mut talk = talk();
    set(&mut talk, "a", json!("a dozen"));
    talk.by_hand(merge(&["a"], "b")).expect("merged");
    assert_eq!(talk.one("b").value, None);
    assert_eq!(talk.view().retired("a").and_then(|one| one.obligation.value.clone()), Some(json!("a dozen")));
    assert!(!talk.one("c").dependencies_resolved);
}

#[test]
fn impossible_merges_change_nothing() {
    let mut talk = talk();
    let before = talk.events.len();
    for command in [merge(&["a"], "a"), merge(&[], "a"), merge(&["x"], "a"), merge(&["a"], "x")] {
        talk.command(command).expect_err("refused");
    }
    talk.by_hand(merge(&["b"], "c")).expect("who waited for it takes its place, and waits no more");
    assert!(talk.view().template("c").is_some_and(|one| one.dependencies.is_empty()));
    assert!(talk.events.len() > before);
}

#[test]
fn a_question_that_waits_goes_along() {
    let mut talk = talk();
    let asked = talk.waited_for().expect("asked").to_owned();
    assert_eq!(asked, "b");
    talk.by_hand(merge(&["b"], "d")).expect("merged");
    assert_eq!(talk.waited_for(), Some("d"));
    talk.hear(saying("Nine").found("d", "Nine", 0.9));
    assert_eq!(talk.status("d"), Status::Satisfied);
}

#[test]
fn a_split_hands_on_what_it_was() {
    let mut talk = talk();
    talk.hear(saying("Some 12 or so").found("b", json!(12), 0.9));
    let first = NewObligation { widget_type: Some(WidgetType::Number), ..new("b_low", "How many at least?") };
    let into = vec![new("b_unit", "Of what?"), first];
    talk.by_hand(InterviewCommand::Split { key: "b".into(), into }).expect("split");
    assert_eq!(keys(&talk), ["a", "b_unit", "b_low", "c", "d"]);
    assert_eq!(talk.view().template("c").map(|one| one.dependencies.clone()), Some(vec!["b_unit".into(), "b_low".into()]));
    assert!(talk.view().is_required("b_unit") && talk.view().is_required("b_low"));
    let part = talk.view().template("b_low").expect("there");
    assert_eq!((part.priority, part.origin_layer), (9, Some(OriginLayer::Session)));
    let held = talk.one("b_unit");
    assert_eq!((&held.value, held.confidence.in_hundredths()), (&Some(json!("12")), 50), "the first that it fits, half sure");
    assert!(held.evidence.is_some() && held.source == Some(Source::Message));
    assert_eq!(talk.one("b_low").value, None);
    let row = projection::retired_row(talk.interview.tenant, talk.view(), talk.view().retired("b").expect("readable"));
    assert_eq!((row.status, row.agent_notes.as_deref()), (Status::Skipped, Some("became b_unit, b_low")));
    let rows: Vec<_> = talk.audit.iter().filter(|row| row.event_type == AuditType::Split).collect();
    assert!(rows.iter().any(|row| row.key == "b"), "{rows:?}");
}

#[test]
fn a_split_takes_given_values_instead() {
    let mut talk = talk();
    set(&mut talk, "a", json!("red and blue"));
    let part = |key: &str, value| NewObligation { value: Some(value), ..new(key, "Which?") };
    let into = vec![part("one", json!("red")), part("other", json!("blue"))];
    talk.by_hand(InterviewCommand::Split { key: "a".into(), into }).expect("split");
    assert_eq!([talk.status("one"), talk.status("other")], [Status::Satisfied; 2]);
    let faulty: [Vec<NewObligation>; 4] = [
        vec![new("x", "?")],
        vec![new("x", "?"), new("x", "?")],
        vec![new("x", "?"), new("c", "?")],
        vec![new("x", "?"), new("not a key", "?")],
    ];
    for into in faulty {
        talk.command(InterviewCommand::Split { key: "d".into(), into }).expect_err("refused");
    }
}

#[test]
fn what_is_added_is_asked_like_the_rest() {
    let mut talk = talk();
    let obligation = NewObligation { required: true, priority: Some(10), ..new("", "Who else should we talk to?") };
    talk.by_hand(InterviewCommand::AddObligation { obligation: obligation.clone() }).expect("added");
    talk.by_hand(InterviewCommand::AddObligation { obligation }).expect("and once more");
    assert_eq!(keys(&talk)[4..], ["who_else_should_we_talk", "who_else_should_we_talk_2"]);
    let row = |key| {
        projection::obligation_row(
            talk.interview.tenant,
            talk.view().id,
            talk.view(),
            talk.view().template(key).expect("there"),
            talk.one(key),
        )
    };
    let added = row("who_else_should_we_talk");
    assert_eq!((added.origin_layer.as_str(), added.origin_source_id), ("session", Some(talk.view().id.0)));
    assert!(talk.view().completeness.required.missing.iter().any(|key| key == "who_else_should_we_talk"));
    talk.hear(saying("Red").found("b", json!(3), 0.9));
    assert_eq!(talk.waited_for(), Some("who_else_should_we_talk"));
    for prompt in ["", "  "] {
        talk.command(InterviewCommand::AddObligation { obligation: new("", prompt) }).expect_err("nothing to ask");
    }
}
