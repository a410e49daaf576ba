//! `/ws` as a browser uses it, and the view that it keeps.

use super::Api;
use futures::{SinkExt, StreamExt};
use protocol::{
    SessionId,
    frame::Request,
    interview::InterviewView,
    live::{Live, Topic},
};
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{self, Message, client::IntoClientRequest, protocol::WebSocketConfig},
};

pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn open(api: &Api) -> Self {
        Self::with(api, &[]).await.expect("the socket opens")
    }

    /// With more headers; the status where it is refused.
    pub(crate) async fn with(api: &Api, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let address = format!("{}/ws", api.base.replacen("http", "ws", 1));
        let mut request = address.into_client_request().expect("an address");
        if let Some(token) = &api.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        }
        if let Some(cookie) = &api.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let large = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        match connect_async_with_config(request, Some(large), true).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(fault) => panic!("{fault}"),
        }
    }

    /// False when the other end has hung up.
    pub(crate) async fn send(&mut self, request: &Request) -> bool {
        self.say(&serde_json::to_string(request).expect("JSON")).await
    }

    pub(crate) async fn say(&mut self, text: &str) -> bool {
        self.0.send(Message::text(text)).await.is_ok()
    }

    pub(crate) async fn join(&mut self, session: &str, after: Option<u64>) {
        assert!(self.send(&Request::Join { topic: Topic::interview(id(session)), after }).await);
    }

    /// The next frame; none when the socket closed or nothing comes for a while.
    pub(crate) async fn next(&mut self) -> Option<Frame> {
        self.next_of::<InterviewView>().await
    }

    /// The same about another kind of stream.
    pub(crate) async fn next_of<V>(&mut self) -> Option<protocol::frame::Frame<V>>
    where
        V: Live<Event: DeserializeOwned, Progress: DeserializeOwned> + DeserializeOwned,
    {
        loop {
            match tokio::time::timeout(Duration::from_secs(30), self.0.next()).await.ok()?? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("a frame")),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Whether something comes, of which nothing is taken.
    pub(crate) async fn receives_something(&self) -> bool {
        let MaybeTlsStream::Plain(wire) = self.0.get_ref() else { return false };
        let mut first = [0];
        let peeked = tokio::time::timeout(Duration::from_secs(30), wire.peek(&mut first)).await;
        matches!(peeked, Ok(Ok(1)))
    }

    /// Whether the other end hangs up, whatever it says before.
    pub(crate) async fn closes(&mut self) -> bool {
        let end = async {
            while let Some(Ok(message)) = self.0.next().await {
                if message.is_close() {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(30), end).await.is_ok()
    }

    /// Takes frames into the view until it has reached this event.
    pub(crate) async fn follow(&mut self, view: &mut Option<InterviewView>, until: u64) {
        while view.as_ref().is_none_or(|view| view.seq < until) {
            let frame = self
                .next()
                .await
                .unwrap_or_else(|| panic!("nothing comes after event {:?} of {until}", view.as_ref().map(|view| view.seq)));
            take(view, frame);
        }
    }
}

pub(crate) fn id(session: &str) -> SessionId {
    session.parse().expect("an id")
}

/// A frame about an interview.
pub(crate) type Frame = protocol::frame::Frame<InterviewView>;

/// What a browser does with a frame: the same `apply` as the server's.
pub(crate) fn take(view: &mut Option<InterviewView>, frame: Frame) {
    match frame {
        Frame::Snapshot { view: whole, .. } => *view = Some(*whole),
        Frame::Events { events, .. } => {
            let view = view.as_mut().expect("events come after a beginning");
            for event in events {
                if event.seq > view.seq {
                    assert_eq!(event.seq, view.seq + 1, "no gap");
                    view.apply(&event);
                }
            }
        }
        Frame::Refused { detail, .. } => panic!("refused: {detail}"),
        Frame::Progress { .. } | Frame::Changed { .. } | Frame::Pong => {}
    }
}
