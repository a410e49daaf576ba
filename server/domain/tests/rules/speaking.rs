//! What is spoken is never sure by itself: capped, and read back value by value.

use domain::interview::{Manner, Move, Next};
use protocol::{
    Confidence,
    interview::{InterviewCommand, Status},
    voice::Spoken,
};
use testkit::{Saying, Talk, definition, saying, template};

fn talk() -> Talk {
    Talk::over(definition(vec![template("market"), template("goal"), template("budget"), template("team")]))
}

fn speak(talk: &mut Talk, said: Saying, confidence: Option<u8>) -> Next {
    let spoken = Some(Spoken { confidence: confidence.map(Confidence::hundredths) });
    let say = InterviewCommand::Say { text: said.text.clone(), client_message_id: None, widget: None, spoken };
    talk.command(say).expect("it is taken");
    talk.understand(said);
    talk.plan().next.clone()
}

fn reads_back(next: &Next, wanted: &str) -> bool {
    matches!(next, Next::ReadBack { key, .. } if key == wanted)
}

#[test]
fn a_spoken_value_is_capped_and_read_back_until_it_is_confirmed() {
    let mut talk = talk();
    let next = speak(&mut talk, saying("We sell to dentists").found("market", "dentists", 0.95), Some(98));
    assert!(reads_back(&next, "market"), "{next:?}");
    assert_eq!((talk.status("market"), talk.one("market").confidence), (Status::Partial, Confidence::hundredths(70)));
    assert!(talk.one("market").evidence.as_ref().is_some_and(|evidence| evidence.spoken));
    let next = speak(&mut talk, saying("Yes").doing(Move::Accept { key: None }), None);
    assert_eq!(talk.status("market"), Status::Satisfied);
    assert!(!reads_back(&next, "market"), "{next:?}");
}

#[test]
fn the_transcribers_doubt_counts() {
    for (told, confidence, status) in
        [(None, 65, Status::Partial), (Some(50), 50, Status::Partial), (Some(30), 30, Status::InProgress)]
    {
        let mut talk = talk();
        speak(&mut talk, saying("We sell to dentists").found("market", "dentists", 0.95), told);
        assert_eq!((talk.one("market").confidence, talk.status("market")), (Confidence::hundredths(confidence), status));
    }
}

#[test]
fn an_obligation_that_is_content_with_less_is_read_back_all_the_same() {
    let mut market = template("market");
    market.satisfied_when = Some("confidence > 0.5".into());
    let mut talk = Talk::over(definition(vec![market, template("goal")]));
    let next = speak(&mut talk, saying("We sell to dentists").found("market", "dentists", 0.95), Some(90));
    assert!(reads_back(&next, "market"), "{next:?}");
}

#[test]
fn each_of_several_values_is_read_back() {
    let mut talk = talk();
    let all = saying("Dentists, growth and ten thousand").found("market", "Dentists", 0.95).found("goal", "growth", 0.95);
    let next = speak(&mut talk, all.found("budget", "ten thousand", 0.95), None);
    assert!(reads_back(&next, "market"), "{next:?}");
    let mut confirmed = Vec::new();
    for _ in 0..3 {
        let waited = talk.waited_for().map(str::to_owned).expect("a read-back");
        confirmed.push(waited);
        speak(&mut talk, saying("Yes").doing(Move::Accept { key: None }), None);
    }
    confirmed.sort();
    assert_eq!(confirmed, ["budget", "goal", "market"]);
    assert!(["budget", "goal", "market"].iter().all(|key| talk.status(key) == Status::Satisfied));
}

#[test]
fn a_correction_by_voice_is_read_back_too() {
    let mut talk = talk();
    speak(&mut talk, saying("We sell to dentists").found("market", "dentists", 0.95), None);
    let corrected =
        saying("No, to florists").doing(Move::Reject { key: None }).found("market", "florists", 0.92).manner(Manner::Corrected);
    let next = speak(&mut talk, corrected, None);
    assert!(reads_back(&next, "market"), "{next:?}");
    assert_eq!(talk.one("market").value, Some("florists".into()));
    let next = speak(&mut talk, saying("Hm"), None);
    assert!(!reads_back(&next, "market"), "nobody is asked the same for ever: {next:?}");
}

#[test]
fn a_firm_value_is_not_overwritten_by_voice() {
    let mut talk = talk();
    talk.hear(saying("We sell to dentists").found("market", "dentists", 0.95));
    let next = speak(&mut talk, saying("We sell to florists").found("market", "florists", 0.95), Some(99));
    assert!(matches!(&next, Next::Settle { key, .. } if key == "market"), "{next:?}");
    let next = speak(&mut talk, saying("To forests").found("market", "forests", 0.95), None);
    assert!(matches!(&next, Next::Settle { key, .. } if key == "market"), "a third value is asked about: {next:?}");
    speak(&mut talk, saying("Yes").doing(Move::Accept { key: None }), None);
    assert_eq!(talk.one("market").value, Some("forests".into()));
}

#[test]
fn what_is_typed_is_as_sure_as_ever() {
    let mut talk = talk();
    let plan = talk.hear(saying("We sell to dentists").found("market", "dentists", 0.95));
    assert!(!reads_back(&plan.next.clone(), "market"));
    assert_eq!(talk.status("market"), Status::Satisfied);
    assert!(talk.one("market").evidence.as_ref().is_some_and(|evidence| !evidence.spoken));
}
