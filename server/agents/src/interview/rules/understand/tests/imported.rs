//! Conversations held elsewhere: the agent's turns are the only sign of what was asked, offered or read back.

use super::{
    live::idea,
    stage::{Stage, firm, outing, removal, value, values},
};
use domain::interview::Manner;
use protocol::interview::Speaker::{Agent, User};
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

#[test]
fn a_question_in_other_words_leads_to_its_answer() {
    let business = super::live::business();
    for (asked, said, key, wanted) in [
        (
            "Who buys it?",
            "Families at the farmers' market, and two delis.",
            "target_market",
            "Families at the farmers' market, and two delis",
        ),
        (
            "What's in the way?",
            "The varroa mite killed a third of them last winter.",
            "main_challenge",
            "The varroa mite killed a third of them last winter",
        ),
        ("And what do you sell?", "Honey in jars", "offering", "Honey in jars"),
        ("Who are your competitors?", "The supermarket", "competition", "The supermarket"),
    ] {
        let understood = Stage::new(&business).turn(Agent, asked).imported().says(said);
        let found = values(&understood);
        let plain = found.iter().map(|(key, value)| (key.as_str(), plain(value))).collect::<Vec<_>>();
        let near = |value: &String| value.trim_start_matches("The ") == wanted.trim_start_matches("The ");
        assert!(plain.len() == 1 && plain[0].0 == key && near(&plain[0].1), "{asked} {said}: {plain:?}");
    }
}

#[test]
fn words_that_are_read_back_and_accepted_count() {
    for (agent, said, wanted) in [
        ("So your audience is dog owners in cities, right?", "Yes.", vec![("audience", "dog owners in cities")]),
        ("I have the audience as dog owners. Is that right?", "Yes.", vec![("audience", "dog owners")]),
        ("Please confirm: audience: dog owners in cities.", "Yes", vec![("audience", "dog owners in cities")]),
        ("Your audience is dog owners. Is this correct?", "That's right.", vec![("audience", "dog owners")]),
        ("Just to confirm, your audience would be dog owners?", "Yep", vec![("audience", "dog owners")]),
        ("You said your audience is dog owners. Is that correct?", "Yes", vec![("audience", "dog owners")]),
        (
            "Let me confirm. Problem - dogs get lost; audience - dog owners. Is that right?",
            "Yes",
            vec![("problem", "dogs get lost"), ("audience", "dog owners")],
        ),
        ("The problem is that dogs get lost. Correct?", "Yes, exactly", vec![("problem", "dogs get lost")]),
        (
            "Let me confirm: the problem is that dogs get lost, and your audience is dog owners in cities. Is that right?",
            "yes it is",
            vec![("problem", "dogs get lost"), ("audience", "dog owners in cities")],
        ),
        (
            "To confirm:\n- Problem: dogs get lost\n- Audience: dog owners\n- Budget: 5000 euros\nIs that correct?",
            "Yes, all correct.",
            vec![("problem", "dogs get lost"), ("audience", "dog owners"), ("budget", "5000")],
        ),
    ] {
        let understood = Stage::new(&idea()).turn(Agent, agent).imported().says(said);
        let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), plain(&one.value))).collect();
        let wanted: Vec<(&str, String)> = wanted.into_iter().map(|(key, value)| (key, value.to_owned())).collect();
        assert_eq!(found, wanted, "{agent}");
        assert!(understood.findings.iter().all(|one| one.manner == Manner::Accepted && one.quote.turn == Some(0)), "{agent}");
    }
}

#[test]
fn words_that_are_read_back_and_not_accepted_do_not_count() {
    for (agent, said) in [
        ("So your audience is dog owners in cities, right?", "No."),
        ("So your audience is dog owners in cities, right?", "That's wrong"),
        ("So your audience is dog owners in cities, right?", "not dog owners"),
        ("So your audience is dog owners in cities, right?", "Why do you ask?"),
        ("Your audience is important. What is it?", "Yes."),
        ("The biggest risk is often money. Shall we go on?", "Yes."),
        ("Is your audience dog owners or cat owners?", "Yes."),
    ] {
        let understood = Stage::new(&idea()).turn(Agent, agent).imported().says(said);
        assert!(understood.findings.is_empty(), "{agent} {said}: {:?}", values(&understood));
    }
}

#[test]
fn what_is_said_instead_of_words_read_back_replaces_them() {
    for (agent, said, key, wanted) in [
        ("The problem is that dogs get lost. Correct?", "No, actually cats get lost.", "problem", "cats get lost"),
        ("So your audience is dog owners in cities, right?", "No, cat owners.", "audience", "cat owners"),
        ("So your audience is dog owners in cities, right?", "No, the audience is cat owners.", "audience", "cat owners"),
    ] {
        let stage = Stage::new(&idea()).turn(User, "dogs get lost").held("problem", "Dogs get lost");
        let stage = if key == "problem" { stage } else { stage.held("audience", "dog owners in cities") };
        let understood = stage.turn(Agent, agent).imported().says(said);
        assert_eq!(values(&understood), [(key.to_owned(), json!(wanted))], "{agent} {said}");
        assert_eq!(understood.findings[0].manner, Manner::Corrected, "{agent} {said}");
    }
}

#[test]
fn every_value_of_one_read_back_counts() {
    let understood = Stage::new(&outing())
        .turn(Agent, "So that is a restaurant in the north, for 4 people on Friday?")
        .imported()
        .says("Yes please.");
    assert_eq!(value(&understood, "area"), Some(json!("north")));
    assert_eq!(value(&understood, "people"), Some(json!(4)));
    assert!(value(&understood, "day").is_some());
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(words) => words.clone(),
        serde_json::Value::Object(parts) => parts.get("value").map(plain).unwrap_or_default(),
        other => other.to_string(),
    }
}
