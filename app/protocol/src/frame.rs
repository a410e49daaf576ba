//! What travels over `/ws`: the browser joins topics, the server answers snapshots and events.

use crate::{
    MessageId, SessionId,
    interview::{InterviewView, Recorded},
    tagged::tagged,
};
use serde::{Deserialize, Serialize};

/// From the browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Request {
    /// Follow an interview. `after` is the last event seen: the rest follows, or one snapshot where too much is missing.
    Join {
        interview: SessionId,
        #[serde(default)]
        after: Option<u64>,
    },
    Leave {
        interview: SessionId,
    },
    /// Follow the list of one's own interviews.
    JoinList,
    LeaveList,
    Ping,
}

tagged! {
    /// From the server.
    pub enum Frame {
        /// The whole interview at one point, in place of whatever was held.
        Snapshot = "snapshot" {
            interview: SessionId,
            view: Box<InterviewView>,
        },
        /// Events in order, without a gap after what was sent before.
        Events = "events" {
            interview: SessionId,
            events: Vec<Recorded>,
        },
        /// Text of a reply while it is written. Not stored, not sequenced: the finished message carries the whole text.
        Progress = "progress" {
            interview: SessionId,
            message_id: MessageId,
            /// Where `delta` begins in the text, in bytes: what is held from there on gives way to it. 0 begins anew.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from: Option<u32>,
            delta: String,
        },
        /// The topic could not be joined or went away.
        Refused = "refused" {
            interview: SessionId,
            detail: String,
        },
        /// Where the list of one's own interviews stands: whoever shows it as it stood at another mark reads it anew. Comes when
        /// the list is joined, and whenever it stands elsewhere.
        Listed = "listed" {
            mark: String,
        },
        Pong = "pong",
    }
}
