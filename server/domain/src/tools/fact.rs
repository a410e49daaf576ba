//! What is known about a project's business beside its data: facts by name, and questions that still wait for an answer.

use crate::{Refusal, tools::one_line};
use protocol::{FactId, ProjectId, TenantId, Timestamp, UserId};
use serde_json::{Value, json};

/// The longest name or question.
pub const LONGEST_FACT_NAME: usize = 300;
const LONGEST_VALUE: usize = 20_000;

#[derive(Clone, Debug, PartialEq)]
pub struct FactRow {
    pub id: FactId,
    pub tenant: TenantId,
    pub project: ProjectId,
    /// A term or a question; one fact each, whatever the case of its letters.
    pub name: String,
    /// None while it is a question without an answer.
    pub value: Option<Value>,
    /// Who says so: `user`, `text`, the name of a document …
    pub source: String,
    pub confidence: f64,
    /// Where a text said it, or why there is no answer yet.
    pub context: Option<String>,
    pub created_by: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl FactRow {
    /// The JSON that `list_known_facts` and `get_unresolved_facts` answer with.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match &self.value {
            Some(value) => json!({
                "name": self.name, "value": value, "source": self.source, "confidence": self.confidence,
                "context": self.context, "updated_at": self.updated_at.to_rfc3339(),
            }),
            None => json!({
                "question": self.name, "reason": self.context, "asked_at": self.updated_at.to_rfc3339(),
                "needs_clarification": true,
            }),
        }
    }
}

/// Under which a fact is kept once: `VIP  customer` and `vip customer` are one.
#[must_use]
pub fn fact_key(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(['?', '.', '!']).to_lowercase()
}

/// A fact as somebody gives it.
///
/// # Errors
/// Without a name or a value, or too long.
pub fn checked_fact(name: &str, value: &Value) -> Result<String, Refusal> {
    let name = one_line("name", name, LONGEST_FACT_NAME)?;
    if value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty()) {
        return Err(Refusal::invalid("value", "a fact needs a value"));
    }
    if value.to_string().len() > LONGEST_VALUE {
        return Err(Refusal::invalid("value", format!("a value has at most {LONGEST_VALUE} characters")));
    }
    Ok(name)
}

/// What a sentence defines: `VIP customer: lifetime value over $100,000`, `Churn means …`, `An active user is …`.
#[must_use]
pub fn definitions(sentence: &str) -> Vec<(String, String)> {
    const SAYING: [&str; 9] =
        [": ", " is defined as ", " are defined as ", " means ", " refers to ", " = ", " is a ", " is ", " are "];
    const MOST_WORDS: usize = 6;
    let sentence = sentence.trim().trim_start_matches(['-', '*', '#', '>', ' ']).replace("**", "");
    for saying in SAYING {
        let Some((name, value)) = sentence.split_once(saying) else { continue };
        let name = name.trim().trim_start_matches("The ").trim_start_matches("A ").trim_start_matches("An ");
        let value = value.trim().trim_end_matches('.').trim();
        let words = name.split_whitespace().count();
        let sound = (1..=MOST_WORDS).contains(&words) && !value.is_empty() && name.chars().any(char::is_alphabetic);
        // "It is late" defines nothing.
        let pronoun = ["it", "this", "that", "there", "they", "he", "she", "we", "you", "what", "who", "which"];
        if sound && !pronoun.contains(&name.to_lowercase().as_str()) && !sentence.ends_with('?') {
            return vec![(name.to_owned(), value.to_owned())];
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_may_define_something() {
        for (sentence, wanted) in [
            ("- **VIP Customer**: lifetime value > $100,000", Some(("VIP Customer", "lifetime value > $100,000"))),
            ("Churn means 90 days without an order.", Some(("Churn", "90 days without an order"))),
            ("The VIP threshold is $100k.", Some(("VIP threshold", "$100k"))),
            ("It is late.", None),
            ("What is churn?", None),
            ("Nothing here", None),
        ] {
            let found = definitions(sentence).into_iter().next();
            assert_eq!(found.as_ref().map(|(name, value)| (name.as_str(), value.as_str())), wanted, "{sentence}");
        }
    }

    #[test]
    fn one_fact_for_one_name() {
        assert_eq!(fact_key("  VIP \n Customer? "), "vip customer");
        assert_eq!(checked_fact(" a  b ", &json!(0)).as_deref(), Ok("a b"));
        assert!(checked_fact("a", &json!("  ")).is_err() && checked_fact("", &json!(1)).is_err());
        assert!(checked_fact("a", &Value::Null).is_err());
    }
}
