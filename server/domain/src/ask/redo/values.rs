//! Values that a request to redo changes, and what words mean from now on.

use super::{
    super::words::{begins, strip},
    LISTS,
};
use serde_json::{Map, Value};

/// The most words of a name.
const LONGEST_NAME: usize = 5;
/// Words of a correction.
const LONGEST_CORRECTION: usize = 16;

/// Parts of a request, each with one change: "change my age to 50 and my budget to 40k".
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for part in text.split([';']).flat_map(|part| part.split(", ")).flat_map(|part| part.split(" but ")) {
        let mut rest = part;
        // "North and south" is one value: what follows "and" must be a change of its own.
        while let Some(at) = rest.match_indices(" and ").map(|(at, _)| at).find(|at| is_own(&rest[at + 5..])) {
            found.push(&rest[..at]);
            rest = &rest[at + 5..];
        }
        found.push(rest);
    }
    found.retain(|part| !part.trim().is_empty());
    found
}

/// It begins like a change, or has a name and a value.
fn is_own(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    begins(&LISTS, "changes", &lower).is_some()
        || begins(&LISTS, "compare", &lower).is_some()
        || begins(&LISTS, "owners", &lower).is_some()
        || ["by ", "only ", "for ", "in ", "as "].iter().any(|word| lower.starts_with(word))
        || split_value(text).is_some()
}

/// `change my age to 50`, `assume a discount of 5%`, `with region = north`, `my age is 50`, `use 40 instead of 30`.
pub(super) fn read_value(part: &str) -> Option<(String, Value)> {
    let lower = part.to_ascii_lowercase();
    let change = begins(&LISTS, "changes", &lower);
    let rest = strip(&LISTS, "changes", part);
    let lower = rest.to_ascii_lowercase();
    if let Some(at) = lower.find(" instead of ") {
        let old = rest[at + " instead of ".len()..].trim_end_matches(['.', '!', '?']).trim();
        return (!old.is_empty()).then(|| (old.to_lowercase(), to_value(rest[..at].trim())));
    }
    let is_owned = begins(&LISTS, "owners", &lower).is_some_and(|owner| owner == "my" || owner == "our");
    let found = split_value(rest).filter(|_| change.is_some() || is_owned || rest.contains('=') || rest.contains(':'));
    // "With a discount 5%", "with age 50".
    found.or_else(|| {
        let (name, value) = rest.rsplit_once(' ').filter(|_| change.is_some() || is_owned)?;
        let value = to_value(value.trim_end_matches(['.', '!', '?']));
        Some((plain_name(name)?, value)).filter(|(_, value)| value.is_number())
    })
}

/// The name before a joint and the value after it.
fn split_value(text: &str) -> Option<(String, Value)> {
    let lower = text.to_ascii_lowercase();
    let (at, end) = LISTS["joints"].iter().find_map(|joint| {
        let is_sign = !joint.starts_with(char::is_alphabetic);
        let found = if is_sign { lower.find(joint)? } else { lower.find(&format!(" {joint} "))? };
        Some((found, found + joint.len() + if is_sign { 0 } else { 2 }))
    })?;
    let name = plain_name(&text[..at])?;
    let value = text[end..].trim().trim_end_matches(['.', '!', '?']).trim();
    (!value.is_empty()).then(|| (name, to_value(value)))
}

fn plain_name(text: &str) -> Option<String> {
    let name = strip(&LISTS, "owners", text.trim());
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_name = name.chars().any(char::is_alphabetic) && (1..=LONGEST_NAME).contains(&words.len());
    is_name.then(|| words.join(" ").to_lowercase())
}

/// Numbers with k, m and % as numbers, anything else as text.
fn to_value(text: &str) -> Value {
    let plain = text.trim_start_matches(['$', '€', '£']).replace(',', "");
    let (digits, factor) = match plain.to_ascii_lowercase() {
        lower if lower.ends_with('%') => (plain[..plain.len() - 1].trim().to_owned(), 1.0),
        lower if lower.ends_with('k') => (plain[..plain.len() - 1].to_owned(), 1e3),
        lower if lower.ends_with('m') => (plain[..plain.len() - 1].to_owned(), 1e6),
        _ => (plain, 1.0),
    };
    let number = digits.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.map_or_else(|| text.trim_matches(['"', '“', '”']).into(), |number| crate::tools::claim::number(number * factor))
}

/// `revenue means gross`, `by churn I mean 60 days without an order`, `when I say revenue I mean gross`.
pub(super) fn read_corrections(text: &str) -> Map<String, Value> {
    let mut corrections = Map::new();
    // A question or a wish that holds such words puts nothing right: "list customers whose status means inactive".
    let first = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let is_long = text.split_whitespace().count() > LONGEST_CORRECTION;
    if text.trim_end().ends_with('?') || is_long || LISTS["wishes"].contains(&first.as_str()) {
        return corrections;
    }
    let lower = text.to_ascii_lowercase();
    let joint = [" i mean ", " i meant ", " we mean "].into_iter().find_map(|joint| Some((lower.find(joint)?, joint.len())));
    let means = || LISTS["means"].iter().find_map(|joint| Some((lower.find(&format!(" {joint} "))?, joint.len() + 2)));
    let Some((at, length)) = joint.or_else(means) else { return corrections };
    let before = text[..at].rsplit([',', ';', '.']).next().unwrap_or_default();
    let said = strip(&LISTS, "by_name", before.trim());
    let name = plain_name(said.trim_matches(['"', '“', '”', ' ']));
    let value = text[at + length..].trim().trim_end_matches(['.', '!']).trim();
    // "It means a lot" says nothing of a word.
    let pronouns = ["it", "this", "that", "which", "what", "i"];
    if let Some(name) = name.filter(|name| !value.is_empty() && !pronouns.contains(&name.as_str())) {
        corrections.insert(name, value.into());
    }
    corrections
}
