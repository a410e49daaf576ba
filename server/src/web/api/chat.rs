//! `POST /api/discovery-chat`: the seed's chat, field names to the letter.

use super::{sessions::session_id, stream::last_event_id, turn_stream::objects};
use crate::{
    backend::Backend,
    calls::{active_or_new, may_change},
    web::{body::Body, identity::Identity, problem::Problem},
};
use actors::{Outcome, Start};
use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use domain::interview::Interview;
use futures::{Stream, StreamExt, stream};
use http::HeaderMap;
use protocol::{
    SessionId,
    interview::{Author, ContextType, InterviewCommand, InterviewEvent, Recorded, WidgetAnswer},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"contextType": "business_profile", "message": "We sell practice software to dentists", "clientMessageId": "1"}))]
pub(super) struct Chat {
    /// Goes on with this interview; without it with the person's active one of the kind, or a new one.
    session_id: Option<String>,
    /// `business_profile`, `idea_discovery` or `project_discovery`.
    #[schema(value_type = Option<String>)]
    context_type: Option<ContextType>,
    #[serde(default)]
    message: String,
    /// The same id with the same message answers the same again.
    client_message_id: Option<String>,
    #[schema(value_type = Option<Object>)]
    widget: Option<WidgetAnswer>,
    user_id: Option<String>,
    tenant_id: Option<String>,
}

#[utoipa::path(post, path = "/api/discovery-chat", tag = "interview", request_body = Chat, responses((status = 200, description = "session, message (deltas), obligation, negotiation, completeness, phase, error, done", content_type = "text/event-stream"), (status = 403), (status = 404), (status = 409), (status = 413), (status = 422), (status = 429)))]
pub(super) async fn chat(
    State(backend): State<Backend>,
    identity: Identity,
    headers: HeaderMap,
    Body(chat): Body<Chat>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    own(&identity, &chat)?;
    may_change(&identity.account)?;
    let seen = last_event_id(&headers)?.unwrap_or(0);
    let seat = backend.seats().take(identity.account.user_id)?;
    let id = interview(&backend, &identity, &chat).await?;
    let command = InterviewCommand::Say { text: chat.message, client_message_id: chat.client_message_id, widget: chat.widget };
    let outcome = backend.interviews().command(identity.who(), id, command).await?;
    let events = turn(backend, identity, id, outcome).await?;
    Ok(Sse::new(
        events
            .filter(move |(at, _)| {
                // Held until the turn is told.
                let _held = &seat;
                std::future::ready(*at > seen)
            })
            .map(|(at, object)| Ok(Event::default().id(at.to_string()).data(object.to_string()))),
    )
    .keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// A user or tenant that is not the token's is refused, not ignored.
fn own(identity: &Identity, chat: &Chat) -> Result<(), Problem> {
    let account = &identity.account;
    let foreign_user = chat.user_id.as_ref().is_some_and(|id| *id != account.user_id.to_string());
    let foreign_tenant =
        chat.tenant_id.as_ref().is_some_and(|id| *id != account.tenant_id.to_string() && *id != account.tenant_slug);
    if foreign_user || foreign_tenant {
        let field = if foreign_user { "userId" } else { "tenantId" };
        return Err(Problem::forbidden(format!("{field} is not the one you are signed in as")));
    }
    Ok(())
}

async fn interview(backend: &Backend, identity: &Identity, chat: &Chat) -> Result<SessionId, Problem> {
    if let Some(id) = &chat.session_id {
        let id = session_id(id)?;
        if let Some(context) = chat.context_type {
            let view = backend.interviews().view(identity.who(), id).await?.view;
            if view.context_type != context {
                return Err(Problem::invalid("contextType", format!("this interview is a {}", view.context_type.name())));
            }
        }
        return Ok(id);
    }
    let context =
        chat.context_type.ok_or_else(|| Problem::invalid("contextType", "contextType is needed to find or open an interview"))?;
    // A message that will be refused must not leave an empty interview behind.
    if chat.widget.is_none() && chat.message.trim().is_empty() {
        return Err(Problem::invalid("message", "the message is empty"));
    }
    active_or_new(backend, &identity.account, context).await
}

/// Ids of one turn: the message's place in the interview, and a place for each object after it.
const PLACES: u64 = 10_000;

async fn turn(
    backend: Backend,
    identity: Identity,
    id: SessionId,
    outcome: Outcome,
) -> Result<impl Stream<Item = (u64, Value)>, Problem> {
    let number = outcome.turn;
    let session = json!({"type": "session", "sessionId": id});
    let done = json!({"type": "done", "sessionId": id, "turn": number});
    let (first, said, finished) = if outcome.repeated {
        again(&backend, &identity, id, number).await?
    } else {
        let first = outcome.published.events.first().map_or(outcome.seq, |event| event.seq);
        (first, objects(&outcome.published.events, &outcome.published.after), outcome.finished)
    };
    let base = first * PLACES;
    let begun = stream::iter(std::iter::once(session).chain(said));
    let rest =
        if finished { stream::empty().left_stream() } else { following(backend, identity, id, outcome.seq).right_stream() };
    let all = begun.chain(rest).chain(stream::iter([done]));
    Ok(all.enumerate().map(move |(place, object)| (base + 1 + place as u64, object)))
}

/// The turn of a message that was sent before: the same objects, made of what was stored.
async fn again(backend: &Backend, identity: &Identity, id: SessionId, number: u32) -> Result<(u64, Vec<Value>, bool), Problem> {
    let viewed = backend.interviews().view(identity.who(), id).await?;
    let events = backend.records().events(identity.account.tenant_id, id, 0).await?;
    let is_said = |event: &Recorded| matches!(&event.event, InterviewEvent::MessageAdded { message } if message.role == Author::User && message.turn == number);
    let start = events.iter().position(is_said).unwrap_or(0);
    let end = (start..events.len()).find(|&at| ends(&events[at..])).map(|at| at + 1);
    let turn = &events[start..end.unwrap_or(events.len())];
    let after = Interview::from_events(identity.account.tenant_id, viewed.owner, &events[..start + turn.len()]);
    let said = after.map(|interview| objects(turn, &interview.view)).unwrap_or_default();
    Ok((turn.first().map_or(1, |event| event.seq), said, end.is_some()))
}

/// What follows while an engine is still at work, up to its reply.
fn following(backend: Backend, identity: Identity, id: SessionId, after: u64) -> impl Stream<Item = Value> {
    async_stream::stream! {
        let joined = match backend.interviews().join(identity.who(), id, Some(after)).await {
            Ok(joined) => joined,
            Err(fault) => {
                yield json!({"type": "error", "detail": Problem::from(fault).detail});
                return;
            }
        };
        let (mut told, mut over) = (after, false);
        if let Start::Events(missed) = &joined.start
            && !missed.is_empty()
            && let Ok(viewed) = backend.interviews().view(identity.who(), id).await
        {
            told = missed.last().map_or(told, |event| event.seq);
            over = is_over(missed);
            for object in objects(missed, &viewed.view) {
                yield object;
            }
        }
        let mut subscription = joined.subscription;
        while !over {
            let Some(published) = subscription.recv().await else {
                yield json!({"type": "error", "detail": "the connection to the interview was lost: read the session to see its reply"});
                return;
            };
            let new: Vec<Recorded> = published.events.iter().filter(|event| event.seq > told).cloned().collect();
            told = published.last_seq().max(told);
            over = is_over(&new);
            for object in objects(&new, &published.after) {
                yield object;
            }
        }
    }
}

fn is_over(events: &[Recorded]) -> bool {
    (0..events.len()).any(|at| ends(&events[at..]))
}

/// Whether the reply that is waited for ends with the first of these events. One that gives way to another does not.
fn ends(events: &[Recorded]) -> bool {
    let gives_way = || events.get(1).is_some_and(|next| matches!(next.event, InterviewEvent::ReplyStarted { .. }));
    match events.first().map(|first| &first.event) {
        Some(InterviewEvent::MessageAdded { message }) => message.role == Author::Agent && !message.stopped,
        Some(InterviewEvent::ReplyStopped { .. }) => !gives_way(),
        _ => false,
    }
}
