//! What a word of a question means, as `resolve_fact` answers it: one thing, or several that are asked back (seed 004, Planning Process).

use super::{KnownFact, Passage};
use crate::tools::{definitions, resolving::SURE};
use protocol::ask::{Clarification, ClarifyOption};
use serde_json::Value;

/// Before the name of a document, where a fact was read in it just now.
pub const IN_DOCUMENT: &str = "document ";
/// A document that says less mentions the word, and does not define it.
const DEFINES: f64 = 0.9;
/// Meanings that are offered.
const MOST_OPTIONS: usize = 4;

/// What was found out about a word.
#[derive(Clone, Debug, PartialEq)]
pub enum Meaning {
    One(KnownFact),
    Several(Clarification),
}

/// None where no source says anything of the word itself. The passages hold the words of documents to the letter.
#[must_use]
pub fn read_meaning(word: &str, answer: &Value, passages: &[Passage]) -> Option<Meaning> {
    let sources = answer["sources"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut candidates: Vec<Candidate> = Vec::new();
    for candidate in sources.iter().filter_map(|source| Candidate::read(word, source, passages)) {
        let is_new = candidates.iter().all(|other| !other.fact.value_text().eq_ignore_ascii_case(&candidate.fact.value_text()));
        if is_new {
            candidates.push(candidate);
        }
    }
    let sure: Vec<&Candidate> = candidates.iter().filter(|candidate| candidate.is_sure).collect();
    if let [only] = sure.as_slice() {
        return Some(Meaning::One(only.fact.clone()));
    }
    let between: Vec<&Candidate> = if sure.is_empty() { candidates.iter().collect() } else { sure };
    let text = match between.as_slice() {
        [] => return None,
        [_] => format!("Nothing is called “{word}” here. Is this meant?"),
        _ => format!("“{word}” is known as several things. Which one is meant?"),
    };
    let options = between.into_iter().take(MOST_OPTIONS).map(Candidate::to_option).collect();
    Some(Meaning::Several(Clarification { text, options, about: word.to_owned(), ..Clarification::default() }))
}

struct Candidate {
    fact: KnownFact,
    /// As its source says it.
    excerpt: String,
    /// It says what the word itself means.
    is_sure: bool,
}

impl Candidate {
    /// Values of the data, and what a text only mentions, say nothing of what a word means.
    fn read(word: &str, source: &Value, passages: &[Passage]) -> Option<Self> {
        let text = |field: &str| source[field].as_str().unwrap_or_default();
        let (name, excerpt) = (text("name"), text("excerpt"));
        let confidence = source["confidence"].as_f64().unwrap_or_default();
        let mut fact = KnownFact { name: word.to_owned(), confidence, ..KnownFact::default() };
        let is_sure = match text("type") {
            "document" if confidence >= DEFINES => {
                let (quote, value) = find_quote(name, excerpt, passages)?;
                (fact.value, fact.source, fact.quote) = (value.into(), format!("{IN_DOCUMENT}{name}"), Some(quote));
                true
            }
            // It is known by another name: nobody said that it is the same.
            "fact" => {
                (fact.value, fact.source) = (excerpt.into(), name.to_owned());
                false
            }
            // The name of a table or a column, by what it is said to hold.
            "schema" if confidence >= SURE => {
                let column = name.rsplit('.').next().unwrap_or(name);
                (fact.value, fact.source) = (column.replace('_', " ").into(), name.to_owned());
                false
            }
            _ => return None,
        };
        Some(Self { fact, excerpt: excerpt.to_owned(), is_sure })
    }

    fn to_option(&self) -> ClarifyOption {
        let value = self.fact.value_text();
        let source = self.fact.source.trim_start_matches(IN_DOCUMENT);
        ClarifyOption { label: value.clone(), value, meaning: format!("{source}: {}", self.excerpt) }
    }
}

/// The words of a document to the letter, and what they say of the word that they define.
fn find_quote(document: &str, excerpt: &str, passages: &[Passage]) -> Option<(String, String)> {
    let wanted = excerpt.trim_matches(['…', ' ']);
    let plain = |sentence: &str| sentence.trim_start_matches(['-', '*', '#', ' ']).replace("**", "");
    let own = passages.iter().filter(|passage| passage.document == document);
    let mut sentences = own.flat_map(|passage| passage.text.split('\n')).flat_map(|line| line.split_inclusive(". "));
    let quote = sentences.find(|sentence| !wanted.is_empty() && plain(sentence.trim()).contains(wanted))?.trim();
    let (_, value) = definitions(quote).into_iter().next()?;
    Some((quote.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::resolving::{SourceAnswer, answer, in_passage};

    const RULES: &str = "# Rules\n- **VIP customers**: spend over 1000.\nVIP customers get a call first. Nothing else.";

    fn passage(document: &str, text: &str) -> Passage {
        Passage { document: document.into(), text: text.into(), ..Passage::default() }
    }

    #[test]
    fn a_word_means_one_thing_or_is_asked_back() {
        let said =
            |name: &str, text: &str| in_passage("What is VIP customers?", "document", name, text, 1.0).expect("it says so");
        let other = "VIP customers: those who pay at once.";
        let fact = SourceAnswer::new("fact", "VIP customer threshold", "900", 0.49);
        let column = SourceAnswer::new("schema", "shop.customers.loyalty_level", "Whether one is a VIP customer", 0.6);
        let figure = SourceAnswer::new("data", "shop.customers", "the number of customers: 7", 0.9);
        for (sources, wanted) in [
            (vec![said("rules", RULES), fact.clone(), figure.clone()], "One spend over 1000"),
            (vec![said("rules", RULES), said("terms", RULES)], "One spend over 1000"),
            (vec![said("rules", RULES), said("terms", other)], "Several spend over 1000, those who pay at once"),
            (vec![fact.clone()], "Several 900"),
            (vec![column, fact], "Several loyalty level, 900"),
            (vec![figure], "None"),
            (vec![said("rules", "VIP customers get a call first.")], "None"),
            (Vec::new(), "None"),
        ] {
            let told = answer("What is VIP customers?", sources, None);
            let passages = [passage("rules", RULES), passage("terms", RULES), passage("terms", other)];
            let found = match read_meaning("VIP customers", &told, &passages) {
                Some(Meaning::One(fact)) => format!("One {}", fact.value_text()),
                Some(Meaning::Several(question)) => {
                    let options: Vec<&str> = question.options.iter().map(|option| option.value.as_str()).collect();
                    format!("Several {}", options.join(", "))
                }
                None => "None".to_owned(),
            };
            assert_eq!(found, wanted, "{told}");
        }
    }

    #[test]
    fn a_document_is_quoted_to_the_letter() {
        let told = answer(
            "What is VIP customers?",
            in_passage("What is VIP customers?", "document", "rules", RULES, 1.0).into_iter().collect(),
            None,
        );
        let Some(Meaning::One(fact)) = read_meaning("VIP customers", &told, &[passage("rules", RULES)]) else {
            panic!("one document defines it: {told}")
        };
        assert_eq!(fact.source, "document rules");
        assert!(RULES.contains(fact.quote.as_deref().expect("a quote")), "{:?}", fact.quote);
        assert_eq!(read_meaning("VIP customers", &told, &[]), None, "what cannot be quoted is no premise");
    }
}
