//! What people think of findings and opportunities: `project_feedback`.

use crate::{
    Store,
    columns::{At, text, word},
    faults::fault,
    pools::{read, transaction},
    projects::trash::NOT_OF_TRASH,
};
use domain::{
    StoreFault,
    account::PageQuery,
    runs::{FeedbackTarget, ProjectFeedback},
};
use protocol::{ProjectId, TenantId, UserId};
use sqlx::QueryBuilder;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct FeedbackRecord {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    user_id: Uuid,
    target_type: String,
    target: String,
    name: String,
    rating: String,
    comment: Option<String>,
    at: At,
}

impl FeedbackRecord {
    fn row(self) -> Result<ProjectFeedback, StoreFault> {
        Ok(ProjectFeedback {
            id: self.id,
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            user: UserId(self.user_id),
            target_type: word(&self.target_type)?,
            target: self.target,
            name: self.name,
            like: self.rating == "like",
            comment: self.comment,
            at: self.at.0,
        })
    }
}

impl Store {
    pub(crate) async fn put_finding_feedback(&self, row: ProjectFeedback) -> Result<Uuid, StoreFault> {
        const SQL: &str = "INSERT INTO project_feedback \
            (id, tenant_id, project_id, user_id, target_type, target, name, rating, comment, at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (project_id, user_id, target_type, target) \
            DO UPDATE SET name = excluded.name, rating = excluded.rating, comment = excluded.comment, at = excluded.at RETURNING id";
        Ok(transaction!(self.pools(), |on, _dialect| {
            sqlx::query_scalar::<_, Uuid>(SQL)
                .bind(row.id)
                .bind(row.tenant.0)
                .bind(row.project.0)
                .bind(row.user.0)
                .bind(target_name(row.target_type))
                .bind(text(&row.target))
                .bind(text(&row.name))
                .bind(if row.like { "like" } else { "dislike" })
                .bind(row.comment.as_deref().map(text))
                .bind(At(row.at))
                .fetch_one(&mut *on)
                .await
                .map_err(fault)?
        }))
    }

    pub(crate) async fn delete_finding_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        user: UserId,
        (target_type, target): (FeedbackTarget, &str),
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM project_feedback WHERE tenant_id = $1 AND project_id = $2 AND user_id = $3 \
            AND target_type = $4 AND target = $5";
        let gone = transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(project.0).bind(user.0).bind(target_name(target_type));
            query.bind(text(target)).execute(&mut *on).await.map_err(fault)?.rows_affected()
        });
        Ok(gone > 0)
    }

    /// Newest first, of one person or of everybody.
    pub(crate) async fn list_finding_feedback(
        &self,
        tenant: TenantId,
        project: ProjectId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault> {
        let records: Vec<FeedbackRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(
                "SELECT id, tenant_id, project_id, user_id, target_type, target, name, rating, comment, at FROM project_feedback WHERE tenant_id = ",
            );
            sql.push_bind(tenant.0).push(" AND project_id = ").push_bind(project.0);
            if let Some(user) = user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            if let Some((at, id)) = page.after {
                sql.push(" AND (at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(FeedbackRecord::row).collect()
    }

    /// Of all projects, newest first; likes or dislikes only where those are wanted.
    pub(crate) async fn list_tenant_feedback(
        &self,
        tenant: TenantId,
        like: Option<bool>,
        page: PageQuery,
    ) -> Result<Vec<ProjectFeedback>, StoreFault> {
        let records: Vec<FeedbackRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(
                "SELECT id, tenant_id, project_id, user_id, target_type, target, name, rating, comment, at FROM project_feedback WHERE tenant_id = ",
            );
            sql.push_bind(tenant.0);
            if let Some(like) = like {
                sql.push(" AND rating = ").push_bind(if like { "like" } else { "dislike" });
            }
            sql.push(NOT_OF_TRASH);
            if let Some((at, id)) = page.after {
                sql.push(" AND (at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(FeedbackRecord::row).collect()
    }
}

const fn target_name(target: FeedbackTarget) -> &'static str {
    match target {
        FeedbackTarget::Insight => "insight",
        FeedbackTarget::Recommendation => "recommendation",
        FeedbackTarget::Opportunity => "opportunity",
    }
}
