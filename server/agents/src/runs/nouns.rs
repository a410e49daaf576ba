//! What the rows of a table are called: by the table's name, or by what the goal and the descriptions keep speaking of.

use domain::{
    runs::{Goal, TableSurvey},
    tools::search::{is_function_word, split_words, stem},
};
use std::collections::HashMap;

/// Names that say that it is a table, and not of what; and what people say of any analysis. One word a line.
const GENERIC: &str = include_str!("generic_words.txt");

/// Plural, as in `the number of orders`.
pub(super) fn noun(goal: &Goal, table: &TableSurvey) -> String {
    from_name(&table.name).or_else(|| from_texts(goal, table)).unwrap_or_else(|| "records".to_owned())
}

fn is_generic(word: &str) -> bool {
    let stemmed = stem(word);
    word.len() < 3 || is_function_word(word) || GENERIC.lines().any(|one| one == word || stem(one) == stemmed)
}

fn from_name(name: &str) -> Option<String> {
    let words: Vec<String> = split_words(name).into_iter().filter(|word| word.chars().any(char::is_alphabetic)).collect();
    if words.is_empty() || words.iter().all(|word| is_generic(word)) {
        return None;
    }
    let mut words = words;
    if let Some(last) = words.last_mut() {
        *last = plural(last);
    }
    Some(words.join(" "))
}

/// The word that is said most, once in the plural at least.
fn from_texts(goal: &Goal, table: &TableSurvey) -> Option<String> {
    let columns: Vec<String> =
        table.columns.iter().flat_map(|column| split_words(&column.name)).map(|word| stem(&word)).collect();
    let texts = [(goal.text.as_str(), 3), (goal.description.as_str(), 1), (table.description.as_deref().unwrap_or_default(), 2)];
    let mut said: HashMap<String, (u32, Option<String>)> = HashMap::new();
    for (text, weight) in texts {
        for word in split_words(text) {
            let stemmed = stem(&word);
            if is_generic(&word) || columns.contains(&stemmed) {
                continue;
            }
            let entry = said.entry(stemmed).or_default();
            entry.0 += weight;
            if is_plural(&word) {
                entry.1 = Some(word);
            }
        }
    }
    let most =
        said.into_iter().filter_map(|(stemmed, (count, word))| Some((count, stemmed, word?))).filter(|(count, ..)| *count >= 2);
    most.max_by(|one, other| one.0.cmp(&other.0).then_with(|| other.1.cmp(&one.1))).map(|(.., word)| word)
}

fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !["ss", "us", "is", "ous"].iter().any(|end| word.ends_with(end))
}

pub(super) fn plural(word: &str) -> String {
    if is_plural(word) {
        return word.to_owned();
    }
    let consonant_y = word.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| word.ends_with(end));
    if consonant_y {
        format!("{}ies", &word[..word.len() - 1])
    } else if ["s", "x", "ch", "sh"].iter().any(|end| word.ends_with(end)) {
        format!("{word}es")
    } else {
        format!("{word}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::warehouse::Dialect;

    #[test]
    fn rows_are_called_what_people_call_them() {
        let table = |name: &str| TableSurvey {
            database: "d".into(),
            name: name.into(),
            reference: name.into(),
            dialect: Dialect::Files,
            rows: 1,
            description: None,
            columns: Vec::new(),
        };
        let goal = |text: &str, description: &str| Goal { text: text.into(), description: description.into(), ..Goal::default() };
        for (name, text, description, expected) in [
            ("orders", "", "", "orders"),
            ("order_line", "", "", "order lines"),
            ("data", "Why do repairs take so long?", "Each repair of a bicycle.", "repairs"),
            ("data", "Find patterns in the data", "", "records"),
            ("export2", "", "Visits to the clinic. Visits are booked by phone.", "visits"),
        ] {
            assert_eq!(noun(&goal(text, description), &table(name)), expected, "{name} {text}");
        }
        for (one, many) in [("order", "orders"), ("city", "cities"), ("box", "boxes"), ("day", "days")] {
            assert_eq!(plural(one), many);
        }
    }
}
