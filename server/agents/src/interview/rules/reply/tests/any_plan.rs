//! What holds for any plan: no panic, something is said, one question at most, and never a speech.

use super::{PROJECT, ask, objective, plan, reply};
use domain::interview::{Next, Remark, ReplyPlan, Took};
use proptest::{collection::vec, option, prelude::*};
use protocol::{
    Confidence,
    interview::{Phase, Style},
};
use serde_json::{Value, json};
use std::sync::Arc;

fn a_key() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["project_goal", "project_type", "platforms", "deadline", "budget", "users", "data_sensitivity"])
            .prop_map(str::to_owned),
        1 => ".{0,12}",
    ]
}

fn a_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "\\PC{0,40}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        Just(json!(["phone", "tablet", "???"])),
        Just(json!({"date": "2026-02-30", "text": "?"})),
        Just(json!({"min": {"min": {"min": {"min": [[[[1]]]]}}}, "unit": "\u{202e}"})),
        vec(any::<String>(), 0..20).prop_map(|all| json!(all)),
        Just(json!("long? ".repeat(3_000))),
    ]
}

fn a_remark() -> impl Strategy<Value = Remark> {
    prop_oneof![
        a_key().prop_map(|key| Remark::Why { key }),
        a_key().prop_map(|key| Remark::Meaning { key }),
        a_key().prop_map(|key| Remark::Examples { key }),
        a_key().prop_map(|key| Remark::Deferred { key }),
        a_key().prop_map(|key| Remark::Skipped { key }),
        (a_key(), any::<bool>()).prop_map(|(key, given_up)| Remark::NotKnown { key, given_up }),
        a_key().prop_map(|key| Remark::GivenUp { key }),
        (a_key(), a_value()).prop_map(|(key, value)| Remark::Restored { key, value }),
        (a_key(), a_value()).prop_map(|(key, value)| Remark::Settled { key, value }),
        a_key().prop_map(|key| Remark::Withdrawn { key }),
        a_key().prop_map(|key| Remark::NegotiationDeferred { key }),
        a_key().prop_map(|key| Remark::WhatInstead { key }),
        a_key().prop_map(|key| Remark::OutOfBounds { key }),
        option::of(a_key()).prop_map(|key| Remark::NoResearch { key }),
        Just(Remark::NothingToSearch),
        a_key().prop_map(|key| Remark::Researching { key }),
        a_key().prop_map(|key| Remark::Researched { key }),
        (a_key(), "\\PC{0,200}", any::<String>()).prop_map(|(key, quote, title)| Remark::Found { key, quote, title }),
        vec(any::<String>(), 0..6).prop_map(|blockers| Remark::NotYet { blockers }),
        Just(Remark::Greeting),
        Just(Remark::Thanks),
        Just(Remark::SmallTalk),
        Just(Remark::Unanswerable),
        Just(Remark::Abuse),
        Just(Remark::NotUnderstood),
    ]
}

fn a_next() -> impl Strategy<Value = Next> {
    prop_oneof![
        (a_key(), any::<u32>(), option::of(any::<String>())).prop_map(|(key, attempt, following_up)| Next::Ask {
            key,
            attempt,
            following_up
        }),
        (a_key(), 0..9u32).prop_map(|(key, attempt)| ask(&key, attempt)),
        (a_key(), a_value()).prop_map(|(key, value)| Next::ReadBack { key, value }),
        (a_key(), a_value(), option::of(a_value())).prop_map(|(key, was, proposed)| Next::Settle { key, was, proposed }),
        vec(a_key(), 0..12).prop_map(|left| Next::Close { left, recap: true }),
        Just(Next::Nothing),
    ]
}

fn a_took() -> impl Strategy<Value = Took> {
    (a_key(), a_value(), option::of(a_value()), 0..=100u8, option::of(any::<String>())).prop_map(
        |(key, value, previous, hundredths, quote)| Took {
            key,
            value,
            previous,
            confidence: Confidence::hundredths(hundredths),
            quote,
        },
    )
}

fn a_plan() -> impl Strategy<Value = ReplyPlan> {
    let around =
        (any::<u32>(), any::<bool>(), any::<bool>(), any::<String>(), option::of(prop::sample::select(Phase::ALL.to_vec())));
    let words = (option::of(any::<String>()), vec(any::<String>(), 0..4));
    (around, vec(a_took(), 0..9), vec(a_remark(), 0..6), a_next(), words).prop_map(
        |((turn, casual, opening, said, entered), took, remarks, next, (prompt, recent))| {
            let mut definition = (*objective(PROJECT)).clone();
            if let Some(prompt) = prompt {
                for one in &mut definition.obligations {
                    one.prompt.clone_from(&prompt);
                    one.why = Some(format!("{prompt}?? {prompt}"));
                    one.label = Some(prompt.clone());
                    one.rephrasings = vec![prompt.clone()];
                }
                definition.phases.opening.message.clone_from(&prompt);
                definition.display_name = prompt;
            }
            let style = if casual { Style::Casual } else { Style::Formal };
            let phase = entered.unwrap_or_default();
            ReplyPlan {
                definition: Arc::new(definition),
                turn,
                phase,
                entered,
                style,
                preferences: serde_json::Map::from_iter([("prefers_examples".to_owned(), (turn % 2 == 0).into())]),
                opening,
                said,
                took,
                remarks,
                next,
                earlier: recent,
                ..plan()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_plan_gets_a_short_plain_reply_with_one_question_at_most(plan in a_plan()) {
        let said = reply(&plan);
        prop_assert!(!said.trim().is_empty());
        prop_assert!(said.matches('?').count() <= 1, "{said}");
        prop_assert!(said.chars().count() <= 3_500, "{} characters", said.chars().count());
        prop_assert!(!said.chars().any(|one| (one.is_control() && one != '\n') || ('\u{202a}'..='\u{202e}').contains(&one)), "{said:?}");
        prop_assert_eq!(&said, &reply(&plan), "the same plan, the same reply");
    }
}
