//! What an answer follows from beside the texts: the time, flags, what the person has seen and thinks, who answered.

use super::FlagMode;
use protocol::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What holds when a search is concluded. Kept with it, for a replay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Circumstances {
    pub now: Timestamp,
    pub validation: FlagMode,
    pub novelty: FlagMode,
    /// The newest evidence (`YYYY-MM-DD`) of companies that the user was shown, by id. Only those that the request excludes are
    /// looked up.
    #[serde(default)]
    pub seen: BTreeMap<String, String>,
    /// What the user thinks of companies, by id.
    #[serde(default)]
    pub liked: BTreeMap<String, bool>,
    /// Providers that answered at least once; `documents` are the tenant's own.
    #[serde(default)]
    pub answered: Vec<String>,
    /// Providers that did not answer.
    #[serde(default)]
    pub failed: Vec<String>,
    /// Budgets that were used up, named as in the request.
    #[serde(default)]
    pub exhausted: Vec<String>,
    #[serde(default = "Edition::first")]
    pub edition: Edition,
}

/// By which rules a search is concluded: what was concluded by earlier ones is replayed by them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// An id came from the shortest name that a search had, and what the user did not like lost points.
    First,
    /// An abbreviation was a company of its own.
    Second,
    #[default]
    Third,
}

impl Edition {
    const fn first() -> Self {
        Self::First
    }
}

impl Circumstances {
    /// No provider answered: there is nothing to say about companies.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.answered.is_empty() && !self.failed.is_empty()
    }
}
