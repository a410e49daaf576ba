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
    /// As `list_known_facts` and `get_unresolved_facts` show it.
    #[must_use]
    pub fn shown(&self) -> Value {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fact_for_one_name() {
        assert_eq!(fact_key("  VIP \n Customer? "), "vip customer");
        assert_eq!(checked_fact(" a  b ", &json!(0)).as_deref(), Ok("a b"));
        assert!(checked_fact("a", &json!("  ")).is_err() && checked_fact("", &json!(1)).is_err());
        assert!(checked_fact("a", &Value::Null).is_err());
    }
}
