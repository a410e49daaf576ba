//! The contract at a boundary (seed 003, Validate-Retry-Process): where it is, as the page and the server see it.

use super::{Artifact, Boundary, Stage};
use crate::{OpportunityId, Timestamp, record::record, tagged::tagged};
use serde::{Deserialize, Serialize};

/// Rounds of revising after the first validation.
pub const MAX_VALIDATION_RETRIES: u32 = 2;
/// How each warning of a contract begins.
pub(super) const REJECTED: &str = "Rejected after ";

/// What can be wrong about an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    SolutionForProblem,
    NoSurface,
    SeveralIssues,
    Incoherent,
    NoCriteria,
    Subjective,
    Ambiguous,
    NotVerifiable,
    VaguePronoun,
    NoRisks,
    NoConstraints,
    NoEvidence,
}

impl Check {
    pub const ALL: [Self; 12] = [
        Self::SolutionForProblem,
        Self::NoSurface,
        Self::SeveralIssues,
        Self::Incoherent,
        Self::NoCriteria,
        Self::Subjective,
        Self::Ambiguous,
        Self::NotVerifiable,
        Self::VaguePronoun,
        Self::NoRisks,
        Self::NoConstraints,
        Self::NoEvidence,
    ];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SolutionForProblem => "solution_for_problem",
            Self::NoSurface => "no_surface",
            Self::SeveralIssues => "several_issues",
            Self::Incoherent => "incoherent",
            Self::NoCriteria => "no_criteria",
            Self::Subjective => "subjective",
            Self::Ambiguous => "ambiguous",
            Self::NotVerifiable => "not_verifiable",
            Self::VaguePronoun => "vague_pronoun",
            Self::NoRisks => "no_risks",
            Self::NoConstraints => "no_constraints",
            Self::NoEvidence => "no_evidence",
        }
    }
}

record! {
    /// Why a receiver does not take an item.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Rejection {
        pub item: OpportunityId,
        /// A sentence that names the words at fault.
        pub reason: String,
        /// What the producer could do.
        #[serde(default)]
        pub suggestion: String,
        /// What failed; empty where a model gave only a sentence.
        #[serde(default)]
        pub checks: Vec<Check>,
    }
}

tagged! {
    /// What a producer made of a rejection.
    pub enum RevisionOutcome {
        Replaced = "replaced" { artifact: Box<Artifact> },
        /// A bundled brief became several, each with an id of its own.
        Split = "split" { parts: Vec<(OpportunityId, Artifact)> },
        /// Its answer could not be read, or it had nothing better: the item stays rejected.
        Skipped = "skipped" { why: String },
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Revision {
        pub item: OpportunityId,
        /// As it was rejected.
        pub before: Artifact,
        pub outcome: RevisionOutcome,
    }
}

record! {
    /// One cycle: what was rejected and why (the seed's event `INPUT_VALIDATION`), and what became of it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ContractCycle {
        pub stage: Stage,
        pub attempt: u32,
        pub boundary: Boundary,
        /// From 1.
        pub cycle: u32,
        pub at: Timestamp,
        pub accepted: Vec<OpportunityId>,
        pub rejected: Vec<Rejection>,
        /// Ids of the verdict that are no items.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub ignored: Vec<String>,
        /// Why the verdict could not be used, so that all were accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub failed: Option<String>,
        /// What the built-in validator would have rejected then.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub doubts: Vec<Rejection>,
        /// Of the round after it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub revisions: Vec<Revision>,
        /// A model's name or `built_in`.
        pub engine: String,
        /// The prompt with which the items were made or revised.
        #[serde(default)]
        pub producer_version: String,
    }
}

record! {
    /// The state of one boundary. Validations and rounds of revising take turns until nothing is rejected or the rounds are used up.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Contract {
        /// All items, in the order they came; parts of a split one stand in its place.
        pub order: Vec<OpportunityId>,
        /// To be validated next.
        pub open: Vec<OpportunityId>,
        /// The last word about each that is rejected.
        pub rejected: Vec<Rejection>,
        /// To be revised next.
        pub revising: Vec<OpportunityId>,
        /// Revised in this round.
        pub revised: Vec<OpportunityId>,
        /// Validations so far.
        pub cycles: u32,
        /// Rounds of revising so far.
        pub retries: u32,
        pub rejections: u32,
        pub settled: bool,
    }
}

impl Contract {
    /// Over these items; without any there is nothing to validate.
    #[must_use]
    pub fn new(order: Vec<OpportunityId>) -> Self {
        Self { settled: order.is_empty(), open: order.clone(), order, ..Self::default() }
    }

    /// The receiver's verdict about what was open.
    pub fn validate(&mut self, rejected: &[Rejection]) {
        let open = std::mem::take(&mut self.open);
        self.rejected.retain(|one| !open.contains(&one.item));
        self.rejected.extend(rejected.iter().filter(|one| open.contains(&one.item)).cloned());
        self.cycles += 1;
        self.rejections += u32::try_from(rejected.len()).unwrap_or(u32::MAX);
        self.go_on();
    }

    /// The producer's answer to one rejection.
    pub fn revise(&mut self, item: OpportunityId, outcome: &RevisionOutcome) {
        if !self.revising.contains(&item) {
            return;
        }
        self.revising.retain(|one| *one != item);
        match outcome {
            RevisionOutcome::Replaced { .. } => self.revised.push(item),
            RevisionOutcome::Split { parts } => {
                let ids: Vec<OpportunityId> = parts.iter().map(|(id, _)| *id).collect();
                self.rejected.retain(|one| one.item != item);
                if let Some(at) = self.order.iter().position(|one| *one == item) {
                    self.order.splice(at..=at, ids.iter().copied());
                }
                self.revised.extend(ids);
            }
            RevisionOutcome::Skipped { .. } => {}
        }
        if self.revising.is_empty() {
            self.retries += 1;
            let revised = std::mem::take(&mut self.revised);
            self.open = self.order.iter().copied().filter(|id| revised.contains(id)).collect();
            // Nothing new to look at: the next round, or the end.
            if self.open.is_empty() {
                self.go_on();
            }
        }
    }

    fn go_on(&mut self) {
        if self.rejected.is_empty() || self.retries == MAX_VALIDATION_RETRIES {
            self.settled = true;
        } else {
            let is_rejected = |id: &OpportunityId| self.rejected.iter().any(|one| one.item == *id);
            self.revising = self.order.iter().copied().filter(is_rejected).collect();
        }
    }

    /// What passes: accepted in their order, then those that are still rejected.
    #[must_use]
    pub fn passed(&self) -> Vec<OpportunityId> {
        let is_warned = |id: &&OpportunityId| self.rejected.iter().any(|one| one.item == **id);
        let (warned, accepted): (Vec<_>, Vec<_>) = self.order.iter().partition(is_warned);
        accepted.into_iter().chain(warned).copied().collect()
    }

    /// What a still rejected item is marked with (seed 003, Warning Pass-Through).
    #[must_use]
    pub fn warnings(&self) -> Vec<(OpportunityId, String)> {
        let warning = |one: &Rejection| (one.item, format!("{REJECTED}{MAX_VALIDATION_RETRIES} retries: {}", one.reason));
        self.rejected.iter().map(warning).collect()
    }
}
