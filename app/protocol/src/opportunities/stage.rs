//! The six stages, who works in them, and the boundaries where a receiver validates its input.

use super::Agent::{FeasibilityDesigner, OpportunityPm, SolutionDesigner, TpmAgent};
use crate::{OpportunityId, Timestamp, record::record};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Exploration,
    OpportunityFraming,
    SolutionValidation,
    FeasibilityRisk,
    Prioritization,
    HumanReview,
}

impl Stage {
    pub const ALL: [Self; 6] = [
        Self::Exploration,
        Self::OpportunityFraming,
        Self::SolutionValidation,
        Self::FeasibilityRisk,
        Self::Prioritization,
        Self::HumanReview,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exploration => "exploration",
            Self::OpportunityFraming => "opportunity_framing",
            Self::SolutionValidation => "solution_validation",
            Self::FeasibilityRisk => "feasibility_risk",
            Self::Prioritization => "prioritization",
            Self::HumanReview => "human_review",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// Where work may go back to from here.
    #[must_use]
    pub const fn ways_back(self) -> &'static [Self] {
        match self {
            Self::Exploration | Self::OpportunityFraming => &[],
            Self::SolutionValidation => &[Self::OpportunityFraming],
            Self::FeasibilityRisk => &[Self::SolutionValidation],
            Self::Prioritization => &[Self::FeasibilityRisk],
            Self::HumanReview => &[
                Self::Exploration,
                Self::OpportunityFraming,
                Self::SolutionValidation,
                Self::FeasibilityRisk,
                Self::Prioritization,
            ],
        }
    }

    /// The boundary whose receiver works in this stage.
    #[must_use]
    pub const fn boundary(self) -> Option<Boundary> {
        match self {
            Self::SolutionValidation => Some(Boundary::BriefToSolution),
            Self::FeasibilityRisk => Some(Boundary::SolutionToSpec),
            Self::Prioritization => Some(Boundary::SpecToRank),
            _ => None,
        }
    }

    /// Who works here; nobody where it is gathered, or people decide.
    #[must_use]
    pub const fn agent(self) -> Option<Agent> {
        match self {
            Self::OpportunityFraming => Some(OpportunityPm),
            Self::SolutionValidation => Some(SolutionDesigner),
            Self::FeasibilityRisk => Some(FeasibilityDesigner),
            Self::Prioritization => Some(TpmAgent),
            Self::Exploration | Self::HumanReview => None,
        }
    }
}

/// The agents of the seed, by their names there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Agent {
    #[serde(rename = "OpportunityPM")]
    OpportunityPm,
    SolutionDesigner,
    FeasibilityDesigner,
    #[serde(rename = "TPMAgent")]
    TpmAgent,
}

impl Agent {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpportunityPm => "OpportunityPM",
            Self::SolutionDesigner => "SolutionDesigner",
            Self::FeasibilityDesigner => "FeasibilityDesigner",
            Self::TpmAgent => "TPMAgent",
        }
    }
}

/// Where one stage's artifacts become the next one's input (seed 003, Stage-by-Stage Criteria).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Boundary {
    #[serde(rename = "1-2")]
    BriefToSolution,
    #[serde(rename = "2-3")]
    SolutionToSpec,
    #[serde(rename = "3-4")]
    SpecToRank,
}

impl Boundary {
    pub const ALL: [Self; 3] = [Self::BriefToSolution, Self::SolutionToSpec, Self::SpecToRank];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BriefToSolution => "1-2",
            Self::SolutionToSpec => "2-3",
            Self::SpecToRank => "3-4",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|boundary| boundary.name() == name)
    }

    #[must_use]
    pub const fn consumer(self) -> Agent {
        match self {
            Self::BriefToSolution => SolutionDesigner,
            Self::SolutionToSpec => FeasibilityDesigner,
            Self::SpecToRank => TpmAgent,
        }
    }

    #[must_use]
    pub const fn producer(self) -> Agent {
        match self {
            Self::BriefToSolution => OpportunityPm,
            Self::SolutionToSpec => SolutionDesigner,
            Self::SpecToRank => FeasibilityDesigner,
        }
    }

    /// The field that identifies an item here.
    #[must_use]
    pub const fn id_field(self) -> &'static str {
        match self {
            Self::BriefToSolution | Self::SolutionToSpec => "affected_area",
            Self::SpecToRank => "opportunity_id",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageStatus {
    Pending,
    InProgress,
    /// Its artifacts are stored and wait for people.
    CheckpointReached,
    Completed,
    Failed,
    SentBack,
}

impl StageStatus {
    pub const ALL: [Self; 6] =
        [Self::Pending, Self::InProgress, Self::CheckpointReached, Self::Completed, Self::Failed, Self::SentBack];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::InProgress => "in_progress",
            Self::CheckpointReached => "checkpoint_reached",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::SentBack => "sent_back",
        }
    }
}

record! {
    /// How much was validated before a stage (seed 003, Quality Flags).
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct QualityFlags {
        /// Items that came in; of the framing stage, the briefs it made.
        pub briefs_produced: u32,
        /// Rejections in all cycles.
        pub validation_rejections: u32,
        /// Rounds of revising.
        pub validation_retries: u32,
    }
}

record! {
    /// One attempt at a stage.
    #[derive(Clone, Debug, PartialEq)]
    pub struct StageView {
        pub stage: Stage,
        /// From 1; 0 where nothing happened yet, or the stage was done by the pipeline before this one.
        pub attempt: u32,
        pub status: StageStatus,
        /// What it is about, in its order: accepted first, warned last.
        #[serde(default)]
        pub items: Vec<OpportunityId>,
        #[serde(default)]
        pub quality_flags: QualityFlags,
        #[serde(default)]
        pub started_at: Option<Timestamp>,
        #[serde(default)]
        pub finished_at: Option<Timestamp>,
        /// Tokens of its calls, in and out.
        #[serde(default)]
        pub tokens: u64,
    }
}

impl StageView {
    #[must_use]
    pub const fn new(stage: Stage, attempt: u32, status: StageStatus) -> Self {
        let quality_flags = QualityFlags { briefs_produced: 0, validation_rejections: 0, validation_retries: 0 };
        Self { stage, attempt, status, items: Vec::new(), quality_flags, started_at: None, finished_at: None, tokens: 0 }
    }
}
