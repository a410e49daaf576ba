//! The words of names and texts, and the file of wordings that a draft is made with.

use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wording {
    pub(super) description: String,
    pub(super) with_measures: String,
    pub(super) with_categories: String,
    pub(super) with_times: String,
    pub(super) documents: String,
    pub(super) questions: BTreeMap<String, String>,
    /// Last words of columns that name something rather than measure it.
    pub(super) identifiers: Vec<String>,
    /// Last words of columns whose texts are of all kinds.
    pub(super) free_texts: Vec<String>,
    stop_words: Vec<String>,
    /// Words of columns that hold money.
    pub(super) money: Vec<String>,
}

pub(super) static WORDING: LazyLock<Wording> =
    LazyLock::new(|| serde_json::from_str(include_str!("../built_in/draft.json")).unwrap_or_default());

/// `customerOrders`, `customer_orders` and `Customer Orders` are two words. In lower case and in the singular, without those that
/// say nothing.
pub(super) fn words(text: &str) -> BTreeSet<String> {
    let words =
        split(text).into_iter().filter(|word| word.chars().count() > 1 && !word.chars().all(|sign| sign.is_ascii_digit()));
    words.filter(|word| !WORDING.stop_words.contains(word)).map(|word| singular(&word)).collect()
}

/// All words of a name in lower case, in their order.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    for sign in text.chars() {
        if before.is_lowercase() && sign.is_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if sign.is_alphanumeric() { sign } else { ' ' });
        before = sign;
    }
    spaced.split_whitespace().map(str::to_lowercase).collect()
}

fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 2) {
        return format!("{stem}y");
    }
    let plural = word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is");
    word[..word.len() - usize::from(plural)].to_owned()
}

/// A name as people write it: `customer_orders` becomes `Customer orders`.
pub(super) fn title(name: &str) -> String {
    let line = split(name).join(" ");
    let mut signs = line.chars();
    signs.next().map(|first| first.to_uppercase().collect::<String>() + signs.as_str()).unwrap_or_default()
}

/// Templates of the wording have variables of their own.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let (mut out, mut rest) = (String::new(), template);
    while let Some(open) = rest.find("{{") {
        out.push_str(&rest[..open]);
        let inner = &rest[open + 2..];
        let Some(end) = inner.find("}}") else { break };
        out.push_str(values.iter().find(|(name, _)| *name == &inner[..end]).map_or("", |(_, value)| value));
        rest = &inner[end + 2..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        let list = |text: &str| words(text).into_iter().collect::<Vec<_>>();
        assert_eq!(list("customerOrders"), ["customer", "order"]);
        assert_eq!(list("tbl_Order-Items 2024"), ["item", "order"]);
        assert_eq!(list("categories status address"), ["address", "category", "status"]);
        assert_eq!((title("customer_orders"), title("")), ("Customer orders".to_owned(), String::new()));
        assert!(!WORDING.questions.is_empty(), "the file can be read");
    }
}
