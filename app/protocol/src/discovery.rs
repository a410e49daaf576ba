//! What a run found, whole, as programs and pages read it (the seed's `DiscoveryResult`, seed 002, Phase 8: Saving).

use crate::{DiscoveryId, ProjectId, RunId, record::record, run::RunType};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

record! {
    /// A discovery without its logs.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Discovery {
        pub id: DiscoveryId,
        pub run_id: RunId,
        pub project_id: ProjectId,
        #[serde(default)]
        pub domain: Option<String>,
        #[serde(default)]
        pub category: Option<String>,
        pub run_type: RunType,
        pub goal: String,
        pub areas_requested: Vec<String>,
        pub total_steps: u32,
        pub duration_ms: i64,
        /// RFC 3339.
        pub created_at: String,
        /// The most important first.
        pub insights: Vec<Insight>,
        pub recommendations: Vec<Recommendation>,
        pub summary: Summary,
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Summary {
        /// `Total: 7 insights (churn: 3, engagement: 2, monetization: 2)`.
        pub text: String,
        pub total_insights: u32,
        pub total_recommendations: u32,
        pub queries_executed: u32,
        pub errors: Vec<String>,
        /// `done`, `cancelled`, or the limit that ended it: `max_steps`, `usd`, `queries` or `minutes`.
        pub stopped_by: String,
        pub changed_by_feedback: Vec<FeedbackEffect>,
        /// What earlier runs found and this one did not.
        #[serde(default)]
        pub gone: Vec<Gone>,
    }
}

record! {
    /// What somebody's feedback changed.
    #[derive(Clone, Debug, PartialEq)]
    pub struct FeedbackEffect {
        pub feedback_id: Uuid,
        /// In a sentence.
        pub effect: String,
    }
}

record! {
    /// A finding that did not come back.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Gone {
        pub uuid: Uuid,
        pub name: String,
        /// RFC 3339, when it was found last.
        pub last_seen_at: String,
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Insight {
        /// `churn-1`: the area and a number within it.
        pub id: String,
        pub uuid: Uuid,
        pub analysis_area: String,
        /// One plain sentence.
        pub name: String,
        pub description: String,
        /// `critical`, `high`, `medium` or `low`.
        pub severity: String,
        pub affected_count: Option<u64>,
        pub risk_score: f64,
        /// From 0 to 1.
        pub confidence: f64,
        pub metrics: Map<String, Value>,
        pub indicators: Vec<String>,
        pub target_segment: Option<String>,
        /// Numbers of the steps whose queries it follows from.
        pub source_steps: Vec<u32>,
        pub validation: Validation,
        pub chart: Option<Chart>,
        pub related_recommendation_ids: Vec<String>,
        /// `built_in`, or the model's name.
        pub engine: String,
        /// The same for the same finding in every run.
        #[serde(default)]
        pub subject: String,
        /// It says that nothing differs, such as `no significant difference`: no opportunity follows from it.
        #[serde(default)]
        pub is_null_result: bool,
        #[serde(default)]
        pub history: Option<History>,
    }
}

record! {
    /// Whether earlier runs found it too.
    #[derive(Clone, Debug, PartialEq)]
    pub struct History {
        /// `new`, `seen_again` or `changed`.
        pub state: String,
        /// RFC 3339.
        pub first_seen_at: String,
        /// Runs that found it, this one among them.
        pub times_seen: u32,
        /// What its headline number was in the run before.
        pub previous: Option<f64>,
    }
}

record! {
    /// The seed's validation block, with every claim and every challenge.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Validation {
        /// `confirmed`, `adjusted`, `rejected`, `error` or `not_checked`.
        pub status: String,
        pub verified_count: Option<f64>,
        pub original_count: Option<f64>,
        pub query: Option<String>,
        pub reasoning: String,
        pub claims: Vec<ClaimCheck>,
        pub challenges: Vec<Challenge>,
    }
}

record! {
    /// A number that was claimed, and what its own query gave.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ClaimCheck {
        pub text: String,
        /// `count`, `sum`, `share`, `mean`, `median`, `difference`, `ratio` or `extreme`.
        pub kind: String,
        pub claimed: f64,
        pub verified: Option<f64>,
        pub status: String,
        pub query: String,
        #[serde(default)]
        pub error: Option<String>,
    }
}

record! {
    /// An attempt to show that an insight does not hold.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Challenge {
        pub question: String,
        pub query: String,
        pub found: Option<f64>,
        /// None where the query failed.
        pub holds: Option<bool>,
        /// What is said where it does not hold.
        pub objection: String,
        /// `built_in`, or the model's name.
        #[serde(default)]
        pub engine: String,
    }
}

record! {
    /// A picture that says it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Chart {
        pub kind: ChartKind,
        /// Of the values.
        pub label: String,
        pub points: Vec<(String, f64)>,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    Bars,
    Line,
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Recommendation {
        /// `rec-1`.
        pub id: String,
        pub uuid: Uuid,
        pub category: String,
        pub title: String,
        pub description: String,
        /// From 1, which comes first, to 5.
        pub priority: u8,
        pub target_segment: Option<String>,
        pub segment_size: Option<u64>,
        pub expected_impact: Impact,
        pub actions: Vec<String>,
        pub effort: String,
        pub success_metrics: Vec<String>,
        /// At least one.
        pub related_insight_ids: Vec<String>,
        pub confidence: f64,
        pub engine: String,
    }
}

record! {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Impact {
        pub metric: String,
        /// None where nobody can say.
        pub estimated_improvement: Option<String>,
        pub reasoning: String,
    }
}

impl Discovery {
    #[must_use]
    pub fn insight(&self, id: &str) -> Option<&Insight> {
        self.insights.iter().find(|one| one.id == id)
    }

    #[must_use]
    pub fn recommendation(&self, id: &str) -> Option<&Recommendation> {
        self.recommendations.iter().find(|one| one.id == id)
    }
}
