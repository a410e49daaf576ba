//! What is kept about models: settings, sealed keys, the ledger.

use super::{Budget, CallBegun, CallEnd, CallRecord, ModelFault, ModelSettings, Subject, Usage, Usd};
use crate::StoreFault;
use async_trait::async_trait;
use protocol::{TenantId, Timestamp, UserId};
use secrecy::SecretString;
use uuid::Uuid;

#[async_trait]
pub trait ModelStore: Send + Sync {
    async fn model_settings(&self, tenant: TenantId) -> Result<Option<ModelSettings>, StoreFault>;
    async fn save_model_settings(
        &self,
        tenant: TenantId,
        settings: &ModelSettings,
        by: UserId,
        now: Timestamp,
    ) -> Result<(), StoreFault>;

    /// Writes the call down unless it could exceed the budget, in one transaction: two nodes cannot both take the last cent.
    async fn begin_call(&self, call: CallBegun, budget: Budget) -> Result<Admission, StoreFault>;
    async fn end_call(&self, end: CallEnd) -> Result<(), StoreFault>;

    /// The ledger, newest first, at most `limit`, after the line with this time and id.
    async fn calls(&self, tenant: TenantId, limit: u32, after: Option<(Timestamp, Uuid)>) -> Result<Vec<CallRecord>, StoreFault>;
    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRow>, StoreFault>;
}

/// Keys and passwords, sealed for their tenant. A sealed text that was moved to another tenant or id cannot be opened.
#[async_trait]
pub trait SecretStore: Send + Sync {
    async fn secret(&self, tenant: TenantId, id: &str) -> Result<Option<SecretString>, StoreFault>;
    async fn has_secret(&self, tenant: TenantId, id: &str) -> Result<bool, StoreFault>;
    async fn save_secret(&self, tenant: TenantId, id: &str, secret: &SecretString, now: Timestamp) -> Result<(), StoreFault>;
    async fn delete_secret(&self, tenant: TenantId, id: &str) -> Result<(), StoreFault>;
}

/// Keys of single projects.
#[async_trait]
pub trait SubjectKeys: Send + Sync {
    /// The key that calls for this subject are made with; none leaves the tenant's.
    async fn key(&self, tenant: TenantId, subject: Subject) -> Result<Option<SecretString>, StoreFault>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Admitted,
    /// [`ModelFault::BudgetSpent`]; nothing was written.
    Refused(ModelFault),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageQuery {
    pub tenant: TenantId,
    pub by: UsageBy,
    /// Calls that began at or after this time, and before that one.
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    pub limit: u32,
    /// The group after which to go on.
    pub after: Option<String>,
}

/// What calls are summed up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsageBy {
    Tenant,
    /// Calls outside any interview have the empty group.
    Session,
    Task,
    Model,
    /// UTC, `YYYY-MM-DD`.
    Day,
}

impl UsageBy {
    pub const ALL: [Self; 5] = [Self::Tenant, Self::Session, Self::Task, Self::Model, Self::Day];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tenant => "tenant",
            Self::Session => "session",
            Self::Task => "task",
            Self::Model => "model",
            Self::Day => "day",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|by| by.name() == name)
    }
}

/// The calls of one group, groups in falling order (days and interviews: the newest first).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageRow {
    pub group: String,
    pub calls: u64,
    /// Of them, those that were neither answered nor called off.
    pub failed: u64,
    pub usage: Usage,
    pub cost: Usd,
    /// Of the calls, those whose price is not known: `cost` is without them.
    pub unpriced: u64,
    /// Of the calls, those whose tokens were counted from the text.
    pub estimated: u64,
}
