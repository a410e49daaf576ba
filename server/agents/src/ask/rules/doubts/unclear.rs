//! What the planner cannot choose, as a question with options from the data.

use super::{full_name, instances, spoken};
use crate::ask::rules::talk::words;
use domain::{ask::Material, tools::planner::Place};
use protocol::ask::{Clarification, ClarifyOption};
use serde_json::Value;

/// Columns that say what a table is about.
const COLUMNS: usize = 6;
/// Years that are offered.
const YEARS: usize = 3;

/// Its options are the tables, the columns or the years that its sentence is about; none where it is about nothing of the data.
pub(in crate::ask::rules) fn from_planner(text: &str, between: &[String], material: &Material<'_>) -> Clarification {
    // What the planner could not choose between says it best; else its sentence names tables or columns.
    let lower = if between.is_empty() { text.to_lowercase() } else { between.join(" ").to_lowercase() };
    let columns = columns_between(between, material.places);
    let mut options = if columns.len() > 1 { Vec::new() } else { tables_in(&lower, material.places) };
    let mut about = "table".to_owned();
    if options.len() < 2 {
        options = if columns.len() > 1 { columns } else { columns_in(text, material.places) };
        // "Which date is meant: …"
        let named = text.split_whitespace().nth(1).filter(|word| *word != "is").map(str::to_lowercase);
        let last = options.first().and_then(|option| option.label.split(' ').next_back()).map(str::to_owned);
        let value = text.split_once(" may be ").map(|(value, _)| value.to_lowercase());
        about = value.or(named).or(last).unwrap_or_default();
    }
    if let Some(month) = text.strip_prefix("Which year's ").and_then(|rest| rest.split_whitespace().next()) {
        let of_year = |year: i16| ClarifyOption {
            value: format!("{month} {year}"),
            label: format!("{month} {year}"),
            meaning: format!("{month} of the year {year}"),
        };
        options = years(material.places).into_iter().map(of_year).collect();
        about = month.to_lowercase();
    }
    if !between.is_empty()
        && let Some(word) = shared_word(between, material.question)
    {
        about = word;
    }
    if options.len() < 2 {
        options.clear();
        about.clear();
    }
    Clarification { text: text.to_owned(), options, about, ..Clarification::default() }
}

fn tables_in(lower: &str, places: &[Place<'_>]) -> Vec<ClarifyOption> {
    let named = places.iter().filter(|place| lower.contains(&full_name(place).to_lowercase()));
    let option = |place: &Place<'_>| {
        let columns: Vec<&str> = place.table.columns.iter().take(COLUMNS).map(|column| column.name.as_str()).collect();
        ClarifyOption { label: full_name(place), value: full_name(place), meaning: format!("it has {}", columns.join(", ")) }
    };
    named.map(option).collect()
}

/// The word of the question that all names end with: "names" of `first_name` and `last_name`.
fn shared_word(between: &[String], question: &str) -> Option<String> {
    let last = |name: &String| name.rsplit(['.', '_']).next().map(str::to_lowercase);
    let shared = between.iter().map(last).reduce(|one, other| one.filter(|one| other.as_ref() == Some(one))).flatten()?;
    let asked = words(question).into_iter().map(|range| question[range].to_lowercase());
    asked.into_iter().find(|word| *word == shared || word.strip_suffix('s') == Some(&shared))
}

/// Columns by their whole names.
fn columns_between(between: &[String], places: &[Place<'_>]) -> Vec<ClarifyOption> {
    let found = |name: &String| {
        places.iter().find_map(|place| {
            let is = |column: &&domain::tools::catalog::Column| {
                format!("{}.{}", full_name(place), column.name).eq_ignore_ascii_case(name)
            };
            place.table.columns.iter().find(is).map(|column| column_option(place, column))
        })
    };
    between.iter().filter_map(found).collect()
}

fn column_option(place: &Place<'_>, column: &domain::tools::catalog::Column) -> ClarifyOption {
    ClarifyOption {
        value: format!("{}.{}", full_name(place), column.name),
        label: spoken(&column.name),
        meaning: format!("{} of {}{}", spoken(&column.name), spoken(&place.table.name), instances(&column.samples)),
    }
}

fn columns_in(text: &str, places: &[Place<'_>]) -> Vec<ClarifyOption> {
    let named: Vec<&str> = words(text).into_iter().map(|range| &text[range]).collect();
    for place in places {
        let columns = place.table.columns.iter().filter(|column| named.contains(&column.name.as_str()));
        let options: Vec<ClarifyOption> = columns.map(|column| column_option(place, column)).collect();
        if options.len() > 1 {
            return options;
        }
    }
    Vec::new()
}

/// Years of the sample values, the newest first.
fn years(places: &[Place<'_>]) -> Vec<i16> {
    let samples = places.iter().flat_map(|place| &place.table.columns).flat_map(|column| &column.samples);
    let year = |value: &Value| {
        let text = value.as_str()?;
        let is_day = text.len() >= 10 && text.as_bytes()[4] == b'-';
        text.get(..4)?.parse::<i16>().ok().filter(|_| is_day)
    };
    let mut years: Vec<i16> = samples.filter_map(year).collect();
    years.sort_unstable_by(|left, right| right.cmp(left));
    years.dedup();
    // Of one year that is known the ones around it are likely too.
    if let [only] = years.as_slice() {
        years.push(only - 1);
    }
    years.truncate(YEARS);
    years
}
