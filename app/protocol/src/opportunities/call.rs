//! Calls of agents and what they took.

use super::Agent;
use crate::{OpportunityId, record::record};
use serde::{Deserialize, Serialize};

record! {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct PipelineCost {
        pub input_tokens: u64,
        pub output_tokens: u64,
        /// US dollars.
        pub usd: f64,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Produce,
    Validate,
    Revise,
}

impl Purpose {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Produce => "produce",
            Self::Validate => "validate",
            Self::Revise => "revise",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    Used,
    /// It could not be read.
    Malformed,
    /// There was no answer.
    Failed,
}

impl CallOutcome {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Malformed => "malformed",
            Self::Failed => "failed",
        }
    }
}

record! {
    /// A call of an agent, also where nothing came of it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct AgentCall {
        pub agent: Agent,
        pub purpose: Purpose,
        /// A model's name or `built_in`.
        pub engine: String,
        /// Hash of the prompt, or of the rules' edition.
        pub prompt_version: String,
        /// How many items it was about.
        pub items: u32,
        /// Whose artifacts are its work.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub made: Vec<OpportunityId>,
        /// Where it was about one.
        #[serde(default)]
        pub item: Option<OpportunityId>,
        pub outcome: CallOutcome,
        #[serde(default)]
        pub error: Option<String>,
        pub cost: PipelineCost,
        pub elapsed_ms: u64,
    }
}
