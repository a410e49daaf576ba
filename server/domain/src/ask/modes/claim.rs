//! A question of yes or no about the data, or a sentence that can be true or false.

use super::{LISTS, Question, Vocabulary, is_number};

/// Words of a question for whatever there is.
const LONGEST_LOOK: usize = 6;

pub(super) fn is_one(question: &Question, vocabulary: &Vocabulary, is_known: bool) -> bool {
    // Of no name that is known, and still of figures and times.
    let is_dated = vocabulary.has_tables() && question.has_figures() && question.holds("generic").is_none();
    let is_yes_or_no = question.begins("yes_or_no").is_some();
    // "Does the hotel", "are our rules": who speaks of them means their own.
    let is_own = is_yes_or_no && vocabulary.has_tables() && question.holds("definite").is_some();
    if (!is_known && !is_own && !is_dated) || question.begins("exploratory").is_some() {
        return false;
    }
    if is_yes_or_no {
        // "Is barley a cereal" asks what a word means.
        let kind = question.words.windows(2).position(|pair| pair[0] == "a" || pair[0] == "an").filter(|at| *at > 1);
        let is_kind =
            question.text.starts_with(" is ") && kind.is_some_and(|at| vocabulary.find(&question.words[at..]).is_none());
        let is_about_data = !is_kind || question.has_figures();
        return is_about_data && !is_look(question) && question.begins("commands").is_none() && question.holds("open").is_none();
    }
    // "And how large is it?" goes on from what was said.
    let first = question.words.iter().find(|word| !["and", "but", "so", "or"].contains(&word.as_str()));
    let asks = first.is_none_or(|word| ["what", "which", "who", "whose", "when", "where", "why", "how"].contains(&word.as_str()));
    !asks && question.begins("knowledge").is_none() && question.words.len() > 3 && is_statement(question)
}

/// "Are there clusters": whatever there is, and not whether there is as much as somebody says.
fn is_look(question: &Question) -> bool {
    let begins = question.text.starts_with(" are there ") || question.text.starts_with(" is there ");
    let claims = question.holds("than").or_else(|| question.holds("figures")).is_some();
    begins && !claims && question.words.len() <= LONGEST_LOOK
}

fn is_statement(question: &Question) -> bool {
    // "Members who have fines" names rows and claims nothing.
    let named = question
        .words
        .iter()
        .skip(1)
        .position(|word| ["who", "that", "which", "whose", "where", "with"].contains(&word.as_str()));
    let until = named.map_or(question.words.len(), |at| at + 1);
    let words: Vec<&str> = question.words[..until].iter().map(String::as_str).collect();
    let said = Question { text: format!(" {} ", words.join(" ")), words: Vec::new(), is_question: false };
    if said.holds("said").or_else(|| said.holds("changed")).is_some() {
        return true;
    }
    let is_set_against = question.holds("claimed").is_some() && question.holds("than").is_some();
    !question.is_question && (is_set_against || compares(&words) || is_of_all(question))
}

/// "Newer machines fail less", and not "claims of more than 500".
fn compares(words: &[&str]) -> bool {
    words.iter().enumerate().skip(2).any(|(at, word)| {
        let bounds = words.get(at + 1) == Some(&"than") && words.get(at + 2).is_none_or(|next| is_number(next));
        is_listed("compared", word) && !bounds && !is_listed("bounding", words[at - 1])
    })
}

/// "Guests who book suites always stay longer", "Nobody stayed over a week".
fn is_of_all(question: &Question) -> bool {
    let of_person = question.words.first().is_some_and(|word| is_listed("everybody", word));
    let has_past = question.words.iter().skip(1).any(|word| word.len() > 4 && word.ends_with("ed"));
    (of_person && has_past) || question.has("always") || question.has("never")
}

fn is_listed(list: &str, word: &str) -> bool {
    LISTS.get(list).is_some_and(|phrases| phrases.contains(&word))
}
