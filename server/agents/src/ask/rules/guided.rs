//! What helps where a question could not be read: a query to fill in, and what of the project fits.

use super::{doubts::full_name, known, listed::listed, passages::terms, phrases};
use domain::{
    ask::{AnswerTemplate, Draft, KnownFact, Material, SmallTable, render_value},
    tools::{
        catalog::Column,
        guided,
        planner::{self, Place, Unplanned},
    },
};
use protocol::ask::{AskMode, GuidedQuery, Offer};
use serde_json::Value;
use std::collections::HashSet;

const OFFERS: usize = 6;
/// Columns and facts that are offered.
const NEAREST: usize = 4;
/// Letters that two words share where they are near.
const NEAR: usize = 4;
/// Values that show what a column holds.
const SHOWN: usize = 3;
/// Words that are named as unknown.
const MOST_WORDS: usize = 3;

pub(super) fn offer(material: &Material<'_>) -> Draft {
    let mut unknown = match planner::plan(material.question, None, material.places) {
        Err(Unplanned::Unknown(words)) => words,
        _ => unknown_words(material.question, material).into_iter().take(MOST_WORDS).collect(),
    };
    let taken = find_explanations(material);
    let explained: Vec<String> = taken.iter().flat_map(|fact| terms(&fact.name)).collect();
    unknown.retain(|word| explained.is_empty() || !terms(word).iter().all(|term| explained.contains(term)));
    let apart: Vec<&String> = unknown.iter().filter(|word| is_table(word, material)).collect();
    let named: Vec<String> = unknown.iter().map(|word| format!("“{word}”")).collect();
    let why = match (named.is_empty(), material.places.is_empty() && material.passages.is_empty()) {
        (_, true) => "This project has no data and no documents yet: add a source first.".to_owned(),
        (true, false) if !taken.is_empty() => "I know these words, and could not put them into one query.".to_owned(),
        (true, false) => "I could not read this as a question or a claim about the project's data or documents.".to_owned(),
        (false, false) if !apart.is_empty() => format!(
            "“{}” is in another source than the rest of the question, and a query reads one source. Files that belong together can be \
             added as one source.",
            apart[0]
        ),
        (false, false) => {
            let stand = if named.len() > 1 { "stand" } else { "stands" };
            format!("I do not know what {} {stand} for in this project.", list(&named))
        }
    };
    let tables = material.places.iter().take(OFFERS).map(|place| Offer {
        kind: "table".to_owned(),
        name: full_name(place),
        about: place.table.columns.iter().take(8).map(|column| column.name.clone()).collect::<Vec<_>>().join(", "),
    });
    let passages = material.passages.iter().take(2).map(|passage| Offer {
        kind: "document".to_owned(),
        name: passage.document.clone(),
        about: passage.section.clone(),
    });
    let mut draft = Draft {
        answer: AnswerTemplate { text: why.clone(), refuted: String::new(), nothing: why },
        guided: fill(material),
        offers: tables.chain(offer_columns(material)).chain(passages).chain(offer_facts(material)).collect(),
        ..Draft::default()
    };
    known::add_taken(&mut draft, &taken);
    draft
}

/// "One, another and a third".
fn list(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// A word that another database of the project has for a table was not read as one beside those of the first.
fn is_table(word: &str, material: &Material<'_>) -> bool {
    let databases: HashSet<&str> = material.places.iter().map(|place| place.database).collect();
    let word = terms(word);
    databases.len() > 1 && material.places.iter().any(|place| !word.is_empty() && terms(&place.table.name) == word)
}

/// What is known of words that are nothing in the data. A claim that was not read stays undecided, whatever is known of its words.
fn find_explanations(material: &Material<'_>) -> Vec<KnownFact> {
    if material.mode.is_some_and(|choice| choice.mode == AskMode::Auditable) {
        return Vec::new();
    }
    let mut found: Vec<KnownFact> = Vec::new();
    for fact in phrases::find(material).iter().filter_map(|phrase| known::find(material, phrase)) {
        if found.iter().all(|other| other.name != fact.name) {
            found.push(fact);
        }
    }
    found
}

/// As far as the question was understood; days count back from the newest one, where a table was read whole.
fn fill(material: &Material<'_>) -> Option<GuidedQuery> {
    let filled = guided::fill(material.question, material.places, &|place, column| {
        let is_it = |small: &&SmallTable| small.database == place.database && small.table == place.table.name;
        let small = material.small_tables.iter().find(is_it)?;
        let at = small.columns.iter().position(|own| own.name == column)?;
        small.rows.iter().filter_map(|row| row.get(at)?.as_str()).max().map(str::to_owned)
    });
    filled.or_else(|| {
        let table = full_name(material.places.first()?);
        Some(GuidedQuery { table, measure: "count".to_owned(), ..GuidedQuery::default() })
    })
}

/// Columns with a word of the question in their names, or nearly.
fn offer_columns(material: &Material<'_>) -> Vec<Offer> {
    let asking: HashSet<String> = listed("asking").iter().flat_map(|word| terms(word)).collect();
    let wanted: Vec<String> = terms(material.question).into_iter().filter(|term| !asking.contains(term)).collect();
    let is_near = |own: &String| {
        let shared = |term: &String| own.chars().zip(term.chars()).take_while(|(one, other)| one == other).count();
        wanted.iter().any(|term| own == term || shared(term) >= NEAR)
    };
    let all = material.places.iter().flat_map(|place| place.table.columns.iter().map(move |column| (place, column)));
    let near = all.filter(|(_, column)| terms(&column.name).iter().any(is_near));
    let offer = |(place, column): (&Place<'_>, &Column)| Offer {
        kind: "column".to_owned(),
        name: format!("{}.{}", full_name(place), column.name),
        about: column.samples.iter().take(SHOWN).map(render_value).collect::<Vec<_>>().join(", "),
    };
    near.take(NEAREST).map(offer).collect()
}

/// Facts with a word of the question in their names.
fn offer_facts(material: &Material<'_>) -> Vec<Offer> {
    let wanted = terms(material.question);
    let near = material.facts.iter().rev().filter(|fact| terms(&fact.name).iter().any(|term| wanted.contains(term)));
    let offer = |fact: &KnownFact| Offer { kind: "fact".to_owned(), name: fact.name.clone(), about: render_value(&fact.value) };
    near.take(NEAREST).map(offer).collect()
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

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn words_are_listed_as_in_a_sentence() {
        for (words, wanted) in [(vec!["a"], "a"), (vec!["a", "b"], "a and b"), (vec!["a", "b", "c"], "a, b and c"), (vec![], "")]
        {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            assert_eq!(list(&words), wanted);
        }
    }
}
