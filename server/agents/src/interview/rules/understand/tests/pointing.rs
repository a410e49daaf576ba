//! "There", "that day", "the same time": what was said before, meant again; and what only looks like it.

use super::stage::{Stage, journey, values};
use domain::interview::Manner;
use protocol::interview::Speaker::{Agent, User};
use serde_json::{Value, json};

/// A stay that was found, and what comes after it.
fn found() -> Stage {
    Stage::new(&journey())
        .turn(User, "I need a hotel in Porto from March 20th")
        .held("hotel_city", "Porto")
        .held("hotel_day", "March 20th")
        .turn(Agent, "The Douro House is free. Shall I book it?")
        .turn(User, "Yes, please")
        .turn(Agent, "It is booked. Anything else?")
}

#[test]
fn a_place_or_day_that_is_pointed_at_is_the_one_said_last() {
    for (said, key, wanted) in [
        ("I also need a restaurant there", "restaurant_city", json!("Porto")),
        ("Find me a restaurant in that city", "restaurant_city", json!("Porto")),
        ("And a table in a restaurant that same day", "restaurant_day", json!("March 20th")),
    ] {
        let understood = found().imported().says(said);
        let one =
            understood.findings.iter().find(|one| one.key == key).unwrap_or_else(|| panic!("{said}: {:?}", values(&understood)));
        assert_eq!((&one.value, one.manner), (&wanted, Manner::Implied), "{said}");
        assert_eq!(one.quote.turn, Some(0), "{said}: the words it came with");
    }
}

#[test]
fn words_that_point_at_nothing_give_nothing() {
    for said in
        ["Is there a restaurant?", "Hello there", "Are you there?", "There are a few restaurants", "There will be four of us"]
    {
        let understood = found().imported().says(said);
        let places: Vec<(String, Value)> = values(&understood).into_iter().filter(|(key, _)| key.ends_with("city")).collect();
        assert!(places.is_empty(), "{said}: {places:?}");
    }
    let understood = Stage::new(&journey()).turn(Agent, "What can I do for you?").imported().says("I need a restaurant there");
    assert!(
        values(&understood).iter().all(|(key, _)| !key.ends_with("city")),
        "nothing was said before: {:?}",
        values(&understood)
    );
}
