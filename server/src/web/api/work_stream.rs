//! Work in steps as server-sent events: what happened so far, then whatever happens, until it is over.

use super::stream::{last_event_id, to_event};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use actors::live::Subscription;
use async_trait::async_trait;
use axum::response::sse::{Event, KeepAlive, Sse};
use domain::{Failure, live::Machine};
use futures::{Stream, StreamExt};
use http::HeaderMap;
use protocol::{live::Recorded, work::Work};
use serde_json::Value;
use std::{convert::Infallible, sync::Arc, time::Duration};

type EventOf<F> = <<F as Followed>::Machine as Machine>::Event;
type ViewOf<F> = <<F as Followed>::Machine as Machine>::View;

/// One stream of a kind of work, for whoever may see it.
#[async_trait]
pub(super) trait Followed: Send + Sync + 'static {
    type Machine: Machine;

    /// # Errors
    /// 404, also for another tenant's.
    async fn follow(&self) -> Result<Subscription<Self::Machine>, Failure>;
    /// What happened after this event.
    async fn events(&self, after: u64) -> Result<Vec<Recorded<EventOf<Self>>>, Failure>;
    async fn view(&self) -> Result<Arc<ViewOf<Self>>, Failure>;
    fn work(view: &ViewOf<Self>) -> &Work;
    /// Nothing comes after it, but where the work is taken up again.
    fn is_last(event: &EventOf<Self>) -> bool;
    /// As it is sent: one object or several, each with an id of its own.
    fn describe(event: &EventOf<Self>) -> Vec<Value>;
    /// Whether nothing more comes until somebody does something.
    fn is_at_rest(view: &ViewOf<Self>) -> bool {
        Self::work(view).status.is_over()
    }
    /// What the stream ends with, beside its last event.
    fn farewell(_view: &ViewOf<Self>) -> Option<Value> {
        None
    }
}

/// From the object after `Last-Event-ID` to the last one.
///
/// # Errors
/// 404; 400 for an id that was never given; 429 where somebody follows too much.
pub(super) async fn stream<F: Followed>(
    backend: Backend,
    identity: Identity,
    headers: HeaderMap,
    followed: F,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let seen = match last_event_id(&headers)?.unwrap_or(0) {
        // Before objects had ids, it was the number of the event.
        seq @ 1..OBJECTS => (seq + 1) * OBJECTS - 2,
        seen => seen,
    };
    // Of the event that was being sent some objects may be missing.
    let mut sent = (seen / OBJECTS).saturating_sub(1);
    let seat = backend.seats().take(identity.account.user_id)?;
    let mut subscription = followed.follow().await?;
    let (closing, lost) = (backend.closing().clone(), identity.lost(backend.clone()));
    let over = Box::pin(async move {
        tokio::select! {
            () = closing.cancelled() => {}
            () = lost => {}
        }
    });
    let stream = async_stream::stream! {
        let _seat = seat;
        loop {
            let Ok(missed) = followed.events(sent).await else { return };
            for event in missed {
                sent = event.seq;
                for object in to_events::<F>(&event, seen) {
                    yield Ok(object);
                }
            }
            // What failed may have gone on since: it is over where nothing came after its end.
            let Ok(view) = followed.view().await else { return };
            if F::is_at_rest(&view) && F::work(&view).seq <= sent {
                if let Some(last) = to_last::<F>(&view, sent, seen) {
                    yield Ok(last);
                }
                return;
            }
            while let Some(published) = subscription.recv().await {
                // A gap is read from the store.
                let new: Vec<&Recorded<EventOf<F>>> = published.events.iter().filter(|event| event.seq > sent).collect();
                if new.first().is_some_and(|first| first.seq != sent + 1) {
                    break;
                }
                for event in new {
                    sent = event.seq;
                    for object in to_events::<F>(event, seen) {
                        yield Ok(object);
                    }
                    if F::is_last(&event.event) {
                        if let Some(last) = followed.view().await.ok().and_then(|view| to_last::<F>(&view, sent, seen)) {
                            yield Ok(last);
                        }
                        return;
                    }
                }
            }
            let Ok(again) = followed.follow().await else { return };
            subscription = again;
        }
    };
    Ok(Sse::new(stream.take_until(over)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// How many ids an event has: its objects count from one, the last is the farewell's.
const OBJECTS: u64 = 10_000;

/// What of this event is behind the id that was seen last.
fn to_events<F: Followed>(event: &Recorded<EventOf<F>>, seen: u64) -> Vec<Event> {
    let first = event.seq * OBJECTS + 1;
    let objects = (first..first + OBJECTS - 2).zip(F::describe(&event.event));
    objects.filter(|(id, _)| *id > seen).map(|(id, object)| to_event(id, &object)).collect()
}

/// The farewell behind this event; none where it was seen.
fn to_last<F: Followed>(view: &ViewOf<F>, seq: u64, seen: u64) -> Option<Event> {
    let id = (seq + 1) * OBJECTS - 1;
    F::farewell(view).filter(|_| id > seen).map(|object| to_event(id, &object))
}
