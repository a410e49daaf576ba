//! An answer beside the one before it that was asked for again.

use super::Verdict;
use crate::AskId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What was answered before, and what is different now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Redone {
    /// The ask before.
    pub id: AskId,
    pub question: String,
    pub verdict: Option<Verdict>,
    /// Its sentences.
    pub answer: String,
    /// Values by which it was asked this time and not before.
    pub changed: Map<String, Value>,
    pub differences: Vec<Difference>,
}

/// A value of the proof that is another now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    pub name: String,
    /// None where it was not there.
    #[serde(default)]
    pub was: Option<Value>,
    /// None where it is gone.
    #[serde(default)]
    pub now: Option<Value>,
    /// Names of the changed values that it comes from; empty where it is such a one itself, or the data is another.
    #[serde(default)]
    pub because: Vec<String>,
}
