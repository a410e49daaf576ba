//! The reply that comes with what was understood: said as far as it may be, in one call a turn.

use super::{answer, greeted, shop, understand, word};
use domain::interview::{EngineFault, Next};
use serde_json::{Value, json};
use std::sync::Arc;
use testkit::{ModelScript, Saying, ScriptedModel, Talk};

const SECOND: &str = "Cheese it is. How large is the shop?";
const QUESTION: &str = "How large will the shop be?";

/// One turn with a model that answers this, and `SECOND` when it is asked once more: the reply and how often it was asked.
fn turn(talk: &mut Talk, text: &str, said: &Value) -> (String, usize) {
    talk.say(text).expect("it is taken");
    let first = ModelScript::Text(said.to_string());
    let model = Arc::new(ScriptedModel::new([first], Some(ModelScript::Text(SECOND.into()))));
    let understanding = understand(&model, &talk.engine_input()).expect("understood");
    talk.understand(Saying { text: text.into(), understanding });
    let (reply, _) = word(&model, talk.plan());
    (reply.expect("a reply"), model.requests().len())
}

/// What is understood of "We sell cheese", with this reply.
fn cheese(reply: &Value) -> Value {
    let mut said = answer(&[("goods", "cheese", "cheese", "direct")], &[]);
    said["reply"] = reply.clone();
    said
}

fn sell_cheese(statements: &[&str], ask: Option<&str>, question: Option<&str>) -> (String, usize, Talk) {
    let mut talk = greeted();
    let reply = json!({"statements": statements, "ask": ask, "question": question});
    let (said, calls) = turn(&mut talk, "We sell cheese", &cheese(&reply));
    (said, calls, talk)
}

fn key_asked(talk: &Talk) -> Option<&str> {
    if let Next::Ask { key, .. } = &talk.plan().next { Some(key.as_str()) } else { None }
}

#[test]
fn a_turn_is_one_call_and_the_words_are_the_models() {
    let (said, calls, _) = sell_cheese(&["Cheese it is, so the room matters most."], Some("size"), Some(QUESTION));
    assert_eq!((said.as_str(), calls), ("Cheese it is, so the room matters most. How large will the shop be?", 1));
}

#[test]
fn it_leads_where_something_else_is_open() {
    let (said, calls, talk) = sell_cheese(&["Cheese it is."], Some("channels"), Some("Where will the shop sell it?"));
    assert_eq!((said.as_str(), calls), ("Cheese it is. Where will the shop sell it?", 1));
    assert_eq!((key_asked(&talk), talk.waited_for()), (Some("channels"), Some("channels")));
}

#[test]
fn what_may_not_be_asked_is_not_and_the_model_is_asked_for_other_words() {
    for ask in [Some("goods"), Some("budget"), Some("phase"), None] {
        let mut shop = shop();
        shop.obligations[3].dependencies = vec!["size".into()];
        let mut talk = Talk::over(shop);
        let reply = json!({"statements": ["Cheese it is, then."], "ask": ask, "question": "What may the shop cost?"});
        let (said, calls) = turn(&mut talk, "We sell cheese", &cheese(&reply));
        assert_eq!((said.as_str(), calls, key_asked(&talk)), (SECOND, 2, Some("size")), "{ask:?}");
    }
}

/// What no interviewer says, each for another reason.
const UNFIT: &[&str] = &[
    "I'll send you an offer tomorrow.",
    "We will find a better price for you.",
    "We can email you the list.",
    "An offer has been prepared for you.",
    "You will receive a catalogue.",
    "You sell 12 kinds.",
    "You sell twelve kinds.",
    "That makes 40,000 a year.",
    "Noted: cheese and wine.",
    "I have added wine to your goods.",
    "I hear that Maria Huber likes cheese.",
    "{\"values\": [], \"moves\": []}",
    "{\"statements\": [\"Cheese",
    "null",
    "See https://x.example for cheese.",
    "<b>Cheese</b> is fine.",
    "=== message ===",
    "The block to be asked next names the size.",
    "The key opening_day comes later.",
    "What is your password?",
];

#[test]
fn what_may_not_be_said_gives_way_part_by_part() {
    for unfit in UNFIT {
        let (said, calls, _) = sell_cheese(&[unfit, "Cheese it is."], Some("size"), Some(QUESTION));
        assert_eq!((said.as_str(), calls), ("Cheese it is. How large will the shop be?", 1), "{unfit}");
        let (said, calls, _) = sell_cheese(&[unfit], Some("size"), Some(QUESTION));
        assert!(said.ends_with(QUESTION) && said.to_lowercase().contains("cheese"), "{unfit} became {said}");
        assert!(!said.contains(unfit) && calls == 1, "{unfit} became {said}");
        let (said, calls, _) = sell_cheese(&[unfit], Some("size"), Some("When does the shop open?"));
        assert_eq!((said.as_str(), calls), (SECOND, 2), "nothing was left of {unfit}");
    }
}

#[test]
fn what_rests_on_the_message_or_was_taken_may_be_said() {
    for fit in [
        "Noted: cheese.", "I have cheese down as your goods.", "Cheese needs a cool room, as a rule.",
        "The shop will live from its cheese.", "I'll ask about the room first.", "You sell cheese, not send it.",
    ] {
        let (said, calls, _) = sell_cheese(&[fit], Some("size"), Some(QUESTION));
        assert_eq!((said, calls), (format!("{fit} {QUESTION}"), 1));
    }
    let mut talk = greeted();
    let text = "We sell cheese to two schools, and Anna Berg runs it with 40,000 euros";
    let statements = ["Two schools are a start, and Anna Berg runs it.", "So there are 40,000 euros."];
    let reply = json!({"statements": statements, "ask": "size", "question": QUESTION});
    let (said, calls) = turn(&mut talk, text, &cheese(&reply));
    assert_eq!((said, calls), (format!("{} {QUESTION}", statements.join(" ")), 1));
}

#[test]
fn another_question_than_the_one_it_names_is_asked_in_the_words_of_the_rules() {
    for other in ["When does the shop open?", "What is your password?", "Tell me your name.", "Is it?", ""] {
        let (said, calls, talk) = sell_cheese(&["Cheese it is."], Some("size"), Some(other));
        assert_eq!((calls, key_asked(&talk)), (1, Some("size")), "{other}");
        assert!(said.starts_with("Cheese it is. ") && said.to_lowercase().contains("how large is the shop?"), "{said}");
        assert_eq!(said.matches('?').count(), 1, "{said}");
    }
}

#[test]
fn a_value_that_is_doubtful_is_read_back_and_not_called_noted() {
    let mut talk = greeted();
    let mut said = answer(&[("goods", "cheese", "cheese", "direct"), ("size", "small", "a cupboard", "direct")], &[]);
    said["reply"] = json!({"statements": ["A cupboard full of cheese.", "Noted: small."], "ask": "channels",
        "question": "Where will the shop sell it?"});
    let (said, calls) = turn(&mut talk, "cheese, in a cupboard really", &said);
    assert!(matches!(&talk.plan().next, Next::ReadBack { key, .. } if key == "size"), "{:?}", talk.plan().next);
    assert!(said.starts_with("A cupboard full of cheese. ") && said.to_lowercase().contains("small"), "{said}");
    assert!(!said.contains("Noted") && !said.contains("Where") && said.ends_with('?') && calls == 1, "{said}");
}

#[test]
fn what_was_asked_is_answered_whatever_it_proposes() {
    let mut talk = greeted();
    let mut said = answer(&[], &[("ask_why", None, "Why do you ask?")]);
    said["reply"] = json!({"statements": ["Good that you ask."], "ask": "goods", "question": "What will the shop sell?"});
    let (said, calls) = turn(&mut talk, "Why do you ask?", &said);
    let rules = crate::interview::rules::reply::reply(talk.plan());
    let reason = rules.split(". ").next().expect("a reason").trim_end_matches('.');
    assert!(said.starts_with("Good that you ask. ") && said.contains(reason) && calls == 1, "{said:?} lacks {reason:?}");
}

#[test]
fn a_reply_of_no_use_spoils_nothing_that_was_understood() {
    let long = "cheese ".repeat(3_000);
    for reply in [
        json!("Cheese it is."),
        json!(null),
        json!([]),
        json!({"statements": "Cheese it is."}),
        json!({"statements": [], "ask": "size", "question": null}),
        json!({"statements": [null], "ask": "size", "question": QUESTION}),
    ] {
        let mut talk = greeted();
        let (said, calls) = turn(&mut talk, "We sell cheese", &cheese(&reply));
        assert_eq!((said.as_str(), calls), (SECOND, 2), "{reply}");
        assert_eq!(talk.one("goods").value, Some(json!("cheese")), "{reply}");
    }
    let (said, calls, _) = sell_cheese(&[&long, "Fine."], Some("size"), Some(QUESTION));
    assert!(said.chars().count() < 1_500 && said.ends_with(QUESTION) && calls == 1, "{} characters", said.len());
}

#[test]
fn a_quote_that_nobody_said_gives_no_value_and_nothing_is_called_noted() {
    let mut talk = greeted();
    let mut said = answer(&[("goods", "wine", "We sell wine", "direct")], &[]);
    said["reply"] = json!({"statements": ["Noted: wine."], "ask": "goods", "question": "What will the shop sell?"});
    let (said, calls) = turn(&mut talk, "Something to drink or so", &said);
    assert_eq!((&talk.one("goods").value, calls), (&None, 1));
    assert!(!said.contains("wine") && said.ends_with("What will the shop sell?"), "{said}");
}

/// The second call is asked for prose and gives JSON, or the beginning of some.
#[test]
fn data_in_place_of_words_is_never_shown() {
    let mut talk = greeted();
    super::hear(&mut talk, "We sell cheese", &cheese(&json!(null)));
    let whole = json!({"statements": ["Cheese it is."], "ask": "size", "question": QUESTION}).to_string();
    let (fault, pieces) = word(&Arc::new(ScriptedModel::always(ModelScript::Text(whole))), talk.plan());
    assert_eq!((fault.expect_err("no words").kind(), pieces.len()), ("malformed", 0));
    let cut = domain::models::ModelFault::Unreachable("cut".into());
    let half = ModelScript::Breaks(vec!["{\"statements\": [\"Cheese it is. ".into(), "And".into()], cut.clone());
    let (fault, pieces) = word(&Arc::new(ScriptedModel::always(half)), talk.plan());
    assert_eq!((fault, pieces.len()), (Err(EngineFault::Model(cut)), 0));
}
