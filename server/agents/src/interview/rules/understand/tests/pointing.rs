//! "There", "that day", "the same time": what was said before, meant again; and what only looks like it.

use super::stage::{Stage, journey, travels, values};
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

/// By train or bus, to stay, to be insured.
fn tour() -> Stage {
    Stage::new(&travels())
}

/// What somebody said so far, with what was understood of it, and what they say now: what they mean by it, and what they do not.
struct Meant {
    before: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    said: &'static str,
    wanted: &'static [(&'static str, &'static str)],
    not: &'static [&'static str],
}

fn check(rows: &[Meant]) {
    let mut faults: Vec<String> = Vec::new();
    for row in rows {
        let mut stage = tour();
        for (turn, (said, held)) in (1..).zip(row.before) {
            stage = stage.turn(User, said);
            for (key, value) in *held {
                stage = stage.held(key, *value).said_in(key, turn);
            }
            stage = stage.turn(Agent, "Very well. Anything else?");
        }
        let understood = stage.imported().says(row.said);
        for (key, wanted) in row.wanted {
            let Some(one) = understood.findings.iter().find(|one| one.key == *key) else {
                faults.push(format!("{:?}: {key} is missing: {:?}", row.said, values(&understood)));
                continue;
            };
            let quoted = one.quote.turn.is_none_or(|turn| {
                row.before.get(turn / 2).is_some_and(|(said, _)| said.get(one.quote.start..one.quote.end) == Some(*wanted))
            });
            if one.value != json!(wanted) || !quoted {
                faults.push(format!("{:?}: {key} = {} {:?}, not {wanted}", row.said, one.value, one.quote));
            }
        }
        for key in row.not {
            if let Some(one) = understood.findings.iter().find(|one| one.key == *key) {
                faults.push(format!("{:?}: {key} = {} was not meant", row.said, one.value));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

const STAY: (&str, &[(&str, &str)]) = ("I need a hotel in Porto for 3 people", &[("hotel_city", "Porto"), ("hotel_people", "3")]);
const TRAIN: (&str, &[(&str, &str)]) =
    ("A train from Faro to Porto for 3 people", &[("train_from", "Faro"), ("train_to", "Porto"), ("train_people", "3")]);
const INSURED: (&str, &[(&str, &str)]) = ("And an insurance for the luggage", &[("insurance_kind", "luggage")]);

#[test]
fn a_new_wish_is_about_the_place_that_was_spoken_of() {
    let wish = |said| Meant { before: &[STAY], said, wanted: &[("restaurant_city", "Porto")], not: &["restaurant_people"] };
    check(&[
        wish("I am also looking for a restaurant that serves Thai food"),
        wish("Now find me a restaurant, something cheap"),
        wish("We would like a nice restaurant too"),
        // Nobody wants anything: it is asked, or told.
        Meant { before: &[STAY], said: "Is there a restaurant?", wanted: &[], not: &["restaurant_city"] },
        Meant { before: &[STAY], said: "The last restaurant was awful", wanted: &[], not: &["restaurant_city"] },
        // Another place is named.
        Meant {
            before: &[STAY],
            said: "I am also looking for a restaurant in Braga",
            wanted: &[("restaurant_city", "Braga")],
            not: &[],
        },
        // Nothing was said of a place.
        Meant {
            before: &[],
            said: "I am looking for a restaurant that serves Thai food",
            wanted: &[],
            not: &["restaurant_city"],
        },
        // The restaurant was spoken of already, and no place with it.
        Meant {
            before: &[("A restaurant with Thai food", &[("restaurant_food", "Thai")]), STAY],
            said: "The restaurant, I would like it to be cheap",
            wanted: &[],
            not: &["restaurant_city"],
        },
        // The talk has gone on to something that has no place.
        Meant {
            before: &[STAY, INSURED],
            said: "I am also looking for a restaurant that serves Thai food",
            wanted: &[],
            not: &["restaurant_city"],
        },
        // Who arrives in Porto eats there, and does not in Faro.
        Meant {
            before: &[TRAIN],
            said: "I am also looking for a restaurant that serves Thai food",
            wanted: &[("restaurant_city", "Porto")],
            not: &[],
        },
    ]);
}

#[test]
fn whoever_goes_there_too_goes_from_the_same_town_with_as_many() {
    check(&[
        Meant {
            before: &[TRAIN],
            said: "Is the bus cheaper? I need a bus there instead",
            wanted: &[("bus_to", "Porto"), ("bus_from", "Faro"), ("bus_people", "3")],
            not: &[],
        },
        Meant {
            before: &[STAY],
            said: "I also need a train to get there",
            wanted: &[("train_to", "Porto"), ("train_people", "3")],
            not: &["train_from"],
        },
        // What is said otherwise holds.
        Meant {
            before: &[TRAIN],
            said: "I need a bus there for 5 people",
            wanted: &[("bus_to", "Porto"), ("bus_from", "Faro"), ("bus_people", "5")],
            not: &[],
        },
        Meant {
            before: &[TRAIN],
            said: "I need a bus there from Lagos",
            wanted: &[("bus_to", "Porto"), ("bus_from", "Lagos")],
            not: &[],
        },
        // Who stays the night there does not say with how many.
        Meant { before: &[TRAIN], said: "I need a hotel there", wanted: &[("hotel_city", "Porto")], not: &["hotel_people"] },
        // "There" is nowhere yet.
        Meant { before: &[], said: "I need a bus there", wanted: &[], not: &["bus_to", "bus_from", "bus_people"] },
        // The bus was spoken of before, by itself.
        Meant {
            before: &[TRAIN, ("A bus from Lagos", &[("bus_from", "Lagos")])],
            said: "And I need the bus there",
            wanted: &[],
            not: &["bus_people"],
        },
    ]);
}

#[test]
fn nothing_is_meant_again_while_an_interview_goes_on() {
    let understood = tour()
        .turn(User, STAY.0)
        .held("hotel_city", "Porto")
        .held("hotel_people", "3")
        .asked("restaurant_food")
        .says("I am also looking for a restaurant that serves Thai food");
    let found = values(&understood);
    assert!(found.iter().all(|(key, _)| key != "restaurant_city" && key != "restaurant_people"), "it is asked for: {found:?}");
}
