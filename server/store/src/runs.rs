//! Runs: `discovery_runs`, their steps and memory, `discoveries`, and `project_feedback`.

use crate::{
    Store,
    columns::{At, count, document, word},
    datum::Datum,
    faults::fault,
    insert::{Dialect, Statement, Table},
    pools::read,
    projects::trash::NOT_OF_TRASH,
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::PageQuery,
    live::StreamRow,
    runs::{
        DiscoveryRow, FeedbackTarget, Kept, ProjectFeedback, RunQuery, RunRatings, RunRow, RunRows, RunStore, mark_null_results,
    },
};
use protocol::{
    DiscoveryId, ProjectId, RunId, TenantId, UserId,
    run::{RunStep, RunType},
    work::WorkStatus,
};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use std::{borrow::Cow, collections::HashMap};
use uuid::Uuid;

/// What one person thinks of findings is read up to so many.
const OWN_FEEDBACK: u32 = 1_000;

const RUNS: Table = Table {
    name: "discovery_runs",
    columns: &[
        "id", "tenant_id", "project_id", "created_by", "request", "status", "phase", "run_type", "error", "steps", "insights",
        "cost", "discovery_id", "created_at", "started_at", "finished_at", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET status = excluded.status, phase = excluded.phase, run_type = excluded.run_type, \
        error = excluded.error, steps = excluded.steps, insights = excluded.insights, cost = excluded.cost, discovery_id = excluded.discovery_id, \
        started_at = excluded.started_at, finished_at = excluded.finished_at, updated_at = excluded.updated_at",
};
const STEPS: Table = Table {
    name: "discovery_run_steps",
    columns: &["run_id", "number", "tenant_id", "kind", "phase", "status", "step"],
    conflict: "",
};
const MEMORY: Table = Table {
    name: "discovery_run_memory",
    columns: &["run_id", "name", "tenant_id", "value"],
    conflict: "ON CONFLICT (run_id, name) DO UPDATE SET value = excluded.value",
};
const DISCOVERIES: Table = Table {
    name: "discoveries",
    columns: &["id", "run_id", "tenant_id", "project_id", "result", "logs", "created_at"],
    conflict: "",
};

/// What an append of a run writes beside its events.
///
/// # Errors
/// What cannot be written as JSON.
pub(crate) fn statements<'a>(
    dialect: Dialect,
    stream: &'a StreamRow,
    rows: &'a RunRows,
) -> Result<Vec<Statement<'a>>, StoreFault> {
    let (request, cost) = (owned(&rows.row.request)?, owned(&rows.row.cost)?);
    let steps: Vec<(&RunStep, Value)> =
        rows.steps.iter().map(|step| Ok((step, owned(step)?))).collect::<Result<_, StoreFault>>()?;
    let mut all = RUNS.insert(dialect, &[(&rows.row, request, cost)], write_run);
    all.extend(STEPS.insert(dialect, &steps, |(step, whole), out| {
        out.extend([
            Datum::id(stream.id),
            Datum::number(step.number),
            Datum::id(stream.tenant.0),
            Datum::text(&step.kind),
            Datum::text(step.phase.name()),
            Datum::text(&step.status),
            json(whole.clone()),
        ]);
    }));
    let kept: Vec<&Kept> = rows.kept.iter().collect();
    all.extend(MEMORY.insert(dialect, &kept, |kept, out| {
        out.extend([Datum::id(stream.id), Datum::text(&kept.name), Datum::id(stream.tenant.0), Datum::json(&kept.value)]);
    }));
    let may_go_on = rows.row.status == WorkStatus::Failed && rows.row.discovery.is_none();
    if rows.row.status.is_over() && !may_go_on {
        // Nobody goes on with it.
        let sql = "DELETE FROM discovery_run_memory WHERE run_id = $1 AND tenant_id = $2".to_owned();
        all.push(Statement { sql, data: vec![Datum::id(stream.id), Datum::id(stream.tenant.0)] });
    }
    let found: Vec<&DiscoveryRow> = rows.discovery.iter().collect();
    all.extend(DISCOVERIES.insert(dialect, &found, |row, out| {
        out.extend([
            Datum::id(row.id.0),
            Datum::id(row.run.0),
            Datum::id(row.tenant.0),
            Datum::id(row.project.0),
            Datum::json(&row.result),
            Datum::json(&row.logs),
            Datum::at(row.created_at),
        ]);
    }));
    Ok(all)
}

fn write_run<'a>((row, request, cost): &(&'a RunRow, Value, Value), out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.project.0),
        Datum::id((!row.created_by.0.is_nil()).then_some(row.created_by.0)),
        json(request.clone()),
        Datum::text(row.status.name()),
        Datum::text(row.phase.name()),
        Datum::maybe_text(row.run_type.map(type_name)),
        Datum::maybe_text(row.error.as_deref()),
        Datum::number(row.steps),
        Datum::number(row.insights),
        json(cost.clone()),
        Datum::id(row.discovery.map(|id| id.0)),
        Datum::at(row.created_at),
        Datum::maybe_at(row.started_at),
        Datum::maybe_at(row.finished_at),
        Datum::at(row.updated_at),
    ]);
}

pub(crate) const fn type_name(run_type: RunType) -> &'static str {
    match run_type {
        RunType::Full => "full",
        RunType::Partial => "partial",
        RunType::Failed => "failed",
    }
}

fn owned(of: &impl serde::Serialize) -> Result<Value, StoreFault> {
    serde_json::to_value(of).map_err(|error| StoreFault::Refused(error.to_string()))
}

fn json<'a>(of: Value) -> Datum<'a> {
    Datum::Json(Some(Json(Cow::Owned(document(&of).0.into_owned()))))
}

fn parsed<T: serde::de::DeserializeOwned>(of: Json<Value>) -> Result<T, StoreFault> {
    serde_json::from_value(of.0).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

#[derive(sqlx_macros::FromRow)]
pub(crate) struct RunRecord {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    created_by: Option<Uuid>,
    request: Json<Value>,
    status: String,
    phase: String,
    run_type: Option<String>,
    error: Option<String>,
    steps: i32,
    insights: i32,
    cost: Option<Json<Value>>,
    discovery_id: Option<Uuid>,
    created_at: At,
    started_at: Option<At>,
    finished_at: Option<At>,
    updated_at: At,
}

pub(crate) const RUN: &str = "SELECT id, tenant_id, project_id, created_by, request, status, phase, run_type, error, steps, insights, cost, \
    discovery_id, created_at, started_at, finished_at, updated_at FROM discovery_runs WHERE tenant_id = ";

impl RunRecord {
    pub(crate) fn row(self) -> Result<RunRow, StoreFault> {
        Ok(RunRow {
            id: RunId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            created_by: UserId(self.created_by.unwrap_or_default()),
            request: parsed(self.request)?,
            status: word(&self.status)?,
            phase: word(&self.phase)?,
            run_type: self.run_type.as_deref().map(word).transpose()?,
            error: self.error,
            steps: count(self.steps)?,
            insights: count(self.insights)?,
            cost: self.cost.map(parsed).transpose()?.unwrap_or_default(),
            discovery: self.discovery_id.map(DiscoveryId),
            created_at: self.created_at.0,
            started_at: self.started_at.map(|at| at.0),
            finished_at: self.finished_at.map(|at| at.0),
            updated_at: self.updated_at.0,
        })
    }
}

#[derive(sqlx_macros::FromRow)]
struct DiscoveryRecord {
    id: Uuid,
    run_id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    result: Json<Value>,
    logs: Option<Json<Value>>,
    created_at: At,
}

impl DiscoveryRecord {
    fn row(self) -> DiscoveryRow {
        let mut result = self.result.0;
        // What another release wrote has no marks.
        mark_null_results(&mut result);
        DiscoveryRow {
            id: DiscoveryId(self.id),
            run: RunId(self.run_id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            created_at: self.created_at.0,
            result,
            logs: self.logs.map(|logs| logs.0).unwrap_or_default(),
        }
    }
}

#[async_trait]
impl RunStore for Store {
    async fn run(&self, tenant: TenantId, id: RunId) -> Result<Option<RunRow>, StoreFault> {
        let record: Option<RunRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(RUN);
            sql.push_bind(tenant.0).push(" AND id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(RunRecord::row).transpose()
    }

    async fn runs(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<RunRow>, StoreFault> {
        let records: Vec<RunRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(RUN);
            sql.push_bind(tenant.0).push(" AND project_id = ").push_bind(project.0);
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(RunRecord::row).collect()
    }

    async fn newest_runs(&self, tenant: TenantId, limit: u32) -> Result<Vec<RunRow>, StoreFault> {
        let records: Vec<RunRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(RUN);
            sql.push_bind(tenant.0).push(NOT_OF_TRASH).push(" ORDER BY created_at DESC, id DESC LIMIT ");
            sql.push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(RunRecord::row).collect()
    }

    async fn tenant_runs(&self, tenant: TenantId, wanted: RunQuery, page: PageQuery) -> Result<Vec<RunRow>, StoreFault> {
        self.list_tenant_runs(tenant, wanted, page).await
    }

    async fn count_tenant_runs(&self, tenant: TenantId, wanted: RunQuery) -> Result<HashMap<WorkStatus, u32>, StoreFault> {
        self.count_runs_by_status(tenant, wanted).await
    }

    async fn run_ratings(&self, tenant: TenantId, runs: &[RunId]) -> Result<HashMap<RunId, RunRatings>, StoreFault> {
        self.count_run_ratings(tenant, runs).await
    }

    async fn runs_version(&self, tenant: TenantId, project: ProjectId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT COUNT(*), MAX(updated_at) FROM discovery_runs WHERE tenant_id = $1 AND project_id = $2";
        let (count, newest): (i64, Option<At>) =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_one(on).await.map_err(fault)?);
        Ok(format!("{count}:{}", newest.map_or(0, |at| at.0.0)))
    }

    async fn runs_ahead(&self, tenant: TenantId, project: ProjectId, id: RunId) -> Result<u32, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM discovery_runs o JOIN discovery_runs m ON m.project_id = o.project_id \
            WHERE m.tenant_id = $1 AND o.tenant_id = $1 AND m.project_id = $2 AND m.id = $3 AND o.id <> m.id \
            AND (o.status = 'running' OR o.status = 'pending' AND (o.created_at, o.id) < (m.created_at, m.id))";
        let ahead: i64 = read!(self, |on| sqlx::query_scalar(SQL)
            .bind(tenant.0)
            .bind(project.0)
            .bind(id.0)
            .fetch_one(on)
            .await
            .map_err(fault)?);
        count(ahead)
    }

    async fn waiting_runs(&self, tenant: TenantId, project: Option<ProjectId>) -> Result<HashMap<RunId, u32>, StoreFault> {
        let waiting: Vec<(Uuid, i64)> = read!(self, |on| {
            let mut sql = QueryBuilder::new(
                "SELECT m.id, COUNT(o.id) FROM discovery_runs m LEFT JOIN discovery_runs o ON o.project_id = m.project_id \
                AND o.tenant_id = m.tenant_id AND o.id <> m.id \
                AND (o.status = 'running' OR o.status = 'pending' AND (o.created_at, o.id) < (m.created_at, m.id)) \
                WHERE m.status = 'pending' AND m.tenant_id = ",
            );
            sql.push_bind(tenant.0);
            if let Some(project) = project {
                sql.push(" AND m.project_id = ").push_bind(project.0);
            }
            sql.push(" GROUP BY m.id");
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        waiting.into_iter().map(|(id, ahead)| Ok((RunId(id), count(ahead)?))).collect()
    }

    async fn open_runs(&self, tenant: TenantId, project: ProjectId) -> Result<u32, StoreFault> {
        const SQL: &str =
            "SELECT COUNT(*) FROM discovery_runs WHERE tenant_id = $1 AND project_id = $2 AND status IN ('pending', 'running')";
        let open: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(project.0).fetch_one(on).await.map_err(fault)?);
        count(open)
    }

    async fn run_steps(&self, tenant: TenantId, id: RunId, after: u32, limit: u32) -> Result<Vec<RunStep>, StoreFault> {
        const SQL: &str = "SELECT step FROM discovery_run_steps WHERE tenant_id = $1 AND run_id = $2 AND number > $3 \
            ORDER BY number LIMIT $4";
        let steps: Vec<Json<Value>> = read!(self, |on| {
            let query = sqlx::query_scalar(SQL).bind(tenant.0).bind(id.0).bind(i64::from(after)).bind(i64::from(limit));
            query.fetch_all(on).await.map_err(fault)?
        });
        steps.into_iter().map(parsed).collect()
    }

    async fn run_memory(&self, tenant: TenantId, id: RunId) -> Result<Vec<Kept>, StoreFault> {
        const SQL: &str = "SELECT name, value FROM discovery_run_memory WHERE tenant_id = $1 AND run_id = $2 ORDER BY name";
        let kept: Vec<(String, Json<Value>)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_all(on).await.map_err(fault)?);
        Ok(kept.into_iter().map(|(name, value)| Kept { name, value: value.0 }).collect())
    }

    async fn discoveries(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<DiscoveryRow>, StoreFault> {
        let records: Vec<DiscoveryRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(
                "SELECT id, run_id, tenant_id, project_id, result, NULL AS logs, created_at FROM discoveries WHERE tenant_id = ",
            );
            sql.push_bind(tenant.0).push(" AND project_id = ").push_bind(project.0);
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        Ok(records.into_iter().map(DiscoveryRecord::row).collect())
    }

    async fn discovery(&self, tenant: TenantId, id: DiscoveryId) -> Result<Option<DiscoveryRow>, StoreFault> {
        const SQL: &str = "SELECT id, run_id, tenant_id, project_id, result, logs, created_at FROM discoveries \
            WHERE tenant_id = $1 AND id = $2";
        let record: Option<DiscoveryRecord> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(DiscoveryRecord::row))
    }

    async fn put_feedback(&self, row: ProjectFeedback) -> Result<Uuid, StoreFault> {
        self.put_finding_feedback(row).await
    }

    async fn delete_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        user: UserId,
        target: (FeedbackTarget, &str),
    ) -> Result<bool, StoreFault> {
        self.delete_finding_feedback(tenant, project, user, target).await
    }

    async fn own_feedback(&self, tenant: TenantId, project: ProjectId, user: UserId) -> Result<Vec<ProjectFeedback>, StoreFault> {
        self.list_finding_feedback(tenant, project, Some(user), PageQuery { limit: OWN_FEEDBACK, after: None }).await
    }

    async fn tenant_feedback(
        &self,
        tenant: TenantId,
        like: Option<bool>,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault> {
        self.list_tenant_feedback(tenant, like, page).await
    }

    async fn project_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault> {
        self.list_finding_feedback(tenant, project, None, page).await
    }
}
