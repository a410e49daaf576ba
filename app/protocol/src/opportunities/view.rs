//! A pipeline as it is followed: its findings, its stages, its opportunities, the contract events between them.

use super::{
    Contract, ContractCycle, Finding, Opportunity, OpportunityStatus, PipelineCost, PipelineSource, Stage, StageStatus, StageView,
};
use crate::{
    OpportunityId, PipelineId, ProjectId, Timestamp, UserId,
    record::record,
    work::{Work, WorkStatus},
};
use serde::{Deserialize, Serialize};

/// Where a pipeline is, as programs read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PipelineStatus {
    Pending,
    Running,
    Completed,
    Failed,
    Stopped,
}

impl PipelineStatus {
    pub const ALL: [Self; 5] = [Self::Pending, Self::Running, Self::Completed, Self::Failed, Self::Stopped];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct PipelineView {
        pub id: PipelineId,
        pub project: ProjectId,
        pub by: UserId,
        pub source: PipelineSource,
        pub start: Stage,
        pub model: Option<String>,
        pub fell_back: Option<String>,
        pub work: Work,
        /// Every attempt, in the order they began; stages that nobody came to yet are not among them.
        pub stages: Vec<StageView>,
        pub findings: Vec<Finding>,
        pub left_out: Vec<String>,
        /// In the order they were framed.
        pub opportunities: Vec<Opportunity>,
        pub contract_log: Vec<ContractCycle>,
        /// Of the stage that is in progress.
        pub contract: Contract,
        /// What the stage in progress has still to make something of.
        pub todo: Vec<OpportunityId>,
        /// Findings framed so far.
        pub framed: u32,
        /// The stage in progress has all its input.
        pub explored: bool,
        pub calls: u32,
        pub cost: PipelineCost,
        pub error: Option<String>,
        pub started_at: Option<Timestamp>,
        pub finished_at: Option<Timestamp>,
    }
}

impl PipelineView {
    #[must_use]
    pub fn new(
        (id, project, by): (PipelineId, ProjectId, UserId),
        source: PipelineSource,
        (start, carried): (Stage, Vec<Opportunity>),
        model: Option<String>,
    ) -> Self {
        let done_before = |stage: &Stage| *stage < start;
        // What went through the first stages before brings its findings along.
        let findings = if start > Stage::Exploration { source.findings.clone() } else { Vec::new() };
        Self {
            framed: u32::try_from(findings.len()).unwrap_or(u32::MAX),
            findings,
            id,
            project,
            by,
            source,
            start,
            model,
            fell_back: None,
            work: Work::default(),
            stages: Stage::ALL
                .into_iter()
                .filter(done_before)
                .map(|stage| StageView::new(stage, 0, StageStatus::Completed))
                .collect(),
            left_out: Vec::new(),
            opportunities: carried,
            contract_log: Vec::new(),
            contract: Contract::default(),
            todo: Vec::new(),
            explored: false,
            calls: 0,
            cost: PipelineCost::default(),
            error: None,
            started_at: None,
            finished_at: None,
        }
    }

    #[must_use]
    pub const fn status(&self) -> PipelineStatus {
        match self.work.status {
            WorkStatus::Pending => PipelineStatus::Pending,
            WorkStatus::Running => PipelineStatus::Running,
            WorkStatus::Completed => PipelineStatus::Completed,
            WorkStatus::Failed => PipelineStatus::Failed,
            WorkStatus::Cancelled => PipelineStatus::Stopped,
        }
    }

    /// Whose judgements these are: the model's name or `built_in`.
    #[must_use]
    pub fn engine(&self) -> &str {
        match &self.model {
            Some(model) if self.fell_back.is_none() => model,
            _ => "built_in",
        }
    }

    /// The attempt that is in progress.
    #[must_use]
    pub fn active(&self) -> Option<&StageView> {
        self.stages.iter().find(|stage| stage.status == StageStatus::InProgress)
    }

    /// The latest attempt at a stage.
    #[must_use]
    pub fn latest(&self, stage: Stage) -> Option<&StageView> {
        self.stages.iter().rev().find(|one| one.stage == stage)
    }

    /// It waits for people.
    #[must_use]
    pub fn is_in_review(&self) -> bool {
        self.latest(Stage::HumanReview).is_some_and(|stage| stage.status == StageStatus::CheckpointReached)
    }

    #[must_use]
    pub fn opportunity(&self, id: OpportunityId) -> Option<&Opportunity> {
        self.opportunities.iter().find(|one| one.id == id)
    }

    /// All but those that were split, in the order of their place; what has warnings after the others of no place.
    #[must_use]
    pub fn listed(&self) -> Vec<&Opportunity> {
        let mut listed: Vec<&Opportunity> =
            self.opportunities.iter().filter(|one| one.status != OpportunityStatus::Split).collect();
        listed.sort_by_key(|one| (one.place(), one.priority.is_none(), one.warnings().next().is_some()));
        listed
    }
}
