//! The audit of an interview, as a list and as a stream that can be resumed.

use super::{
    paging::foreign,
    schema::{AuditEvent, Page},
    sessions::session_id,
};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use actors::live::JoinStart as Start;
use axum::{
    Json,
    extract::{Path, Query, State},
    response::sse::{Event, KeepAlive, Sse},
};
use domain::interview::History;
use futures::{Stream, StreamExt};
use http::HeaderMap;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// Only events after this sequence number.
    after: Option<u64>,
    /// 1 to 1000, 200 when not given.
    limit: Option<usize>,
    /// The `next_cursor` of the part before: the same as `after`.
    cursor: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/events", operation_id = "list_events", tag = "interview", params(("id" = uuid::Uuid, Path), After), responses((status = 200, body = Page<AuditEvent>, description = "What happened, oldest first, each with its sequence number"), (status = 404)))]
pub(super) async fn events(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(query): Query<After>,
) -> Result<Json<Value>, Problem> {
    let id = session_id(&id)?;
    let limit = query.limit.unwrap_or(200);
    if !(1..=1000).contains(&limit) {
        return Err(Problem::invalid("limit", "limit lies between 1 and 1000"));
    }
    // Access to the interview includes access to its events.
    backend.interviews().view(identity.who(), id).await?;
    let recorded = backend.records().events(identity.account.tenant_id, id, 0).await?;
    let cursor = query.cursor.as_deref().map(|cursor| cursor.parse().map_err(|_| foreign())).transpose()?;
    let after: u64 = cursor.or(query.after).unwrap_or(0);
    let mut history = History::default();
    let mut items: Vec<Value> = recorded
        .iter()
        .map(|event| (event.seq, history.tell(event)))
        .filter(|(seq, _)| *seq > after)
        .map(|(_, json)| json)
        .collect();
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(|last| last["seq"].to_string());
    Ok(Json(json!({"items": items, "next_cursor": next})))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/stream", operation_id = "stream_events", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = AuditEvent, description = "The same as server-sent events; Last-Event-ID resumes", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let id = session_id(&id)?;
    let seen = last_event_id(&headers)?.unwrap_or(0);
    let seat = backend.seats().take(identity.account.user_id)?;
    let joined = backend.interviews().join(identity.who(), id, None).await?;
    let Start::Snapshot(view) = joined.start else {
        return Err(Problem::new(http::StatusCode::INTERNAL_SERVER_ERROR, "joined without a snapshot"));
    };
    let tenant = identity.account.tenant_id;
    let (closing, lost) = (backend.closing().clone(), identity.clone().lost(backend.clone()));
    let over = Box::pin(async move {
        tokio::select! {
            () = closing.cancelled() => {}
            () = lost => {}
        }
    });
    let stored = backend.records().events(tenant, id, 0).await?;
    let mut subscription = joined.subscription;
    let stream = async_stream::stream! {
        let _seat = seat;
        let mut history = History::default();
        let mut sent = 0;
        for event in stored.into_iter().filter(|event| event.seq <= view.seq) {
            sent = event.seq;
            let json = history.tell(&event);
            if event.seq > seen {
                yield Ok(to_event(event.seq, &json));
            }
        }
        loop {
            while let Some(published) = subscription.recv().await {
                for event in &published.events {
                    if event.seq <= sent {
                        continue;
                    }
                    sent = event.seq;
                    yield Ok(to_event(event.seq, &history.tell(event)));
                }
            }
            // Lagged, or the interview was put to sleep: continue after the last sent event.
            let Ok(again) = backend.interviews().join(identity.who(), id, None).await else { return };
            subscription = again.subscription;
            let Ok(missed) = backend.records().events(tenant, id, sent).await else { return };
            for event in missed {
                sent = event.seq;
                yield Ok(to_event(event.seq, &history.tell(&event)));
            }
        }
    };
    let stream = stream.take_until(over);
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

pub(super) fn to_event(id: u64, json: &Value) -> Event {
    Event::default().id(id.to_string()).data(json.to_string())
}

pub(super) fn last_event_id(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else { return Ok(None) };
    let id = value.to_str().ok().and_then(|text| text.trim().parse().ok());
    id.map(Some).ok_or_else(|| Problem::malformed("Last-Event-ID is not an id that this stream gave"))
}
