//! Pipelines: `opportunity_pipelines` with their stages, opportunities, calls and validations.

mod appended;
mod calls;
mod listing;
mod past;

pub(crate) use appended::statements;

use crate::{Store, columns::count, faults::fault, pools::read};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::PageQuery,
    opportunities::{CallRow, OpportunityRow, OpportunityStore, PastDecision, PipelineRow, ProducerQuality},
};
use protocol::{OpportunityId, PipelineId, ProjectId, TenantId};

#[async_trait]
impl OpportunityStore for Store {
    async fn pipeline(&self, tenant: TenantId, id: PipelineId) -> Result<Option<PipelineRow>, StoreFault> {
        self.find_pipeline(tenant, id).await
    }

    async fn pipelines(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        page: PageQuery,
    ) -> Result<Vec<PipelineRow>, StoreFault> {
        self.list_pipelines(tenant, project, page).await
    }

    async fn pipelines_version(&self, tenant: TenantId, project: ProjectId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(seq), 0) AS BIGINT) FROM streams \
            WHERE tenant_id = $1 AND project_id = $2 AND kind = 'pipeline'";
        let (count, seq): (i64, i64) =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_one(on).await.map_err(fault)?);
        Ok(format!("{count}:{seq}"))
    }

    async fn open_pipelines(&self, tenant: TenantId) -> Result<u32, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM streams WHERE tenant_id = $1 AND kind = 'pipeline' AND open \
            AND wake_at IS NOT NULL";
        let open: i64 = read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_one(on).await.map_err(fault)?);
        count(open)
    }

    async fn opportunity(&self, tenant: TenantId, id: OpportunityId) -> Result<Option<OpportunityRow>, StoreFault> {
        self.find_opportunity(tenant, id).await
    }

    async fn pipeline_calls(&self, tenant: TenantId, id: PipelineId, after: u32, limit: u32) -> Result<Vec<CallRow>, StoreFault> {
        self.list_pipeline_calls(tenant, id, after, limit).await
    }

    async fn past_decisions(&self, tenant: TenantId, project: ProjectId, limit: u32) -> Result<Vec<PastDecision>, StoreFault> {
        self.list_past_decisions(tenant, project, limit).await
    }

    async fn producer_quality(&self, tenant: TenantId) -> Result<Vec<ProducerQuality>, StoreFault> {
        self.sum_producer_quality(tenant).await
    }
}
