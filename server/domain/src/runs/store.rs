//! What is kept of runs, and the port to it.

use super::Run;
use crate::{StoreFault, account::PageQuery};
use async_trait::async_trait;
use protocol::{
    DiscoveryId, ProjectId, RunId, TenantId, Timestamp, UserId,
    run::{Phase, RunCost, RunRequest, RunStep, RunType},
    work::WorkStatus,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use uuid::Uuid;

/// Stored with every append of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRows {
    pub row: RunRow,
    pub steps: Vec<RunStep>,
    pub kept: Vec<Kept>,
    pub discovery: Option<DiscoveryRow>,
}

/// A run as lists show it: `discovery_runs`.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    pub id: RunId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub created_by: UserId,
    pub request: RunRequest,
    pub status: WorkStatus,
    pub phase: Phase,
    pub run_type: Option<RunType>,
    pub error: Option<String>,
    pub steps: u32,
    pub insights: u32,
    /// What it took so far.
    pub cost: RunCost,
    pub discovery: Option<DiscoveryId>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

impl RunRow {
    #[must_use]
    pub fn new(run: &Run) -> Self {
        let view = &run.view;
        Self {
            id: view.id,
            tenant: run.tenant,
            project: view.project,
            created_by: run.by,
            request: view.request.clone(),
            status: view.work.status,
            phase: view.phase,
            run_type: view.run_type,
            error: view.error.clone(),
            steps: view.step_count,
            insights: u32::try_from(view.insights.len()).unwrap_or(u32::MAX),
            cost: RunCost { queries: view.cost.queries.max(view.queries), ..view.cost.clone() },
            discovery: view.discovery,
            created_at: view.work.requested_at,
            started_at: view.started_at,
            finished_at: view.finished_at,
            updated_at: view.work.updated_at,
        }
    }
}

/// Something a run goes on with after its server died: `discovery_run_memory`.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub name: String,
    pub value: Value,
}

/// What a run found, whole: `discoveries`.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscoveryRow {
    pub id: DiscoveryId,
    pub run: RunId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub created_at: Timestamp,
    /// The seed's `DiscoveryResult` without its logs.
    pub result: Value,
    /// `exploration_log`, `analysis_log`, `validation_log` and `recommendation_log`.
    pub logs: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackTarget {
    Insight,
    Recommendation,
    /// What a pipeline made of findings.
    Opportunity,
}

/// What somebody thinks of a finding or an opportunity: `project_feedback`. One for each person and target.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectFeedback {
    pub id: Uuid,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub user: UserId,
    pub target_type: FeedbackTarget,
    /// The `uuid` of a finding, the id of an opportunity.
    pub target: String,
    /// What it was called.
    pub name: String,
    pub like: bool,
    pub comment: Option<String>,
    pub at: Timestamp,
}

/// Which runs of a tenant; what is none is not asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunQuery {
    pub project: Option<ProjectId>,
    pub status: Option<WorkStatus>,
    pub run_type: Option<RunType>,
    /// Only those that found something which somebody does not like.
    pub disliked: bool,
}

/// How many judgements of people there are of what a run found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunRatings {
    pub likes: u32,
    pub dislikes: u32,
}

#[async_trait]
pub trait RunStore: Send + Sync {
    async fn run(&self, tenant: TenantId, id: RunId) -> Result<Option<RunRow>, StoreFault>;
    /// Newest first.
    async fn runs(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<RunRow>, StoreFault>;
    /// Of all projects of the tenant, newest first.
    async fn newest_runs(&self, tenant: TenantId, limit: u32) -> Result<Vec<RunRow>, StoreFault>;
    /// Of all projects of the tenant, newest first, as far as they are wanted.
    async fn tenant_runs(&self, tenant: TenantId, wanted: RunQuery, page: PageQuery) -> Result<Vec<RunRow>, StoreFault>;
    /// How many of them are of each status, whichever status is wanted.
    async fn count_tenant_runs(&self, tenant: TenantId, wanted: RunQuery) -> Result<HashMap<WorkStatus, u32>, StoreFault>;
    /// What people think of what these runs found; nothing of a run of which nobody thinks anything.
    async fn run_ratings(&self, tenant: TenantId, runs: &[RunId]) -> Result<HashMap<RunId, RunRatings>, StoreFault>;
    /// The version of the project's list of runs: equal as long as none was started, went on or was removed.
    async fn runs_version(&self, tenant: TenantId, project: ProjectId) -> Result<String, StoreFault>;
    /// Runs of the project that come before this one while it waits: those under way, and older ones that wait too.
    async fn runs_ahead(&self, tenant: TenantId, project: ProjectId, id: RunId) -> Result<u32, StoreFault>;
    /// The runs that wait, in all projects or in one, with how many come before each.
    async fn waiting_runs(&self, tenant: TenantId, project: Option<ProjectId>) -> Result<HashMap<RunId, u32>, StoreFault>;
    /// Runs of the project that are not over.
    async fn open_runs(&self, tenant: TenantId, project: ProjectId) -> Result<u32, StoreFault>;
    /// In their order, after the one with this number.
    async fn run_steps(&self, tenant: TenantId, id: RunId, after: u32, limit: u32) -> Result<Vec<RunStep>, StoreFault>;
    async fn run_memory(&self, tenant: TenantId, id: RunId) -> Result<Vec<Kept>, StoreFault>;
    /// Newest first, without logs.
    async fn discoveries(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<DiscoveryRow>, StoreFault>;
    /// With its logs.
    async fn discovery(&self, tenant: TenantId, id: DiscoveryId) -> Result<Option<DiscoveryRow>, StoreFault>;
    /// The id of the stored row: that of an earlier one where it takes its place.
    async fn put_feedback(&self, row: ProjectFeedback) -> Result<Uuid, StoreFault>;
    /// Whether there was any.
    async fn delete_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        user: UserId,
        target: (FeedbackTarget, &str),
    ) -> Result<bool, StoreFault>;
    /// What one person thinks, newest first, at most a thousand.
    async fn own_feedback(&self, tenant: TenantId, project: ProjectId, user: UserId) -> Result<Vec<ProjectFeedback>, StoreFault>;
    /// Of all projects of the tenant, newest first; likes or dislikes only where those are wanted.
    async fn tenant_feedback(
        &self,
        tenant: TenantId,
        like: Option<bool>,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault>;
    /// Newest first.
    async fn project_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault>;
}
