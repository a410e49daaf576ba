//! Asks: `asks` with their memory, and kept answers that are asked for again.

mod appended;
mod listing;
mod results;
mod schedules;

pub(crate) use appended::statements;

use crate::{
    Store,
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::PageQuery,
    ask::{AskRow, AskStore, SavedAsk},
    runs::Kept,
};
use protocol::{AskId, ConversationId, ProjectId, TenantId, UserId};
use serde_json::Value;
use sqlx::types::Json;

#[async_trait]
impl AskStore for Store {
    async fn ask(&self, tenant: TenantId, id: AskId) -> Result<Option<AskRow>, StoreFault> {
        self.find_ask(tenant, id).await
    }

    async fn asks(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<AskRow>, StoreFault> {
        self.list_asks(tenant, project, user, page).await
    }

    async fn asks_version(&self, tenant: TenantId, user: UserId, project: ProjectId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(seq), 0) AS BIGINT) FROM streams \
            WHERE tenant_id = $1 AND owner_id = $2 AND project_id = $3 AND kind = 'ask'";
        let (count, seq): (i64, i64) = read!(self, |on| sqlx::query_as(SQL)
            .bind(tenant.0)
            .bind(user.0)
            .bind(project.0)
            .fetch_one(on)
            .await
            .map_err(fault)?);
        Ok(format!("{count}:{seq}"))
    }

    async fn conversation(&self, tenant: TenantId, id: ConversationId, limit: u32) -> Result<Vec<AskRow>, StoreFault> {
        self.list_conversation(tenant, id, limit).await
    }

    async fn open_asks(&self, tenant: TenantId, user: UserId) -> Result<u32, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM streams WHERE tenant_id = $1 AND owner_id = $2 AND kind = 'ask' AND open \
            AND wake_at IS NOT NULL";
        let open: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        crate::columns::count(open)
    }

    async fn ask_memory(&self, tenant: TenantId, id: AskId) -> Result<Vec<Kept>, StoreFault> {
        const SQL: &str = "SELECT name, value FROM ask_memory WHERE tenant_id = $1 AND ask_id = $2 ORDER BY name";
        let kept: Vec<(String, Json<Value>)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_all(on).await.map_err(fault)?);
        Ok(kept.into_iter().map(|(name, value)| Kept { name, value: value.0 }).collect())
    }

    async fn ask_part(&self, tenant: TenantId, id: AskId, name: &str) -> Result<Option<Value>, StoreFault> {
        const SQL: &str = "SELECT value FROM ask_memory WHERE tenant_id = $1 AND ask_id = $2 AND name = $3";
        let kept: Option<Json<Value>> = read!(self, |on| sqlx::query_scalar(SQL)
            .bind(tenant.0)
            .bind(id.0)
            .bind(name.to_owned())
            .fetch_optional(on)
            .await
            .map_err(fault)?);
        Ok(kept.map(|kept| kept.0))
    }

    async fn save_ask(&self, tenant: TenantId, id: AskId, saved: Option<&SavedAsk>) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE asks SET saved = $3 WHERE tenant_id = $1 AND id = $2";
        let changed = transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(id.0).bind(saved.map(Json));
            query.execute(&mut *on).await.map_err(fault)?.rows_affected()
        });
        Ok(changed > 0)
    }
}
