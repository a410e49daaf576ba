//! Which mode a question gets (seed 004, Execution Modes): named in the question, chosen by a person, kept by a redo, else by its
//! words, by what the project's data knows, and by the form of the sentence.

mod vocabulary;

pub use vocabulary::Vocabulary;

use super::Redo;
use protocol::ask::{AskMode, ModeChoice};
use std::{collections::HashMap, sync::LazyLock};

const WORDS: &str = include_str!("words.txt");

static LISTS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut name = "";
    for line in WORDS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(list) => name = list,
            None => lists.entry(name).or_default().push(line),
        }
    }
    lists
});

/// A question as it is looked at: its words in small letters, with one space before, between and after them.
struct Question {
    text: String,
    words: Vec<String>,
}

impl Question {
    fn new(question: &str) -> Self {
        let split = question.split(|sign: char| !sign.is_alphanumeric() && sign != '\'' && sign != '-');
        let words: Vec<String> = split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        Self { text: format!(" {} ", words.join(" ")), words }
    }

    /// The first phrase of a list that it holds.
    fn holds(&self, list: &str) -> Option<&'static str> {
        LISTS.get(list)?.iter().find(|phrase| self.text.contains(&format!(" {phrase} "))).copied()
    }

    /// The longest phrase of a list that it begins with.
    fn begins(&self, list: &str) -> Option<&'static str> {
        let phrases = LISTS.get(list)?.iter().filter(|phrase| self.text.starts_with(&format!(" {phrase} ")));
        phrases.max_by_key(|phrase| phrase.len()).copied()
    }
}

/// The mode with the word or the circumstance that decided.
#[must_use]
pub fn choose_mode(
    text: &str,
    requested: Option<AskMode>,
    redo: Option<(&Redo, AskMode)>,
    vocabulary: &Vocabulary,
) -> ModeChoice {
    let choose = |mode, why: String| ModeChoice { mode, why };
    if let Some(mode) = requested {
        return choose(mode, "you chose this mode".to_owned());
    }
    let question = Question::new(text);
    if let Some(mode) = named_mode(&question) {
        return choose(mode, "the question names this mode".to_owned());
    }
    if let Some((redo, before)) = redo {
        return match redo.mode {
            Some(mode) => choose(mode, "the request to redo names this mode".to_owned()),
            None if redo.compare => choose(AskMode::Exploratory, "results are compared".to_owned()),
            None => choose(before, "it is done again as before".to_owned()),
        };
    }
    if let Some(phrase) = question.holds("auditable") {
        return choose(AskMode::Auditable, format!("“{phrase}” asks for a verdict with its proof"));
    }
    by_form(&question, vocabulary)
}

/// "In exploratory mode".
fn named_mode(question: &Question) -> Option<AskMode> {
    AskMode::ALL.into_iter().find(|mode| question.text.contains(&format!(" {} mode ", mode.name())))
}

fn by_form(question: &Question, vocabulary: &Vocabulary) -> ModeChoice {
    let choose = |mode, why: String| ModeChoice { mode, why };
    let known = vocabulary.find(&question.words);
    let is_statement =
        !question.words.is_empty() && question.begins("exploratory").is_none() && is_claim(question, known.is_some());
    if is_statement {
        return choose(AskMode::Auditable, "it claims something that data can prove or refute".to_owned());
    }
    let conceptual = question.begins("knowledge");
    if let Some(phrase) = conceptual {
        // "What is the average price" is no concept, and "explain the drop in sales in May" is about the data.
        let asks_for_figures = known.is_some() && question.holds("figures").is_some() && question.holds("concepts").is_none();
        let is_definition =
            phrase.starts_with("what is a") || phrase.starts_with("define") || question.holds("concepts").is_some();
        if !asks_for_figures || is_definition {
            return choose(AskMode::Knowledge, format!("“{phrase}” asks for an explanation"));
        }
    }
    if question.holds("concepts").is_some() && question.begins("exploratory").is_none() && question.holds("figures").is_none() {
        return choose(AskMode::Knowledge, "it asks what something means".to_owned());
    }
    if let Some(word) = known {
        return choose(AskMode::Exploratory, format!("the data knows “{word}”"));
    }
    if let Some(phrase) = question.begins("exploratory").filter(|_| vocabulary.has_tables()) {
        return choose(AskMode::Exploratory, format!("“{phrase}” asks for data"));
    }
    choose(AskMode::Knowledge, "no word of it is known to the data".to_owned())
}

/// A question of yes or no about the data, or a sentence that can be true or false.
fn is_claim(question: &Question, is_known: bool) -> bool {
    if question.begins("yes_or_no").is_some() {
        let asks_to_show = [" can you ", " could you ", " would you ", " will you ", " do you "]
            .iter()
            .any(|start| question.text.starts_with(start));
        return !asks_to_show && is_known;
    }
    let is_question = ["what", "which", "who", "whose", "when", "where", "why", "how"].contains(&question.words[0].as_str());
    let has_verb = question
        .words
        .iter()
        .skip(1)
        .any(|word| ["is", "are", "was", "were", "has", "have", "had", "did"].contains(&word.as_str()));
    is_known
        && !is_question
        && question.begins("knowledge").is_none()
        && (has_verb || question.holds("claimed").is_some())
        && question.words.len() > 3
}

#[cfg(test)]
mod tests;
