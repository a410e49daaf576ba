//! Ids are newtypes over UUIDv7, made in one place on the server (`actors::stamp`), never in the browser's own code.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )+};
}

ids! {
    /// A tenant: whoever owns interviews, objectives and users together.
    TenantId,
    /// A person, or the automation behind an API token.
    UserId,
    /// An interview (the seed's `elicitation_sessions.id`).
    SessionId,
    /// A discovery objective at one version.
    ObjectiveId,
    /// One message of an interview.
    MessageId,
    /// A tenant's own pool of questions.
    PoolId,
    /// An API token.
    TokenId,
    /// A page that was read, or a document that was imported.
    SourceId,
    /// A research task (the seed's `discovery_research_tasks.id`).
    ResearchId,
    /// One cited finding of a research task.
    FindingId,
    /// A project with its sources.
    ProjectId,
    /// A database, an API, documents or skills of a project.
    ProjectSourceId,
    /// An uploaded file of a source.
    FileId,
    /// Something that is known about a project.
    FactId,
    /// A discovery run.
    RunId,
    /// When a project's data is explored again by itself.
    ScheduleId,
    /// What a run found, as it was saved.
    DiscoveryId,
    /// A search for companies.
    CompanySearchId,
    /// When somebody's search for companies is made again by itself.
    CompanyScheduleId,
    /// A place that a tenant adds to the gazetteer.
    CompanyPlaceId,
    /// A question that was put to a project.
    AskId,
    /// When somebody's kept answer is asked for again by itself.
    AskScheduleId,
    /// What a kept answer came to when it was asked for again.
    AskResultId,
    /// Questions that follow one another.
    ConversationId,
    /// Findings on their way through the stages.
    PipelineId,
    /// A problem worth solving, with what the stages made of it.
    OpportunityId,
}
