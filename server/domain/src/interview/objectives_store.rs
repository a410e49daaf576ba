//! The port that keeps a tenant's objectives.

use crate::{StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{ObjectiveId, TenantId, Timestamp, interview::ContextType};
use serde_json::Value;

/// A row of `discovery_objectives`.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectiveRow {
    pub id: ObjectiveId,
    pub tenant: TenantId,
    pub context_type: ContextType,
    pub version: String,
    pub display_name: String,
    /// The definition as it was given, in the seed's camelCase.
    pub config: Value,
    /// At most one per tenant and context type.
    pub active: bool,
    /// Came with the product.
    pub built_in: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[async_trait]
pub trait ObjectiveStore: Send + Sync {
    /// [`StoreFault::Conflict`] if the id exists, or if another definition of the kind has this name and version already: a
    /// version stands for one definition. What comes with the product is not held to that.
    async fn insert_objective(&self, row: ObjectiveRow) -> Result<(), StoreFault> {
        self.insert_objective_with(row, None).await
    }
    /// The same together with a line of the audit: both or neither.
    async fn insert_objective_with(&self, row: ObjectiveRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// Replaces version, name, config, `updated_at` and whether it is as it came with the product; false if there is none.
    /// [`StoreFault::Conflict`] as for a new one.
    async fn update_objective(&self, row: ObjectiveRow) -> Result<bool, StoreFault> {
        self.update_objective_with(row, None).await
    }
    /// The same together with a line of the audit, where there is one to change.
    async fn update_objective_with(&self, row: ObjectiveRow, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Makes it the only active one of its context type; false if there is none.
    async fn activate_objective(&self, tenant: TenantId, id: ObjectiveId, now: Timestamp) -> Result<bool, StoreFault> {
        self.activate_objective_with(tenant, id, now, None).await
    }
    /// The same together with a line of the audit, where there is one to activate.
    async fn activate_objective_with(
        &self,
        tenant: TenantId,
        id: ObjectiveId,
        now: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    async fn objective(&self, tenant: TenantId, id: ObjectiveId) -> Result<Option<ObjectiveRow>, StoreFault>;
    /// Newest first, at most `limit`, after the row with this creation time and id.
    async fn objectives(
        &self,
        tenant: TenantId,
        limit: u32,
        after: Option<(Timestamp, ObjectiveId)>,
    ) -> Result<Vec<ObjectiveRow>, StoreFault> {
        self.objectives_of(tenant, None, limit, after).await
    }
    /// The same of one kind.
    async fn objectives_of(
        &self,
        tenant: TenantId,
        context: Option<ContextType>,
        limit: u32,
        after: Option<(Timestamp, ObjectiveId)>,
    ) -> Result<Vec<ObjectiveRow>, StoreFault>;
    async fn active_objective(&self, tenant: TenantId, context: ContextType) -> Result<Option<ObjectiveRow>, StoreFault>;
    /// Of every tenant: the objective of a kind that came with the product, is active, and has this version.
    async fn built_in_of_version(&self, context: ContextType, version: &str) -> Result<Vec<ObjectiveRow>, StoreFault>;
    /// As [`ObjectiveStore::update_objective`], while it still came with the product, is active, and has the version `from`.
    async fn renew_built_in(&self, row: ObjectiveRow, from: &str) -> Result<bool, StoreFault>;
    /// The tenants that have of a kind neither an active objective nor one that came with the product.
    async fn tenants_without(&self, context: ContextType) -> Result<Vec<TenantId>, StoreFault>;
}
