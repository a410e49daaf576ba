//! Insights that say that nothing differs: nothing is to be done about them, and no opportunity follows from them.

use serde_json::{Value, json};

/// What a sentence says then, what takes it back for a part, and what turns it into its opposite: `kind: phrase`, one a line.
const PHRASES: &str = include_str!("null_phrases.txt");

fn listed(kind: &str) -> impl Iterator<Item = &'static str> {
    PHRASES.lines().filter_map(|line| line.split_once(": ")).filter(move |(known, _)| *known == kind).map(|(_, phrase)| phrase)
}

/// Whether the name of an insight says that nothing differs, where whoever made it did not mark it.
#[must_use]
pub fn says_nothing_differs(name: &str) -> bool {
    let plain = name.to_lowercase().replace('’', "'");
    let words: Vec<&str> =
        plain.split(|sign: char| !sign.is_alphanumeric() && sign != '\'').filter(|word| !word.is_empty()).collect();
    let is_turned = listed("turns").any(|turn| words.contains(&turn));
    !is_turned && listed("says").any(|phrase| says(&words, phrase))
}

fn says(words: &[&str], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let is_denied = |at: usize| at.checked_sub(1).is_some_and(|before| listed("denies").any(|word| word == words[before]));
    words.windows(phrase.len()).enumerate().any(|(at, own)| own == phrase.as_slice() && !is_denied(at))
}

/// Marks the insights of a stored result that were written before they were marked, or by a model that does not mark them.
pub fn mark_null_results(result: &mut Value) {
    let Some(insights) = result.get_mut("insights").and_then(Value::as_array_mut) else { return };
    for one in insights.iter_mut().filter_map(Value::as_object_mut) {
        if !one.get("is_null_result").is_some_and(Value::is_boolean) {
            let is_null = one.get("name").and_then(Value::as_str).is_some_and(says_nothing_differs);
            one.insert("is_null_result".to_owned(), json!(is_null));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_that_nothing_differs_or_that_something_does() {
        for (name, expected) in [
            ("There is no significant difference in the average cost of repairs across kinds", true),
            ("The number of repairs is distributed evenly across all kinds", true),
            ("The number of repairs remains stable over time, without any significant increase or decrease", true),
            ("Prices don’t matter: returns do not differ by price", true),
            ("There is no correlation between weight and price", true),
            ("Repairs are not evenly distributed across kinds", false),
            ("The cost no longer remains stable", false),
            ("There is no significant difference by kind, except for pumps", false),
            ("The number of lamp repairs remains stable over time, unlike other kinds", false),
            ("Lamp repairs have a significantly higher cost than other kinds", false),
            ("No shows double on Mondays", false),
            ("", false),
        ] {
            assert_eq!(says_nothing_differs(name), expected, "{name}");
        }
    }

    #[test]
    fn stored_insights_keep_their_mark_and_get_one_where_they_have_none() {
        let mut result = json!({"insights": [
            {"name": "There is no significant difference by kind"},
            {"name": "Lamps cost more", "is_null_result": null},
            {"name": "Lamps cost more", "is_null_result": true},
            {"name": "There is no correlation", "is_null_result": false},
            {},
        ]});
        mark_null_results(&mut result);
        let insights = result["insights"].as_array().expect("insights");
        let marks: Vec<Option<bool>> = insights.iter().map(|one| one["is_null_result"].as_bool()).collect();
        assert_eq!(marks, [true, false, true, false, false].map(Some));
        for other in [Value::Null, json!({"insights": null}), json!([])] {
            let mut result = other.clone();
            mark_null_results(&mut result);
            assert_eq!(result, other);
        }
    }
}
