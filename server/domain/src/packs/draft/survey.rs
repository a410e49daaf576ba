//! What a draft needs to know of a table and of a document.

use super::words::{WORDING, split};
use crate::tools::{
    answers::described,
    catalog::{Class, Column, Document, Table},
};
use protocol::pack::{SurveyedDocument, SurveyedTable};

/// Columns of a table that say what it is about.
const COLUMNS: usize = 40;
/// Of one kind.
const OF_A_KIND: usize = 8;
/// A value of a category, in characters.
const LONGEST_VALUE: usize = 40;

/// A table of a source of this name. What may be a secret is in no draft.
#[must_use]
pub fn survey_table(database: &str, table: &Table, is_secret: impl Fn(&str) -> bool) -> SurveyedTable {
    let columns: Vec<&Column> = table.columns.iter().filter(|column| !is_secret(&column.name)).take(COLUMNS).collect();
    let names = |wanted: &dyn Fn(&Column) -> bool| -> Vec<String> {
        let fitting = columns.iter().filter(|column| wanted(column));
        fitting.map(|column| column.name.clone()).take(OF_A_KIND).collect()
    };
    let mut links: Vec<String> = columns.iter().filter_map(|column| Some(column.foreign_key.as_ref()?.table.clone())).collect();
    links.dedup();
    links.truncate(OF_A_KIND);
    SurveyedTable {
        database: database.to_owned(),
        name: table.name.clone(),
        description: described(table),
        columns: names_of(&columns),
        rows: table.row_count,
        measures: names(&|column| column.class() == Class::Number && !names_something(column)),
        categories: names(&is_category),
        times: names(&|column| column.class() == Class::Time),
        links,
    }
}

fn names_of(columns: &[&Column]) -> Vec<String> {
    columns.iter().map(|column| column.name.clone()).collect()
}

/// A document by its title and headings.
#[must_use]
pub fn survey_document(document: &Document) -> SurveyedDocument {
    let headings = document.sections.iter().map(|section| section.heading.trim()).filter(|heading| !heading.is_empty());
    SurveyedDocument {
        name: document.title.clone().unwrap_or_else(|| document.name.clone()),
        headings: headings.map(str::to_owned).collect(),
    }
}

fn last_word_is(column: &Column, words: &[String]) -> bool {
    split(&column.name).last().is_some_and(|last| words.contains(last))
}

fn names_something(column: &Column) -> bool {
    column.primary_key || column.foreign_key.is_some() || last_word_is(column, &WORDING.identifiers)
}

fn is_category(column: &Column) -> bool {
    match column.class() {
        Class::Truth => true,
        Class::Text => {
            let is_short = |value: &serde_json::Value| value.as_str().is_some_and(|text| text.chars().count() <= LONGEST_VALUE);
            let named =
                column.primary_key || last_word_is(column, &WORDING.free_texts) || last_word_is(column, &["id".to_owned()]);
            !named && !column.samples.is_empty() && column.samples.iter().all(is_short)
        }
        _ => false,
    }
}
