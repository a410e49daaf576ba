//! How far an interview is, and what would take it further (seed 000, Completeness Scoring).

use crate::{Confidence, record::record};
use serde::{Deserialize, Serialize};

record! {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Completeness {
        /// 0.00 to 1.00.
        pub score: Confidence,
        pub required: Required,
        pub by_category: Vec<CategoryScore>,
        /// What keeps the interview from closing, in words.
        pub blockers: Vec<String>,
        /// What would raise the score most, best first.
        pub next_best: Vec<NextBest>,
        /// Why the score is not the plain formula: "nothing to collect", "capped at 0.85 …".
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
    }
}

impl Completeness {
    /// Whether the completion criteria are met.
    #[must_use]
    pub fn can_complete(&self) -> bool {
        self.blockers.is_empty()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Required {
    pub satisfied: u32,
    pub total: u32,
    /// Keys of required obligations that are not satisfied.
    pub missing: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CategoryScore {
    pub category: String,
    pub satisfied: u32,
    pub total: u32,
    pub score: Confidence,
}

/// One obligation and the points of score that satisfying it at 0.90 would add.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextBest {
    pub key: String,
    pub label: String,
    pub gain: Confidence,
}
