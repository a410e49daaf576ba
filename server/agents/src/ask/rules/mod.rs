//! The built-in planner of asks: reads claims, questions about data, and questions that documents answer; whatever it cannot read it
//! says so and offers what may help.

mod claims;
mod doubts;
mod figures;
mod grown;
mod guided;
mod key_names;
mod known;
mod lead;
mod listed;
mod passages;
mod phrases;
mod sides;
mod sql;
mod stated;
mod talk;
#[cfg(test)]
mod testing;
mod ties;

use self::listed::listed;
use domain::ask::{Material, Planned, Planner, WholeQuestion, assumptions_of};
use protocol::ask::{AskMode, ModeChoice};

/// Plans without a model, without asking anybody.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesPlanner;

/// With less a passage is only near to what was asked.
const SURE: f64 = 0.7;
/// A number that stands for a value that nobody said yet, to see whether it is needed.
const STAND_IN: &str = "1";

impl Planner for RulesPlanner {
    fn plan(&self, material: &Material<'_>) -> Planned {
        let choice = material.mode.cloned().unwrap_or_else(|| ModeChoice {
            mode: AskMode::Exploratory,
            why: "no mode was chosen, and data is looked at by default".to_owned(),
        });
        let found = talk::plan(material, &choice).or_else(|| planned(material, &choice));
        let mut found = found.unwrap_or_else(|| Planned::Draft(choice, Box::new(guided::offer(material))));
        if let Planned::Draft(_, draft) = &mut found {
            key_names::add_names(draft, material);
            // What was left to the engine is shown on the answer.
            for assumption in assumptions_of(material.clarified) {
                draft.assumptions.retain(|other| other.name != assumption.name);
                draft.assumptions.push(assumption);
            }
            draft
                .asked
                .get_or_insert_with(|| WholeQuestion { question: material.question.to_owned(), ..WholeQuestion::default() });
        }
        found
    }

    fn find_unknown(&self, material: &Material<'_>) -> Vec<String> {
        phrases::find_unknown(material)
    }
}

/// A whole question in its mode.
fn planned(material: &Material<'_>, choice: &ModeChoice) -> Option<Planned> {
    match choice.mode {
        AskMode::Auditable => audited(material, choice),
        AskMode::Exploratory => grown::plan(material, choice).or_else(|| figures::plan(material, choice.clone())).or_else(|| {
            let found = passages::plan(material, choice.clone());
            found.filter(|planned| material.places.is_empty() || is_sure(planned))
        }),
        // Neither a database nor an API is asked.
        AskMode::Knowledge => passages::plan(material, choice.clone()),
    }
}

/// A claim, or a figure that is to be verified. What only the person knows is asked for when a premise needs it.
fn audited(material: &Material<'_>, choice: &ModeChoice) -> Option<Planned> {
    let is_read = |question: &str| claims::is_read(&Material { question, ..*material });
    let filled = known::fill(material, &is_read);
    if !filled.missing.is_empty() {
        let with_numbers = filled.missing.iter().fold(filled.question.clone(), |text, name| {
            let owned = ["my", "our"].map(|owner| format!("{owner} {name}"));
            owned.iter().fold(text, |text, phrase| doubts::put(&text, phrase, STAND_IN))
        });
        let of_figures =
            || question_in(&with_numbers).is_some_and(|question| figures::is_read(&Material { question, ..*material }));
        return (is_read(&with_numbers) || of_figures())
            .then(|| Planned::Unclear(choice.clone(), known::ask_personal(&filled.missing)));
    }
    let claim = Material { question: &filled.question, ..*material };
    if let Some(Planned::Draft(choice, mut draft)) = claims::plan(&claim, choice.clone()) {
        known::add_taken(&mut draft, &filled.taken);
        return Some(Planned::Draft(choice, draft));
    }
    if let Some(mut planned) = stated::plan(&claim, choice.clone()) {
        if let Planned::Draft(_, draft) = &mut planned {
            known::add_taken(draft, &filled.taken);
        }
        return Some(planned);
    }
    if let Some(mut planned) = sides::plan(&claim, choice.clone()) {
        if let Planned::Draft(_, draft) = &mut planned {
            known::add_taken(draft, &filled.taken);
        }
        return Some(planned);
    }
    // A claim that was not read stays undecided: another figure proves nothing of it.
    if let Some(question) = asked_for(material.question) {
        return figures::plan(&Material { question, ..*material }, choice.clone());
    }
    // What somebody may or owes stands in a document, which is quoted.
    let personal = is_personal(material.question).then(|| passages::plan(material, choice.clone())).flatten();
    personal.filter(is_sure)
}

fn is_personal(question: &str) -> bool {
    let words = question.split(|sign: char| !sign.is_alphanumeric());
    words.into_iter().any(|word| listed("own").iter().any(|own| word.eq_ignore_ascii_case(own)))
}

fn is_sure(planned: &Planned) -> bool {
    matches!(planned, Planned::Draft(_, draft) if draft.confidence >= SURE)
}

/// What is to be verified; the whole question where the words before it say what is worked out: "on average, how many …".
fn asked_for(text: &str) -> Option<&str> {
    let cut = question_in(text).or_else(|| lead::strip_order(text))?;
    let before = text.find(cut).map_or("", |at| &text[..at]);
    let mut words = before.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
    let is_figure = words.any(|word| listed("figure_words").contains(&word.as_str()));
    Some(if is_figure { text } else { cut })
}

/// From the word that asks for a value on: "verify how many …". None where it is asked whether something is so.
fn question_in(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let is_word = |at: usize, word: &str| {
        let ends = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
        ends(lower[..at].chars().next_back()) && ends(lower[at + word.len()..].chars().next())
    };
    let found = listed("value_asking").iter().filter_map(|word| lower.find(word).filter(|at| is_word(*at, word)));
    found.min().map(|at| &text[at..])
}

#[cfg(test)]
mod tests;
