//! What every long-lived thing has in common: a topic it is followed under, events in order, and a view that they change.
//!
//! Server and browser run the same [`Live::apply`]; whoever holds a snapshot and applies the later events has the server's view.

use crate::{AskId, CompanySearchId, PipelineId, ProjectId, ProjectSourceId, RunId, SessionId, Timestamp, tagged::Fields};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{fmt, str::FromStr};
use uuid::Uuid;

/// The kinds of streams. One name in every layer: topics, the table `streams`, logs and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Interview,
    /// A pack that is drafted for a project; its id is the project's.
    Pack,
    /// The reading of a project's source; its id is the source's.
    Reading,
    /// A discovery run of a project.
    Run,
    /// A search for companies.
    Search,
    /// A question to a project.
    Ask,
    /// Findings on their way to specifications.
    Pipeline,
}

impl Kind {
    pub const ALL: [Self; 7] = [Self::Interview, Self::Pack, Self::Reading, Self::Run, Self::Search, Self::Ask, Self::Pipeline];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Interview => "interview",
            Self::Pack => "pack",
            Self::Reading => "reading",
            Self::Run => "run",
            Self::Search => "search",
            Self::Ask => "ask",
            Self::Pipeline => "pipeline",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or("no kind of stream")
    }
}

/// What can be followed over the socket. A stream is written `kind:id` and sends its events; a list or a project is written
/// `interviews`, `projects`, `searches`, `ask_schedules`, `project:<id>`, `runs:<id of the project>`, `asks:<id of the project>` or
/// `pipelines:<id of the project>` and sends its version only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Topic {
    Stream(Kind, Uuid),
    /// The list of one's own interviews.
    Interviews,
    /// The list of one's own searches for companies.
    Searches,
    /// One's own kept answers that are asked for again.
    AskSchedules,
    /// The newest projects of one's tenant.
    Projects,
    /// One project with its sources.
    Project(ProjectId),
    /// The runs of a project.
    Runs(ProjectId),
    /// The asks of a project.
    Asks(ProjectId),
    /// The pipelines of a project.
    Pipelines(ProjectId),
}

impl Topic {
    #[must_use]
    pub const fn interview(id: SessionId) -> Self {
        Self::Stream(Kind::Interview, id.0)
    }

    #[must_use]
    pub const fn pack(project: ProjectId) -> Self {
        Self::Stream(Kind::Pack, project.0)
    }

    #[must_use]
    pub const fn reading(source: ProjectSourceId) -> Self {
        Self::Stream(Kind::Reading, source.0)
    }

    #[must_use]
    pub const fn run(id: RunId) -> Self {
        Self::Stream(Kind::Run, id.0)
    }

    #[must_use]
    pub const fn search(id: CompanySearchId) -> Self {
        Self::Stream(Kind::Search, id.0)
    }

    #[must_use]
    pub const fn ask(id: AskId) -> Self {
        Self::Stream(Kind::Ask, id.0)
    }

    #[must_use]
    pub const fn pipeline(id: PipelineId) -> Self {
        Self::Stream(Kind::Pipeline, id.0)
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream(kind, id) => write!(f, "{kind}:{id}"),
            Self::Interviews => f.write_str("interviews"),
            Self::Projects => f.write_str("projects"),
            Self::Searches => f.write_str("searches"),
            Self::AskSchedules => f.write_str("ask_schedules"),
            Self::Project(id) => write!(f, "project:{id}"),
            Self::Runs(id) => write!(f, "runs:{id}"),
            Self::Asks(id) => write!(f, "asks:{id}"),
            Self::Pipelines(id) => write!(f, "pipelines:{id}"),
        }
    }
}

impl FromStr for Topic {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        const NO_ID: &str = "not the id of a topic";
        match name.split_once(':') {
            None if name == "interviews" => Ok(Self::Interviews),
            None if name == "projects" => Ok(Self::Projects),
            None if name == "searches" => Ok(Self::Searches),
            None if name == "ask_schedules" => Ok(Self::AskSchedules),
            Some(("project", id)) => id.parse().map(Self::Project).map_err(|_| NO_ID),
            Some(("runs", id)) => id.parse().map(Self::Runs).map_err(|_| NO_ID),
            Some(("asks", id)) => id.parse().map(Self::Asks).map_err(|_| NO_ID),
            Some(("pipelines", id)) => id.parse().map(Self::Pipelines).map_err(|_| NO_ID),
            Some((kind, id)) => Ok(Self::Stream(kind.parse()?, id.parse().map_err(|_| NO_ID)?)),
            None => Err("not a topic"),
        }
    }
}

impl TryFrom<String> for Topic {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<Topic> for String {
    fn from(topic: Topic) -> Self {
        topic.to_string()
    }
}

/// An event with its place in the stream.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recorded<E> {
    /// 1, 2, 3 … without a gap.
    pub seq: u64,
    pub at: Timestamp,
    /// The turn of the conversation; 0 in streams that are none.
    pub turn: u32,
    pub event: E,
}

impl<'de, E: DeserializeOwned> Deserialize<'de> for Recorded<E> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(from)?;
        let mut read = || {
            let (seq, at) = (fields.take("seq")?, fields.take("at")?);
            Ok(Self { seq, at, turn: fields.take("turn")?, event: fields.take("event")? })
        };
        read().map_err(|fault: crate::plain::Fault| serde::de::Error::custom(fault))
    }
}

/// A view that is followed: it changes by events alone.
pub trait Live {
    type Event;
    /// What is shown between two events: neither stored nor in the sequence.
    type Progress;

    fn topic(&self) -> Topic;
    /// The last event applied.
    fn seq(&self) -> u64;
    /// Total: an event that does not fit leaves the view as it is, but for the sequence.
    fn apply(&mut self, recorded: &Recorded<Self::Event>);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_written_as_one_word() {
        let id = Uuid::from_u128(7);
        let topics = [
            (Topic::Interviews, "interviews".to_owned()),
            (Topic::Projects, "projects".to_owned()),
            (Topic::Searches, "searches".to_owned()),
            (Topic::AskSchedules, "ask_schedules".to_owned()),
            (Topic::search(CompanySearchId(id)), format!("search:{id}")),
            (Topic::Project(ProjectId(id)), format!("project:{id}")),
            (Topic::Runs(ProjectId(id)), format!("runs:{id}")),
            (Topic::Asks(ProjectId(id)), format!("asks:{id}")),
            (Topic::ask(AskId(id)), format!("ask:{id}")),
            (Topic::run(RunId(id)), format!("run:{id}")),
            (Topic::interview(SessionId(id)), format!("interview:{id}")),
            (Topic::pack(ProjectId(id)), format!("pack:{id}")),
            (Topic::reading(ProjectSourceId(id)), format!("reading:{id}")),
        ];
        for (topic, name) in topics {
            assert_eq!((topic.to_string(), name.parse()), (name.clone(), Ok(topic)));
        }
        for wrong in [
            "", "project", "project:", "project:7", "runs", "runs:7", "interviews:7", "Projects", "interview", "interview:x",
            "other:7",
        ] {
            assert!(wrong.parse::<Topic>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_event_is_read_as_it_was_written() {
        let event = Recorded { seq: 3, at: Timestamp(5), turn: 1, event: "x".to_owned() };
        let json = serde_json::to_string(&event).expect("plain data");
        assert_eq!(json, r#"{"seq":3,"at":5,"turn":1,"event":"x"}"#);
        assert_eq!(crate::read_json::<Recorded<String>>(&json).as_ref(), Ok(&event));
        assert!(crate::read_json::<Recorded<String>>(r#"{"seq":3}"#).is_err());
    }
}
