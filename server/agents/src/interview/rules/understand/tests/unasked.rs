//! What is put right after everything was read back, and what is put right when the next question was asked already.

use super::{
    super::{Meaning, understand_meaning},
    live::words,
    put_right::hear,
    stage::{Stage, objective},
};
use async_trait::async_trait;
use domain::{
    embedding::{Embedder, EmbeddingFault, level},
    interview::{Heard, Move, Next, Understanding},
};
use protocol::interview::{ObjectiveDefinition, Speaker};
use serde_json::{Value, json};
use std::sync::Arc;
use testkit::Talk;

/// A riding school about itself.
fn stable() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "lessons", "fieldPath": "lessons", "prompt": "What do you teach?", "label": "Lessons", "widgetType": "text"},
        {"key": "riders", "fieldPath": "riders", "prompt": "Who rides with you?", "label": "Riders", "widgetType": "text"},
        {"key": "obstacle", "fieldPath": "obstacle", "prompt": "What is in your way?", "label": "Main obstacle", "widgetType": "text"},
        {"key": "staff", "fieldPath": "staff", "prompt": "How many people work with you?", "label": "Team size", "widgetType": "number"},
        {"key": "takings", "fieldPath": "takings", "prompt": "What do you take in a year?", "label": "Turnover", "widgetType": "number"},
        {"key": "ground", "fieldPath": "ground", "prompt": "What do you ride on?", "label": "Ground", "widgetType": "choice",
         "options": ["Sand", "Grass", "Road"]},
        {"key": "notice", "fieldPath": "notice", "prompt": "How do riders find you?", "label": "Advertising", "widgetType": "multiselect",
         "options": ["Leaflets", "Radio", "Open days"]},
        {"key": "opening", "fieldPath": "opening", "prompt": "When do you open the new hall?", "label": "Opening day", "widgetType": "date"}
    ]))
}

fn all() -> [(&'static str, Value); 8] {
    [
        ("lessons", json!("jumping and dressage")),
        ("riders", json!("we have three clubs in Hull")),
        ("obstacle", json!("the wet winters")),
        ("staff", json!(9)),
        ("takings", json!(180_000)),
        ("ground", json!("Sand")),
        ("notice", json!(["Leaflets", "Radio"])),
        ("opening", json!({"date": "2027-06-12", "text": "12 June"})),
    ]
}

/// Everything is known, and was read back.
fn listed() -> Stage {
    all()
        .into_iter()
        .zip(1..)
        .fold(Stage::new(&stable()), |stage, ((key, value), turn)| stage.held(key, value).said_in(key, turn))
}

/// Of two that were answered, the one that was answered last, and what is asked now.
fn moved_on(last: &str, open: &str) -> Stage {
    let known = all().into_iter().filter(|(key, _)| *key != open);
    let stage =
        known.zip(1..).fold(Stage::new(&stable()), |stage, ((key, value), turn)| stage.held(key, value).said_in(key, turn));
    stage.said_in(last, 20).asked(open)
}

fn found(understood: &Understanding) -> Vec<(&str, String)> {
    understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect()
}

fn wanted<'a>(pairs: &[(&'a str, &str)]) -> Vec<(&'a str, String)> {
    pairs.iter().map(|(key, value)| (*key, (*value).to_owned())).collect()
}

#[test]
fn after_the_list_an_answer_is_put_right_by_any_words_for_it() {
    for (message, pairs) in [
        ("number of employees: 7", &[("staff", "7")][..]),
        ("Number of employees = 7.", &[("staff", "7")]),
        ("the number of employees is 7", &[("staff", "7")]),
        ("headcount 12", &[("staff", "12")]),
        ("Everything is right except the opening day, it's 3 July", &[("opening", "2027-07-03")]),
        ("Two things: staff is 10, the turnover 200k", &[("staff", "10"), ("takings", "200000")]),
        ("We have eleven employees", &[("staff", "11")]),
        ("Could you change the headcount to 14?", &[("staff", "14")]),
        ("staff should be eleven", &[("staff", "11")]),
        ("Change the employees to 6 and the opening to six weeks", &[("staff", "6"), ("opening", "2027-04-14")]),
        (
            "The headcount is 6, the income 200k and the opening is on 3 July",
            &[("staff", "6"), ("takings", "200000"), ("opening", "2027-07-03")],
        ),
        ("the turnover should be 160k not 170k", &[("takings", "160000")]),
        ("No, the income should be 150k instead of 170k", &[("takings", "150000")]),
        ("it should be 150k euros", &[("takings", "150000")]),
        ("the ground should be grass, not road", &[("ground", "Grass")]),
        ("lessons: carriage driving", &[("lessons", "carriage driving")]),
    ] {
        let understood = listed().says(message);
        assert_eq!(found(&understood), wanted(pairs), "{message:?} {:?}", understood.moves);
    }
}

#[test]
fn what_may_be_one_of_several_is_asked_with_those() {
    let alike = || listed().held("staff", 900).held("obstacle", "three wet winters");
    for (message, keys) in [
        ("the sum should be 3000", &["staff", "takings"][..]),
        ("the thing should be nicer", &["lessons", "riders", "obstacle"]),
        ("four, not three", &["riders", "obstacle"]),
        ("It's 700", &["staff", "takings"]),
        ("Can you change the sum to 3000?", &["staff", "takings"]),
    ] {
        let understood = alike().says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        assert_eq!(understood.moves, [Move::Unclear { keys }], "{message:?}");
    }
}

#[test]
fn what_agrees_or_thanks_after_the_list_puts_nothing_right() {
    for message in
        ["Yes, that's all", "thanks, that was 20 minutes well spent", "That took 20 minutes", "looks good, 10 out of 10", "ok"]
    {
        let understood = listed().says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
        assert!(!understood.moves.iter().any(|one| matches!(one, Move::Unclear { .. })), "{message:?}: {:?}", understood.moves);
    }
}

#[test]
fn what_something_else_costs_overrules_nothing() {
    for message in ["the pony costs 30k by the way", "my uncle took 300000 for the farm"] {
        let understood = listed().says(message);
        let overrules = |one: &Move| matches!(one, Move::Overrule { .. });
        assert!(!understood.moves.iter().any(overrules), "{message:?}: {:?} {:?}", found(&understood), understood.moves);
    }
    let understood = listed().says("the number of employees is 7");
    assert!(understood.moves.contains(&Move::Overrule { key: "staff".to_owned() }), "{:?}", understood.moves);
}

#[test]
fn what_is_told_of_something_else_after_the_list_changes_nothing_that_is_neither_named_nor_said() {
    let listed = || listed().held("takings", 40_000);
    for message in ["the vet is back on the 6th", "calls were 45, not 40", "calls were 45, not 44", "the fences were 12"] {
        let understood = listed().says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
        let changes = |one: &Move| matches!(one, Move::Correct { .. } | Move::Overrule { .. });
        assert!(!understood.moves.iter().any(changes), "{message:?}: {:?}", understood.moves);
    }
    for (message, pairs) in [
        ("calls were 45, not 9", &[("staff", "45")][..]),
        ("the headcount was 45, not 40", &[("staff", "45")]),
        ("the turnover was 45k, not 40", &[("takings", "45000")]),
        ("No, the opening is on the 6th of May", &[("opening", "2027-05-06")]),
        ("45k, not 40", &[("takings", "45000")]),
    ] {
        let understood = listed().says(message);
        assert_eq!(found(&understood), wanted(pairs), "{message:?} {:?}", understood.moves);
    }
}

#[test]
fn the_two_points_at_something_and_is_no_number() {
    for message in ["I rode with my neighbours too. Put the two", "Oh, and grass as well as sand: write down the two"] {
        let understood = listed().held("staff", 0).says(message);
        assert!(understood.findings.iter().all(|one| one.key != "staff"), "{message:?}: {:?}", found(&understood));
    }
    let understood = listed().says("the team size should be two");
    assert_eq!(found(&understood), wanted(&[("staff", "2")]));
}

#[test]
fn once_it_is_said_which_the_value_before_is_taken() {
    let after = |before: &str| listed().turn(Speaker::User, before).turn(Speaker::Agent, "Which do you mean?");
    let understood = after("it should be 30").says("the team size");
    assert_eq!(found(&understood), wanted(&[("staff", "30")]), "{:?}", understood.moves);
    assert!(understood.moves.contains(&Move::Overrule { key: "staff".to_owned() }));
    for (before, message) in
        [("make it 9", "the team size"), ("it should be nicer", "the team size"), ("it should be 30", "the ground")]
    {
        let understood = after(before).says(message);
        assert!(understood.findings.is_empty(), "{before:?}: {:?}", found(&understood));
        assert!(matches!(understood.moves[..], [Move::Reject { key: Some(_) }]), "{before:?}: {:?}", understood.moves);
    }
}

/// Knows two meanings by their words.
struct Small;

#[async_trait]
impl Embedder for Small {
    fn name(&self) -> &str {
        "small"
    }

    fn dimension(&self) -> Option<usize> {
        Some(2)
    }

    fn is_remote(&self) -> bool {
        false
    }

    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        let meanings = [["turnover", "cashflow"], ["team", "crowd"]];
        let of = |text: &String| {
            let text = text.to_lowercase();
            let mut vector = meanings.map(|words| if words.iter().any(|word| text.contains(word)) { 1.0 } else { 0.0 });
            level(&mut vector);
            vector.to_vec()
        };
        Ok(texts.iter().map(of).collect())
    }
}

#[test]
fn what_is_only_meant_is_weighed() {
    let heard: Heard = listed().held("staff", 900).heard("the cashflow should be 3000");
    let understood = futures::executor::block_on(understand_meaning(&heard, &Meaning::new(Arc::new(Small))));
    assert_eq!(found(&understood), wanted(&[("takings", "3000")]));
    assert_eq!(understood.moves, [Move::Correct { key: "takings".to_owned() }]);
}

#[test]
fn a_word_of_a_longer_text_is_put_right_and_the_rest_stays() {
    for (held, message, value) in [
        ("we have three clubs in Hull", "four, not three", "we have four clubs in Hull"),
        ("we have three clubs in Hull", "sorry, 4 instead of 3", "we have 4 clubs in Hull"),
        ("we have 3 clubs in Hull", "It's four clubs, not three", "we have four clubs in Hull"),
        ("beginners from small villages", "large villages, not small", "beginners from large villages"),
        ("beginners", "experts, not beginners", "experts"),
        ("old Mr Pohl", "Mrs Lind, not Mr Pohl", "Mrs Lind"),
        ("old Mr Pohl", "correction: Mrs Lind, not Mr Pohl", "Mrs Lind"),
    ] {
        let stage = || {
            all()
                .into_iter()
                .zip(1..)
                .fold(Stage::new(&stable()), |stage, ((key, value), turn)| stage.held(key, value).said_in(key, turn))
        };
        for stage in [stage().held("riders", held), stage().held("riders", held).read_back("riders")] {
            let understood = stage.says(message);
            assert_eq!(found(&understood), wanted(&[("riders", value)]), "{message:?} {:?}", understood.moves);
        }
    }
    let alike = listed().held("lessons", "racing").held("obstacle", "no racing ground in town");
    assert_eq!(found(&alike.says("We don't do racing. Polo, not racing.")), wanted(&[("lessons", "Polo")]), "all of it is surer");
    let understood = listed().held("staff", 3).says("four, not three");
    assert_eq!(found(&understood), wanted(&[("staff", "4")]), "a number is surer than a word");
}

#[test]
fn a_correction_after_the_next_question_belongs_to_the_answer_before() {
    for (last, open, message, value) in [
        ("staff", "obstacle", "sorry, I meant 12, not 9", "12"),
        ("staff", "obstacle", "actually 12", "12"),
        ("staff", "obstacle", "oops, 12 people", "12"),
        ("staff", "takings", "sorry, I meant 12", "12"),
        ("staff", "ground", "no wait, 12", "12"),
        ("riders", "obstacle", "sorry, I meant four", "we have four clubs in Hull"),
        ("riders", "obstacle", "Actually 4 clubs", "we have 4 clubs in Hull"),
        ("riders", "obstacle", "Sorry, I meant grown-ups", "grown-ups"),
        ("ground", "obstacle", "actually grass", "Grass"),
        ("opening", "obstacle", "sorry, 19 June", "2027-06-19"),
    ] {
        let understood = moved_on(last, open).says(message);
        assert_eq!(found(&understood), wanted(&[(last, value)]), "{message:?} {:?}", understood.moves);
    }
    let understood = moved_on("riders", "obstacle").says("sorry, I meant the team size");
    assert!(!understood.findings.iter().any(|one| one.key == "riders"), "{:?}", found(&understood));
    for (last, open, message, value) in [
        ("staff", "takings", "actually 200000", "200000"),
        ("riders", "obstacle", "Actually the steep bank", "steep bank"),
        ("ground", "notice", "Sorry, radio", "Radio"),
    ] {
        let understood = moved_on(last, open).says(message);
        assert_eq!(found(&understood), wanted(&[(open, value)]), "{message:?} {:?}", understood.moves);
    }
}

#[test]
fn what_is_chosen_and_what_is_left_out_are_told_apart_over_sentences() {
    let three = || json!(["Leaflets", "Radio", "Open days"]);
    for (held, message, value) in [
        (three(), "no. Leaflets and open days. The radio no.", "Leaflets+Open days"),
        (three(), "Only leaflets and open days, not radio", "Leaflets+Open days"),
        (three(), "No, leaflets and open days but not the radio", "Leaflets+Open days"),
        (json!(["Leaflets", "Radio"]), "No. Leaflets and open days. Without radio.", "Leaflets+Open days"),
        (json!(["Leaflets", "Radio"]), "not the radio but open days", "Leaflets+Open days"),
    ] {
        for stage in [listed().held("notice", held.clone()), listed().held("notice", held.clone()).read_back("notice")] {
            let understood = stage.says(message);
            assert_eq!(found(&understood), wanted(&[("notice", value)]), "{message:?} {:?}", understood.moves);
        }
    }
}

#[test]
fn after_the_list_only_what_changed_is_said_and_which_is_meant_is_asked() {
    let mut talk = Talk::over((*stable()).clone());
    for (key, value) in all() {
        talk.widget(key, value).expect("it is taken");
    }
    let reply_to = |talk: &mut Talk, message: &str| crate::interview::rules::reply::reply(&hear(talk, message));
    let value = |talk: &Talk, key: &str| talk.view().obligation(key).and_then(|one| one.value.clone());
    assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: true });
    for (message, key, wanted) in
        [("number of employees: 12", "staff", json!(12)), ("the ground should be grass, not sand", "ground", json!("Grass"))]
    {
        let words = reply_to(&mut talk, message);
        assert_eq!(value(&talk, key), Some(wanted), "{message:?}: {words}");
        assert!(!words.contains("\n- ") && words.ends_with('?'), "{message:?}: {words}");
        assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: false }, "{message:?}");
    }
    reply_to(&mut talk, "team size: 900");
    let words = reply_to(&mut talk, "the sum should be 3000");
    assert!(words.contains("the team size or the turnover") && words.ends_with('?'), "{words}");
    let words = reply_to(&mut talk, "the turnover");
    assert_eq!(value(&talk, "takings"), Some(json!(3000)), "{words}");
    assert!(!words.contains("\n- "), "{words}");
}
