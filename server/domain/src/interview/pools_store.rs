//! The port that keeps a tenant's own pools of questions.

use crate::{StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{PoolId, ProjectId, TenantId, Timestamp, interview::ContextType};
use serde_json::Value;

/// Questions that a tenant lays over objectives.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolRow {
    pub id: PoolId,
    pub tenant: TenantId,
    /// What stands in `pool_id` of its obligations; unique in the tenant.
    pub name: String,
    pub display_name: String,
    /// Only for this kind of interview; `None` for all.
    pub context_type: Option<ContextType>,
    /// Obligations as in an objective, in the seed's camelCase.
    pub obligations: Value,
    /// Laid over every interview that is opened; else only where it is asked for.
    pub active: bool,
    /// The project it belongs to, and ends with: then it is laid over that project's interviews only.
    pub project: Option<ProjectId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[async_trait]
pub trait PoolStore: Send + Sync {
    /// Puts a pool in the place of the one with its id. [`StoreFault::Conflict`] when another one has its name.
    async fn save_pool(&self, row: PoolRow) -> Result<(), StoreFault> {
        self.save_pool_with(row, None).await
    }
    /// The same together with a line of the audit: both or neither.
    async fn save_pool_with(&self, row: PoolRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// All of the tenant, oldest first: there are few.
    async fn pools(&self, tenant: TenantId) -> Result<Vec<PoolRow>, StoreFault>;
    /// In how many interviews its questions stand; a pool in none is left out.
    async fn pool_uses(&self, tenant: TenantId) -> Result<Vec<(PoolId, u64)>, StoreFault>;
    /// False if there was none. Interviews that began with it keep its questions.
    async fn delete_pool(&self, tenant: TenantId, id: PoolId) -> Result<bool, StoreFault> {
        self.delete_pool_with(tenant, id, None).await
    }
    /// The same together with a line of the audit, where there was one.
    async fn delete_pool_with(&self, tenant: TenantId, id: PoolId, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
}
