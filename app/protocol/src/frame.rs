//! What travels over `/ws`: the browser joins topics, the server answers snapshots and events.

use crate::{
    MessageId, ProjectId, SessionId,
    interview::{InterviewView, Recorded},
    tagged::tagged,
};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

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
    /// Be told where something stands that is read by asking for it.
    Watch {
        what: Watched,
    },
    Unwatch {
        what: Watched,
    },
    Ping,
}

/// What can be watched: no more is told of it than where it stands. Written as `interviews`, `projects` and `project:<id>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Watched {
    /// The list of one's own interviews.
    Interviews,
    /// The newest projects of one's tenant.
    Projects,
    /// One project with its sources.
    Project(ProjectId),
}

impl fmt::Display for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interviews => f.write_str("interviews"),
            Self::Projects => f.write_str("projects"),
            Self::Project(id) => write!(f, "project:{id}"),
        }
    }
}

impl FromStr for Watched {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name.split_once(':') {
            None if name == "interviews" => Ok(Self::Interviews),
            None if name == "projects" => Ok(Self::Projects),
            Some(("project", id)) => id.parse().map(Self::Project).map_err(|_| "not the id of a project"),
            _ => Err("nothing that can be watched"),
        }
    }
}

impl TryFrom<String> for Watched {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<Watched> for String {
    fn from(what: Watched) -> Self {
        what.to_string()
    }
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
        /// Where something that is watched stands: whoever shows it as it stood at another mark reads it anew. Comes when it is
        /// first watched, and whenever it stands elsewhere. That of a project which is not there is empty.
        Stands = "stands" {
            what: Watched,
            mark: String,
        },
        Pong = "pong",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_is_written_as_one_word() {
        let id = ProjectId(uuid::Uuid::from_u128(7));
        for what in [Watched::Interviews, Watched::Projects, Watched::Project(id)] {
            assert_eq!(what.to_string().parse(), Ok(what));
        }
        let request = serde_json::to_value(Request::Watch { what: Watched::Project(id) }).expect("JSON");
        assert_eq!(request, serde_json::json!({"type": "watch", "what": format!("project:{id}")}));
        for wrong in ["", "project", "project:", "project:7", "interviews:7", "Projects"] {
            assert!(wrong.parse::<Watched>().is_err(), "{wrong}");
        }
    }
}
