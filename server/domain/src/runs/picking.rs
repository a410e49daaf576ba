//! Which steps an area is analysed with: the nearest of them, as far as there is room (seed 002, Phase 5).

use super::Area;
use crate::tools::search::{is_function_word, split_words, stem};
use std::collections::HashSet;

/// Steps of one area.
const MOST_PICKED: usize = 24;
/// A step less near than this has nothing to do with the area.
const LEAST_SCORE: f32 = 0.30;

/// What a step was about: its purpose and its query.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub number: u32,
    pub text: String,
    /// What its digest takes, in tokens.
    pub tokens: usize,
    /// How near it is to the area by meaning, where that is known.
    pub nearness: Option<f32>,
}

/// The numbers of the steps for an area, in their order. A step in whose text a keyword of the area stands comes first whatever its
/// score; those with the lowest scores are left out until the rest fits the budget. Where nothing is near, the newest are taken.
#[must_use]
pub fn pick(area: &Area, steps: &[Candidate], budget: usize) -> Vec<u32> {
    let words = words(&format!("{} {} {}", area.name, area.description, area.keywords.join(" ")));
    let score = |step: &Candidate| {
        let lower = step.text.to_lowercase();
        if area.keywords.iter().any(|word| word.len() > 2 && lower.contains(&word.to_lowercase())) {
            return 1.0;
        }
        step.nearness.unwrap_or_else(|| overlap(&words, &step.text))
    };
    let mut scored: Vec<(f32, &Candidate)> =
        steps.iter().map(|step| (score(step), step)).filter(|(score, _)| *score >= LEAST_SCORE).collect();
    if scored.is_empty() {
        scored = steps.iter().rev().map(|step| (LEAST_SCORE, step)).collect();
    }
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| other.1.number.cmp(&one.1.number)));
    let mut left = budget;
    let mut picked: Vec<u32> = scored
        .into_iter()
        .take(MOST_PICKED)
        .map_while(|(_, step)| {
            left = left.checked_sub(step.tokens)?;
            Some(step.number)
        })
        .collect();
    picked.sort_unstable();
    picked
}

fn words(text: &str) -> HashSet<String> {
    split_words(text).into_iter().filter(|word| word.len() > 2 && !is_function_word(word)).map(|word| stem(&word)).collect()
}

/// The share of a step's words that the area has too, doubled: half of them in common is as near as can be.
fn overlap(area: &HashSet<String>, text: &str) -> f32 {
    let own = words(text);
    if own.is_empty() {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "words of a query")]
    let share = own.intersection(area).count() as f32 / own.len() as f32;
    (share * 2.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u32, text: &str, tokens: usize, nearness: Option<f32>) -> Candidate {
        Candidate { number, text: text.to_owned(), tokens, nearness }
    }

    #[test]
    fn steps_near_an_area_are_picked_within_the_budget() {
        let area = Area {
            id: "repairs".into(),
            name: "Repairs".into(),
            description: "How long repairs take".into(),
            keywords: vec!["downtime".into()],
        };
        let steps = [
            step(1, "How many repairs were there?", 100, None),
            step(2, "Which customers pay late?", 100, None),
            step(3, "SELECT downtime FROM machines", 100, Some(0.1)),
            step(4, "Something near", 100, Some(0.6)),
        ];
        assert_eq!(pick(&area, &steps, 1_000), [1, 3, 4], "near by words, by keyword, by meaning");
        assert_eq!(pick(&area, &steps, 250), [1, 3], "the least near go first");
        assert_eq!(pick(&area, &steps[1..2], 1_000), [2], "where nothing is near, what there is");
        let many: Vec<Candidate> = (1..=60).map(|number| step(number, "repairs", 1, None)).collect();
        assert_eq!(pick(&area, &many, 1_000).len(), MOST_PICKED);
    }
}
