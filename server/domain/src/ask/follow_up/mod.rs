//! How a question goes on from the one before it in its conversation: "only Q4", "by region", "compare to last year", "and for
//! berths?", "just the top 3", "sort by name" (issue of asks, Running).

use super::words::{Lists, begins, lists, strip};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static LISTS: LazyLock<Lists> = LazyLock::new(|| lists(include_str!("words.txt")));

/// More words make a question of its own.
const LONGEST: usize = 12;
/// Words of what it is grouped or sorted by.
const LONGEST_NAME: usize = 5;

/// What is different from the question before. Texts are as they were said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowUp {
    /// Fewer rows: "only Q4".
    Only(String),
    /// "Without Oslo".
    Without(String),
    /// "By region".
    By(String),
    /// Beside the same of something else: "compare to last year".
    Against(String),
    /// Of something else: "and for berths?".
    Instead(String),
    /// "Just the top 3": of the rows as they were, or from one end of them.
    First(First),
    /// "Sort by name": by nothing where only the order is turned.
    Sort(Sort),
    /// A question of its own about the rows before: "how many of them are in Oslo?". Without the words for them.
    Among(String),
}

/// So many rows, from which end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct First {
    pub count: usize,
    /// The lowest ones.
    #[serde(default)]
    pub lowest: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// The name of a column as it was said; empty for the order as it is.
    pub by: String,
    /// None where nobody said it.
    #[serde(default)]
    pub down: Option<bool>,
}

/// None where it is a question of its own.
#[must_use]
pub fn read_follow_up(text: &str) -> Option<FollowUp> {
    let plain = text.trim().trim_end_matches(['.', '!', '?', ' ']);
    let said = strip(&LISTS, "leads", plain);
    if said.is_empty() || said.split_whitespace().count() > LONGEST {
        return None;
    }
    let lower = said.to_ascii_lowercase();
    if let Some(first) = read_first(&lower) {
        return Some(FollowUp::First(first));
    }
    if let Some(sort) = read_sort(said, &lower) {
        return Some(FollowUp::Sort(sort));
    }
    let after = |list: &str| {
        let phrase = begins(&LISTS, list, &lower)?;
        let rest = said[phrase.len()..].trim();
        (!rest.is_empty()).then(|| rest.to_owned())
    };
    let is_name = |rest: &String| {
        let asks = begins(&LISTS, "questions", &rest.to_ascii_lowercase()).is_some();
        !asks && !rest.contains(',') && rest.split_whitespace().count() <= LONGEST_NAME
    };
    let ended = |list: &str| {
        let words = LISTS[list].iter().find_map(|word| lower.strip_suffix(&format!(" {word}")))?;
        let rest = said[..words.len()].trim();
        (begins(&LISTS, "questions", &rest.to_ascii_lowercase()).is_none() && !rest.is_empty()).then(|| rest.to_owned())
    };
    if let Some(rest) = after("against") {
        return Some(FollowUp::Against(rest));
    }
    if let Some(rest) = after("by").filter(is_name) {
        return Some(FollowUp::By(rest));
    }
    if let Some(rest) = after("only") {
        return Some(FollowUp::Only(strip(&LISTS, "only", &rest).to_owned()));
    }
    if let Some(rest) = after("without").filter(is_name) {
        return Some(FollowUp::Without(rest));
    }
    if let Some(among) = read_among(said, &lower) {
        return Some(FollowUp::Among(among));
    }
    if let Some(rest) = ended("only_after") {
        return Some(FollowUp::Only(strip(&LISTS, "instead", &rest).to_owned()));
    }
    if let Some(rest) = ended("instead_after").or_else(|| after("instead").filter(is_name)) {
        return Some(FollowUp::Instead(strip(&LISTS, "instead", &rest).to_owned()));
    }
    // "And berths?": nothing but a name after "and".
    let goes_on = plain.to_ascii_lowercase().starts_with("and ");
    (goes_on && is_name(&said.to_owned())).then(|| FollowUp::Instead(said.to_owned()))
}

/// "Just the top 3", "only the first ten", "the bottom five of them": nothing but the number.
fn read_first(lower: &str) -> Option<First> {
    let rest = begins(&LISTS, "before_first", lower).map_or(lower, |phrase| lower[phrase.len()..].trim_start());
    let (phrase, lowest) = match begins(&LISTS, "first", rest) {
        Some(phrase) => (phrase, false),
        None => (begins(&LISTS, "end", rest)?, true),
    };
    let rest = rest[phrase.len()..].trim_start();
    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
    let named = LISTS["numbers"].iter().position(|number| *number == word).map(|at| at + 1);
    let count = word.parse().ok().or(named).filter(|count| (1..=10_000).contains(count))?;
    let after = after.trim();
    (after.is_empty() || LISTS["after_first"].contains(&after)).then_some(First { count, lowest })
}

fn read_sort(said: &str, lower: &str) -> Option<Sort> {
    if LISTS["turn"].contains(&lower) {
        return Some(Sort::default());
    }
    let ends = |list: &str| LISTS[list].iter().filter(|word| lower.ends_with(*word)).max_by_key(|word| word.len()).copied();
    let (direction, down) = match (ends("down"), ends("up")) {
        (Some(word), _) => (Some(word), Some(true)),
        (None, Some(word)) => (Some(word), Some(false)),
        (None, None) => (None, None),
    };
    if direction == Some(lower) {
        return Some(Sort { by: String::new(), down });
    }
    let phrase = begins(&LISTS, "sort", lower)?;
    let until = lower.len() - direction.map_or(0, str::len);
    let by = said.get(phrase.len()..until)?.trim().trim_end_matches([',', '(']).trim().trim_end_matches(',');
    let by = by.strip_prefix("the ").unwrap_or(by);
    // "Sort customers by name" is a question of its own.
    let is_bare = !phrase.ends_with("by") && !by.is_empty();
    let is_name = by.split_whitespace().count() <= LONGEST_NAME && (!by.is_empty() || direction.is_some());
    (is_name && !is_bare).then(|| Sort { by: by.to_owned(), down })
}

/// "How many of them are in Oslo" without "of them".
fn read_among(said: &str, lower: &str) -> Option<String> {
    let (at, length) = LISTS["them"].iter().find_map(|phrase| {
        let found = lower.match_indices(phrase).map(|(at, _)| at).find(|at| {
            let ends = lower[at + phrase.len()..].starts_with(' ') || at + phrase.len() == lower.len();
            ends && (*at == 0 || lower[..*at].ends_with(' '))
        })?;
        Some((found, phrase.len()))
    })?;
    let (before, after) = (said[..at].trim(), said[at + length..].trim());
    // "Those customers who …" names them itself.
    let is_alone = before.is_empty() && begins(&LISTS, "questions", &after.to_ascii_lowercase()).is_none();
    let names = begins(&LISTS, "questions", &before.to_ascii_lowercase()).is_some();
    (names && !is_alone).then(|| format!("{before} {after}").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_follow_up_is_read_with_what_is_different() {
        let only = |text: &str| FollowUp::Only(text.into());
        let instead = |text: &str| FollowUp::Instead(text.into());
        let by = |text: &str| FollowUp::By(text.into());
        let against = |text: &str| FollowUp::Against(text.into());
        let first = |count, lowest| FollowUp::First(First { count, lowest });
        let sort = |by: &str, down| FollowUp::Sort(Sort { by: by.into(), down });
        for (text, wanted) in [
            ("only Q4", only("Q4")),
            ("Just Oslo, please", only("Oslo, please")),
            ("ok, now only for 2023", only("2023")),
            ("Oslo only", only("Oslo")),
            ("by region", by("region")),
            ("And by month?", by("month")),
            ("broken down by product line", by("product line")),
            ("for each harbour", by("harbour")),
            ("compare to last year", against("last year")),
            ("compare that with Oslo", against("Oslo")),
            ("vs 2022", against("2022")),
            ("and for berths?", instead("berths")),
            ("What about 2022?", instead("2022")),
            ("and in Oslo?", instead("Oslo")),
            ("And berths?", instead("berths")),
            ("2022 instead", instead("2022")),
            ("the same for Oslo", instead("Oslo")),
            ("just the top 3", first(3, false)),
            ("top five", first(5, false)),
            ("only the first 10 of them", first(10, false)),
            ("show me the bottom two", first(2, true)),
            ("sort by name", sort("name", None)),
            ("Order them by the total descending", sort("total", Some(true))),
            ("sorted by date, newest first", sort("date", Some(true))),
            ("alphabetically", sort("", Some(false))),
            ("reverse the order", sort("", None)),
            ("without Oslo", FollowUp::Without("Oslo".into())),
            ("excluding cancelled orders", FollowUp::Without("cancelled orders".into())),
            ("How many of them are in Oslo?", FollowUp::Among("How many are in Oslo".into())),
            ("Which of those have power", FollowUp::Among("Which have power".into())),
        ] {
            assert_eq!(read_follow_up(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_question_of_its_own_goes_on_from_nothing() {
        for text in [
            "How many orders are there?", "Top 3 customers by revenue", "By how much did sales grow?",
            "Compare sales of Oslo and Bergen", "Sort customers by name", "What is a berth?", "Show orders by region", "",
            "and how many customers are there?", "Which customers ordered last year?", "last year",
            "The first order of each customer",
        ] {
            assert_eq!(read_follow_up(text), None, "{text}");
        }
    }
}
