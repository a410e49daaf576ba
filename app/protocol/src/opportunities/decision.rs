//! What people decide about an opportunity, and what its experiment showed.

use super::Stage;
use crate::{OpportunityId, PipelineId, Timestamp, UserId, record::record};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Accepted,
    Rejected,
    Deferred,
    SentBack,
    PriorityAdjusted,
    /// Takes the decision before it back.
    Reopened,
}

impl Decision {
    pub const ALL: [Self; 6] =
        [Self::Accepted, Self::Rejected, Self::Deferred, Self::SentBack, Self::PriorityAdjusted, Self::Reopened];
    /// What can be decided about one in review.
    pub const IN_REVIEW: [Self; 5] = [Self::Accepted, Self::Rejected, Self::Deferred, Self::SentBack, Self::PriorityAdjusted];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Deferred => "deferred",
            Self::SentBack => "sent_back",
            Self::PriorityAdjusted => "priority_adjusted",
            Self::Reopened => "reopened",
        }
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct DecisionRecord {
        pub opportunity: OpportunityId,
        pub decision: Decision,
        /// Empty only with [`Decision::Reopened`].
        pub reasoning: String,
        /// Only with [`Decision::PriorityAdjusted`]; 1 is the first.
        #[serde(default)]
        pub adjusted_priority: Option<u32>,
        /// Only with [`Decision::SentBack`].
        #[serde(default)]
        pub send_back_to_stage: Option<Stage>,
        /// Only with [`Decision::Reopened`], where it names the decision: its place in the history, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub takes_back: Option<u32>,
        pub by: UserId,
        pub at: Timestamp,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentOutcome {
    Met,
    PartiallyMet,
    NotMet,
    Inconclusive,
}

impl ExperimentOutcome {
    pub const ALL: [Self; 4] = [Self::Met, Self::PartiallyMet, Self::NotMet, Self::Inconclusive];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::PartiallyMet => "partially_met",
            Self::NotMet => "not_met",
            Self::Inconclusive => "inconclusive",
        }
    }
}

record! {
    /// What an experiment about a solution showed; it goes through the stages again in a pipeline of its own.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ExperimentReport {
        pub opportunity: OpportunityId,
        pub outcome: ExperimentOutcome,
        pub results: String,
        #[serde(default)]
        pub recommendation: Option<String>,
        /// The child.
        pub pipeline: PipelineId,
        pub by: UserId,
        pub at: Timestamp,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn what_is_taken_back_is_kept_and_of_before_nobody_named_it() {
        for takes_back in [None, Some(3)] {
            let record = DecisionRecord {
                opportunity: OpportunityId(Uuid::nil()),
                decision: Decision::Reopened,
                reasoning: String::new(),
                adjusted_priority: None,
                send_back_to_stage: None,
                takes_back,
                by: UserId(Uuid::nil()),
                at: Timestamp(7),
            };
            let text = serde_json::to_string(&record).expect("plain data");
            assert_eq!(text.contains("takes_back"), takes_back.is_some(), "{text}");
            assert_eq!(crate::read_json::<DecisionRecord>(&text).as_ref(), Ok(&record));
        }
    }
}
