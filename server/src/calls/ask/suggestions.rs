//! Questions to begin with, made of the names of a project's tables: only those that the built-in planner reads.

use domain::tools::{
    answers::Held,
    catalog::{Class, Column, Table},
    planner::{Place, plan},
};
use serde_json::Value;

const MOST: usize = 3;
/// Tables that are tried, best first. Every question that is tried is read by the planner.
const TRIED: usize = 4;
/// A project with more tables is read by those of the tried ones alone.
const WHOLE: usize = 40;

/// At most three questions that the tables can answer: how many, what is most, and how it was at a time. Of a project without tables
/// what its documents are about.
pub(in crate::calls) fn suggest(held: &[Held]) -> Vec<String> {
    let mut places: Vec<Place<'_>> = Held::databases(held)
        .flat_map(|one| {
            let dialect = projects::dialect(one);
            one.found.tables.iter().map(move |table| Place { database: &one.source.name, table, dialect })
        })
        .collect();
    if places.is_empty() {
        let documents = held.iter().flat_map(|one| &one.found.documents);
        return documents.take(MOST).map(|document| format!("What does {} say?", document.name)).collect();
    }
    // What can be measured and told apart comes first.
    places.sort_by_key(|place| {
        let table = place.table;
        std::cmp::Reverse((figure(table).is_some(), kind(table).is_some(), table.row_count))
    });
    let tried: Vec<Place<'_>> = places.iter().take(TRIED).copied().collect();
    if places.len() > WHOLE {
        places.truncate(TRIED);
    }
    let mut all: Vec<String> = Vec::new();
    for write in [counts, rankings, times] {
        let mut written = tried.iter().flat_map(|place| write(place.table));
        let found = written.find(|question| !all.contains(question) && plan(question, None, &places).is_ok());
        all.extend(found);
    }
    // A project may have nothing to rank or to date.
    let more = tried.iter().flat_map(|place| counts(place.table));
    for question in more {
        if all.len() < MOST && !all.contains(&question) && plan(&question, None, &places).is_ok() {
            all.push(question);
        }
    }
    all
}

fn counts(table: &Table) -> Vec<String> {
    vec![format!("How many {} are there?", plain_name(table))]
}

/// What there is most of, in several ways to say it.
fn rankings(table: &Table) -> Vec<String> {
    let name = plain_name(table);
    match (figure(table).map(|one| plain(&one.name)), kind(table).map(|one| plain(&one.name))) {
        (Some(figure), Some(kind)) => {
            let mut all = vec![
                format!("Which {kind} has the highest total {figure}?"),
                format!("What is the sum of {figure} by {kind}?"),
                format!("How many {name} are there by {kind}?"),
            ];
            // Nobody asks for a total total.
            all.retain(|question| !question.contains("total total"));
            all
        }
        (Some(figure), None) => vec![format!("What is the average {figure}?"), format!("What is the highest {figure}?")],
        (None, Some(kind)) => vec![format!("Which {kind} has the most {name}?"), format!("How many {name} are there by {kind}?")],
        (None, None) => Vec::new(),
    }
}

/// How it was in the year of a value that occurs.
fn times(table: &Table) -> Vec<String> {
    let name = plain_name(table);
    let column = table.columns.iter().find(|column| column.class() == Class::Time && !column.samples.is_empty());
    let years =
        column.into_iter().flat_map(|column| &column.samples).filter_map(Value::as_str).filter_map(|sample| sample.get(..4));
    let newest = years.filter(|year| year.bytes().all(|digit| digit.is_ascii_digit())).max();
    let of_year = |year: &str| [format!("How many {name} were there in {year}?"), format!("How many {name} in {year}?")];
    let mut all: Vec<String> = newest.map(of_year).into_iter().flatten().collect();
    all.push(format!("How many {name} in the last 30 days?"));
    all
}

fn plain_name(table: &Table) -> String {
    plain(table.name.rsplit('.').next().unwrap_or(&table.name))
}

fn plain(name: &str) -> String {
    name.replace(['_', '-'], " ").to_lowercase()
}

/// Leads somewhere, or numbers its rows.
fn is_key(column: &Column) -> bool {
    let name = column.name.to_lowercase();
    column.primary_key || column.foreign_key.is_some() || name == "id" || name.ends_with("_id")
}

/// A number that can be added up.
fn figure(table: &Table) -> Option<&Column> {
    table.columns.iter().find(|column| column.class() == Class::Number && !is_key(column))
}

/// The text that has the fewest different values, as far as it is known: a yes or no says little, so it comes last.
fn kind(table: &Table) -> Option<&Column> {
    let texts =
        table.columns.iter().filter(|column| column.class() == Class::Text && !is_key(column) && column.samples.len() > 1);
    texts.min_by_key(|column| (column.samples.len() < 3, column.samples.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_read_like_words() {
        assert_eq!(plain("Order_Lines"), "order lines");
        let column = |name: &str| Column { name: name.into(), ..Column::default() };
        assert!(is_key(&column("Customer_ID")) && is_key(&column("id")) && !is_key(&column("paid")));
    }

    #[test]
    fn questions_are_tried_in_several_wordings() {
        let column = |name: &str, kind: &str, samples: &[Value]| Column {
            name: name.into(),
            data_type: kind.into(),
            samples: samples.to_vec(),
            ..Column::default()
        };
        let columns = vec![
            column("id", "Int64", &[json!(1)]),
            column("ordered_at", "Date32", &[json!("2024-12-30"), json!("2025-01-02")]),
            column("total_price", "Float64", &[json!(1.5)]),
            column("country", "Utf8", &[json!("AT"), json!("DE")]),
        ];
        let table = Table { name: "sales.Order_Lines".into(), columns, ..Table::default() };
        assert_eq!(counts(&table), ["How many order lines are there?"]);
        assert_eq!(rankings(&table)[0], "What is the sum of total price by country?");
        assert_eq!(times(&table)[0], "How many order lines were there in 2025?");
        assert!(rankings(&Table::default()).is_empty());
    }

    #[test]
    fn what_is_only_a_yes_or_no_is_ranked_last() {
        let text = |name: &str, samples: &[&str]| Column {
            name: name.into(),
            data_type: "Utf8".into(),
            samples: samples.iter().map(|sample| json!(sample)).collect(),
            ..Column::default()
        };
        let flag = || text("paid", &["yes", "no"]);
        for (columns, expected) in [
            (vec![flag(), text("city", &["Graz", "Linz", "Wels"])], Some("city")),
            (vec![text("maker", &["A", "B", "C", "D"]), flag(), text("city", &["Graz", "Linz", "Wels"])], Some("city")),
            (vec![flag()], Some("paid")),
            (vec![text("note", &["one"])], None),
        ] {
            let table = Table { columns, ..Table::default() };
            assert_eq!(kind(&table).map(|column| column.name.as_str()), expected);
        }
    }
}
