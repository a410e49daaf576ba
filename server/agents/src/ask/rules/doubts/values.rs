//! A value of the question that occurs in two columns.

use super::{Doubt, Names, Spot, full_name, listed, put, spoken};
use crate::ask::rules::{passages::terms, talk::words};
use domain::{
    ask::Material,
    tools::{catalog::Column, planner::Place},
};
use protocol::ask::{Clarification, ClarifyOption};
use serde_json::Value;
use std::collections::HashSet;

/// Words of a value.
const LONGEST: usize = 5;
/// Characters of the shortest value.
const SHORTEST: usize = 2;

/// A value of the question with the columns in which it occurs.
pub(super) struct Found<'m> {
    text: String,
    /// The word before it.
    before: String,
    spots: Vec<(Place<'m>, &'m Column)>,
}

/// "From Oslo", where one of the columns is an origin, is said with its name.
pub(super) fn name_ways(question: &str, found: &[Found<'_>]) -> String {
    let mut named = question.to_owned();
    for found in found {
        if let Some(column) = found.way().filter(|_| found.spots.len() > 1) {
            let joint = if named.contains(" whose ") { "and whose" } else { "whose" };
            let Found { before, text, .. } = found;
            named = put(&named, &format!("{before} {text}"), &format!("{joint} {} is {text}", spoken(&column.name)));
        }
    }
    named
}

pub(super) fn find(question: &str, found: &[Found<'_>], names: &Names<'_>) -> Vec<Doubt> {
    let stems: Vec<String> = terms(question);
    // A column that is named beside it is meant.
    let is_named = |column: &Column| {
        let own = terms(&column.name);
        !own.is_empty() && own.iter().all(|stem| stems.contains(stem))
    };
    let is_doubt = |found: &&Found<'_>| {
        let own = terms(&found.text);
        found.spots.len() > 1
            && !found.spots.iter().any(|(_, column)| is_named(column))
            && !names.0.iter().any(|table| table.stems == own)
    };
    found.iter().filter(is_doubt).map(|found| ask(&found.text, &found.spots)).collect()
}

impl<'m> Found<'m> {
    /// `database.table` of each column.
    pub(super) fn tables(&self) -> Vec<String> {
        self.spots.iter().map(|(place, _)| full_name(place)).collect()
    }

    /// The only column of where something comes from, or goes to.
    fn way(&self) -> Option<&'m Column> {
        let is_way = |column: &Column| {
            let leads = |stem: &String| listed(&self.before).iter().any(|word| terms(word).first() == Some(stem));
            terms(&column.name).iter().any(leads)
        };
        let mut ways = self.spots.iter().map(|(_, column)| *column).filter(|column| is_way(column));
        ways.next().filter(|_| matches!(self.before.as_str(), "from" | "to") && ways.next().is_none())
    }
}

/// The values of a question, the longest that begins at each word.
pub(super) fn scan<'m>(question: &str, material: &Material<'m>, names: &Names<'m>) -> Vec<Found<'m>> {
    let ranges = words(question);
    let stems: Vec<String> = terms(question);
    let all: HashSet<&str> = stems.iter().map(String::as_str).collect();
    let tables: Vec<Place<'m>> = names.in_play(&all).into_iter().map(|table| table.place).collect();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < ranges.len() {
        let longest = (1..=LONGEST.min(ranges.len() - at)).rev().find_map(|count| {
            let text = &question[ranges[at].start..ranges[at + count - 1].end];
            let spots = holders(text, &tables, material);
            (!spots.is_empty()).then_some((count, text, spots))
        });
        let Some((count, text, spots)) = longest else {
            at += 1;
            continue;
        };
        let before = at.checked_sub(1).map(|at| question[ranges[at].clone()].to_lowercase()).unwrap_or_default();
        found.push(Found { text: text.to_owned(), before, spots });
        at += count;
    }
    found
}

/// The columns in which a value occurs, none of them a key.
fn holders<'m>(text: &str, tables: &[Place<'m>], material: &Material<'m>) -> Vec<(Place<'m>, &'m Column)> {
    let is_name = text.chars().count() >= SHORTEST && text.chars().any(char::is_alphabetic) && !terms(text).is_empty();
    let is_it = |value: &Value| value.as_str().is_some_and(|value| value.eq_ignore_ascii_case(text));
    let mut found: Vec<(Place<'m>, &'m Column)> = Vec::new();
    for place in tables.iter().filter(|_| is_name) {
        let whole =
            material.small_tables.iter().find(|small| small.database == place.database && small.table == place.table.name);
        for column in &place.table.columns {
            let at = whole.and_then(|whole| whole.columns.iter().position(|own| own.name == column.name));
            let occurs = || whole.zip(at).is_some_and(|(whole, at)| whole.rows.iter().any(|row| row.get(at).is_some_and(is_it)));
            if !column.primary_key && column.foreign_key.is_none() && (column.samples.iter().any(is_it) || occurs()) {
                found.push((*place, column));
            }
        }
    }
    found
}

fn ask(text: &str, spots: &[(Place<'_>, &Column)]) -> Doubt {
    let option = |(place, column): &(Place<'_>, &Column)| ClarifyOption {
        value: format!("{}.{}", full_name(place), column.name),
        label: format!("{} of {}", spoken(&column.name), spoken(&place.table.name)),
        meaning: format!("rows of {} where {} is {text}", spoken(&place.table.name), spoken(&column.name)),
    };
    let options: Vec<ClarifyOption> = spots.iter().map(option).collect();
    let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
    let question = Clarification {
        text: format!("“{text}” occurs in several columns. Which is meant: {}?", labels.join(", or ")),
        options,
        about: text.to_lowercase(),
        ..Clarification::default()
    };
    let chosen = spots.iter().map(|(place, column)| Some(Spot::new(place, &column.name))).collect();
    Doubt { question, chosen, together: None }
}
