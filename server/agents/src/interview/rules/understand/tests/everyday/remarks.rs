//! Numbers that are said beside the matter: of somebody else, or of something that nobody asked for.

use super::{
    super::stage::{Stage, objective},
    business, check,
};
use domain::interview::Manner;
use protocol::interview::ObjectiveDefinition;
use serde_json::json;
use std::sync::Arc;

fn fleet() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "vans", "fieldPath": "fleet.vans", "prompt": "How many vans do you run?", "label": "Fleet size",
         "widgetType": "number", "unit": "vehicles"},
        {"key": "depot", "fieldPath": "fleet.depot", "prompt": "Where is the depot?", "label": "Depot", "widgetType": "text"},
    ]))
}

#[test]
fn a_number_of_something_that_nobody_asked_for_is_read_back() {
    for (message, wanted) in [
        ("it has 3 floors", Manner::Hedged),
        ("my brother keeps 12 hives", Manner::Hedged),
        ("we have 3 vans", Manner::Explicit),
        ("3 vehicles", Manner::Direct),
        ("12", Manner::Direct),
        ("there are 12 of them", Manner::Direct),
    ] {
        let understood = Stage::new(&fleet()).asked("vans").says(message);
        let found: Vec<_> = understood.findings.iter().map(|one| (one.key.as_str(), one.manner)).collect();
        assert_eq!(found, [("vans", wanted)], "{message}");
    }
}

#[test]
fn what_somebody_else_has_is_no_firm_number_of_those_who_speak() {
    check(&[
        business("team_size", "my colleague has 3 kids", &[("team_size", "~3")]),
        business("team_size", "she looks after 12 children", &[("team_size", "~12")]),
        business("team_size", "I have 2 sons", &[("team_size", "~2")]),
        business("team_size", "12 nurses", &[("team_size", "!12")]),
        business("team_size", "The practice has 12 nurses", &[("team_size", "!12")]),
        business("team_size", "Our crew is 5 sailors", &[("team_size", "!5")]),
    ]);
}

#[test]
fn who_leaves_for_a_moment_gives_no_number_of_something_else() {
    check(&[
        business("team_size", "my colleague has 3 kids, sorry, I'll be right back", &[]),
        business("team_size", "Our landlord brought 4 chairs. Let me close the door.", &[]),
        business("team_size", "We are 12. Sorry, my colleague has 3 kids, I'll be right back", &[("team_size", "12")]),
    ]);
}
