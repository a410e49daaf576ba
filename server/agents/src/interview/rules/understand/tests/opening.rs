//! First messages: who speaks comes before what is wanted.

use super::stage::{Stage, objective};
use domain::interview::Manner;
use protocol::interview::Speaker;
use serde_json::json;

#[test]
fn the_first_sentence_of_a_longer_first_message_is_read_back() {
    let definition = objective(json!([
        {"key": "building", "fieldPath": "building", "prompt": "What is to be built?", "widgetType": "text"},
        {"key": "rooms", "fieldPath": "rooms", "prompt": "How many rooms should it have?", "widgetType": "number"},
    ]));
    let opening = "I keep the books of a brass band. We need a hall to play in.";
    for (history, message, wanted) in [
        (false, opening, Manner::Hedged),
        (false, "A hall for a brass band.", Manner::Direct),
        (false, "A hall. We play in it.", Manner::Hedged),
        (false, "Brass band from Lienz. We rehearse on Fridays and need a roof.", Manner::Hedged),
        (false, "Beekeepers. Our gear is in a damp cellar.", Manner::Hedged),
        (false, "A hall. A yard.", Manner::Direct),
        (true, opening, Manner::Direct),
    ] {
        let stage = Stage::new(&definition);
        let stage = if history { stage.turn(Speaker::User, "Wait, the door.") } else { stage }.asked("building");
        let understood = stage.says(message);
        let one = understood.findings.iter().find(|one| one.key == "building");
        assert_eq!(one.map(|one| one.manner), Some(wanted), "{message}: {understood:?}");
    }
}

#[test]
fn a_wish_that_nobody_asked_for_is_read_back() {
    let definition = objective(json!([
        {"key": "trade", "fieldPath": "trade", "prompt": "Which trade are you in?", "widgetType": "text"},
        {"key": "wish", "fieldPath": "wish", "prompt": "What would you like to have done?", "widgetType": "text"},
    ]));
    for said in ["We would like to have our sign repainted.", "We'd love a wider gate for the yard."] {
        for (key, wanted) in [("trade", Manner::Hedged), ("wish", Manner::Direct)] {
            let understood = Stage::new(&definition).asked(key).says(said);
            let one = understood.findings.iter().find(|one| one.key == key);
            assert_eq!(one.map(|one| one.manner), Some(wanted), "{key}, {said}: {understood:?}");
        }
    }
}
