//! A search for companies as server-sent events: what happened so far, then whatever happens, until it is over.

use super::{companies::search_id, stream::last_event_id};
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
use protocol::{companies::CompanySearchEvent, live::Recorded};
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

#[utoipa::path(get, path = "/api/v1/company-searches/{id}/stream", operation_id = "stream_company_search", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = CompanySearchNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let id = search_id(&id)?;
    let mut sent = last_event_id(&headers)?.unwrap_or(0);
    let seat = backend.seats().take(identity.account.user_id)?;
    let mut subscription = ::companies::follow_search(backend.companies(), &identity.account, id).await?;
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
            let Ok(missed) = ::companies::search_events(backend.companies(), &identity.account, id, sent).await else { return };
            for event in missed {
                sent = event.seq;
                yield Ok(to_event(&event));
                if is_last(&event) {
                    return;
                }
            }
            let Ok(view) = ::companies::search_view(backend.companies(), &identity.account, id).await else { return };
            if view.work.status.is_over() && view.work.seq <= sent {
                return;
            }
            while let Some(published) = subscription.recv().await {
                // A gap is read from the store.
                let new: Vec<&Recorded<CompanySearchEvent>> = published.events.iter().filter(|event| event.seq > sent).collect();
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
            let Ok(again) = ::companies::follow_search(backend.companies(), &identity.account, id).await else { return };
            subscription = again;
        }
    };
    Ok(Sse::new(stream.take_until(over)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// `type` is `search`, `layer`, `asked`, `answer`, `page` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct CompanySearchNews(Value);

fn is_last(event: &Recorded<CompanySearchEvent>) -> bool {
    matches!(event.event, CompanySearchEvent::Ended { .. })
}

fn to_event(event: &Recorded<CompanySearchEvent>) -> Event {
    Event::default().id(event.seq.to_string()).data(object(&event.event).to_string())
}

fn object(event: &CompanySearchEvent) -> Value {
    let layer = |name: &str, cost: &protocol::companies::LayerCost| json!({"type": "layer", "name": name, "elapsed_ms": cost.elapsed_ms, "cost": cost.usd, "engine": cost.engine});
    match event {
        CompanySearchEvent::Requested { id, request_id, .. } => {
            json!({"type": "search", "id": id, "request_id": request_id, "status": "pending"})
        }
        CompanySearchEvent::Started => json!({"type": "search", "status": "running"}),
        CompanySearchEvent::Understood { cost } => layer("understanding", cost),
        CompanySearchEvent::Synthesized { queries, cost } => {
            let mut object = layer("synthesis", cost);
            object["queries"] = json!(queries);
            object
        }
        CompanySearchEvent::Asked { calls } => json!({"type": "asked", "calls": calls}),
        CompanySearchEvent::Answered { query, answer, .. } => {
            json!({"type": "answer", "query": query, "provider": answer.provider, "results": answer.results, "failed": answer.failed})
        }
        CompanySearchEvent::PageRead { failed } => json!({"type": "page", "failed": failed}),
        CompanySearchEvent::Extracted { texts, candidates, cost } => {
            let mut object = layer("extraction", cost);
            (object["texts"], object["candidates"]) = (json!(texts), json!(candidates));
            object
        }
        CompanySearchEvent::Concluded { companies, rejected, cost } => {
            let mut object = layer("validation", cost);
            (object["companies"], object["rejected"]) = (json!(companies), json!(rejected));
            object
        }
        CompanySearchEvent::Ended { status, error } => json!({"type": "done", "status": status, "error": error}),
    }
}
