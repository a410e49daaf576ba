//! What the pages of runs show.

use crate::calls::Listed;
use protocol::{
    DiscoveryId, ProjectId, RunId, SessionId, Timestamp,
    discovery::{Discovery, Insight, Recommendation},
    run::{CostRange, Phase, RunStep, RunType, RunView},
    work::WorkStatus,
};
use serde::{Deserialize, Serialize};

/// A run as lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunCard {
    pub id: RunId,
    pub goal: String,
    pub status: WorkStatus,
    /// `full`, `partial` or `failed`, once it is over.
    pub run_type: Option<String>,
    pub phase: Phase,
    /// Runs of the project that come before it, while it waits.
    pub ahead: u32,
    pub insights: u32,
    pub error: Option<String>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// An area of the project's pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaShown {
    pub id: String,
    pub name: String,
    pub about: String,
}

/// The runs of a project, newest first, and what the form to start one needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunsView {
    pub page: Listed<RunCard>,
    /// Where the runs were when they were read, in the words of `Frame::Changed`.
    pub mark: String,
    pub areas: Vec<AreaShown>,
    /// Why none can be started now; empty where one can.
    pub blocked: String,
    /// The interview whose findings the next run uses: its id and title.
    pub session: Option<(SessionId, String)>,
    /// What the entered run would take, where the address asks for it.
    pub estimate: Option<EstimateShown>,
    /// Why it cannot be estimated.
    pub fault: Option<String>,
}

/// What a run would take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EstimateShown {
    /// In US dollars; none where a price is not known.
    pub usd: Option<CostRange>,
    /// What else is known of it, a sentence each.
    pub lines: Vec<String>,
    /// Why the limit in US dollars that was entered cannot be kept; empty where it can, and where none was entered.
    #[serde(default)]
    pub unpriced: Vec<Unpriced>,
}

/// Something whose price is not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unpriced {
    /// What becomes of the limit, in a sentence.
    pub what: String,
    /// Where the price is set, for whoever may.
    pub page: Option<String>,
}

/// A run as somebody entered it; what is empty was not entered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunWish {
    pub project: String,
    pub goal: String,
    pub areas: Vec<String>,
    /// `auto`, `built_in` or `model`.
    pub explorer: String,
    pub max_steps: String,
    pub queries: String,
    pub minutes: String,
    pub usd: String,
    pub session: String,
}

/// What the address of the list asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunsRequest {
    pub project: String,
    /// Where the list begins.
    pub after: String,
    /// What the form begins with.
    pub wish: RunWish,
    /// It is to be estimated.
    pub estimate: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunAddress {
    pub project: String,
    pub run: String,
}

impl RunAddress {
    pub(crate) fn path(&self) -> String {
        format!("/projects/{}/runs/{}", self.project, self.run)
    }
}

/// What somebody does with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunDeed {
    Cancel,
    /// Has one that failed go on with its first unfinished step.
    Resume,
    /// Starts another one of the same request.
    Again,
}

/// A run with what it found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholeRun {
    pub view: RunView,
    pub project_name: String,
    /// Runs of the project that come first.
    pub ahead: u32,
    /// See [`RunsView::mark`].
    pub mark: String,
    /// Once it is over.
    pub found: Option<Discovery>,
    /// It found something that this version cannot read.
    pub unreadable: bool,
    pub may_change: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    #[default]
    Insight,
    Recommendation,
}

/// What the address of a finding names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingAddress {
    pub of: RunAddress,
    pub kind: FindingKind,
    /// `churn-1` or `rec-1`.
    pub id: String,
}

/// A finding with everything that belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WholeFinding {
    pub project: ProjectId,
    pub project_name: String,
    pub run: RunId,
    pub goal: String,
    pub discovery: DiscoveryId,
    pub run_type: RunType,
    /// One of the two.
    pub insight: Option<Insight>,
    pub recommendation: Option<Recommendation>,
    /// Recommendations of an insight, or insights of a recommendation.
    pub counterparts: Vec<Counterpart>,
    /// The steps that it follows from.
    pub steps: Vec<SourceStep>,
    pub rating: Option<OwnRating>,
    pub may_rate: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterpart {
    pub id: String,
    pub name: String,
    /// How many counterparts it has itself.
    pub others: usize,
}

/// A step with the beginning of what its query answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceStep {
    pub step: RunStep,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnRating {
    pub like: bool,
    pub comment: String,
}

/// What somebody thinks of a finding; without a rating an earlier one is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingWish {
    pub of: FindingAddress,
    pub rating: Option<OwnRating>,
}

/// What the start page says of runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeRuns {
    /// One that is under way, or the newest one.
    pub newest: Option<HomeRun>,
    /// A project with tables that no run has explored: its id and name.
    pub explore: Option<(ProjectId, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeRun {
    pub project: ProjectId,
    pub project_name: String,
    pub card: RunCard,
    /// See [`RunsView::mark`].
    pub mark: String,
}
