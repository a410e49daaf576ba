//! A reply that an engine proposes beside what it understood: where its question is asked, and where the rules' own is.

use domain::interview::{Move, Next, ProposedReply, Understanding};
use protocol::interview::{CollectionType, InterviewCommand};
use serde_json::json;
use testkit::{Saying, Shape, Talk, definition, saying, template};

fn talk() -> Talk {
    Talk::over(definition(vec![
        template("a").priority(9),
        template("b").priority(8),
        template("c"),
        template("d").after(&["c"]).priority(10),
        template("e").collected(CollectionType::Inferred).priority(10),
    ]))
}

fn proposing(mut saying: Saying, ask: Option<&str>) -> Saying {
    let question = ask.map(|_| "Which one?".to_owned());
    let proposed = ProposedReply { statements: vec!["Fine.".into()], ask: ask.map(str::to_owned), question };
    saying.understanding.proposed = Some(proposed);
    saying
}

/// What is asked plainly, and whether the proposal came through.
fn find_question(talk: &Talk) -> (Option<&str>, bool) {
    let plan = talk.plan();
    let key = if let Next::Ask { key, .. } = &plan.next { Some(key.as_str()) } else { None };
    (key, plan.proposed.is_some())
}

#[test]
fn an_open_question_is_taken_and_no_other() {
    for (ask, wanted, why) in [
        (Some("c"), (Some("c"), true), "it is open"),
        (Some("b"), (Some("b"), true), "it is what the rules would ask"),
        (Some("a"), (Some("b"), false), "it was answered just now"),
        (Some("d"), (Some("b"), false), "it depends on what is not known"),
        (Some("e"), (Some("b"), false), "it is not asked while anything else is open"),
        (Some("nothing"), (Some("b"), false), "there is no such thing"),
        (None, (Some("b"), false), "something is to be asked"),
    ] {
        let mut talk = talk();
        talk.hear(proposing(saying("Ten").found("a", "Ten", 0.9), ask));
        assert_eq!(find_question(&talk), wanted, "{ask:?}: {why}");
        assert_eq!(talk.waited_for(), wanted.0, "{ask:?}");
    }
}

#[test]
fn where_something_else_than_a_plain_question_comes_it_comes() {
    let mut doubtful = talk();
    doubtful.hear(proposing(saying("Ten").found("a", "Ten", 0.65), Some("c")));
    assert!(matches!(&doubtful.plan().next, Next::ReadBack { key, .. } if key == "a"), "{:?}", doubtful.plan().next);
    assert!(doubtful.plan().proposed.is_some(), "its statements may come before a value that is read back");

    let mut wondering = talk();
    wondering.hear(proposing(saying("Why do you ask?").doing(Move::AskWhy { key: None }), Some("c")));
    assert_eq!(find_question(&wondering), (Some("a"), false), "what was asked about is asked again");

    for (ask, through) in [(None, true), (Some("a"), false)] {
        let mut ending = Talk::over(definition(vec![template("a")]));
        ending.hear(saying("Ten").found("a", "Ten", 0.9));
        ending.hear(proposing(saying("That is all").doing(Move::Done), ask));
        assert_eq!(ending.plan().next, Next::Nothing);
        assert_eq!(ending.plan().proposed.is_some(), through, "{ask:?}");
    }
}

#[test]
fn other_words_are_not_the_same_proposal_again() {
    let mut talk = talk();
    talk.hear(proposing(saying("Ten").found("a", "Ten", 0.9), Some("c")));
    let message_id = talk.view().messages.last().expect("a reply").id;
    talk.command(InterviewCommand::Regenerate { message_id }).expect("possible");
    assert_eq!(find_question(&talk), (Some("c"), false));
}

#[test]
fn an_engine_is_told_what_would_be_asked_next() {
    let mut talk = talk();
    talk.say("Ten").expect("taken");
    let ranked = talk.engine_input().ranked;
    assert_eq!(ranked[..2], ["b", "c"]);
    assert!(!ranked.contains(&"d".to_owned()), "what depends on something open comes later: {ranked:?}");
}

#[test]
fn what_was_understood_without_a_proposal_is_read_as_before() {
    let stored = json!({"findings": [], "moves": [], "style": null, "preferences": []});
    assert_eq!(serde_json::from_value::<Understanding>(stored.clone()).expect("readable"), Understanding::default());
    assert_eq!(serde_json::to_value(Understanding::default()).expect("writable"), stored);
}
