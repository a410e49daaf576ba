//! The plan of an answer (seed 004, Planner Output).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Steps of one plan.
pub const MOST_STEPS: usize = 20;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskPlan {
    pub reasoning: String,
    #[serde(default)]
    pub discovered_context: DiscoveredContext,
    pub plan: PlanSteps,
}

/// What tools answered in this ask, as far as the plan uses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscoveredContext {
    #[serde(default)]
    pub facts: Vec<PlanFact>,
    /// `database.table`
    #[serde(default)]
    pub tables: Vec<String>,
    /// `api.operation`
    #[serde(default)]
    pub apis: Vec<String>,
    #[serde(default)]
    pub documents: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFact {
    pub term: String,
    pub definition: String,
    pub source: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanSteps {
    pub steps: Vec<PlanStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanStep {
    /// From 1 on, without a gap.
    pub number: u32,
    pub goal: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub databases: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// `step_1`: tables of earlier steps that it reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// Numbers of the steps that must have ended before it.
    #[serde(default)]
    pub depends_on: Vec<u32>,
    pub action: StepAction,
}

/// What a step does. Its rows are the table `step_<number>` for later steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StepAction {
    /// One read-only query; it may read tables of earlier steps beside those of one database.
    Query { sql: String },
    /// A tool of the project.
    Tool { name: String, arguments: Value },
    /// Words of a document, to the letter.
    Passage {
        document: String,
        #[serde(default)]
        section: String,
        quote: String,
    },
    /// Something that is known about the project.
    Fact { name: String, value: Value, source: String },
    /// An operation of an API that only reads.
    Call { api: String, operation: String, arguments: Value },
    /// Over values of earlier steps, in the language of `domain::ask::formula`.
    Formula { expression: String },
}

impl StepAction {
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Query { .. } => "query",
            Self::Tool { .. } => "tool",
            Self::Passage { .. } => "passage",
            Self::Fact { .. } => "fact",
            Self::Call { .. } => "call",
            Self::Formula { .. } => "formula",
        }
    }
}
