//! Questions to begin with, made of the names of a project's tables.

use domain::tools::{
    answers::Held,
    catalog::{Class, Column, Table},
};

const MOST: usize = 3;

/// At most three questions that the tables can answer; of a project without tables what its documents are about.
pub(super) fn suggest(held: &[Held]) -> Vec<String> {
    let mut tables: Vec<&Table> = Held::databases(held).flat_map(|one| &one.found.tables).collect();
    // What can be measured and told apart comes first.
    tables.sort_by_key(|table| std::cmp::Reverse((figure(table).is_some(), kind(table).is_some(), table.row_count)));
    let Some(table) = tables.first() else {
        let documents = held.iter().flat_map(|one| &one.found.documents);
        return documents.take(MOST).map(|document| format!("What does {} say?", document.name)).collect();
    };
    let name = plain(table.name.rsplit('.').next().unwrap_or(&table.name));
    let mut all = vec![format!("How many {name} are there?")];
    match (figure(table), kind(table)) {
        (Some(figure), Some(kind)) => all.push(format!("What is the sum of {} by {}?", plain(&figure.name), plain(&kind.name))),
        (Some(figure), None) => all.push(format!("What is the average {}?", plain(&figure.name))),
        (None, Some(kind)) => all.push(format!("How many {name} by {}?", plain(&kind.name))),
        (None, None) => {}
    }
    if table.columns.iter().any(|column| column.class() == Class::Time) {
        all.push(format!("How many {name} per month?"));
    } else if let Some(other) = tables.get(1) {
        all.push(format!("How many {} are there?", plain(other.name.rsplit('.').next().unwrap_or(&other.name))));
    }
    all.truncate(MOST);
    all
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

/// The text that has the fewest different values, as far as it is known.
fn kind(table: &Table) -> Option<&Column> {
    let texts =
        table.columns.iter().filter(|column| column.class() == Class::Text && !is_key(column) && column.samples.len() > 1);
    texts.min_by_key(|column| column.samples.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_like_words() {
        assert_eq!(plain("Order_Lines"), "order lines");
        let column = |name: &str| Column { name: name.into(), ..Column::default() };
        assert!(is_key(&column("Customer_ID")) && is_key(&column("id")) && !is_key(&column("paid")));
    }
}
