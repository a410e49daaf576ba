//! What happens to a pipeline.

use super::{
    AgentCall, Brief, ContractCycle, DecisionRecord, ExperimentReport, Feasibility, Finding, Opportunity, PipelineSource, Rank,
    Revision, Solution, Spec, Stage, StageStatus,
};
use crate::{OpportunityId, PipelineId, ProjectId, UserId, record::record, tagged::tagged, work::WorkStatus};

tagged! {
    /// What a stage made for one opportunity.
    pub enum Produced {
        /// A new opportunity, or a new brief of one that came back.
        Brief = "brief" {
            id: OpportunityId,
            brief: Box<Brief>,
            /// The one that came back and became several.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            part_of: Option<OpportunityId>,
        },
        Solution = "solution" { id: OpportunityId, solution: Box<Solution> },
        Feasibility = "feasibility" { id: OpportunityId, feasibility: Box<Feasibility>, spec: Option<Box<Spec>> },
        Rank = "rank" { id: OpportunityId, rank: Box<Rank> },
    }
}

record! {
    /// Somebody wants an earlier stage to do it again.
    #[derive(Clone, Debug, PartialEq)]
    pub struct SendBack {
        pub to_stage: Stage,
        pub guidance: String,
        pub by: UserId,
    }
}

tagged! {
    pub enum PipelineEvent {
        Requested = "requested" {
            id: PipelineId,
            project: ProjectId,
            by: UserId,
            source: Box<PipelineSource>,
            /// The first stage; later than exploration where an experiment is reported.
            start: Stage,
            /// What such a pipeline begins with.
            carried: Vec<Opportunity>,
            /// The model of its agents; none where the built-in engine is all of them.
            model: Option<String>,
        },
        /// A server works on it; again after that one died.
        Started = "started",
        StageBegan = "stage_began" {
            stage: Stage,
            attempt: u32,
            items: Vec<OpportunityId>,
        },
        /// Findings come in portions; the last one says so.
        Explored = "explored" {
            findings: Vec<Finding>,
            /// What could not be taken, and why.
            #[serde(default)]
            left_out: Vec<String>,
            is_last: bool,
        },
        FellBack = "fell_back" {
            why: String,
        },
        Produced = "produced" {
            stage: Stage,
            made: Vec<Produced>,
            /// Findings that are framed now, by their number in the order of the findings.
            #[serde(default)]
            framed: u32,
            calls: Vec<AgentCall>,
        },
        /// The seed's `INPUT_VALIDATION`.
        Validated = "input_validation" {
            cycle: ContractCycle,
            calls: Vec<AgentCall>,
        },
        Revised = "revised" {
            revisions: Vec<Revision>,
            calls: Vec<AgentCall>,
        },
        StageEnded = "stage_ended" {
            stage: Stage,
            status: StageStatus,
        },
        /// The whole of it, not one opportunity.
        SentBack = "sent_back" {
            from_stage: Stage,
            way: SendBack,
        },
        Decided = "decided" {
            record: DecisionRecord,
        },
        ExperimentReported = "experiment_reported" {
            report: ExperimentReport,
        },
        Ended = "ended" {
            status: WorkStatus,
            error: Option<String>,
        },
    }
}
