//! Writes the query that counts what a claim says, where nobody gave one: a count or one aggregate over one table, with the
//! conditions whose values the claim names. What the claim does not say plainly is not guessed.

use crate::tools::catalog::{Column, Table};
use serde_json::Value;

/// A query and how it was read off the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub sql: String,
    pub reading: String,
}

/// `name` stands before the table where several databases have it. None where the claim says nothing of the table.
#[must_use]
pub fn write_query(claim: &str, table: &Table, name: &str) -> Option<Written> {
    let words = words(claim);
    let conditions: Vec<(String, String)> = table.columns.iter().filter_map(|column| condition(&words, column)).collect();
    let aggregate = aggregate(&words, table);
    let of_table = words_of(&table.name).iter().any(|part| part.len() > 2 && says(&words, part));
    if conditions.is_empty() && aggregate.is_none() && !of_table {
        return None;
    }
    let (what, meant) = aggregate.unwrap_or_else(|| ("COUNT(*)".to_owned(), "the number of rows".to_owned()));
    let mut sql = format!("SELECT {what} AS verified FROM {name}");
    let mut reading = format!("{meant} of {}", table.name);
    if !conditions.is_empty() {
        let texts: Vec<&str> = conditions.iter().map(|(sql, _)| sql.as_str()).collect();
        let meant: Vec<&str> = conditions.iter().map(|(_, meant)| meant.as_str()).collect();
        sql.push_str(&format!(" WHERE {}", texts.join(" AND ")));
        reading.push_str(&format!(" where {}", meant.join(" and ")));
    }
    Some(Written { sql, reading })
}

/// A column and one of its values that the claim names, as a condition.
fn condition(words: &[String], column: &Column) -> Option<(String, String)> {
    let named = column.samples.iter().filter_map(Value::as_str).filter(|value| value.chars().count() > 1);
    let value = named.filter(|value| names(words, value)).max_by_key(|value| value.len())?;
    let sql = format!("{} = '{}'", quoted(&column.name), value.replace('\'', "''"));
    Some((sql, format!("{} is {value}", column.name)))
}

/// Whether the words of a value stand in the claim one after the other.
fn names(words: &[String], value: &str) -> bool {
    let value = self::words(value);
    !value.is_empty()
        && words.windows(value.len()).any(|window| window.iter().zip(&value).all(|(said, wanted)| same(said, wanted)))
}

const AGGREGATES: [(&[&str], &str, &str); 4] = [
    (&["average", "mean", "avg"], "AVG", "the average"),
    (&["total", "sum", "altogether"], "SUM", "the sum"),
    (&["maximum", "highest", "largest", "max", "most"], "MAX", "the highest value"),
    (&["minimum", "lowest", "smallest", "min", "least"], "MIN", "the lowest value"),
];

/// An aggregate that is named, over a column of numbers that is named.
fn aggregate(words: &[String], table: &Table) -> Option<(String, String)> {
    let column = table.columns.iter().filter(|column| is_number(column)).find(|column| {
        let parts = words_of(&column.name);
        !parts.is_empty() && parts.iter().all(|part| says(words, part))
    })?;
    let (_, function, meant) =
        AGGREGATES.iter().find(|(said, ..)| said.iter().any(|word| words.iter().any(|one| one == word)))?;
    Some((format!("{function}({})", quoted(&column.name)), format!("{meant} of {}", column.name)))
}

fn is_number(column: &Column) -> bool {
    let kind = column.data_type.to_lowercase();
    ["int", "float", "double", "decimal", "numeric", "real", "number"].iter().any(|name| kind.contains(name))
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn says(words: &[String], part: &str) -> bool {
    words.iter().any(|word| same(word, part))
}

/// Without a plural's last letter.
fn same(left: &str, right: &str) -> bool {
    left.trim_end_matches('s') == right.trim_end_matches('s')
}

fn words(text: &str) -> Vec<String> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// `unitPrice` and `unit_price` are two words.
fn words_of(name: &str) -> Vec<String> {
    let mut split = String::new();
    let mut before = ' ';
    for sign in name.chars() {
        if sign.is_uppercase() && before.is_lowercase() {
            split.push(' ');
        }
        split.push(sign);
        before = sign;
    }
    words(&split)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table() -> Table {
        let column = |name: &str, kind: &str, samples: Vec<Value>| Column {
            name: name.into(),
            data_type: kind.into(),
            samples,
            ..Column::default()
        };
        let columns = vec![
            column("category", "VARCHAR", vec![json!("Hardware"), json!("Software")]),
            column("location", "VARCHAR", vec![json!("New York"), json!("Australia")]),
            column("resolutionTime", "DOUBLE", vec![json!(1.5)]),
        ];
        Table { name: "incidents".into(), columns, ..Table::default() }
    }

    #[test]
    fn counts_and_aggregates_are_written_from_what_the_claim_names() {
        let sql = |claim: &str| write_query(claim, &table(), "incidents").map(|written| written.sql);
        for (claim, wanted) in [
            ("There are 335 hardware incidents", "SELECT COUNT(*) AS verified FROM incidents WHERE \"category\" = 'Hardware'"),
            (
                "Software incident in New York are 7",
                "SELECT COUNT(*) AS verified FROM incidents WHERE \"category\" = 'Software' AND \"location\" = 'New York'",
            ),
            (
                "The average resolution time in Australia is 9",
                "SELECT AVG(\"resolutionTime\") AS verified FROM incidents WHERE \"location\" = 'Australia'",
            ),
            ("500 incidents were recorded", "SELECT COUNT(*) AS verified FROM incidents"),
        ] {
            assert_eq!(sql(claim).as_deref(), Some(wanted), "{claim}");
        }
        assert_eq!(sql("Bears like honey"), None);
    }
}
