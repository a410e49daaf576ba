//! What is said to a value that was read back, and is neither a yes nor a no: the same in other words, or more of it.

use super::stage::{Stage, firm, value};
use domain::interview::Manner;
use serde_json::json;

#[test]
fn other_words_take_the_place_of_what_was_read_back() {
    for (key, held, said, wanted) in [
        (
            "target_market",
            "dentists",
            "mainly dentists, and a few vets through partners",
            "dentists, and a few vets through partners",
        ),
        ("target_market", "dentists", "maybe vets", "vets"),
        ("offering", "chairs", "We make oak tables", "oak tables"),
    ] {
        let understood = Stage::new(&firm()).held(key, held).read_back(key).says(said);
        assert_eq!(value(&understood, key), Some(json!(wanted)), "{said}: {understood:?}");
        let one = understood.findings.iter().find(|one| one.key == key).expect("found");
        assert_eq!(one.manner == Manner::Hedged, said.starts_with("maybe"), "{said}: {one:?}");
    }
}

#[test]
fn more_of_it_is_added_to_what_was_read_back() {
    for (said, wanted) in [
        ("also vets", "dentists and vets"),
        ("plus vets in Graz", "dentists and vets in Graz"),
        ("And hospitals", "dentists and hospitals"),
        ("vets as well", "dentists and vets"),
        ("Hospitals too.", "dentists and Hospitals"),
        ("Yes, plus vets", "dentists and vets"),
    ] {
        let understood = Stage::new(&firm()).held("target_market", "dentists").read_back("target_market").says(said);
        assert_eq!(value(&understood, "target_market"), Some(json!(wanted)), "{said}: {understood:?}");
    }
}

#[test]
fn what_belongs_to_nothing_changes_nothing() {
    for said in ["also, we open on Sundays now", "There is a lot of noise here as well", "dentists?"] {
        let understood = Stage::new(&firm()).held("target_market", "dentists").read_back("target_market").says(said);
        assert_eq!(value(&understood, "target_market"), None, "{said}: {understood:?}");
    }
}
