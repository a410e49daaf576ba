//! A run as server-sent events: what happened so far, then whatever happens, until it is over.

use super::{schema::Step, stream::last_event_id};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    extract::{Path, State},
    response::sse::{Event, KeepAlive, Sse},
};
use futures::{Stream, StreamExt};
use http::HeaderMap;
use protocol::{
    RunId,
    live::Recorded,
    run::{RunEvent, RunStep},
};
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

#[utoipa::path(get, path = "/api/v1/runs/{id}/stream", operation_id = "stream_run", tag = "runs", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = RunNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let id: RunId = id.parse().map_err(|_| Problem::not_found("there is no such run"))?;
    let mut sent = last_event_id(&headers)?.unwrap_or(0);
    let seat = backend.seats().take(identity.account.user_id)?;
    let mut subscription = projects::follow_run(backend.projects(), &identity.account, id).await?;
    let (closing, lost) = (backend.closing().clone(), identity.clone().lost(backend.clone()));
    let over = Box::pin(async move {
        tokio::select! {
            () = closing.cancelled() => {}
            () = lost => {}
        }
    });
    let stream = async_stream::stream! {
        let _seat = seat;
        loop {
            let Ok(missed) = projects::run_events(backend.projects(), &identity.account, id, sent).await else { return };
            for event in missed {
                sent = event.seq;
                yield Ok(to_event(&event));
            }
            // One that failed may have gone on since: it is over where nothing came after its end.
            let Ok(view) = projects::run_view(backend.projects(), &identity.account, id).await else { return };
            if view.work.status.is_over() && view.work.seq <= sent {
                return;
            }
            while let Some(published) = subscription.recv().await {
                // A gap is read from the store.
                let new: Vec<&Recorded<RunEvent>> = published.events.iter().filter(|event| event.seq > sent).collect();
                if new.first().is_some_and(|first| first.seq != sent + 1) {
                    break;
                }
                for event in new {
                    sent = event.seq;
                    yield Ok(to_event(event));
                    if is_last(event) {
                        return;
                    }
                }
            }
            let Ok(again) = projects::follow_run(backend.projects(), &identity.account, id).await else { return };
            subscription = again;
        }
    };
    let stream = stream.take_until(over);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// `type` is `run`, `phase`, `step`, `insight`, `validation`, `recommendation`, `cost` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct RunNews(Value);

fn is_last(event: &Recorded<RunEvent>) -> bool {
    matches!(event.event, RunEvent::Ended { .. })
}

fn to_event(event: &Recorded<RunEvent>) -> Event {
    Event::default().id(event.seq.to_string()).data(object(&event.event).to_string())
}

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
