//! A word that two tables are called by, and none as a whole: "orders" of purchase orders and of sales orders.

use super::{Doubt, Names, Spot, columns::ASKING, full_name, split_stems, spoken};
use protocol::ask::{Clarification, ClarifyOption};
use std::collections::HashSet;

/// Tables of one question.
const MOST: usize = 5;
/// Columns that say what a table is about.
const COLUMNS: usize = 6;

pub(super) fn find(question: &str, names: &Names<'_>) -> Vec<Doubt> {
    let stems = split_stems(question);
    let all: HashSet<&str> = stems.iter().map(|(stem, _)| stem.as_str()).collect();
    let mut found: Vec<Doubt> = Vec::new();
    for (at, (stem, word)) in stems.iter().enumerate() {
        let is_again = stems[..at].iter().any(|(other, _)| other == stem);
        // What is called so as a whole is meant, and so is what the question says more of.
        let is_whole =
            names.0.iter().any(|table| table.stems.iter().all(|own| all.contains(own.as_str())) && table.stems.contains(stem));
        // "In which order" and "ordered by" name no table.
        let is_asking = ASKING.contains(stem) && !word.ends_with('s');
        if is_again || is_whole || is_asking {
            continue;
        }
        let called: Vec<_> = names.0.iter().filter(|table| table.stems.len() > 1 && table.stems.last() == Some(stem)).collect();
        if !(2..=MOST).contains(&called.len()) {
            continue;
        }
        let option = |place: &domain::tools::planner::Place<'_>| {
            let columns: Vec<&str> = place.table.columns.iter().take(COLUMNS).map(|column| column.name.as_str()).collect();
            let meaning = format!("it has {}", columns.join(", "));
            ClarifyOption { value: full_name(place), label: spoken(&place.table.name), meaning }
        };
        let options: Vec<ClarifyOption> = called.iter().map(|table| option(&table.place)).collect();
        let labels: Vec<&str> = options.iter().map(|option| option.label.as_str()).collect();
        let question = Clarification {
            text: format!("Which {word} are meant: {}?", labels.join(", or ")),
            options,
            about: word.to_lowercase(),
            ..Clarification::default()
        };
        let chosen = called.iter().map(|table| Some(Spot::whole(&table.place))).collect();
        found.push(Doubt { question, chosen, together: None });
    }
    found
}
