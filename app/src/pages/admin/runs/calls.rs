//! What the pages of all runs ask of the backend.

use crate::calls::{CallFault, Json, Listed, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{ProjectId, RunId, Timestamp, account::Account, interview::Rating, run::RunType, work::WorkStatus};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLine {
    pub id: RunId,
    pub project: ProjectId,
    pub project_name: String,
    pub goal: String,
    /// Nothing where the person was removed.
    pub person: Option<String>,
    pub status: WorkStatus,
    pub run_type: Option<RunType>,
    pub error: Option<String>,
    pub insights: u32,
    pub queries: u32,
    /// US dollars; nothing where a price is not known.
    pub total_usd: Option<f64>,
    /// How often people found useful what it found, and how often they did not.
    pub likes: u32,
    pub dislikes: u32,
    pub at: Timestamp,
}

/// Which runs; what is empty is not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunFilter {
    /// The id of one.
    pub project: String,
    pub status: Option<WorkStatus>,
    pub run_type: Option<RunType>,
    /// Only those that found something which somebody does not like.
    pub disliked: bool,
    /// What [`Listed::next`] said.
    pub after: Option<String>,
}

/// Runs, and what the filter offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunReviews {
    pub lines: Listed<RunLine>,
    /// How many there are of each status, whichever status is asked for.
    pub counts: Vec<(WorkStatus, u32)>,
    pub projects: Vec<(ProjectId, String)>,
}

/// What somebody thinks of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingLine {
    pub at: Timestamp,
    pub person: String,
    pub project: ProjectId,
    pub project_name: String,
    /// What the finding was called.
    pub finding: String,
    pub rating: Rating,
    pub comment: Option<String>,
}

/// Given in context on the server as `Arc<dyn RunReviewCalls>`. For administrators.
#[async_trait]
pub trait RunReviewCalls: Send + Sync {
    async fn runs(&self, who: &Account, filter: RunFilter) -> Result<RunReviews, CallFault>;
    async fn findings(
        &self,
        who: &Account,
        rating: Option<Rating>,
        after: Option<String>,
    ) -> Result<Listed<FindingLine>, CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/runs", input = Json, output = Json)]
pub async fn read_all_runs(filter: RunFilter) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunReviewCalls>()?.runs(&asker()?, filter).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/findings", input = Json, output = Json)]
pub async fn read_findings(rating: Option<Rating>, after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn RunReviewCalls>()?.findings(&asker()?, rating, after).await?) }.await)
}
