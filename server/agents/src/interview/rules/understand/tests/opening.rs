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
        (false, "A hall. We play in it.", Manner::Direct),
        (true, opening, Manner::Direct),
    ] {
        let stage = Stage::new(&definition);
        let stage = if history { stage.turn(Speaker::User, "Wait, the door.") } else { stage }.asked("building");
        let understood = stage.says(message);
        let one = understood.findings.iter().find(|one| one.key == "building");
        assert_eq!(one.map(|one| one.manner), Some(wanted), "{message}: {understood:?}");
    }
}
