//! What a text defines, within bounds, and what of it was left out.

use super::{checked_fact, definitions};
use serde_json::Value;

/// Facts that are taken from one text.
pub const MOST_EXTRACTED: usize = 200;
/// Signs of the sentence that said it.
const LONGEST_EXCERPT: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtractedFact {
    pub name: String,
    pub value: String,
    /// The sentence.
    pub excerpt: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extracted {
    pub facts: Vec<ExtractedFact>,
    /// In sentences, for whoever gave the text.
    pub left_out: Vec<String>,
}

/// The definitions of a text that are facts, in order.
#[must_use]
pub fn extracted(text: &str) -> Extracted {
    let (mut facts, mut beyond, mut unfit, mut why) = (Vec::new(), 0_usize, 0_usize, None);
    for sentence in text.lines().flat_map(|line| line.split_inclusive(". ")) {
        for (name, value) in definitions(sentence) {
            match checked_fact(&name, &Value::String(value.clone())) {
                Ok(name) if facts.len() < MOST_EXTRACTED => {
                    let excerpt = sentence.trim().chars().take(LONGEST_EXCERPT).collect();
                    facts.push(ExtractedFact { name, value, excerpt });
                }
                Ok(_) => beyond += 1,
                Err(refusal) => {
                    unfit += 1;
                    why.get_or_insert(refusal.detail);
                }
            }
        }
    }
    let mut left_out = Vec::new();
    if beyond > 0 {
        left_out.push(format!("{beyond} more than the {MOST_EXTRACTED} that are taken from one text: give the rest by itself"));
    }
    if let Some(why) = why {
        left_out.push(format!("{unfit} that cannot be kept, the first because {why}"));
    }
    Extracted { facts, left_out }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_its_definitions_and_says_which_it_does_not() {
        let some = extracted("Margin: 20 %. Churn means 90 days.\nIt is late.");
        let names: Vec<&str> = some.facts.iter().map(|fact| fact.name.as_str()).collect();
        assert_eq!((names, some.left_out.len()), (vec!["Margin", "Churn"], 0));

        let many: String = (0..MOST_EXTRACTED + 7).map(|number| format!("Term {number}: {number}\n")).collect();
        let many = extracted(&many);
        assert_eq!(many.facts.len(), MOST_EXTRACTED);
        assert_eq!(many.left_out, ["7 more than the 200 that are taken from one text: give the rest by itself"]);

        let (long, name) = ("x".repeat(30_000), "y".repeat(400));
        let unfit = extracted(&format!("Term: {long}\n{name}: 1\nMargin: 1"));
        assert_eq!(unfit.facts.len(), 1);
        assert!(unfit.left_out[0].starts_with("2 that cannot be kept, the first because"), "{:?}", unfit.left_out);
    }
}
