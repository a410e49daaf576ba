//! Working memory: what belongs together, what the person prefers, what is come back to.

use domain::interview::{Manner, Move};
use protocol::interview::{InterviewCommand, Style};
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, saying, template};

#[test]
fn what_happens_to_values_together_connects_them() {
    type Case = (&'static str, fn(&mut Talk), Value);
    let said = |talk: &mut Talk| drop(talk.hear(saying("Red and blue").found("a", "Red", 0.8).found("b", "blue", 0.9)).clone());
    let table: [Case; 4] = [
        (
            "said one after the other",
            |talk| {
                talk.hear(saying("Red").found("a", "Red", 0.8));
                talk.hear(saying("Blue").found("b", "Blue", 0.8));
            },
            json!([]),
        ),
        ("said together", said, json!([{"from": "a", "to": "b", "type": "said_with", "confidence": 0.4}])),
        (
            "corrected together",
            |talk| {
                talk.hear(saying("Maybe red, maybe blue").found("a", "red", 0.5).found("b", "blue", 0.5));
                talk.hear(saying("Now pink and gold").found("a", "pink", 0.9).found("b", "gold", 0.9));
            },
            json!([{"from": "a", "to": "b", "type": "corrected_with", "confidence": 0.72}]),
        ),
        (
            "at odds",
            |talk| {
                talk.hear(saying("From 2026-05-02").found("start", "2026-05-02", 0.9));
                talk.hear(saying("To 2026-05-01").found("end", "2026-05-01", 0.9));
            },
            json!([{"from": "start", "to": "end", "type": "conflicts_with", "confidence": 0.9}]),
        ),
    ];
    for (name, happens, expected) in table {
        let mut talk =
            Talk::over(definition(vec![template("a"), template("b"), template("start").date(), template("end").date()]));
        happens(&mut talk);
        assert_eq!(serde_json::to_value(&talk.view().memory.inferred_relationships).expect("JSON"), expected, "{name}");
    }
}

#[test]
fn a_message_full_of_values_connects_no_more_than_twenty_pairs() {
    let keys: Vec<String> = (0..60).map(|number| format!("k{number}")).collect();
    let mut talk = Talk::over(definition(keys.iter().map(|key| template(key)).collect()));
    talk.hear(keys.iter().fold(saying("Red"), |said, key| said.found(key, "Red", 0.9)));
    assert_eq!(talk.view().memory.inferred_relationships.len(), 20);
}

#[test]
fn what_the_person_prefers_reaches_the_reply() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    assert!(!talk.plan().prefers_examples());
    talk.hear(saying("For example?").doing(Move::AskExamples { key: None }));
    assert!(talk.hear(saying("Red").found("a", "Red", 0.9)).prefers_examples());
}

#[test]
fn working_memory_keeps_five_topics_follow_ups_relationships_preferences_and_style() {
    let keys = ["a", "b", "c", "d", "e", "f"];
    let mut obligations: Vec<_> = keys.iter().map(|key| template(key)).collect();
    obligations[1] = template("b").after(&["a"]);
    let mut talk = Talk::over(definition(obligations));
    for key in keys {
        talk.hear(saying("Red").found(key, "Red", if key == "c" { 0.6 } else { 0.8 }).manner(if key == "c" {
            Manner::Hedged
        } else {
            Manner::Direct
        }));
    }
    let mut casual = saying("For example?").doing(Move::AskExamples { key: Some("c".into()) });
    casual.understanding.style = Some(Style::Casual);
    casual.understanding.preferences = vec![("technical_depth".into(), json!("medium"))];
    talk.hear(casual);
    let memory = serde_json::to_value(&talk.view().memory).expect("JSON");
    assert_eq!(
        memory,
        json!({
            "recentTopics": ["b", "c", "d", "e", "f"],
            "pendingFollowUps": [{"obligationKey": "c", "reason": "you said “Red”, without being sure", "priority": 5, "scheduledTurn": 7}],
            "inferredRelationships": [{"from": "a", "to": "b", "type": "influences", "confidence": 0.8}],
            "userPreferences": {"technical_depth": "medium", "prefers_examples": true},
            "conversationStyle": "casual"
        })
    );
}

#[test]
fn no_more_than_twenty_follow_ups_and_the_newest_are_kept() {
    let keys: Vec<String> = (0..25).map(|number| format!("k{number}")).collect();
    let mut talk = Talk::over(definition(keys.iter().map(|key| template(key)).collect()));
    for key in &keys {
        talk.by_hand(InterviewCommand::Defer { key: key.clone(), reason: None }).expect("open");
    }
    let follow_ups = &talk.view().memory.pending_follow_ups;
    assert_eq!((follow_ups.len(), follow_ups[19].obligation_key.as_str()), (20, "k24"));
}
