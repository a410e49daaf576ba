//! What the stages hand on: findings, briefs, solutions and specifications.

use crate::{Timestamp, record::record, tagged::tagged};
use serde::{Deserialize, Serialize};

record! {
    /// Where something is known from.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Evidence {
        /// `insight`, `interview`, `research`, `company`, `ask` or `pasted`; whatever a program names it.
        pub source_type: String,
        /// Of that source, within this product where it is one of its own.
        pub source_id: String,
        pub retrieved_at: Timestamp,
        /// 0 to 1
        pub confidence: f64,
        /// Its own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub quote: Option<String>,
        /// A page of this product that shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub link: Option<String>,
    }
}

record! {
    /// Something that was found, before anybody made anything of it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Finding {
        /// Unique within its pipeline.
        pub id: String,
        pub title: String,
        pub description: String,
        #[serde(default)]
        pub evidence: Vec<Evidence>,
        /// Where it was seen, as far as its source names that: a table, a screen, a segment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub surface: Option<String>,
        /// How much it matters, 0 to 1, as far as its source says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub impact: Option<f64>,
    }
}

record! {
    /// A problem worth solving (`OpportunityBrief`).
    #[derive(Clone, Debug, PartialEq)]
    pub struct Brief {
        pub affected_area: String,
        pub problem_statement: String,
        /// At least one.
        pub evidence: Vec<Evidence>,
        /// What happens if nothing is done.
        pub counterfactual: String,
        /// Which sources were looked at, and how many findings of each it rests on.
        pub explorer_coverage: String,
        /// What later stages should know.
        #[serde(default)]
        pub stage_hints: Vec<String>,
        /// Ids of the findings it was framed from.
        #[serde(default)]
        pub findings: Vec<String>,
        #[serde(default)]
        pub validation_warnings: Vec<String>,
    }
}

record! {
    /// A figure that shows whether it worked. Baseline and target are numbers with their unit, as text; a target is a proposal.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Metric {
        pub metric: String,
        #[serde(default)]
        pub baseline: Option<String>,
        #[serde(default)]
        pub target: Option<String>,
    }
}

record! {
    /// What to do about a brief (`SolutionBrief`).
    #[derive(Clone, Debug, PartialEq)]
    pub struct Solution {
        pub proposed_solution: String,
        pub experiment_plan: String,
        pub success_metrics: Vec<Metric>,
        /// `experiment_first`, `build_with_metrics`, `build_direct` or a sentence.
        pub build_experiment_decision: String,
        #[serde(default)]
        pub validation_warnings: Vec<String>,
    }
}

record! {
    /// Whether a solution can be built, and what it has to respect.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Feasibility {
        pub feasible: bool,
        pub constraints: Vec<String>,
        pub reasoning: String,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Low,
    #[default]
    Medium,
    High,
}

impl Severity {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Risk {
        pub description: String,
        pub severity: Severity,
        pub mitigation: String,
    }
}

record! {
    /// A range, in days of work of one person.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Effort {
        pub low_days: f64,
        pub high_days: f64,
    }
}

record! {
    /// What would be built (`TechnicalSpec`).
    #[derive(Clone, Debug, PartialEq)]
    pub struct Spec {
        pub opportunity_id: String,
        pub approach: String,
        pub effort_estimate: Effort,
        #[serde(default)]
        pub dependencies: Vec<String>,
        #[serde(default)]
        pub constraints: Vec<String>,
        pub risks: Vec<Risk>,
        pub acceptance_criteria: Vec<String>,
        #[serde(default)]
        pub validation_warnings: Vec<String>,
    }
}

tagged! {
    /// One of the three that cross a boundary.
    pub enum Artifact {
        Brief = "brief" { brief: Box<Brief> },
        Solution = "solution" { solution: Box<Solution> },
        Spec = "spec" { spec: Box<Spec> },
    }
}
