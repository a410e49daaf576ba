//! What travels over `/ws`: the browser joins topics, the server answers snapshots, events and versions.

use crate::{
    live::{Live, Recorded, Topic},
    plain::Fault,
    tagged::Fields,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned, ser::SerializeMap};

/// From the browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Follow a topic. Of a stream `after` is the last event seen: the rest follows, or one snapshot where too much is missing.
    /// A list or project answers its version, now and at every change.
    Join {
        topic: Topic,
        #[serde(default)]
        after: Option<u64>,
    },
    Leave {
        topic: Topic,
    },
    Ping,
}

/// From the server. In JSON the topic stands first and the type second, so that a page finds the reader of a frame by its first
/// bytes and loads only the readers of what it shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame<V: Live> {
    /// The whole view at one point, in place of whatever was held.
    Snapshot {
        topic: Topic,
        view: Box<V>,
    },
    /// Events in order, without a gap after what was sent before.
    Events {
        topic: Topic,
        events: Vec<Recorded<V::Event>>,
    },
    /// Not stored, not sequenced.
    Progress {
        topic: Topic,
        progress: V::Progress,
    },
    /// The topic could not be joined or went away.
    Refused {
        topic: Topic,
        detail: String,
    },
    /// The version of a list or project: whoever shows another one reads it again. Comes when it is joined, and whenever it
    /// changes. That of a project which is not there is empty.
    Changed {
        topic: Topic,
        version: String,
    },
    Pong,
}

/// Nothing can be followed that has no view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Nothing {}

impl Live for Nothing {
    type Event = Self;
    type Progress = Self;

    fn topic(&self) -> Topic {
        match *self {}
    }

    fn seq(&self) -> u64 {
        match *self {}
    }

    fn apply(&mut self, _recorded: &Recorded<Self>) {
        match *self {}
    }
}

/// A frame that carries no view: refusals, versions, pongs.
pub type Notice = Frame<Nothing>;

/// What the text of a frame is about: the topic's name and the type. None for what has no topic.
#[must_use]
pub fn peek(text: &str) -> Option<(&str, &str)> {
    let (topic, rest) = text.strip_prefix(r#"{"topic":""#)?.split_once(r#"","type":""#)?;
    Some((topic, rest.split_once('"')?.0))
}

/// The topic's name and the version of a [`Frame::Changed`], read off its text: both are made of words, numbers and colons.
#[must_use]
pub fn peek_version(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(r#"{"topic":""#)?.strip_suffix(r#""}"#)?.split_once(r#"","type":"changed","version":""#)
}

impl<V> Serialize for Frame<V>
where
    V: Live + Serialize,
    V::Event: Serialize,
    V::Progress: Serialize,
{
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        fn write<S: Serializer, T: Serialize + ?Sized>(
            to: S,
            topic: Topic,
            kind: &str,
            (name, value): (&'static str, &T),
        ) -> Result<S::Ok, S::Error> {
            let mut map = to.serialize_map(Some(3))?;
            map.serialize_entry("topic", &topic)?;
            map.serialize_entry("type", kind)?;
            map.serialize_entry(name, value)?;
            map.end()
        }
        match self {
            Self::Snapshot { topic, view } => write(to, *topic, "snapshot", ("view", view)),
            Self::Events { topic, events } => write(to, *topic, "events", ("events", events)),
            Self::Progress { topic, progress } => write(to, *topic, "progress", ("progress", progress)),
            Self::Refused { topic, detail } => write(to, *topic, "refused", ("detail", detail)),
            Self::Changed { topic, version } => write(to, *topic, "changed", ("version", version)),
            Self::Pong => {
                let mut map = to.serialize_map(Some(1))?;
                map.serialize_entry("type", "pong")?;
                map.end()
            }
        }
    }
}

impl<'de, V> Deserialize<'de> for Frame<V>
where
    V: Live + DeserializeOwned,
    V::Event: DeserializeOwned,
    V::Progress: DeserializeOwned,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::read(Fields::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

impl<V> Frame<V>
where
    V: Live + DeserializeOwned,
    V::Event: DeserializeOwned,
    V::Progress: DeserializeOwned,
{
    fn read(mut fields: Fields) -> Result<Self, Fault> {
        let tag = fields.tag()?;
        if tag == "pong" {
            return Ok(Self::Pong);
        }
        let topic = fields.take("topic")?;
        match tag.as_str() {
            "snapshot" => Ok(Self::Snapshot { topic, view: Box::new(fields.take("view")?) }),
            "events" => Ok(Self::Events { topic, events: fields.take("events")? }),
            "progress" => Ok(Self::Progress { topic, progress: fields.take("progress")? }),
            "refused" => Ok(Self::Refused { topic, detail: fields.take("detail")? }),
            "changed" => Ok(Self::Changed { topic, version: fields.take("version")? }),
            other => Err(Fields::unknown(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        MessageId, ProjectId, SessionId,
        interview::{InterviewView, Piece},
        read_json,
    };
    use uuid::Uuid;

    const ID: Uuid = Uuid::from_u128(7);

    #[test]
    fn the_topic_stands_first() {
        let topic = Topic::interview(SessionId(ID));
        let progress = Piece { reply: MessageId(ID), from: 0, text: "Hello".into() };
        let frames: [(Frame<InterviewView>, String); 4] = [
            (
                Frame::Progress { topic, progress },
                format!(r#"{{"topic":"{topic}","type":"progress","progress":{{"reply":"{ID}","from":0,"text":"Hello"}}}}"#),
            ),
            (Frame::Events { topic, events: Vec::new() }, format!(r#"{{"topic":"{topic}","type":"events","events":[]}}"#)),
            (Frame::Refused { topic, detail: "no".into() }, format!(r#"{{"topic":"{topic}","type":"refused","detail":"no"}}"#)),
            (Frame::Pong, r#"{"type":"pong"}"#.to_owned()),
        ];
        for (frame, text) in frames {
            assert_eq!(serde_json::to_string(&frame).expect("JSON"), text);
            assert_eq!(read_json::<Frame<InterviewView>>(&text).as_ref(), Ok(&frame));
            let kind = text.split(r#""type":""#).nth(1).and_then(|rest| rest.split('"').next()).expect("a type");
            let name = topic.to_string();
            assert_eq!(peek(&text), (frame != Frame::Pong).then_some((name.as_str(), kind)));
        }
        assert!(read_json::<Frame<InterviewView>>(r#"{"topic":"interviews","type":"other"}"#).is_err());
    }

    #[test]
    fn a_version_is_read_off_the_text() {
        for (topic, version) in [
            (Topic::Interviews, ""),
            (Topic::Interviews, "active:2:31 completed:1:17"),
            (Topic::Projects, "2:1700000000000:3400000000000"),
            (Topic::Project(ProjectId(ID)), "1700000000000 2:1700000000000:3400000000000"),
        ] {
            let text = serde_json::to_string(&Notice::Changed { topic, version: version.into() }).expect("JSON");
            assert_eq!(peek_version(&text), Some((topic.to_string().as_str(), version)), "{text}");
            assert_eq!(read_json(&text), Ok(Notice::Changed { topic, version: version.into() }));
        }
        assert_eq!(peek_version(r#"{"type":"pong"}"#), None);
    }

    #[test]
    fn a_request_names_its_topic() {
        let request = serde_json::to_value(Request::Join { topic: Topic::Interviews, after: None }).expect("JSON");
        assert_eq!(request, serde_json::json!({"type": "join", "topic": "interviews", "after": null}));
    }
}
