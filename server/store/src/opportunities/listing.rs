//! Pipelines and opportunities as lists and their own pages show them.

use crate::{
    Store,
    columns::{At, count, dollars, word},
    faults::fault,
    pools::read,
    projects::trash::NOT_OF_TRASH,
};
use domain::{
    StoreFault,
    account::PageQuery,
    opportunities::{OpportunityRow, PipelineRow},
};
use protocol::{OpportunityId, PipelineId, ProjectId, TenantId, UserId};
use sqlx::QueryBuilder;
use uuid::Uuid;

const PIPELINE: &str = "SELECT id, tenant_id, project_id, created_by, experiment_of, source, status, stage, engine, error, findings, \
    opportunities, undecided, warned, cost_micros, created_at, finished_at, updated_at FROM opportunity_pipelines \
    WHERE tenant_id = ";

#[derive(sqlx_macros::FromRow)]
struct PipelineRecord {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    created_by: Option<Uuid>,
    experiment_of: Option<Uuid>,
    source: String,
    status: String,
    stage: String,
    engine: String,
    error: Option<String>,
    findings: i32,
    opportunities: i32,
    undecided: i32,
    warned: i32,
    cost_micros: i64,
    created_at: At,
    finished_at: Option<At>,
    updated_at: At,
}

impl PipelineRecord {
    fn row(self) -> Result<PipelineRow, StoreFault> {
        Ok(PipelineRow {
            id: PipelineId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            user: UserId(self.created_by.unwrap_or_default()),
            experiment_of: self.experiment_of.map(OpportunityId),
            source: self.source,
            status: word(&self.status)?,
            stage: word(&self.stage)?,
            engine: self.engine,
            error: self.error,
            findings: count(self.findings)?,
            opportunities: count(self.opportunities)?,
            undecided: count(self.undecided)?,
            warned: count(self.warned)?,
            usd: dollars(self.cost_micros),
            created_at: self.created_at.0,
            finished_at: self.finished_at.map(|at| at.0),
            updated_at: self.updated_at.0,
        })
    }
}

#[derive(sqlx_macros::FromRow)]
struct OpportunityRecord {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    pipeline_id: Uuid,
    affected_area: String,
    status: String,
    rank: Option<i32>,
    priority: Option<i32>,
    is_warned: bool,
    decision: Option<String>,
    reasoning: Option<String>,
    updated_at: At,
}

impl OpportunityRecord {
    fn row(self) -> Result<OpportunityRow, StoreFault> {
        Ok(OpportunityRow {
            id: OpportunityId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            pipeline: PipelineId(self.pipeline_id),
            affected_area: self.affected_area,
            status: word(&self.status)?,
            rank: self.rank.map(count).transpose()?,
            priority: self.priority.map(count).transpose()?,
            is_warned: self.is_warned,
            decision: self.decision.as_deref().map(word).transpose()?,
            reasoning: self.reasoning,
            updated_at: self.updated_at.0,
        })
    }
}

impl Store {
    pub(super) async fn find_pipeline(&self, tenant: TenantId, id: PipelineId) -> Result<Option<PipelineRow>, StoreFault> {
        let record: Option<PipelineRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(PIPELINE);
            sql.push_bind(tenant.0).push(" AND id = ").push_bind(id.0).push(NOT_OF_TRASH);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(PipelineRecord::row).transpose()
    }

    pub(super) async fn list_pipelines(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        page: PageQuery,
    ) -> Result<Vec<PipelineRow>, StoreFault> {
        let records: Vec<PipelineRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(PIPELINE);
            sql.push_bind(tenant.0);
            if let Some(project) = project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            sql.push(NOT_OF_TRASH);
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(PipelineRecord::row).collect()
    }

    pub(super) async fn find_opportunity(
        &self,
        tenant: TenantId,
        id: OpportunityId,
    ) -> Result<Option<OpportunityRow>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, project_id, pipeline_id, affected_area, status, rank, priority, is_warned, \
            decision, reasoning, updated_at FROM opportunities WHERE tenant_id = $1 AND id = $2 \
            AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = opportunities.project_id AND p.deleted_at IS NOT NULL)";
        let record: Option<OpportunityRecord> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        record.map(OpportunityRecord::row).transpose()
    }
}
