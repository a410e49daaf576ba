//! Requests to do an analysis again (seed 004, Mode Preservation for Redo Requests), and corrections that later asks keep to.

use protocol::ask::AskMode;
use serde_json::{Map, Value};

/// What is done differently.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Redo {
    pub mode: Option<AskMode>,
    /// With the result before.
    pub compare: bool,
    /// Values by name, in the place of what was known or assumed.
    pub facts: Map<String, Value>,
    /// What a word means from now on, in every ask.
    pub corrections: Map<String, Value>,
}

/// Words that ask for it again, where the sentence begins with them (the seed's patterns).
const AGAIN: [&str; 12] = [
    "redo", "re-do", "re do", "rerun", "re-run", "re run", "repeat", "retry", "try again", "again", "do it again", "run it again",
];
/// Longer than this, "again" is part of a question.
const SHORT: usize = 25;

/// None where nothing asks for it again and nothing is corrected.
#[must_use]
pub fn read_redo(text: &str) -> Option<Redo> {
    let text = text.trim().trim_start_matches('/').trim();
    let lower = text.to_lowercase();
    let words = lower.split_whitespace().count();
    let starts = AGAIN.iter().any(|phrase| {
        let polite = lower.strip_prefix("please ").unwrap_or(&lower);
        polite.strip_prefix(phrase).is_some_and(|rest| rest.is_empty() || rest.starts_with(|sign: char| !sign.is_alphanumeric()))
    });
    let ends =
        words <= SHORT && [" again", " once more"].iter().any(|end| lower.trim_end_matches(['.', '!', '?']).ends_with(end));
    let asks = ["please", "do", "run", "try", "compute", "calculate", "answer", "ask"];
    let is_again = starts || (ends && lower.split_whitespace().next().is_some_and(|first| asks.contains(&first)));
    let corrections = read_corrections(text);
    if !is_again && corrections.is_empty() {
        return None;
    }
    let mode = AskMode::ALL.into_iter().find(|mode| lower.contains(&format!("{} mode", mode.name())));
    let compare = lower.contains("compare");
    Some(Redo { mode, compare, facts: read_values(text), corrections })
}

/// `change my age to 50`, `set the budget to 40k`, `assume a discount of 5%`, `with region = north`.
fn read_values(text: &str) -> Map<String, Value> {
    let mut values = Map::new();
    for part in text.split([',', ';']).flat_map(|part| part.split(" and ")) {
        // Of the same length: places in it are places in the text.
        let lower = part.to_ascii_lowercase();
        let found = ["change ", "set ", "make ", "use ", "assume ", "with ", "put "].iter().find_map(|verb| {
            let begins = |at: &usize| *at == 0 || lower[..*at].ends_with(' ');
            let at = lower.match_indices(verb).map(|(at, _)| at).find(begins)?;
            split_value(&part[at + verb.len()..])
        });
        if let Some((name, value)) = found.or_else(|| part.contains('=').then(|| split_value(part)).flatten()) {
            values.insert(name, value);
        }
    }
    values
}

/// The name before `to`, `is`, `=`, `of` or `as`, and the value after it.
fn split_value(text: &str) -> Option<(String, Value)> {
    let lower = text.to_ascii_lowercase();
    let joint = [" to ", " = ", "=", " is ", " as ", " of "].into_iter().find(|joint| lower.contains(joint))?;
    let at = lower.find(joint)?;
    let name = plain_name(&text[..at])?;
    let value = text[at + joint.len()..].trim().trim_end_matches(['.', '!', '?']).trim();
    (!value.is_empty()).then(|| (name, to_value(value)))
}

fn plain_name(text: &str) -> Option<String> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    while words
        .first()
        .is_some_and(|word| ["my", "the", "our", "a", "an", "that", "but", "value"].contains(&word.to_lowercase().as_str()))
    {
        words.remove(0);
    }
    (1..=5).contains(&words.len()).then(|| words.join(" ").to_lowercase())
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
    number.map_or_else(|| text.into(), |number| crate::tools::claim::number(number * factor))
}

/// `revenue means gross`, `by churn I mean 60 days without an order`.
fn read_corrections(text: &str) -> Map<String, Value> {
    let mut corrections = Map::new();
    if text.ends_with('?') {
        return corrections;
    }
    let lower = text.to_ascii_lowercase();
    let parts = match (lower.strip_prefix("by "), lower.find(" i mean ")) {
        (Some(_), Some(at)) => Some((&text[3..at], &text[at + " i mean ".len()..])),
        _ => lower.find(" means ").map(|at| (&text[..at], &text[at + " means ".len()..])),
    };
    if let Some((name, value)) = parts
        && let Some(name) = plain_name(name)
    {
        let value = value.trim().trim_end_matches('.').trim();
        if !value.is_empty() {
            corrections.insert(name, value.into());
        }
    }
    corrections
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn requests_to_do_it_again_are_read_with_what_changes() {
        for (text, mode, compare, facts) in [
            ("redo", None, false, json!({})),
            ("Re-run, please", None, false, json!({})),
            ("redo, but change my age to 50", None, false, json!({"age": 50})),
            ("redo in exploratory mode", Some(AskMode::Exploratory), false, json!({})),
            ("redo and compare to previous", None, true, json!({})),
            ("again with a discount of 5%", None, false, json!({"discount": 5})),
            ("retry, assume the budget is 40k", None, false, json!({"budget": 40_000})),
            ("rerun with region = north, year = 2023", None, false, json!({"region": "north", "year": 2023})),
            ("please do it again", None, false, json!({})),
        ] {
            let redo = read_redo(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((redo.mode, redo.compare, Value::Object(redo.facts)), (mode, compare, facts), "{text}");
        }
    }

    #[test]
    fn a_question_is_no_request_to_do_it_again() {
        for text in [
            "How many customers bought again?", "Which orders were repeated last year?", "Show retries by host",
            "Who came again", "What does churn mean?",
        ] {
            assert_eq!(read_redo(text), None, "{text}");
        }
    }

    #[test]
    fn a_correction_says_what_a_word_means() {
        assert_eq!(read_redo("redo, because the house İİİ costs 5\u{212a}").map(|redo| redo.facts.len()), Some(0));
        for (text, wanted) in [
            ("Revenue means gross revenue.", json!({"revenue": "gross revenue"})),
            ("by churn I mean 60 days without an order", json!({"churn": "60 days without an order"})),
        ] {
            assert_eq!(Value::Object(read_redo(text).expect(text).corrections), wanted);
        }
    }
}
