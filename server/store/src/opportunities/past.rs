//! What later pipelines learn from: people's decisions and feedback, and whose artifacts are rejected.

use crate::{
    Store,
    columns::{count, word},
    faults::fault,
    pools::read,
};
use domain::{
    StoreFault,
    opportunities::{PastDecision, ProducerQuality},
};
use protocol::{ProjectId, TenantId};

impl Store {
    pub(super) async fn list_past_decisions(
        &self,
        tenant: TenantId,
        project: ProjectId,
        limit: u32,
    ) -> Result<Vec<PastDecision>, StoreFault> {
        const SQL: &str = "SELECT area, decision, reasoning FROM (\
            SELECT affected_area AS area, decision, COALESCE(reasoning, '') AS reasoning, updated_at AS at, id \
            FROM opportunities WHERE tenant_id = $1 AND project_id = $2 AND decision IN ('accepted', 'rejected', 'deferred') \
            UNION ALL SELECT name, rating, COALESCE(comment, ''), at, id \
            FROM project_feedback WHERE tenant_id = $1 AND project_id = $2 AND target_type = 'opportunity') AS past \
            ORDER BY at DESC, id DESC LIMIT $3";
        let past: Vec<(String, String, String)> = read!(self, |on| sqlx::query_as(SQL)
            .bind(tenant.0)
            .bind(project.0)
            .bind(i64::from(limit))
            .fetch_all(on)
            .await
            .map_err(fault)?);
        let decision = |(affected_area, decision, reasoning)| PastDecision { affected_area, decision, reasoning };
        Ok(past.into_iter().map(decision).collect())
    }

    pub(super) async fn sum_producer_quality(&self, tenant: TenantId) -> Result<Vec<ProducerQuality>, StoreFault> {
        // What came back revised says nothing about the first attempt.
        const SQL: &str = "SELECT boundary, producer_engine, producer_version, CAST(SUM(items) AS BIGINT), \
            CAST(SUM(rejected) AS BIGINT), CAST(COALESCE(SUM(validation_retries), 0) AS BIGINT) \
            FROM opportunity_validations AS made LEFT JOIN opportunity_stages AS checked \
            ON checked.pipeline_id = made.pipeline_id AND checked.stage = made.stage AND checked.attempt = made.attempt \
            WHERE made.tenant_id = $1 AND cycle = 1 AND items > 0 \
            GROUP BY boundary, producer_engine, producer_version \
            ORDER BY 1.0 * SUM(rejected) / SUM(items) DESC, SUM(items) DESC, boundary, producer_engine, producer_version";
        let sums: Vec<(String, String, String, i64, i64, i64)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        let quality = |(boundary, engine, prompt_version, items, rejected, retries): (String, _, _, i64, i64, i64)| {
            let (boundary, items, rejected, retries) = (word(&boundary)?, count(items)?, count(rejected)?, count(retries)?);
            Ok(ProducerQuality { boundary, engine, prompt_version, items, rejected, retries })
        };
        sums.into_iter().map(quality).collect()
    }
}
