//! Lists over more than one sentence: what the last of them says may put its option aside.

use super::stage::{Stage, objective};
use domain::interview::Manner;
use serde_json::json;

#[test]
fn a_list_whose_last_sentence_says_more_is_read_back() {
    let definition = objective(json!([{
        "key": "ways", "fieldPath": "ways", "prompt": "How do people order?", "widgetType": "multiselect",
        "options": [
            {"value": "phone", "label": "Phone"}, {"value": "letter", "label": "Letter"}, {"value": "web", "label": "Web shop"},
        ]
    }]));
    for (said, wanted) in [
        ("Phone and letter.", Manner::Direct),
        ("Phone. Letter.", Manner::Direct),
        ("Phone. And also by letter!", Manner::Direct),
        ("Phone and letter. The web shop our cousin closed in spring.", Manner::Hedged),
    ] {
        let understood = Stage::new(&definition).asked("ways").says(said);
        let [one] = understood.findings.as_slice() else { panic!("{said}: {understood:?}") };
        assert_eq!((one.manner, one.confidence), (wanted, wanted.confidence()), "{said}: {one:?}");
    }
}

#[test]
fn what_is_doubtful_is_read_back_and_nothing_beside_it_is_taken() {
    let definition = objective(json!([
        {"key": "purpose", "fieldPath": "idea.purpose", "prompt": "What kind of café do you want to open?", "widgetType": "text"},
        {"key": "customers", "fieldPath": "idea.customers", "prompt": "Who should become a regular?", "widgetType": "text"},
        {"key": "service", "fieldPath": "offer.service", "prompt": "How will people be served?", "widgetType": "choice", "options": [
            {"value": "table", "label": "At the table"}, {"value": "counter", "label": "At the counter"},
            {"value": "takeaway", "label": "Takeaway", "synonyms": ["to go"]},
        ]},
        {"key": "menu", "fieldPath": "offer.menu", "prompt": "What will be on the menu?", "widgetType": "multiselect", "options": [
            {"value": "coffee", "label": "Coffee"}, {"value": "cake", "label": "Cake"}, {"value": "breakfast", "label": "Breakfast"},
            {"value": "lunch", "label": "Lunch"},
        ]},
        {"key": "seats", "fieldPath": "place.seats", "prompt": "How many seats will there be?", "widgetType": "number"},
        {"key": "opening", "fieldPath": "place.opening", "prompt": "When do you want to open?", "widgetType": "date"},
        {"key": "style", "fieldPath": "place.style", "prompt": "What should the room feel like?", "widgetType": "text"},
    ]));
    for (key, said, wanted) in [
        ("menu", "Coffee and cake. Lunch needs a bigger kitchen.", json!(["coffee", "cake", "lunch"])),
        ("service", "Probably takeaway", json!("takeaway")),
        ("seats", "Probably 24 seats", json!(24)),
        ("seats", "Possibly 24", json!(24)),
    ] {
        let understood = Stage::new(&definition).asked(key).says(said);
        let [one] = understood.findings.as_slice() else { panic!("{said}: {understood:?}") };
        assert_eq!((one.key.as_str(), &one.value, one.manner), (key, &wanted, Manner::Hedged), "{said}");
    }
}

#[test]
fn an_option_that_is_doubted_by_itself_is_left_out() {
    let definition = objective(json!([{
        "key": "parts", "fieldPath": "parts", "prompt": "Which parts of the house need insulation?", "widgetType": "multiselect",
        "options": [
            {"value": "attic", "label": "Attic"}, {"value": "cellar", "label": "Cellar"}, {"value": "garage", "label": "Garage"},
        ]
    }]));
    for (said, wanted) in [
        ("Attic and garage, but no idea about the cellar", json!(["attic", "garage"])),
        ("Attic and garage", json!(["attic", "garage"])),
    ] {
        let understood = Stage::new(&definition).asked("parts").says(said);
        let found: Vec<_> = understood.findings.iter().map(|one| &one.value).collect();
        assert_eq!(found, [&wanted], "{said}: {understood:?}");
    }
}

#[test]
fn no_part_of_a_longer_answer_is_lost() {
    let definition = objective(json!([
        {"key": "burden", "fieldPath": "burden", "prompt": "What makes the work hard?", "widgetType": "text"},
    ]));
    for (said, wanted) in [
        ("You have to carry every crate upstairs.", "You have to carry every crate upstairs"),
        ("Rain. You have to sweep the whole yard.", "Rain. You have to sweep the whole yard"),
        ("It's loud. It's dusty.", "loud. It's dusty"),
        ("Rain. That's the main thing.", "Rain"),
    ] {
        let understood = Stage::new(&definition).asked("burden").says(said);
        let found: Vec<_> = understood.findings.iter().map(|one| &one.value).collect();
        assert_eq!(found, [&json!(wanted)], "{said}: {understood:?}");
    }
}
