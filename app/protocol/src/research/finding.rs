//! What research found: claims with the words that they rest on.

use super::SourceRef;
use crate::{FindingId, interview::Engine, record::record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a finding is to the value that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    Supports,
    Contradicts,
    Informs,
}

impl Stance {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supports => "supports",
            Self::Contradicts => "contradicts",
            Self::Informs => "informs",
        }
    }
}

/// A claim with the words of a stored source that it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CitedFinding {
    pub id: FindingId,
    pub claim: String,
    /// Verbatim words of the source, white space aside.
    pub quote: String,
    pub source: SourceRef,
    pub stance: Stance,
    /// The value that the source gives for the obligation, where it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

record! {
    /// What was found.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Report {
        pub summary: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub findings: Vec<CitedFinding>,
        /// Findings whose quote is not in the source they name.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub dropped: u32,
        pub engine: Engine,
        /// Why the built-in engine judged in place of the language model, in the words of [`crate::interview::FellBack`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fell_back: Option<String>,
    }
}

const fn is_zero(count: &u32) -> bool {
    *count == 0
}
