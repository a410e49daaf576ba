//! Which values are the same, which only say more, and what a widget takes.

use domain::interview::value::{fitting, refines, same};
use protocol::interview::ObligationTemplate;
use serde_json::json;
use testkit::{Shape, template};

#[test]
fn what_says_the_same() {
    for (one, other, is) in [
        (json!("Dentists "), json!("dentists"), true),
        (json!("dentists"), json!("clinics"), false),
        (json!(["a", "b"]), json!(["b", "a"]), true),
        (json!(["a"]), json!(["a", "b"]), false),
        (json!(20), json!(20.0), true),
        (json!(20), json!({"value": 20, "text": "twenty"}), true),
        (json!({"value": 20, "unit": "EUR"}), json!({"value": 20, "unit": "eur", "text": "20 euros"}), true),
        (json!({"value": 20, "unit": "EUR"}), json!(20), true),
        (json!({"value": 20, "unit": "EUR"}), json!({"value": 20, "unit": "USD"}), false),
        (json!({"min": 1, "max": 2, "text": "one or two"}), json!({"min": 1, "max": 2, "text": "1-2"}), true),
        (json!({"min": 1, "max": 2}), json!({"min": 1, "max": 3}), false),
        (json!({"min": 1}), json!({"max": 1}), false),
        (json!("2026-05-01"), json!({"date": "2026-05-01", "text": "the first of May"}), true),
        (json!({"date": "2026-05-01", "end": "2026-05-03"}), json!({"date": "2026-05-01", "end": "2026-05-05"}), false),
        (json!({"date": "2026-05-01"}), json!({"date": "2026-05-01", "end": "2026-05-05"}), false),
        (json!({"text": "Soon"}), json!({"text": "soon"}), true),
        (json!({"text": "soon"}), json!({"text": "later"}), false),
        (json!({"market": "small"}), json!({"market": "large"}), false),
        (json!({"market": "small"}), json!("small"), false),
    ] {
        assert_eq!(same(&one, &other), is, "{one} and {other}");
        assert_eq!(same(&other, &one), is, "{other} and {one}");
    }
}

#[test]
fn what_only_says_more() {
    for (held, next, is) in [
        (json!("dentists"), json!("dentists in Ghent"), true),
        (json!("dentists in Ghent"), json!("dentists"), false),
        (json!("dentists"), json!("doctors in Ghent"), false),
        (json!(["a"]), json!(["a", "b"]), true),
        (json!(["a", "b"]), json!(["a"]), false),
        (json!(20), json!({"value": 20, "unit": "EUR"}), true),
        (json!(20), json!({"value": 30, "unit": "EUR"}), false),
        (json!({"date": "2026-05-01"}), json!({"date": "2026-05-01", "end": "2026-05-05"}), true),
        (json!("2026-05-01"), json!({"date": "2026-06-01", "end": "2026-06-05"}), false),
    ] {
        assert_eq!(refines(&held, &next), is, "{held}, then {next}");
    }
}

#[test]
fn what_a_widget_takes_and_how_it_is_kept() {
    let choice = || template("x").choice(&["web", "shop"]);
    let several = || template("x").several(&["a", "b"]);
    let team = || template("team_size").number_within(1, 500, "people");
    let (text, number, date) = (|| template("x"), || template("x").number(), || template("x").date());
    for (template, given, kept) in [
        (text(), json!("  a b "), Some(json!("a b"))),
        (text(), json!(" "), None),
        (text(), json!(null), None),
        (text(), json!([]), None),
        (text(), json!({"market": "small businesses"}), Some(json!({"market": "small businesses"}))),
        (choice(), json!("WEB"), Some(json!("web"))),
        (choice(), json!("mail"), None),
        (choice(), json!(["web"]), None),
        (several(), json!(["b", "a", "b"]), Some(json!(["b", "a"]))),
        (several(), json!(["a", "c"]), None),
        (several(), json!([]), None),
        (number(), json!("1_000"), Some(json!(1000))),
        (number(), json!("many"), None),
        (number(), json!("1e999"), None),
        (number(), json!({"min": 1, "max": 2, "unit": "EUR"}), Some(json!({"min": 1, "max": 2, "unit": "EUR"}))),
        (number(), json!({"unit": "EUR"}), None),
        (team(), json!(24), Some(json!({"value": 24, "unit": "people"}))),
        (team(), json!("500"), Some(json!({"value": 500, "unit": "people"}))),
        (
            team(),
            json!({"min": 1, "max": 20, "text": "up to 20"}),
            Some(json!({"min": 1, "max": 20, "text": "up to 20", "unit": "people"})),
        ),
        (team(), json!({"value": 24, "unit": "Persons"}), Some(json!({"value": 24, "unit": "Persons"}))),
        (team(), json!(0), None),
        (team(), json!(500.5), None),
        (team(), json!({"value": 501, "unit": "People"}), None),
        (team(), json!({"min": 400, "max": 600}), None),
        // Three teams may be thirty people.
        (team(), json!({"value": 900, "unit": "teams"}), Some(json!({"value": 900, "unit": "teams"}))),
        (date(), json!("2028-02-29"), Some(json!("2028-02-29"))),
        (date(), json!("2026-02-29"), None),
        (date(), json!("tomorrow"), None),
        (date(), json!({"text": "soon"}), Some(json!({"text": "soon"}))),
        (date(), json!({"date": "soon"}), None),
        (text(), json!("x".repeat(17_000)), None),
    ] {
        assert_eq!(fitting(&template, &given).ok(), kept, "{given:.60}");
    }
}

#[test]
fn a_number_beyond_its_bounds_is_refused_with_the_bounds() {
    let price = || template("price").number_within(1, 500, "€");
    for (template, given, why) in [
        (template("team_size").number_within(1, 500, "people"), json!(900), "Team size must be from 1 to 500 people"),
        (ObligationTemplate { max: None, ..price() }, json!({"value": 0, "unit": "EUR"}), "Price must be at least 1 €"),
        (ObligationTemplate { min: None, unit: Some("%".into()), ..price() }, json!(501), "Price must be at most 500%"),
        (price(), json!("many"), "Price takes a number, from 1 to 500 €"),
        (template("price").number(), json!("many"), "Price takes a number"),
    ] {
        assert_eq!(fitting(&template, &given).expect_err("it does not fit").detail, why);
    }
}
