//! Conversations held elsewhere, about hiring boats: what is a name, an address, a number or a day, and what only looks like one.

use super::stage::{Stage, objective, values};
use protocol::interview::{ObjectiveDefinition, Speaker::Agent};
use serde_json::{Value, json};
use std::sync::Arc;

fn boats() -> Arc<ObjectiveDefinition> {
    let text = |key: &str, prompt: &str| json!({"key": key, "fieldPath": format!("boats.{key}"), "prompt": prompt, "widgetType": "text"});
    let choice = |key: &str, prompt: &str, options: &[&str]| json!({"key": key, "fieldPath": format!("boats.{key}"), "prompt": prompt, "widgetType": "choice", "options": options});
    objective(json!([
        text("customer_name", "Name of the customer"),
        text("skipper_name", "Name of the skipper"),
        text("skipper_age", "Age of the skipper in years"),
        choice("kind_of_boat", "Which kind of boat", &["dinghies", "canoes", "rafts"]),
        text("quantity", "Number of boats"),
        text("hire_date", "Date of the hire"),
        text("hire_time", "Time of the hire"),
        choice("number_of_hours", "Number of hours of the hire", &["2", "3", "4"]),
        text("delivery_address", "Address the boats are delivered to"),
        choice("life_jackets", "Whether life jackets are wanted", &["True", "False"]),
        choice("payment_method", "Method of payment", &["card", "cash"]),
        text("phone", "Phone number of the customer"),
    ]))
}

/// What is taken where the agent said the first and the person the second.
fn taken(agent: &str, said: &str) -> Vec<(String, Value)> {
    let stage = Stage::new(&boats());
    let stage = if agent.is_empty() { stage } else { stage.turn(Agent, agent) };
    values(&stage.imported().says(said))
}

/// What the agent said, what the person said, and what is taken.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

fn check(rows: &[Row<'_>]) {
    for (agent, said, wanted) in rows {
        let wanted: Vec<(String, Value)> = wanted.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        assert_eq!(taken(agent, said), wanted, "{agent} | {said}");
    }
}

#[test]
fn a_word_with_a_capital_is_no_name_by_itself() {
    check(&[
        ("The rafts are new this year.", "Ooh nice", &[]),
        ("The rafts are new this year.", "Important: we cannot swim", &[]),
        ("The rafts are new this year.", "Breakfast's included I hope", &[]),
        ("Shall I go on?", "Haha, yes", &[]),
    ]);
}

#[test]
fn the_name_of_the_one_who_speaks_is_not_the_skippers() {
    check(&[
        ("And your name please?", "Ruth Okello", &[("customer_name", "Ruth Okello")]),
        ("Under what name shall I note it?", "it's Ruth Okello", &[("customer_name", "Ruth Okello")]),
    ]);
}

#[test]
fn a_question_is_known_by_a_word_of_the_same_root() {
    check(&[("How would you like to pay?", "with cash", &[("payment_method", "cash")])]);
}

#[test]
fn an_age_and_how_often_are_numbers() {
    check(&[
        ("How old is the skipper?", "she is 34", &[("skipper_age", "34")]),
        ("For how many hours?", "three", &[("number_of_hours", "3")]),
        ("We would say three hours of hire, is that okay?", "sounds good", &[("number_of_hours", "3")]),
    ]);
}

#[test]
fn things_that_are_counted_give_the_quantity() {
    check(&[
        ("", "We'd like 12 canoes", &[("kind_of_boat", "canoes"), ("quantity", "12")]),
        ("How many boats shall it be?", "The party's at 3, so ten", &[("quantity", "ten")]),
    ]);
}

#[test]
fn addresses_are_known_by_their_streets() {
    check(&[
        ("", "bring them to 7b Harbour Row", &[("delivery_address", "7b Harbour Row")]),
        ("Where should they go?", "deliver them to 9 Lindenweg", &[("delivery_address", "9 Lindenweg")]),
        ("Where should they go?", "deliver them to Uferstrasse 30", &[("delivery_address", "Uferstrasse 30")]),
    ]);
}

#[test]
fn a_day_of_something_else_gives_way_to_the_day_that_is_wanted() {
    check(&[
        ("When do you need them?", "the regatta is on the 21st, so I need them by the 18th", &[("hire_date", "the 18th")]),
        ("When do you need them?", "our lease ends on the 30th, I'd say the 28th", &[("hire_date", "the 28th")]),
        ("When do you need them?", "on Saturday the 19th", &[("hire_date", "Saturday the 19th")]),
        ("When do you need them?", "Monday, 8 in the morning?", &[("hire_date", "Monday"), ("hire_time", "8 in the morning")]),
    ]);
}

#[test]
fn what_is_let_go_is_a_no() {
    check(&[
        ("Anything else?", "actually scrap the life jackets", &[("life_jackets", "False")]),
        ("Anything else?", "please don't forget the life jackets", &[("life_jackets", "True")]),
    ]);
}

#[test]
fn a_number_within_a_town_is_a_telephone_number_and_a_span_is_none() {
    check(&[
        ("What is your phone number?", "555 0193", &[("phone", "555 0193")]),
        ("How many boats shall it be?", "something like 500-1000", &[("quantity", "500-1000")]),
    ]);
}
