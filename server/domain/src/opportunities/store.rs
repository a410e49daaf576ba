//! What is kept of pipelines beside their events, and the port to it.

use super::PastDecision;
use crate::{StoreFault, account::PageQuery};
use async_trait::async_trait;
use protocol::{
    OpportunityId, PipelineId, ProjectId, TenantId, Timestamp, UserId,
    opportunities::{AgentCall, Boundary, Decision, OpportunityStatus, PipelineStatus, Stage, StageView},
};

/// Stored with every append of a pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineRows {
    pub row: PipelineRow,
    /// Attempts that changed; what is in progress comes last.
    pub stages: Vec<StageView>,
    /// Opportunities that changed.
    pub opportunities: Vec<OpportunityRow>,
    /// Calls of this append, numbered from 1 within the pipeline.
    pub calls: Vec<CallRow>,
    /// Validations of this append.
    pub validations: Vec<ValidationRow>,
}

/// A pipeline as lists show it: `opportunity_pipelines`.
#[derive(Clone, Debug, PartialEq)]
pub struct PipelineRow {
    pub id: PipelineId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub user: UserId,
    /// The opportunity whose experiment it goes on from.
    pub experiment_of: Option<OpportunityId>,
    /// What its findings are from, in words of evidence with a comma between several.
    pub source: String,
    pub status: PipelineStatus,
    /// Where it is: the stage in progress or reached last.
    pub stage: Stage,
    pub engine: String,
    pub error: Option<String>,
    pub findings: u32,
    pub opportunities: u32,
    /// Opportunities that nobody decided about yet, once they are in review.
    pub undecided: u32,
    /// Opportunities with warnings.
    pub warned: u32,
    /// US dollars so far.
    pub usd: f64,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

impl PipelineRow {
    /// Whether it takes findings where it is, as far as a list shows that.
    #[must_use]
    pub fn is_open_to_findings(&self) -> bool {
        let is_under_way = matches!(self.status, PipelineStatus::Pending | PipelineStatus::Running);
        let is_open = matches!(self.stage, Stage::Exploration | Stage::OpportunityFraming | Stage::HumanReview);
        is_under_way && is_open && self.experiment_of.is_none()
    }
}

/// An opportunity as lists show it: `opportunities`.
#[derive(Clone, Debug, PartialEq)]
pub struct OpportunityRow {
    pub id: OpportunityId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub pipeline: PipelineId,
    pub affected_area: String,
    pub status: OpportunityStatus,
    pub rank: Option<u32>,
    pub priority: Option<u32>,
    pub is_warned: bool,
    /// The last word of a reviewer; none once it was taken back.
    pub decision: Option<Decision>,
    pub reasoning: Option<String>,
    pub updated_at: Timestamp,
}

/// A call of an agent: `opportunity_calls`.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRow {
    pub number: u32,
    pub stage: Stage,
    pub attempt: u32,
    /// Of a validation or a revision, from 1.
    pub cycle: Option<u32>,
    pub at: Timestamp,
    pub call: AgentCall,
}

/// What a validation came to, for comparing producers: `opportunity_validations`.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidationRow {
    pub stage: Stage,
    pub attempt: u32,
    pub cycle: u32,
    pub boundary: Boundary,
    /// Who made the items, and with which prompt.
    pub producer_engine: String,
    pub producer_version: String,
    pub items: u32,
    pub rejected: u32,
}

/// How often what a producer makes is rejected.
#[derive(Clone, Debug, PartialEq)]
pub struct ProducerQuality {
    pub boundary: Boundary,
    pub engine: String,
    pub prompt_version: String,
    /// Items of first validations.
    pub items: u64,
    /// Rejections in first validations.
    pub rejected: u64,
    /// Rounds of revising that followed on them.
    pub retries: u64,
}

/// Keeps pipelines. Every method takes the tenant, and another tenant's pipeline is simply not there.
#[async_trait]
pub trait OpportunityStore: Send + Sync {
    async fn pipeline(&self, tenant: TenantId, id: PipelineId) -> Result<Option<PipelineRow>, StoreFault>;
    /// Newest first; of one project or of all.
    async fn pipelines(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        page: PageQuery,
    ) -> Result<Vec<PipelineRow>, StoreFault>;
    /// The version of a project's list: equal as long as none was begun, went on or was removed.
    async fn pipelines_version(&self, tenant: TenantId, project: ProjectId) -> Result<String, StoreFault>;
    /// Pipelines of a tenant that are worked on: not over, and not waiting for people.
    async fn open_pipelines(&self, tenant: TenantId) -> Result<u32, StoreFault>;
    async fn opportunity(&self, tenant: TenantId, id: OpportunityId) -> Result<Option<OpportunityRow>, StoreFault>;
    /// By number, after this one.
    async fn pipeline_calls(&self, tenant: TenantId, id: PipelineId, after: u32, limit: u32) -> Result<Vec<CallRow>, StoreFault>;
    /// Decisions and feedback about a project's opportunities, newest first.
    async fn past_decisions(&self, tenant: TenantId, project: ProjectId, limit: u32) -> Result<Vec<PastDecision>, StoreFault>;
    /// Of the tenant, worst first.
    async fn producer_quality(&self, tenant: TenantId) -> Result<Vec<ProducerQuality>, StoreFault>;
}
