//! What the goal asks for: which columns and values it names, and which kinds of statements its words call for.

use super::candidate::{Candidate, Statement};
use domain::{
    runs::Goal,
    tools::search::{is_function_word, split_words, stem},
};

/// Words of any goal, by the kind of statement that answers them: `kind: words`, one a line.
const TERMS: &str = include_str!("goal_terms.txt");
/// Letters that words of one family share: `category` and `categorisation`.
const ROOT: usize = 5;
/// What the description of a project says counts less than what somebody wants to know.
const DESCRIBED: f64 = 0.3;
/// Of what nobody has to ask for: how many there are, and what their numbers come to.
const ALWAYS: f64 = 0.7;
const OFTEN: f64 = 0.4;

pub(super) struct Wanted {
    /// Stems of the words of the goal.
    goal: Vec<String>,
    /// The same words as somebody wrote them.
    words: Vec<String>,
    described: Vec<String>,
    kinds: Vec<&'static str>,
}

impl Wanted {
    pub(super) fn new(goal: &Goal) -> Self {
        // Also the small ones: `who` calls for somebody.
        let words: Vec<String> = split_words(&goal.text).iter().map(|word| stem(word)).collect();
        let is_called = |line: &&str| {
            let terms = line.split_once(':').map_or("", |(_, terms)| terms);
            terms.split_whitespace().any(|term| words.contains(&stem(term)))
        };
        let kinds = TERMS.lines().filter(is_called).filter_map(|line| Some(line.split_once(':')?.0)).collect();
        Self { goal: stems(&goal.text), words: kept_words(&goal.text), described: stems(&goal.description), kinds }
    }

    /// How much of a name the goal takes up, from 0 to 1.
    fn names(&self, name: &str) -> f64 {
        let own = stems(name);
        let said = |words: &[String]| own.iter().filter(|word| words.iter().any(|other| is_kin(word, other))).count() as f64;
        if own.is_empty() {
            return 0.0;
        }
        (said(&self.goal) / own.len() as f64).max(DESCRIBED * said(&self.described) / own.len() as f64)
    }

    /// The same in tenths, to sort by.
    pub(super) fn tenths(&self, name: &str) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
        let tenths = (self.names(name) * 10.0).round() as u32;
        tenths
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// A word of the goal calls for some kind of statement.
    pub(super) fn calls_for_any(&self) -> bool {
        !self.kinds.is_empty()
    }

    fn calls_for(&self, kind: &str) -> bool {
        self.kinds.contains(&kind)
    }

    /// How much a finding says about what is wanted: nought where nothing, more than one where all of it.
    pub(super) fn relevance(&self, one: &Candidate) -> f64 {
        let columns: Vec<f64> = one.columns.iter().map(|name| self.names(name)).collect();
        let mean = columns.iter().sum::<f64>() / columns.len().max(1) as f64;
        let best = columns.iter().copied().fold(0.0, f64::max);
        let figure = one.figure.as_deref().map_or(0.0, |label| self.names(label));
        let value = one.value.as_deref().map_or(0.0, |value| self.names(value));
        let kind = match one.kind {
            Statement::Trend => "trend",
            Statement::Share => "share",
            Statement::Segment | Statement::Joined => "segment",
            Statement::Pair => "pair",
            Statement::Entity => "entity",
            Statement::Words => "words",
            Statement::Relation => "relation",
            Statement::Outlier => "outlier",
            Statement::Gap => "gap",
        };
        let is_rate = one.is_rate && self.calls_for("pair");
        let kinds =
            f64::from(self.calls_for(kind) || is_rate) * 0.35 + f64::from(one.is_duration && self.calls_for("duration")) * 0.5;
        // Whether there is more or less of all this from time to time is what anybody wants to know.
        let is_whole = one.kind == Statement::Trend && one.segment.is_none();
        let least = match one.figure {
            None if is_whole => ALWAYS,
            Some(_) if is_whole => OFTEN,
            _ => 0.0,
        };
        (0.6 * mean + 0.4 * best + 0.5 * figure + 0.6 * value).max(least) + kinds
    }
}

fn stems(text: &str) -> Vec<String> {
    kept_words(text).iter().map(|word| stem(word)).collect()
}

fn kept_words(text: &str) -> Vec<String> {
    let kept = |word: &String| !is_function_word(word) && word.chars().any(char::is_alphabetic);
    split_words(text).into_iter().filter(kept).collect()
}

/// Forms of one word, also where they have stems of their own.
fn is_kin(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let shorter = one.chars().count().min(other.chars().count());
    one == other || (shared >= ROOT && shared + 2 >= shorter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_names_columns_and_kinds() {
        let goal = Goal { text: "Find the imbalance across categories and who is slow".into(), ..Goal::default() };
        let wanted = Wanted::new(&goal);
        assert!(wanted.names("category") > 0.9 && wanted.names("colour") < 0.1);
        assert!(wanted.calls_for("share") && wanted.calls_for("entity") && wanted.calls_for("duration"));
        assert!(!wanted.calls_for("gap"));
        assert!(is_kin("resolut", "resolv") && !is_kin("cost", "cot"));
    }
}
