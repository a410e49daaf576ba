//! Conversations held elsewhere: the agent's turns are the only sign of what was asked, offered or read back.

use super::stage::{Stage, firm, removal, value, values};
use domain::interview::Manner;
use protocol::interview::Speaker::Agent;
use serde_json::json;

#[test]
fn the_agents_question_says_what_an_answer_is_for() {
    for (asked, said, key, wanted) in [
        ("Which town are you moving from?", "Leeds", "from_town", json!("Leeds")),
        ("And where will you be moving to?", "It will be York", "to_town", json!("York")),
        ("Do you have a lift?", "No, we don't", "lift", json!("no")),
        ("How many rooms are there?", "four", "rooms", json!(4)),
    ] {
        let understood = Stage::new(&removal()).turn(Agent, asked).imported().says(said);
        assert_eq!(value(&understood, key), Some(wanted), "{asked} {said}");
    }
}

#[test]
fn what_is_read_back_and_accepted_is_a_value_with_the_agents_words_as_evidence() {
    let understood = Stage::new(&removal())
        .turn(Agent, "Please confirm: you move from Leeds to York on March 20th.")
        .imported()
        .says("Yes, that's right.");
    assert_eq!(value(&understood, "from_town"), Some(json!("Leeds")));
    assert_eq!(value(&understood, "to_town"), Some(json!("York")));
    assert!(understood.findings.iter().all(|one| one.manner == Manner::Accepted && one.quote.turn == Some(0)));
}

#[test]
fn what_is_read_back_and_refused_is_no_value() {
    let understood =
        Stage::new(&removal()).turn(Agent, "Please confirm: you move from Leeds to York.").imported().says("No, that's wrong.");
    assert!(understood.findings.is_empty(), "{:?}", values(&understood));
}

#[test]
fn a_correction_of_a_read_back_keeps_the_rest() {
    let stage = Stage::new(&removal()).held("from_town", "Leeds").held("to_town", "York");
    let understood = stage.turn(Agent, "So you move from Leeds to York, is that correct?").imported().says("No, to Hull.");
    assert_eq!(values(&understood), [("to_town".to_owned(), json!("Hull"))]);
    assert_eq!(understood.findings[0].manner, Manner::Corrected);
}

#[test]
fn the_agents_facts_are_not_the_persons_values() {
    let understood = Stage::new(&removal()).turn(Agent, "A move costs $900 on average.").imported().says("Okay, thanks.");
    assert!(understood.findings.is_empty(), "{:?}", values(&understood));
}

#[test]
fn a_question_in_the_objectives_own_words_is_known_as_asked() {
    let stage = || Stage::new(&firm()).turn(Agent, "Thanks. What does your company do?").imported();
    let understood = stage().says("We restore old church organs.");
    assert_eq!(value(&understood, "offering"), Some(json!("We restore old church organs")));
    let other = Stage::new(&firm()).turn(Agent, "So what is it that the company does all day?").imported();
    assert_eq!(value(&other.says("We restore old church organs."), "offering"), None, "only the very words are a sign");
}
