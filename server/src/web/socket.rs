//! `/ws`: a browser follows topics. It joins a stream with the last event it saw; what it missed follows, or one snapshot. Of lists and
//! projects it gets the version, and reads again what it shows.

use super::{identity::Identity, problem::Problem, watched};
use crate::backend::Backend;
use actors::{CommandFault, live::Followed};
use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
};
use bytes::Bytes;
use domain::RefusalKind;
use futures::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use http::{HeaderMap, Uri, header};
use protocol::{
    frame::{Notice, Request},
    live::{Kind, Topic},
};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, mpsc},
    task::AbortHandle,
    time::{Instant, timeout},
};
use uuid::Uuid;

/// The largest message a browser may send, in bytes.
const LARGEST: usize = 4 * 1024;
/// Streams one socket may follow.
const STREAMS: usize = 32;
/// Lists and projects one socket may follow; a page shows two at most.
const LISTS: usize = 16;
/// Frames that may wait for a slow browser.
const WAITING: usize = 64;
/// How long it takes to try again what could not be followed.
const AGAIN: Duration = Duration::from_secs(1);
/// Messages a browser may send per ten seconds.
const PER_WINDOW: u32 = 200;

pub(super) async fn upgrade(
    State(backend): State<Backend>,
    identity: Identity,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    if !same_origin(&headers) {
        return Err(Problem::forbidden("the socket is only for pages of this server"));
    }
    let seat = backend.seats().take(identity.account.user_id)?;
    Ok(upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).read_buffer_size(LARGEST).write_buffer_size(0).on_upgrade(
        async move |socket| {
            serve(backend, identity, socket).await;
            drop(seat);
        },
    ))
}

/// A page names where it comes from; a program does not.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let origin = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok());
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    match (origin.as_ref().and_then(Uri::authority), host) {
        (Some(origin), Some(host)) => origin.as_str().eq_ignore_ascii_case(host),
        _ => false,
    }
}

type Sink = SplitSink<WebSocket, Message>;

async fn serve(backend: Backend, identity: Identity, socket: WebSocket) {
    metrics::gauge!("discovery_sockets").increment(1.0);
    let (sink, mut from_browser) = socket.split();
    let (frames, waiting) = mpsc::channel::<Bytes>(WAITING);
    let knock = Arc::new(Notify::new());
    let writing = tokio::spawn(write(sink, waiting, knock.clone()));
    let silence = backend.settings().socket_silence;
    let closing = backend.closing().clone();
    let lost = identity.clone().lost(backend.clone());
    tokio::pin!(lost);
    let mut topics = Topics { backend, identity, frames, following: HashMap::new() };
    let (mut window, mut count) = (Instant::now(), 0_u32);
    loop {
        let message = tokio::select! {
            message = read_message(&mut from_browser, silence, &knock) => message,
            () = closing.cancelled() => break,
            () = &mut lost => break,
        };
        let Some(message) = message else { break };
        if window.elapsed() > Duration::from_secs(10) {
            (window, count) = (Instant::now(), 0);
        }
        count += 1;
        if count > PER_WINDOW {
            break;
        }
        match message {
            Message::Text(text) => {
                // Unreadable messages are ignored. A client that sends requests and takes no answers is gone.
                if let Ok(request) = serde_json::from_str::<Request>(&text)
                    && !matches!(timeout(silence, topics.take(request)).await, Ok(Ok(())))
                {
                    break;
                }
            }
            Message::Close(_) => break,
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
        }
    }
    drop(topics);
    writing.abort();
    metrics::gauge!("discovery_sockets").decrement(1.0);
}

/// The next message; none when the other end is gone, or silent for too long. Half of that time it is asked whether it is there, which
/// every client answers by itself: a tab whose timers the browser slows down stays.
async fn read_message(from_browser: &mut SplitStream<WebSocket>, silence: Duration, knock: &Notify) -> Option<Message> {
    let message = match timeout(silence / 2, from_browser.next()).await {
        Ok(message) => message,
        Err(_) => {
            knock.notify_one();
            timeout(silence / 2, from_browser.next()).await.ok()?
        }
    };
    message?.ok()
}

async fn write(mut sink: Sink, mut waiting: mpsc::Receiver<Bytes>, knock: Arc<Notify>) {
    loop {
        let message = tokio::select! {
            frame = waiting.recv() => match frame.map(Utf8Bytes::try_from) {
                Some(Ok(text)) => Message::Text(text),
                Some(Err(_)) => continue,
                None => return,
            },
            () = knock.notified() => Message::Ping(Bytes::new()),
        };
        if sink.send(message).await.is_err() {
            return;
        }
    }
}

/// What one socket follows.
struct Topics {
    backend: Backend,
    identity: Identity,
    frames: mpsc::Sender<Bytes>,
    following: HashMap<Topic, AbortHandle>,
}

/// The browser is gone.
struct Gone;

impl Topics {
    async fn take(&mut self, request: Request) -> Result<(), Gone> {
        match request {
            Request::Ping => self.send(&Notice::Pong).await,
            Request::Leave { topic } => {
                self.leave(topic);
                Ok(())
            }
            Request::Join { topic, after } => {
                self.leave(topic);
                self.following.retain(|_, task| !task.is_finished());
                let (backend, frames, account) = (self.backend.clone(), self.frames.clone(), &self.identity.account);
                let task = match topic {
                    Topic::Stream(..) if self.count(true) >= STREAMS => {
                        let detail = format!("one socket follows at most {STREAMS} streams");
                        return self.send(&Notice::Refused { topic, detail }).await;
                    }
                    Topic::Stream(kind, id) => {
                        let follow = follow(backend, self.identity.clone(), (kind, id), after, frames);
                        tokio::spawn(follow).abort_handle()
                    }
                    Topic::Interviews
                    | Topic::Searches
                    | Topic::AskSchedules
                    | Topic::Projects
                    | Topic::Project(_)
                    | Topic::Runs(_)
                    | Topic::Asks(_)
                    | Topic::Pipelines(_)
                        if self.count(false) >= LISTS =>
                    {
                        tracing::debug!(%topic, "one socket follows too many lists");
                        return Ok(());
                    }
                    Topic::Interviews
                    | Topic::Searches
                    | Topic::AskSchedules
                    | Topic::Projects
                    | Topic::Project(_)
                    | Topic::Runs(_)
                    | Topic::Asks(_)
                    | Topic::Pipelines(_) => {
                        let follow = watched::follow(backend, account.tenant_id, account.user_id, topic, frames);
                        tokio::spawn(follow).abort_handle()
                    }
                };
                self.following.insert(topic, task);
                Ok(())
            }
        }
    }

    fn count(&self, streams: bool) -> usize {
        self.following.keys().filter(|topic| matches!(topic, Topic::Stream(..)) == streams).count()
    }

    fn leave(&mut self, topic: Topic) {
        if let Some(task) = self.following.remove(&topic) {
            task.abort();
        }
    }

    async fn send(&self, frame: &Notice) -> Result<(), Gone> {
        match encode(frame) {
            Some(bytes) => self.frames.send(bytes).await.map_err(|_| Gone),
            None => Ok(()),
        }
    }
}

impl Drop for Topics {
    fn drop(&mut self) {
        for task in self.following.values() {
            task.abort();
        }
    }
}

/// Joins, and joins again whenever it lagged or the stream was put to sleep, always after what was sent last.
async fn follow(
    backend: Backend,
    identity: Identity,
    (kind, id): (Kind, Uuid),
    mut after: Option<u64>,
    frames: mpsc::Sender<Bytes>,
) {
    loop {
        let Followed { first, seq, mut next } = match backend.lives().follow(identity.who(), (kind, id), after).await {
            Ok(followed) => followed,
            Err(fault) => {
                let detail = match fault {
                    CommandFault::NotFound => format!("there is no such {kind}"),
                    CommandFault::Refused(refusal) if refusal.kind != RefusalKind::Busy => refusal.detail,
                    // It may pass: a page that is told nothing waits for it.
                    fault => {
                        tracing::debug!(%fault, %kind, %id, "a stream cannot be followed yet");
                        tokio::time::sleep(AGAIN).await;
                        continue;
                    }
                };
                if let Some(bytes) = encode(&Notice::Refused { topic: Topic::Stream(kind, id), detail }) {
                    drop(frames.send(bytes).await);
                }
                return;
            }
        };
        after = seq.or(after);
        if frames.send(first).await.is_err() {
            return;
        }
        while let Some((seq, frame)) = next.next().await {
            // Progress has no place in the order.
            after = Some(seq).filter(|seq| *seq > 0).or(after);
            if frames.send(frame).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub(super) fn encode(frame: &Notice) -> Option<Bytes> {
    match serde_json::to_vec(frame) {
        Ok(json) => Some(json.into()),
        Err(fault) => {
            tracing::error!(%fault, "a frame could not be encoded");
            None
        }
    }
}
