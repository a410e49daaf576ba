//! What is kept about models, in memory.

use async_trait::async_trait;
use domain::{
    StoreFault,
    models::{
        Admission, Budget, CallBegun, CallCost, CallEnd, CallRecord, ModelSettings, ModelStore, Outcome, SecretStore, Spent,
        UsageQuery, UsageRow, Usd,
    },
};
use protocol::{TenantId, Timestamp, UserId};
use secrecy::SecretString;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use uuid::Uuid;

/// Settings, keys and ledger for as long as it lives. Sums are not its business.
#[derive(Default)]
pub struct MemoryModels(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    settings: HashMap<TenantId, ModelSettings>,
    secrets: HashMap<(TenantId, String), SecretString>,
    calls: Vec<CallRecord>,
}

impl MemoryModels {
    /// The whole ledger, oldest first.
    #[must_use]
    pub fn ledger(&self) -> Vec<CallRecord> {
        self.kept().calls.clone()
    }

    pub fn choose(&self, tenant: TenantId, settings: ModelSettings) {
        self.kept().settings.insert(tenant, settings);
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const DAY: i64 = 86_400_000_000;

#[async_trait]
impl ModelStore for MemoryModels {
    async fn model_settings(&self, tenant: TenantId) -> Result<Option<ModelSettings>, StoreFault> {
        Ok(self.kept().settings.get(&tenant).cloned())
    }

    async fn save_model_settings(
        &self,
        tenant: TenantId,
        settings: &ModelSettings,
        _by: UserId,
        _now: Timestamp,
    ) -> Result<(), StoreFault> {
        self.kept().settings.insert(tenant, settings.clone());
        Ok(())
    }

    async fn begin_call(&self, call: CallBegun, budget: Budget) -> Result<Admission, StoreFault> {
        let mut kept = self.kept();
        let sum = |same: &dyn Fn(&CallRecord) -> bool| {
            let own = kept.calls.iter().filter(|line| line.begun.caller.tenant == call.caller.tenant && same(line));
            own.filter_map(|line| if line.outcome == "running" { line.begun.worst } else { line.cost.cost })
                .fold(call.worst.unwrap_or_default(), |sum, cost| sum + cost)
        };
        let spent = Spent {
            day: sum(&|line| line.begun.at.0.div_euclid(DAY) == call.at.0.div_euclid(DAY)),
            subject: match call.caller.subject {
                Some(subject) => sum(&|line| line.begun.caller.subject.is_some_and(|other| other.id == subject.id)),
                None => Usd::NOTHING,
            },
        };
        if let Err(fault) = budget.admits(&call, spent) {
            return Ok(Admission::Refused(fault));
        }
        kept.calls.push(CallRecord {
            begun: call,
            outcome: Outcome::Running.name().into(),
            cost: CallCost::default(),
            attempts: 0,
            took: Duration::ZERO,
            detail: String::new(),
        });
        Ok(Admission::Admitted)
    }

    async fn end_call(&self, end: CallEnd) -> Result<(), StoreFault> {
        if let Some(line) = self.kept().calls.iter_mut().find(|line| line.begun.id == end.id) {
            line.outcome = end.outcome.name().into();
            (line.cost, line.attempts, line.took, line.detail) = (end.cost, end.attempts, end.took, end.detail);
        }
        Ok(())
    }

    async fn calls(
        &self,
        tenant: TenantId,
        limit: u32,
        _after: Option<(Timestamp, Uuid)>,
    ) -> Result<Vec<CallRecord>, StoreFault> {
        let kept = self.kept();
        let own = kept.calls.iter().rev().filter(|line| line.begun.caller.tenant == tenant);
        Ok(own.take(limit as usize).cloned().collect())
    }

    async fn usage(&self, _query: UsageQuery) -> Result<Vec<UsageRow>, StoreFault> {
        Ok(Vec::new())
    }
}

#[async_trait]
impl SecretStore for MemoryModels {
    async fn secret(&self, tenant: TenantId, id: &str) -> Result<Option<SecretString>, StoreFault> {
        Ok(self.kept().secrets.get(&(tenant, id.to_owned())).cloned())
    }

    async fn has_secret(&self, tenant: TenantId, id: &str) -> Result<bool, StoreFault> {
        Ok(self.kept().secrets.contains_key(&(tenant, id.to_owned())))
    }

    async fn save_secret(&self, tenant: TenantId, id: &str, secret: &SecretString, _now: Timestamp) -> Result<(), StoreFault> {
        self.kept().secrets.insert((tenant, id.to_owned()), secret.clone());
        Ok(())
    }

    async fn delete_secret(&self, tenant: TenantId, id: &str) -> Result<(), StoreFault> {
        self.kept().secrets.remove(&(tenant, id.to_owned()));
        Ok(())
    }
}
