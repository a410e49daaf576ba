//! Which mode a question gets (seed 004, Execution Modes): named in the question, chosen by a person, kept by a redo, else by its
//! words, by what the project's data knows, and by the form of the sentence.

mod claim;
mod stake;
mod vocabulary;

pub use vocabulary::Vocabulary;

use super::{
    Redo,
    words::{Lists, lists},
};
use protocol::ask::{AskMode, ModeChoice};
use std::sync::LazyLock;

const WORDS: &str = include_str!("words.txt");

static LISTS: LazyLock<Lists> = LazyLock::new(|| lists(WORDS));

/// A question as it is looked at: its words in small letters, with one space before, between and after them.
struct Question {
    text: String,
    words: Vec<String>,
    is_question: bool,
}

impl Question {
    fn new(question: &str) -> Self {
        let lower = question.to_lowercase().replace('’', "'").replace("'s ", " 's ").replace(" 's ", " is_or_of ");
        let split = lower.split(|sign: char| !sign.is_alphanumeric() && !"'-_".contains(sign));
        let words: Vec<&str> = split.filter(|word| !word.is_empty()).collect();
        // "What's" is "what is"; after any other word it says whose.
        let is_verb =
            |at: usize| at > 0 && ["what", "who", "where", "how", "when", "that", "it", "there"].contains(&words[at - 1]);
        let spoken = words.iter().enumerate().filter_map(|(at, word)| match *word {
            "is_or_of" => is_verb(at).then(|| "is".to_owned()),
            word => Some(word.to_owned()),
        });
        let words: Vec<String> = spoken.collect();
        let mut found = Self { text: format!(" {} ", words.join(" ")), words, is_question: question.trim_end().ends_with('?') };
        found.strip_polite();
        found
    }

    /// "Could you please" says nothing of what is wanted.
    fn strip_polite(&mut self) {
        while let Some(phrase) = self.begins("polite") {
            let rest = format!(" {}", &self.text[phrase.len() + 2..]);
            if rest.trim().is_empty() {
                return;
            }
            self.words.drain(..phrase.split(' ').count());
            self.text = rest;
        }
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

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    fn ends(&self, list: &str) -> Option<&'static str> {
        LISTS.get(list)?.iter().find(|phrase| self.text.ends_with(&format!(" {phrase} "))).copied()
    }

    /// Words for figures, or a year.
    fn has_figures(&self) -> bool {
        let is_year = |word: &String| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && is_number(word);
        self.holds("figures").is_some() || self.words.iter().any(is_year)
    }
}

fn is_number(word: &str) -> bool {
    word.chars().all(|sign| sign.is_ascii_digit())
}

/// The mode with the word or the circumstance that decided: said or clicked; kept by a redo, and by what goes on from the question
/// before (`follows`: its mode); a claim or a trigger; words that the data knows; else knowledge.
#[must_use]
pub fn choose_mode(
    text: &str,
    requested: Option<AskMode>,
    redo: Option<(&Redo, AskMode)>,
    follows: Option<AskMode>,
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
            None => choose(before, "redone in the same mode".to_owned()),
        };
    }
    if let Some(phrase) = question.holds("auditable").or_else(|| question.ends("tags")) {
        return choose(AskMode::Auditable, format!("“{phrase}” asks for a verdict with its proof"));
    }
    if let Some(before) = follows {
        return choose(before, "it follows up on the question before".to_owned());
    }
    if let Some(phrase) = stake::find(&question) {
        return choose(AskMode::Auditable, format!("“{phrase}” asks for an answer you can rely on"));
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
    if let Some(phrase) = question.begins("general").or_else(|| question.ends("meant")) {
        return choose(AskMode::Knowledge, format!("“{phrase}” asks for an explanation"));
    }
    if claim::is_one(question, vocabulary, known.is_some()) {
        return choose(AskMode::Auditable, "it claims something that data can prove or refute".to_owned());
    }
    if is_bare(question) {
        return choose(AskMode::Knowledge, "it asks what a word means".to_owned());
    }
    // "Explain the drop in sales in May" is about the data.
    let is_about_data = question.holds("generic").is_none()
        && (known.is_some() && question.has_figures() || vocabulary.has_tables() && is_of_rows(question, vocabulary));
    if let Some(phrase) = question.begins("knowledge").or_else(|| question.holds("concepts"))
        && !is_about_data
        && (question.begins("exploratory").is_none() || question.holds("concepts").is_some_and(|_| known.is_none()))
    {
        return choose(AskMode::Knowledge, format!("“{phrase}” asks for an explanation"));
    }
    let opens_generally = ["how", "why", "what", "who"].contains(&question.words.first().map_or("", String::as_str));
    if let Some(phrase) = question.holds("generic").filter(|_| opens_generally && !is_about_data) {
        return choose(AskMode::Knowledge, format!("“{phrase}” asks for what holds anywhere"));
    }
    if is_of_any_one(question, vocabulary) {
        return choose(AskMode::Knowledge, "it asks what holds for any one of them".to_owned());
    }
    if let Some(word) = known {
        return choose(AskMode::Exploratory, format!("“{word}” is in your data"));
    }
    let asks_for_data = question.begins("exploratory").or_else(|| question.holds("own")).or_else(|| question.ends("ends_open"));
    if let Some(phrase) = asks_for_data.filter(|_| vocabulary.has_tables()) {
        return choose(AskMode::Exploratory, format!("“{phrase}” asks for data"));
    }
    if vocabulary.has_tables() && question.has_figures() {
        return choose(AskMode::Exploratory, "it asks for a figure, or for a time".to_owned());
    }
    if let Some(word) = vocabulary.find_near(&question.words) {
        return choose(AskMode::Exploratory, format!("your data has something like “{word}”"));
    }
    choose(AskMode::Knowledge, "none of its words are in your data".to_owned())
}

/// "What is garden leave": a few words, of nothing that both know, and no figure.
fn is_bare(question: &Question) -> bool {
    let Some(rest) = question.text.strip_prefix(" what is ").or_else(|| question.text.strip_prefix(" what are ")) else {
        return false;
    };
    let has_number = rest.contains(|sign: char| sign.is_ascii_digit());
    rest.split_whitespace().count() <= 3 && !has_number && question.holds("definite").is_none() && !question.has_figures()
}

/// Of what happened or is going on, or of how two things that the data knows go together.
fn is_of_rows(question: &Question, vocabulary: &Vocabulary) -> bool {
    let second = question.words.get(1).map_or("", String::as_str);
    let happened = ["did", "was", "were", "has", "have"].contains(&second);
    let goes_on =
        ["is", "are"].contains(&second) && question.words.iter().skip(2).any(|word| word.len() > 5 && word.ends_with("ing"));
    let looks = question.text.contains(" look like ");
    let works = question.ends("works").is_some() || question.words.get(2).is_some_and(|word| word == "a" || word == "an");
    happened || goes_on || looks || (!works && question.text.starts_with(" how do") && vocabulary.count(&question.words) > 1)
}

/// "What are the duties of a captain": of one that is not named, something that no column holds.
fn is_of_any_one(question: &Question, vocabulary: &Vocabulary) -> bool {
    let asks = question.text.starts_with(" what is the ") || question.text.starts_with(" what are the ");
    let of = question.words.windows(2).position(|pair| pair[0] == "of" && (pair[1] == "a" || pair[1] == "an"));
    asks && of.is_some_and(|of| of > 3 && vocabulary.find(&question.words[3..of]).is_none() && !question.has_figures())
}

#[cfg(test)]
mod tests;
