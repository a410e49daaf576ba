//! The ports of language models: what was chosen, what is kept sealed, what every call came to.

pub(crate) mod calls;
mod keyring;
mod ledger;
mod secrets;
mod settings;
mod usage;

pub use keyring::{Keyring, KeyringFault};
pub use secrets::Secrets;

use crate::Store;
use async_trait::async_trait;
use domain::{
    StoreFault,
    models::{Admission, Budget, CallBegun, CallEnd, CallRecord, ModelSettings, ModelStore, UsageQuery, UsageRow},
};
use protocol::{TenantId, Timestamp, UserId};
use uuid::Uuid;

#[async_trait]
impl ModelStore for Store {
    async fn model_settings(&self, tenant: TenantId) -> Result<Option<ModelSettings>, StoreFault> {
        self.read_model_settings(tenant).await
    }

    async fn save_model_settings(
        &self,
        tenant: TenantId,
        settings: &ModelSettings,
        by: UserId,
        now: Timestamp,
    ) -> Result<(), StoreFault> {
        self.write_model_settings(tenant, settings, by, now).await
    }

    async fn begin_call(&self, call: CallBegun, budget: Budget) -> Result<Admission, StoreFault> {
        self.write_call_begun(call, budget).await
    }

    async fn end_call(&self, end: CallEnd) -> Result<(), StoreFault> {
        self.write_call_end(end).await
    }

    async fn calls(&self, tenant: TenantId, limit: u32, after: Option<(Timestamp, Uuid)>) -> Result<Vec<CallRecord>, StoreFault> {
        self.list_calls(tenant, limit, after).await
    }

    async fn usage(&self, query: UsageQuery) -> Result<Vec<UsageRow>, StoreFault> {
        self.sum_usage(query).await
    }
}
