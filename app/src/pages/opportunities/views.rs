//! What the pages of opportunities show.

use crate::calls::Listed;
use protocol::{
    OpportunityId, PipelineId, ProjectId, Timestamp, UserId,
    opportunities::{Boundary, PipelineStatus, PipelineView, Stage},
};
use serde::{Deserialize, Serialize};

/// A pipeline as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PipelineCard {
    pub id: PipelineId,
    pub project: ProjectId,
    pub project_name: String,
    /// Where its findings come from, in a word or two; empty where that is not known.
    pub source: String,
    pub status: PipelineStatus,
    /// The stage in progress or reached last.
    pub stage: Stage,
    pub engine: String,
    pub findings: u32,
    pub opportunities: u32,
    pub undecided: u32,
    pub warned: u32,
    pub error: Option<String>,
    pub created_at: Timestamp,
}

/// What the address of the list asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PipelinesRequest {
    /// Empty for all.
    pub project: String,
    /// Where the list begins.
    pub after: String,
    /// What the form begins with, as its choice names it: `run:<id>`.
    pub source: String,
}

/// The pipelines of the tenant or of one project, newest first, and what the form to begin one needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PipelinesView {
    pub projects: Vec<(ProjectId, String)>,
    /// The chosen project; the only one is chosen.
    pub project: Option<SourcesOffered>,
    pub page: Listed<PipelineCard>,
    /// Where the list was when it was read, in the words of `Frame::Changed`; empty where no project is chosen.
    pub mark: String,
    pub request: PipelinesRequest,
    pub may_begin: bool,
}

/// Where the findings of a pipeline can come from in a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcesOffered {
    pub id: ProjectId,
    pub name: String,
    /// Runs that are over and found something.
    pub runs: Vec<SourceChoice>,
    /// One's own.
    pub interviews: Vec<SourceChoice>,
    /// One's own.
    pub searches: Vec<SourceChoice>,
    /// One's own.
    pub asks: Vec<SourceChoice>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceChoice {
    /// `run:<id>`, `session:<id>`, `search:<id>` or `ask:<id>`.
    pub value: String,
    pub name: String,
}

/// How often what a prompt or an edition of the rules made was rejected by its receiver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProducerShown {
    pub boundary: Boundary,
    pub engine: String,
    pub prompt_version: String,
    /// Items of first validations.
    pub items: u64,
    /// Of them.
    pub rejected: u64,
    /// Rounds of revising that followed.
    pub retries: u64,
}

/// What the address of one names: a pipeline or an opportunity.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PipelineAddress {
    pub id: String,
}

/// A pipeline with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholePipeline {
    pub view: PipelineView,
    pub around: PipelineAround,
}

/// What belongs to a pipeline and is not followed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PipelineAround {
    /// Where the address names an opportunity.
    pub chosen: Option<OpportunityId>,
    pub project_name: String,
    /// Who decided, and who is looking, by name.
    pub people: Vec<(UserId, String)>,
    /// What this person thinks of the chosen opportunity.
    pub rating: Option<OwnRating>,
    pub may_change: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnRating {
    pub like: bool,
    pub comment: String,
}

/// What somebody does on a page of opportunities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpportunityAct {
    /// Begins a pipeline.
    #[default]
    Begin,
    Stop,
    /// Sends the whole stage back.
    SendBack,
    /// About one opportunity.
    Decide,
    /// What an experiment showed.
    Report,
    /// Thumbs.
    Rate,
}

impl OpportunityAct {
    pub const ALL: [Self; 6] = [Self::Begin, Self::Stop, Self::SendBack, Self::Decide, Self::Report, Self::Rate];

    /// As forms send it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::Stop => "stop",
            Self::SendBack => "send_back",
            Self::Decide => "decide",
            Self::Report => "report",
            Self::Rate => "rate",
        }
    }
}

/// The fields that the forms of these pages send; each act reads its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpportunityWish {
    pub act: OpportunityAct,
    pub project: String,
    /// See [`SourceChoice::value`]; empty for none.
    pub source: String,
    /// Pasted.
    pub findings: String,
    pub pipeline: String,
    pub opportunity: String,
    /// Where it goes back to, by its name.
    pub stage: String,
    pub guidance: String,
    pub decision: String,
    /// The number of the decision that is to be taken back; with `reopened` only.
    pub takes_back: String,
    pub reasoning: String,
    pub priority: String,
    pub outcome: String,
    pub results: String,
    pub recommendation: String,
    /// `like`, `dislike`, or `none` to take it back.
    pub rating: String,
    pub comment: String,
}

/// The address of the list of a project.
#[must_use]
pub fn pipelines_path(project: ProjectId) -> String {
    format!("/opportunities?project={project}")
}
