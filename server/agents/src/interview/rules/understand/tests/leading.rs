//! What stands around the clause that answers: greetings and names before it, openers and hedges, courtesy behind it.

use super::stage::{Stage, objective, removal, value};
use domain::interview::Manner;
use protocol::interview::ObjectiveDefinition;
use serde_json::json;
use std::sync::Arc;

fn trade() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "industry", "fieldPath": "industry", "prompt": "Which industry are you in?", "label": "Industry",
         "widgetType": "text"},
        {"key": "helpers", "fieldPath": "helpers", "prompt": "How many of you are there?", "label": "Helpers", "widgetType": "number"},
    ]))
}

fn called() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "company_name", "fieldPath": "name", "prompt": "What is your company called?", "label": "Company name",
         "widgetType": "text"},
    ]))
}

#[test]
fn who_speaks_is_no_part_of_what_is_told() {
    for (said, wanted) in [
        ("Hello, I'm Tom and I run a small shoe repair in Leuven", "small shoe repair in Leuven"),
        ("My name is Ada, and we run a riding school", "riding school"),
        ("my name is lena and i run a print shop", "print shop"),
        ("Good morning, this is Mia from a driving school", "driving school"),
        ("I'm Piet from Jansen Roofing, we lay slate roofs", "we lay slate roofs"),
        ("Hi, I'm Vera. I keep bees near Graz.", "I keep bees near Graz"),
        ("Rosa here, I run a small kennel", "small kennel"),
        ("Good morning, Amos speaking, we bind books", "we bind books"),
        ("Ilse is my name and we let canoes", "we let canoes"),
        // Nobody says a name.
        ("I'm a locksmith and I work nights", "locksmith and I work nights"),
    ] {
        let understood = Stage::new(&trade()).asked("industry").says(said);
        assert_eq!(value(&understood, "industry"), Some(json!(wanted)), "{said}: {understood:?}");
    }
}

#[test]
fn a_name_that_is_asked_for_stays() {
    for (said, wanted) in
        [("I'm Petra", "Petra"), ("Hello, this is Tom Baker", "Tom Baker"), ("I'm Petra and I run the front desk", "Petra")]
    {
        let understood = Stage::new(&removal()).asked("contact").says(said);
        assert_eq!(value(&understood, "contact"), Some(json!(wanted)), "{said}: {understood:?}");
    }
    for (said, wanted) in [
        ("Well Street Bakery", "Well Street Bakery"),
        ("So Good Foods", "So Good Foods"),
        ("So, Good Foods", "Good Foods"),
        ("Well, Harbour Joinery", "Harbour Joinery"),
    ] {
        let understood = Stage::new(&called()).asked("company_name").says(said);
        assert_eq!(value(&understood, "company_name"), Some(json!(wanted)), "{said}: {understood:?}");
    }
}

#[test]
fn openers_and_hedges_go_and_a_hedge_makes_it_unsure() {
    for (said, wanted, is_hedged) in [
        ("Well, roughly, it's baking", "baking", true),
        ("Well, so, I guess, basically it's tailoring", "tailoring", true),
        ("Well - honestly, perhaps, a smithy", "smithy", true),
        ("It's kind of a brewery", "brewery", true),
        ("To be fair, mostly, we press apple juice", "we press apple juice", false),
        ("It's, well, a brewery", "brewery", false),
    ] {
        let understood = Stage::new(&trade()).asked("industry").says(said);
        let one = understood.findings.iter().find(|one| one.key == "industry");
        let found = one.map(|one| (one.value.clone(), one.manner == Manner::Hedged));
        assert_eq!(found, Some((json!(wanted), is_hedged)), "{said}: {understood:?}");
    }
}

#[test]
fn courtesy_behind_an_answer_is_no_part_of_it() {
    for (said, wanted) in [
        ("A flower shop, if that helps", "flower shop"),
        ("Carpentry, thanks a lot", "Carpentry"),
        ("We restore pianos, hope that's ok", "We restore pianos"),
        ("Plumbing, but I hope that makes sense, cheers", "Plumbing"),
        ("Beekeeping. Hope that helps.", "Beekeeping"),
        ("Tiling. If that helps.", "Tiling"),
        // A single word is courtesy only behind a mark.
        ("Banners and cheers", "Banners and cheers"),
    ] {
        let understood = Stage::new(&trade()).asked("industry").says(said);
        assert_eq!(value(&understood, "industry"), Some(json!(wanted)), "{said}: {understood:?}");
    }
}

#[test]
fn who_will_be_back_soon_tells_nothing() {
    for said in
        ["brb", "Sorry, brb", "I'll be right back", "I have to water the horses, back in ten minutes", "be back in a moment"]
    {
        let understood = Stage::new(&trade()).asked("industry").says(said);
        assert_eq!(understood.findings, [], "{said}");
    }
    let understood = Stage::new(&trade()).asked("helpers").says("Twelve of us, be right back");
    assert_eq!(value(&understood, "helpers"), Some(json!(12)));
    let understood = Stage::new(&trade()).asked("industry").says("We bring broken clocks back in ten days");
    assert!(value(&understood, "industry").is_some(), "{understood:?}");
}
