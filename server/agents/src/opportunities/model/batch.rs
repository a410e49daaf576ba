//! Answers about several items: entries are matched by the names that the items were shown under, and one that is wrong is sent back
//! once and then left out, so that one bad entry does not lose the others.

use crate::interview::model::form;
use domain::opportunities::Ground;
use protocol::{OpportunityId, opportunities::Opportunity};
use serde_json::{Map, Value};
use std::cell::Cell;

/// The most characters of a sentence or a paragraph, and of an entry of a list.
const LONGEST: usize = 2_000;
const LONGEST_ENTRY: usize = 500;
const MOST_ENTRIES: usize = 12;

/// What an item is called in a request.
pub(super) fn name_item(at: usize) -> String {
    format!("item_{}", at + 1)
}

pub(super) fn find_item<'i>(items: &'i [Opportunity], name: &str) -> Option<&'i Opportunity> {
    let number: usize = name.trim().strip_prefix("item_")?.parse().ok()?;
    items.get(number.checked_sub(1)?)
}

/// A sentence in which items are called by what people know them by.
pub(super) fn speak_of_items(text: &str, items: &[Opportunity]) -> String {
    let mut text = text.to_owned();
    // The last ones first: "item_1" begins "item_12".
    for (at, item) in items.iter().enumerate().rev() {
        if !text.contains("item_") {
            break;
        }
        text = text.replace(&name_item(at), &item.brief.affected_area);
    }
    text
}

/// The entries of the one list that an answer has.
///
/// # Errors
/// In words for the model.
pub(super) fn entries(reply: &str, list: &str) -> Result<Vec<Value>, String> {
    match form::parse::<Map<String, Value>>(reply)?.remove(list) {
        Some(Value::Array(entries)) => Ok(entries),
        _ => Err(format!("it has no list `{list}`")),
    }
}

/// Lets through what is right.
#[derive(Default)]
pub(super) struct Sieve {
    sent_back: Cell<bool>,
}

impl Sieve {
    /// # Errors
    /// Something is wrong for the first time, or with all of it; in words for the model.
    pub(super) fn keep<T>(&self, read: impl IntoIterator<Item = Result<T, String>>) -> Result<Vec<T>, String> {
        let (mut kept, mut faults) = (Vec::new(), Vec::new());
        for one in read {
            match one {
                Ok(one) => kept.push(one),
                Err(why) => faults.push(why),
            }
        }
        let is_first = !faults.is_empty() && !self.sent_back.replace(true);
        if is_first || kept.is_empty() && !faults.is_empty() { Err(faults.join("; ")) } else { Ok(kept) }
    }
}

/// Items that a model makes something of.
pub(super) struct Batch<'i> {
    items: &'i [Opportunity],
    sieve: Sieve,
}

impl<'i> Batch<'i> {
    pub(super) fn new(items: &'i [Opportunity]) -> Self {
        Self { items, sieve: Sieve::default() }
    }

    /// What an answer has for each item, in its order. Entries of no item, and a second one of an item, are nothing.
    ///
    /// # Errors
    /// In words for the model.
    pub(super) fn read<T>(
        &self,
        reply: &str,
        list: &str,
        read: impl Fn(&'i Opportunity, Value) -> Result<T, String>,
    ) -> Result<Vec<(OpportunityId, T)>, String> {
        let mut found: Vec<(OpportunityId, Result<T, String>)> = Vec::new();
        for entry in entries(reply, list)? {
            let name = entry.get("item_id").and_then(Value::as_str).unwrap_or_default().to_owned();
            if let Some(item) = find_item(self.items, &name)
                && !found.iter().any(|(id, _)| *id == item.id)
            {
                found.push((item.id, read(item, entry).map_err(|why| format!("{name}: {why}"))));
            }
        }
        if found.is_empty() {
            return Err(format!("`{list}` names no item by its `item_id`"));
        }
        self.sieve.keep(found.into_iter().map(|(id, one)| Ok((id, one?))))
    }
}

/// # Errors
/// Names what the material lacks, in words for the model.
pub(super) fn expect_grounded(texts: &[&str], ground: &Ground) -> Result<(), String> {
    let missing = ground.invented(texts);
    if missing.is_empty() {
        return Ok(());
    }
    let (verb, pronoun) = if missing.len() == 1 { ("is", "it") } else { ("are", "them") };
    Err(format!("{} {verb} in no finding: leave {pronoun} out", missing.join(", ")))
}

/// A text that has to be there, on one line.
///
/// # Errors
/// It is empty; in words for the model.
pub(super) fn require(text: &str, field: &str) -> Result<String, String> {
    let line = line(text, LONGEST);
    if line.is_empty() { Err(format!("`{field}` is empty")) } else { Ok(line) }
}

pub(super) fn lines(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| line(text, LONGEST_ENTRY)).filter(|text| !text.is_empty()).take(MOST_ENTRIES).collect()
}

/// # Errors
/// There are none; in words for the model.
pub(super) fn require_lines(texts: &[String], field: &str) -> Result<Vec<String>, String> {
    let lines = lines(texts);
    if lines.is_empty() { Err(format!("`{field}` is empty")) } else { Ok(lines) }
}

/// On one line, cut where nobody would read on.
pub(super) fn line(text: &str, most: usize) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
}
