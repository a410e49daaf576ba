//! A research task: what was asked, what each step came to, and what followed from it (seed 000, Research System).

use super::{CitedFinding, LEASE, Lease, Report, SearchOutcome, SourceRef, StepState};
use crate::{
    Confidence, ResearchId, Timestamp,
    interview::{InterviewEvent, Recorded},
    record::record,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The seed's `ResearchTaskType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskType {
    CompetitiveAnalysis,
    TechFeasibility,
    MarketResearch,
    DomainResearch,
    IntegrationResearch,
}

impl TaskType {
    pub const ALL: [Self; 5] =
        [Self::CompetitiveAnalysis, Self::TechFeasibility, Self::MarketResearch, Self::DomainResearch, Self::IntegrationResearch];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CompetitiveAnalysis => "competitive_analysis",
            Self::TechFeasibility => "tech_feasibility",
            Self::MarketResearch => "market_research",
            Self::DomainResearch => "domain_research",
            Self::IntegrationResearch => "integration_research",
        }
    }
}

/// The seed's four states; one that was cancelled failed with [`CANCELLED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    #[default]
    Pending,
    Running,
    Completed,
    Failed,
}

/// The error of a task that a person stopped.
pub const CANCELLED: &str = "cancelled";

impl TaskStatus {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }
}

/// Why something is looked up: the seed's four reasons, and a person's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    LowConfidence,
    ComplexDomain,
    UserRequest,
    AmbiguousAnswer,
    ByHand,
}

/// The five steps of a task, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Search,
    Read,
    Summarise,
    Store,
    UpdateObligation,
}

impl Step {
    pub const ALL: [Self; 5] = [Self::Search, Self::Read, Self::Summarise, Self::Store, Self::UpdateObligation];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Read => "read",
            Self::Summarise => "summarise",
            Self::Store => "store",
            Self::UpdateObligation => "update_obligation",
        }
    }
}

record! {
    /// What is asked of research.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ResearchRequest {
        pub id: ResearchId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub obligation_key: Option<String>,
        pub task_type: TaskType,
        pub query: String,
        /// 1 to 10, higher first.
        pub priority: u8,
        pub trigger: Trigger,
    }
}

record! {
    /// A page that was to be read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct PageRead {
        /// The place of the hit.
        pub hit: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub source: Option<SourceRef>,
        /// Why it could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fault: Option<String>,
    }
}

/// What research changed of an obligation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResearchEffect {
    pub from: Confidence,
    pub to: Confidence,
    /// The confidence without anything that research found; not told of what was found earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Confidence>,
    /// The value that was proposed where none was held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The event that the value came with that this is about.
    pub value_seq: u64,
    /// It found something against the held value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub contradicted: bool,
}

const fn is_zero(count: &u32) -> bool {
    *count == 0
}

record! {
    /// A task with everything it came to so far (the seed's `discovery_research_tasks`).
    #[derive(Clone, Debug, PartialEq)]
    pub struct ResearchTask {
        pub id: ResearchId,
        pub asked: ResearchRequest,
        pub status: TaskStatus,
        /// The turn it was asked for in.
        pub turn: u32,
        pub created_at: Timestamp,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub started_at: Option<Timestamp>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub completed_at: Option<Timestamp>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// How often it was taken up since it was asked for or retried.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub starts: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lease: Option<Lease>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub search: Option<SearchOutcome>,
        /// How many were found in all.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub found: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub reads: Vec<PageRead>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub report: Option<Report>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub stored: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub effect: Option<ResearchEffect>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub undone: bool,
    }
}

impl ResearchTask {
    /// The first step without a result; none when all have one.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        match (&self.search, &self.report) {
            _ if self.status == TaskStatus::Completed => None,
            (None, _) => Some(Step::Search),
            (Some(search), None) if self.reads.len() < search.hits.len() => Some(Step::Read),
            (Some(_), None) => Some(Step::Summarise),
            (Some(_), Some(_)) if !self.stored => Some(Step::Store),
            (Some(_), Some(_)) => Some(Step::UpdateObligation),
        }
    }

    /// How far each step is.
    #[must_use]
    pub fn state(&self, step: Step) -> StepState {
        match self.step() {
            None => StepState::Done,
            Some(now) if step < now => StepState::Done,
            Some(now) if step > now => StepState::Waiting,
            Some(_) => match self.status {
                TaskStatus::Failed => StepState::Failed,
                TaskStatus::Running => StepState::Running,
                TaskStatus::Pending | TaskStatus::Completed => StepState::Waiting,
            },
        }
    }

    #[must_use]
    pub fn findings(&self) -> &[CitedFinding] {
        self.report.as_ref().map_or(&[], |report| &report.findings)
    }

    /// The sources that were read, each once.
    pub fn sources(&self) -> impl Iterator<Item = &SourceRef> {
        self.reads.iter().filter_map(|read| read.source.as_ref())
    }

    /// The answer it is about has another key from now on.
    pub(crate) fn rekey(&mut self, was: &str, is: &str) {
        if let Some(key) = self.asked.obligation_key.as_mut().filter(|key| *key == was) {
            is.clone_into(key);
        }
    }

    fn apply(&mut self, recorded: &Recorded) {
        let at = recorded.at;
        if let Some(lease) = &mut self.lease {
            // Every result is a sign of life.
            lease.until = Timestamp(at.0.saturating_add(lease.length));
        }
        match &recorded.event {
            InterviewEvent::ResearchStarted { node, lease, .. } => {
                let length = lease.unwrap_or(LEASE);
                self.status = TaskStatus::Running;
                self.starts += 1;
                self.started_at.get_or_insert(at);
                self.lease = Some(Lease { node: *node, until: Timestamp(at.0.saturating_add(length)), length });
            }
            InterviewEvent::ResearchSearched { outcome, found, .. } => {
                self.search = Some(outcome.clone());
                self.found = *found;
            }
            InterviewEvent::ResearchRead { page, .. } => self.reads.push(page.clone()),
            InterviewEvent::ResearchSummarised { report, .. } => self.report = Some(report.clone()),
            InterviewEvent::ResearchStored { .. } => self.stored = true,
            InterviewEvent::ResearchCompleted { effect, .. } => {
                self.over(TaskStatus::Completed, at);
                self.effect.clone_from(effect);
                // What was shown of each hit is in the sources by now.
                self.search.iter_mut().flat_map(|search| &mut search.hits).for_each(|hit| hit.snippet.clear());
            }
            InterviewEvent::ResearchFailed { error, .. } => {
                self.over(TaskStatus::Failed, at);
                self.error = Some(error.clone());
            }
            InterviewEvent::ResearchReleased { .. } => {
                // Nothing went wrong with it, however often servers are exchanged.
                (self.status, self.lease, self.starts) = (TaskStatus::Pending, None, self.starts.saturating_sub(1));
            }
            InterviewEvent::ResearchRetried { .. } => {
                self.status = TaskStatus::Pending;
                (self.error, self.completed_at, self.starts) = (None, None, 0);
                // Pages that could not be read may be there by now; what was read need not be read again.
                if self.report.is_none() && self.sources().next().is_none() {
                    self.reads.clear();
                    // Nothing was found: there may be something by now.
                    self.search.take_if(|search| search.hits.is_empty());
                }
            }
            InterviewEvent::ResearchUndone { .. } => self.undone = true,
            _ => {}
        }
    }

    fn over(&mut self, status: TaskStatus, at: Timestamp) {
        self.status = status;
        self.completed_at = Some(at);
        self.lease = None;
    }
}

/// Takes an event about research.
pub(crate) fn apply(tasks: &mut Vec<ResearchTask>, recorded: &Recorded) {
    let id = match &recorded.event {
        InterviewEvent::ResearchRequested { task } => {
            tasks.push(ResearchTask {
                id: task.id,
                asked: task.clone(),
                status: TaskStatus::Pending,
                turn: recorded.turn,
                created_at: recorded.at,
                started_at: None,
                completed_at: None,
                error: None,
                starts: 0,
                lease: None,
                search: None,
                found: 0,
                reads: Vec::new(),
                report: None,
                stored: false,
                effect: None,
                undone: false,
            });
            return;
        }
        event => event.research(),
    };
    if let Some(task) = tasks.iter_mut().find(|task| Some(task.id) == id) {
        task.apply(recorded);
    }
}

impl InterviewEvent {
    /// The research task that the event is about.
    #[must_use]
    pub const fn research(&self) -> Option<ResearchId> {
        match self {
            Self::ResearchRequested { task } => Some(task.id),
            Self::ResearchStarted { id, .. }
            | Self::ResearchSearched { id, .. }
            | Self::ResearchRead { id, .. }
            | Self::ResearchSummarised { id, .. }
            | Self::ResearchStored { id }
            | Self::ResearchCompleted { id, .. }
            | Self::ResearchFailed { id, .. }
            | Self::ResearchReleased { id }
            | Self::ResearchRetried { id }
            | Self::ResearchUndone { id } => Some(*id),
            _ => None,
        }
    }
}
