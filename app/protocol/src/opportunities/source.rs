//! What a pipeline goes on from.

use super::{ExperimentOutcome, Finding};
use crate::{AskId, CompanySearchId, OpportunityId, PipelineId, RunId, SessionId, record::record};

record! {
    /// What a pipeline goes on from; at least one of them.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct PipelineSource {
        #[serde(default)]
        pub run_id: Option<RunId>,
        #[serde(default)]
        pub session_id: Option<SessionId>,
        #[serde(default)]
        pub search_id: Option<CompanySearchId>,
        #[serde(default)]
        pub ask_id: Option<AskId>,
        /// Pasted, or sent by a program.
        #[serde(default)]
        pub findings: Vec<Finding>,
        /// The opportunity whose experiment is reported, with what it showed.
        #[serde(default)]
        pub experiment: Option<ExperimentNote>,
    }
}

record! {
    #[derive(Clone, Debug, PartialEq)]
    pub struct ExperimentNote {
        pub opportunity: OpportunityId,
        pub pipeline: PipelineId,
        pub outcome: ExperimentOutcome,
        pub results: String,
        #[serde(default)]
        pub recommendation: Option<String>,
    }
}
