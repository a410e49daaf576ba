//! The life of an obligation: states, confidence, dependencies, changes by hand, phases, and the audit of it all.

use domain::{
    RefusalKind,
    interview::{AuditType, Move, projection::append},
};
use protocol::{
    Confidence,
    interview::{InterviewCommand, InterviewEvent, Phase, Status},
};
use serde_json::{Value, json};
use std::collections::HashSet;
use testkit::{CountedIds, Shape, ShapeObjective, Talk, definition, saying, template};

use Status::{Deferred, InProgress, Partial, Pending, Satisfied, Skipped};

fn by_hand(key: &str) -> InterviewCommand {
    InterviewCommand::SetValue { key: key.into(), value: json!("by hand") }
}

fn states(talk: &Talk, key: &str) -> Vec<Status> {
    talk.pick_events(|event| match event {
        InterviewEvent::StatusChanged { key: of, to, .. } if of == key => Some(*to),
        _ => None,
    })
}

#[test]
fn a_value_gets_the_state_its_confidence_deserves() {
    for (confidence, condition, status) in [
        (0.3, None, InProgress),
        (0.41, None, Partial),
        (0.70, None, Partial),
        (0.71, None, Satisfied),
        (0.91, None, Satisfied),
        (0.75, Some("confidence >= 0.8"), Partial),
        (0.8, Some("confidence >= 0.8"), Satisfied),
        (0.3, Some("value is set"), Satisfied),
        (0.95, Some("value == 'blue'"), Partial),
        (0.5, Some("value == 'red' and confidence >= 0.5"), Satisfied),
    ] {
        let one = template("a").satisfied_when(condition.unwrap_or("confidence >= 0.71"));
        let one = if condition.is_none() { template("a") } else { one };
        let mut talk = Talk::over(definition(vec![one, template("b").priority(10)]));
        talk.hear(saying("red").found("a", "red", confidence));
        assert_eq!(talk.status("a"), status, "{confidence} {condition:?}");
        assert_eq!(talk.one("a").satisfied_at_turn, (status == Satisfied).then_some(1));
        assert_eq!(states(&talk, "a")[0], InProgress, "the diagram begins with it");
    }
}

/// A diamond: b and c wait for a, d for both.
fn diamond() -> Talk {
    Talk::over(definition(vec![
        template("a"),
        template("b").after(&["a"]),
        template("c").after(&["a"]),
        template("d").after(&["b", "c"]),
    ]))
}

fn resolved(talk: &Talk) -> Vec<String> {
    talk.view().obligations.iter().filter(|one| one.dependencies_resolved).map(|one| one.key.clone()).collect()
}

#[test]
fn dependencies_are_resolved_through_others() {
    let mut talk = diamond();
    assert_eq!(resolved(&talk), ["a"]);
    for (key, now) in [("a", vec!["a", "b", "c"]), ("b", vec!["a", "b", "c"]), ("c", vec!["a", "b", "c", "d"])] {
        talk.by_hand(by_hand(key)).expect("it fits");
        assert_eq!(resolved(&talk), now, "after {key}");
    }
    let told = talk.pick_events(|event| match event {
        InterviewEvent::DependencyResolved { key, dependency, all } => Some((key.as_str(), dependency.as_str(), *all)),
        _ => None,
    });
    assert_eq!(
        told,
        [("b", "a", true), ("c", "a", true), ("d", "b", false), ("d", "c", true)],
        "what waits directly is told each time, what waits through others when it is free"
    );
    assert_eq!(talk.audit.iter().filter(|row| row.event_type == AuditType::DependencyResolved).count(), 4);
}

#[test]
fn the_order_of_answers_does_not_matter() {
    let mut talk = diamond();
    for key in ["d", "c", "b"] {
        talk.by_hand(by_hand(key)).expect("it fits");
        assert_eq!(resolved(&talk), ["a"], "b, c and d still rest on a");
    }
    talk.by_hand(by_hand("a")).expect("it fits");
    assert_eq!(resolved(&talk), ["a", "b", "c", "d"]);
}

#[test]
fn reopening_unresolves_what_rests_on_it() {
    let mut talk = diamond();
    for key in ["a", "b", "c", "d"] {
        talk.by_hand(by_hand(key)).expect("it fits");
    }
    talk.by_hand(InterviewCommand::Reopen { key: "b".into(), reason: None }).expect("it was answered");
    assert_eq!(resolved(&talk), ["a", "b", "c"]);
    assert_eq!(talk.status("d"), Satisfied, "its own answer stays");
    talk.by_hand(by_hand("b")).expect("it fits");
    assert_eq!(resolved(&talk), ["a", "b", "c", "d"]);
}

/// Brings the obligation into a state.
type Reach = fn(&mut Talk);

#[test]
fn what_a_hand_may_do_in_each_state() {
    let reach: [(Status, Reach); 6] = [
        (Pending, |_| ()),
        (InProgress, |talk| {
            talk.hear(saying("hm, red").found("a", "red", 0.2));
        }),
        (Partial, |talk| {
            talk.hear(saying("red").found("a", "red", 0.6));
        }),
        (Satisfied, |talk| {
            talk.hear(saying("red").found("a", "red", 0.9));
        }),
        (Deferred, |talk| drop(talk.by_hand(InterviewCommand::Defer { key: "a".into(), reason: None }))),
        (Skipped, |talk| drop(talk.by_hand(InterviewCommand::Skip { key: "a".into(), reason: None }))),
    ];
    for (at, reach) in reach {
        let key = || "a".to_owned();
        for (command, expected) in [
            (by_hand("a"), Some(Satisfied)),
            (InterviewCommand::Defer { key: key(), reason: Some("busy".into()) }, (at != Satisfied).then_some(Deferred)),
            (InterviewCommand::Skip { key: key(), reason: Some("no".into()) }, (at != Satisfied).then_some(Skipped)),
            (
                InterviewCommand::Reopen { key: key(), reason: Some("again".into()) },
                Some(match at {
                    Pending | InProgress => at,
                    Partial | Satisfied => Partial,
                    Deferred | Skipped => Pending,
                }),
            ),
        ] {
            let mut talk = Talk::over(definition(vec![template("b").priority(9), template("a")]));
            reach(&mut talk);
            assert_eq!(talk.status("a"), at);
            let answer = talk.command(command.clone());
            match expected {
                Some(status) => {
                    answer.expect("allowed");
                    assert_eq!(talk.status("a"), status, "{at:?}: {command:?}");
                }
                None => {
                    assert_eq!(answer.expect_err("refused").kind, RefusalKind::Conflict, "{at:?}: {command:?}");
                    assert_eq!(talk.status("a"), at);
                }
            }
        }
    }
}

#[test]
fn bad_input_by_hand_is_refused_and_nothing_changes() {
    let key = || "a".to_owned();
    let long = Some("x".repeat(501));
    for (command, kind) in [
        (InterviewCommand::SetValue { key: "nothing".into(), value: json!("x") }, RefusalKind::Unknown),
        (InterviewCommand::SetValue { key: key(), value: Value::Null }, RefusalKind::Invalid),
        (InterviewCommand::SetValue { key: key(), value: json!("x".repeat(20_000)) }, RefusalKind::TooLarge),
        (InterviewCommand::Defer { key: "nothing".into(), reason: None }, RefusalKind::Unknown),
        (InterviewCommand::Defer { key: key(), reason: long.clone() }, RefusalKind::Invalid),
        (InterviewCommand::Skip { key: key(), reason: long.clone() }, RefusalKind::Invalid),
        (InterviewCommand::Reopen { key: key(), reason: long }, RefusalKind::Invalid),
        (InterviewCommand::Undo { key: key() }, RefusalKind::Conflict),
        (InterviewCommand::Undo { key: "nothing".into() }, RefusalKind::Unknown),
        (InterviewCommand::Retitle { title: " ".into() }, RefusalKind::Invalid),
        (InterviewCommand::Retitle { title: "x".repeat(201) }, RefusalKind::Invalid),
        (InterviewCommand::Complete, RefusalKind::Conflict),
        (InterviewCommand::ImportTranscript { turns: Vec::new() }, RefusalKind::Conflict),
    ] {
        let mut talk = Talk::over(definition(vec![template("a")]));
        let before = talk.interview.clone();
        assert_eq!(talk.command(command.clone()).expect_err("refused").kind, kind, "{command:?}");
        assert_eq!(talk.interview, before);
    }
}

#[test]
fn undo_goes_back_step_by_step() {
    let mut talk = Talk::over(definition(vec![template("a")]));
    for value in ["one", "two", "three"] {
        talk.by_hand(InterviewCommand::SetValue { key: "a".into(), value: json!(value) }).expect("it fits");
    }
    for value in ["two", "one"] {
        talk.by_hand(InterviewCommand::Undo { key: "a".into() }).expect("there is an earlier one");
        assert_eq!(talk.one("a").value, Some(json!(value)));
    }
    talk.hear(saying("Forget it").doing(Move::Withdraw { key: "a".into() }));
    assert_eq!((talk.status("a"), talk.one("a").value.clone()), (Pending, None));
    talk.by_hand(InterviewCommand::Undo { key: "a".into() }).expect("what was withdrawn comes back");
    assert_eq!((talk.status("a"), talk.one("a").value.clone()), (Satisfied, Some(json!("one"))));
}

#[test]
fn phases_follow_the_score_and_never_go_back_by_themselves() {
    let keys: Vec<String> = (0..10).map(|number| format!("k{number}")).collect();
    let objective = definition(keys.iter().map(|key| template(key)).collect()).closing_with(10, 0.5);
    let mut talk = Talk::over(objective);
    let mut phases = vec![talk.view().phase];
    for key in &keys {
        talk.by_hand(by_hand(key)).expect("it fits");
        phases.push(talk.view().phase);
    }
    let (o, e, v, c) = (Phase::Opening, Phase::Exploration, Phase::Validation, Phase::Closing);
    assert_eq!(phases, [o, o, e, e, e, e, e, e, e, v, c], "0.20, 0.80, and the criteria");
    talk.by_hand(InterviewCommand::Reopen { key: "k0".into(), reason: None }).expect("it was answered");
    assert_eq!(talk.view().phase, v, "reopening is the only way back");
    let reasons = talk.pick_events(|event| match event {
        InterviewEvent::PhaseChanged { to, reason, .. } => Some((*to, reason.clone())),
        _ => None,
    });
    assert_eq!(reasons.last(), Some(&(v, "something known was reopened".to_owned())));
}

#[test]
fn a_new_phase_is_told_to_the_wording_once() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c"), template("d")]).closing_with(4, 0.5));
    assert_eq!(talk.hear(saying("Red").found("a", "Red", 0.9)).entered, Some(Phase::Exploration));
    assert_eq!(talk.hear(saying("Red").found("b", "Red", 0.9)).entered, None);
}

#[test]
fn by_hand_a_phase_only_goes_forward() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).requiring(&["a"]));
    let set = |phase| InterviewCommand::SetPhase { phase };
    assert!(talk.command(set(Phase::Opening)).expect("it is there").is_empty());
    talk.command(set(Phase::Validation)).expect("forward");
    assert_eq!(talk.command(set(Phase::Exploration)).expect_err("back").kind, RefusalKind::Conflict);
    let refused = talk.command(set(Phase::Closing)).expect_err("the criteria are not met");
    assert_eq!(refused.faults.len(), 2, "{refused}");
    talk.by_hand(by_hand("a")).expect("it fits");
    assert_eq!(talk.view().phase, Phase::Closing);
}

#[test]
fn each_change_is_a_row_of_the_audit() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b").after(&["a"])]));
    let opened = talk.audit.len();
    assert_eq!(talk.audit.iter().filter(|row| row.event_type == AuditType::Created).count(), 2);
    talk.hear(saying("Maybe red").found("a", "red", 0.6));
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    let rows: Vec<_> = talk.audit[opened..]
        .iter()
        .map(|row| {
            let confidence = |one: Option<Confidence>| one.map_or(0, Confidence::in_hundredths);
            (
                row.key.as_str(),
                row.event_type.name(),
                row.old_status.map(Status::name),
                row.new_status.map(Status::name),
                (confidence(row.old_confidence), confidence(row.new_confidence)),
                row.source.as_deref(),
                row.turn_number,
            )
        })
        .collect();
    let (progress, partial, done, pending) = (Some("in_progress"), Some("partial"), Some("satisfied"), Some("pending"));
    assert_eq!(
        rows,
        [
            ("a", "value_extracted", progress, progress, (0, 60), Some("message"), 1),
            ("a", "status_changed", progress, partial, (60, 60), Some("message"), 1),
            ("a", "confidence_updated", partial, partial, (60, 96), Some("message"), 2),
            ("a", "status_changed", partial, done, (96, 96), Some("message"), 2),
            ("b", "dependency_resolved", pending, pending, (0, 0), None, 2),
            ("b", "status_changed", pending, progress, (0, 0), None, 2),
        ]
    );
    assert_eq!(talk.audit[opened].metadata["quote"], "red");
    assert_eq!(talk.audit[opened + 3].metadata["reason"], "confirmed by the person");
    let audited = |event: &InterviewEvent| {
        matches!(
            event,
            InterviewEvent::Created { .. }
                | InterviewEvent::ValueExtracted { .. }
                | InterviewEvent::ConfidenceUpdated { .. }
                | InterviewEvent::StatusChanged { .. }
                | InterviewEvent::DependencyResolved { .. }
        )
    };
    let events: Vec<u64> = talk.events.iter().filter(|one| audited(&one.event)).map(|one| one.seq).collect();
    assert_eq!(talk.audit.iter().map(|row| row.seq).collect::<Vec<_>>(), events, "one row for each event, and no other");
}

/// Merging and splitting obligations is named by the seed and by no command yet.
#[test]
fn six_of_the_seeds_eight_event_types_are_produced() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b").after(&["a"])]));
    let mut seen = HashSet::new();
    let mut new = |talk: &Talk| {
        let mut new: Vec<&str> = talk.audit.iter().map(|row| row.event_type.name()).filter(|name| seen.insert(*name)).collect();
        new.sort_unstable();
        new
    };
    assert_eq!(new(&talk), ["created", "status_changed"]);
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    assert_eq!(new(&talk), ["value_extracted"]);
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(new(&talk), ["confidence_updated", "dependency_resolved"]);
    talk.hear(saying("Rather blue").found("a", "blue", 0.9));
    assert_eq!(new(&talk), ["negotiation"]);
    let left: Vec<&str> = AuditType::ALL.into_iter().map(AuditType::name).filter(|name| !seen.contains(name)).collect();
    assert_eq!(left, ["merged", "split"]);
}

#[test]
fn the_rows_of_a_turn_are_those_that_changed() {
    let talk = Talk::over(definition(vec![template("a").priority(8).attempts(2), template("b")]));
    let input = domain::interview::Input::Command(by_hand("a"));
    let decision = domain::interview::decide(&talk.interview, input, &talk.stamp()).expect("it fits");
    let append = append(decision.drafted, &CountedIds::default());
    assert_eq!((append.expected, append.session.seq), (talk.view().seq, talk.view().seq + append.events.len() as u64));
    assert_eq!(append.obligations.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), ["a", "b"], "set, asked next");
    let row = &append.obligations[0];
    assert_eq!((row.key.as_str(), row.status, row.task_priority, row.max_attempts), ("a", Satisfied, 8, 2));
    assert_eq!((row.extracted_value.as_ref(), row.source.as_deref()), (Some(&json!("by hand")), Some("manual")));
    assert!(append.session.completeness > Confidence::NONE);
}
