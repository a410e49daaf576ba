//! Runs as lists show them.

use super::runs::{RunCost, at};
use crate::calls::ReviewedRun;
use domain::runs::RunRow;
use protocol::{
    run::{ExplorerChoice, Phase, RunType},
    work::WorkStatus,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A run as lists show it.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunSummary {
    id: Uuid,
    project_id: Uuid,
    #[schema(value_type = String, example = "completed")]
    status: WorkStatus,
    #[schema(value_type = Option<String>, example = "full")]
    run_type: Option<RunType>,
    #[schema(value_type = String, example = "saving")]
    phase: Phase,
    /// How many runs of the project come before it while it is `pending`.
    queue_position: u32,
    goal: String,
    steps: u32,
    insights_found: u32,
    discovery_id: Option<Uuid>,
    error: Option<String>,
    cost: RunCost,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

/// A run as administrators review it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdminRun {
    id: Uuid,
    project_id: Uuid,
    project_name: String,
    #[schema(value_type = String, example = "completed")]
    status: WorkStatus,
    #[schema(value_type = Option<String>, example = "full")]
    run_type: Option<RunType>,
    #[schema(value_type = String, example = "saving")]
    phase: Phase,
    /// How many runs of the project come before it while it is `pending`.
    queue_position: u32,
    goal: String,
    steps: u32,
    insights_found: u32,
    discovery_id: Option<Uuid>,
    error: Option<String>,
    cost: RunCost,
    /// Who started it; `null` where the person was removed.
    user_id: Option<Uuid>,
    user_name: Option<String>,
    #[schema(value_type = String, example = "auto")]
    explorer: ExplorerChoice,
    session_id: Option<Uuid>,
    schedule_id: Option<Uuid>,
    /// How often people found useful what it found.
    likes: u32,
    /// How often they did not.
    dislikes: u32,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl RunSummary {
    pub(crate) fn new(row: RunRow, queue_position: u32) -> Self {
        Self {
            queue_position,
            id: row.id.0,
            project_id: row.project.0,
            status: row.status,
            run_type: row.run_type,
            phase: row.phase,
            goal: row.request.goal,
            steps: row.steps,
            insights_found: row.insights,
            discovery_id: row.discovery.map(|id| id.0),
            error: row.error,
            cost: RunCost::new(&row.cost, 0, row.request.estimate),
            created_at: at(row.created_at),
            started_at: row.started_at.map(at),
            finished_at: row.finished_at.map(at),
        }
    }
}

impl AdminRun {
    pub(crate) fn new(of: ReviewedRun) -> Self {
        let ReviewedRun { run, project, person, ahead, ratings } = of;
        let (request, user) = (run.request.clone(), run.created_by.0);
        let RunSummary {
            id,
            project_id,
            status,
            run_type,
            phase,
            queue_position,
            goal,
            steps,
            insights_found,
            discovery_id,
            error,
            cost,
            created_at,
            started_at,
            finished_at,
        } = RunSummary::new(run, ahead);
        Self {
            id,
            project_id,
            project_name: project,
            status,
            run_type,
            phase,
            queue_position,
            goal,
            steps,
            insights_found,
            discovery_id,
            error,
            cost,
            user_id: person.is_some().then_some(user),
            user_name: person,
            explorer: request.explorer,
            session_id: request.session_id.map(|id| id.0),
            schedule_id: request.schedule_id.map(|id| id.0),
            likes: ratings.likes,
            dislikes: ratings.dislikes,
            created_at,
            started_at,
            finished_at,
        }
    }
}
