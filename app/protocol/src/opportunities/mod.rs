//! Opportunities (seed 003): findings become briefs, solutions and specifications, each validated by the stage that receives it.

mod apply;
mod artifact;
mod call;
mod contract;
mod decision;
mod event;
mod opportunity;
mod source;
mod stage;
mod view;

pub use artifact::{Artifact, Brief, Effort, Evidence, Feasibility, Finding, Metric, Risk, Severity, Solution, Spec};
pub use call::{AgentCall, CallOutcome, PipelineCost, Purpose};
pub use contract::{Check, Contract, ContractCycle, MAX_VALIDATION_RETRIES, Rejection, Revision, RevisionOutcome};
pub use decision::{Decision, DecisionRecord, ExperimentOutcome, ExperimentReport};
pub use event::{PipelineEvent, Produced, SendBack};
pub use opportunity::{Opportunity, OpportunityStatus, Producer, Rank};
pub use source::{ExperimentNote, PipelineSource};
pub use stage::{Agent, Boundary, QualityFlags, Stage, StageStatus, StageView};
pub use view::{PipelineStatus, PipelineView};
