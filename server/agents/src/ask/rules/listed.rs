//! Lists of words that the rules look for in one place each, from `words/*.txt`: a list begins with its name in brackets.

use std::{collections::HashMap, sync::LazyLock};

const FILES: [&str; 2] = [include_str!("words/doubts.txt"), include_str!("words/questions.txt")];

pub(super) static LISTS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut name = "";
    let lines = FILES.into_iter().flat_map(str::lines).map(str::trim);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(list) => name = list,
            None => lists.entry(name).or_default().push(line),
        }
    }
    lists
});

/// In the order of the file.
pub(super) fn listed(list: &str) -> &'static [&'static str] {
    LISTS.get(list).map(Vec::as_slice).unwrap_or_default()
}

/// Whether a list has this word as it is written.
pub(super) fn is_listed(list: &str, word: &str) -> bool {
    listed(list).contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_list_has_words_and_none_is_written_twice() {
        let names: Vec<&str> = FILES.into_iter().flat_map(str::lines).filter(|line| line.starts_with('[')).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
        assert_eq!(LISTS.len(), names.len(), "a list is empty");
        for (list, words) in LISTS.iter() {
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len(), "{list}");
        }
        for list in [
            "leads", "orders", "claimed", "bounds", "exact", "goes_on", "denied", "list_asking", "rows_asking", "value_asking",
            "showing", "grouping", "articles", "owners", "being", "own", "figure_words", "name_words", "reason_marks",
            "year_before", "before_period", "unit_endings", "month_names", "weekdays", "yes", "no", "one_back",
            "ordinal_endings",
        ] {
            assert!(listed(list).len() > 2, "{list}");
        }
        assert_eq!((listed("month_names").len(), listed("weekdays").len()), (12, 7));
    }

    #[test]
    fn what_begins_another_phrase_comes_after_it() {
        for list in ["leads", "list_asking", "bounds"] {
            let phrases: Vec<&str> = listed(list).iter().map(|line| line.trim_end_matches([' ', '<', '>', '='])).collect();
            for (at, phrase) in phrases.iter().enumerate() {
                let later = phrases[at + 1..].iter().find(|later| later.starts_with(&format!("{phrase} ")));
                assert_eq!(later, None, "{list}: {phrase}");
            }
        }
    }
}
