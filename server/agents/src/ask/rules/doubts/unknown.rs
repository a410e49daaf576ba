//! A word that nothing in the data is called, in a question that can be read without it.

use super::{listed, put};
use crate::ask::rules::{passages::terms, talk::words};
use domain::{
    ask::Material,
    tools::{
        planner::{self, Plan},
        search::{split_words, stem},
    },
};
use protocol::ask::{Clarification, ClarifyOption};
use std::collections::HashSet;

/// More unknown words are a question about something else.
const MOST: usize = 2;
/// Columns that are offered for a word.
const OFFERED: usize = 3;
/// Letters by which two words are near.
const NEAR: usize = 4;

/// None where the question cannot be read without these words.
pub(in crate::ask::rules) fn ask_unknown(question: &str, unknown: &[String], material: &Material<'_>) -> Option<Clarification> {
    if unknown.is_empty() || unknown.len() > MOST || !is_said_of_something(question, unknown, material) {
        return None;
    }
    let named = unknown.join(" ");
    let rest = unknown.iter().fold(question.to_owned(), |text, word| put(&text, word, ""));
    let mut rest: Vec<&str> = rest.trim_end_matches(['?', '.', '!', ' ']).split_whitespace().collect();
    // "Which customers are VIP" without the word.
    if rest.last().is_some_and(|word| is_verb(word)) {
        rest.pop();
    }
    let plan: Plan = planner::plan(&rest.join(" "), None, material.places).ok()?;
    let mut options: Vec<ClarifyOption> = near(&named, &plan, material);
    options.push(ClarifyOption {
        value: LEFT_OUT.to_owned(),
        label: format!("leave “{named}” out"),
        meaning: format!("the answer is then: {}", plan.reading),
    });
    let text = format!("Nothing in the data is called “{named}”. What does it mean here?");
    Some(Clarification {
        text,
        options,
        about: if put(question, &named, "") == question { unknown[0].clone() } else { named },
        ..Clarification::default()
    })
}

/// "Flurbish stadiums", "customers are VIP": what a word says of rows has to be known; how a sentence goes on has not.
fn is_said_of_something(question: &str, unknown: &[String], material: &Material<'_>) -> bool {
    let spoken: Vec<&str> = words(question).into_iter().map(|range| &question[range]).collect();
    let names: HashSet<String> = material.places.iter().flat_map(|place| terms(&place.table.name)).collect();
    let is_unknown = |word: &&str| unknown.iter().any(|own| own.eq_ignore_ascii_case(word));
    let is_name = |word: &&str| terms(word).iter().any(|stem| names.contains(stem));
    let last = spoken.iter().rposition(is_unknown);
    let after = last.and_then(|at| spoken.get(at + 1));
    let before = spoken.iter().position(is_unknown).and_then(|at| spoken.get(at.checked_sub(1)?));
    after.is_some_and(is_name) || (after.is_none() && before.is_some_and(|word| is_verb(word)))
}

fn is_verb(word: &str) -> bool {
    listed("being").iter().any(|verb| word.eq_ignore_ascii_case(verb))
}

/// The value of an answer by which a word is left out.
pub(super) const LEFT_OUT: &str = "leave it out";

/// Columns of the tables that are read, and their values, that begin like the word.
fn near(words: &str, plan: &Plan, material: &Material<'_>) -> Vec<ClarifyOption> {
    let begins = |text: &str| {
        let own: Vec<String> = split_words(words).iter().map(|word| stem(word)).collect();
        split_words(text).iter().map(|word| stem(word)).any(|other| {
            own.iter().any(|word| {
                let shared = word.chars().zip(other.chars()).take_while(|(left, right)| left == right).count();
                shared >= NEAR
            })
        })
    };
    let read = material.places.iter().filter(|place| plan.tables.contains(&super::full_name(place)));
    let mut options = Vec::new();
    for column in read.flat_map(|place| &place.table.columns) {
        let value = column.samples.iter().filter_map(serde_json::Value::as_str).find(|value| begins(value));
        let spoken = super::spoken(&column.name);
        if let Some(value) = value {
            options.push(ClarifyOption {
                value: value.to_owned(),
                label: value.to_owned(),
                meaning: format!("rows where {spoken} is {value}"),
            });
        } else if begins(&column.name) {
            options.push(ClarifyOption { value: spoken.clone(), label: spoken.clone(), meaning: format!("the column {spoken}") });
        }
    }
    options.truncate(OFFERED);
    options
}
