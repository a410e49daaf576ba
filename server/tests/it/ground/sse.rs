//! Server-sent events: one turn read to its end, and feeds that stay open.

use super::Answer;
use futures::StreamExt;
use serde_json::Value;
use std::time::Duration;

/// The objects of one turn with their ids.
#[derive(Debug)]
pub(crate) struct Turn(pub(crate) Vec<(u64, Value)>);

impl Turn {
    #[track_caller]
    pub(crate) fn parse(answer: Answer) -> Self {
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("content-type"), "text/event-stream");
        assert!(answer.text.ends_with("\n\n") || answer.text.is_empty(), "the stream was cut");
        Self(answer.text.split("\n\n").filter_map(event).collect())
    }

    pub(crate) fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.0.iter().map(|(_, object)| object).filter(move |object| object["type"] == kind)
    }

    /// The reply, put together.
    pub(crate) fn reply(&self) -> String {
        self.all("message").filter_map(|object| object["content"].as_str()).collect()
    }

    #[track_caller]
    pub(crate) fn session(&self) -> String {
        self.0[0].1["sessionId"].as_str().expect("the session comes first").to_owned()
    }

    pub(crate) fn ids(&self) -> Vec<u64> {
        self.0.iter().map(|(id, _)| *id).collect()
    }
}

/// One event of a stream; none for a comment.
fn event(text: &str) -> Option<(u64, Value)> {
    let (mut id, mut data) = (0, None);
    for line in text.lines() {
        if let Some(given) = line.strip_prefix("id:") {
            id = given.trim().parse().expect("a number as id");
        }
        if let Some(given) = line.strip_prefix("data:") {
            data = Some(serde_json::from_str(given.trim()).expect("JSON as data"));
        }
    }
    data.map(|data| (id, data))
}

/// A stream that stays open.
pub(crate) struct Feed {
    bytes: std::pin::Pin<Box<dyn futures::Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
    read: Vec<u8>,
}

impl Feed {
    #[track_caller]
    pub(crate) fn new(response: reqwest::Response) -> Self {
        assert_eq!(response.status(), 200);
        Self { bytes: Box::pin(response.bytes_stream()), read: Vec::new() }
    }

    /// The next event; none when nothing comes for a while or the stream ended.
    pub(crate) async fn next(&mut self) -> Option<(u64, Value)> {
        loop {
            if let Some(end) = self.read.windows(2).position(|two| two == b"\n\n") {
                let text: Vec<u8> = self.read.drain(..end + 2).collect();
                if let Some(event) = event(&String::from_utf8(text).expect("UTF-8")) {
                    return Some(event);
                }
                continue;
            }
            let more = tokio::time::timeout(Duration::from_secs(30), self.bytes.next()).await.ok()??;
            self.read.extend(more.ok()?);
        }
    }

    /// Everything up to the event with this id.
    pub(crate) async fn until(&mut self, id: u64) -> Vec<(u64, Value)> {
        let mut all = Vec::new();
        while all.last().is_none_or(|(last, _)| *last < id) {
            all.push(self.next().await.unwrap_or_else(|| panic!("the feed ended before event {id}: {all:?}")));
        }
        all
    }
}
