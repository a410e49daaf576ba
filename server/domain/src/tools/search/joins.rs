//! Which tables belong together: by their declared keys, and by the names of their columns where nothing is declared.

use super::words;
use crate::tools::catalog::Table;
use std::collections::{HashMap, HashSet};

/// Tables that share a column with more than this many others say nothing by it.
const MOST_SHARED: usize = 12;

/// For each table the places of those it is joined with.
pub(super) fn neighbours(tables: &[Table]) -> Vec<Vec<usize>> {
    let mut by_database: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, table) in tables.iter().enumerate() {
        by_database.entry(&table.database).or_default().push(place);
    }
    let mut found: Vec<HashSet<usize>> = vec![HashSet::new(); tables.len()];
    for members in by_database.values() {
        let mut link = |left: usize, right: usize| {
            if left != right {
                found[left].insert(right);
                found[right].insert(left);
            }
        };
        let names: HashMap<String, usize> = members.iter().map(|&place| (plain(&tables[place].name), place)).collect();
        let mut keys: HashMap<String, Vec<usize>> = HashMap::new();
        for &place in members {
            for column in &tables[place].columns {
                if let Some(key) = &column.foreign_key
                    && let Some(&other) = names.get(&plain(&key.table))
                {
                    link(place, other);
                }
                let words = words::split(&column.name);
                if words.len() > 1 && is_key(words.last()) {
                    if let Some(&other) = names.get(&stems(&words[..words.len() - 1])) {
                        link(place, other);
                    }
                    keys.entry(stems(&words)).or_default().push(place);
                }
            }
        }
        for sharing in keys.values().filter(|sharing| sharing.len() <= MOST_SHARED) {
            for (at, &left) in sharing.iter().enumerate() {
                sharing[at + 1..].iter().for_each(|&right| link(left, right));
            }
        }
    }
    found
        .into_iter()
        .map(|others| {
            let mut others: Vec<usize> = others.into_iter().collect();
            others.sort_unstable();
            others
        })
        .collect()
}

fn is_key(word: Option<&String>) -> bool {
    word.is_some_and(|word| matches!(&**word, "id" | "ids" | "code" | "key" | "no" | "num" | "uuid" | "ref" | "fk"))
}

/// A table's name without its schema, as stems.
fn plain(name: &str) -> String {
    stems(&words::split(name.rsplit('.').next().unwrap_or(name)))
}

fn stems(words: &[String]) -> String {
    words.iter().map(|word| words::stem(word)).collect::<Vec<_>>().join(" ")
}
