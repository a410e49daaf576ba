//! A list that has to be said is said as it is, and a person's own words are not said back at length.

use super::{answer, greeted, hear, word};
use crate::interview::rules::reply::reply;
use domain::interview::{Held, Next, ProposedReply, Remark, ReplyPlan};
use serde_json::json;
use std::sync::Arc;
use testkit::{ModelScript, ScriptedModel};

const MESSAGE: &str = "We sell cheese from the mountains to two schools near the lake";

/// After the message: the size is asked for.
fn asking() -> ReplyPlan {
    let mut talk = greeted();
    hear(&mut talk, MESSAGE, &answer(&[("goods", "cheese", "cheese", "direct")], &[]));
    ReplyPlan { next: Next::Ask { key: "size".into(), attempt: 1, following_up: None }, ..talk.plan().clone() }
}

/// What becomes of the model's words, asked for them or with the reading.
fn both(text: &str, plan: &ReplyPlan) -> [String; 2] {
    let model = Arc::new(ScriptedModel::always(ModelScript::Text(text.into())));
    let proposed = ProposedReply { statements: vec![text.into()], ask: Some("size".into()), question: None };
    let with_the_reading = ReplyPlan { proposed: Some(proposed), ..plan.clone() };
    [plan, &with_the_reading].map(|plan| word(&model, plan).0.expect("a reply"))
}

#[test]
fn a_list_is_kept_whole_and_once_whatever_the_model_makes_of_it() {
    let mut plan = asking();
    let buyers = Held { key: "buyers".into(), value: Some(json!("Schools. Also hotels")), ..plan.held[0].clone() };
    plan.held.push(buyers);
    let summary = ReplyPlan { remarks: vec![Remark::Summary], ..plan.clone() };
    let end = ReplyPlan { next: Next::Close { left: Vec::new(), recap: true }, ..plan };
    for plan in [summary, end] {
        let rules = reply(&plan);
        let list: Vec<&str> = rules.lines().filter(|line| line.starts_with("- ")).collect();
        assert!(!list.is_empty(), "{rules}");
        let whole = format!("Here it is.\n{}", list.join("\n"));
        for text in [
            "Here it is. How large is the shop?",
            "Here it is.",
            "So far the notes I have of what I understood until now say cheese for the goods.",
            &whole,
            &list.join("\n"),
            &format!("{whole}\nHow large is the shop?"),
        ] {
            for words in both(text, &plan) {
                for line in &list {
                    assert_eq!(words.lines().filter(|one| one == line).count(), 1, "{line} of {text:?} in {words:?}");
                }
                assert_eq!(words.matches("Also hotels").count(), 1, "{text:?} became {words:?}");
                assert!(words.ends_with('?') && words.matches('?').count() == 1, "{text:?} became {words:?}");
                let last = words.lines().last().unwrap_or_default();
                assert!(!last.starts_with("- "), "the question has a line of its own: {words:?}");
            }
        }
    }
}

#[test]
fn more_than_six_words_of_the_message_in_a_row_are_not_repeated() {
    let plan = asking();
    for (text, kept, gone) in [
        ("You sell cheese from the mountains to two schools. Fine.", "Fine.", "mountains"),
        ("Fine. Cheese from the mountains, to TWO schools.", "Fine.", "mountains"),
        ("So cheese from the mountains. To two schools near the lake.", "So cheese from the mountains.", "lake"),
        ("Fine, cheese from the mountains to two.", "cheese from the mountains to two.", "schools"),
        ("Two schools near the lake need cheese.", "Two schools near the lake need cheese.", "mountains"),
    ] {
        for words in both(text, &plan) {
            assert!(words.contains(kept) && !words.contains(gone), "{text:?} became {words:?}");
        }
    }
}

#[test]
fn a_list_does_not_excuse_its_words_beside_it() {
    let mut plan = ReplyPlan { remarks: vec![Remark::Summary], ..asking() };
    plan.held[0].value = Some(json!("cheese from the mountains to two schools near the lake"));
    for words in both("Fine. You have cheese from the mountains to two schools near the lake.", &plan) {
        assert!(words.starts_with("Fine. ") && words.matches("mountains").count() == 1, "{words:?}");
    }
}

#[test]
fn required_words_of_the_message_pass() {
    let mut plan = asking();
    let question = "How large is the shop that you would like to open?";
    let definition = Arc::make_mut(&mut plan.definition);
    let size = definition.obligations.iter_mut().find(|one| one.key == "size").expect("an obligation");
    size.prompt = question.into();
    plan.said = format!("{question} That is what I wonder.");
    let text = format!("A good thing to wonder. {question}");
    let words = word(&Arc::new(ScriptedModel::always(ModelScript::Text(text.clone()))), &plan).0;
    assert_eq!(words, Ok(text));
}
