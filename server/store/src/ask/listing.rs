//! Asks as lists and their own pages show them.

use crate::{
    Store,
    columns::{At, dollars, word},
    faults::fault,
    pools::read,
    projects::trash::NOT_OF_TRASH,
};
use domain::{
    StoreFault,
    account::PageQuery,
    ask::{AskRow, SavedAsk},
};
use protocol::{AskId, ConversationId, ProjectId, TenantId, UserId};
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

const WHOLE: &str = "SELECT id, tenant_id, project_id, conversation_id, user_id, question, mode, status, verdict, answer, engine, \
    error, redo_of, cost_micros, saved, created_at, finished_at, updated_at, \
    (SELECT value FROM ask_memory WHERE ask_id = asks.id AND name = 'found') AS found FROM asks WHERE tenant_id = ";

#[derive(sqlx_macros::FromRow)]
struct AskRecord {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    conversation_id: Uuid,
    user_id: Uuid,
    question: String,
    mode: Option<String>,
    status: String,
    verdict: Option<String>,
    answer: Option<String>,
    engine: String,
    error: Option<String>,
    redo_of: Option<Uuid>,
    cost_micros: i64,
    saved: Option<Json<SavedAsk>>,
    created_at: At,
    finished_at: Option<At>,
    updated_at: At,
    found: Option<Json<bool>>,
}

impl AskRecord {
    fn row(self) -> Result<AskRow, StoreFault> {
        Ok(AskRow {
            id: AskId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            conversation: ConversationId(self.conversation_id),
            user: UserId(self.user_id),
            question: self.question,
            mode: self.mode.as_deref().map(word).transpose()?,
            status: word(&self.status)?,
            verdict: self.verdict.as_deref().map(word).transpose()?,
            found: self.found.map(|found| found.0),
            answer: self.answer,
            engine: self.engine,
            error: self.error,
            redo_of: self.redo_of.map(AskId),
            usd: dollars(self.cost_micros),
            created_at: self.created_at.0,
            finished_at: self.finished_at.map(|at| at.0),
            updated_at: self.updated_at.0,
            saved: self.saved.map(|saved| saved.0),
        })
    }
}

impl Store {
    pub(super) async fn find_ask(&self, tenant: TenantId, id: AskId) -> Result<Option<AskRow>, StoreFault> {
        let record: Option<AskRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND id = ").push_bind(id.0).push(NOT_OF_TRASH);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(AskRecord::row).transpose()
    }

    pub(super) async fn list_asks(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<AskRow>, StoreFault> {
        let records: Vec<AskRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0);
            if let Some(project) = project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            if let Some(user) = user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            sql.push(NOT_OF_TRASH);
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(AskRecord::row).collect()
    }

    pub(super) async fn list_conversation(
        &self,
        tenant: TenantId,
        id: ConversationId,
        limit: u32,
    ) -> Result<Vec<AskRow>, StoreFault> {
        let records: Vec<AskRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND conversation_id = ").push_bind(id.0);
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(AskRecord::row).collect()
    }
}
