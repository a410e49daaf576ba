//! What helps where a question could not be read: a query to fill in, and what of the project fits.

use super::{doubts::listed, passages::terms};
use domain::{
    ask::{AnswerTemplate, Draft, Material},
    tools::planner::{self, Unplanned},
};
use protocol::ask::{GuidedQuery, Offer};
use serde_json::Value;
use std::collections::HashSet;

const OFFERS: usize = 6;
/// Words that are named as unknown.
const MOST_WORDS: usize = 3;

pub(super) fn offer(material: &Material<'_>) -> Draft {
    let unknown = match planner::plan(material.question, None, material.places) {
        Err(Unplanned::Unknown(words)) => words,
        _ => unknown_words(material.question, material).into_iter().take(MOST_WORDS).collect(),
    };
    let named: Vec<String> = unknown.iter().map(|word| format!("“{word}”")).collect();
    let why = match (named.is_empty(), material.places.is_empty() && material.passages.is_empty()) {
        (_, true) => "This project has no data and no documents yet: add a source first.".to_owned(),
        (true, false) => "I could not read this as a question about the project's data or documents.".to_owned(),
        (false, false) => format!("I do not know what {} stands for in this project.", named.join(", ")),
    };
    let guided = material.places.first().map(|place| GuidedQuery {
        table: format!("{}.{}", place.database, place.table.name),
        measure: "count".to_owned(),
        ..GuidedQuery::default()
    });
    let tables = material.places.iter().take(OFFERS).map(|place| Offer {
        kind: "table".to_owned(),
        name: format!("{}.{}", place.database, place.table.name),
        about: place.table.columns.iter().take(8).map(|column| column.name.clone()).collect::<Vec<_>>().join(", "),
    });
    let passages = material.passages.iter().take(2).map(|passage| Offer {
        kind: "document".to_owned(),
        name: passage.document.clone(),
        about: passage.section.clone(),
    });
    Draft {
        answer: AnswerTemplate { text: why.clone(), refuted: String::new(), nothing: why },
        guided,
        offers: tables.chain(passages).collect(),
        ..Draft::default()
    }
}

/// Words of the question that neither a name nor a sample value of the data has.
pub(super) fn unknown_words(question: &str, material: &Material<'_>) -> Vec<String> {
    let mut known: HashSet<String> = HashSet::new();
    for place in material.places {
        known.extend(terms(&place.table.name));
        for column in &place.table.columns {
            known.extend(terms(&column.name));
            known.extend(column.samples.iter().filter_map(Value::as_str).flat_map(terms));
        }
    }
    let words = question.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let asking: HashSet<String> = listed("asking").iter().flat_map(|word| terms(word)).collect();
    let is_unknown = |word: &&str| {
        terms(word).iter().any(|term| !known.contains(term) && !asking.contains(term) && term.parse::<f64>().is_err())
    };
    words.filter(is_unknown).map(str::to_owned).collect()
}
