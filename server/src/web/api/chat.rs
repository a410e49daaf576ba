//! `POST /api/discovery-chat`: the seed's chat, field names to the letter.

use super::{
    schema::{self, ChatEvent},
    sessions::session_id,
    stream::last_event_id,
    turn_stream::{held, objects},
};
use crate::{
    backend::Backend,
    calls::find_or_open,
    web::{
        body::Body,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use actors::{CommandFault, Outcome, live::JoinStart as Start};
use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use domain::{RefusalKind, StoreFault, interview::Interview};
use futures::{Stream, StreamExt, stream};
use http::HeaderMap;
use protocol::{
    SessionId,
    interview::{Author, ContextType, InterviewCommand, InterviewEvent, MESSAGE_LIMIT, Recorded, WidgetAnswer},
    voice::Spoken,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{convert::Infallible, time::Duration};
use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({"contextType": "business_profile", "message": "We sell practice software to dentists", "clientMessageId": "1"}))]
pub(super) struct Chat {
    /// Goes on with this interview; without it with the person's active one of the kind, or a new one.
    session_id: Option<String>,
    /// `business_profile`, `idea_discovery` or `project_discovery`.
    #[schema(value_type = Option<schema::ContextType>)]
    context_type: Option<ContextType>,
    /// At most 16,384 bytes of UTF-8.
    #[serde(default)]
    #[schema(extensions(("x-max-bytes" = json!(MESSAGE_LIMIT))))]
    message: String,
    /// The same id with the same message answers the same again.
    #[schema(max_length = 200)]
    client_message_id: Option<String>,
    #[schema(value_type = Option<schema::Widget>)]
    widget: Option<WidgetAnswer>,
    /// Given where the message was spoken: its values are capped in confidence and read back.
    #[schema(value_type = Option<schema::SpokenMessage>)]
    spoken: Option<Spoken>,
    user_id: Option<String>,
    tenant_id: Option<String>,
}

#[utoipa::path(post, path = "/api/discovery-chat", operation_id = "discovery_chat", tag = "interview", request_body = Chat, responses((status = 200, body = ChatEvent, description = "session, message (deltas), fell_back, obligation, negotiation, research, completeness, phase, error, done", content_type = "text/event-stream"), (status = 403), (status = 404), (status = 409, description = "The interview is finished, a reply is being written, or the id was used for another message: `detail` says what to do instead"), (status = 413), (status = 422), (status = 429)))]
pub(super) async fn chat(
    State(backend): State<Backend>,
    Member(identity): Member,
    headers: HeaderMap,
    Body(chat): Body<Chat>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    own(&identity, &chat)?;
    let seen = last_event_id(&headers)?;
    let seat = backend.seats().take(identity.account.user_id)?;
    let Chat { session_id, context_type, message: text, client_message_id, widget, spoken, .. } = chat;
    let command = InterviewCommand::Say { text, client_message_id, widget, spoken };
    let (id, outcome) = match session_id {
        Some(session) => {
            let id = named(&backend, &identity, &session, context_type).await?;
            (id, say(&backend, &identity, id, command).await?)
        }
        None => {
            let unknown = || Problem::invalid("contextType", "contextType is needed to find or open an interview");
            say_in_turn(&backend, &identity, context_type.ok_or_else(unknown)?, command).await?
        }
    };
    // Nothing of a new turn can have been seen: such an id belongs to another interview.
    let seen = seen.filter(|_| outcome.repeated).unwrap_or(0);
    let events = turn(backend, identity, id, outcome).await?;
    Ok(Sse::new(
        events
            .filter(move |(at, _)| {
                // Held until the turn is sent.
                let _held = &seat;
                std::future::ready(*at > seen)
            })
            .map(|(at, object)| Ok(Event::default().id(at.to_string()).data(object.to_string()))),
    )
    .keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// How long a message waits for a reply that is nearly there: the built-in engine's, begun on another server.
const NEARLY: Duration = Duration::from_secs(1);

/// Says it; while the interview is still greeting, not before the greeting is over.
async fn say(backend: &Backend, identity: &Identity, id: SessionId, command: InterviewCommand) -> Result<Outcome, Problem> {
    let deadline = Instant::now() + NEARLY;
    loop {
        let refused = match backend.interviews().command(identity.who(), id, command.clone()).await {
            Err(CommandFault::Refused(refusal)) if refusal.kind == RefusalKind::Conflict => refusal,
            said => return Ok(said?),
        };
        let view = backend.interviews().view(identity.who(), id).await?.view;
        let greets = view.messages.iter().all(|message| message.role == Author::Agent);
        if greets {
            if view.replying.is_some() {
                replied(backend, identity, id, view.seq).await?;
            }
            return Ok(backend.interviews().command(identity.who(), id, command).await?);
        }
        let is_near = view.replying.is_some() && Instant::now() < deadline;
        if !is_near || timeout_at(deadline, replied(backend, identity, id, view.seq)).await.is_err() {
            return Err(CommandFault::Refused(refused).into());
        }
    }
}

/// How often, and for how long, a message that names no interview is said again because somebody else was quicker.
const TRIES: u32 = 64;
const PATIENCE: Duration = Duration::from_secs(120);

/// Says it in the person's active interview of this kind, or in a new one. Of several messages at the same moment each waits for the
/// reply to the one before it, and an interview that ended meanwhile is looked for anew. What is refused twice although nothing
/// happened in between is refused: an id that was used for another message, for one.
async fn say_in_turn(
    backend: &Backend,
    identity: &Identity,
    context: ContextType,
    command: InterviewCommand,
) -> Result<(SessionId, Outcome), Problem> {
    let deadline = Instant::now() + PATIENCE;
    let mut refused_at = None;
    let mut tries = 0;
    loop {
        tries += 1;
        let id = find_or_open(backend, &identity.account, context, &command).await?;
        let fault = match backend.interviews().command(identity.who(), id, command.clone()).await {
            Ok(outcome) => return Ok((id, outcome)),
            Err(fault) => fault,
        };
        if !is_contested(&fault) || tries == TRIES || Instant::now() >= deadline {
            return Err(fault.into());
        }
        match backend.interviews().view(identity.who(), id).await {
            Ok(viewed) if viewed.view.replying.is_some() => {
                // Whatever became of that reply is seen on the next try.
                drop(timeout_at(deadline, replied(backend, identity, id, viewed.view.seq)).await);
            }
            Ok(viewed) if refused_at == Some((id, viewed.view.seq)) => return Err(fault.into()),
            Ok(viewed) => refused_at = Some((id, viewed.view.seq)),
            // It was deleted since it was found.
            Err(CommandFault::NotFound) => {}
            Err(unread) => return Err(unread.into()),
        }
    }
}

/// Whether this may only mean that somebody else was quicker.
fn is_contested(fault: &CommandFault) -> bool {
    match fault {
        CommandFault::Refused(refusal) => refusal.kind == RefusalKind::Conflict,
        CommandFault::Store(fault) => matches!(fault, StoreFault::Conflict),
        CommandFault::NotFound => true,
        CommandFault::Interrupted(_) => false,
    }
}

/// A user or tenant that is not the token's is refused, not ignored.
fn own(identity: &Identity, chat: &Chat) -> Result<(), Problem> {
    let account = &identity.account;
    let other = |given: &str, own: Uuid| Uuid::parse_str(given) != Ok(own);
    let foreign_user = chat.user_id.as_ref().is_some_and(|id| other(id, account.user_id.0));
    let foreign_tenant = chat.tenant_id.as_ref().is_some_and(|id| other(id, account.tenant_id.0) && *id != account.tenant_slug);
    if foreign_user || foreign_tenant {
        let field = if foreign_user { "userId" } else { "tenantId" };
        return Err(Problem::forbidden(format!("{field} is not the one you are signed in as")));
    }
    Ok(())
}

/// The interview that is named, which is of the kind that is named with it.
async fn named(
    backend: &Backend,
    identity: &Identity,
    session: &str,
    context: Option<ContextType>,
) -> Result<SessionId, Problem> {
    let id = session_id(session)?;
    if let Some(context) = context {
        let own = backend.interviews().read(identity.who(), id, |view| view.context_type).await?;
        if own != context {
            return Err(Problem::invalid("contextType", format!("this interview is a {}", own.name())));
        }
    }
    Ok(id)
}

/// Ids of one turn: the message's place in the interview, and a place for each object after it.
const PLACES: u64 = 10_000;

async fn turn(
    backend: Backend,
    identity: Identity,
    id: SessionId,
    outcome: Outcome,
) -> Result<impl Stream<Item = (u64, Value)>, Problem> {
    let Outcome { turn: number, repeated, finished, seq, published, held } = outcome;
    let done = json!({"type": "done", "sessionId": id, "turn": number});
    let stored = if repeated { Some(again(&backend, &identity, id, number).await?) } else { None };
    let (first, said) = match stored {
        Some(stored) => (stored.first, stored.over.then_some(stored.objects)),
        None => {
            let first = published.events.first().map_or(seq, |event| event.seq);
            (first, finished.then(|| objects(&published.events, &held, &published.after)))
        }
    };
    let objects = match said {
        Some(objects) => stream::iter(objects).left_stream(),
        None => once_over(backend, identity, id, seq, number).right_stream(),
    };
    let session = json!({"type": "session", "sessionId": id});
    let all = stream::iter([session]).chain(objects).chain(stream::iter([done]));
    Ok(all.enumerate().map(move |(place, object)| (first * PLACES + 1 + place as u64, object)))
}

/// A turn as it is stored.
struct StoredTurn {
    /// The place of its first event.
    first: u64,
    objects: Vec<Value>,
    /// Whether its reply has come.
    over: bool,
}

/// The turn of a message that was sent before: the same objects, made of what was stored.
async fn again(backend: &Backend, identity: &Identity, id: SessionId, number: u32) -> Result<StoredTurn, Problem> {
    let viewed = backend.interviews().view(identity.who(), id).await?;
    let events = backend.records().events(identity.account.tenant_id, id, 0).await?;
    let is_said = |event: &Recorded| matches!(&event.event, InterviewEvent::MessageAdded { message } if message.role == Author::User && message.turn == number);
    let start = events.iter().rposition(is_said).unwrap_or(0);
    let end = (start..events.len()).find(|&at| ends(&events[at..])).map(|at| at + 1);
    let turn = &events[start..end.unwrap_or(events.len())];
    let whole = |events: &[Recorded]| Interview::from_events(identity.account.tenant_id, viewed.owner, events);
    let held = whole(&events[..start]).map(|before| held(&before.view)).unwrap_or_default();
    let after = whole(&events[..start + turn.len()]);
    let objects = after.map(|after| objects(turn, &held, &after.view)).unwrap_or_default();
    Ok(StoredTurn { first: turn.first().map_or(1, |event| event.seq), objects, over: end.is_some() })
}

/// The turn of a slow engine, sent when it is complete: only then each object has the place, and with it the id,
/// that a repetition gives it.
fn once_over(backend: Backend, identity: Identity, id: SessionId, after: u64, number: u32) -> impl Stream<Item = Value> {
    async_stream::stream! {
        let turn = match replied(&backend, &identity, id, after).await {
            Ok(()) => again(&backend, &identity, id, number).await,
            Err(problem) => Err(problem),
        };
        match turn {
            Ok(turn) => for object in turn.objects {
                yield object;
            },
            Err(problem) => yield json!({"type": "error", "detail": problem.detail}),
        }
    }
}

/// Waits for the reply that is written after this event.
async fn replied(backend: &Backend, identity: &Identity, id: SessionId, after: u64) -> Result<(), Problem> {
    let joined = backend.interviews().join(identity.who(), id, Some(after)).await?;
    let mut seen = after;
    match &joined.start {
        Start::Events(missed) if is_over(missed) => return Ok(()),
        Start::Events(missed) => seen = missed.last().map_or(seen, |event| event.seq),
        Start::Snapshot(view) if view.replying.is_none() => return Ok(()),
        Start::Snapshot(view) => seen = view.seq,
    }
    let mut subscription = joined.subscription;
    loop {
        let Some(published) = subscription.recv().await else {
            let detail = "the connection to the interview was lost: read the session to see its reply";
            return Err(Problem::new(http::StatusCode::SERVICE_UNAVAILABLE, detail));
        };
        let new: Vec<Recorded> = published.events.iter().filter(|event| event.seq > seen).cloned().collect();
        seen = published.last_seq().max(seen);
        if is_over(&new) {
            return Ok(());
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
