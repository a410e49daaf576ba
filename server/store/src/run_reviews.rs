//! Runs of all projects, as administrators look for them, and what people think of what each found.

use crate::{
    Store,
    columns::{At, count, word},
    faults::fault,
    pools::read,
    projects::trash::NOT_OF_TRASH,
    runs::{RUN, RunRecord, type_name},
};
use domain::{
    StoreFault,
    account::PageQuery,
    runs::{RunQuery, RunRatings, RunRow},
};
use protocol::{RunId, TenantId, work::WorkStatus};
use sqlx::QueryBuilder;
use std::collections::HashMap;
use uuid::Uuid;

/// Judgements of what the discovery `d` found. What earlier runs found and this one did not is not among it.
const JUDGED: &str = "discoveries d JOIN project_feedback f ON f.project_id = d.project_id AND f.tenant_id = d.tenant_id \
    AND f.target_type IN ('insight', 'recommendation') AND (CAST(d.result -> 'insights' AS TEXT) LIKE '%' || f.target || '%' \
    OR CAST(d.result -> 'recommendations' AS TEXT) LIKE '%' || f.target || '%')";

impl Store {
    pub(crate) async fn list_tenant_runs(
        &self,
        tenant: TenantId,
        wanted: RunQuery,
        page: PageQuery,
    ) -> Result<Vec<RunRow>, StoreFault> {
        let records: Vec<RunRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(RUN);
            sql.push_bind(tenant.0);
            if let Some(project) = wanted.project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            sql.push(NOT_OF_TRASH).push(conditions(wanted));
            if let Some(status) = wanted.status {
                sql.push(" AND status = ").push_bind(status.name());
            }
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(RunRecord::row).collect()
    }

    pub(crate) async fn count_runs_by_status(
        &self,
        tenant: TenantId,
        wanted: RunQuery,
    ) -> Result<HashMap<WorkStatus, u32>, StoreFault> {
        let counts: Vec<(String, i64)> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT status, COUNT(*) FROM discovery_runs WHERE tenant_id = ");
            sql.push_bind(tenant.0);
            if let Some(project) = wanted.project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            sql.push(NOT_OF_TRASH).push(conditions(wanted));
            sql.push(" GROUP BY status");
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        counts.into_iter().map(|(status, runs)| Ok((word(&status)?, count(runs)?))).collect()
    }

    pub(crate) async fn count_run_ratings(
        &self,
        tenant: TenantId,
        runs: &[RunId],
    ) -> Result<HashMap<RunId, RunRatings>, StoreFault> {
        if runs.is_empty() {
            return Ok(HashMap::new());
        }
        let counts: Vec<(Uuid, String, i64)> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT d.run_id, f.rating, COUNT(*) FROM ");
            sql.push(JUDGED).push(" WHERE d.tenant_id = ").push_bind(tenant.0).push(" AND d.run_id IN (");
            let mut ids = sql.separated(", ");
            for run in runs {
                ids.push_bind(run.0);
            }
            sql.push(") GROUP BY d.run_id, f.rating");
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        let mut ratings: HashMap<RunId, RunRatings> = HashMap::new();
        for (run, rating, judgements) in counts {
            let of_run = ratings.entry(RunId(run)).or_default();
            let slot = if rating == "like" { &mut of_run.likes } else { &mut of_run.dislikes };
            *slot = count(judgements)?;
        }
        Ok(ratings)
    }
}

/// What is asked for but the project and the status. Nothing in it comes from outside.
fn conditions(wanted: RunQuery) -> String {
    let mut sql = wanted.run_type.map(|of| format!(" AND run_type = '{}'", type_name(of))).unwrap_or_default();
    if wanted.disliked {
        sql.push_str(" AND id IN (SELECT d.run_id FROM ");
        sql.push_str(JUDGED);
        sql.push_str(" WHERE f.rating = 'dislike')");
    }
    sql
}
