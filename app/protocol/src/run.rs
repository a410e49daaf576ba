//! A discovery run as it is followed: its phases, its steps, and what it found (seed 002).

mod cost;
mod step;

pub use cost::RunCost;
pub use step::{Fix, RunStep};

use crate::{
    DiscoveryId, ProjectId, RunId, ScheduleId, SessionId, Timestamp, UserId,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{Steps, Work, WorkStatus},
};
use serde::{Deserialize, Serialize};

/// Steps that a view shows; older ones are read by themselves.
pub const SHOWN_STEPS: usize = 200;

/// The phases, in their order (seed 002, Phases Overview).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Initialization,
    ContextLoading,
    SchemaDiscovery,
    Exploration,
    Analysis,
    Validation,
    Recommendations,
    Saving,
}

impl Phase {
    pub const ALL: [Self; 8] = [
        Self::Initialization,
        Self::ContextLoading,
        Self::SchemaDiscovery,
        Self::Exploration,
        Self::Analysis,
        Self::Validation,
        Self::Recommendations,
        Self::Saving,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initialization => "initialization",
            Self::ContextLoading => "context_loading",
            Self::SchemaDiscovery => "schema_discovery",
            Self::Exploration => "exploration",
            Self::Analysis => "analysis",
            Self::Validation => "validation",
            Self::Recommendations => "recommendations",
            Self::Saving => "saving",
        }
    }
}

/// Who explores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExplorerChoice {
    /// A language model where one is set up, else the built-in explorer.
    #[default]
    Auto,
    BuiltIn,
    Model,
}

/// How complete a run is (seed 002, Phase 8: Saving).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunType {
    Full,
    Partial,
    Failed,
}

/// What somebody asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    #[serde(default)]
    pub goal: String,
    /// Ids of areas; all of the pack where none is named.
    #[serde(default)]
    pub areas: Vec<String>,
    pub max_steps: u32,
    pub min_steps: u32,
    #[serde(default)]
    pub explorer: ExplorerChoice,
    #[serde(default)]
    pub budget: RunBudget,
    /// The interview that it follows from.
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// The schedule that began it.
    #[serde(default)]
    pub schedule_id: Option<ScheduleId>,
    /// What it was expected to cost, in US dollars; none where a price is not known.
    #[serde(default)]
    pub estimate: Option<CostRange>,
    /// A process of the command line works on it: no server takes it over.
    #[serde(default)]
    pub by_command_line: bool,
}

/// From the least to the most, in US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CostRange {
    pub low: f64,
    pub high: f64,
}

/// Where a run stops, whatever is left to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunBudget {
    #[serde(default)]
    pub usd: Option<f64>,
    #[serde(default)]
    pub queries: Option<u32>,
    #[serde(default)]
    pub minutes: Option<u32>,
}

record! {
    /// What an insight is called while the run goes on; the whole is in the discovery.
    #[derive(Clone, Debug, PartialEq)]
    pub struct InsightHead {
        pub id: String,
        pub area: String,
        pub name: String,
        pub severity: String,
        /// See `domain::runs::Status`.
        pub status: String,
    }
}

record! {
    /// What a recommendation is called while the run goes on.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RecommendationHead {
        pub id: String,
        pub title: String,
        pub priority: u8,
        pub related_insight_ids: Vec<String>,
    }
}

/// When a phase began and ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseSpan {
    pub phase: Phase,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
}

tagged! {
    pub enum RunEvent {
        Requested = "requested" {
            id: RunId,
            project: ProjectId,
            /// For whom its queries are asked.
            by: UserId,
            request: RunRequest,
        },
        /// Its turn came and a server works on it; again after that one died. Of a process of the command line the first one says
        /// that it waits for its turn.
        Started = "started",
        PhaseBegan = "phase_began" {
            phase: Phase,
        },
        Stepped = "stepped" {
            step: RunStep,
        },
        /// Insights with what is known of them so far; the same id is the same insight.
        Found = "found" {
            insights: Vec<InsightHead>,
        },
        Recommended = "recommended" {
            recommendations: Vec<RecommendationHead>,
        },
        Warned = "warned" {
            warning: String,
        },
        /// What earlier runs and people's feedback tell this one.
        ContextLoaded = "context_loaded" {
            context: String,
        },
        /// Nothing in the data answers to the goal: what a person would have to say.
        GoalDoubted = "goal_doubted" {
            questions: Vec<String>,
        },
        /// What it took so far, in all.
        Spent = "spent" {
            cost: RunCost,
        },
        /// Somebody has it go on with its first unfinished step after it had failed.
        Resumed = "resumed" {
            by_command_line: bool,
        },
        /// Somebody cancelled it: what it found so far is saved.
        CancelRequested = "cancel_requested",
        Ended = "ended" {
            status: WorkStatus,
            run_type: RunType,
            error: Option<String>,
            /// None where there was nothing to save.
            discovery: Option<DiscoveryId>,
        },
    }
}

record! {
    /// Where a run is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RunView {
        pub id: RunId,
        pub project: ProjectId,
        pub request: RunRequest,
        pub work: Work,
        pub phase: Phase,
        pub phases: Vec<PhaseSpan>,
        /// The newest, at most [`SHOWN_STEPS`].
        pub steps: Vec<RunStep>,
        /// All of them, also those that are no longer shown.
        pub step_count: u32,
        /// Of them those that asked a database something.
        pub queries: u32,
        /// Of them those of the exploration, which `max_steps` limits.
        #[serde(default)]
        pub explored: u32,
        pub cost: RunCost,
        pub insights: Vec<InsightHead>,
        #[serde(default)]
        pub recommendations: Vec<RecommendationHead>,
        /// See [`RunEvent::ContextLoaded`].
        pub context: String,
        pub warnings: Vec<String>,
        /// See [`RunEvent::GoalDoubted`].
        #[serde(default)]
        pub goal_questions: Vec<String>,
        pub cancelling: bool,
        pub run_type: Option<RunType>,
        pub error: Option<String>,
        pub discovery: Option<DiscoveryId>,
        pub started_at: Option<Timestamp>,
        pub finished_at: Option<Timestamp>,
        /// It went on after a server had died.
        pub resumed: bool,
    }
}

impl RunView {
    /// Of a run that nobody asked for yet.
    #[must_use]
    pub fn new(id: RunId, project: ProjectId, request: RunRequest) -> Self {
        Self {
            id,
            project,
            request,
            work: Work::default(),
            phase: Phase::Initialization,
            phases: Vec::new(),
            steps: Vec::new(),
            step_count: 0,
            queries: 0,
            explored: 0,
            cost: RunCost::default(),
            insights: Vec::new(),
            recommendations: Vec::new(),
            context: String::new(),
            warnings: Vec::new(),
            goal_questions: Vec::new(),
            cancelling: false,
            run_type: None,
            error: None,
            discovery: None,
            started_at: None,
            finished_at: None,
            resumed: false,
        }
    }

    /// Its turn came, or a server goes on with it.
    fn start(&mut self, at: Timestamp) {
        self.resumed |= self.work.status == WorkStatus::Running;
        self.started_at = self.started_at.or(Some(at));
        self.work.start();
        if self.phases.is_empty() {
            self.begin(Phase::Initialization, at);
        }
    }

    fn begin(&mut self, phase: Phase, at: Timestamp) {
        if let Some(last) = self.phases.last_mut().filter(|last| last.ended_at.is_none()) {
            last.ended_at = Some(at);
        }
        self.phase = phase;
        self.phases.push(PhaseSpan { phase, started_at: at, ended_at: None });
    }
}

impl Steps for RunView {
    type Step = Phase;

    fn work(&self) -> &Work {
        &self.work
    }

    fn steps(&self) -> &[Phase] {
        &Phase::ALL
    }

    /// A phase is over when the next one began.
    fn has(&self, phase: Phase) -> bool {
        self.phases.iter().any(|span| span.phase == phase && span.ended_at.is_some()) || phase < self.phase
    }
}

impl Live for RunView {
    type Event = RunEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::run(self.id)
    }

    fn seq(&self) -> u64 {
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<RunEvent>) {
        self.work.record(recorded);
        match &recorded.event {
            RunEvent::Requested { .. } => self.work = self.work.next(),
            RunEvent::Started if self.request.by_command_line && self.work.starts == 0 => self.work.starts = 1,
            RunEvent::Started => self.start(recorded.at),
            RunEvent::PhaseBegan { phase } => {
                // One that is cancelled before its turn only ends.
                if self.work.status == WorkStatus::Pending && *phase != Phase::Saving {
                    self.start(recorded.at);
                }
                self.begin(*phase, recorded.at);
                self.work.advance();
            }
            RunEvent::Stepped { step } => {
                self.step_count = step.number;
                self.queries += u32::from(step.sql.is_some());
                let asks_late = step.phase == Phase::Analysis && step.kind == "query";
                self.explored += u32::from(step.phase == Phase::Exploration || asks_late);
                self.steps.push(step.clone());
                let most = self.steps.len().saturating_sub(SHOWN_STEPS);
                self.steps.drain(..most);
                self.work.advance();
            }
            RunEvent::Found { insights } => {
                for one in insights {
                    match self.insights.iter_mut().find(|known| known.id == one.id) {
                        Some(known) => known.clone_from(one),
                        None => self.insights.push(one.clone()),
                    }
                }
            }
            RunEvent::Recommended { recommendations } => self.recommendations.clone_from(recommendations),
            RunEvent::Warned { warning } => self.warnings.push(warning.clone()),
            RunEvent::ContextLoaded { context } => self.context.clone_from(context),
            RunEvent::GoalDoubted { questions } => self.goal_questions.clone_from(questions),
            RunEvent::Spent { cost } => self.cost.clone_from(cost),
            RunEvent::Resumed { by_command_line } => {
                let requested_at = self.work.requested_at;
                self.work = Work { requested_at, ..self.work.next() };
                self.request.by_command_line = *by_command_line;
                (self.run_type, self.error, self.finished_at) = (None, None, None);
                (self.cancelling, self.resumed) = (false, true);
                if let Some(last) = self.phases.last_mut() {
                    last.ended_at = None;
                }
            }
            RunEvent::CancelRequested => self.cancelling = true,
            RunEvent::Ended { status, run_type, error, discovery } => {
                if let Some(last) = self.phases.last_mut() {
                    last.ended_at = last.ended_at.or(Some(recorded.at));
                }
                self.work.status = *status;
                self.run_type = Some(*run_type);
                self.error.clone_from(error);
                self.discovery = *discovery;
                self.finished_at = Some(recorded.at);
            }
        }
    }
}
