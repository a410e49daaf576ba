//! A word of the question that two columns fit, and none as a whole.

use super::{Doubt, Names, Spot, TableNames, full_name, instances, listed, split_stems, spoken};
use crate::ask::rules::{passages::terms, talk::words};
use domain::{
    ask::Material,
    tools::{
        catalog::{Class, Column},
        planner::Place,
    },
};
use protocol::ask::{Clarification, ClarifyOption};
use std::{collections::HashSet, sync::LazyLock};

/// Columns of one question.
const MOST: usize = 5;

/// Words that ask for figures and rows, by their stems.
pub(super) static ASKING: LazyLock<HashSet<String>> =
    LazyLock::new(|| listed("asking").iter().flat_map(|word| terms(word)).collect());

pub(super) fn find(question: &str, material: &Material<'_>, names: &Names<'_>) -> Vec<Doubt> {
    let stems = split_stems(question);
    let all: HashSet<&str> = stems.iter().map(|(stem, _)| stem.as_str()).collect();
    let tables = names.in_play(&all);
    let mut found: Vec<Doubt> = Vec::new();
    for (at, (stem, word)) in stems.iter().enumerate() {
        let is_table = names.0.iter().any(|table| table.stems.contains(stem));
        if is_table && !is_led(question, word) {
            found.extend(tables.iter().find_map(|table| keys_in(table, stem, word, &all)));
        }
        // "Number of", and names of tables, are no columns.
        if ASKING.contains(stem) || is_table || stems[..at].iter().any(|(other, _)| other == stem) || is_value(word, material) {
            continue;
        }
        // A column that is named as a whole is meant.
        let is_named = |own: &[String]| own.contains(stem) && own.iter().all(|part| all.contains(part.as_str()));
        if tables.iter().flat_map(|table| &table.columns).any(|(_, own)| is_named(own)) {
            continue;
        }
        found.extend(tables.iter().find_map(|table| doubt_in(table, stem, word, &all)));
    }
    found
}

/// "To airports", "from an airport": where something goes to or comes from has a name of its own.
fn is_led(question: &str, word: &str) -> bool {
    let spoken: Vec<String> = words(question).into_iter().map(|range| question[range].to_lowercase()).collect();
    let at = spoken.iter().position(|own| own.eq_ignore_ascii_case(word)).unwrap_or_default();
    spoken[at.saturating_sub(2)..at].iter().any(|before| before == "from" || before == "to")
}

/// Two keys that lead to the table that is named: the airport where a flight begins, and the one where it ends.
fn keys_in(table: &TableNames<'_>, stem: &str, word: &str, all: &HashSet<&str>) -> Option<Doubt> {
    let leads = |column: &Column| column.foreign_key.as_ref().map(|key| key.table.clone());
    let keys: Vec<(&Column, Vec<String>)> = table
        .columns
        .iter()
        .filter(|(column, own)| leads(column).is_some() && own.iter().any(|part| part == stem))
        .cloned()
        .collect();
    let is_named = |own: &[String]| own.iter().any(|part| part != stem && all.contains(part.as_str()));
    let target = keys.first().and_then(|(column, _)| leads(column))?;
    let is_same = keys.iter().all(|(column, own)| leads(column).as_ref() == Some(&target) && own.len() > 1);
    let is_open = (2..=MOST).contains(&keys.len()) && is_same && !keys.iter().any(|(_, own)| is_named(own));
    is_open.then(|| ask(&table.place, word, stem, &keys))
}

pub(super) fn is_value(word: &str, material: &Material<'_>) -> bool {
    let is_it = |value: &serde_json::Value| value.as_str().is_some_and(|value| value.eq_ignore_ascii_case(word));
    material.places.iter().flat_map(|place| &place.table.columns).any(|column| column.samples.iter().any(is_it))
}

fn doubt_in(table: &TableNames<'_>, stem: &str, word: &str, all: &HashSet<&str>) -> Option<Doubt> {
    let place = &table.place;
    let fits: Vec<(&Column, Vec<String>)> = table
        .columns
        .iter()
        .filter(|(column, own)| !column.primary_key && column.foreign_key.is_none() && own.iter().any(|part| part == stem))
        .map(|(column, own)| {
            // `stadium_name` of stadiums is its name.
            let own = own.iter().filter(|part| !table.stems.contains(part) || *part == stem).cloned().collect();
            (*column, own)
        })
        .filter(|(_, own): &(&Column, Vec<String>)| {
            own.len() > 1 && (own.last().is_some_and(|last| last == stem) || own[0] == stem)
        })
        .collect();
    let covered = |own: &[String]| own.iter().filter(|part| all.contains(part.as_str())).count();
    let most = fits.iter().map(|(_, own)| covered(own)).max()?;
    let mut tied: Vec<(&Column, Vec<String>)> = fits.iter().filter(|(_, own)| covered(own) == most).cloned().collect();
    let ends = tied.iter().filter(|(_, own)| own.last().is_some_and(|last| last == stem)).count();
    if ends > 0 {
        tied.retain(|(_, own)| own.last().is_some_and(|last| last == stem));
    } else if tied.iter().any(|(_, own)| own.len() != 2) {
        return None;
    }
    let class = tied.first()?.0.class();
    let is_like = tied.iter().all(|(column, _)| column.class() == class && class != Class::Other);
    if !(2..=MOST).contains(&tied.len()) || !is_like {
        return None;
    }
    Some(ask(place, word, stem, &tied))
}

pub(super) fn ask(place: &Place<'_>, word: &str, stem: &str, tied: &[(&Column, Vec<String>)]) -> Doubt {
    let table = spoken(&place.table.name);
    let option = |column: &Column| ClarifyOption {
        value: format!("{}.{}", full_name(place), column.name),
        label: spoken(&column.name),
        meaning: format!("{} of {table}{}", spoken(&column.name), instances(&column.samples)),
    };
    let mut options: Vec<ClarifyOption> = tied.iter().map(|(column, _)| option(column)).collect();
    let mut chosen: Vec<Option<Spot>> = tied.iter().map(|(column, _)| Some(Spot::new(place, &column.name))).collect();
    // A name in parts is most likely the whole of it.
    let rank =
        |own: &[String]| listed("name_parts").iter().position(|part| own.iter().any(|stem| terms(part).first() == Some(stem)));
    let mut together = None;
    let parts: Vec<Option<usize>> = tied.iter().map(|(_, own)| rank(own)).collect();
    if terms("name").first().is_some_and(|name| name == stem) && parts.iter().all(Option::is_some) {
        let mut order: Vec<usize> = (0..tied.len()).collect();
        order.sort_by_key(|at| parts[*at]);
        let names: Vec<String> = order.iter().map(|at| spoken(&tied[*at].0.name)).collect();
        let whole = names.join(" and ");
        let meaning = format!("the whole name of each of {table}");
        options.insert(0, ClarifyOption { value: whole.clone(), label: whole.clone(), meaning });
        chosen.insert(0, None);
        together = Some(whole);
    }
    let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
    let question = Clarification {
        text: format!("Which {word} is meant: {}?", labels.join(", or ")),
        options,
        about: word.to_lowercase(),
        ..Clarification::default()
    };
    Doubt { question, chosen, together }
}
