//! One opportunity with all that the stages made of it.

use super::{
    Agent, AgentCall, Artifact, Boundary, Brief, Decision, DecisionRecord, ExperimentReport, Feasibility, Solution, Spec, Stage,
};
use crate::{OpportunityId, record::record};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpportunityStatus {
    InProgress,
    InReview,
    Accepted,
    Rejected,
    Deferred,
    /// Its parts went on in its place.
    Split,
}

impl OpportunityStatus {
    pub const ALL: [Self; 6] = [Self::InProgress, Self::InReview, Self::Accepted, Self::Rejected, Self::Deferred, Self::Split];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::InReview => "in_review",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Deferred => "deferred",
            Self::Split => "split",
        }
    }

    /// A person decided about it, and may take that back.
    #[must_use]
    pub const fn is_reopenable(self) -> bool {
        matches!(self, Self::Accepted | Self::Rejected | Self::Deferred)
    }

    /// Nobody has to decide about it any more.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Accepted | Self::Rejected | Self::Deferred | Self::Split)
    }
}

record! {
    /// Its place among the others.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Rank {
        /// From 1.
        pub rank: u32,
        pub rationale: String,
        /// Opportunities that should be built before it.
        #[serde(default)]
        pub dependencies: Vec<OpportunityId>,
        /// What a reviewer should see first, as a sentence each.
        #[serde(default)]
        pub flags: Vec<String>,
        /// Impact × confidence ÷ effort.
        pub score: f64,
    }
}

record! {
    /// Who made one of its artifacts as it is now, and with what.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Producer {
        pub agent: Agent,
        /// A model's name or `built_in`.
        pub engine: String,
        /// Hash of the prompt, or of the rules' edition.
        pub prompt_version: String,
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Opportunity {
        /// Its own for good: areas may be equal or be renamed.
        pub id: OpportunityId,
        /// The bundled one that this is a part of.
        #[serde(default)]
        pub split_from: Option<OpportunityId>,
        pub status: OpportunityStatus,
        pub brief: Brief,
        #[serde(default)]
        pub solution: Option<Solution>,
        #[serde(default)]
        pub feasibility: Option<Feasibility>,
        #[serde(default)]
        pub spec: Option<Spec>,
        #[serde(default)]
        pub rank: Option<Rank>,
        /// Of its artifacts, one for each agent; of what was made before this was kept, nobody.
        #[serde(default)]
        pub producers: Vec<Producer>,
        /// A person's, before the rank.
        #[serde(default)]
        pub priority: Option<u32>,
        /// What the reviewer who sent it back wants; until it is in review again.
        #[serde(default)]
        pub guidance: Option<String>,
        /// Where it was sent back to and not yet taken up.
        #[serde(default)]
        pub waits_for: Option<Stage>,
        #[serde(default)]
        pub decisions: Vec<DecisionRecord>,
        #[serde(default)]
        pub experiments: Vec<ExperimentReport>,
    }
}

impl Opportunity {
    #[must_use]
    pub const fn new(id: OpportunityId, brief: Brief) -> Self {
        Self {
            id,
            split_from: None,
            status: OpportunityStatus::InProgress,
            brief,
            solution: None,
            feasibility: None,
            spec: None,
            rank: None,
            producers: Vec::new(),
            priority: None,
            guidance: None,
            waits_for: None,
            decisions: Vec::new(),
            experiments: Vec::new(),
        }
    }

    /// Warnings of all its artifacts.
    pub fn warnings(&self) -> impl Iterator<Item = &String> {
        let of_solution = self.solution.iter().flat_map(|solution| &solution.validation_warnings);
        let of_spec = self.spec.iter().flat_map(|spec| &spec.validation_warnings);
        self.brief.validation_warnings.iter().chain(of_solution).chain(of_spec)
    }

    /// What of it crosses a boundary.
    #[must_use]
    pub fn artifact(&self, boundary: Boundary) -> Option<Artifact> {
        match boundary {
            Boundary::BriefToSolution => Some(Artifact::Brief { brief: Box::new(self.brief.clone()) }),
            Boundary::SolutionToSpec => self.solution.clone().map(|solution| Artifact::Solution { solution: Box::new(solution) }),
            Boundary::SpecToRank => self.spec.clone().map(|spec| Artifact::Spec { spec: Box::new(spec) }),
        }
    }

    /// Who made what this agent makes.
    #[must_use]
    pub fn producer(&self, agent: Agent) -> Option<&Producer> {
        self.producers.iter().find(|one| one.agent == agent)
    }

    /// What the call's agent makes is the work of this call now.
    pub(super) fn credit(&mut self, call: &AgentCall) {
        self.producers.retain(|one| one.agent != call.agent);
        let (engine, prompt_version) = (call.engine.clone(), call.prompt_version.clone());
        self.producers.push(Producer { agent: call.agent, engine, prompt_version });
    }

    /// Takes a revised artifact in the place of the one before it.
    pub fn replace(&mut self, artifact: &Artifact) {
        match artifact {
            Artifact::Brief { brief } => self.brief.clone_from(brief),
            Artifact::Solution { solution } => self.solution = Some((**solution).clone()),
            Artifact::Spec { spec } => self.spec = Some((**spec).clone()),
        }
    }

    /// Marks the artifact of a boundary.
    pub fn warn(&mut self, boundary: Boundary, warning: String) {
        if let Some(warnings) = self.warnings_at(boundary) {
            warnings.push(warning);
        }
    }

    /// Those of the artifact that crosses a boundary; none without one.
    pub(super) fn warnings_at(&mut self, boundary: Boundary) -> Option<&mut Vec<String>> {
        match boundary {
            Boundary::BriefToSolution => Some(&mut self.brief.validation_warnings),
            Boundary::SolutionToSpec => self.solution.as_mut().map(|solution| &mut solution.validation_warnings),
            Boundary::SpecToRank => self.spec.as_mut().map(|spec| &mut spec.validation_warnings),
        }
    }

    /// Where in its history the decision is that counts; none where nobody decided, or took that back.
    #[must_use]
    pub fn decision_in_force(&self) -> Option<usize> {
        let decides = |record: &DecisionRecord| {
            matches!(
                (record.decision, self.status),
                (Decision::Accepted, OpportunityStatus::Accepted)
                    | (Decision::Rejected, OpportunityStatus::Rejected)
                    | (Decision::Deferred, OpportunityStatus::Deferred)
            )
        };
        self.decisions.iter().rposition(decides)
    }

    /// Where it belongs in a list: a person's priority first, then the rank.
    #[must_use]
    pub fn place(&self) -> u32 {
        self.priority.or(self.rank.as_ref().map(|rank| rank.rank)).unwrap_or(u32::MAX)
    }
}
