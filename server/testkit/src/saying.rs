//! A message of the person together with what an engine is to understand of it.

use domain::interview::{Finding, Manner, Move, Quote, Understanding};
use protocol::Confidence;
use serde_json::Value;

/// `saying("We sell to dentists").found("market", "dentists", 0.9)`
#[derive(Clone, Debug, Default)]
pub struct Saying {
    pub text: String,
    pub understanding: Understanding,
}

/// A message of which nothing is understood, so far.
#[must_use]
pub fn saying(text: &str) -> Saying {
    Saying { text: text.into(), understanding: Understanding::default() }
}

impl Saying {
    /// A value; its quote is the value's own words where they occur in the message, else the whole message.
    #[must_use]
    pub fn found(mut self, key: &str, value: impl Into<Value>, confidence: f64) -> Self {
        let value = value.into();
        let at = value.as_str().and_then(|words| Some((self.text.find(words)?, words.len())));
        let (start, length) = at.unwrap_or((0, self.text.len()));
        self.understanding.findings.push(Finding {
            key: key.into(),
            value,
            confidence: Confidence::new(confidence),
            manner: Manner::Explicit,
            quote: Quote { turn: None, start, end: start + length },
        });
        self
    }

    /// How the value found last was said.
    #[must_use]
    pub fn manner(mut self, manner: Manner) -> Self {
        if let Some(finding) = self.understanding.findings.last_mut() {
            finding.manner = manner;
        }
        self
    }

    /// Another quote for the value found last.
    #[must_use]
    pub fn quoting(mut self, turn: Option<usize>, start: usize, end: usize) -> Self {
        if let Some(finding) = self.understanding.findings.last_mut() {
            finding.quote = Quote { turn, start, end };
        }
        self
    }

    #[must_use]
    pub fn doing(mut self, what: Move) -> Self {
        self.understanding.moves.push(what);
        self
    }
}
