//! Re-evaluation: what later answers do to earlier ones, and values that cannot both hold.

use domain::{
    RefusalKind,
    interview::{Manner, Move, conflicts},
};
use protocol::{
    Confidence,
    interview::{
        InterviewCommand, InterviewEvent, ObjectiveDefinition, ObligationTemplate, Recorded, Resolution, Source, Status,
    },
};
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, saying, template, view};

/// What is sold depends on the market, the price on what is sold. One question stays open, so that nothing is read back yet.
fn objective() -> ObjectiveDefinition {
    definition(vec![
        template("market"),
        template("offer").after(&["market"]),
        template("price").after(&["offer"]),
        template("team"),
        template("site"),
    ])
}

fn answered() -> Talk {
    let mut talk = Talk::over(objective());
    for (key, words) in [("market", "Dentists"), ("offer", "Drills"), ("price", "Cheap"), ("team", "Two")] {
        talk.hear(saying(words).found(key, words, 0.9));
    }
    talk
}

fn reevaluate(talk: &mut Talk) -> Vec<String> {
    lowered(&talk.command(InterviewCommand::Reevaluate { key: None }).expect("always possible"))
}

fn lowered(events: &[Recorded]) -> Vec<String> {
    let lowered = events.iter().filter_map(|recorded| match &recorded.event {
        InterviewEvent::ConfidenceUpdated { key, source: Source::Reevaluation, .. } => Some(key.clone()),
        _ => None,
    });
    lowered.collect()
}

#[test]
fn nothing_changes_while_nothing_changed() {
    let mut talk = answered();
    let before = talk.interview.clone();
    assert!(reevaluate(&mut talk).is_empty());
    assert_eq!(talk.interview, before);
}

fn set(talk: &mut Talk, key: &str, value: &str) {
    talk.by_hand(InterviewCommand::SetValue { key: key.into(), value: json!(value) }).expect("it fits");
}

fn half_sure(talk: &Talk, key: &str) {
    assert_eq!((talk.status(key), talk.one(key).confidence), (Status::Partial, Confidence::new(0.7)), "{key}");
    assert_eq!(talk.one(key).reason.as_deref(), Some("Market has changed since"));
    assert!(talk.one(key).value.is_some(), "the value itself stays");
}

#[test]
fn what_rests_on_changed_ground_is_only_half_sure() {
    let mut talk = answered();
    set(&mut talk, "market", "Clinics");
    assert_eq!(reevaluate(&mut talk), ["offer", "price"], "also through others");
    ["offer", "price"].iter().for_each(|key| half_sure(&talk, key));
    assert_eq!(talk.status("team"), Status::Satisfied, "what does not rest on it stays");
    assert!(reevaluate(&mut talk).is_empty(), "once is enough");
}

#[test]
fn a_turn_that_replaces_what_was_firm_reassesses_what_rests_on_it() {
    let resolve = |resolution| InterviewCommand::ResolveNegotiation { key: "market".into(), resolution, final_value: None };
    type Change = Box<dyn Fn(&mut Talk)>;
    let dispute = |talk: &mut Talk| drop(talk.hear(saying("Clinics, actually").found("market", "Clinics", 0.9)).clone());
    let table: [(&str, Change, &[&str]); 7] = [
        (
            "in words",
            Box::new(move |talk| {
                dispute(talk);
                talk.hear(saying("Yes").doing(Move::Accept { key: None }));
            }),
            &["offer", "price"],
        ),
        ("only proposed", Box::new(dispute), &[]),
        (
            "settled by hand",
            Box::new(move |talk| {
                dispute(talk);
                talk.by_hand(resolve(Resolution::UserAccepted)).expect("open");
            }),
            &["offer", "price"],
        ),
        (
            "kept by hand",
            Box::new(move |talk| {
                dispute(talk);
                talk.by_hand(resolve(Resolution::AgentAccepted)).expect("open");
            }),
            &[],
        ),
        (
            "by widget",
            Box::new(|talk| drop(talk.widget("market", json!("Clinics")).expect("it fits").clone())),
            &["offer", "price"],
        ),
        (
            "only more precise",
            Box::new(|talk| drop(talk.widget("market", json!("Dentists in Ghent")).expect("it fits").clone())),
            &[],
        ),
        ("what nothing rests on", Box::new(|talk| drop(talk.widget("team", json!("Three")).expect("it fits").clone())), &[]),
    ];
    for (name, change, expected) in table {
        let mut talk = answered();
        let from = talk.events.len();
        change(&mut talk);
        assert_eq!(lowered(&talk.events[from..]), expected, "{name}");
        expected.iter().for_each(|key| half_sure(&talk, key));
    }
}

/// What was confirmed, how the market changes, and what is only half sure after that.
#[test]
fn what_was_confirmed_is_not_opened_again_while_what_it_rests_on_is_known() {
    type Change = fn(&mut Talk);
    let in_words: Change = |talk| {
        talk.hear(saying("Clinics, actually").found("market", "Clinics", 0.9));
        talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    };
    let by_widget: Change = |talk| drop(talk.widget("market", json!("Clinics")).expect("it fits").clone());
    let by_hand: Change = |talk| {
        set(talk, "market", "Clinics");
        reevaluate(talk);
    };
    let in_doubt: Change = |talk| {
        let clinics = saying("Not dentists, clinics perhaps").found("market", "clinics", 0.58).manner(Manner::Hedged);
        talk.hear(clinics.doing(Move::Overrule { key: "market".into() }));
        assert_eq!(talk.status("market"), Status::Partial);
    };
    let rows: [(&[&str], Change, &[&str]); 7] = [
        (&[], in_words, &["offer", "price"]),
        (&["offer"], in_words, &["price"]),
        (&["price"], in_words, &["offer"]),
        (&["offer", "price"], in_words, &[]),
        (&["offer", "price", "team"], by_widget, &[]),
        (&["offer", "price", "team"], by_hand, &[]),
        (&["offer", "price", "team"], in_doubt, &["offer", "price"]),
    ];
    for (confirmed, change, expected) in rows {
        let mut talk = answered();
        for key in confirmed {
            talk.hear(saying("Back to that").doing(Move::GoBack { key: Some((*key).into()) }));
            talk.hear(saying("Yes").doing(Move::Accept { key: None }));
            assert_eq!(talk.one(key).confidence, Confidence::new(0.96), "{key} is confirmed");
        }
        let from = talk.events.len();
        change(&mut talk);
        assert_eq!(lowered(&talk.events[from..]), expected, "{confirmed:?}");
        let open: Vec<&str> =
            ["offer", "price", "team"].into_iter().filter(|key| talk.status(key) != Status::Satisfied).collect();
        assert_eq!(open, expected, "{confirmed:?}");
    }
}

#[test]
fn what_is_said_together_with_the_change_stands() {
    let mut talk = answered();
    talk.hear(saying("Clinics, actually").found("market", "Clinics", 0.9));
    talk.hear(saying("Yes, and still Drills").found("offer", "Drills", 0.95).doing(Move::Accept { key: None }));
    assert_eq!([talk.status("offer"), talk.status("price")], [Status::Satisfied, Status::Partial]);
}

#[test]
fn one_obligation_alone() {
    let of = |key: &str| InterviewCommand::Reevaluate { key: Some(key.into()) };
    for (key, expected) in [("offer", &["offer"][..]), ("price", &["price"]), ("team", &[]), ("market", &[])] {
        let mut talk = answered();
        set(&mut talk, "market", "Clinics");
        assert_eq!(lowered(&talk.command(of(key)).expect("known")), expected, "{key}");
    }
    let mut talk = answered();
    assert_eq!(talk.command(of("nothing")).expect_err("unknown").kind, RefusalKind::Unknown);
    let stored: InterviewCommand = serde_json::from_value(json!({"type": "reevaluate"})).expect("as before");
    assert_eq!(stored, InterviewCommand::Reevaluate { key: None });
}

#[test]
fn what_is_given_or_confirmed_after_the_change_stands() {
    let mut talk = answered();
    set(&mut talk, "market", "Clinics");
    set(&mut talk, "price", "Dear");
    assert_eq!(reevaluate(&mut talk), ["offer"]);
    set(&mut talk, "offer", "Drills");
    assert_eq!(talk.status("offer"), Status::Satisfied);
    assert!(reevaluate(&mut talk).is_empty(), "confirmed since");
}

#[test]
fn saying_the_same_of_the_ground_again_changes_nothing() {
    let mut talk = answered();
    talk.hear(saying("dentists, as I said").found("market", "dentists", 0.97));
    assert!(reevaluate(&mut talk).is_empty());
}

fn found(obligations: Vec<ObligationTemplate>, values: &[Value]) -> Vec<String> {
    let keys: Vec<&str> = obligations.iter().map(|one| one.key.as_str()).collect();
    let mut view = view(&keys);
    view.definition = std::sync::Arc::new(definition(obligations));
    for (one, value) in view.obligations.iter_mut().zip(values) {
        one.value = Some(value.clone()).filter(|value| !value.is_null());
    }
    conflicts(&view).into_iter().map(|conflict| conflict.explanation).collect()
}

#[test]
fn values_that_cannot_both_hold() {
    let dates = |one: &str, other: &str| vec![template(one).date(), template(other).date()];
    let numbers = |one: &str, other: &str| vec![template(one).number(), template(other).number()];
    let one_field = || vec![template("a").path("profile.market"), template("b").path("profile.market")];
    for (obligations, values, explanation) in [
        (one_field(), [json!("Dentists"), json!("Clinics")], Some("two values for one field (A: Dentists – B: Clinics)")),
        (one_field(), [json!("Dentists"), json!("dentists ")], None),
        (one_field(), [json!("Dentists"), json!(null)], None),
        (
            dates("project_start", "project_end"),
            [json!("2026-05-02"), json!({"date": "2026-05-01", "text": "May"})],
            Some("it ends before it starts (Project start: 2026-05-02 – Project end: May)"),
        ),
        (
            dates("project_end", "project_start"),
            [json!("2026-05-01"), json!("2026-05-02")],
            Some("it ends before it starts (Project end: 2026-05-01 – Project start: 2026-05-02)"),
        ),
        (dates("project_start", "project_end"), [json!("2026-05-01"), json!("2026-05-01")], None),
        (dates("project_start", "project_end"), [json!({"text": "soon"}), json!("2026-05-01")], None),
        (dates("project_start", "party_end"), [json!("2026-05-02"), json!("2026-05-01")], None),
        (
            numbers("budget_min", "budget_max"),
            [json!(20), json!({"value": 10, "unit": "EUR"})],
            Some("the least is more than the most (Budget min: 20 – Budget max: 10 EUR)"),
        ),
        (numbers("budget_min", "budget_max"), [json!(10), json!(20)], None),
        (numbers("budget_min", "team_max"), [json!(20), json!(10)], None),
    ] {
        let explanations = found(obligations, &values);
        assert_eq!(explanations.first().map(String::as_str), explanation, "{values:?}");
        assert!(explanations.len() <= 1);
    }
}
