//! Whole replies as a person reads them: the snapshot beside this file is meant to be read aloud.

use super::{IDEA, PROJECT, ask, key, objective, plan, remarking, reply, took, with};
use domain::interview::{Next, Remark, ReplyPlan, Took, value::NO_PREFERENCE};
use protocol::{
    Confidence,
    interview::{InterviewView, ObjectiveDefinition, Obligation, Phase, Status, Style},
};
use serde_json::json;
use std::{fmt::Write as _, sync::Arc};

fn unsure(took: Took) -> Took {
    Took { confidence: Confidence::new(0.5), ..took }
}

fn instead_of(took: Took, before: serde_json::Value) -> Took {
    Took { previous: Some(before), ..took }
}

/// An objective of the kind a program makes: descriptions for prompts, no explanations.
fn bare_objective() -> Arc<ObjectiveDefinition> {
    let one = |key: &str, prompt: &str, widget: &str, options: &[&str]| {
        json!({"key": key, "fieldPath": key, "prompt": prompt, "collectionType": "direct_question", "widgetType": widget,
               "options": options, "priority": 5})
    };
    let all = json!({"displayName": "Table booking", "obligations": [
        one("city", "City where the restaurant is located", "text", &[]),
        one("party_size", "Number of people", "number", &[]),
        one("price_range", "Which price range", "choice", &["cheap", "moderate", "expensive"]),
        one("dishes", "", "multiselect", &["Italian", "Thai"]),
    ], "completion": {"requiredObligations": ["city"]}});
    Arc::new(serde_json::from_value(all).expect("an objective"))
}

fn bare(change: impl FnOnce(&mut ReplyPlan)) -> ReplyPlan {
    with(|plan| {
        plan.definition = bare_objective();
        change(plan);
    })
}

#[expect(clippy::too_many_lines, reason = "a table: one entry after another")]
fn table() -> Vec<(&'static str, ReplyPlan)> {
    let read_back = |key: &str, value: serde_json::Value| Next::ReadBack { key: key.to_owned(), value };
    let taking = |took: Vec<Took>, next: Next| with(|plan| (plan.took, plan.next) = (took, next));
    vec![
        ("the greeting", with(|plan| (plan.opening, plan.turn, plan.next) = (true, 0, ask("industry", 1)))),
        ("a greeting without words of its own", bare(|plan| (plan.opening, plan.turn, plan.next) = (true, 0, ask("city", 1)))),
        ("one value", taking(vec![took("industry", "dental software")], ask("target_market", 1))),
        (
            "one value in a whole sentence",
            taking(vec![took("customer_need", "they lose patients to no-shows")], ask("competition", 1)),
        ),
        (
            "several values",
            taking(
                vec![
                    took("industry", "dental software"),
                    took("target_market", "small practices"),
                    took("team_size", json!({"value": 12, "unit": "people"})),
                ],
                ask("primary_goal", 1),
            ),
        ),
        (
            "new, changed and uncertain at once",
            taking(
                vec![
                    took("industry", "dental software"),
                    instead_of(took("target_market", "small businesses"), json!("enterprise")),
                    unsure(took("annual_revenue", json!({"text": "about a million"}))),
                ],
                ask("primary_goal", 1),
            ),
        ),
        (
            "more than one can repeat",
            taking(
                [
                    ("industry", "dental software"),
                    ("offering", "an appointment calendar"),
                    ("target_market", "small practices"),
                    ("competition", "two larger vendors"),
                    ("primary_goal", "twice as many customers"),
                    ("main_challenge", "too few salespeople"),
                ]
                .map(|(key, value)| took(key, value))
                .to_vec(),
                ask("timeline", 1),
            ),
        ),
        (
            "a correction",
            taking(vec![instead_of(took("target_market", "small businesses"), json!("enterprise"))], ask("customer_need", 1)),
        ),
        ("an uncertain value", taking(vec![unsure(took("team_size", json!({"text": "maybe twenty"})))], ask("offering", 1))),
        ("a vague answer, asked again", taking(vec![unsure(took("target_market", "companies"))], ask("target_market", 2))),
        (
            "an option in other words",
            taking(
                vec![Took { quote: Some("a monthly fee".to_owned()), ..took("business_model", "subscription") }],
                ask("team_size", 1),
            ),
        ),
        (
            "several options",
            taking(vec![took("sales_channels", json!(["own_website", "referrals"]))], ask("pricing_strategy", 1)),
        ),
        ("a date read back", with(|plan| plan.next = read_back("timeline", json!({"date": "2026-06-30", "text": "end of Q2"})))),
        (
            "a long text read back",
            with(|plan| {
                plan.next = read_back(
                    "primary_goal",
                    json!(
                        "we want to double the number of clinics that pay every month, without hiring anybody, because good people are very hard to find in our region and we would rather keep the team as it is for another year"
                    ),
                )
            }),
        ),
        (
            "two values for one thing",
            with(|plan| {
                plan.next = Next::Settle {
                    key: key("target_market"),
                    was: json!("enterprise"),
                    proposed: Some(json!("small businesses")),
                }
            }),
        ),
        (
            "wrong, without saying what is right",
            with(|plan| {
                plan.remarks = vec![Remark::WhatInstead { key: key("target_market") }];
                plan.next = Next::Settle { key: key("target_market"), was: json!("enterprise"), proposed: None };
            }),
        ),
        ("a settled negotiation", remarking(Remark::Settled { key: key("pricing_strategy"), value: json!("premium") })),
        ("an undone change", remarking(Remark::Restored { key: key("industry"), value: json!("logistics") })),
        (
            "why",
            with(|plan| (plan.remarks, plan.next) = (vec![Remark::Why { key: key("annual_revenue") }], ask("annual_revenue", 2))),
        ),
        ("why, unexplained", bare(|plan| (plan.remarks, plan.next) = (vec![Remark::Why { key: key("city") }], ask("city", 2)))),
        (
            "what is meant",
            with(|plan| {
                (plan.remarks, plan.next) = (vec![Remark::Meaning { key: key("pricing_strategy") }], ask("pricing_strategy", 2))
            }),
        ),
        (
            "what is meant, unexplained",
            bare(|plan| (plan.remarks, plan.next) = (vec![Remark::Meaning { key: key("party_size") }], ask("party_size", 2))),
        ),
        (
            "examples",
            with(|plan| {
                (plan.remarks, plan.next) = (vec![Remark::Examples { key: key("target_market") }], ask("target_market", 2))
            }),
        ),
        (
            "examples, none at hand",
            bare(|plan| (plan.remarks, plan.next) = (vec![Remark::Examples { key: key("price_range") }], ask("price_range", 2))),
        ),
        ("later", remarking(Remark::Deferred { key: key("annual_revenue") })),
        (
            "two things later",
            with(|plan| {
                plan.remarks = vec![Remark::Deferred { key: key("annual_revenue") }, Remark::Deferred { key: key("timeline") }]
            }),
        ),
        ("skipped", remarking(Remark::Skipped { key: key("team_size") })),
        (
            "not known, asked more gently",
            with(|plan| {
                (plan.remarks, plan.next) =
                    (vec![Remark::NotKnown { key: key("target_market_size"), given_up: false }], ask("target_market_size", 2))
            }),
        ),
        ("not known, left open", remarking(Remark::NotKnown { key: key("target_market_size"), given_up: true })),
        ("asked often enough", remarking(Remark::GivenUp { key: key("competition") })),
        ("withdrawn", remarking(Remark::Withdrawn { key: key("annual_revenue") })),
        (
            "enough was looked up",
            with(|plan| {
                (plan.remarks, plan.next) =
                    (vec![Remark::NoResearch { key: Some(key("target_market_size")) }], ask("target_market_size", 2))
            }),
        ),
        (
            "there is nothing to search",
            with(|plan| (plan.remarks, plan.next) = (vec![Remark::NothingToSearch], ask("target_market_size", 2))),
        ),
        ("it is looked up", remarking(Remark::Researching { key: key("target_market_size") })),
        (
            "research proposes a value",
            with(|plan| {
                let (key, quote, title) = (key("target_market"), "Most are dental groups.".into(), "Dental market".into());
                plan.remarks = vec![Remark::Found { key, quote, title }];
            }),
        ),
        (
            "the end is wanted too early",
            with(|plan| {
                (plan.remarks, plan.next) =
                    (vec![Remark::NotYet { blockers: vec![key("primary_goal"), key("main_challenge")] }], ask("primary_goal", 1))
            }),
        ),
        (
            "the end is wanted too early, in other words",
            with(|plan| plan.remarks = vec![Remark::NotYet { blockers: vec!["the meeting is still running".to_owned()] }]),
        ),
        ("thanks", remarking(Remark::Thanks)),
        (
            "how are you",
            with(|plan| (plan.said, plan.remarks) = ("hi, how are you?".to_owned(), vec![Remark::Greeting, Remark::SmallTalk])),
        ),
        ("rudeness", remarking(Remark::Abuse)),
        ("a question to the agent", remarking(Remark::Unanswerable)),
        ("not understood, a text", remarking(Remark::NotUnderstood)),
        (
            "not understood, a choice",
            with(|plan| (plan.remarks, plan.next) = (vec![Remark::NotUnderstood], ask("pricing_strategy", 2))),
        ),
        ("not understood, nothing said", with(|plan| (plan.said, plan.remarks) = (String::new(), vec![Remark::NotUnderstood]))),
        ("a choice, second attempt", with(|plan| plan.next = ask("business_model", 2))),
        ("a fourth attempt", with(|plan| plan.next = ask("target_market", 4))),
        (
            "a follow-up with their words",
            with(|plan| {
                plan.next = Next::Ask {
                    key: key("timeline"),
                    attempt: 1,
                    following_up: Some("mentioned 'a tight deadline' without a date".to_owned()),
                }
            }),
        ),
        (
            "a follow-up",
            with(|plan| plan.next = Next::Ask { key: key("timeline"), attempt: 2, following_up: Some("deferred".to_owned()) }),
        ),
        (
            "a new phase",
            with(|plan| {
                (plan.took, plan.entered, plan.turn) = (vec![took("industry", "dental software")], Some(Phase::Exploration), 3);
            }),
        ),
        ("a description as a prompt", bare(|plan| plan.next = ask("city", 1))),
        ("a question without its mark", bare(|plan| plan.next = ask("price_range", 1))),
        ("no prompt at all", bare(|plan| plan.next = ask("dishes", 1))),
        (
            "how far we are",
            with(|plan| {
                (plan.turn, plan.required) = (5, (3, 6));
                (plan.took, plan.next) = (vec![took("target_market", "clinics")], ask("customer_need", 1));
            }),
        ),
        (
            "all is known",
            with(|plan| {
                (plan.took, plan.entered) = (vec![took("main_challenge", "we cannot find staff")], Some(Phase::Closing));
                plan.next = Next::Close { left: vec![key("annual_revenue"), key("team_size")], recap: false };
            }),
        ),
        ("nothing left to ask", with(|plan| plan.next = Next::Nothing)),
        ("the end", with(|plan| (plan.phase, plan.required, plan.next) = (Phase::Closing, (6, 6), Next::Nothing))),
        (
            "another objective",
            with(|plan| {
                plan.definition = objective(IDEA);
                (plan.took, plan.next) = (vec![took("idea_summary", "a tool library for the neighbourhood")], ask("problem", 1));
            }),
        ),
        ("markup and braces stay plain", taking(vec![took("industry", "<script>{l}</script>\n**x**")], ask("offering", 1))),
    ]
}

#[test]
fn whole_replies_read_like_a_person() {
    let mut page = String::new();
    for (name, plan) in table() {
        let casual = ReplyPlan { style: Style::Casual, ..plan.clone() };
        writeln!(page, "{name}\n  formal: {}\n  casual: {}\n", reply(&plan), reply(&casual)).expect("a string takes everything");
    }
    insta::assert_snapshot!(page);
}

#[test]
fn a_person_on_the_casual_side_is_not_addressed_stiffly() {
    for (name, plan) in table() {
        let said = reply(&ReplyPlan { style: Style::Casual, ..plan });
        for stiff in ["I have noted", "I am afraid", "Very well", "Let us"] {
            assert!(!said.contains(stiff), "{name}: {said}");
        }
    }
}

#[test]
fn replies_stay_short() {
    for (name, plan) in table() {
        let said = reply(&plan);
        let stops = said.matches(". ").count() + 1;
        let most = if plan.opening { 6 } else { 5 };
        assert!(stops <= most, "{name}: {said}");
        assert!(said.chars().count() <= 520, "{name}: {said}");
    }
}

#[test]
fn a_settled_value_is_not_acknowledged_twice() {
    let said = reply(&with(|plan| {
        plan.took = vec![took("industry", "dental software")];
        plan.remarks = vec![Remark::Settled { key: key("industry"), value: json!("dental software") }];
    }));
    assert_eq!(said.matches("dental software").count(), 1, "{said}");
}

#[test]
fn a_plan_says_the_same_twice() {
    assert_eq!(reply(&plan()), reply(&plan()));
}

/// The reasons as the rules of completeness put them, for an interview in which nothing is known.
#[test]
fn reasons_not_to_end_yet_are_said_in_words() {
    let id = "01890000-0000-7000-8000-000000000000";
    let opened = json!({"seq": 1, "at": 0, "turn": 0, "event": {
        "type": "opened", "id": id, "context_type": "business_profile", "objective_id": id, "objective_version": "1.0.0",
        "definition": serde_json::to_value(&*plan().definition).expect("JSON"),
    }});
    let opened = serde_json::from_value(opened).expect("an event");
    let mut view = InterviewView::opened(&opened).expect("an interview");
    let one = |key: &str| Obligation {
        key: key.to_owned(),
        status: Status::Satisfied,
        confidence: Confidence::new(0.5),
        ..Obligation::default()
    };
    view.obligations = ["industry", "offering", "target_market", "customer_need"].map(one).into();
    let blockers = domain::interview::completeness::completeness(&view).blockers;
    assert_eq!(
        reply(&with(|plan| (plan.turn, plan.remarks, plan.next) = (0, vec![Remark::NotYet { blockers }], Next::Nothing))),
        "We cannot finish just yet: I still need the primary goal and the main challenge, I have four of at least eight answers, \
         and some of the answers are still rather vague."
    );
}

#[test]
fn who_does_not_mind_is_told_that_it_is_open() {
    for value in [json!(NO_PREFERENCE), json!([NO_PREFERENCE])] {
        let said = reply(&with(|plan| plan.took = vec![took("sales_channels", value.clone())]));
        assert!(said.contains("the sales channels") && !said.contains(NO_PREFERENCE), "{said}");
    }
}

#[test]
fn how_much_is_left_is_told() {
    let asking = |required| {
        let mut plan = remarking(Remark::Unanswerable);
        (plan.said, plan.required) = ("How many more questions are there?".to_owned(), required);
        reply(&plan)
    };
    assert!(asking((2, 6)).contains("four"), "{}", asking((2, 6)));
    assert!(!asking((5, 6)).contains("essential points"), "{}", asking((5, 6)));
    assert!(["rounds", "up to you", "as you like"].iter().any(|words| asking((6, 6)).contains(words)), "{}", asking((6, 6)));
}

#[test]
fn a_change_of_subject_is_not_pointed_out_twice_running() {
    let turning = |recent: &[&str]| {
        reply(&with(|plan| {
            plan.took = vec![took("industry", "dental software")];
            plan.earlier = recent.iter().map(|one| (*one).to_owned()).collect();
        }))
    };
    assert!(turning(&[]).contains("customers and market"), "{}", turning(&[]));
    assert!(!turning(&["Understood. Now to goals. By when?"]).contains("customers and market"));
}

#[test]
fn who_asked_for_examples_gets_some_with_the_next_question() {
    let plan = |prefers: bool, key: &str, remarks: Vec<Remark>| {
        with(|plan| {
            plan.definition = objective(PROJECT);
            plan.preferences = serde_json::Map::from_iter([("prefers_examples".to_owned(), prefers.into())]);
            (plan.next, plan.remarks) = (ask(key, 1), remarks);
        })
    };
    let definition = objective(PROJECT);
    let with_examples = definition.obligations.iter().find(|one| !one.examples.is_empty()).expect("one with examples");
    let example = with_examples.examples[0].chars().take(12).collect::<String>();
    let key = with_examples.key.as_str();
    for style in [Style::Formal, Style::Casual] {
        let given = |plan: ReplyPlan| reply(&ReplyPlan { style, ..plan }).matches(&example).count();
        assert_eq!(given(plan(false, key, Vec::new())), 0);
        assert_eq!(given(plan(true, key, Vec::new())), 1);
        assert_eq!(given(plan(true, key, vec![Remark::Examples { key: key.to_owned() }])), 1, "once is enough");
        assert!(reply(&ReplyPlan { style, ..plan(true, key, Vec::new()) }).ends_with('?'));
    }
}
