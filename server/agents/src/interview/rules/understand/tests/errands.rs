//! Conversations held elsewhere, about errands of several sorts: which of them a value is for, and what was only said of it.

use super::stage::{Stage, objective, values};
use protocol::interview::{ObjectiveDefinition, Speaker};
use serde_json::{Value, json};
use std::sync::Arc;

/// A book to borrow, a table, an evening out, a train there and back, a boat.
fn errands() -> Arc<ObjectiveDefinition> {
    let text = |path: &str, prompt: &str| json!({"key": path.replace('.', "_"), "fieldPath": path, "prompt": prompt, "widgetType": "text"});
    let choice = |path: &str, prompt: &str, options: &[&str]| json!({"key": path.replace('.', "_"), "fieldPath": path, "prompt": prompt, "widgetType": "choice", "options": options});
    objective(json!([
        text("Book.title", "Title of the book"),
        text("Book.author", "Author of the book"),
        text("Book.series", "Series the book belongs to"),
        text("Book.genre", "Genre of the book"),
        choice("Book.form", "Form in which to read the book", &["Paper", "Audio", "PC"]),
        text("Restaurant.restaurant.name", "Name of the restaurant"),
        text("Restaurant.city", "City in which the restaurant is"),
        text("Restaurant.cuisine", "Cuisine of the restaurant"),
        text("Restaurant.address", "Address of the restaurant"),
        text("Restaurant.day", "Date of the table in the restaurant"),
        choice("Restaurant.party.size", "Party size for the table", &["1", "2", "3", "4", "5", "6"]),
        choice("Restaurant.price.range", "Price range of the restaurant", &["cheap", "moderate", "expensive"]),
        choice("Restaurant.has.garden", "Whether the restaurant has a garden", &["True", "False"]),
        text("Events.event.name", "Name of the event"),
        text("Events.city", "City of the event"),
        text("Events.category", "Category of the event"),
        text("Train.origin.city", "City where the train leaves"),
        text("Train.origin.station", "Station where the train leaves"),
        text("Train.outbound.departure.time", "Departure time of the train there"),
        text("Train.inbound.departure.time", "Departure time of the train back"),
        text("Train.inbound.arrival.time", "Arrival time of the train back"),
        text("Boat.destination", "Destination of the boat ride"),
        choice("Boat.shared.ride", "Whether the boat ride is shared with others", &["True", "False"]),
        text("Vet.vet.name", "Name of the vet or the practice"),
        text("Vet.city", "City where the vet is"),
    ]))
}

/// What is held, what was said so far with the agent first in the last place, the message, and what is taken.
struct Case<'a> {
    held: &'a [(&'a str, &'a str)],
    before: &'a [&'a str],
    said: &'a str,
    wanted: &'a [(&'a str, &'a str)],
}

/// Turns alternate, and the last of them is the agent's.
fn check(cases: &[Case<'_>]) {
    for case in cases {
        let mut stage = Stage::new(&errands());
        for (key, value) in case.held {
            stage = stage.held(key, *value);
        }
        for (at, turn) in case.before.iter().enumerate() {
            let agents = (case.before.len() - at) % 2 == 1;
            stage = stage.turn(if agents { Speaker::Agent } else { Speaker::User }, turn);
        }
        let taken = values(&stage.imported().says(case.said));
        let wanted: Vec<(String, Value)> = case.wanted.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        assert_eq!(taken, wanted, "{:?} | {}", case.before, case.said);
    }
}

/// What the agent said, what the person said, and what is taken.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

/// Nothing is held, and only the agent spoke before.
fn after(rows: &[Row<'_>]) {
    for (agent, said, wanted) in rows {
        let one = [*agent];
        check(&[Case { held: &[], before: if agent.is_empty() { &[] } else { &one }, said, wanted }]);
    }
}

#[test]
fn the_noun_beside_a_name_says_what_it_is_the_name_of() {
    after(&[
        ("", "I want a book from the series The Long Sea.", &[("Book_series", "The Long Sea")]),
        ("", "Reserve a table at the Blue Door restaurant", &[("Restaurant_restaurant_name", "Blue Door")]),
        ("", "I want a Basque restaurant", &[("Restaurant_cuisine", "Basque")]),
    ]);
}

#[test]
fn who_made_a_thing_is_not_the_thing() {
    after(&[
        ("", "Find me some books by Ada Fern", &[("Book_author", "Ada Fern")]),
        ("", "I'd like books like those of Ada Fern", &[("Book_author", "Ada Fern")]),
    ]);
}

#[test]
fn the_very_words_of_an_option_are_no_name() {
    after(&[
        ("Which author?", "I would like it in Paper, from Ada Fern", &[("Book_author", "Ada Fern"), ("Book_form", "Paper")]),
        ("", "Let me read the book on my PC", &[("Book_form", "PC")]),
    ]);
}

#[test]
fn a_name_ends_where_something_else_is_told() {
    after(&[
        (
            "There is a restaurant called Copper Kettle that is located in Hull. Interested?",
            "That sounds good",
            &[("Restaurant_restaurant_name", "Copper Kettle")],
        ),
        (
            "How about a restaurant called Copper Kettle situated in Hull?",
            "Great",
            &[("Restaurant_restaurant_name", "Copper Kettle")],
        ),
        ("Would the vet Ines Alder, D.V.M. do?", "Yes, that will do", &[("Vet_vet_name", "Ines Alder, D.V.M.")]),
        ("In which city shall I look for a vet?", "In Salem, OR With parking, please", &[("Vet_city", "Salem, OR")]),
    ]);
}

#[test]
fn what_is_at_a_place_is_not_the_place() {
    after(&[("For the event I'd suggest The Larks at Mill Hall.", "Sounds good", &[("Events_event_name", "The Larks")])]);
}

#[test]
fn how_many_were_found_is_nobodys_choice() {
    after(&[
        ("I found 3 restaurants. How about Copper Kettle?", "Perfect", &[("Restaurant_restaurant_name", "Copper Kettle")]),
        ("Got 2 tables. How about Copper Kettle?", "Perfect", &[("Restaurant_restaurant_name", "Copper Kettle")]),
        ("For how many people shall the table be?", "for the two of us", &[("Restaurant_party_size", "2")]),
        ("For how many people shall the table be?", "The other one, please", &[]),
    ]);
}

#[test]
fn a_party_has_a_size() {
    after(&[
        ("Shall I reserve a table?", "Yes, can you make the reservation for three people?", &[("Restaurant_party_size", "3")]),
        ("Please confirm: a table for 4 on Friday.", "Yes", &[("Restaurant_day", "Friday"), ("Restaurant_party_size", "4")]),
    ]);
}

#[test]
fn what_is_disliked_is_not_wanted() {
    for said in
        ["I'm not keen on Copper Kettle", "I don't like Copper Kettle", "I hate Copper Kettle", "I'm tired of Copper Kettle"]
    {
        let before = ["How about the restaurant Copper Kettle?"];
        check(&[Case { held: &[], before: &before, said, wanted: &[] }]);
    }
    after(&[("", "Reserve a table at Copper Kettle", &[("Restaurant_restaurant_name", "Copper Kettle")])]);
}

#[test]
fn a_wish_is_no_yes() {
    let before = "Please confirm: a table for 4 on Friday.";
    after(&[
        (before, "I would", &[("Restaurant_day", "Friday"), ("Restaurant_party_size", "4")]),
        (before, "I would like to know the address", &[]),
    ]);
}

#[test]
fn a_judgement_may_name_the_thing_it_judges() {
    for said in [
        "That restaurant sounds like a good spot.",
        "This will be the right one I think",
        "That sounds like what I'm looking for",
    ] {
        let before = ["How about Copper Kettle? It is a restaurant with a garden."];
        let wanted = [("Restaurant_restaurant_name", "Copper Kettle")];
        check(&[Case { held: &[], before: &before, said, wanted: &wanted }]);
    }
}

#[test]
fn a_question_for_a_sort_or_a_town_wants_no_name() {
    after(&[
        (
            "What genre of book do you want to read?",
            "A Gothic one, by Ada Fern",
            &[("Book_author", "Ada Fern"), ("Book_genre", "Gothic")],
        ),
        ("What is your preference for a restaurant's location?", "Somewhere in Hull", &[("Restaurant_city", "Hull")]),
        ("Where will the train be leaving from?", "From Hull", &[("Train_origin_city", "Hull")]),
        ("From which station does the train leave?", "Paragon", &[("Train_origin_station", "Paragon")]),
    ]);
}

#[test]
fn words_around_a_thing_lead_to_it() {
    check(&[Case {
        held: &[("Restaurant_city", "York"), ("Restaurant_restaurant_name", "Copper Kettle")],
        before: &["Your table at the restaurant Copper Kettle is reserved."],
        said: "Can you find me a folk concert in Hull?",
        wanted: &[("Events_city", "Hull"), ("Events_category", "folk")],
    }]);
}

#[test]
fn what_is_told_or_done_is_not_offered() {
    after(&[
        ("No, the restaurant has no garden. Is that okay with you?", "Yes, it is okay", &[]),
        ("Your table was booked successfully. The restaurant is at Mill Hall Station.", "Perfect", &[]),
        ("I found a restaurant with a garden, is that okay", "I would like another", &[]),
    ]);
}

#[test]
fn asking_about_a_name_or_leaving_two_open_chooses_nothing() {
    check(&[
        Case {
            held: &[("Restaurant_restaurant_name", "Copper Kettle")],
            before: &["Copper Kettle has a table."],
            said: "What is the address of the Blue Door?",
            wanted: &[],
        },
        Case { held: &[], before: &[], said: "Cheap or moderate restaurants are fine with me", wanted: &[] },
        Case { held: &[], before: &[], said: "I want a cheap restaurant", wanted: &[("Restaurant_price_range", "cheap")] },
    ]);
}

#[test]
fn a_time_belongs_to_the_way_there_unless_it_is_the_way_back() {
    after(&[(
        "Please confirm: the train leaves at 9:10 am and returns at 6 pm.",
        "Yes",
        &[("Train_outbound_departure_time", "9:10 am"), ("Train_inbound_departure_time", "6 pm")],
    )]);
}

#[test]
fn a_thing_that_has_a_place_stands_for_it() {
    let before = ["Where is it?", "Copper Kettle is at 18 Fern Hollow # 4 in York."];
    let held = [("Restaurant_city", "York"), ("Restaurant_restaurant_name", "Copper Kettle")];
    let before = &before[1..];
    check(&[
        Case {
            held: &held,
            before,
            said: "Get me a boat to that restaurant",
            wanted: &[("Boat_destination", "18 Fern Hollow # 4")],
        },
        Case { held: &held, before, said: "How long does a boat ride there take?", wanted: &[] },
    ]);
    check(&[Case {
        held: &[("Restaurant_city", "York")],
        before: &["The restaurant has a garden."],
        said: "Can you tell me if there are any events around here?",
        wanted: &[("Events_city", "York")],
    }]);
}

#[test]
fn a_day_on_which_somebody_cannot_gives_way() {
    after(&[
        ("On which day shall the table be?", "I'm busy on Friday, so I would take Sunday", &[("Restaurant_day", "Sunday")]),
        ("On which day shall the table be?", "Sunday, I'm away on Friday", &[("Restaurant_day", "Sunday")]),
        ("On which day shall the table be?", "We want to get away for it on Friday", &[("Restaurant_day", "Friday")]),
    ]);
}

#[test]
fn a_ride_is_not_shared_because_it_is_a_ride() {
    after(&[
        ("", "Get me a boat ride to Fern Hollow", &[("Boat_destination", "Fern Hollow")]),
        ("", "Get me a shared boat ride to Fern Hollow", &[("Boat_destination", "Fern Hollow"), ("Boat_shared_ride", "True")]),
    ]);
}

#[test]
fn counts_towns_and_regions_are_read_as_people_say_them() {
    after(&[
        ("What is the party size for the table?", "One only please.", &[("Restaurant_party_size", "1")]),
        ("Between what cities is the train?", "It runs between Hull and York", &[("Train_origin_city", "Hull")]),
        ("In which city is the restaurant?", "Look up Hull please", &[("Restaurant_city", "Hull")]),
        ("Where does the train leave?", "I'm Leaving Hull", &[("Train_origin_city", "Hull")]),
    ]);
}

#[test]
fn two_towns_a_region_and_days_are_for_the_questions_that_want_them() {
    let text = |path: &str, prompt: &str| json!({"key": path.replace('.', "_"), "fieldPath": path, "prompt": prompt, "widgetType": "text"});
    let trip = objective(json!([
        text("Coach.origin.city", "City where the coach leaves"),
        text("Coach.destination.city", "City where the coach goes"),
        text("Inn.city", "City of the inn"),
        text("Inn.number.of.days", "Number of days at the inn"),
        text("Inn.name", "Name of the inn"),
    ]));
    for (asked, said, wanted) in [
        (
            "Between what cities will you take the coach?",
            "Between Hull and York",
            vec![("Coach_origin_city", "Hull"), ("Coach_destination_city", "York")],
        ),
        ("In which city is the inn?", "Hull, Wa please.", vec![("Inn_city", "Hull, Wa")]),
        ("How many days will you be at the inn?", "I need one room there for 4 days.", vec![("Inn_number_of_days", "4 days")]),
        ("What is the name of the inn?", "It is called This Is Home", vec![("Inn_name", "This Is Home")]),
    ] {
        let taken = values(&Stage::new(&trip).turn(Speaker::Agent, asked).imported().says(said));
        let wanted: Vec<(String, Value)> = wanted.into_iter().map(|(key, value)| (key.to_owned(), json!(value))).collect();
        assert_eq!(taken, wanted, "{asked} | {said}");
    }
}
