//! Work in steps as server-sent events: what happened so far, then whatever happens, until it is over.

use super::stream::last_event_id;
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
    /// As it is sent: one object or several.
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

/// From the event after `Last-Event-ID` to the last one.
///
/// # Errors
/// 404; 400 for an id that was never given; 429 where somebody follows too much.
pub(super) async fn stream<F: Followed>(
    backend: Backend,
    identity: Identity,
    headers: HeaderMap,
    followed: F,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let mut sent = last_event_id(&headers)?.unwrap_or(0);
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
                for sent in to_events::<F>(&event) {
                    yield Ok(sent);
                }
            }
            // What failed may have gone on since: it is over where nothing came after its end.
            let Ok(view) = followed.view().await else { return };
            if F::is_at_rest(&view) && F::work(&view).seq <= sent {
                if let Some(last) = F::farewell(&view) {
                    yield Ok(Event::default().data(last.to_string()));
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
                    for sent in to_events::<F>(event) {
                        yield Ok(sent);
                    }
                    if F::is_last(&event.event) {
                        if let Some(last) = followed.view().await.ok().and_then(|view| F::farewell(&view)) {
                            yield Ok(Event::default().data(last.to_string()));
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

/// The last object has the event's number: who has it has all of them.
fn to_events<F: Followed>(event: &Recorded<EventOf<F>>) -> Vec<Event> {
    let objects = F::describe(&event.event);
    let last = objects.len().saturating_sub(1);
    let send = |(at, object): (usize, Value)| {
        let sent = Event::default();
        let sent = if at == last { sent.id(event.seq.to_string()) } else { sent };
        sent.data(object.to_string())
    };
    objects.into_iter().enumerate().map(send).collect()
}
