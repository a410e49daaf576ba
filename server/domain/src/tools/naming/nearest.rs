//! Which tables of a large database a sentence may be about, so that reading it costs no more than over a small one.

use super::WORDS;
use crate::tools::{
    catalog::Table,
    planner::Place,
    search::{synonyms, words::is_function_word},
    sentence::Sentence,
};
use serde_json::Value;
use std::collections::HashMap;

/// So many tables are read whole.
const MOST: usize = 40;

/// The tables of a database, or those with the most words of the sentence in their names, columns and samples, and what their keys
/// lead to.
pub(in crate::tools) fn choose<'p, 'a>(sentence: &Sentence, places: &'p [Place<'a>], database: &str) -> Vec<&'p Place<'a>> {
    let own: Vec<&Place<'a>> = places.iter().filter(|place| place.database == database).collect();
    if own.len() <= MOST {
        return own;
    }
    let mut words: Vec<String> = Vec::new();
    for token in sentence.tokens.iter().filter(|token| !is_function_word(&token.word) && token.stem.len() > 2) {
        words.push(token.stem.clone());
        words.extend(synonyms::find(&token.stem).map(str::to_owned));
        let same = WORDS.same.iter().filter(|group| group.iter().flatten().any(|word| *word == token.word));
        words.extend(same.flatten().flatten().filter(|word| word.len() > 2).cloned());
    }
    words.sort_unstable();
    words.dedup();
    let mut ranked: Vec<(usize, usize)> = own.iter().enumerate().map(|(at, place)| (score(place.table, &words), at)).collect();
    ranked.sort_unstable_by_key(|(score, at)| (std::cmp::Reverse(*score), *at));
    let mut chosen: Vec<usize> = ranked.iter().take(MOST / 2).filter(|(score, _)| *score > 0).map(|(_, at)| *at).collect();
    let by_name: HashMap<&str, usize> = own.iter().enumerate().map(|(at, place)| (place.table.name.as_str(), at)).collect();
    for step in 0..chosen.len() {
        let keys = own[chosen[step]].table.columns.iter().filter_map(|column| column.foreign_key.as_ref());
        let leads: Vec<usize> = keys.filter_map(|key| by_name.get(key.table.as_str()).copied()).collect();
        for table in leads {
            if !chosen.contains(&table) && chosen.len() < MOST {
                chosen.push(table);
            }
        }
    }
    // What only links two of them.
    let links = |at: &usize| {
        let keys = own[*at].table.columns.iter().filter_map(|column| column.foreign_key.as_ref());
        keys.filter(|key| by_name.get(key.table.as_str()).is_some_and(|table| chosen.contains(table))).count() > 1
    };
    let linking: Vec<usize> = (0..own.len()).filter(|at| !chosen.contains(at)).filter(links).take(MOST / 4).collect();
    chosen.extend(linking);
    chosen.sort_unstable();
    if chosen.is_empty() { own.into_iter().take(1).collect() } else { chosen.into_iter().map(|at| own[at]).collect() }
}

/// A word in a table's name weighs most.
fn score(table: &Table, words: &[String]) -> usize {
    let holds = |text: &str, word: &str| {
        text.len() >= word.len() && text.as_bytes().windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
    };
    let begins = |text: &str, word: &str| {
        text.as_bytes().get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word.as_bytes()))
    };
    let in_columns = |word: &str| {
        table.columns.iter().any(|column| {
            holds(&column.name, word) || column.samples.iter().filter_map(Value::as_str).any(|sample| begins(sample, word))
        })
    };
    words.iter().map(|word| 3 * usize::from(holds(&table.name, word)) + usize::from(in_columns(word))).sum()
}
