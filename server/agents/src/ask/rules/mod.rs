//! The built-in planner of asks: reads claims, questions about data, and questions that documents answer; whatever it cannot read it
//! says so and offers what may help.

mod claims;
mod figures;
mod guided;
mod passages;

use domain::ask::{Material, Planned, Planner};
use protocol::ask::{AskMode, ModeChoice};

/// Plans without a model, without asking anybody.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesPlanner;

/// With less a passage is only near to what was asked.
const SURE: f64 = 0.7;

impl Planner for RulesPlanner {
    fn plan(&self, material: &Material<'_>) -> Planned {
        let choice = material.mode.cloned().unwrap_or_else(|| ModeChoice {
            mode: AskMode::Exploratory,
            why: "no mode was chosen, and data is looked at by default".to_owned(),
        });
        let planned = match choice.mode {
            AskMode::Auditable => claims::plan(material, choice.clone()).or_else(|| {
                // A claim that was not read stays undecided: another figure proves nothing of it.
                let question = question_in(material.question)?;
                figures::plan(&Material { question, ..*material }, choice.clone())
            }),
            AskMode::Exploratory => figures::plan(material, choice.clone()).or_else(|| {
                let found = passages::plan(material, choice.clone());
                found.filter(|planned| material.places.is_empty() || is_sure(planned))
            }),
            // Neither a database nor an API is asked.
            AskMode::Knowledge => passages::plan(material, choice.clone()),
        };
        planned.unwrap_or_else(|| Planned::Draft(choice, Box::new(guided::offer(material))))
    }
}

fn is_sure(planned: &Planned) -> bool {
    matches!(planned, Planned::Draft(_, draft) if draft.confidence >= SURE)
}

/// From the word that asks for a value on: "verify how many …". None where it is asked whether something is so.
fn question_in(text: &str) -> Option<&str> {
    const WORDS: [&str; 8] = ["how many", "how much", "what", "which", "who", "when", "where", "list"];
    let lower = text.to_ascii_lowercase();
    let is_word = |at: usize, word: &str| {
        let ends = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
        ends(lower[..at].chars().next_back()) && ends(lower[at + word.len()..].chars().next())
    };
    let found = WORDS.iter().filter_map(|word| lower.find(word).filter(|at| is_word(*at, word)));
    found.min().map(|at| &text[at..])
}

#[cfg(test)]
mod tests;
