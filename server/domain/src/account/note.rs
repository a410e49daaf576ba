//! An action to record in the audit.

use super::{AccountStore, AuditEntry};
use crate::Failure;
use protocol::{TenantId, Timestamp, UserId, account::Account};
use serde_json::Value;
use uuid::Uuid;

/// An action to record.
pub struct AuditNote<'a> {
    /// A noun and what was done to it: `token.revoked`.
    pub action: &'a str,
    /// The id of what it was done to.
    pub target: String,
    /// The user whose data it concerns. When the user is removed, target and detail are cleared.
    pub about: Option<UserId>,
    pub detail: Value,
}

/// Where actions are recorded, and what gives them ids and times.
pub trait AuditLog: Sync {
    fn accounts(&self) -> &dyn AccountStore;
    fn id(&self) -> Uuid;
    fn now(&self) -> Timestamp;
}

impl AuditNote<'_> {
    /// Stores it for a signed-in user.
    ///
    /// # Errors
    /// The store's.
    pub async fn by(self, log: &impl AuditLog, who: &Account) -> Result<(), Failure> {
        self.noted(log, who.tenant_id, Some(who.user_id)).await
    }

    /// Stores it for any user, or for an unknown one.
    ///
    /// # Errors
    /// The store's.
    pub async fn noted(self, log: &impl AuditLog, tenant: TenantId, user: Option<UserId>) -> Result<(), Failure> {
        Ok(log.accounts().insert_audit(self.entry(log, tenant, user)).await?)
    }

    /// The entry of a signed-in user, to store in the same transaction as the action.
    pub fn entry_by(self, log: &impl AuditLog, who: &Account) -> AuditEntry {
        self.entry(log, who.tenant_id, Some(who.user_id))
    }

    /// The entry of any user, or of an unknown one.
    pub fn entry(self, log: &impl AuditLog, tenant: TenantId, user: Option<UserId>) -> AuditEntry {
        let Self { action, target, about, detail } = self;
        AuditEntry { id: log.id(), tenant, user, action: action.into(), target, about, detail, at: log.now() }
    }
}
