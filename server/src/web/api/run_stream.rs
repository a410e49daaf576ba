//! A run as server-sent events: what happened so far, then whatever happens, until it is over.

use super::{
    schema::Step,
    work_stream::{self, Followed},
};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use actors::live::Subscription;
use async_trait::async_trait;
use axum::{
    extract::{Path, State},
    response::sse::{Event, Sse},
};
use domain::{Failure, runs::Run};
use futures::Stream;
use http::HeaderMap;
use protocol::{
    RunId,
    account::Account,
    live::Recorded,
    run::{RunEvent, RunStep, RunView},
    work::Work,
};
use serde_json::{Value, json};
use std::{convert::Infallible, sync::Arc};

#[utoipa::path(get, path = "/api/v1/runs/{id}/stream", operation_id = "stream_run", tag = "runs", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = RunNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let id: RunId = id.parse().map_err(|_| Problem::not_found("there is no such run"))?;
    let run = FollowedRun { backend: backend.clone(), account: identity.account.clone(), id };
    work_stream::stream(backend, identity, headers, run).await
}

struct FollowedRun {
    backend: Backend,
    account: Account,
    id: RunId,
}

#[async_trait]
impl Followed for FollowedRun {
    type Machine = Run;

    async fn follow(&self) -> Result<Subscription<Run>, Failure> {
        projects::follow_run(self.backend.projects(), &self.account, self.id).await
    }

    async fn events(&self, after: u64) -> Result<Vec<Recorded<RunEvent>>, Failure> {
        projects::run_events(self.backend.projects(), &self.account, self.id, after).await
    }

    async fn view(&self) -> Result<Arc<RunView>, Failure> {
        projects::run_view(self.backend.projects(), &self.account, self.id).await
    }

    fn work(view: &RunView) -> &Work {
        &view.work
    }

    fn is_last(event: &RunEvent) -> bool {
        matches!(event, RunEvent::Ended { .. })
    }

    fn describe(event: &RunEvent) -> Vec<Value> {
        vec![object(event)]
    }
}

/// `type` is `run`, `phase`, `step`, `insight`, `validation`, `recommendation`, `cost` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct RunNews(Value);

fn object(event: &RunEvent) -> Value {
    match event {
        RunEvent::Requested { id, project, .. } => {
            json!({"type": "run", "run_id": id, "project_id": project, "status": "pending"})
        }
        RunEvent::Started => json!({"type": "run", "status": "running"}),
        RunEvent::Resumed { .. } => json!({"type": "run", "status": "pending"}),
        RunEvent::ContextLoaded { context } => json!({"type": "run", "context": context}),
        RunEvent::GoalDoubted { questions } => json!({"type": "run", "goal_questions": questions}),
        RunEvent::Spent { cost } => json!({"type": "cost", "cost": cost}),
        RunEvent::CancelRequested => json!({"type": "run", "status": "cancelling"}),
        RunEvent::Warned { warning } => json!({"type": "run", "warning": warning}),
        RunEvent::PhaseBegan { phase } => json!({"type": "phase", "phase": phase}),
        RunEvent::Stepped { step } => step_object(step),
        RunEvent::Found { insights } => {
            let is_checked = insights.iter().any(|one| one.status != "not_checked");
            json!({"type": if is_checked { "validation" } else { "insight" }, "insights": insights})
        }
        RunEvent::Recommended { recommendations } => json!({"type": "recommendation", "recommendations": recommendations}),
        RunEvent::Ended { status, run_type, error, discovery } => {
            json!({"type": "done", "status": status, "run_type": run_type, "error": error, "discovery_id": discovery})
        }
    }
}

/// A step beside its own type, which is the seed's.
fn step_object(step: &RunStep) -> Value {
    json!({"type": "step", "step": Step::new(step.clone())})
}
