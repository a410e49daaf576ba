//! Answers to a question that was asked.

use super::stage::{Stage, firm, removal, value};
use domain::interview::Manner;
use serde_json::{Value, json};

#[test]
fn an_open_answer_is_trimmed_to_what_it_says() {
    for (key, said, wanted) in [
        ("target_market", "we mostly sell to dentists", "dentists"),
        ("target_market", "Our target market is small businesses in healthcare", "small businesses in healthcare"),
        ("target_market", "Dentists.", "Dentists"),
        ("target_market", "dentists", "dentists"),
        ("target_market", "It's mainly families with young children", "families with young children"),
        ("target_market", "Well, I think we target hospitals and clinics.", "hospitals and clinics"),
        ("target_market", "To schools, mostly in the north", "schools, mostly in the north"),
        ("offering", "We build scheduling software for clinics", "scheduling software"),
        ("offering", "we run a bakery", "bakery"),
        ("offering", "Yes, we make furniture from old ships.", "furniture from old ships"),
        ("offering", "Accounting", "Accounting"),
        ("obstacles", "The biggest obstacle is that nobody knows us", "nobody knows us"),
        ("obstacles", "The law is against us", "The law is against us"),
        ("obstacles", "Money", "Money"),
        ("offering", "I run a small clinic for dogs and cats.", "small clinic for dogs and cats"),
        ("offering", "Our company makes rain coats", "rain coats"),
        ("offering", "We are a law firm", "law firm"),
        (
            "offering",
            "It's a marketplace where farmers sell surplus fruit to restaurants.",
            "marketplace where farmers sell surplus fruit to restaurants",
        ),
        ("offering", "basically we help schools to find substitute teachers", "we help schools to find substitute teachers"),
        ("target_market", "Right now it's mostly startups in Berlin", "startups in Berlin"),
        ("target_market", "Young people who cannot afford a car", "Young people who cannot afford a car"),
        ("target_market", "We sell mainly to vets, and sometimes to farmers", "vets, and sometimes to farmers"),
        ("target_market", "good question! I would say nurses", "nurses"),
        ("target_market", "Everyone", "Everyone"),
        ("target_market", "Hmm, probably private patients with back pain", "private patients with back pain"),
        ("target_market", "My clients are mostly law firms", "law firms"),
        ("target_market", "They are usually between 30 and 40 years old", "between 30 and 40 years old"),
        ("obstacles", "We don't have enough people", "We don't have enough people"),
        ("obstacles", "no money and no time", "no money and no time"),
        ("obstacles", "Nothing, really", "Nothing, really"),
        ("obstacles", "the law", "law"),
        ("obstacles", "Later this year the permit runs out", "Later this year the permit runs out"),
    ] {
        let found = value(&Stage::new(&firm()).asked(key).says(said), key);
        assert_eq!(found, Some(json!(wanted)), "{said}");
    }
}

#[test]
fn a_choice_is_found_by_label_synonym_and_stem_and_not_when_it_is_denied() {
    for (said, wanted) in [
        ("Small businesses", Some("small")),
        ("mostly small companies", Some("small")),
        ("SMB", Some("small")),
        ("We sell to enterprises", Some("enterprise")),
        ("large corporations, I'd say", Some("enterprise")),
        ("not enterprise", None),
        ("Not enterprise but mid-market", Some("mid")),
        ("small businesses rather than enterprise", Some("small")),
        ("mid market", Some("mid")),
        ("Enterprize", Some("enterprise")),
    ] {
        let found = value(&Stage::new(&firm()).asked("company_size").says(said), "company_size");
        assert_eq!(found, wanted.map(|wanted| json!(wanted)), "{said}");
    }
}

#[test]
fn several_options_are_taken_and_what_is_excepted_is_left_out() {
    for (said, wanted) in [
        ("Retail and partners", Some(json!(["Retail", "Partners"]))),
        ("our online shop", Some(json!(["Online shop"]))),
        ("all but retail", Some(json!(["Online shop", "Partners", "Field sales"]))),
        ("Everything except field sales", Some(json!(["Online shop", "Retail", "Partners"]))),
        ("all of them", Some(json!(["Online shop", "Retail", "Partners", "Field sales"]))),
        ("retail, but not partners", Some(json!(["Retail"]))),
        ("none of those", None),
    ] {
        let found = value(&Stage::new(&firm()).asked("channels").says(said), "channels");
        assert_eq!(found, wanted, "{said}");
    }
}

#[test]
fn numbers_come_in_digits_words_ranges_and_units() {
    let range = |min: i64, max: i64, text: &str| json!({"min": min, "max": max, "text": text});
    for (key, said, wanted) in [
        ("employees", "42", json!(42)),
        ("employees", "We have 1,200 people", json!(1200)),
        ("employees", "a dozen", json!(12)),
        ("employees", "two hundred", json!(200)),
        ("employees", "twenty-five", json!(25)),
        ("employees", "10-15", range(10, 15, "10-15")),
        ("employees", "between 10 and 15", range(10, 15, "between 10 and 15")),
        ("employees", "about five thousand", json!(5000)),
        ("revenue", "5k", json!(5000)),
        ("revenue", "$1.2m", json!({"value": 1_200_000, "unit": "USD", "text": "$1.2m"})),
        ("revenue", "two million euros", json!({"value": 2_000_000, "unit": "EUR", "text": "two million euros"})),
        ("revenue", "€10,000 to €20,000", json!({"min": 10000, "max": 20000, "unit": "EUR", "text": "€10,000 to €20,000"})),
        ("margin", "12.5%", json!({"value": 12.5, "unit": "%", "text": "12.5%"})),
        ("margin", "ten percent", json!({"value": 10, "unit": "%", "text": "ten percent"})),
    ] {
        let found = value(&Stage::new(&firm()).asked(key).says(said), key);
        assert_eq!(found, Some(wanted), "{said}");
    }
}

#[test]
fn days_are_read_from_the_day_of_the_turn() {
    for (said, day) in [
        ("March 20th", "2027-03-20"),
        ("on the 20th of March", "2027-03-20"),
        ("2027-09-01", "2027-09-01"),
        ("tomorrow", "2027-03-04"),
        ("the day after tomorrow", "2027-03-05"),
        ("next Monday", "2027-03-08"),
        ("in three weeks", "2027-03-24"),
        ("end of Q2", "2027-06-30"),
        ("by the end of June", "2027-06-30"),
        ("January 5", "2028-01-05"),
        ("2 months from now", "2027-05-03"),
        ("the 15th", "2027-03-15"),
        ("Q4 2028", "2028-12-31"),
        ("next month", "2027-04-01"),
    ] {
        let found = value(&Stage::new(&firm()).asked("launch").says(said), "launch");
        assert_eq!(found.as_ref().and_then(|found| found.get("date")), Some(&json!(day)), "{said}: {found:?}");
    }
}

#[test]
fn where_no_day_follows_the_words_alone_are_kept() {
    let found = value(&Stage::new(&firm()).asked("launch").says("when the funding is there"), "launch");
    assert_eq!(found, Some(json!("when the funding is there")));
}

#[test]
fn yes_and_no_answer_a_question_that_is_one() {
    for (said, wanted) in [
        ("yes", "yes"),
        ("Yeah, it is", "yes"),
        ("of course", "yes"),
        ("No", "no"),
        ("nope, not at all", "no"),
        ("No, it isn't regulated", "no"),
        ("It is heavily regulated", "yes"),
    ] {
        let found = value(&Stage::new(&firm()).asked("regulated").says(said), "regulated");
        assert_eq!(found, Some(json!(wanted)), "{said}");
    }
}

#[test]
fn how_it_is_said_makes_how_sure_it_is() {
    for (key, said, wanted) in [
        ("target_market", "dentists", Manner::Direct),
        ("target_market", "Our target market is dentists", Manner::Explicit),
        ("target_market", "I think dentists", Manner::Hedged),
        ("target_market", "maybe dentists, probably", Manner::Hedged),
        ("target_market", "it depends", Manner::Vague),
        ("target_market", "several", Manner::Vague),
        ("employees", "42", Manner::Direct),
        ("employees", "around 40", Manner::Hedged),
    ] {
        let understood = Stage::new(&firm()).asked(key).says(said);
        let manner = understood.findings.iter().find(|one| one.key == key).map(|one| one.manner);
        assert_eq!(manner, Some(wanted), "{said}");
    }
}

#[test]
fn a_town_and_a_name_are_the_words_themselves() {
    for (key, said, wanted) in [
        ("from_town", "From Leeds", "Leeds"),
        ("to_town", "we are moving to St. Albans", "St. Albans"),
        ("to_town", "york", "york"),
        ("contact", "My brother Tom", "Tom"),
        ("contact", "Please call Anna Weber.", "Anna Weber"),
    ] {
        let found = value(&Stage::new(&removal()).asked(key).says(said), key);
        assert_eq!(found, Some::<Value>(json!(wanted)), "{said}");
    }
}
